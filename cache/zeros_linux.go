package cache

import (
	"syscall"
	"unsafe"
)

// hasHuge says whether the system may have huge pages.
const hasHuge = true

// hugeBytes is the size of a huge page on most machines. For less than one nothing is asked: each
// request may cut the system's list of pieces of memory once more.
const hugeBytes = 2 << 20

// adviseHuge asks the system for huge pages for the whole pages of b. It need not follow.
func adviseHuge(b []byte) {
	page := syscall.Getpagesize()
	skip := int(-uintptr(unsafe.Pointer(unsafe.SliceData(b))) & uintptr(page-1))
	if whole := (len(b) - skip) &^ (page - 1); whole >= hugeBytes {
		_ = syscall.Madvise(b[skip:][:whole], syscall.MADV_HUGEPAGE)
	}
}
