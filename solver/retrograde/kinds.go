package retrograde

import "math/bits"

// kinds numbers the ways to mark some men of an army: where men are of two kinds, the
// armies of one set of cells differ by which men are marked. A pattern has bit i for
// the i-th man in the order of cells. Where all men are alike there is one way, 0.
type kinds struct {
	ways   int      // C(men, marked)
	marks  []uint64 // patterns by number
	number []uint32 // of a pattern
}

func newKinds(men, marked int) kinds {
	k := kinds{ways: choose(men, marked)}
	if marked == 0 {
		k.marks, k.number = []uint64{0}, []uint32{0}
		return k
	}
	k.number = make([]uint32, 1<<men)
	for p := range uint64(1) << men {
		if bits.OnesCount64(p) == marked {
			k.number[p] = uint32(len(k.marks))
			k.marks = append(k.marks, p)
		}
	}
	return k
}

// marked returns the men of a set that a pattern marks; bits of the pattern beyond its
// men do not count.
func marked(set, pattern uint64) (out uint64) {
	for ; set != 0 && pattern != 0; set &= set - 1 {
		if pattern&1 != 0 {
			out |= set & -set
		}
		pattern >>= 1
	}
	return out
}

// pattern undoes marked.
func pattern(set, marked uint64) (out uint64) {
	for m := marked; m != 0; m &= m - 1 {
		out |= 1 << bits.OnesCount64(set&(m&-m-1))
	}
	return out
}

// of returns the number of the way in which men of a set are marked.
func (k *kinds) of(set, marked uint64) int { return int(k.number[pattern(set, marked)]) }

// kind returns 1 for a marked man on a cell, else 0.
func kind(marked uint64, cell int) int { return int(marked >> (cell & 63) & 1) }
