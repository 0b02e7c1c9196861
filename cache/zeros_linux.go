package cache

import (
	"syscall"
	"unsafe"
)

// adviseHuge asks the system for huge pages for the whole pages of b. It need not follow.
func adviseHuge(b []byte) {
	page := syscall.Getpagesize()
	skip := int(-uintptr(unsafe.Pointer(unsafe.SliceData(b))) & uintptr(page-1))
	if whole := (len(b) - skip) &^ (page - 1); whole > 0 {
		_ = syscall.Madvise(b[skip:][:whole], syscall.MADV_HUGEPAGE)
	}
}
