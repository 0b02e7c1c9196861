package layers

import (
	"fmt"
	"slices"
	"sync"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/parallel"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// Path returns the cells of a shortest way to make the move.
func (s *Space[W]) Path(w *W, m positions.Move) []positions.Cell {
	return positions.Path(s.Table, positions.Widen(s.Men(w)), positions.Cell(m.From), positions.Cell(m.To))
}

// Reversed returns the σ image of a line read backwards.
func (s *Space[W]) Reversed(line puzzles.Line) puzzles.Line {
	out := make(puzzles.Line, 0, len(line))
	for i := len(line) - 1; i >= 0; i-- {
		path := slices.Clone(line[i])
		slices.Reverse(path)
		for k, c := range path {
			path[k] = positions.Cell(s.Turn[c])
		}
		out = append(out, path)
	}
	return out
}

// Trace finds lines through layers from their first position to positions of
// the last. It knows for each position on such a line the fewest hops from the
// start.
type Trace[W positions.Words] struct {
	space  *Space[W]
	zones  *positions.Zones
	least  []map[W]int // [Layer][canonical position] hops; only what leads to the ends
	ending map[W]int
}

// NewTrace marks, from the ends back to the start, the positions of the layers
// from which an end is reached in one move a layer, then counts hops forward.
// ends are canonical; those that are not reached are left out.
func NewTrace[W positions.Words](s *Space[W], zones *positions.Zones, layers []*Layer[W], ends []W) (*Trace[W], error) {
	return newTrace(s, zones, layers, ends, false)
}

// newTrace marks one position of each layer but the last if that will do.
func newTrace[W positions.Words](s *Space[W], zones *positions.Zones, layers []*Layer[W], ends []W, one bool) (*Trace[W], error) {
	last := len(layers) - 1
	t := &Trace[W]{space: s, zones: zones, least: make([]map[W]int, len(layers))}
	for d := range t.least {
		t.least[d] = make(map[W]int)
	}
	for _, e := range ends {
		t.least[last][e] = -1
	}
	back := newBackward(s, zones)
	for d := last; d > 0; d-- {
		var before [cache.Shards][]W
		for w := range t.least[d] {
			back.each(w, func(w W, key uint64, _ int) {
				before[cache.ShardOf(key)] = append(before[cache.ShardOf(key)], w)
			})
		}
		for i, list := range before {
			if err := t.markKnown(layers[d-1], i, list, d-1, one); err != nil {
				return nil, err
			}
			if one && len(t.least[d-1]) > 0 {
				break
			}
		}
	}
	for w := range t.least[0] {
		t.least[0][w] = 0
	}
	for d := 1; d <= last; d++ {
		for w := range t.least[d] {
			best := -1
			back.each(w, func(before W, _ uint64, hops int) {
				if h, ok := t.least[d-1][before]; ok && (best < 0 || h+hops < best) {
					best = h + hops
				}
			})
			t.least[d][w] = best
		}
	}
	t.ending = t.least[last]
	return t, nil
}

// markKnown marks those of a list of positions of a shard that the layer at depth d has.
// A shard that is not in memory is read once and dropped again.
func (t *Trace[W]) markKnown(l *Layer[W], shard int, list []W, d int, one bool) error {
	if len(list) == 0 {
		return nil
	}
	keys, err := l.Shard(shard)
	if err != nil {
		return err
	}
	for k := range list {
		if isIn(keys, &list[k]) {
			t.least[d][list[k]] = -1
			if one {
				break
			}
		}
	}
	return nil
}

// LineTo returns a line through the layers to a position of the last, in
// canonical form, with the fewest hops. Where each hop is a layer, that is any line.
func LineTo[W positions.Words](s *Space[W], zones *positions.Zones, layers []*Layer[W], end W) (puzzles.Line, error) {
	t, err := newTrace(s, zones, layers, []W{end}, s.Puzzle.Count.EachHop())
	if err != nil {
		return nil, err
	}
	return t.WalkTo(end)
}

// Hops returns the fewest hops to an end, given in canonical form.
func (t *Trace[W]) Hops(end W) int { return t.ending[end] }

// WalkTo returns a line with the fewest hops from the start to the position
// itself (not its mirror image).
func (t *Trace[W]) WalkTo(end W) (puzzles.Line, error) {
	s := t.space
	back := newBackward(s, t.zones)
	hops := s.Puzzle.Count.EachHop()
	at := end
	var line puzzles.Line
	for d := len(t.least) - 1; d > 0; d-- {
		canonical, _ := s.Canonical(at)
		want := t.least[d][canonical]
		var found, follows bool
		var chosen positions.Move
		var before W
		for _, m := range back.moves(at) {
			w := s.Moved(&at, m)
			c, _ := s.Canonical(w)
			if h, ok := t.least[d-1][c]; !ok || h+int(m.Hops) != want {
				continue
			}
			// When hops are counted, a jump that the next one goes on from makes
			// one move of two.
			chains := hops && len(line) > 0 && line[len(line)-1][0] == positions.Cell(m.From)
			if !found || chains && !follows {
				found, follows, chosen, before = true, chains, m, w
			}
		}
		if !found {
			return nil, fmt.Errorf("solver: no way back from layer %d", d)
		}
		// chosen leads from at to before; the move of the line goes the other way.
		path := s.Path(&before, positions.Move{From: chosen.To, To: chosen.From})
		line = append(line, path)
		at = before
	}
	slices.Reverse(line)
	return line, nil
}

// backward lists the positions that lead to one in a single legal move.
type backward[W positions.Words] struct {
	space     *Space[W]
	zones     *positions.Zones
	generator *positions.Generator
	buffer    []positions.Move
}

func newBackward[W positions.Words](s *Space[W], zones *positions.Zones) *backward[W] {
	return &backward[W]{space: s, zones: zones, generator: positions.NewGenerator(s.Table, nil, s.Puzzle.Count)}
}

// moves lists the moves that take back a legal move into w: from where the man
// is now to where it came from.
func (b *backward[W]) moves(w W) []positions.Move {
	men := b.space.Men(&w)
	positions.Load(b.generator, &men)
	b.buffer = b.generator.Append(b.buffer[:0])
	if b.zones == nil {
		return b.buffer
	}
	out := b.buffer[:0]
	for _, m := range b.buffer {
		if !b.zones.Barred(positions.Cell(m.To), positions.Cell(m.From)) {
			out = append(out, m)
		}
	}
	return out
}

func (b *backward[W]) each(w W, f func(before W, key uint64, hops int)) {
	for _, m := range b.moves(w) {
		c, key := b.space.Canonical(b.space.Moved(&w, m))
		f(c, key, int(m.Hops))
	}
}

// Leading returns how many positions of each layer lead, by one move a layer, to one of
// ends, positions of the last in canonical form; nil stands for all of them. It is nil
// if layers are not in memory, the run is to end, or more than mostLeading do in all:
// figures are not worth minutes before an answer.
func Leading[W positions.Words](r *session.Run, s *Space[W], zones *positions.Zones, layers []*Layer[W], ends []W) []int64 {
	if slices.ContainsFunc(layers, func(l *Layer[W]) bool { return !l.here() }) {
		return nil
	}
	last := len(layers) - 1
	counts := make([]int64, last+1)
	if ends == nil {
		for _, shard := range layers[last].Shards {
			ends = append(ends, shard...)
		}
	}
	all := 0
	for d := last; ; d-- {
		counts[d] = int64(len(ends))
		if all += len(ends); all > mostLeading {
			return nil
		}
		if d == 0 {
			return counts
		}
		var err error
		if ends, err = layers[d-1].leading(r, s, zones, ends); err != nil {
			return nil
		}
	}
}

// leading returns the positions of a layer in memory that lead to one of ends by one move.
func (l *Layer[W]) leading(r *session.Run, s *Space[W], zones *positions.Zones, ends []W) ([]W, error) {
	var mu sync.Mutex
	var all []W
	err := parallel.InParts(r.Workers, len(ends), session.ChunkSize, func(from, to int) error {
		back := newBackward(s, zones)
		var found []W
		for _, w := range ends[from:to] {
			back.each(w, func(w W, key uint64, _ int) {
				if isIn(l.Shards[cache.ShardOf(key)], &w) {
					found = append(found, w)
				}
			})
		}
		found = slices.Compact(sorted(found))
		mu.Lock()
		defer mu.Unlock()
		all = append(all, found...)
		return r.Stop()
	})
	return slices.Compact(sorted(all)), err
}

// mostLeading is how many positions [Leading] looks at, 25,000 a second for each worker (star,
// 13 men; 2026-11).
const mostLeading = 1 << 18

// MaxJoins is how many joins are compared when a line is put together. Any one
// gives a line of the same length; they differ in hops.
const MaxJoins = 4096
