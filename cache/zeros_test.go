package cache

import "testing"

// Zeros are zero and as many as asked for, of less than a page, and of more than a huge page that
// begins or ends within one.
func TestZeros(t *testing.T) {
	for _, n := range []int{0, 1, 511, 1<<18 - 1, 1 << 18, 3<<18 + 77} {
		for name, all := range map[string][]uint64{"zeros": Zeros[uint64](n), "huge zeros": HugeZeros[uint64](n)} {
			if len(all) != n {
				t.Fatalf("%d %s, want %d", len(all), name, n)
			}
			for i := range all {
				if all[i] != 0 {
					t.Fatalf("%s: %d at %d of %d", name, all[i], i, n)
				}
				all[i] = ^uint64(0)
			}
		}
	}
}
