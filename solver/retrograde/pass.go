package retrograde

import "math/bits"

// passes are the turns of a side that has no other and is not under the clearing duty.
// They change no army, so taking one back changes none either.
type passes struct{}

func (passes) count(r *row, mine uint64) int {
	if r.hard(mine, 0) {
		return 0
	}
	for m := mine; m != 0; m &= m - 1 {
		if r.targets(bits.TrailingZeros64(m), mine&^(m&-m), 0, false) != 0 {
			return 0
		}
	}
	return 1
}

func (p passes) after(dst []armies, r *row, mine uint64) []armies {
	if p.count(r, mine) == 0 {
		return dst
	}
	return append(dst, armies{mine, r.theirs})
}

func (p passes) before(dst []armies, r *row, mine uint64) []armies { return p.after(dst, r, mine) }
