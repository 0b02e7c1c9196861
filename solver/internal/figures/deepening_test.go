package figures

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// TestTranspositions compares a table that is far too small with a map: what it
// still has is right, entries of great effort outlive those of little, and bounds
// never fall.
func TestTranspositions(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	table := newTranspositions(2, 64*ways*3*8)
	truth := map[[2]uint64]int{}
	costly := map[[2]uint64]bool{}
	for range 20_000 {
		key := [2]uint64{r.Uint64N(3000), 7}
		// A poor hash: many positions share one, and all have to be told apart.
		hash := key[0] % 97 << 57
		bound, effort := 1+r.IntN(200), r.IntN(10)
		if key[0] < 20 {
			effort = 40
			costly[key] = true
		}
		if bound < truth[key] {
			bound = truth[key]
		}
		table.put(hash, key[:], bound, effort, 1)
		truth[key] = bound
	}
	found, kept := 0, 0
	for key, want := range truth {
		switch got := table.find(key[0]%97<<57, key[:]); {
		case got > want:
			t.Fatalf("bound %d of a position of which %d is proven", got, want)
		case got > 0:
			found++
			if costly[key] {
				kept++
			}
		}
	}
	if found < 64 || found > 64*ways {
		t.Errorf("%d positions found in %d slots", found, 64*ways)
	}
	if kept < len(costly)*3/4 {
		t.Errorf("%d of %d costly entries kept", kept, len(costly))
	}
	hash, key := uint64(5)<<57, [2]uint64{5, 7}
	before := table.find(hash, key[:])
	table.put(hash, key[:], 1, 40, 2)
	if after := table.find(hash, key[:]); after < before {
		t.Errorf("a bound fell from %d to %d", before, after)
	}
}

// deepeningOf returns a deepening for a puzzle and what it learns.
func deepeningOf(p *puzzles.Puzzle, o session.Options) (*deepening[[2]uint64], *session.Knowledge) {
	r := session.NewRun(context.Background(), o)
	k := session.NewKnowledge(p, r)
	k.Recall()
	return newDeepening[[2]uint64](r, k), k
}

// TestDeepeningGoesOnFromTheStore stops a search, goes on with a new one and the
// same store, and compares the positions expanded with those of a search from
// nothing.
func TestDeepeningGoesOnFromTheStore(t *testing.T) {
	p := positiontest.Must(t, puzzles.Connection, puzzles.Options{Size: 3})
	cold, known := deepeningOf(p, session.Options{Workers: 1, Memory: 1 << 28})
	if err := cold.settle(); err != nil {
		t.Fatal(err)
	}
	all := cold.Expanded.Load()

	disk, err := cache.Open(cache.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer disk.Close()
	o := session.Options{Workers: 1, Memory: 1 << 28, Store: session.NewRecords(disk)}
	first, k := deepeningOf(p, o)
	first.nodes = all * 4 / 5
	if err := first.settle(); !errors.Is(err, session.ErrBudget) {
		t.Fatalf("the first run ended with %v", err)
	}
	if err := k.Remember(); err != nil {
		t.Fatal(err)
	}
	second, k := deepeningOf(p, o)
	if err := second.settle(); err != nil {
		t.Fatal(err)
	}
	if second.recalled == 0 || k.Upper() != known.Upper() || k.Lower() != known.Lower() {
		t.Fatalf("%d bounds recalled, %d…%d instead of %d…%d", second.recalled, k.Lower(), k.Upper(), known.Lower(), known.Upper())
	}
	t.Logf("from nothing %d positions; stopped after %d, then %d with %d bounds from the store",
		all, first.Expanded.Load(), second.Expanded.Load(), second.recalled)
	if n := second.Expanded.Load(); n > all/4 {
		t.Errorf("the second run expanded %d positions, one from nothing %d", n, all)
	}
	if _, ok := o.Store.(BoundStore).Bounds(p.Fingerprint()); ok {
		t.Error("the bounds of a settled puzzle are still there")
	}
}

// slowStore takes so long to keep bounds, once there is a line, that their removal
// overtakes them unless it waits for them.
type slowStore struct {
	*session.Records
	line           atomic.Bool
	begun, removed chan struct{}
	once           sync.Once
}

func (s *slowStore) PutBounds(fingerprint [32]byte, block []byte) error {
	switch {
	case block == nil:
		defer close(s.removed)
	case s.line.Load():
		s.once.Do(func() { close(s.begun) })
		select {
		case <-s.removed:
		case <-time.After(200 * time.Millisecond):
		}
	}
	return s.Records.PutBounds(fingerprint, block)
}

// TestBoundsAreRemovedLast ends a search while its bounds are being saved.
func TestBoundsAreRemovedLast(t *testing.T) {
	p := positiontest.Must(t, puzzles.Connection, puzzles.Options{Size: 3})
	disk, err := cache.Open(cache.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer disk.Close()
	s := &slowStore{Records: session.NewRecords(disk), begun: make(chan struct{}), removed: make(chan struct{})}
	d, _ := deepeningOf(p, session.Options{Workers: 1, Memory: 1 << 28, Store: s, SaveAlways: true, Progress: func(e session.Event) {
		if e.Upper != session.NoUpper {
			s.line.Store(true)
			<-s.begun
		}
	}})
	if err := d.settle(); err != nil {
		t.Fatal(err)
	}
	if _, ok := s.Bounds(p.Fingerprint()); ok {
		t.Error("the bounds of a settled puzzle are still there")
	}
}

// TestDamagedBounds gives the search blocks that are no bounds.
func TestDamagedBounds(t *testing.T) {
	p := positiontest.Must(t, puzzles.Connection, puzzles.Options{Size: 2})
	disk, err := cache.Open(cache.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer disk.Close()
	s := session.NewRecords(disk)
	for _, block := range [][]byte{{}, {1, 2, 3}, make([]byte, 18), make([]byte, 10), make([]byte, 1<<16)} {
		if err := s.PutBounds(p.Fingerprint(), block); err != nil {
			t.Fatal(err)
		}
		r := session.NewRun(context.Background(), session.Options{Workers: 1, Memory: 1 << 26, Store: s})
		d := newDeepening[[1]uint64](r, session.NewKnowledge(p, r))
		if err := d.settle(); err != nil || d.Upper() != 5 || d.recalled != 0 {
			t.Fatalf("block of %d bytes: %v, upper %d, %d recalled", len(block), err, d.Upper(), d.recalled)
		}
	}
}
