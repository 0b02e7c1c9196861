package solver

import (
	"math/bits"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// A beam search for figures finds good lines fast. It proves nothing.
//
// From the start it keeps the best width positions of every layer, until one makes
// a figure or is found among the positions near the figures, which a plain search
// backwards has listed (perimeter). Score, the less the better: the bound on the
// moves left, and the hops of the cheapest assignment of men to holes as the
// prices see it, weighted. What is selected depends on the set of successors
// alone, so the answer is the same with any number of workers.
type figureBeam[W positions.Words] struct {
	*run
	space     *space[W]
	perimeter []*layer[W]       // [d]: positions d moves from the figures; nil if too many make one
	aims      []puzzles.Pattern // the figures that it heads for
	options   figureBeamOptions
	files     beamFiles[W]
	layers    []*layer[W]
}

type figureBeamOptions struct {
	width  int
	limit  int // look only for lines shorter than this
	bound  int // weight of the bound
	prices int // weight of the prices
}

// figureProfiles are tried in this order in every round.
var figureProfiles = []figureBeamOptions{
	{bound: 2, prices: 1},
	{bound: 1, prices: 1},
	{bound: 8, prices: 1},
}

// search returns a line shorter than the limit, or nil, and the size of the
// widest layer.
func (b *figureBeam[W]) search() (line puzzles.Line, widest int, err error) {
	if line, widest, err = b.descend(); b.files.doubtful(err) {
		b.files = newBeamFiles(b.run, b.files.journal)
		line, widest, err = b.descend()
	}
	return line, widest, err
}

func (b *figureBeam[W]) descend() (line puzzles.Line, widest int, err error) {
	s := b.space
	p := s.puzzle
	start := puzzles.Pattern{Men: p.Start}
	b.layers = []*layer[W]{layerOf(s, []positions.Bits{p.Start})}
	forward, _ := figureZones(p)
	sw := newSweep(b.run, s, forward, func() filter[W] {
		return &boundFilter[W]{bound: newFigureBound[W](p, start, b.aims)}
	})
	scorers := make(chan *scorer[W], b.workers)
	for range b.workers {
		scorers <- newScorer(s, b.aims, b.options)
	}
	for d := 1; d < b.options.limit; d++ {
		for _, w := range sw.workers {
			w.filter.(*boundFilter[W]).left = b.options.limit - 1 - d
		}
		last := b.layers[d-1]
		b.work += int64(last.size())
		if known, err := b.files.recall(d); known != nil || err != nil {
			if err != nil {
				return nil, widest, err
			}
			widest = max(widest, known.size())
			b.layers = append(b.layers, known)
			continue
		}
		b.enter(d, 0, last.size())
		b.hold(bytesOf(b.layers), sw.table.Bytes)
		if err := b.files.expand(sw, b.layers, func() bool { return true }); err != nil {
			sw.reset()
			return nil, widest, err
		}
		without := []*layer[W]{last}
		if d >= 2 {
			without = append(without, b.layers[d-2])
		}
		all, err := sw.gather(without...)
		if err != nil {
			return nil, widest, err
		}
		next, err := b.selectBest(all, scorers)
		if err != nil || next.size() == 0 {
			return nil, widest, err
		}
		widest = max(widest, next.size())
		b.layers = append(b.layers, next)
		if line, err := b.finish(next, d, scorers); line != nil || err != nil {
			return line, widest, err
		}
		if err := b.files.keep(b.layers); err != nil {
			return nil, widest, err
		}
	}
	return nil, widest, nil
}

// selectBest keeps the best width positions, among equals at the cut those that
// come first in the layer's order.
func (b *figureBeam[W]) selectBest(all *layer[W], scorers chan *scorer[W]) (*layer[W], error) {
	if all.size() <= b.options.width {
		return all, nil
	}
	scores := make([][]int32, cache.Shards)
	err := inShards(b.workers, func(i int) {
		j := <-scorers
		defer func() { scorers <- j }()
		scores[i] = make([]int32, len(all.shards[i]))
		for k := range all.shards[i] {
			scores[i][k] = int32(j.score(&all.shards[i][k]))
		}
	})
	if err != nil {
		return nil, err
	}
	var histogram [1 << 14]int
	for i := range scores {
		for _, score := range scores[i] {
			histogram[min(int(score), len(histogram)-1)]++
		}
	}
	cut, ties := 0, b.options.width
	for histogram[cut] <= ties {
		ties -= histogram[cut]
		cut++
	}
	for i := range all.shards {
		out := make([]W, 0, len(all.shards[i])/2)
		for k, score := range scores[i] {
			if int(score) > cut || int(score) == cut && ties == 0 {
				continue
			}
			if int(score) == cut {
				ties--
			}
			out = append(out, all.shards[i][k])
		}
		all.shards[i] = out
	}
	return all, nil
}

// finish returns a shortest line through layer d and the perimeter, nil if the
// two have no position in common.
func (b *figureBeam[W]) finish(last *layer[W], d int, scorers chan *scorer[W]) (puzzles.Line, error) {
	if b.perimeter == nil {
		j := <-scorers
		defer func() { scorers <- j }()
		for _, shard := range last.shards {
			for k := range shard {
				if j.bound.load(&shard[k], &j.none); j.bound.here() == 0 {
					forward, _ := figureZones(b.space.puzzle)
					return lineTo(b.space, forward, b.layers, shard[k])
				}
			}
		}
		return nil, nil
	}
	for r := range min(len(b.perimeter), b.options.limit-d) {
		m := bothEnds[W]{run: b.run, space: b.space}
		forward, backward := figureZones(b.space.puzzle)
		m.sides[0] = &side[W]{layered: layered[W]{layers: b.layers}, zones: forward}
		m.sides[1] = &side[W]{layered: layered[W]{layers: b.perimeter[:r+1]}, zones: backward}
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
	bound   *figureBound[W]
	prices  []*priceBound[W] // of each figure
	options figureBeamOptions
	none    W
}

func newScorer[W positions.Words](s *space[W], aims []puzzles.Pattern, o figureBeamOptions) *scorer[W] {
	p := s.puzzle
	j := &scorer[W]{bound: newFigureBound[W](p, puzzles.Pattern{Men: p.Start}, aims), options: o}
	d := newHopDistances(p)
	for _, g := range aims {
		j.prices = append(j.prices, newPriceBound[W](d, p.Start, g.Men))
	}
	return j
}

// score is at least 0.
func (j *scorer[W]) score(w *W) int {
	j.bound.load(w, &j.none)
	least := 1 << 20
	for _, b := range j.prices {
		sum := b.total
		for k := 0; k < len(*w); k++ {
			for m := (*w)[k]; m != 0; m &= m - 1 {
				sum += int(b.phi[k<<6+bits.TrailingZeros64(m)])
			}
		}
		least = min(least, sum)
	}
	return max(j.options.bound*j.bound.here()+j.options.prices*least, 0)
}
