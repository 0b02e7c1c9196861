package figures

import (
	"context"
	"slices"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/cases"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// TestBoundsOfPositions compares every bound in the table of a deepening with the
// truth. What is left to do depends on men and marks alone, whatever the search that
// failed there was for: a bound that looks at one of several figures only is none.
func TestBoundsOfPositions(t *testing.T) {
	list := append(randomFigures(t, int(cases.UpTo(40, 2_000)), false), randomFigures(t, int(cases.UpTo(40, 1_000)), true)...)
	entries := 0
	for i, p := range append(list, twoFigures(t)) {
		zones, _ := zonesOf(p)
		d, _ := deepeningFrom[[1]uint64](p)
		least := distanceOf(p)
		for length := 1; ; length++ {
			// Not cut into tasks, of which there are more than small puzzles have
			// positions.
			w := d.worker(length)
			w.levels[0].node = d.board.start(p.Start, p.Marked)
			bound, _ := w.visit(0, length)
			if bound <= length || length > max(least, 6) {
				if least > 0 && length != least {
					t.Errorf("puzzle %d (%s, %d figures): %d, brute force: %d", i, p, len(p.Goals), length, least)
				}
				break
			}
			d.generation++
		}
		d.table.each(0, func(key []uint64, bound, _ int) {
			entries++
			men, marks := d.split(key)
			if truth := nearest(p.From(men, marks), zones, bound); truth < bound {
				t.Fatalf("puzzle %d (%s, %d figures): bound %d of a position %d away:\n%s", i, p, len(p.Goals), bound, truth, p.Board.DrawMen(men))
			}
		})
	}
	if entries < 300 {
		t.Errorf("%d bounds only", entries)
	}
}

// twoFigures returns a puzzle whose line was missed: after four iterations the table
// had bounds of positions that were one move short of the first figure, made by
// searches for the second.
func twoFigures(t *testing.T) *puzzles.Puzzle {
	b := positiontest.Board(t, positions.Rhombus, 4)
	set := func(names ...string) (cells positions.Bits) {
		for _, name := range names {
			c := positiontest.Must(t, b.ParseCell, name)
			cells = cells.With(c)
		}
		return cells
	}
	p := &puzzles.Puzzle{Game: puzzles.GameOther, Board: b, Army: "4", Start: set("b1", "c1", "a2", "a3"), Arrival: positions.Free, Jumps: positions.Super}
	for _, men := range []positions.Bits{set("b2", "a3", "b4", "d4"), set("a2", "a3", "b4", "d4")} {
		p.Goals = append(p.Goals, puzzles.Pattern{Men: men})
		p.Goal = p.Goal.Or(men)
	}
	return p
}

func deepeningFrom[W positions.Words](p *puzzles.Puzzle) (*deepening[W], *session.Knowledge) {
	r := session.NewRun(context.Background(), session.Options{Workers: 1, Memory: 1 << 26})
	k := session.NewKnowledge(p, r)
	return newDeepening[W](r, k), k
}

// nearest returns the distance from the start to a figure, or most if it is no less.
func nearest(p *puzzles.Puzzle, zones *positions.Zones, most int) int {
	g := positions.NewGenerator(positions.NewMoveTable(p.Board, p.Jumps), zones, p.Count)
	cost := map[spot]int{}
	queues := make([][]spot, most)
	queues[0] = []spot{{p.Start, p.Marked}}
	for d := range queues {
		for _, s := range slices.Clone(queues[d]) {
			if _, ok := cost[s]; ok {
				continue
			}
			if cost[s] = d; p.Solved(s.men, s.marks) {
				return d
			}
			positions.Load(g, (*[4]uint64)(&s.men))
			for _, m := range g.Append(nil) {
				c := d + 1
				if p.Count == positions.Hops {
					c = d + int(m.Hops)
				}
				if c < most {
					queues[c] = append(queues[c], s.moved(m))
				}
			}
		}
	}
	return most
}
