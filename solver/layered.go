package solver

import (
	"bytes"
	"errors"
	"fmt"
	"time"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/solver/certificate"
)

// layered is a breadth-first search that keeps its layers: layer d holds the
// positions found at depth d that the two layers before do not hold. If nothing
// was dropped, no older layer can hold them (moves can be taken back). Otherwise
// a position may turn up once more at a greater depth: that costs time, and no
// line, for a position of a shortest line is kept at its own depth and whatever
// is kept besides does no harm.
//
// With a journal, layers that took long are saved, and so are parts of a layer
// under way: every 20 s, and when the table takes a quarter of the memory
// (delayed duplicate detection, Korf 2003). Layers but the last two leave the
// memory when all together take half of it.
type layered[W positions.Words] struct {
	*run
	space   *space[W]
	journal *journal[W] // may be nil
	began   time.Time
	layers  []*layer[W]
	widest  int

	// hasty is set when the filter keeps more than it should once the run is to
	// end. What was done then is no part of a layer: its count could not be made
	// again.
	hasty bool

	described []certificate.Layer
	// bounds are those in use, as the journal notes them; nil if the search has
	// none that change. origin are those that the last layer was made with.
	bounds, origin []byte
}

// mixed is the origin of a layer that was made with different bounds.
var mixed = []byte("mixed")

// pace says how often a search saves what it has.
type pace struct {
	// from is how long a search runs before it saves anything: what took less is
	// done again as fast as it is read.
	from time.Duration
	// every is how much work a kill can undo, but for one group of shards.
	every time.Duration
	// group is about how many positions are expanded between looks at the clock
	// and the memory.
	group int
}

var usualPace = pace{from: 10 * time.Second, every: 20 * time.Second, group: 100_000}

// newLayered returns a search with the start as its only layer.
func newLayered[W positions.Words](r *run, s *space[W], j *journal[W]) layered[W] {
	start, key := s.canonical(s.start)
	return layered[W]{run: r, space: s, journal: j, began: time.Now(), layers: []*layer[W]{singleton(start, key)}, widest: 1}
}

// step adds to the layer at depth, the last or a new one, the successors of
// from, which is the layer before or a part of it. end is where the search ends,
// for the progress report, and extra returns the memory it holds besides the layers.
func (l *layered[W]) step(sw *sweep[W], from *layer[W], depth, end int, extra func() int64) error {
	name := fmt.Sprintf("%02d", depth)
	if len(l.layers) > depth {
		name += "b"
	}
	l.enter(depth, end, from.size())
	l.hold(l.bytes(), func() int64 { return sw.table.Bytes() + extra() })
	origin := l.bounds
	next, found, err := l.journal.load(name)
	switch noted := l.journal.noted(name); {
	case err != nil:
	case found && noted != nil:
		origin = noted
	case !found:
		next, err = l.successors(sw, name, from, depth)
		if bytes.Equal(l.journal.noted(name), mixed) {
			origin = mixed
		}
	}
	if err == nil && l.journal != nil && time.Since(l.began) >= l.pace.from && len(l.layers) == depth {
		err = l.save(name, next, depth)
	}
	if err != nil {
		return err
	}
	if len(l.layers) == depth {
		l.layers, l.origin = append(l.layers, next), origin
		l.widest = max(l.widest, next.size())
		return nil
	}
	if !bytes.Equal(l.origin, origin) {
		l.origin = mixed
	}
	if l.layers[depth], err = union(l.layers[depth], next); err != nil {
		return err
	}
	l.widest = max(l.widest, l.layers[depth].size())
	return nil
}

// describe notes what a certificate says of the layer at depth, which is done.
func (l *layered[W]) describe(depth int) error {
	d := certificate.Layer{Depth: depth, Positions: int64(l.layers[depth].size())}
	if known, ok := l.journal.summary(depth); ok && known.Positions == d.Positions {
		l.described = append(l.described, known)
		return nil
	}
	gain, digest, err := l.layers[depth].summary(l.workers, l.space)
	if err != nil {
		return err
	}
	d.Gain, d.Digest = gain, digest.String()
	l.described = append(l.described, d)
	if l.layers[depth].file != nil || d.Positions >= summaryFrom {
		return l.journal.saveSummary(d)
	}
	return nil
}

// summaryFrom is the size of a layer whose description is worth a file.
const summaryFrom = 1 << 20

// save writes a new layer to the journal and takes old ones out of memory.
func (l *layered[W]) save(name string, next *layer[W], depth int) error {
	if err := l.journal.annotate(name, l.bounds); err != nil {
		return err
	}
	if _, err := l.journal.save(name, next); err != nil {
		return err
	}
	if l.bytes()+next.bytes() <= l.memory/2 {
		return nil
	}
	for d := range max(0, depth-1) {
		saved, err := l.journal.save(fmt.Sprintf("%02d", d), l.layers[d])
		if err != nil {
			return err
		}
		l.layers[d] = saved
	}
	return nil
}

