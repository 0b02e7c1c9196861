package layers

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// A layer can be expanded on other machines: shards of it go out as runs, with what
// the filters there are to be made of; back come runs of the successors that the
// filters keep. They go into the table as successors that were found here do. So
// what the layer becomes does not depend on who has expanded it, nor do its parts,
// its files and the certificate.

// foundLabel is the label of a run of successors: what came of the expansion
// besides.
type foundLabel struct {
	Generated int64 `json:"generated"`
	Pruned    int64 `json:"pruned"`
}

// Successors expands the positions of a run under filters and zones, for somebody
// elsewhere, and returns the run of their successors. Errors wrap
// [cache.ErrRunDamaged] if in is no run of positions of the space.
func Successors[W positions.Words](r *session.Run, s *Space[W], zones *positions.Zones, newFilter func() Filter[W], in []byte) ([]byte, error) {
	from := new(Layer[W])
	if _, err := s.eachShard(in, func(i int, keys []W) { from.Shards[i] = slices.Clone(keys) }); err != nil {
		return nil, err
	}
	sw := NewSweep(r, s, zones, newFilter)
	if err := sw.Expand(from); err != nil {
		return nil, err
	}
	found, err := sw.Gather()
	if err != nil {
		return nil, err
	}
	label, err := json.Marshal(foundLabel{r.Generated.Load(), r.Pruned.Load()})
	if err != nil {
		return nil, err
	}
	return cache.EncodeRun(label, found.Shard)
}

// eachShard calls f for the shards of a run from elsewhere whose keys are positions
// of the space in their places, and returns its label.
func (s *Space[W]) eachShard(data []byte, f func(i int, keys []W)) (label []byte, err error) {
	run, err := cache.DecodeRun[W](data)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, run.Close()) }()
	var keys []W
	for i := range cache.Shards {
		if run.ShardLen(i) == 0 {
			continue
		}
		if keys, err = run.ReadShard(i, keys[:0]); err != nil {
			return nil, err
		}
		if !s.holds(i, keys) {
			return nil, fmt.Errorf("%w: a key of shard %d is no position of the puzzle, or out of place", cache.ErrRunDamaged, i)
		}
		f(i, keys)
	}
	return run.Label(), nil
}

// errand is shards from … to−1 of a portion that go out together.
type errand struct{ from, to int }

// errands cuts the shards of a layer from the first on; each has so many positions at
// least, but for the last.
func errands[W positions.Words](l *Layer[W], first, grain int) (list []errand) {
	n := 0
	for i := first; i < cache.Shards; i++ {
		if n == 0 {
			list = append(list, errand{i, i + 1})
		}
		list[len(list)-1].to = i + 1
		if n += l.shardLen(i); n >= grain {
			n = 0
		}
	}
	return list
}

// shardLen is the number of positions of a shard.
func (l *Layer[W]) shardLen(i int) int {
	if l.file != nil {
		return int(l.file.ShardLen(i))
	}
	return len(l.Shards[i])
}

// wantsElsewhere reports whether a portion is to be expanded on other machines.
func (m *making[W]) wantsElsewhere(p Portion[W], from *Layer[W]) bool {
	return m.Options.Elsewhere != nil && p.About != nil && from.Size() >= m.Options.Elsewhere.Grain()
}

// expandElsewhere is expand on other machines. Errands are sent in their order, and
// what is saved on the way are the tasks before the first that is not back.
func (m *making[W]) expandElsewhere(first int, from *Layer[W], about []byte) error {
	var over atomic.Bool
	defer m.Watch(&over)()
	var table sync.RWMutex // held for writing while the table is saved
	list := errands(from, max(m.next-first, 0), m.Options.Elsewhere.Grain())
	back := make([]chan error, len(list))
	var running sync.WaitGroup
	defer running.Wait()
	for sent, got := 0, 0; got < len(list); got++ {
		for ; sent < len(list) && sent-got < 2*m.Options.Elsewhere.Slots()+2; sent++ {
			e, answer := list[sent], make(chan error, 1)
			back[sent] = answer
			running.Go(func() { answer <- m.send(from, e, about, &table) })
		}
		err := <-back[got]
		switch {
		case err == nil && over.Load():
			err = session.ErrMemory
		case m.Stop() != nil:
			err = m.Stop()
		}
		done := first + list[got].to
		due := m.saver.Due() || m.sweep.Table.Bytes() > m.Memory/4
		if err == nil && m.Journal != nil && due && done < first+cache.Shards {
			table.Lock()
			err = m.saver.Save(func() error { return m.flush(done) })
			table.Unlock()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// send has an errand done and puts what comes back into the table.
func (m *making[W]) send(from *Layer[W], e errand, about []byte, table *sync.RWMutex) error {
	n := 0
	in, err := cache.EncodeRun(nil, func(i int) ([]W, error) {
		if i < e.from || i >= e.to {
			return nil, nil
		}
		shard, err := from.Shard(i)
		n += len(shard)
		return shard, err
	})
	if err != nil || n == 0 {
		return err
	}
	return m.Options.Elsewhere.Expand(m.Ctx, about, in, func(out []byte) error {
		var batches [cache.Shards][]cache.Entry[W]
		text, err := m.Space.eachShard(out, func(i int, keys []W) {
			batches[i] = make([]cache.Entry[W], len(keys))
			for k := range keys {
				batches[i][k] = cache.Entry[W]{Key: keys[k], Hash: m.Space.Key(&keys[k])}
			}
		})
		if err != nil {
			return err
		}
		var label foundLabel
		if err := json.Unmarshal(text, &label); err != nil || label.Generated < label.Pruned || label.Pruned < 0 {
			return fmt.Errorf("%w: its label is %.80q", cache.ErrRunDamaged, text)
		}
		table.RLock()
		defer table.RUnlock()
		added := 0
		for i, batch := range batches {
			if len(batch) > 0 {
				added += m.sweep.Table.Insert(i, batch, m.sweep.Fresh, m.sweep.Keep)
			}
		}
		m.Generated.Add(label.Generated)
		m.Pruned.Add(label.Pruned)
		m.Duplicates.Add(label.Generated - label.Pruned - int64(added))
		m.Expanded.Add(int64(n))
		m.Done.Add(int64(n))
		return nil
	})
}
