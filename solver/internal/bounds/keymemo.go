package bounds

import (
	"math/bits"
	"sync"
	"sync/atomic"

	"github.com/halma-solve/halma-solve/cache"
)

// keyMemo remembers, for keys of row counts, up to which depth there is a way on
// and from which depth there is none. Keys are compared as wholes. When it has as
// much memory as it may take, new entries replace old ones: what is forgotten is
// worked out again, with the same result.
type keyMemo struct {
	shards [memoShards]memoShard
	most   int // buckets of a shard
}

const (
	memoShards = 256
	bucketSize = 4
	leastMemo  = 16 // buckets of a shard at first
	entryBytes = 16
	depthBits  = 8 // of either depth in an entry
	depthMask  = 1<<depthBits - 1
	openShift  = 64 - depthBits
	shutShift  = 64 - 2*depthBits
	keyMask    = uint64(1)<<shutShift - 1
)

// memoEntry is a key and two depths in the free bits of its second word: the
// greatest depth with a way on plus one, and the least depth without one (0: not
// known).
type memoEntry struct{ lo, hi uint64 }

// memoBuckets are a power of two.
type memoBuckets [][bucketSize]memoEntry

type memoShard struct {
	mu    sync.Mutex
	table atomic.Pointer[memoBuckets] // changed with mu, read without
	used  int                         // entries
	turn  uint8                       // which entry of a bucket is replaced next
}

// newKeyMemo returns a memory that takes at most so many bytes, or little
// more than none.
func newKeyMemo(most int64) *keyMemo {
	buckets := most / (memoShards * bucketSize * entryBytes)
	return &keyMemo{most: max(leastMemo, 1<<(bits.Len64(uint64(max(buckets, 1)))-1))}
}

// place returns where a key belongs.
func (m *keyMemo) place(key rowName) (s *memoShard, hash uint64) {
	hash = key.hash()
	return &m.shards[hash>>56], hash
}

// buckets returns those of the shard.
func (s *memoShard) buckets() memoBuckets {
	if t := s.table.Load(); t != nil {
		return *t
	}
	return nil
}

// of returns the bucket of a hash.
func (t memoBuckets) of(hash uint64) *[bucketSize]memoEntry { return &t[hash&uint64(len(t)-1)] }

// touch reads where a key belongs, so that the processor waits for several buckets at
// once: it does not go past a lock before what it reads is there.
func (m *keyMemo) touch(key rowName) {
	s, hash := m.place(key)
	if t := s.buckets(); t != nil {
		atomic.LoadUint64(&t.of(hash)[0].lo)
	}
}

// depths returns what is known of a key: there is a way on from depths before
// open, and none from shut on.
func (m *keyMemo) depths(key rowName) (open, shut int) {
	s, hash := m.place(key)
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.buckets()
	if t == nil {
		return 0, depthMask
	}
	b := t.of(hash)
	for i := range b {
		if e := &b[i]; e.lo == key.lo && e.hi&keyMask == key.hi {
			return int(e.hi >> openShift), depthMask - int(e.hi>>shutShift&depthMask)
		}
	}
	return 0, depthMask
}

// note adds the answer for a key at depth t.
func (m *keyMemo) note(key rowName, t int, answer bool) {
	s, hash := m.place(key)
	s.mu.Lock()
	defer s.mu.Unlock()
	table := s.buckets()
	if s.used*4 >= len(table)*bucketSize*3 && len(table) < m.most {
		table = m.grow(s)
	}
	b := table.of(hash)
	free := -1
	for i := range b {
		e := &b[i]
		if e.lo == key.lo && e.hi&keyMask == key.hi {
			e.add(t, answer)
			return
		}
		if free < 0 && e.lo|e.hi == 0 {
			free = i
		}
	}
	if free < 0 {
		free = int(s.turn) % bucketSize
		s.turn++
	} else {
		s.used++
	}
	e := memoEntry(key)
	e.add(t, answer)
	b[free].hi = e.hi
	atomic.StoreUint64(&b[free].lo, e.lo) // touch may read it
}

// add notes an answer. shut is kept as its difference to the greatest depth, so
// that 0 is nothing known.
func (e *memoEntry) add(t int, answer bool) {
	open, shut := e.hi>>openShift, e.hi>>shutShift&depthMask
	if answer {
		open = max(open, uint64(t)+1)
	} else {
		shut = max(shut, depthMask-uint64(t))
	}
	e.hi = e.hi&keyMask | open<<openShift | shut<<shutShift
}

// grow doubles a shard and returns its buckets. Entries that find no room go.
func (m *keyMemo) grow(s *memoShard) memoBuckets {
	old := s.buckets()
	table := memoBuckets(cache.Zeros[[bucketSize]memoEntry](max(leastMemo, 2*len(old))))
	s.used = 0
	for i := range old {
		for _, e := range old[i] {
			if e.lo|e.hi == 0 {
				continue
			}
			_, hash := m.place(rowName{e.lo, e.hi & keyMask})
			b := table.of(hash)
			for k := range b {
				if b[k].lo|b[k].hi == 0 {
					b[k] = e
					s.used++
					break
				}
			}
		}
	}
	s.table.Store(&table)
	return table
}

// Bytes returns the memory taken.
func (m *keyMemo) Bytes() int64 {
	var n int64
	for i := range m.shards {
		s := &m.shards[i]
		s.mu.Lock()
		n += int64(len(s.buckets())) * bucketSize * entryBytes
		s.mu.Unlock()
	}
	return n
}
