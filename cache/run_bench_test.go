package cache

import (
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
)

// benchKeys are like positions some moves from a start with the given number of
// men in the lowest cells: a few men have gone up.
func benchKeys[K Key](n, men, cells, moved int) []K {
	rng := rand.New(rand.NewPCG(1, 2))
	keys := make([]K, 0, n+n/2)
	for len(keys) < cap(keys) {
		var k K
		for c := range men {
			k[c/64] |= 1 << (c % 64)
		}
		for range moved {
			from, to := rng.IntN(men), men+rng.IntN(min(cells-men, 3*men))
			if k[from/64]>>(from%64)&1 == 1 && k[to/64]>>(to%64)&1 == 0 {
				k[from/64] ^= 1 << (from % 64)
				k[to/64] ^= 1 << (to % 64)
			}
		}
		keys = append(keys, k)
	}
	slices.SortFunc(keys, compareRunKeys[K])
	keys = slices.Compact(keys)
	return keys[:min(n, len(keys))]
}

func BenchmarkRun(b *testing.B) {
	b.Run("2 words", func(b *testing.B) { benchmarkRun[[2]uint64](b, 15, 121) })
	b.Run("4 words", func(b *testing.B) { benchmarkRun[[4]uint64](b, 19, 256) })
}

func benchmarkRun[K Key](b *testing.B, men, cells int) {
	keys := benchKeys[K](1_000_000, men, cells, 5)
	dir := b.TempDir()
	path := filepath.Join(dir, "run")
	info := createRun(b, path, map[int][]K{0: keys}, len(keys))
	rate := func(b *testing.B) {
		b.ReportMetric(float64(len(keys))*float64(b.N)/b.Elapsed().Seconds(), "keys/s")
		b.ReportMetric(float64(info.Bytes)/float64(len(keys)), "B/key")
	}
	b.Run("write", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			createRun(b, filepath.Join(dir, "written"), map[int][]K{0: keys}, 4096)
		}
		rate(b)
	})
	b.Run("read", func(b *testing.B) {
		b.ReportAllocs()
		r := openedRun[K](b, path)
		dst := make([]K, 0, len(keys))
		for b.Loop() {
			var err error
			if dst, err = r.ReadShard(0, dst[:0]); err != nil {
				b.Fatal(err)
			}
		}
		rate(b)
	})
	b.Run("stream", func(b *testing.B) {
		b.ReportAllocs()
		r := openedRun[K](b, path)
		for b.Loop() {
			reader := r.Shard(0)
			for _, ok := reader.Next(); ok; _, ok = reader.Next() {
			}
			if reader.Err() != nil {
				b.Fatal(reader.Err())
			}
		}
		rate(b)
	})
	b.Run("merge", func(b *testing.B) { // 8 runs without 1, a tenth of the keys in two of them
		b.ReportAllocs()
		rng := rand.New(rand.NewPCG(3, 4))
		parts := make([][]K, 9)
		for _, k := range keys {
			i := rng.IntN(9)
			parts[i] = append(parts[i], k)
			if j := rng.IntN(9); j != i && rng.IntN(10) == 0 {
				parts[j] = append(parts[j], k)
			}
		}
		var runs []*Run[K]
		for i, part := range parts {
			at := filepath.Join(dir, string(rune('a'+i)))
			createRun(b, at, map[int][]K{0: part}, len(part))
			runs = append(runs, openedRun[K](b, at))
		}
		b.ResetTimer()
		for b.Loop() {
			if err := MergeShard(0, runs[:8], runs[8:], func([]K) error { return nil }); err != nil {
				b.Fatal(err)
			}
		}
		rate(b)
	})
}
