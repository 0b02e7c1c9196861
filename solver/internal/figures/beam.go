package figures

import (
	"math/bits"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/bounds"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// A beam search for figures finds good lines fast. It proves nothing.
//
// From the start it keeps the best width positions of every layer, until one makes
// a figure or is found among the positions near the figures, which a plain search
// backwards has listed (perimeter). Score, the less the better: the bound on the
// moves left, and the hops of the cheapest assignment of men to holes as the
// prices see it, weighted. A filtered beam goes on from those of the best positions after
// which the next move can shorten that most ([layers.Reach]). What is selected depends on
// the set of successors alone, so the answer is the same with any number of workers.
type beam[W positions.Words] struct {
	*session.Run
	space     *layers.Space[W]
	perimeter []*layers.Layer[W] // [d]: positions d moves from the figures; nil if too many make one
	aims      []puzzles.Pattern  // the figures that it heads for
	options   beamOptions
	files     layers.BeamFiles[W]
	layers    []*layers.Layer[W]
}

type beamOptions struct {
	width  int
	limit  int // look only for lines shorter than this
	bound  int // weight of the bound
	prices int // weight of the prices

	// where beams are filtered:
	reach  int           // weight of what the next move can gain, in tenths
	shares layers.Shares // of the men in that
}

// beamProfiles are tried in this order in every round, where there is no reach.
var beamProfiles = []beamOptions{
	{bound: 2, prices: 1},
	{bound: 1, prices: 1},
	{bound: 8, prices: 1},
}

// filteredProfiles are those where there is a reach. (2026-11, 16×16: of width 64,000 the last
// makes 15 men a triangle and 13 a cross in 25 moves, the others in 26; of width 4,000 the
// first makes 19 men a hexagon in 25, and all with the reach of the last in 29.)
var filteredProfiles = []beamOptions{
	{bound: 2, prices: 1, reach: 8, shares: layers.WholeArmy},
	{bound: 1, prices: 1, reach: 8, shares: layers.WholeArmy},
	{bound: 1, prices: 1, reach: 12, shares: layers.Foremost},
}

// search returns a line shorter than the limit, or nil, and the size of the
// widest layer.
func (b *beam[W]) search() (line puzzles.Line, widest int, err error) {
	if line, widest, err = b.descend(); b.files.Doubtful(err) {
		b.files = layers.NewBeamFiles(b.Run, b.files.Journal)
		line, widest, err = b.descend()
	}
	return line, widest, err
}

func (b *beam[W]) descend() (line puzzles.Line, widest int, err error) {
	s := b.space
	p := s.Puzzle
	start := puzzles.Pattern{Men: p.Start}
	b.layers = []*layers.Layer[W]{layerOf(s, []positions.Bits{p.Start})}
	forward, _ := zonesOf(p)
	sw := layers.NewSweep(b.Run, s, forward, func() layers.Filter[W] {
		return &boundFilter[W]{bound: bounds.NewFigureBound[W](p, start, b.aims)}
	})
	scorers := make(chan *scorer[W], b.Workers)
	for range b.Workers {
		scorers <- newScorer(s, b.aims, b.options)
	}
	for d := 1; d < b.options.limit; d++ {
		for _, w := range sw.Workers {
			w.Filter.(*boundFilter[W]).left = b.options.limit - 1 - d
		}
		if err := b.Afford(); err != nil {
			return nil, widest, err
		}
		last := b.layers[d-1]
		b.Work += layers.BeamWork(last.Size(), s.HasReach())
		if known, err := b.files.Recall(d); known != nil || err != nil {
			if err != nil {
				return nil, widest, err
			}
			widest = max(widest, known.Size())
			b.layers = append(b.layers, known)
			continue
		}
		b.Enter(d, 0, last.Size())
		b.Hold(layers.BytesOf(b.layers), sw.Table.Bytes)
		if err := b.files.Expand(sw, b.layers, func() bool { return true }); err != nil {
			sw.Reset()
			return nil, widest, err
		}
		all, err := sw.Gather(layers.LastTwo(b.layers)...)
		if err != nil {
			return nil, widest, err
		}
		next, err := b.selectBest(all, scorers)
		if err != nil || next.Size() == 0 {
			return nil, widest, err
		}
		widest = max(widest, next.Size())
		b.layers = append(b.layers, next)
		if line, err := b.finish(next, d, scorers); line != nil || err != nil {
			return line, widest, err
		}
		if err := b.files.Keep(b.layers); err != nil {
			return nil, widest, err
		}
	}
	return nil, widest, nil
}

// selectBest keeps the best width positions, see [layers.Layer.Best], and of these those of
// the best reach.
func (b *beam[W]) selectBest(all *layers.Layer[W], scorers chan *scorer[W]) (*layers.Layer[W], error) {
	best, _, err := all.Best(b.Workers, b.options.width, func() (func(*W) int, func()) {
		j := <-scorers
		return j.score, func() { scorers <- j }
	})
	if err != nil || !b.space.HasReach() {
		return best, err
	}
	best, _, err = best.Best(b.Workers, layers.FilteredWidth(b.options.width), func() (func(*W) int, func()) {
		j := <-scorers
		return j.scoreWithReach, func() { scorers <- j }
	})
	return best, err
}

// finish returns a shortest line through layer d and the perimeter, nil if the
// two have no position in common.
func (b *beam[W]) finish(last *layers.Layer[W], d int, scorers chan *scorer[W]) (puzzles.Line, error) {
	if b.perimeter == nil {
		j := <-scorers
		defer func() { scorers <- j }()
		for _, shard := range last.Shards {
			for k := range shard {
				if j.bound.Load(&shard[k], &j.none); j.bound.Here() == 0 {
					forward, _ := zonesOf(b.space.Puzzle)
					return layers.LineTo(b.space, forward, b.layers, shard[k])
				}
			}
		}
		return nil, nil
	}
	for r := range min(len(b.perimeter), b.options.limit-d) {
		m := bothEnds[W]{Run: b.Run, space: b.space}
		forward, backward := zonesOf(b.space.Puzzle)
		m.sides[0] = &side[W]{Layered: layers.Layered[W]{Layers: b.layers}, zones: forward}
		m.sides[1] = &side[W]{Layered: layers.Layered[W]{Layers: b.perimeter[:r+1]}, zones: backward}
		met, err := m.meet()
		if err != nil {
			return nil, err
		}
		if len(met) > 0 {
			return m.line(met)
		}
	}
	return nil, nil
}

// scorer rates positions for a beam.
type scorer[W positions.Words] struct {
	bound   *bounds.FigureBound[W]
	figures []scored[W]
	options beamOptions
	reach   *layers.Reach[W]
	none    W
}

// scored is a figure that a beam heads for.
type scored[W positions.Words] struct {
	*bounds.PriceBound[W]
	worth [positions.MaxCells]int32 // of a cell: less its price
}

// Scores are in tenths of what prices count. The reach does not shorten by more than mostReach.
const (
	scoreUnit = 10
	mostReach = 1000
)

func newScorer[W positions.Words](s *layers.Space[W], aims []puzzles.Pattern, o beamOptions) *scorer[W] {
	p := s.Puzzle
	j := &scorer[W]{bound: bounds.NewFigureBound[W](p, puzzles.Pattern{Men: p.Start}, aims), options: o, reach: layers.NewReach(s, o.shares)}
	d := bounds.NewHopDistances(p)
	for _, g := range aims {
		f := scored[W]{PriceBound: bounds.NewPriceBound[W](d, p.Start, g.Men)}
		for c, phi := range f.Phi {
			f.worth[c] = -int32(phi)
		}
		j.figures = append(j.figures, f)
	}
	return j
}

// score is at least 0.
func (j *scorer[W]) score(w *W) int {
	return j.rate(w, func(*scored[W]) int { return 0 })
}

// scoreWithReach is score with what the next move can gain. It is at least 0, too.
func (j *scorer[W]) scoreWithReach(w *W) int {
	j.reach.Load(w)
	return j.rate(w, func(f *scored[W]) int {
		return mostReach - min(j.options.reach*j.reach.Of(&f.worth)/scoreUnit, mostReach)
	})
}

// rate is the bound and the prices of the figure that is nearest, where so much is added
// for each.
func (j *scorer[W]) rate(w *W, more func(*scored[W]) int) int {
	j.bound.Load(w, &j.none)
	least := 1 << 20
	for i := range j.figures {
		f := &j.figures[i]
		sum := f.Total
		for k := 0; k < len(*w); k++ {
			for m := (*w)[k]; m != 0; m &= m - 1 {
				sum += int(f.Phi[k<<6+bits.TrailingZeros64(m)])
			}
		}
		least = min(least, scoreUnit*j.options.prices*sum+more(f))
	}
	return max(scoreUnit*j.options.bound*j.bound.Here()+least, 0)
}
