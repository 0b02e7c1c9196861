package figures

import (
	"math/bits"
	"slices"
	"sync"
)

// transpositions is a table in RAM of lower bounds of positions, for many
// workers. A position is found by its Zobrist key and recognized by all its
// words, so no answer is ever that of another position.
//
//	bucket:  ways slots, chosen by the hash
//	slot:    the words of the position | bound, effort, generation (8 bits each, + 1 bit "taken")
//
// A full bucket gives up, among its slots of the earliest iteration, the one with
// the least effort (the logarithm of the positions that were searched to prove
// the bound), on equal terms the one with the smallest bound, which is the one
// nearest to the goal (Breuker, Uiterwijk, van den Herik 1994: replacement by the
// size of the subtree).
type transpositions struct {
	words   int // of a position
	buckets uint64
	slots   []uint64
	locks   [1 << 12]sync.Mutex
}

// ways is the number of slots of a bucket.
const ways = 4

// The fields of the last word of a slot.
const (
	effortShift     = 8
	generationShift = 16
	takenBit        = 1 << 24
)

// newTranspositions returns an empty table of about so many bytes.
func newTranspositions(words int, bytes int64) *transpositions {
	buckets := max(bytes/int64(8*ways*(words+1)), 1)
	return &transpositions{words: words, buckets: uint64(buckets), slots: make([]uint64, int(buckets)*ways*(words+1))}
}

func (t *transpositions) bytes() int64 { return int64(len(t.slots)) * 8 }

func (t *transpositions) bucket(hash uint64) (slots []uint64, lock *sync.Mutex) {
	// The high word of the product spreads all hashes evenly over the buckets.
	b, _ := bits.Mul64(hash, t.buckets)
	n := uint64(ways * (t.words + 1))
	return t.slots[b*n : (b+1)*n], &t.locks[b%uint64(len(t.locks))]
}

// find returns the bound of a position, 0 if the table has none.
func (t *transpositions) find(hash uint64, key []uint64) (bound int) {
	slots, lock := t.bucket(hash)
	lock.Lock()
	defer lock.Unlock()
	for at := 0; at < len(slots); at += t.words + 1 {
		if data := slots[at+t.words]; data != 0 && slices.Equal(slots[at:at+t.words], key) {
			return int(data & 0xff)
		}
	}
	return 0
}

// mostKept is kept of all bounds that are greater.
const mostKept = 255

// put enters a proven bound of a position, 1 at the least, and its effort. It never
// lowers a bound.
func (t *transpositions) put(hash uint64, key []uint64, bound, effort, generation int) {
	slots, lock := t.bucket(hash)
	lock.Lock()
	defer lock.Unlock()
	victim, worst := 0, ^uint64(0)
	for at := 0; at < len(slots); at += t.words + 1 {
		data := slots[at+t.words]
		if data != 0 && slices.Equal(slots[at:at+t.words], key) {
			if bound >= int(data&0xff) {
				effort = max(effort, int(data>>effortShift&0xff))
				slots[at+t.words] = pack(bound, effort, generation)
			}
			return
		}
		if data == 0 {
			victim, worst = at, 0
			break
		}
		// older first, then by effort, then by bound
		if worth := data>>generationShift&0xff<<16 | data>>effortShift&0xff<<8 | data&0xff; worth < worst {
			victim, worst = at, worth
		}
	}
	copy(slots[victim:victim+t.words], key)
	slots[victim+t.words] = pack(bound, effort, generation)
}

func pack(bound, effort, generation int) uint64 {
	return takenBit | uint64(min(generation, 255))<<generationShift | uint64(min(effort, 255))<<effortShift | uint64(min(bound, mostKept))
}

// each calls f for all entries with at least the given effort.
func (t *transpositions) each(effort int, f func(key []uint64, bound, effort int)) {
	n := ways * (t.words + 1)
	for b := range int(t.buckets) {
		lock := &t.locks[b%len(t.locks)]
		lock.Lock()
		slots := t.slots[b*n : (b+1)*n]
		for at := 0; at < n; at += t.words + 1 {
			data := slots[at+t.words]
			if e := int(data >> effortShift & 0xff); data != 0 && e >= effort {
				f(slots[at:at+t.words], int(data&0xff), e)
			}
		}
		lock.Unlock()
	}
}
