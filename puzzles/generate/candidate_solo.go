package generate

import (
	"math/rand/v2"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// mostJumps is the greatest number of jumps, and so of men less one, of the
// arrangements of solo.
const mostJumps = 22

// arrangement puts men on a cross by random jumps backwards from a hole of the
// goal: a man on the last hole of a jump goes back to its first, and the man that
// it jumped over comes back between them. Since every jump takes one man, and a
// move is at least one jump, no fewer jumps than moves are wanted.
func arrangement(r *rand.Rand, game *puzzles.Puzzle, jumps []positions.PegJump, o *Options) (*puzzles.Puzzle, bool) {
	holes := game.Goal.Cells()
	men := positions.BitsOf(holes[r.IntN(len(holes))])
	var ways []positions.PegJump
	for range randomJumps(r, o) {
		ways = ways[:0]
		for _, j := range jumps {
			if men.Has(j.To) && !men.Has(j.Over) && !men.Has(j.From) {
				ways = append(ways, j)
			}
		}
		if len(ways) == 0 {
			return nil, false
		}
		j := ways[r.IntN(len(ways))]
		men = men.Without(j.To).With(j.Over).With(j.From)
	}
	return game.From(men, positions.Bits{}), true
}

func randomJumps(r *rand.Rand, o *Options) int {
	most := min(max(o.MinMoves, min(2*o.MaxMoves, mostJumps)), o.masked().Len()-1)
	return o.MinMoves + r.IntN(most-o.MinMoves+1)
}

// mirrored grows a symmetric arrangement: from a random hole, by neighbours and
// their images under a reflection that keeps the goal. A walk backwards would have
// to stay symmetric all the time, or would hardly ever end so. Whether there is a
// solution the solver must find out; those are refused at once whose Reiss class
// is that of no hole of the goal, or that a short search proves to have none.
func mirrored(r *rand.Rand, game *puzzles.Puzzle, jumps []positions.PegJump, o *Options) (*puzzles.Puzzle, bool) {
	b := game.Board
	mirrors := mirrorsOf(b, game.Goal)
	if len(mirrors) == 0 {
		return nil, false
	}
	mirror := mirrors[r.IntN(len(mirrors))]
	may := o.masked()
	if may = may.And(mirror.Apply(may)); may.Len() == 0 {
		return nil, false
	}
	var men positions.Bits
	next := may.Cells()[r.IntN(may.Len())]
	for most := randomJumps(r, o) + 1; ; {
		men = men.With(next).With(mirror[next])
		var edge positions.Bits
		for _, c := range men.Cells() {
			for d := range b.Directions() {
				if n := b.Neighbour(c, d); n != positions.NoCell && may.Has(n) && !men.Has(n) && men.With(n).With(mirror[n]).Len() <= most {
					edge = edge.With(n)
				}
			}
		}
		cells := edge.Cells()
		if len(cells) == 0 {
			break
		}
		next = cells[r.IntN(len(cells))]
	}
	if !inClass(game, men) || hopeless(men, game.Goal, jumps) {
		return nil, false
	}
	return game.From(men, positions.Bits{}), true
}

// mirrorsOf are the reflections of a board that keep a set.
func mirrorsOf(b *positions.Board, set positions.Bits) (out []positions.Permutation) {
	for _, m := range b.Symmetries() {
		fixed := 0
		for c, d := range m {
			if positions.Cell(c) == d {
				fixed++
			}
		}
		if !m.IsIdentity() && fixed > 1 && m.Apply(set) == set {
			out = append(out, m)
		}
	}
	return out
}
