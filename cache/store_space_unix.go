//go:build darwin || freebsd || linux

package cache

import (
	"io/fs"
	"syscall"
)

// freeBytes is the room, in bytes, that the file system of dir still has for
// this user.
func freeBytes(dir string) (uint64, error) {
	var st syscall.Statfs_t
	if err := syscall.Statfs(dir, &st); err != nil {
		return 0, err
	}
	if int64(st.Bavail) < 0 {
		return 0, nil
	}
	return uint64(st.Bavail) * uint64(st.Bsize), nil
}

// allocatedBytes is the room, in bytes, that a file takes on the disk. Files
// of the database are sparse: their size says little.
func allocatedBytes(info fs.FileInfo) int64 {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return st.Blocks * 512
	}
	return info.Size()
}
