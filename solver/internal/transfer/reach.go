package transfer

import (
	"math/bits"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
)

// A filtered beam search (Ow and Morton 1988) selects twice: the best width positions of a
// layer by what costs little to tell, and of these an eighth by what has to be looked for,
// here the rows that each man can gain in the next move. Chains need men that stand as
// ladders do, and those are built by moves that gain next to nothing: positions that have
// gained the same differ most in this (measured: rounds.go).
const filtered = 8

// shares are the weights, in tenths, of the rows that the men can gain, that of the man who
// gains most first: not all of them will be the next to move.
var shares = [...]int{10, 7, 5, 3, 2, 2, 1, 1}

// reach tells how far men can go in one move. It belongs to one goroutine.
type reach[W positions.Words] struct {
	space     *layers.Space[W]
	generator *positions.Generator
	ends      *positions.Ends[W]
}

// newReach returns one that knows of no zones: it rates positions, and any rating will do.
func newReach[W positions.Words](s *layers.Space[W]) *reach[W] {
	return &reach[W]{
		space:     s,
		generator: positions.NewGenerator(s.Table, nil, s.Puzzle.Count),
		ends:      positions.NewEnds[W](s.Table, nil, s.Puzzle.Count),
	}
}

// of returns the rows that the men can gain by their shares, in tenths of a row.
func (r *reach[W]) of(w *W) (sum int) {
	s, men := r.space, *w
	for k := 0; k < len(men); k++ {
		men[k] &= s.CellBits[k]
	}
	positions.Load(r.generator, &men)
	r.ends.Load(r.generator)
	var gaining [positions.MaxCells]uint8 // men, by the rows that they can gain
	for i, from := range r.generator.Men() {
		ends, most := &r.ends.Sets()[i], int32(0)
		for k := 0; k < len(*ends); k++ {
			for m := (*ends)[k]; m != 0; m &= m - 1 {
				most = max(most, s.Advance[k<<6+bits.TrailingZeros64(m)]-s.Advance[from])
			}
		}
		gaining[most]++
	}
	n := 0
	for rows := s.Top; rows > 0; rows-- {
		for range gaining[rows] {
			if n == len(shares) {
				return sum
			}
			sum += shares[n] * rows
			n++
		}
	}
	return sum
}

// work is what it takes to select and expand the positions of a layer, in positions
// expanded: one that was selected by reach stands for all that were asked.
func (b *beam[W]) work(l *layers.Layer[W]) int64 {
	if b.reaches == nil {
		return int64(l.Size())
	}
	return int64(l.Size()) * (1 + filtered)
}

// farthest returns the positions that score best with their reach.
func (b *beam[W]) farthest(all *layers.Layer[W]) (*layers.Layer[W], error) {
	best, _, err := all.Best(b.Workers, (b.options.width+filtered-1)/filtered, func() (func(*W) int, func()) {
		r := <-b.reaches
		return func(w *W) int {
			return max(0, scoreSlots-1-b.score(w)-b.options.reach*r.of(w)/scoreUnit)
		}, func() { b.reaches <- r }
	})
	return best, err
}
