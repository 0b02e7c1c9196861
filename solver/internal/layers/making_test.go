package layers

import (
	"slices"
	"testing"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// Layers that are wider than the memory are made in parts, which are merged, and are those
// of a search with room for them. The less memory the more files, and no search takes more
// memory than it has.
func TestLayersInParts(t *testing.T) {
	p := positiontest.Must(t, puzzles.Highscore, puzzles.Options{Shape: positions.Square, Size: 6, Army: "6", Arrival: positions.Free})
	s := NewSpace[[1]uint64](p)
	want := firstLayers(t, s, session.Options{Workers: 2})
	files := -1 // with more memory
	for _, memory := range []int64{8_000_000, 3_000_000, 2_000_000} {
		r := session.NewRun(t.Context(), session.Options{Workers: 2, Scratch: true})
		r.Memory = memory // less than a run is given
		written := 0
		j := &Journal[[1]uint64]{
			Run: r, Saved: session.NewSavings(t.TempDir(), p), Space: s, Name: "test",
			Before: func() error { written++; return nil },
		}
		got := layersOf(t, NewLayered(r, s, j), s)
		if !slices.Equal(got.Described, want.Described) {
			t.Errorf("%d bytes: the layers are\n%v\nwant\n%v", memory, got.Described, want.Described)
		}
		if done := r.Done.Load(); done != cache.Shards { // the last thing is to put the last layer together
			t.Errorf("%d bytes: %d shards are said to be put together", memory, done)
		}
		if peak := r.Stats().PeakBytes; peak > memory {
			t.Errorf("%d bytes: %d were taken", memory, peak)
		}
		if written <= files {
			t.Errorf("%d bytes: %d files were written, with more memory %d", memory, written, files)
		}
		files = written
	}
}
