package transfer

import (
	"math/bits"
	"sync"
	"sync/atomic"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/bounds"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// A symmetric beam search finds good lines fast. It proves nothing.
//
// Let σ be the symmetry that swaps start and goal. Moves can be taken back, so
// a position X that is d moves from the start is joined to the goal by the d
// moves of σX read backwards. The beam therefore searches from the start only,
// keeps the best positions of every layer, and is done when the layers meet
// their own images:
//
//	even  X and σX both in layer d:                        2d moves
//	odd   X in layer d, a move X → Z, σZ in layer d:       2d+1 moves
//
// For the odd case Z need not have been kept: every successor that is generated
// is looked up.
//
// Score: rows gained, less what will be lost where DiagonalBound knows of that (2026-11:
// hops of 13 and 19 men over 16×16, width 20,000: 87 and 121, 89 and 124 without);
// towards the middle, less a term that grows with the depth for each man of X without a
// counterpart in σX (or in its mirror image), since only positions near their own image
// can meet it. A marked man counts for up to
// half a man more, the farther it is from the middle row, where its image would be
// in the same row (2026-11, 13 men on 16×16, width 4,000: 42 moves, 44 without;
// elsewhere no difference). Where chains count as one move the best positions of a layer
// are asked for what the next move can gain, too ([layers.Reach]). Beam search: Bisiani 1987. A
// position that may be kept is never lost to the order of the workers: what is
// selected depends on the set of successors alone.
//
// Memory: the layers (width × depth positions, an eighth of that with reach) and one table
// of about twice the width.
//
// Under booklet rules no turn leads out of the goal or into the start, so both
// halves obey the arrival rule in both directions of reading.

// beamOptions shape one beam search.
type beamOptions struct {
	width  int  // positions of a layer that score best
	limit  int  // look only for lines shorter than this
	losses bool // by what hops lose, which has no onset and weight
	onset  int  // percent of half the gain at which the symmetry term sets in
	weight int  // of the term, in tenths of a row for each odd man and layer
	reach  int  // weight of what the next move can gain, in tenths; 0: it is not asked
}

// Scores are in tenths of a row, moved up so that none is negative.
const (
	scoreUnit  = 10
	scoreBase  = 4096
	scoreSlots = 1 << 14
)

type beam[W positions.Words] struct {
	*session.Run
	space     *layers.Space[W]
	options   beamOptions
	bound     *bounds.Projection    // may be nil
	diagonals *bounds.DiagonalBound // may be nil
	zones     *positions.Zones
	reaches   chan *layers.Reach[W] // that are not in use, one for each worker; nil if not asked
	files     layers.BeamFiles[W]
	layers    []*layers.Layer[W]
	turnM     [positions.MaxCells]uint8 // σ after the axis mirror

	// of the layer in work
	depth     int
	penalty   int  // tenths of a row for each man without counterpart
	seekJoins bool // look successors up in the image of the last layer
	threshold atomic.Int64
	histogram [scoreSlots]atomic.Int64
	fresh     atomic.Int64
	images    layers.Bloom // keys of the images of the last layer
	mu        sync.Mutex
	joins     []join[W]
}

// newBeam returns a beam that keeps its layers in j, which may be nil.
func newBeam[W positions.Words](r *session.Run, s *layers.Space[W], p *bounds.Projection, d *bounds.DiagonalBound, j *layers.Journal[W], o beamOptions) *beam[W] {
	b := &beam[W]{Run: r, space: s, options: o, bound: p, diagonals: d, zones: openZones(s.Puzzle), files: layers.NewBeamFiles(r, j)}
	for c := range s.Cells {
		b.turnM[c] = s.Turn[s.Mirror[c]]
	}
	if o.reach > 0 {
		b.reaches = make(chan *layers.Reach[W], r.Workers)
		for range r.Workers {
			b.reaches <- layers.NewReach(s, layers.WholeArmy)
		}
	}
	return b
}

// openZones returns the restrictions under which a line and its mirrored
// reversal are both legal.
func openZones(p *puzzles.Puzzle) *positions.Zones {
	if !p.Arrival.KeepsGoal() {
		return nil
	}
	return positions.NewZones(p.Start, p.Goal, true, true)
}

// search runs the beam until it meets itself. It returns the line found, nil if
// there is none below the limit, and the size of the widest layer.
func (b *beam[W]) search() (line puzzles.Line, widest int, err error) {
	if line, widest, err = b.descend(); b.files.Doubtful(err) {
		again := newBeam(b.Run, b.space, b.bound, b.diagonals, b.files.Journal, b.options)
		line, widest, err = again.descend()
		b.layers = again.layers
	}
	return line, widest, err
}

func (b *beam[W]) descend() (line puzzles.Line, widest int, err error) {
	start, key := b.space.Canonical(b.space.Start)
	b.layers = []*layers.Layer[W]{layers.Singleton(start, key)}
	sw, onset := b.sweep(), 0
	for d := 0; 2*d+1 < b.options.limit; d++ {
		if err := b.Afford(); err != nil {
			return nil, widest, err
		}
		last := b.layers[d]
		lowest, highest := b.gains(last)
		if onset == 0 && highest*100 >= b.space.TotalGain/2*b.options.onset {
			onset = d + 1
		}
		b.Work += layers.BeamWork(last.Size(), b.reaches != nil)
		if known, err := b.files.Recall(d + 1); known != nil || err != nil {
			if err != nil {
				return nil, widest, err
			}
			widest = max(widest, known.Size())
			b.layers = append(b.layers, known)
			continue
		}
		if err := b.aim(last, d, onset, lowest, highest); err != nil {
			return nil, widest, err
		}
		b.Enter(d+1, (b.options.limit-1)/2, last.Size())
		b.Hold(b.bytes(), sw.Table.Bytes)
		// A table beside which halves have met already is not saved: their meetings
		// would have to be, too.
		if err := b.files.Expand(sw, b.layers, func() bool { return len(b.joins) == 0 }); err != nil {
			sw.Reset()
			return nil, widest, err
		}
		if len(b.joins) > 0 {
			line, err := b.assemble(d)
			return line, widest, err
		}
		if 2*(d+1) >= b.options.limit {
			return nil, widest, nil
		}
		next, err := b.selectBest(sw)
		if err != nil || next.Size() == 0 {
			return nil, widest, err
		}
		widest = max(widest, next.Size())
		b.layers = append(b.layers, next)
		if err := b.meetItself(next); err != nil {
			return nil, widest, err
		}
		if len(b.joins) > 0 {
			line, err := b.assemble(d + 1)
			return line, widest, err
		}
		if err := b.files.Keep(b.layers); err != nil {
			return nil, widest, err
		}
	}
	return nil, widest, nil
}

// sweep returns what makes layers: the positions that score best.
func (b *beam[W]) sweep() *layers.Sweep[W] {
	sw := layers.NewSweep(b.Run, b.space, b.zones, func() layers.Filter[W] { return b.newFilter() })
	sw.Fresh = func(e *cache.Entry[W]) { b.note(b.score(&e.Key)) }
	sw.Keep = func(w *W) bool { return int64(b.score(w)) >= b.threshold.Load() }
	return sw
}

// aim prepares the expansion of the last layer, at depth d, whose positions gain
// lowest … highest rows. The symmetry term has set in at depth onset, if that is not
// 0.
func (b *beam[W]) aim(last *layers.Layer[W], d, onset, lowest, highest int) error {
	b.depth, b.penalty = d+1, 0
	if onset > 0 {
		b.penalty = b.options.weight * (d + 2 - onset)
	}
	b.resetHistogram()
	// A successor Z with σZ in this layer gains between total−highest and
	// total−lowest; one move lifts its man by at most the height of the board.
	b.seekJoins = 2*highest+b.space.Top >= b.space.TotalGain
	if !b.seekJoins {
		return nil
	}
	return b.imageLast(last, lowest, highest)
}

func (b *beam[W]) bytes() int64 { return layers.BytesOf(b.layers) + b.images.Bytes() }

// score rates a position of the layer in work.
func (b *beam[W]) score(w *W) int {
	var cells [positions.MaxCells]uint8
	men, paired, pairedM, gain := 0, 0, 0, -b.space.StartGain
	for k := 0; k < len(*w); k++ {
		for m := (*w)[k] & b.space.CellBits[k]; m != 0; m &= m - 1 {
			c := k<<6 + bits.TrailingZeros64(m)
			cells[men] = uint8(c)
			men++
			gain += int(b.space.Advance[c])
			paired += layers.Has(w, b.space.Turn[c])
			pairedM += layers.Has(w, b.turnM[c])
		}
	}
	lost, off := 0, 0
	if b.diagonals != nil {
		of := *b.diagonals
		of.LoadMen(cells[:men])
		lost = b.lost(of.Rest(), gain)
	}
	if b.space.Marked {
		off = b.offMiddle(b.space.Mark(w))
	}
	return b.rate(gain, lost, men-max(paired, pairedM), off)
}

// lost returns what will be lost, after so many rows were gained, if rest rows are to be
// gained and lost.
func (b *beam[W]) lost(rest, gain int) int { return rest - (b.space.TotalGain - gain) }

// offMiddle is twice the number of rows between a cell and the middle row.
func (b *beam[W]) offMiddle(c uint8) int {
	d := 2*int(b.space.Advance[c]) - b.space.Top
	return max(d, -d)
}

// rate combines the rows gained, counted up to half of all towards the middle, those that
// will be lost by diagonals, the number of men without counterpart, and how far the marked
// man is off the middle.
func (b *beam[W]) rate(gain, lost, odd, off int) int {
	if b.penalty == 0 {
		return max(0, scoreBase+scoreUnit*(gain-lost))
	}
	return max(0, scoreBase+scoreUnit*(min(gain, (b.space.TotalGain+1)/2)-lost)-b.penalty*odd-b.penalty*off/(2*b.space.Top))
}

func (b *beam[W]) resetHistogram() {
	for i := range b.histogram {
		b.histogram[i].Store(0)
	}
	b.fresh.Store(0)
	b.threshold.Store(0)
}

// note counts a new position of the given score. Now and then it raises the
// threshold to the greatest score that width positions reach: none below it can
// be selected any more.
func (b *beam[W]) note(score int) {
	b.histogram[score].Add(1)
	if n := b.fresh.Add(1); n%1024 != 0 || n < int64(b.options.width) {
		return
	}
	t, _ := b.cut()
	for {
		old := b.threshold.Load()
		if int64(t) <= old || b.threshold.CompareAndSwap(old, int64(t)) {
			return
		}
	}
}

// cut returns the greatest score that at least width noted positions reach (0
// if there are fewer), and how many score more.
func (b *beam[W]) cut() (score, above int) {
	n := 0
	for t := scoreSlots - 1; t > 0; t-- {
		here := int(b.histogram[t].Load())
		if n+here >= b.options.width {
			return t, n
		}
		n += here
	}
	return 0, n
}

// selectBest makes the next layer of what the sweep generated: the best width
// positions, among equals at the cut those that come first in the layer's order, and of
// these those of the best reach.
func (b *beam[W]) selectBest(sw *layers.Sweep[W]) (*layers.Layer[W], error) {
	t, above := b.cut()
	b.threshold.Store(int64(t))
	all, err := sw.Gather(layers.LastTwo(b.layers)...)
	if err != nil {
		return nil, err
	}
	ties := b.options.width - above
	for i := range all.Shards {
		out := all.Shards[i][:0]
		for k := range all.Shards[i] {
			w := &all.Shards[i][k]
			score := b.score(w)
			if score < t {
				continue
			}
			if score == t {
				if ties == 0 {
					continue
				}
				ties--
			}
			out = append(out, *w)
		}
		all.Shards[i] = append([]W(nil), out...)
	}
	if b.reaches == nil {
		return all, nil
	}
	return b.farthest(all)
}

func (b *beam[W]) gains(l *layers.Layer[W]) (lowest, highest int) {
	lowest = 1 << 30
	for _, shard := range l.Shards {
		for k := range shard {
			g := b.space.Gain(&shard[k])
			lowest, highest = min(lowest, g), max(highest, g)
		}
	}
	return lowest, highest
}

// farthest returns the positions that score best with their reach.
func (b *beam[W]) farthest(all *layers.Layer[W]) (*layers.Layer[W], error) {
	best, _, err := all.Best(b.Workers, layers.FilteredWidth(b.options.width), func() (func(*W) int, func()) {
		r := <-b.reaches
		return func(w *W) int {
			r.Load(w)
			return max(0, scoreSlots-1-b.score(w)-b.options.reach*r.Of(&b.space.Advance)/scoreUnit)
		}, func() { b.reaches <- r }
	})
	return best, err
}
