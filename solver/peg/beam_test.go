package peg

import (
	"cmp"
	"errors"
	"slices"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// Beams from few men find the shortest lines where those of the same width from many men find
// longer ones, in either game.
func TestBeamFromFewMen(t *testing.T) {
	for _, c := range []struct {
		hole     string
		shortest int
	}{{"d1", 18}, {"d2", 19}} {
		for game, make := range map[string]func(puzzles.Options) (*puzzles.Puzzle, error){"solo": puzzles.Solo, "retour": puzzles.Retour} {
			r := solvePegs(t, pegPuzzle(t, make, c.hole, c.hole), session.Options{Beam: 1000})
			if r.Upper != c.shortest {
				t.Errorf("%s from %s: %d moves, want %d", game, c.hole, r.Upper, c.shortest)
			}
		}
	}
}

// Landmarks leave room in a beam for what can still be short enough: on the triangle of side 7 it
// finds 12 moves from b1 and c2, and 13 without them. From d2 it finds a line only if it looks for
// none that is much longer than the lower bound.
func TestBeamByLandmarks(t *testing.T) {
	b := positiontest.Board(t, positions.Triangle, 7)
	for hole, width := range map[string]int{"b1": 300, "c2": 300, "d2": 100} {
		p := positiontest.Must(t, puzzles.Solo, puzzles.Options{Board: b, From: hole, To: puzzles.AnyHole})
		if r := solvePegs(t, p, session.Options{Beam: width}); r.Upper != 12 {
			t.Errorf("%s: %d moves, want 12", hole, r.Upper)
		}
	}
}

// A beam keeps of a layer, in the order of the scores, as many as it may that landmarks do not rule
// out, and no others.
func TestKeepBest(t *testing.T) {
	const depth, left, width = 5, 7, 1000
	g := newGame(positiontest.Must(t, puzzles.Solo, puzzles.Options{Shape: positions.Triangle, Size: 7, From: "c2", To: puzzles.AnyHole}))
	bound, marks := newPatternBound(g, true), newLandmarks(g)
	promise := bound.promise(g, beamWays[0])
	f := newFront(session.NewRun(t.Context(), session.Options{Workers: 2}), g, &g.forward, bound, nil, []uint64{g.start})
	for len(f.layers) <= depth {
		if err := f.grow(g.jumpsOf()); err != nil {
			t.Fatal(err)
		}
	}
	l := planner{landmarks: marks}
	possible := slices.DeleteFunc(slices.Clone(f.last()), func(p uint64) bool { return l.needsMore(p, left) })
	slices.SortFunc(possible, func(a, b uint64) int { return cmp.Or(promise(a)-promise(b), cmp.Compare(a, b)) })
	if all := len(f.last()); 2*len(possible) > all || len(possible) <= width {
		t.Fatalf("%d of %d positions are possible", len(possible), all)
	}
	layer := f.last()
	for _, n := range []int{width, len(possible) + 1} {
		f.layers[depth] = slices.Clone(layer)
		rest := f.bytes.Load() - 8*int64(cap(f.last()))
		if err := f.keepBest(n, promise, marks, depth+left); err != nil {
			t.Fatal(err)
		}
		if want := possible[:min(n, len(possible))]; !slices.Equal(f.last(), want) {
			t.Errorf("width %d: %d positions are kept, want %d", n, len(f.last()), len(want))
		}
		if held := f.bytes.Load() - rest; held != 8*int64(cap(f.last())) {
			t.Errorf("width %d: %d bytes are counted for %d positions", n, held, len(f.last()))
		}
	}
}

// A beam for which there is no memory beside a refutation that waits does not end the search, and no
// other one is begun.
func TestBeamWithoutMemory(t *testing.T) {
	p := positiontest.Must(t, puzzles.Solo, puzzles.Options{Shape: positions.Triangle, Size: 9, From: "c3", To: puzzles.AnyHole})
	r := session.NewRun(t.Context(), session.Options{Workers: 2})
	r.Memory = 1
	g := newGame(p)
	s := &lineSearch{Run: r, Knowledge: session.NewKnowledge(p, r), game: g, toGoal: newPatternBound(g, true), fromStart: newPatternBound(g, false)}
	const width = 200_000 // layers take seconds, and memory is asked for twenty times in each
	if err := s.beam(width); !errors.Is(err, session.ErrMemory) || !s.wantsBeam() {
		t.Fatalf("a beam without memory ends with %v", err)
	}
	if err := s.beamIfRoom(width); err != nil || s.wantsBeam() {
		t.Errorf("%v, wants a beam: %v", err, s.wantsBeam())
	}
}
