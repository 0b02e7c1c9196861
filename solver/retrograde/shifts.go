package retrograde

import (
	"math/bits"

	"github.com/halma-solve/halma-solve/positions"
)

// shift takes the cells of a set that have a neighbour so far on, or back, to it.
type shift struct {
	cells uint64
	by    int
	back  bool
}

// of returns where the shift takes a set.
func (s *shift) of(set uint64) uint64 {
	if s.back {
		return set & s.cells >> (s.by & 63)
	}
	return set & s.cells << (s.by & 63)
}

// newShifts lists what makes all neighbours of a set.
func newShifts(b *positions.Board) (out []shift) {
	at := map[int]int{}
	for c := range positions.Cell(b.Len()) {
		for d := range b.Directions() {
			n := b.Neighbour(c, d)
			if n == positions.NoCell {
				continue
			}
			by := int(n) - int(c)
			i, ok := at[by]
			if !ok {
				i = len(out)
				at[by] = i
				out = append(out, shift{by: max(by, -by), back: by < 0})
			}
			out[i].cells |= 1 << c
		}
	}
	return out
}

// neighbours returns the cells next to one of a set.
func (k *kernel) neighbours(set uint64) (out uint64) {
	for i := range k.shifts {
		out |= k.shifts[i].of(set)
	}
	return out
}

// steps returns how many steps lead from one of some cells to one of others.
func (k *kernel) steps(from, to uint64) (n int) {
	for i := range k.shifts {
		n += bits.OnesCount64(k.shifts[i].of(from) & to)
	}
	return n
}

// jumpShift is all jumps over a cell so far on to one so far on, and back.
type jumpShift struct {
	cells      uint64 // where they begin
	over, land int
}

// newJumpShifts lists what makes all short jumps.
func (k *kernel) newJumpShifts() (out []jumpShift) {
	at := map[[2]int]int{}
	for c := range k.adj {
		for m := k.adj[c] & (anywhere << c); m != 0; m &= m - 1 {
			over := bits.TrailingZeros64(m)
			if k.land[c<<6|over] == 0 {
				continue
			}
			by := [2]int{over - c, bits.TrailingZeros64(k.land[c<<6|over]) - c}
			i, ok := at[by]
			if !ok {
				i = len(out)
				at[by] = i
				out = append(out, jumpShift{over: by[0], land: by[1]})
			}
			out[i].cells |= 1 << c
		}
	}
	return out
}

// of returns the cells between which there are such jumps while men stand on occ: the
// lower ones, of those given, and the upper ones.
func (j *jumpShift) of(occ, cells uint64) (lower, upper uint64) {
	lower = cells & j.cells &^ occ & (occ >> (j.over & 63)) &^ (occ >> (j.land & 63))
	return lower, lower << (j.land & 63)
}

// count returns how many of the jumps between these lower cells and the upper ones lead
// from one of some cells to one of others.
func (j *jumpShift) count(lower, from, to uint64) int {
	return bits.OnesCount64(lower&from&(to>>(j.land&63))) + bits.OnesCount64(lower&to&(from>>(j.land&63)))
}