// successors returns the layer that follows from, group of shards by group of
// shards.
func (l *layered[W]) successors(sw *sweep[W], name string, from *layer[W], depth int) (*layer[W], error) {
	without := []*layer[W]{l.layers[depth-1]}
	if depth >= 2 {
		without = append(without, l.layers[depth-2])
	}
	parts, err := l.journal.parts(name)
	if err != nil {
		return nil, err
	}
	begin := 0 // first shard that is in no part
	if n := len(parts); n > 0 {
		begin = parts[n-1].next
		if noted := l.journal.noted(name); noted != nil && !bytes.Equal(noted, l.bounds) {
			if err := l.journal.annotate(name, mixed); err != nil {
				return nil, err
			}
		}
	}
	step := min(max(cache.Shards*l.pace.group/max(from.size(), 1), 1), cache.Shards)
	saved := time.Now()
	flush := func(next int) error {
		piece, err := gather(sw.table, l.workers)
		if err != nil {
			return err
		}
		if begin == 0 {
			if err := l.journal.annotate(name, l.bounds); err != nil {
				return err
			}
		}
		p, err := l.journal.savePart(name, begin, next, piece)
		if err != nil {
			return err
		}
		parts, begin, saved = append(parts, p), next, time.Now()
		return nil
	}
	for at := begin; at < cache.Shards; at += step {
		to := min(at+step, cache.Shards)
		group, err := from.part(at, to)
		if err != nil {
			return nil, err
		}
		err = sw.expand(group)
		if err == nil && l.hasty {
			err = l.stop()
		}
		if err != nil {
			// What is done of the group may stay: more successors do no harm.
			if l.journal != nil && !l.hasty && at > begin && time.Since(l.began) >= l.pace.from && !errors.Is(err, errMemory) {
				err = errors.Join(err, flush(at))
			}
			sw.reset()
			return nil, err
		}
		due := time.Since(saved) >= l.pace.every || sw.table.Bytes() > l.memory/4
		if l.journal != nil && due && to < cache.Shards {
			if err := flush(to); err != nil {
				return nil, err
			}
		}
	}
	if len(parts) == 0 {
		return gather(sw.table, l.workers, without...)
	}
	if begin < cache.Shards {
		if err := flush(cache.Shards); err != nil {
			return nil, err
		}
	}
	return l.merge(name, parts, without)
}

// merge makes a layer of its parts. A layer that would take more than a quarter
// of the memory goes to its file at once.
func (l *layered[W]) merge(name string, parts []part[W], without []*layer[W]) (*layer[W], error) {
	var runs []*cache.Run[W]
	var most int64
	for _, p := range parts {
		runs = append(runs, p.run)
		most += p.run.Len()
	}
	var w W
	var next *layer[W]
	var err error
	if most*int64(len(w))*8 > l.memory/4 {
		next, err = l.mergeToFile(name, runs, without)
	} else {
		next = new(layer[W])
		err = inParts(l.workers, cache.Shards, 1, func(i, _ int) error {
			shard, err := mergedShard(i, runs, without)
			next.shards[i] = shard
			return err
		})
		if err == nil {
			_, err = l.journal.save(name, next)
		}
	}
	if err != nil {
		return nil, err
	}
	return next, l.journal.dropParts(parts)
}

func (l *layered[W]) mergeToFile(name string, runs []*cache.Run[W], without []*layer[W]) (*layer[W], error) {
	file, err := cache.CreateRun[W](l.journal.layerFile(name))
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Abort() }() // nothing is left to do after Close
	for i := range cache.Shards {
		shard, err := mergedShard(i, runs, without)
		if err != nil {
			return nil, err
		}
		if err := file.Append(i, shard); err != nil {
			return nil, err
		}
	}
	if _, err := file.Close(); err != nil {
		return nil, err
	}
	next, ok, err := l.journal.load(name)
	if err == nil && !ok {
		err = fmt.Errorf("checkpoints: layer %s was written and cannot be read", name)
	}
	return next, err
}

// mergedShard returns one shard of all runs without what the layers hold.
func mergedShard[W positions.Words](i int, runs []*cache.Run[W], without []*layer[W]) ([]W, error) {
	var shard []W
	err := cache.MergeShard(i, runs, nil, func(keys []W) error {
		shard = append(shard, keys...)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return subtractAll(shard, i, without)
}

// bytes returns the memory of the layers.
func (l *layered[W]) bytes() int64 {
	var n int64
	for _, layer := range l.layers {
		n += layer.bytes()
	}
	return n
}

// everything is the filter that drops nothing.
type everything[W positions.Words] struct{}

func (everything[W]) prune(*family[W]) {}
