package layers

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
)

// Digits sort as comparing does, in all widths, with digits that never differ.
func TestSorted(t *testing.T) {
	sortsLikeComparing[[1]uint64](t)
	sortsLikeComparing[[2]uint64](t)
	sortsLikeComparing[[4]uint64](t)
	sortsLikeComparing[[5]uint64](t)
}

func sortsLikeComparing[W positions.Words](t *testing.T) {
	random := rand.New(rand.NewPCG(7, 11))
	for _, n := range []int{0, 1, 2, fewToSort - 1, fewToSort, 3000} {
		for _, mask := range []uint64{^uint64(0), 0xff00ff0000000fff, 0xf} {
			all := make([]W, n)
			for i := range all {
				for k := 0; k < len(all[i]); k++ {
					all[i][k] = random.Uint64() & mask
				}
			}
			want := slices.SortedFunc(slices.Values(all), func(a, b W) int { return positions.Compare(&a, &b) })
			if got := sorted(all); !slices.Equal(got, want) {
				t.Errorf("%T: %d positions, mask %x, are not in order", all, n, mask)
			}
		}
	}
}

func BenchmarkSorted(b *testing.B) {
	random := rand.New(rand.NewPCG(7, 11))
	all, work := make([][2]uint64, 50_000), make([][2]uint64, 50_000)
	for i := range all {
		all[i] = [2]uint64{random.Uint64(), random.Uint64() >> 7}
	}
	for b.Loop() {
		copy(work, all)
		sorted(work)
	}
}
