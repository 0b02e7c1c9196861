package positions_test

import (
	"testing"

	"github.com/halma-solve/halma-solve/positions"
)

// The keys are part of what is stored on disk: whoever changes them must change
// ZobristVersion too. The values are from a second program.
func TestZobristPinned(t *testing.T) {
	z := positions.NewZobrist()
	if positions.ZobristVersion != 1 || z[0] != 0xa969d2d2d7983755 || z[255] != 0x3520eb79b20032fd {
		t.Errorf("version %d: first key %#x, last key %#x", positions.ZobristVersion, z[0], z[255])
	}
	if *z != *positions.NewZobrist() {
		t.Error("two tables differ")
	}
}

// No key is zero, no two are equal, and no two pairs have the same sum: a move
// or two always change the key of a position.
func TestZobristDistinct(t *testing.T) {
	z := positions.NewZobrist()
	seen := map[uint64]bool{0: true}
	for c, k := range z {
		if seen[k] {
			t.Errorf("cell %d has the key %#x, which is zero or another's", c, k)
		}
		seen[k] = true
	}
	for c := range z {
		for d := range c {
			k := z[c] ^ z[d]
			if seen[k] {
				t.Errorf("the keys of cells %d and %d add up to %#x, as others do", c, d, k)
			}
			seen[k] = true
		}
	}
}

func TestZobristKey(t *testing.T) {
	z := positions.NewZobrist()
	if z.Key(nil) != 0 {
		t.Error("the empty board has a key")
	}
	if got := z.Key([]uint8{3, 200, 7}); got != z[7]^z[3]^z[200] || got != z.Key([]uint8{7, 3, 200}) {
		t.Errorf("key %#x", got)
	}
}
