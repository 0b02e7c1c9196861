//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package cache

import (
	"errors"
	"os"
	"syscall"
)

// lockDir takes the directory for this Store alone, without waiting. The lock
// is on the directory itself and ends with the process, however it ends. It
// returns ErrLocked unwrapped when somebody else has it.
func lockDir(dir string) (release func() error, err error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, ErrLocked
		}
		return nil, &os.PathError{Op: "lock", Path: dir, Err: err}
	}
	return f.Close, nil
}
