package solver

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/verify"
	"github.com/halma-solve/halma-solve/solver/internal/cases"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// TestTreffhalmaAgreesWithBreadthFirst compares the whole search with one that
// uses no bound, no symmetry and no hashing, on every board and army that is
// small enough, under all rules.
func TestTreffhalmaAgreesWithBreadthFirst(t *testing.T) {
	cases.SmallOf(t, puzzles.Treffhalma, cases.UpTo(120_000, 16_000_000), agree)
}

// TestBreadthFirstKnowsTheMark compares that yardstick with a plain search over
// maps, on boards where the mark costs moves and where it does not.
func TestBreadthFirstKnowsTheMark(t *testing.T) {
	longer := 0
	for _, o := range []puzzles.Options{
		{Shape: positions.Square, Size: 4, Army: "3"},
		{Shape: positions.Rhombus, Size: 4, Army: "3"},
		{Shape: positions.Rhombus, Size: 5, Army: "3"},
		{Shape: positions.Star, Size: 2, Army: "3"},
		{Shape: positions.Square, Size: 6, Army: "3", Count: positions.Hops},
	} {
		o.Arrival = positions.Free
		p := positiontest.Must(t, puzzles.Treffhalma, o)
		got, err := BreadthFirst(context.Background(), p, 2)
		if err != nil {
			t.Fatal(err)
		}
		s := layers.NewSpace[[1]uint64](p)
		if want := cases.Distances(s, s.Start)[s.Goal]; got.Distance != want {
			t.Errorf("%s: %d, with maps %d", p, got.Distance, want)
		}
		if _, err := verify.Replay(p, got.Line); err != nil {
			t.Errorf("%s: %v", p, err)
		}
		plain, err := BreadthFirst(context.Background(), p.Unmarked(), 2)
		if err != nil {
			t.Fatal(err)
		}
		if plain.Distance > got.Distance {
			t.Errorf("%s: %d moves, without the mark %d", p, got.Distance, plain.Distance)
		}
		if plain.Distance < got.Distance {
			longer++
		}
	}
	if longer == 0 {
		t.Error("the mark costs nothing on any board")
	}
}

// treff returns a puzzle whose mark costs a move: 6 men on the 4×4 rhombus take
// 8 moves, 9 if the corner man has to end on the corner.
func treff(t *testing.T, a positions.Arrival) *puzzles.Puzzle {
	t.Helper()
	return positiontest.Must(t, puzzles.Treffhalma, puzzles.Options{Shape: positions.Rhombus, Size: 4, Army: "6", Arrival: a})
}

func TestTreffhalmaKeepsThePlainPuzzle(t *testing.T) {
	store := memory{}
	p := treff(t, positions.Free)
	first := solve(t, p, store)
	if first.Status != Optimal || first.Upper != 9 || first.Cached {
		t.Fatalf("%s %d…%d", first.Status, first.Lower, first.Upper)
	}
	if second := solve(t, p, store); !second.Cached || second.Upper != 9 {
		t.Errorf("second: %s %d, cached %t", second.Status, second.Upper, second.Cached)
	}
	plain := solve(t, p.Unmarked(), store)
	if !plain.Cached || plain.Status != Optimal || plain.Upper != 8 || plain.Puzzle.Game != puzzles.GameHighscore {
		t.Errorf("without mark: %s %d, cached %t", plain.Status, plain.Upper, plain.Cached)
	}
	// A plain puzzle that is settled in the store is not searched again.
	store = memory{}
	solve(t, p.Unmarked(), store)
	r := solve(t, p, store)
	if r.Status != Optimal || r.Upper != 9 {
		t.Errorf("%s %d…%d", r.Status, r.Lower, r.Upper)
	}
	for _, phase := range r.Stats.Phases {
		if strings.HasPrefix(phase.Name, "without mark: refute") {
			t.Errorf("phase %s", phase.Name)
		}
	}
}

func TestBoundsOfHighscoreHoldForTreffhalma(t *testing.T) {
	free, booklet := treff(t, positions.Free), treff(t, positions.Booklet)
	recalled := func(p *puzzles.Puzzle, s memory) *session.Knowledge {
		k := session.NewKnowledge(p, session.NewRun(context.Background(), Options{Store: s}))
		k.Recall()
		return k
	}
	for _, of := range []*puzzles.Puzzle{free.Unmarked(), booklet.Unmarked(), free} {
		if k := recalled(booklet, memory{of.Fingerprint(): told(of, 7)}); k.Lower() != 7 || !strings.HasSuffix(k.Proof(), "told") {
			t.Errorf("from %s: %d (%s)", of, k.Lower(), k.Proof())
		}
	}
	// Not the other way round, and not from the stricter rules.
	if k := recalled(free.Unmarked(), memory{free.Fingerprint(): told(free, 9)}); k.Lower() != 1 {
		t.Errorf("highscore believes the bound %d of treffhalma", k.Lower())
	}
	if k := recalled(free, memory{booklet.Unmarked().Fingerprint(): told(booklet.Unmarked(), 9)}); k.Lower() != 1 {
		t.Errorf("free rules believe the bound %d of the booklet's", k.Lower())
	}
	// A line of highscore that brings another man to the corner is no line here.
	r := solve(t, free.Unmarked(), nil)
	rec := told(free.Unmarked(), 8)
	rec.Line, rec.Cost, rec.Other = r.Line, 8, r.Hops
	if k := recalled(free, memory{free.Unmarked().Fingerprint(): rec}); k.Line() != nil || k.Lower() != 8 {
		t.Errorf("a line of %d, lower bound %d", k.Upper(), k.Lower())
	}
}

// TestTreffhalmaGoesOnFromCheckpoints stops a proof again and again, a little
// later each time: the answer is that of an undisturbed run.
func TestTreffhalmaGoesOnFromCheckpoints(t *testing.T) {
	p := positiontest.Must(t, puzzles.Treffhalma, puzzles.Options{Shape: positions.Square, Size: 6, Army: "6", Arrival: positions.Free})
	dir := t.TempDir()
	stopped, helped := 0, 0
	for n := 1; ; n++ {
		r := session.NewRun(cases.NewCountdown(200*n), Options{Workers: 1, Checkpoints: dir, SaveAlways: true})
		k := session.NewKnowledge(p, r)
		saved, err := filepath.Glob(filepath.Join(dir, "*", "refute-*", "*.run"))
		if err != nil {
			t.Fatal(err)
		}
		if len(saved) > 0 {
			helped++
		}
		res, err := session.Settle(k, search)
		if err != nil {
			t.Fatal(err)
		}
		if res.Interrupted == "" {
			if res.Status != Optimal || res.Lower != 11 {
				t.Errorf("%d after %d stops, want 11", res.Lower, stopped)
			}
			break
		}
		if res.Interrupted != session.ErrInterrupt.Error() {
			t.Fatalf("interrupted by %q", res.Interrupted)
		}
		stopped++
	}
	t.Logf("%d stops, %d starts from checkpoints", stopped, helped)
	if stopped == 0 || helped == 0 {
		t.Errorf("%d stops, %d starts from checkpoints: nothing was tested", stopped, helped)
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}
