package cache

import (
	"runtime"
	"sync"
	"sync/atomic"
	"unsafe"
)

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
	writePages(all)
	return all
}

// HugeZeros is [Zeros] in huge pages, where the system has them: for a large set that is made
// once, as a whole. (35 MiB, five programs each in turn, beside other work, 2026-11: 27 to 101 ms in place of
// 259 to 414. The tables of transfer games, that grow bit by bit, are slower so: star with 13 men, 64 and
// 67 s in place of 52 and 55.)
func HugeZeros[T any](n int) []T {
	all := make([]T, n)
	if n > 0 {
		adviseHuge(unsafe.Slice((*byte)(unsafe.Pointer(&all[0])), n*int(unsafe.Sizeof(all[0]))))
	}
	writePages(all)
	return all
}

// HugeHeap has the memory that the heap grows by next come in huge pages, where the system has them: it
// asks for so many bytes, has them made of such pages, and gives them back, all unwritten, for
// other use. What takes a fraction of a second spends a fifth of it on the faults of small pages;
// for great searches it makes no difference. (Medians of eleven runs each in turn, 128 MiB,
// 2026-11: solo 0.325 s in place of 0.406, retour 0.301 in place of 0.381; of nine, star with 10 men
// 1.34 in place of 1.59.
// All pages huge by the system's setting, star with 13 men: 49.9 and 55.5 s in place of 50.3 and 56.6.)
func HugeHeap(bytes int) {
	if !hasHuge {
		return
	}
	adviseHuge(make([]byte, bytes))
	runtime.GC()
}

// writePages writes a zero to each page of what is zero. The first write to a page is what
// takes time, so all processors write to what is large.
func writePages[T any](all []T) {
	var zero T
	size := max(int(unsafe.Sizeof(zero)), 1)
	step, part := max(pageBytes/size, 1), max(partBytes/size, 1)
	inParts((len(all)+part-1)/part, func(i int) {
		for at := i * part; at < min((i+1)*part, len(all)); at += step {
			all[at] = zero
		}
	})
}

// partBytes is what one processor writes to at once: two huge pages.
const partBytes = 2 * 2 << 20

// inParts calls f for 0 … n−1, on all processors if n is not small.
func inParts(n int, f func(i int)) {
	var next atomic.Int64
	var group sync.WaitGroup
	work := func() {
		for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
			f(i)
		}
	}
	for range min(runtime.GOMAXPROCS(0), n/2) - 1 {
		group.Go(work)
	}
	work()
	group.Wait()
}
