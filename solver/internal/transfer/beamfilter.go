package transfer

import (
	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/solver/internal/bounds"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
)

// beamFilter drops successors below the threshold and those that provably
// cannot be completed in time, and looks out for odd joins.
type beamFilter[W positions.Words] struct {
	*beam[W]
	classes   *bounds.RowFilter
	diagonals *bounds.DiagonalBound // may be nil
	ahead     []W                   // by row: the cells on it and on the rows beyond, none after the last
}

func (b *beam[W]) newFilter() *beamFilter[W] {
	f := &beamFilter[W]{beam: b, ahead: make([]W, b.space.Top+2)}
	for c := range b.space.Cells {
		for row := range f.ahead[:b.space.Advance[c]+1] {
			positions.Flip(&f.ahead[row], uint8(c))
		}
	}
	if b.diagonals != nil {
		own := *b.diagonals
		f.diagonals = &own
	}
	if b.bound != nil {
		f.classes = bounds.NewDistanceFilter(b.bound)
	}
	return f
}

// Narrow drops moves after which too few rows are gained: for a score of the threshold if
// no other term lowers it, and to meet an image.
func (f *beamFilter[W]) Narrow(men []uint8, ends []W) {
	s := f.space
	gain := -s.StartGain
	for _, c := range men {
		gain += int(s.Advance[c])
	}
	threshold := int(f.threshold.Load())
	rows := -s.Top // that a move has to gain
	for rows <= s.Top && f.rate(gain+rows, 0, 0, 0) < threshold {
		rows++
	}
	if f.seekJoins {
		rows = min(rows, f.images.Lowest-gain)
	}
	for i, c := range men {
		ahead := &f.ahead[min(max(0, int(s.Advance[c])+rows), s.Top+1)]
		for k := 0; k < len(ends[i]); k++ {
			ends[i][k] &= (*ahead)[k]
		}
	}
}

func (f *beamFilter[W]) Prune(ex *layers.Expander[W]) {
	s, g := f.space, ex.Generator
	men := g.Men()
	gain, paired, pairedM := -s.StartGain, 0, 0
	for _, c := range men {
		gain += int(s.Advance[c])
		if g.Has(s.Turn[c]) {
			paired++
		}
		if g.Has(f.turnM[c]) {
			pairedM++
		}
	}
	threshold := int(f.threshold.Load())
	if f.classes != nil {
		f.classes.Load(men)
	}
	if f.diagonals != nil {
		f.diagonals.LoadMen(men)
	}
	out := ex.Moves[:0]
	for _, m := range ex.Moves {
		if m.Hops > 1 && s.Puzzle.Count.EachHop() {
			continue // a chain that counts as more than one layer: left to other searches
		}
		after := gain + int(s.Advance[m.To]-s.Advance[m.From])
		if f.seekJoins && after >= f.images.Lowest && after <= f.images.Highest {
			f.lookForJoin(ex, m)
		}
		odd, off := 0, 0
		if f.penalty != 0 {
			odd = len(men) - max(
				paired+pairChange(g, &s.Turn, m),
				pairedM+pairChange(g, &f.turnM, m))
			if s.Marked {
				off = f.offMiddle(ex.MarkAfter(m))
			}
		}
		lost := 0
		if f.diagonals != nil {
			rest := f.diagonals.RestAfter(m)
			if bounds.HopsFor(rest) > f.options.limit-1-f.depth {
				continue
			}
			lost = f.lost(rest, after)
		}
		if f.rate(after, lost, odd, off) < threshold {
			continue
		}
		if f.classes != nil && f.classes.After(m) > f.options.limit-1-f.depth {
			continue
		}
		out = append(out, m)
	}
	ex.Moves = out
}

// pairChange returns by how much a move changes the number of men whose place
// under the involution s is taken, too.
func pairChange(g *positions.Generator, s *[positions.MaxCells]uint8, m positions.Move) int {
	d := 0
	if s[m.From] == m.From {
		d--
	} else if g.Has(s[m.From]) {
		d -= 2
	}
	if s[m.To] == m.To {
		d++
	} else if s[m.To] != m.From && g.Has(s[m.To]) {
		d += 2
	}
	return d
}

func (f *beamFilter[W]) lookForJoin(ex *layers.Expander[W], m positions.Move) {
	var e cache.Entry[W]
	ex.Child(m, &e)
	if !f.images.MayHave(e.Hash) {
		return
	}
	image, key := f.space.Turned(&e.Key)
	if met, _ := f.layers[f.depth-1].Has(&image, key); !met { // in memory: no error
		return
	}
	f.mu.Lock()
	f.joins = append(f.joins, join[W]{x: ex.Parent, odd: true, move: m, z: ex.Moved(&ex.Parent, m)})
	f.mu.Unlock()
}
