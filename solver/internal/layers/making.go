package layers

import (
	"bytes"
	"errors"
	"slices"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/solver/internal/parallel"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// Stage is how a layer is made of the one before.
type Stage[W positions.Words] struct {
	Portions []Portion[W] // expanded one after the other
	Keep     Keep[W]      // leaves of the positions found what belongs to the layer; nil: all
	// About says for other machines what Keep is made of; nil: they cannot make it.
	About func() ([]byte, error)
}

// Portion is a set of positions that are expanded under the same filter.
type Portion[W positions.Words] struct {
	Positions func() (*Layer[W], error)
	// Enter is called before, and returns how to ask for the memory that is held
	// besides the layers.
	Enter func() (extra func() int64)
	// About says for other machines what the filter is made of; nil: they cannot make
	// it. Of the layer before they take for themselves what belongs to the portion.
	About func() ([]byte, error)
}

// PlainStage expands all of a layer and keeps all that is found.
func PlainStage[W positions.Words](from *Layer[W], extra func() int64) Stage[W] {
	return Stage[W]{Portions: []Portion[W]{{
		Positions: func() (*Layer[W], error) { return from, nil },
		Enter:     func() func() int64 { return extra },
	}}}
}

// making is a layer under way. Its work is cut into tasks: the i-th is shard i mod
// 256 of portion i div 256. The successors of the first tasks are in parts in the
// journal, those of the tasks after them in the table.
type making[W positions.Words] struct {
	*Layered[W]
	sweep      *Sweep[W]
	depth, end int
	before     []string
	parts      []part[W]
	next       int // the first task that is in no part
	found      int // positions that were in the table when it was saved
}

// make makes the layer at depth, from parts that an earlier run left if they are
// there and the bounds that they were made under can be had.
func (l *Layered[W]) make(sw *Sweep[W], depth, end int, how func() Stage[W]) (*Layer[W], error) {
	m := &making[W]{Layered: l, sweep: sw, depth: depth, end: end, before: l.before(depth)}
	parts, bounds, err := l.Journal.parts(depth, m.before)
	if err == nil && len(parts) > 0 && !bytes.Equal(bounds, l.Bounds) && !l.Adopt(bounds) {
		err, parts = l.Journal.dropParts(parts), nil
	}
	if err != nil {
		return nil, err
	}
	if m.parts = parts; len(parts) > 0 {
		m.next = parts[len(parts)-1].next
	}
	l.Whole = m.next == 0
	st := how()
	if m.spreads(st) {
		return m.spread(st)
	}
	for i, p := range st.Portions {
		if m.next < (i+1)*cache.Shards {
			err = m.expand(i*cache.Shards, p)
		}
		if err != nil {
			sw.Reset()
			return nil, err
		}
	}
	return m.finish(len(st.Portions)*cache.Shards, st.Keep)
}

// reserve makes room in the table for as many successors as the last layer had: to make
// room by and by takes two fifths of the time of insertions (star, 15 men). Small tables are left to
// themselves, and none gets more than a quarter of the memory, or three quarters of what is
// left of it: some shards will need more than others. What comes of several layers is not as
// many times the last one.
func (m *making[W]) reserve() {
	if m.Leap > 0 {
		return
	}
	var w W
	keys := m.Layers[m.depth-1].Size() * m.yield
	if keys > 1<<20 {
		most := max(m.Memory/4, (m.Memory-m.InUse())/4*3)
		m.sweep.Table.Reserve(int(min(int64(keys), most*3/4/int64(len(w)*8))))
	}
}

// crowded reports whether the table, which has grown by so many bytes for the last group, is
// to be saved before the next: there would be no room if it grew twice as much, or by a
// sixteenth of the memory. What is saved is a sixteenth at least.
func (m *making[W]) crowded(grown int64) bool {
	return grown > 0 && m.sweep.Table.Filled() > m.Memory/16 && m.InUse()+max(m.Memory/16, 2*grown) > m.Memory
}

// expand expands a portion, whose tasks begin at first, group by group.
func (m *making[W]) expand(first int, p Portion[W]) error {
	from, err := p.Positions()
	if err != nil {
		return err
	}
	m.Enter(m.depth+m.Beside, m.end, from.Size())
	extra, held := p.Enter(), m.Bytes()
	if !slices.Contains(m.Layers, from) {
		held += from.bytes()
	}
	m.Hold(held, func() int64 { return m.sweep.Table.Bytes() + extra() })
	m.reserve()
	if m.wantsElsewhere(p, from) {
		about, err := p.About()
		if err != nil {
			return err
		}
		return m.expandElsewhere(first, from, about)
	}
	step := m.ShardsAtOnce(from.Size())
	for at := max(m.next-first, 0); at < cache.Shards; at += step {
		to := min(at+step, cache.Shards)
		group, err := from.part(at, to)
		if err != nil {
			return err
		}
		slots := m.sweep.Table.Bytes()
		err = m.sweep.Expand(group)
		if err == nil && m.Hasty {
			err = m.Stop()
		}
		if err != nil {
			// What is done of the group may stay: it belongs to the layer anyway.
			if m.Journal != nil && !m.Hasty && first+at > m.next && m.saver.Worth() && !errors.Is(err, session.ErrMemory) {
				err = errors.Join(err, m.flush(first+at, false))
			}
			return err
		}
		due := m.saver.Due() || m.crowded(m.sweep.Table.Bytes()-slots)
		if m.Journal != nil && due && to < cache.Shards {
			if err := m.saver.Save(func() error { return m.flush(first+to, true) }); err != nil {
				return err
			}
		}
	}
	return nil
}

// flush saves the table as the part of the tasks up to next. It says whether the table
// will be filled again.
func (m *making[W]) flush(next int, again bool) error {
	m.found += m.sweep.Table.Len()
	id := m.Journal.partID(m.depth, m.next, next, m.before)
	id.Bounds = m.Bounds
	saved, err := m.Journal.toDisk(id, m.Workers, m.sweep.gathering(nil, nil, again))
	if err != nil {
		return err
	}
	m.parts = append(m.parts, part[W]{saved.file, m.Journal.Saved.Path(id.File), next})
	m.next = next
	return nil
}

// finish makes the layer of the parts and the table. A layer that would take more
// than a quarter of the memory goes to its file at once.
func (m *making[W]) finish(tasks int, keep Keep[W]) (*Layer[W], error) {
	without := m.Layers
	if m.Leap == 0 {
		without = LastTwo(without)
	}
	m.yield = (m.found + m.sweep.Table.Len()) / max(1, m.Layers[m.depth-1].Size())
	if len(m.parts) == 0 {
		return m.sweep.gatherKept(keep, without)
	}
	if m.next < tasks {
		if err := m.flush(tasks, false); err != nil {
			return nil, err
		}
	}
	var runs []*cache.Run[W]
	var most int64
	for _, p := range m.parts {
		runs = append(runs, p.run)
		most += p.run.Len()
	}
	m.Doing(session.Merging, cache.Shards)
	merged := func(i int) ([]W, error) {
		defer m.Done.Add(1)
		return mergedShard(i, runs, without, keep)
	}
	id := m.Journal.layerID(m.depth, m.before)
	id.Bounds = m.Bounds
	var w W
	var next *Layer[W]
	var err error
	if most*int64(len(w))*8 > m.Memory/4 {
		next, err = m.Journal.toDisk(id, m.Workers, merged)
	} else {
		next = new(Layer[W])
		err = parallel.InParts(m.Workers, cache.Shards, 1, func(i, _ int) (err error) {
			next.Shards[i], err = merged(i)
			return err
		})
		if err == nil && m.saver.Worth() {
			err = m.Journal.save(id, next)
		}
	}
	if err != nil {
		return nil, err
	}
	return next, m.Journal.dropParts(m.parts)
}

// mergedShard returns one shard of all runs without what the layers hold and what
// is not to be kept.
func mergedShard[W positions.Words](i int, runs []*cache.Run[W], without []*Layer[W], keep Keep[W]) ([]W, error) {
	var shard []W
	err := cache.MergeShard(i, runs, nil, func(keys []W) error {
		shard = append(shard, keys...)
		return nil
	})
	if err == nil {
		shard, err = subtractAll(shard, i, without)
	}
	if err != nil || keep == nil {
		return shard, err
	}
	shard, err = keep(shard)
	return fitted(shard), err
}
