package generate

import (
	"math/bits"
	"slices"

	"github.com/halma-solve/halma-solve/positions"
)

// pegs is a cross as the searches of solo here see it: a set of holes is a word,
// bit c for cell c. It does not change and is shared.
type pegs struct {
	all    []pegStep
	ahead  [64][]pegStep // by the hole of the man that jumps
	behind [64][]pegStep // jumps taken back, by the hole that they ended on
}

// pegStep is a jump, or a jump taken back: possible if the holes of mask hold men
// just on those of before, it turns all of them round.
type pegStep struct {
	mask, before uint64
	from, to     uint8 // the man's holes
}

func newPegs(b *positions.Board) *pegs {
	p := &pegs{}
	for _, j := range positions.PegJumps(b) {
		from, over, to := uint64(1)<<j.From, uint64(1)<<j.Over, uint64(1)<<j.To
		p.all = append(p.all, pegStep{from | over | to, from | over, uint8(j.From), uint8(j.To)})
		p.ahead[j.From] = append(p.ahead[j.From], pegStep{from | over | to, from | over, uint8(j.From), uint8(j.To)})
		p.behind[j.To] = append(p.behind[j.To], pegStep{from | over | to, to, uint8(j.To), uint8(j.From)})
	}
	return p
}

// pegEnd is a position within a move and the hole of the moving man.
type pegEnd struct {
	men  uint64
	hole uint8
}

// pegMoves lists what one move makes of positions. It belongs to one goroutine.
type pegMoves struct{ ends []pegEnd }

// after lists the positions that moves make of men, or that moves made men of. By
// different men the same may come twice. Positions that keep refuses are neither
// listed nor gone on from; nil refuses none. The list is valid until the next call.
//
// What keep refuses must be so that what moves make of it is refused, too.
func (m *pegMoves) after(steps *[64][]pegStep, men uint64, keep func(uint64) bool) []pegEnd {
	m.ends = m.ends[:0]
	for rest := men; rest != 0; rest &= rest - 1 {
		first := len(m.ends)
		m.step(steps, pegEnd{men, uint8(bits.TrailingZeros64(rest))}, first, keep)
		for i := first; i < len(m.ends); i++ {
			m.step(steps, m.ends[i], first, keep)
		}
	}
	return m.ends
}

// step makes one jump more. A man's chains begin at first of the list.
func (m *pegMoves) step(steps *[64][]pegStep, at pegEnd, first int, keep func(uint64) bool) {
	for i := range steps[at.hole] {
		s := &steps[at.hole][i]
		if at.men&s.mask != s.before {
			continue
		}
		end := pegEnd{at.men ^ s.mask, s.to}
		if (keep == nil || keep(end.men)) && !slices.Contains(m.ends[first:], end) {
			m.ends = append(m.ends, end)
		}
	}
}

// paths calls visit with every move from men, each path of cells one of its own,
// and the position after it, until that returns false. The path is valid during
// the call.
func (p *pegs) paths(men uint64, visit func(after uint64, path []positions.Cell) bool) {
	path := make([]positions.Cell, 0, 32)
	var follow func(men uint64) bool
	follow = func(men uint64) bool {
		for _, s := range p.ahead[path[len(path)-1]] {
			if men&s.mask != s.before {
				continue
			}
			path = append(path, positions.Cell(s.to))
			if !visit(men^s.mask, path) || !follow(men^s.mask) {
				return false
			}
			path = path[:len(path)-1]
		}
		return true
	}
	for rest := men; rest != 0; rest &= rest - 1 {
		if path = append(path[:0], positions.Cell(bits.TrailingZeros64(rest))); !follow(men) {
			return
		}
	}
}
