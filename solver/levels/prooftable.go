package levels

import (
	"math"
	"unsafe"

	"github.com/halma-solve/halma-solve/puzzles/contest"
)

// proofKey names a position for an attacker: all of its number, nothing else has the same.
type proofKey struct {
	code  uint64
	level uint16 // of the position, doubled, and 1 more for the first attacker, 2 for the second
}

// proofEntry is what is known of a position for an attacker: within how many turns it is
// proven and within how many disproven, which holds with more turns left, or with fewer,
// as well; and its numbers with so many turns left.
type proofEntry struct {
	proofKey         // level 0: the place is empty
	won      int16   // turns at least with which it is proven
	open     int16   // turns at most with which it is disproven, -1 for none
	left     int16   // turns with which it has the numbers, -1 for none
	age      uint16  // turns of the whole search that wrote it last
	effort   uint32  // nodes that were looked at below it
	numbers  numbers // unsettled
}

// proofBytes is what an entry takes.
const proofBytes = int64(unsafe.Sizeof(proofEntry{}))

// proofTable has the entries that fit into the memory. It grows as long as it may; from
// then on, where a new one has no place among its few, the one goes whose loss costs
// least: that with the smallest search below it, as most are small.
type proofTable struct {
	entries []proofEntry
	used    int
	limit   int   // entries that there may be
	bytes   int64 // taken at a time, at the most
	age     uint16
}

// proofPlaces are those where an entry may stand.
const proofPlaces = 4

// leastProofs is how many entries a table has at first.
const leastProofs = 1 << 10

// newProofTable makes a table for so many bytes, 512 MiB for 0.
func newProofTable(bytes int64) *proofTable {
	if bytes == 0 {
		bytes = 512 << 20
	}
	t := &proofTable{limit: max(int(bytes/proofBytes), leastProofs)}
	t.make(leastProofs)
	return t
}

// make makes room for about n entries; the old ones are there until they have moved.
func (t *proofTable) make(n int) {
	old := t.entries
	t.entries, t.used = make([]proofEntry, n/proofPlaces*proofPlaces), 0
	t.bytes = int64(len(old)+len(t.entries)) * proofBytes
	for i := range old {
		if old[i].level == 0 {
			continue
		}
		if e := t.place(old[i].proofKey, old[i].effort); e != nil {
			*e = old[i]
		}
	}
}

// places are those where a key may stand.
func (t *proofTable) places(k proofKey) []proofEntry {
	mixed := (k.code ^ uint64(k.level)<<48) * 0x9e3779b97f4a7c15
	i := int((mixed^mixed>>32)%uint64(len(t.entries)/proofPlaces)) * proofPlaces
	return t.entries[i : i+proofPlaces]
}

// get returns the numbers of a position with so many turns left.
func (t *proofTable) get(k proofKey, left int16) (numbers, bool) {
	places := t.places(k)
	for i := range places {
		if e := &places[i]; e.proofKey == k {
			switch {
			case left >= e.won:
				return proven, true
			case left <= e.open:
				return disproven, true
			}
			return e.numbers, left == e.left
		}
	}
	return numbers{}, false
}

// put notes the numbers of a position with so many turns left, after so many nodes.
func (t *proofTable) put(k proofKey, left int16, n numbers, nodes int64) {
	if n := min(2*len(t.entries), t.limit-len(t.entries)); 4*t.used > 3*len(t.entries) && n > len(t.entries) {
		t.make(n)
	}
	e := t.place(k, uint32(min(nodes, math.MaxUint32)))
	if e == nil {
		return
	}
	if e.proofKey != k {
		*e = proofEntry{proofKey: k, won: math.MaxInt16, open: -1, left: -1}
	}
	switch n {
	case proven:
		e.won = min(e.won, left)
	case disproven:
		e.open = max(e.open, left)
	default:
		e.left, e.numbers = left, n
	}
	e.age, e.effort = t.age, uint32(min(int64(e.effort)+nodes, math.MaxUint32))
}

// place returns the place of a key: its own, an empty one, or that of the entry which costs
// least; nil if there is none for a key that was not searched below.
func (t *proofTable) place(k proofKey, effort uint32) (best *proofEntry) {
	least := uint32(math.MaxUint32)
	places := t.places(k)
	for i := range places {
		e := &places[i]
		if e.proofKey == k {
			return e
		}
		if e.level == 0 {
			t.used++
			return e
		}
		if cost := t.cost(e); best == nil || cost < least {
			best, least = e, cost
		}
	}
	if effort == 0 && least > 0 {
		return nil
	}
	return best
}

// cost is what the loss of an entry costs. What a search with fewer turns has left says
// little to this one, unless it is a proof.
func (t *proofTable) cost(e *proofEntry) uint32 {
	if e.age != t.age && e.won > contest.MaxTurns {
		return e.effort / 8
	}
	return e.effort
}
