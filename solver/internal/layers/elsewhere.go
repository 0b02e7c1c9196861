package layers

import (
	"encoding/json"
	"fmt"
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
// its files and the certificate. Wider layers are put together elsewhere, too: spread.go.

// errand is shards from … to−1 of a portion that go out together.
type errand struct{ from, to int }

// errands cuts the shards of a layer from the first on; each has so many positions at
// least, but for the last. They end where may says, which is asked about the next shard.
func errands[W positions.Words](l *Layer[W], first, grain int, may func(shard int) bool) (list []errand) {
	n, ended := 0, true
	for i := first; i < cache.Shards; i++ {
		if ended {
			list = append(list, errand{i, i + 1})
		}
		list[len(list)-1].to = i + 1
		n += l.shardLen(i)
		if ended = n >= grain && may(i+1); ended {
			n = 0
		}
	}
	return list
}

// anywhere lets errands end after each shard.
func anywhere(int) bool { return true }

// wantsElsewhere reports whether a portion is to be expanded on other machines.
func (m *making[W]) wantsElsewhere(p Portion[W], from *Layer[W]) bool {
	return m.Options.Elsewhere != nil && p.About != nil && from.Size() >= m.Options.Elsewhere.Grain()
}

// send has do called for 0 … n−1, in this order and as many at once as are worked at
// elsewhere; and done for each that has come back, in the same order.
func (m *making[W]) send(n int, do, done func(i int) error) error {
	var over atomic.Bool
	defer m.Watch(&over)()
	back := make([]chan error, n)
	var running sync.WaitGroup
	defer running.Wait()
	for sent, got := 0, 0; got < n; got++ {
		for ; sent < n && sent-got < 2*m.Options.Elsewhere.Slots()+2; sent++ {
			i, answer := sent, make(chan error, 1)
			back[i] = answer
			running.Go(func() { answer <- do(i) })
		}
		err := <-back[got]
		switch {
		case err == nil && over.Load():
			err = session.ErrMemory
		case m.Stop() != nil:
			err = m.Stop()
		}
		if err == nil {
			err = done(got)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// expandElsewhere is expand on other machines. What is saved on the way are the tasks
// before the first that is not back.
func (m *making[W]) expandElsewhere(first int, from *Layer[W], about []byte) error {
	var table sync.RWMutex // held for writing while the table is saved
	list := errands(from, max(m.next-first, 0), m.Options.Elsewhere.Grain(), from.whole)
	return m.send(len(list), func(i int) error { return m.expandThere(from, list[i], about, &table) }, func(i int) error {
		done := first + list[i].to
		due := m.saver.Due() || m.sweep.Table.Filled() > m.Memory/4
		if m.Journal == nil || !due || done == first+cache.Shards {
			return nil
		}
		table.Lock()
		defer table.Unlock()
		return m.saver.Save(func() error { return m.flush(done, true) })
	})
}

// expandThere has an errand done and puts what comes back into the table.
func (m *making[W]) expandThere(from *Layer[W], e errand, about []byte, table *sync.RWMutex) error {
	runs, n, _, err := m.inputs(from, e.from, e.to)
	if err != nil || n == 0 {
		return err
	}
	return m.order(Order{About: about, From: e.from, To: e.to, Runs: runs}, func(out []byte) error {
		var batches [cache.Shards][]cache.Entry[W]
		text, err := m.Space.eachShard(out, 0, cache.Shards, func(i int, keys []W) error {
			batches[i] = make([]cache.Entry[W], len(keys))
			for k := range keys {
				batches[i][k] = cache.Entry[W]{Key: keys[k], Hash: m.Space.Key(&keys[k])}
			}
			return nil
		})
		if err != nil {
			return err
		}
		var label foundLabel
		if err := json.Unmarshal(text, &label); err != nil || !label.possible() {
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
		m.Duplicates.Add(label.Generated - label.Pruned - int64(added))
		m.count(label, int64(n), n)
		return nil
	})
}

// count counts what came of so many positions, of which n were looked at.
func (m *making[W]) count(label foundLabel, expanded int64, n int) {
	m.Generated.Add(label.Generated)
	m.Pruned.Add(label.Pruned)
	m.Expanded.Add(expanded)
	m.Done.Add(int64(n))
}

// inputs names the objects that have shards from … to−1 of a layer, and puts them
// there if they are here: then fresh is the name, else "". n is how many positions the
// shards have.
func (m *making[W]) inputs(l *Layer[W], from, to int) (names []string, n int, fresh string, err error) {
	if l.away == nil {
		if fresh, n, err = m.Space.putShards(m.Ctx, m.Options.Elsewhere, l, from, to); fresh != "" {
			names = []string{fresh}
		}
		return names, n, fresh, err
	}
	for i := from; i < to; i++ {
		n += l.shardLen(i)
	}
	if n > 0 {
		names = l.away.overlapping(from, to)
	}
	return names, n, "", nil
}

// order has an order carried out.
func (m *making[W]) order(o Order, check func(out []byte) error) error {
	text, err := json.Marshal(o)
	if err != nil {
		return err
	}
	return m.Options.Elsewhere.Do(m.Ctx, text, check)
}
