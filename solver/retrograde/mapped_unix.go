//go:build darwin || freebsd || linux

package retrograde

import (
	"os"
	"syscall"
)

// CanMap says whether tables can be in a file on this system.
const CanMap = true

// mapFile maps n bytes of a file.
func mapFile(f *os.File, at int64, n int) ([]byte, error) {
	return syscall.Mmap(int(f.Fd()), at, n, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
}

func unmap(m []byte) error { return syscall.Munmap(m) }
