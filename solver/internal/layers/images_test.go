package layers

import (
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// Of random layers those positions are left that the definition says, in order, from
// memory and from files, all at once and in groups of shards.
func TestWithImages(t *testing.T) {
	p := positiontest.Must(t, puzzles.Treffhalma, puzzles.Options{Shape: positions.Rhombus, Size: 5, Army: "6"})
	s := NewSpace[[1]uint64](p)
	random := rand.New(rand.NewPCG(3, 5))
	all := map[[1]uint64]bool{}
	for len(all) < 10_000 {
		w := s.Start
		for range 9 {
			from, to := uint8(random.IntN(s.Cells)), uint8(random.IntN(s.Cells))
			if w[0]>>from&1 == 1 && w[0]>>to&1 == 0 && s.Mark(&w) != from {
				w[0] ^= 1<<from | 1<<to
			}
		}
		c, _ := s.Canonical(w)
		all[c] = true
	}
	some := func(share float64) (list [][1]uint64) {
		for w := range all {
			if image, _ := s.Turned(&w); random.Float64() < share {
				list = append(list, w, image)
			}
		}
		return list
	}
	needed := func(w [1]uint64) bool { return w[0]*0x9e3779b97f4a7c15>>62 != 0 }
	for range 4 {
		list, first, second := some(0.7), some(0.1), some(0.2)
		within := map[[1]uint64]bool{}
		for _, w := range slices.Concat(first, second) {
			within[w] = true
		}
		want := layerOf(s, slices.DeleteFunc(slices.Clone(list), func(w [1]uint64) bool {
			image, _ := s.Turned(&w)
			return needed(image) && !within[image]
		}))
		in := []*Layer[[1]uint64]{layerOf(s, first), inFile(t, layerOf(s, second))}
		for _, memory := range []int64{1 << 18, 1 << 30} {
			for _, l := range []*Layer[[1]uint64]{layerOf(s, list), inFile(t, layerOf(s, list))} {
				r := session.NewRun(t.Context(), session.Options{Workers: 3, Memory: memory})
				r.Memory = memory // less than a run is given
				got, err := l.WithImages(r, s, in, func(images [][1]uint64) [][1]uint64 {
					return slices.DeleteFunc(images, func(w [1]uint64) bool { return !needed(w) })
				})
				if err != nil {
					t.Fatal(err)
				}
				if done := r.Done.Load(); done != cache.Shards {
					t.Errorf("%d shards are said to be done", done)
				}
				for i := range got.Shards {
					if !slices.Equal(got.Shards[i], want.Shards[i]) {
						t.Fatalf("%d bytes of memory: shard %d has %d positions, not these %d", memory, i, len(got.Shards[i]), len(want.Shards[i]))
					}
				}
			}
		}
	}
}

// layerOf returns the layer of positions, some of which are there twice.
func layerOf(s *Space[[1]uint64], list [][1]uint64) *Layer[[1]uint64] {
	l := new(Layer[[1]uint64])
	for _, w := range list {
		i := cache.ShardOf(s.Key(&w))
		l.Shards[i] = append(l.Shards[i], w)
	}
	for i := range l.Shards {
		l.Shards[i] = slices.Compact(sorted(l.Shards[i]))
	}
	return l
}

// inFile returns l as it is read from a file.
func inFile(t *testing.T, l *Layer[[1]uint64]) *Layer[[1]uint64] {
	t.Helper()
	path := filepath.Join(t.TempDir(), "layer")
	w, err := cache.CreateRun[[1]uint64](path, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range l.Shards {
		if err := w.Append(i, l.Shards[i]); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.Close(); err != nil {
		t.Fatal(err)
	}
	run := positiontest.Must(t, cache.OpenRun[[1]uint64], path)
	t.Cleanup(func() { _ = run.Close() })
	return &Layer[[1]uint64]{file: run}
}
