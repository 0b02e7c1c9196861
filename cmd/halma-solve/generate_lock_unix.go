//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package main

import (
	"errors"
	"os"
	"syscall"
)

// openAlone opens a file for reading and writing, or makes it, for this process
// alone: another openAlone of it meanwhile returns errInUse. The lock is on the
// file itself and ends with the process, however it ends. File systems without
// locks do without.
func openAlone(path string) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	err = syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, errors.Join(errInUse, file.Close())
	}
	return file, nil
}
