package layers

import (
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
)

// TestMemoryOfLayers asks a layer in memory and the same one in a file for the same
// positions: what was read of the file counts, and nothing before.
func TestMemoryOfLayers(t *testing.T) {
	p := positiontest.Must(t, puzzles.Highscore, puzzles.Options{Shape: positions.Square, Size: 6, Army: "3", Arrival: positions.Free})
	s := NewSpace[[1]uint64](p)
	var list [][1]uint64
	for n := range uint64(3000) {
		list = append(list, [1]uint64{n * 0x9e3779b97f4a7c15 >> 28})
	}
	here := layerOf(s, list[:2000])
	there := inFile(t, here)
	all := int64(here.Size()) * 8
	if here.bytes() != all || there.bytes() != 0 {
		t.Errorf("%d and %d bytes, not %d and none", here.bytes(), there.bytes(), all)
	}
	for i := range list {
		key := s.Key(&list[i])
		a, err := here.Has(&list[i], key)
		if err != nil {
			t.Fatal(err)
		}
		b, err := there.Has(&list[i], key)
		if err != nil || a != (i < 2000) || b != a {
			t.Fatalf("position %d: %v in memory, %v in the file, %v", i, a, b, err)
		}
		if i == 0 && (there.bytes() == 0 || there.bytes() == all) {
			t.Errorf("%d bytes of %d after one shard was read", there.bytes(), all)
		}
	}
	if there.bytes() != all {
		t.Errorf("%d bytes were read, not %d", there.bytes(), all)
	}
}
