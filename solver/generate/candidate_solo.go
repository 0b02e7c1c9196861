package generate

import (
	"math/rand/v2"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// mostJumps is the greatest number of jumps, and so of men less one, of the
// arrangements of the english cross; those of greater boards, of which no table
// says what can be won, have fewer.
const mostJumps, mostJumpsElsewhere = 28, 22

// walks is how often a walk begins anew that comes to a position from which no jump
// leads back. Of 28 jumps on the english cross one in 30 comes to its end.
const walks = 200

// arrangement puts men on a cross by random jumps backwards from a hole of the
// goal: a man on the last hole of a jump goes back to its first, and the man that
// it jumped over comes back between them. Since every jump takes one man, and a
// move is at least one jump, no fewer jumps than moves are wanted.
func arrangement(r *rand.Rand, game *puzzles.Puzzle, p *pegs, o *Options) (*puzzles.Puzzle, bool) {
	holes := game.Goal.Cells()
	jumps := randomJumps(r, o)
	for range walks {
		if men, ok := p.walkBack(r, 1<<holes[r.IntN(len(holes))], jumps); ok {
			return game.From(positions.Bits{men}, positions.Bits{}), true
		}
	}
	return nil, false
}

// walkBack makes random jumps backwards. It is false if there are none before all
// are made.
func (p *pegs) walkBack(r *rand.Rand, men uint64, jumps int) (uint64, bool) {
	var ways [4 * positions.MaxDrawn]uint64
	for range jumps {
		n := 0
		for i := range p.all {
			if s := &p.all[i]; (men^s.before)&s.mask == s.mask {
				ways[n] = s.mask
				n++
			}
		}
		if n == 0 {
			return 0, false
		}
		men ^= ways[r.IntN(n)]
	}
	return men, true
}

func randomJumps(r *rand.Rand, o *Options) int {
	most := mostJumps
	if o.Game.Board.Len() > tableHoles {
		most = mostJumpsElsewhere
	}
	most = min(max(o.MinMoves, min(2*o.MaxMoves, most)), o.masked().Len()-1)
	return o.MinMoves + r.IntN(most-o.MinMoves+1)
}

// mirrored grows a symmetric arrangement: from a random hole, by neighbours and
// their images under a reflection that keeps the goal. A walk backwards would have
// to stay symmetric all the time, or would hardly ever end so. Whether there is a
// solution is found out later; those are refused at once whose Reiss class is that
// of no hole of the goal, or that a short search proves to have none.
func mirrored(r *rand.Rand, game *puzzles.Puzzle, p *pegs, o *Options) (*puzzles.Puzzle, bool) {
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
	if !inClass(game, men) || p.provenDead(men[0], game.Goal[0]) {
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
