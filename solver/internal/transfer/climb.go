package transfer

import (
	"fmt"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
)

// Which potential leaves least to search is found by trial: hill climbing by how many
// positions there are up to the middle that lose less than half by some distance, so that
// they are few. Those are the ones from which most others come. (15 men on the rhombus 9×9,
// 34 hops, super jumps: 33,633 positions lose 2 hops at most in place of 40,290, and so 7.9
// million lose 3, which are half, in place of 21.4; 2026-11.)
//
// It begins with the potential of the best prices. All it does follows from the puzzle and
// the length, so that an interrupted search comes to the same potential again.
const (
	fewHops      = 4       // that lines lose: then to know what was lost is little
	fewPositions = 1 << 18 // that may lose half: then there is little to win
	fewCounted   = 4_000   // positions that are counted for each potential
	mostClimbs   = 20      // rounds through all cells
)

// halfFor returns what midpoints are for a length, nil if they go by rows.
func (a *attack[W]) halfFor(length int) (half *losingHalf[W], err error) {
	if !a.byHalves(length) {
		return nil, nil
	}
	if half = a.halves[length]; half != nil {
		return half, nil
	}
	defer func() {
		if a.halves == nil {
			a.halves = map[int]*losingHalf[W]{}
		}
		if err == nil {
			a.halves[length] = half
		}
	}()
	work := a.Work
	defer func() { a.Work = work }() // an interrupted search would do it again
	c := &climb[W]{attack: a, length: length}
	c.sweep = layers.NewSweep(a.Run, a.space, nil, func() layers.Filter[W] { return c })
	half = newLosingHalf(a.space, a.potential)
	n, err := c.count(half, 0, fewPositions)
	if err != nil || n <= fewPositions {
		return half, err
	}
	err = a.phase("potential", func() (string, int, error) {
		from, to, err := c.climb(&half)
		return fmt.Sprintf("%d in place of %d positions lose little", to, from), 0, err
	})
	return half, err
}

// byHalves reports whether midpoints of a length go by what was lost, in place of rows: where
// lines lose some hops. Of the rhombus 8×8 with 15 men, which needs 29 by its assignment, a
// refutation of 31 and 32 by halves came to 23 million positions, and was not done, where rows
// leave 13 million. With eight directions rows say more where lines lose much: of 7×7 with 10 men
// halves leave 1,187,925 positions in place of 237,779 (super jumps, 2026-11).
func (a *attack[W]) byHalves(length int) bool {
	if a.potential == nil {
		return false
	}
	total := a.potential.Total(a.Puzzle().Start, a.Puzzle().Goal)
	lost := a.potential.Unit*length - total
	return lost >= fewHops*a.potential.Unit && (a.Puzzle().Board.Directions() <= 6 || 4*lost <= total)
}

// climb counts the positions that lose little.
type climb[W positions.Words] struct {
	*attack[W]
	length int
	sweep  *layers.Sweep[W]

	half  *losingHalf[W] // of the count in work
	depth int            // of the successors
	most  int            // that they may lose
}

// climb replaces half by one of which fewer positions lose little, and returns how many did
// before and do then.
func (c *climb[W]) climb(half **losingHalf[W]) (from, to int, err error) {
	step := max(1, (*half).potential.Unit/2)
	less := 0 // than half
	for from = fewCounted + 1; from > fewCounted && err == nil; {
		less += step
		from, err = c.count(*half, less, fewCounted)
	}
	best := from
	for range mostClimbs {
		better := false
		for cell := range c.space.Cells {
			if !c.prices.images.Least(cell) {
				continue
			}
			for _, change := range []int{-1, 1, -2, 2} {
				p := (*half).potential.With(cell, (*half).potential.Of[cell]+change, c.prices.distances, &c.prices.images)
				if p == nil || err != nil {
					continue
				}
				other := newLosingHalf(c.space, p)
				var n int
				if n, err = c.count(other, less, best-1); n < best {
					*half, best, better = other, n, true
				}
			}
			for best < fewCounted/8 && less > 0 && err == nil {
				n, e := c.count(*half, less-step, 3*fewCounted)
				if err = e; n > 3*fewCounted {
					break
				}
				less, from, best = less-step, n, n
			}
		}
		if !better || err != nil {
			break
		}
	}
	return from, best, err
}

// count returns how many positions up to the middle lose so much less than half, or a number
// above most.
func (c *climb[W]) count(half *losingHalf[W], less, most int) (n int, err error) {
	if c.half, c.most = half, half.all(c.length)/2-less; c.most < 0 {
		return 0, nil
	}
	l := layers.NewLayered(c.Run, c.space, nil)
	for c.depth = 1; c.depth <= c.length/2; c.depth++ {
		last := l.Layers[c.depth-1]
		stage := func() layers.Stage[W] { return layers.PlainStage(last, func() int64 { return 0 }) }
		if err := l.Step(c.sweep, c.depth, c.length, stage); err != nil {
			return 0, err
		}
		size := l.Layers[c.depth].Size()
		if n += size; n > most || size == 0 {
			break
		}
	}
	return n, nil
}

// Narrow implements [layers.Narrower].
func (c *climb[W]) Narrow(men []uint8, ends []W) { c.half.narrow(men, ends, c.depth, c.most, false) }

// Prune implements [layers.Filter].
func (c *climb[W]) Prune(*layers.Expander[W]) {}
