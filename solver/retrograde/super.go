package retrograde

import (
	"math/bits"

	"github.com/halma-solve/halma-solve/positions"
)

// longJumps are the jumps over a man at any distance. They can be taken back like
// short ones: the distances on both sides of the man are equal.
type longJumps struct {
	from [64][]longJump // by the cell where they begin
}

// longJump is a jump between two cells, in either direction.
type longJump struct {
	over  uint64 // the man
	empty uint64 // the cells that must be empty: those between, and where it leads
	ends  uint64 // both
}

func newLongJumps(b *positions.Board) *longJumps {
	l := new(longJumps)
	for c := range positions.Cell(b.Len()) {
		for d := range b.Directions() {
			var before uint64 // the cells between c and the man
			over := b.Neighbour(c, d)
			for distance := 1; over != positions.NoCell; distance++ {
				land, behind := over, uint64(0)
				for range distance {
					if land != positions.NoCell {
						if land = b.Neighbour(land, d); land != positions.NoCell {
							behind |= 1 << land
						}
					}
				}
				if land == positions.NoCell {
					break
				}
				j := longJump{over: 1 << over, empty: before | behind, ends: 1<<c | 1<<land}
				l.from[c] = append(l.from[c], j)
				before |= 1 << over
				over = b.Neighbour(over, d)
			}
		}
	}
	return l
}

// chain returns the cells that a man on c reaches by jumps while all other men stand
// on occ and it touches no cell but those allowed.
func (l *longJumps) chain(c int, occ, allowed uint64) uint64 {
	start := uint64(1) << (c & 63)
	seen, todo := start|^allowed, start
	for todo != 0 {
		at := bits.TrailingZeros64(todo) & 63
		todo &= todo - 1
		for i := range l.from[at] {
			if j := &l.from[at][i]; occ&j.over != 0 && occ&j.empty == 0 {
				land := j.ends &^ seen
				seen |= land
				todo |= land
			}
		}
	}
	return seen &^ (start | ^allowed)
}
