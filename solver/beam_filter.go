package solver

import (
	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
)

// beamFilter drops successors below the threshold and those that provably
// cannot be completed in time, and looks out for odd joins.
type beamFilter[W positions.Words] struct {
	*beam[W]
	classes *rowFilter
}

func (b *beam[W]) newFilter() *beamFilter[W] {
	f := &beamFilter[W]{beam: b}
	if b.bound != nil {
		f.classes = newDistanceFilter(b.bound)
	}
	return f
}

func (f *beamFilter[W]) prune(ex *expander[W]) {
	s, g := f.space, ex.generator
	men := g.Men()
	gain, paired, pairedM := -s.startGain, 0, 0
	for _, c := range men {
		gain += int(s.advance[c])
		if g.Has(s.turn[c]) {
			paired++
		}
		if g.Has(f.turnM[c]) {
			pairedM++
		}
	}
	threshold := int(f.threshold.Load())
	if f.classes != nil {
		f.classes.load(men)
	}
	out := ex.moves[:0]
	for _, m := range ex.moves {
		if m.Hops > 1 && s.puzzle.Count.EachHop() {
			continue // a chain that counts as more than one layer: left to other searches
		}
		after := gain + int(s.advance[m.To]-s.advance[m.From])
		if f.seekJoins && after >= f.images.lowest && after <= f.images.highest {
			f.lookForJoin(ex, m)
		}
		odd, off := 0, 0
		if f.penalty != 0 {
			odd = len(men) - max(
				paired+pairChange(g, &s.turn, m),
				pairedM+pairChange(g, &f.turnM, m))
			if s.marked {
				off = f.offMiddle(ex.markAfter(m))
			}
		}
		if f.rate(after, odd, off) < threshold {
			continue
		}
		if f.classes != nil && f.classes.after(m) > f.options.limit-1-f.depth {
			continue
		}
		out = append(out, m)
	}
	ex.moves = out
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

func (f *beamFilter[W]) lookForJoin(ex *expander[W], m positions.Move) {
	var e cache.Entry[W]
	ex.child(m, &e)
	if !f.images.mayHave(e.Hash) {
		return
	}
	image, key := f.space.turned(&e.Key)
	if met, _ := f.layers[f.depth-1].has(&image, key); !met { // in memory: no error
		return
	}
	f.mu.Lock()
	f.joins = append(f.joins, join[W]{x: ex.parent, odd: true, move: m, z: ex.moved(&ex.parent, m)})
	f.mu.Unlock()
}
