package solver

import (
	"bytes"
	"errors"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
)

// stage is how a layer is made of the one before.
type stage[W positions.Words] struct {
	portions []portion[W] // expanded one after the other
	// keep says which of the positions found belong to the layer; nil for all.
	keep func(w *W) (bool, error)
}

// portion is a set of positions that are expanded under the same filter.
type portion[W positions.Words] struct {
	positions func() (*layer[W], error)
	// enter is called before, and returns how to ask for the memory that is held
	// besides the layers.
	enter func() (extra func() int64)
}

// plainStage expands all of a layer and keeps all that is found.
func plainStage[W positions.Words](from *layer[W], extra func() int64) stage[W] {
	return stage[W]{portions: []portion[W]{{
		positions: func() (*layer[W], error) { return from, nil },
		enter:     func() func() int64 { return extra },
	}}}
}

// making is a layer under way. Its work is cut into tasks: the i-th is shard i mod
// 256 of portion i div 256. The successors of the first tasks are in parts in the
// journal, those of the tasks after them in the table.
type making[W positions.Words] struct {
	*layered[W]
	sweep      *sweep[W]
	depth, end int
	before     []string
	parts      []part[W]
	next       int // the first task that is in no part
}

// make makes the layer at depth, from parts that an earlier run left if they are
// there and the bounds that they were made under can be had.
func (l *layered[W]) make(sw *sweep[W], depth, end int, how func() stage[W]) (*layer[W], error) {
	m := &making[W]{layered: l, sweep: sw, depth: depth, end: end, before: l.before(depth)}
	parts, bounds, err := l.journal.parts(depth, m.before)
	if err == nil && len(parts) > 0 && !bytes.Equal(bounds, l.bounds) && !l.adopt(bounds) {
		err, parts = l.journal.dropParts(parts), nil
	}
	if err != nil {
		return nil, err
	}
	if m.parts = parts; len(parts) > 0 {
		m.next = parts[len(parts)-1].next
	}
	st := how()
	for i, p := range st.portions {
		if m.next < (i+1)*cache.Shards {
			err = m.expand(i*cache.Shards, p)
		}
		if err != nil {
			sw.reset()
			return nil, err
		}
	}
	return m.finish(len(st.portions)*cache.Shards, st.keep)
}

// expand expands a portion, whose tasks begin at first, group by group.
func (m *making[W]) expand(first int, p portion[W]) error {
	from, err := p.positions()
	if err != nil {
		return err
	}
	m.enter(m.depth+m.beside, m.end, from.size())
	extra := p.enter()
	m.hold(m.bytes(), func() int64 { return m.sweep.table.Bytes() + extra() })
	step := m.shardsAtOnce(from.size())
	for at := max(m.next-first, 0); at < cache.Shards; at += step {
		to := min(at+step, cache.Shards)
		group, err := from.part(at, to)
		if err != nil {
			return err
		}
		err = m.sweep.expand(group)
		if err == nil && m.hasty {
			err = m.stop()
		}
		if err != nil {
			// What is done of the group may stay: it belongs to the layer anyway.
			if m.journal != nil && !m.hasty && first+at > m.next && m.saver.worth() && !errors.Is(err, errMemory) {
				err = errors.Join(err, m.flush(first+at))
			}
			return err
		}
		due := m.saver.due() || m.sweep.table.Bytes() > m.memory/4
		if m.journal != nil && due && to < cache.Shards {
			if err := m.saver.save(func() error { return m.flush(first + to) }); err != nil {
				return err
			}
		}
	}
	return nil
}

// flush saves the table as the part of the tasks up to next.
func (m *making[W]) flush(next int) error {
	piece, err := m.sweep.gather()
	if err != nil {
		return err
	}
	id := m.journal.partID(m.depth, m.next, next, m.before)
	id.Bounds = m.bounds
	saved, err := m.journal.onDisk(id, piece)
	if err != nil {
		return err
	}
	m.parts = append(m.parts, part[W]{saved.file, m.journal.saved.path(id.File), next})
	m.next = next
	return nil
}

// finish makes the layer of the parts and the table. A layer that would take more
// than a quarter of the memory goes to its file at once.
func (m *making[W]) finish(tasks int, keep func(*W) (bool, error)) (*layer[W], error) {
	without := m.layers[max(0, m.depth-2):]
	if len(m.parts) == 0 {
		next, err := m.sweep.gather(without...)
		if err != nil || keep == nil {
			return next, err
		}
		return next.filter(m.workers, keep)
	}
	if m.next < tasks {
		if err := m.flush(tasks); err != nil {
			return nil, err
		}
	}
	var runs []*cache.Run[W]
	var most int64
	for _, p := range m.parts {
		runs = append(runs, p.run)
		most += p.run.Len()
	}
	merged := func(i int) ([]W, error) { return mergedShard(i, runs, without, keep) }
	id := m.journal.layerID(m.depth, m.before)
	id.Bounds = m.bounds
	var w W
	var next *layer[W]
	var err error
	if most*int64(len(w))*8 > m.memory/4 {
		next, err = m.journal.toDisk(id, merged)
	} else {
		next = new(layer[W])
		err = inParts(m.workers, cache.Shards, 1, func(i, _ int) (err error) {
			next.shards[i], err = merged(i)
			return err
		})
		if err == nil {
			err = m.journal.save(id, next)
		}
	}
	if err != nil {
		return nil, err
	}
	return next, m.journal.dropParts(m.parts)
}

// mergedShard returns one shard of all runs without what the layers hold and what
// is not to be kept.
func mergedShard[W positions.Words](i int, runs []*cache.Run[W], without []*layer[W], keep func(*W) (bool, error)) ([]W, error) {
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
	return kept(nil, shard, keep)
}
