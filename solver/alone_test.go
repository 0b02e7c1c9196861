package solver

import (
	"context"
	"errors"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// TestRefutationsAlone settles small puzzles by refutations alone, without a beam
// that finds a shortest line before any length is refuted that has one: with a bound
// that is none they go on past it.
func TestRefutationsAlone(t *testing.T) {
	smallPuzzles(t, upTo(20_000, 16_000_000), refutationsAlone)
	t.Run("treffhalma", func(t *testing.T) { smallPuzzlesOf(t, puzzles.Treffhalma, upTo(10_000, 16_000_000), refutationsAlone) })
	t.Run("strange", func(t *testing.T) {
		strangeTransfers(t, 200, upTo(10_000, 300_000), func(t *testing.T, p *puzzles.Puzzle) {
			for _, a := range []positions.Arrival{positions.Free, positions.Booklet} {
				refutationsAlone(t, p.With(a))
				refutationsAlone(t, p.Unmarked().With(a))
			}
		})
	})
	t.Run("ring on 7×7", func(t *testing.T) { // 13,983,816 positions; the goal is not the foremost set of cells
		long(t)
		p, err := puzzles.Highscore(puzzles.Options{Shape: positions.Square, Size: 7, Army: "ring", Arrival: positions.Free})
		if err != nil {
			t.Fatal(err)
		}
		refutationsAlone(t, p)
	})
}

func refutationsAlone(t *testing.T, p *puzzles.Puzzle) {
	truth, err := BreadthFirst(context.Background(), p, 1)
	if err != nil {
		t.Fatal(err)
	}
	if truth.Distance < 0 {
		return
	}
	for _, equipped := range []bool{false, true} {
		var k *knowledge
		if positions.MarkedWordsFor(p.Board.Len()) == 1 {
			k, err = byRefutations[[1]uint64](p, equipped)
		} else {
			k, err = byRefutations[[2]uint64](p, equipped)
		}
		switch {
		case errors.Is(err, errUndecided) && k.lower <= truth.Distance && k.upper == NoUpper: // see attack.complete
		case err != nil || k.lower != truth.Distance || k.upper != truth.Distance:
			t.Fatalf("%s, equipped %v: %d…%d (%v), breadth-first: %d", p, equipped, k.lower, k.upper, err, truth.Distance)
		}
	}
}

// byRefutations refutes lengths until one has a line, with the cheap bounds or with
// those that long runs have: gains by search and all positions near the start.
func byRefutations[W positions.Words](p *puzzles.Puzzle, equipped bool) (*knowledge, error) {
	r := newRun(context.Background(), Options{Workers: 1, Memory: 1 << 28})
	k := newKnowledge(p, r)
	a := &attack[W]{run: r, knowledge: k, space: newSpace[W](p), small: smallProjection}
	err := a.prepare()
	if err == nil && equipped {
		err = a.equip(learnAt)
	}
	if err == nil {
		err = a.refutations(1 << 40)
	}
	return k, err
}

// TestFigureRefutationsAlone does the same for searches from both ends.
func TestFigureRefutationsAlone(t *testing.T) {
	solved := 0
	for i, p := range append(randomFigures(t, int(upTo(300, 5_000)), false), twoFigures(t)) {
		if truth := distanceOf(p); truth > 0 && !(p.Count.EachHop() && p.Arrival.KeepsGoal()) {
			r := newRun(context.Background(), Options{Workers: 1, Memory: 1 << 26})
			k := newKnowledge(p, r)
			ends, _ := goalPositions(p)
			a := &figureAttack[[1]uint64]{run: r, knowledge: k, space: newFigureSpace[[1]uint64](p), ends: ends}
			if err := a.refutations(1 << 40); err != nil || k.lower != truth || k.upper != truth {
				t.Fatalf("puzzle %d (%s, %d figures): %d…%d (%v), brute force: %d", i, p, len(p.Goals), k.lower, k.upper, err, truth)
			}
			solved++
		}
	}
	if solved < 150 {
		t.Errorf("%d puzzles only", solved)
	}
}
