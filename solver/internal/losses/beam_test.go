package losses

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/verify"
	"github.com/halma-solve/halma-solve/solver/internal/bounds"
	"github.com/halma-solve/halma-solve/solver/internal/cases"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

func newBeam(p *puzzles.Puzzle, hops, width int, o session.Options) *Beam[[1]uint64] {
	s := newSearch(p, hops, o)
	return NewBeam(s.Run, s.Space, s.Journal, s.tables, hops, width)
}

// TestBeamFindsShortestLines has room for all positions: then a beam leaves nothing out. A
// narrow one finds lines that are no shorter.
func TestBeamFindsShortestLines(t *testing.T) {
	var searched, found atomic.Int32
	t.Cleanup(func() {
		if searched.Load() < 10 || found.Load() < searched.Load() {
			t.Errorf("%d puzzles, %d lines by narrow beams", searched.Load(), found.Load())
		}
	})
	cases.Small(t, 50_000, func(t *testing.T, p *puzzles.Puzzle) {
		if !bounds.HasDiagonals(p) || p.Arrival.KeepsGoal() {
			return
		}
		e := cases.Explored(t, p)
		if e.Distance < 0 {
			return
		}
		searched.Add(1)
		for _, hops := range []int{e.Distance - 1, e.Distance, e.Distance + 5} {
			for _, width := range []int{1 << 20, 3} {
				line, _, err := newBeam(p, hops, width, session.Options{Workers: 2}).Search()
				if err != nil {
					t.Fatal(err)
				}
				if line == nil {
					if hops >= e.Distance && width > 3 {
						t.Errorf("no line of %d hops, but there is one of %d", hops, e.Distance)
					}
					continue
				}
				if width == 3 {
					found.Add(1)
				}
				_, err = verify.Replay(p, line)
				if cost := p.Cost(line); err != nil || cost < e.Distance || cost > hops || width > 3 && cost != e.Distance {
					t.Errorf("width %d, at most %d hops: a line of %d, the shortest has %d; %v", width, hops, cost, e.Distance, err)
				}
			}
		}
	})
}

// TestBeamGoesOnWhereItStopped stops a beam again and again; the last run keeps the same
// positions as one that is not stopped, whatever the number of workers.
func TestBeamGoesOnWhereItStopped(t *testing.T) {
	p := positiontest.Must(t, puzzles.Highscore, puzzles.Options{
		Shape: positions.Square, Size: 7, Army: "10", Arrival: positions.Free, Count: positions.Hops,
	})
	const hops, width = 40, 100
	whole := newBeam(p, hops, width, session.Options{Workers: 2})
	want, _, err := whole.Search()
	if err != nil || want == nil {
		t.Fatal(want, err)
	}
	widest := 0
	for lost, l := range whole.search.Layers {
		if l.Size() > width {
			t.Errorf("%d positions at %d", l.Size(), lost)
		}
		widest = max(widest, l.Size())
	}
	if widest != width {
		t.Errorf("%d positions at most: nothing was left out", widest)
	}
	dir, runs := t.TempDir(), 0
	for {
		runs++
		b := newBeam(p, hops, width, session.Options{Workers: 1, Checkpoints: dir})
		b.search.Run.Ctx = cases.NewCountdown(300 * runs)
		line, _, err := b.Search()
		if errors.Is(err, session.ErrInterrupt) {
			continue
		}
		if err != nil || !reflect.DeepEqual(line, want) {
			t.Fatalf("after %d runs: %v, not %v; %v", runs, line, want, err)
		}
		if some, all := b.search.Expanded.Load(), whole.search.Expanded.Load(); some >= all {
			t.Errorf("the last run expanded %d positions, all are %d: nothing is from files", some, all)
		}
		for lost, l := range whole.search.Layers {
			for i := range l.Shards {
				if !slices.Equal(l.Shards[i], b.search.Layers[lost].Shards[i]) {
					t.Errorf("other positions at %d, shard %d", lost, i)
				}
			}
		}
		break
	}
	if runs < 5 {
		t.Errorf("stopped %d times", runs-1)
	}
}

// BenchmarkBeam finds a line of 87 hops for 13 men on 16×16.
func BenchmarkBeam(b *testing.B) {
	p := positiontest.Must(b, puzzles.Highscore, puzzles.Options{
		Shape: positions.Square, Size: 16, Army: "13", Arrival: positions.Free, Count: positions.Hops,
	})
	d := bounds.NewDiagonals(p.Board, p.Start, p.Goal, [2]bool{})
	for b.Loop() {
		r := session.NewRun(context.Background(), session.Options{Workers: 2})
		line, _, err := NewBeam(r, layers.NewSpace[[4]uint64](p), nil, NewTables(d), 87, 1000).Search()
		if err != nil || len(line) != 87 {
			b.Fatal(len(line), err)
		}
	}
}
