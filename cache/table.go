package cache

import "sync"

// Key is what a [Table] holds: 1, 2, 4 or 5 machine words, not all zero.
type Key interface {
	[1]uint64 | [2]uint64 | [4]uint64 | [5]uint64
}

// Shards is the number of parts of a [Table]. The top byte of a hash chooses
// the part.
const Shards = 256

// maxLoad is how full a shard gets before it grows, in percent. Linear probing
// needs about 2.5 looks for a hit and 8.5 for a miss at 75 %.
const maxLoad = 75

// Entry is a key on its way into a table with its hash.
type Entry[K Key] struct {
	Key  K
	Hash uint64
}

// Table is a set of exact keys in RAM that grows, for many writers.
//
//	hash:  top 8 bits → shard     low 32 bits × slots >> 32 → first slot
//	shard: lock | count | slots   a slot is a key; the zero key is "empty"
//
// Writers collect entries for a shard and insert them in batches under its
// lock, so locking and cache misses are paid once a batch, and no key is ever
// read while it is being written. Equality is decided on the whole key; the
// hash only says where to look.
type Table[K Key] struct {
	hash   func(*K) uint64
	shards [Shards]tableShard[K]
}

type tableShard[K Key] struct {
	mu    sync.Mutex
	n     int
	slots []K

	touched uint64 // for touch, which no compiler may leave out then

	_ [64]byte // keeps neighbours off this cache line
}

// NewTable returns an empty table. hash must give the hash that comes with a
// key in its [Entry]; it is called when a shard grows.
func NewTable[K Key](hash func(*K) uint64) *Table[K] {
	return &Table[K]{hash: hash}
}

// ShardOf returns the shard of a hash.
func ShardOf(hash uint64) int { return int(hash >> 56) }

// Insert adds the keys of a batch, which must all belong to the given shard.
// fresh, if not nil, is called under the shard's lock for each key that was not
// there. keep, if not nil, is asked when the shard is full: keys for which it is
// false are dropped before the shard grows.
func (t *Table[K]) Insert(shard int, batch []Entry[K], fresh func(*Entry[K]), keep func(*K) bool) (added int) {
	s := &t.shards[shard]
	s.mu.Lock()
	defer s.mu.Unlock()
	var zero K
	s.touch(batch)
	for i := range batch {
		if (s.n+1)*100 > len(s.slots)*maxLoad {
			t.makeRoom(s, keep)
		}
		e := &batch[i]
		at := slotOf(e.Hash, len(s.slots))
		for s.slots[at] != zero && s.slots[at] != e.Key {
			if at++; at == len(s.slots) {
				at = 0
			}
		}
		if s.slots[at] == zero {
			s.slots[at] = e.Key
			s.n++
			added++
			if fresh != nil {
				fresh(e)
			}
		}
	}
	return added
}

// touch reads the first slot of each key of a batch. The slots are seldom in a cache of
// the processor, and one that waits for a slot before it looks for the next would wait
// longer.
func (s *tableShard[K]) touch(batch []Entry[K]) {
	if len(s.slots) == 0 {
		return
	}
	any := uint64(0)
	for i := range batch {
		any |= s.slots[slotOf(batch[i].Hash, len(s.slots))][0]
	}
	s.touched = any
}

// slotOf maps the low half of the hash to 0 … slots−1 without a division
// (Lemire 2019), so that a shard may have any number of slots.
func slotOf(hash uint64, slots int) int {
	return int((hash & 0xffffffff) * uint64(slots) >> 32)
}

// Reserve gives shards that are empty room for their part of so many keys in all, if they
// have less. It must not run beside Insert.
func (t *Table[K]) Reserve(keys int) {
	size := keys/Shards*100/maxLoad*33/32 + 64 // shards get more and less than their part
	inParts(Shards, func(i int) {
		if s := &t.shards[i]; s.n == 0 && len(s.slots) < size {
			s.slots = Zeros[K](size)
		}
	})
}

// makeRoom drops what keep rejects and, unless that freed a third, gives the
// shard half as many slots again.
func (t *Table[K]) makeRoom(s *tableShard[K], keep func(*K) bool) {
	var zero K
	old := s.slots
	size := max(64, len(old)+len(old)/2)
	if keep != nil && s.n > 0 {
		kept := 0
		for i := range old {
			if old[i] != zero {
				if keep(&old[i]) {
					kept++
				} else {
					old[i] = zero
				}
			}
		}
		if kept < s.n*2/3 {
			size = len(old)
		}
	}
	s.slots = Zeros[K](size)
	s.n = 0
	for i := range old {
		if old[i] == zero {
			continue
		}
		at := slotOf(t.hash(&old[i]), size)
		for s.slots[at] != zero {
			if at++; at == size {
				at = 0
			}
		}
		s.slots[at] = old[i]
		s.n++
	}
}

// Len returns the number of keys. It must not run beside Insert.
func (t *Table[K]) Len() int {
	n := 0
	for i := range t.shards {
		n += t.shards[i].n
	}
	return n
}

// Bytes returns the memory that the slots take.
func (t *Table[K]) Bytes() int64 {
	var zero K
	n := 0
	for i := range t.shards {
		s := &t.shards[i]
		s.mu.Lock()
		n += len(s.slots)
		s.mu.Unlock()
	}
	return int64(n) * int64(len(zero)) * 8
}

// Filled returns the memory of the fewest slots that have room for the keys. Up to half
// as much again may be taken; see [Table.Bytes].
func (t *Table[K]) Filled() int64 {
	var zero K
	n := 0
	for i := range t.shards {
		n += t.ShardLen(i)
	}
	return int64(n) * int64(len(zero)) * 8 * 100 / maxLoad
}

// Take appends the keys of a shard to dst, in no order, and empties the shard. keep
// says whether it keeps its slots for the next use or gives their memory back.
func (t *Table[K]) Take(shard int, dst []K, keep bool) []K {
	dst = t.Keys(shard, dst)
	s := &t.shards[shard]
	s.mu.Lock()
	defer s.mu.Unlock()
	s.n = 0
	if keep {
		clear(s.slots)
	} else {
		s.slots = nil
	}
	return dst
}

// Clear empties all shards and gives their memory back. It must not run beside Insert.
func (t *Table[K]) Clear() {
	for i := range t.shards {
		s := &t.shards[i]
		s.mu.Lock()
		s.n, s.slots = 0, nil
		s.mu.Unlock()
	}
}

// Keys appends the keys of a shard to dst, in no order.
func (t *Table[K]) Keys(shard int, dst []K) []K {
	s := &t.shards[shard]
	s.mu.Lock()
	defer s.mu.Unlock()
	var zero K
	for i := range s.slots {
		if s.slots[i] != zero {
			dst = append(dst, s.slots[i])
		}
	}
	return dst
}

// ShardLen returns the number of keys in a shard.
func (t *Table[K]) ShardLen(shard int) int {
	s := &t.shards[shard]
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.n
}
