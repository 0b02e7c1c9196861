package peg

import (
	"math/bits"
	"slices"
	"sync/atomic"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// front is a breadth-first search by moves from one end of the puzzle: layer
// k holds, in canonical form, the positions k moves away and not less, as far as
// they can lie on a line that is short enough.
type front struct {
	*session.Run
	game    *game
	side    *side
	layers  [][]uint64
	seen    *cache.Table[[1]uint64]
	marks   *landmarks // cut layers, too; may be nil
	workers []*frontWorker
	// limited is set when a position was left out because a line through it
	// would be too long, not because there is none.
	limited atomic.Bool
	bytes   atomic.Int64 // of the layers and of the lists that workers make them of

	// of the last layer, as the expanders count them, and cut by landmarks
	jumps, far, fallen, dead, barred int64
}

type frontWorker struct {
	expander *expander
	batches  *cache.Batches[[1]uint64]
	fresh    []uint64
	counted  int // of the capacity of fresh, in front.bytes
}

func newFront(r *session.Run, g *game, side *side, bound *patternBound, a *aliveFilter, ends []uint64) *front {
	f := &front{
		Run: r, game: g, side: side,
		seen: cache.NewTable(func(k *[1]uint64) uint64 { return hash(k[0]) }),
	}
	for range r.Workers {
		w := &frontWorker{expander: newExpander(g, side, bound, a)}
		w.expander.stop, w.expander.room = r.Stop, r.Memory/4/int64(r.Workers)
		w.batches = cache.NewBatches(f.seen, func(e *cache.Entry[[1]uint64]) { w.fresh = append(w.fresh, e.Key[0]) }, nil)
		f.workers = append(f.workers, w)
	}
	var first []uint64
	for _, p := range ends {
		e := cache.Entry[[1]uint64]{Key: [1]uint64{g.canonicalOf(p)}}
		e.Hash = hash(e.Key[0])
		if f.seen.Insert(cache.ShardOf(e.Hash), []cache.Entry[[1]uint64]{e}, nil, nil) == 1 {
			first = append(first, e.Key[0])
		}
	}
	f.layers = [][]uint64{first}
	return f
}

// last returns the layer that was made last.
func (f *front) last() []uint64 { return f.layers[len(f.layers)-1] }

// grow makes the next layer of the positions that can lie on a line of at most
// length moves. The order within a layer has no meaning.
func (f *front) grow(length int) error {
	depth := len(f.layers)
	err := f.each(length, func(w *frontWorker, p uint64) {
		w.batches.Add(&cache.Entry[[1]uint64]{Key: [1]uint64{p}, Hash: hash(p)})
	})
	if err != nil {
		return err
	}
	var fresh []uint64
	for _, w := range f.workers {
		fresh = append(fresh, w.fresh...)
		f.bytes.Add(8 * int64(cap(w.fresh)-w.counted))
		w.counted = cap(w.fresh)
	}
	if fresh, err = f.cutByLandmarks(fresh, length-depth); err != nil {
		return err
	}
	f.layers = append(f.layers, fresh)
	f.bytes.Add(8 * int64(cap(fresh)))
	return nil
}

// tell says what became of the last layer; its moves are single jumps.
func (f *front) tell() session.LayerStats {
	l := session.LayerStats{
		Depth: len(f.layers) - 1, FromGoal: f.side.backward, Positions: int64(len(f.last())), Useful: -1,
		Moves: f.jumps, Repeated: f.jumps - int64(len(f.last())),
	}
	for _, c := range []session.Cut{
		{Bound: "pattern databases", Count: f.far},
		{Bound: "pagoda functions", Count: f.fallen},
		{Bound: "filter", Count: f.dead},
		{Bound: "landmarks", Count: f.barred},
	} {
		if c.Count > 0 {
			l.Cuts = append(l.Cuts, c)
			l.Repeated -= c.Count
		}
	}
	return l
}

// touch looks for the positions one move behind the last layer that are in a
// set, and returns the least of them.
func (f *front) touch(length int, set *positionSet) (p uint64, ok bool, err error) {
	least := make([]uint64, len(f.workers))
	index := make(map[*frontWorker]*uint64)
	for i, w := range f.workers {
		least[i] = ^uint64(0)
		index[w] = &least[i]
	}
	err = f.each(length, func(w *frontWorker, p uint64) {
		if set.has(p) {
			if l := index[w]; p < *l {
				*l = p
			}
		}
	})
	p = slices.Min(least)
	return p, p != ^uint64(0), err
}

// each calls visit with every successor of the last layer that can lie on a line
// of at most length moves, on all workers at once.
func (f *front) each(length int, visit func(*frontWorker, uint64)) error {
	layer := f.last()
	depth := len(f.layers)
	f.Enter(depth, length, len(layer))
	takes := make([]func(uint64), len(f.workers))
	for i, w := range f.workers {
		w.fresh = w.fresh[:0]
		takes[i] = func(p uint64) { visit(w, p) }
	}
	defer f.count()
	const size = session.ChunkSize
	var failed atomic.Pointer[error] // an expander's
	err := f.Share((len(layer)+size-1)/size, func(n, task int) int {
		if failed.Load() != nil {
			return 0
		}
		chunk := layer[task*size : min((task+1)*size, len(layer))]
		if err := f.workers[n].expander.expand(chunk, length-depth, takes[n]); err != nil {
			failed.Store(&err)
			return 0
		}
		return len(chunk)
	}, func(n int) { f.workers[n].batches.Flush() })
	if first := failed.Load(); err == nil && first != nil {
		return *first
	}
	return err
}

// count adds the workers' counts to those of the run.
func (f *front) count() {
	f.jumps, f.far, f.fallen, f.dead = 0, 0, 0, 0
	for _, w := range f.workers {
		x := w.expander
		f.Generated.Add(x.generated)
		f.Pruned.Add(x.far + x.fallen + x.dead)
		f.far, f.fallen, f.dead, f.jumps = f.far+x.far, f.fallen+x.fallen, f.dead+x.dead, f.jumps+x.generated
		f.Duplicates.Add(w.batches.Duplicates)
		x.generated, x.far, x.fallen, x.dead, w.batches.Duplicates = 0, 0, 0, 0, 0
		if x.limited {
			f.limited.Store(true)
		}
	}
}

// held returns the bytes of the front.
func (f *front) held() int64 { return f.seen.Bytes() + f.bytes.Load() }

// positionSet is a set of positions that does not change: open addressing in at least
// twice as many slots as positions, behind a sketch that answers most look-ups of
// others from an eighth of the memory. The answer is exact.
type positionSet struct {
	slots  []uint64 // 0 is empty: every position has a man
	shift  uint
	sketch []uint64 // a bit for each hash of a position, 8 bits a slot
	men    uint64   // bit n is set if a position has n men (63 stands for 64, too)
}

// setLog is the binary logarithm of the slots of a set of n positions; they and the sketch
// take nine bytes each.
func setLog(n int) int { return max(bits.Len(uint(n))+1, 4) }

func newPositionSet(all []uint64) *positionSet {
	log := setLog(len(all))
	s := &positionSet{slots: make([]uint64, 1<<log), shift: uint(64 - log), sketch: make([]uint64, 1<<(log-3))}
	for _, p := range all {
		h := hash(p)
		s.sketch[h>>(s.shift+3)] |= 1 << (h & 63)
		s.men |= 1 << min(bits.OnesCount64(p), 63)
		at := h >> s.shift
		for s.slots[at] != 0 && s.slots[at] != p {
			at = (at + 1) & uint64(len(s.slots)-1)
		}
		s.slots[at] = p
	}
	return s
}

func (s *positionSet) has(p uint64) bool {
	if s.men>>min(bits.OnesCount64(p), 63)&1 == 0 {
		return false
	}
	h := hash(p)
	if s.sketch[h>>(s.shift+3)]>>(h&63)&1 == 0 {
		return false
	}
	for at := h >> s.shift; s.slots[at] != 0; at = (at + 1) & uint64(len(s.slots)-1) {
		if s.slots[at] == p {
			return true
		}
	}
	return false
}

// of returns those positions of a list that are in the set, in its order.
func (s *positionSet) of(all []uint64) (in []uint64) {
	for _, p := range all {
		if s.has(p) {
			in = append(in, p)
		}
	}
	return in
}

func (s *positionSet) bytes() int64 { return 8 * int64(len(s.slots)+len(s.sketch)) }
