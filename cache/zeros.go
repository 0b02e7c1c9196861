package cache

import "unsafe"

// pageBytes is the least size of a page of memory.
const pageBytes = 4 << 10

// Zeros returns n zero values, of which each page has been written to.
//
// Memory that is fresh from the system and is read first, as by who looks for a free
// slot, is a page of zeros that all share, until somebody writes to it: then there is a
// second fault, and all other processors are interrupted to forget the first page. (Peg
// solitaire from the centre took as long with two workers as with one; 2026-11.)
func Zeros[T any](n int) []T {
	all := make([]T, n)
	var zero T
	step := max(pageBytes/max(int(unsafe.Sizeof(zero)), 1), 1)
	for i := 0; i < n; i += step {
		all[i] = zero
	}
	return all
}
