package transfer

import (
	"context"
	"errors"
	"testing"

	"github.com/halma-solve/halma-solve/positions/positiontest"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/cases"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// TestRefutationsAlone settles small puzzles by refutations alone, without a beam
// that finds a shortest line before any length is refuted that has one: with a bound
// that is none they go on past it.
func TestRefutationsAlone(t *testing.T) {
	cases.Small(t, cases.UpTo(20_000, 16_000_000), refutationsAlone)
	t.Run("treffhalma", func(t *testing.T) {
		cases.SmallOf(t, puzzles.Treffhalma, cases.UpTo(10_000, 16_000_000), refutationsAlone)
	})
	t.Run("strange", func(t *testing.T) {
		cases.Strange(t, 50, cases.UpTo(10_000, 300_000), func(t *testing.T, p *puzzles.Puzzle) {
			for _, a := range []positions.Arrival{positions.Free, positions.Booklet} {
				refutationsAlone(t, p.With(a))
				refutationsAlone(t, p.Unmarked().With(a))
			}
		})
	})
	t.Run("ring on 7×7", func(t *testing.T) { // 13,983,816 positions; the goal is not the foremost set of cells
		positiontest.Long(t)
		refutationsAlone(t, cases.On(t, puzzles.Highscore, positions.Square, 7, "ring", positions.Free))
	})
}

func refutationsAlone(t *testing.T, p *puzzles.Puzzle) {
	truth := cases.Explored(t, p)
	if truth.Distance < 0 {
		return
	}
	for _, equipped := range []bool{false, true} {
		var k *session.Knowledge
		var err error
		if positions.MarkedWordsFor(p.Board.Len()) == 1 {
			k, err = byRefutations[[1]uint64](p, equipped)
		} else {
			k, err = byRefutations[[2]uint64](p, equipped)
		}
		switch {
		case errors.Is(err, session.ErrUndecided) && k.Lower() <= truth.Distance && k.Upper() == session.NoUpper: // see attack.complete
		case err != nil || k.Lower() != truth.Distance || k.Upper() != truth.Distance:
			t.Fatalf("%s, equipped %v: %d…%d (%v), breadth-first: %d", p, equipped, k.Lower(), k.Upper(), err, truth.Distance)
		}
	}
}

// byRefutations refutes lengths until one has a line, with the cheap bounds or with
// those that long runs have: gains by search and all positions near the start.
func byRefutations[W positions.Words](p *puzzles.Puzzle, equipped bool) (*session.Knowledge, error) {
	r := session.NewRun(context.Background(), session.Options{Workers: 1, Memory: 1 << 28})
	k := session.NewKnowledge(p, r)
	a := newAttack[W](k)
	err := a.prepare()
	if err == nil && equipped {
		err = a.equip(learnAt)
	}
	if err == nil {
		err = a.refutations(1 << 40)
	}
	return k, err
}
