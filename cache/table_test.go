package cache

import (
	"math/rand/v2"
	"sync"
	"testing"
)

func mix(k *[2]uint64) uint64 {
	x := k[0]*0x9e3779b97f4a7c15 ^ k[1]*0xbf58476d1ce4e5b9
	return x ^ x>>29
}

// collide sends all keys to few slots, so that only exact comparison tells them
// apart.
func collide(k *[2]uint64) uint64 { return k[0] & 3 }

func TestTableIsAnExactSet(t *testing.T) {
	for name, hash := range map[string]func(*[2]uint64) uint64{"mixed": mix, "colliding": collide} {
		t.Run(name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, 2))
			table := NewTable(hash)
			want := map[[2]uint64]bool{}
			added := 0
			for range 20000 {
				k := [2]uint64{rng.Uint64N(60), rng.Uint64N(60)}
				if k == [2]uint64{} {
					continue
				}
				want[k] = true
				h := hash(&k)
				added += table.Insert(ShardOf(h), []Entry[[2]uint64]{{k, h}}, nil, nil)
			}
			if added != len(want) || table.Len() != len(want) {
				t.Fatalf("added %d, Len %d, want %d", added, table.Len(), len(want))
			}
			got := map[[2]uint64]bool{}
			for s := range Shards {
				for _, k := range table.Take(s, nil, s%2 == 0) {
					if got[k] || !want[k] {
						t.Fatalf("key %v came out twice or was never put in", k)
					}
					got[k] = true
				}
			}
			if len(got) != len(want) || table.Len() != 0 {
				t.Fatalf("took %d keys of %d, %d left", len(got), len(want), table.Len())
			}
		})
	}
}

func TestTableReserve(t *testing.T) {
	const keys = 1 << 16
	table, grown := NewTable(mix), 0
	table.Reserve(keys)
	room := table.Bytes()
	if room < table.Filled() || room < keys*16 || room > keys*16*2 {
		t.Errorf("%d bytes are reserved", room)
	}
	keep := func(*[2]uint64) bool { grown++; return true }
	for i := range uint64(keys - keys/16) {
		k := [2]uint64{i * 0x9e3779b97f4a7c15, i + 1}
		h := k[0] ^ k[0]>>29
		table.Insert(ShardOf(h), []Entry[[2]uint64]{{k, h}}, nil, keep)
	}
	if grown != 0 || table.Bytes() != room || table.Filled() > room {
		t.Errorf("a table with room for all has grown from %d to %d bytes, %d keys filled", room, table.Bytes(), grown)
	}
	table.Reserve(4 * keys)
	if table.Bytes() != room || table.Len() != keys-keys/16 {
		t.Error("what is in use is reserved again")
	}
	table.Clear()
	k := [2]uint64{1, 2}
	if table.Bytes() != 0 || table.Len() != 0 || table.Insert(ShardOf(k[0]), []Entry[[2]uint64]{{k, k[0]}}, nil, nil) != 1 {
		t.Errorf("%d keys in %d bytes after all were cleared", table.Len(), table.Bytes())
	}
}

func TestTableManyWriters(t *testing.T) {
	table := NewTable(mix)
	const keys, writers = 30000, 4
	fresh := make([]int, writers)
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			buffers := map[int][]Entry[[2]uint64]{}
			for i := range keys { // all writers insert the same keys, in different order
				k := [2]uint64{uint64(1 + (i*7919+w*131)%keys), 5}
				h := mix(&k)
				s := ShardOf(h)
				buffers[s] = append(buffers[s], Entry[[2]uint64]{k, h})
				if len(buffers[s]) == 16 {
					fresh[w] += table.Insert(s, buffers[s], nil, nil)
					buffers[s] = buffers[s][:0]
				}
			}
			for s, b := range buffers {
				fresh[w] += table.Insert(s, b, nil, nil)
			}
		})
	}
	wg.Wait()
	sum := 0
	for _, n := range fresh {
		sum += n
	}
	if sum != keys || table.Len() != keys {
		t.Fatalf("%d fresh keys, %d in the table, want %d", sum, table.Len(), keys)
	}
}

func TestTableDropsWhatNobodyKeeps(t *testing.T) {
	table := NewTable(func(k *[1]uint64) uint64 { return k[0] })
	keep := func(k *[1]uint64) bool { return k[0]%8 == 0 }
	for i := uint64(1); i <= 1000; i++ {
		table.Insert(0, []Entry[[1]uint64]{{[1]uint64{i}, i << 20}}, nil, keep)
	}
	have := map[uint64]bool{}
	for _, k := range table.Take(0, nil, false) {
		have[k[0]] = true
	}
	for i := uint64(8); i <= 1000; i += 8 {
		if !have[i] {
			t.Fatalf("key %d, to be kept, is lost", i)
		}
	}
	if len(have) > 250 {
		t.Errorf("%d keys left, of which 125 are to be kept: nothing was dropped", len(have))
	}
}

func BenchmarkTableInsert(b *testing.B) {
	rng := rand.New(rand.NewPCG(3, 4))
	batches := make([][]Entry[[2]uint64], Shards)
	const n = 1 << 20
	for range n {
		k := [2]uint64{rng.Uint64N(1 << 18), 1}
		h := mix(&k)
		batches[ShardOf(h)] = append(batches[ShardOf(h)], Entry[[2]uint64]{k, h})
	}
	b.ReportAllocs()
	for b.Loop() {
		table := NewTable(mix)
		for s, batch := range batches {
			for len(batch) > 0 {
				m := min(128, len(batch))
				table.Insert(s, batch[:m], nil, nil)
				batch = batch[m:]
			}
		}
	}
	b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds()/1e6, "M/s")
}
