package solver

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// ball returns the distances of positions near one: all that are at most as far
// away as the farthest, about so many.
func ball[W positions.Words](s *space[W], from W, most int) map[W]int {
	g := positions.NewGenerator(s.table, nil, s.puzzle.Count)
	d := map[W]int{from: 0}
	last := []W{from}
	for depth := 1; len(last) > 0 && len(d)+len(last)*8 < most; depth++ {
		var next []W
		for _, w := range last {
			positions.Load(g, &w)
			for _, m := range g.Append(nil) {
				x := s.moved(&w, m)
				if _, ok := d[x]; !ok {
					d[x] = depth
					next = append(next, x)
				}
			}
		}
		last = next
	}
	return d
}

// TestBoundsNearTheGoal compares all bounds with the true distances and gains of
// the positions near the goals of armies whose boards have too many positions to go
// through all: courts that are no triangles, goals that are not the foremost cells,
// courts that fill most of a board, odd and even sizes.
func TestBoundsNearTheGoal(t *testing.T) {
	for _, c := range []struct {
		shape  positions.Shape
		size   int
		armies []string
	}{
		{positions.Square, 5, []string{"10", "block2x2"}},
		{positions.Square, 6, []string{"13", "15", "block3x3"}},
		{positions.Square, 7, []string{"19", "21", "ring", "block3x3"}},
		{positions.Square, 8, []string{"10", "13", "19", "ring", "block4x4"}},
		{positions.Square, 10, []string{"15", "block5x5"}},
		{positions.Square, 16, []string{"13", "19", "ring", "block8x8"}},
		{positions.Rhombus, 5, []string{"10"}},
		{positions.Rhombus, 6, []string{"10", "15"}},
		{positions.Rhombus, 7, []string{"15", "21"}},
		{positions.Rhombus, 9, []string{"10", "15", "21"}},
		{positions.Star, 2, []string{"3", "6"}},
		{positions.Star, 3, []string{"6", "10"}},
		{positions.Star, 4, []string{"1", "10", "13", "15"}},
	} {
		for _, army := range c.armies {
			for variant := range 4 {
				o := puzzles.Options{
					Shape: c.shape, Size: c.size, Army: army, Arrival: positions.Free,
					Jumps: positions.Jumps(variant & 1), Count: positions.Count(variant >> 1),
				}
				t.Run(fmt.Sprintf("%s%d/%s/%s-%s", c.shape, c.size, army, o.Jumps, o.Count), func(t *testing.T) {
					t.Parallel()
					p, err := puzzles.Highscore(o)
					if err != nil {
						t.Fatal(err)
					}
					boundsNearTheGoal(t, p)
				})
			}
		}
	}
}

func boundsNearTheGoal(t *testing.T, p *puzzles.Puzzle) {
	s := newSpace[[4]uint64](p)
	rw := newRows(s)
	truth := ball(s, s.goal, int(upTo(20_000, 1_000_000)))
	radius := 0
	for _, d := range truth {
		radius = max(radius, d)
	}
	// With d moves left no position is farther back than F(d) allows.
	gains := newGainTable(s, rw)
	least := make([]int, radius+1)
	for t := range least {
		least[t] = s.startGain + s.totalGain - gains.most(radius-t)
	}
	abstractions := rowAbstractions(t, s, rw, least)
	classes, prices := newTransferClasses(s), newTransferPrices(s)
	for w, d := range truth {
		wrong := func(what string, bound int) {
			t.Helper()
			t.Fatalf("%s: %d, of a position %d from the goal:\n%s", what, bound, d, p.Board.DrawMen(positions.Widen(w)))
		}
		men, sum := s.cellsOf(&w), s.sumAdvance(&w)
		if sum < least[radius-d] {
			wrong("the greatest gain is less than what is gained, sum", sum)
		}
		if k := rw.count(men); d > 0 && rw.lift(&k, d) < s.totalGain-s.gain(&w) {
			wrong("lift", rw.lift(&k, d))
		}
		if sum > rw.foremost() {
			wrong("sum of the foremost rows", rw.foremost())
		}
		if classes.load(&w); classes.state.bound() > d {
			wrong("classes", classes.state.bound())
		}
		if prices != nil {
			if prices.bound.loadMen(men); prices.bound.sum > d {
				wrong("prices", prices.bound.sum)
			}
		}
		for _, a := range abstractions {
			if !a.leads(men, sum, radius-d) {
				wrong(a.name+": no way on from depth", radius-d)
			}
		}
	}
}

// rowAbstraction answers whether the men on some cells can get to the goal from a
// depth on.
type rowAbstraction struct {
	name  string
	leads func(men []uint8, sum, depth int) bool
}

// rowAbstractions returns both ways to ask: the corridor, if its tables are small,
// and the passage.
func rowAbstractions[W positions.Words](t *testing.T, s *space[W], rw *rows, least []int) (all []rowAbstraction) {
	t.Helper()
	goal := s.cellsOf(&s.goal)
	if countRows(rw) <= 50_000 {
		p, err := newProjection(newRun(context.Background(), Options{Workers: 1}), rw, rw.count(goal))
		if err != nil {
			t.Fatal(err)
		}
		c := newCorridor(p, least, true)
		all = append(all, rowAbstraction{"corridor", func(men []uint8, sum, depth int) bool {
			k := rw.count(men)
			var at rowPlace
			at.set(p, &k)
			if answer, known := c.lookUp(at.rank, depth); known {
				return answer
			}
			return c.search(&k, &at, sum, depth)
		}})
	}
	if b := newBands(s, wholeRows); b != nil {
		p := newPassage(b, b.count(goal), least, 1<<20)
		all = append(all, rowAbstraction{"passage", func(men []uint8, sum, depth int) bool {
			return p.leads(b.count(men), sum, depth)
		}})
	}
	return all
}

// TestNobodyIsAheadOfTheForemostRows compares the greatest sum of rows with all
// positions of small boards, and the gain table of every army with it: given time,
// men can be where they are farthest ahead, which is beyond the goal of some.
func TestNobodyIsAheadOfTheForemostRows(t *testing.T) {
	beyond := map[string]bool{}
	for _, shape := range []positions.Shape{positions.Square, positions.Rhombus, positions.Star} {
		smallest, largest, _ := shape.Sizes()
		for size := smallest; size <= largest; size++ {
			b, err := positions.NewBoard(shape, size)
			if err != nil {
				t.Fatal(err)
			}
			for _, army := range puzzles.Armies(b) {
				p, err := puzzles.Highscore(puzzles.Options{Shape: shape, Size: size, Army: army})
				if err != nil {
					t.Fatal(err)
				}
				s := newSpace[[4]uint64](p)
				rw := newRows(s)
				var rows []int
				for c := range positions.Cell(b.Len()) {
					rows = append(rows, b.Advance(c))
				}
				slices.SortFunc(rows, func(a, b int) int { return cmp.Compare(b, a) })
				most := 0
				for _, row := range rows[:p.Men()] {
					most += row
				}
				if got := rw.foremost(); got != most {
					t.Errorf("%s: the foremost rows add up to %d, not %d", p, got, most)
				}
				if got := newGainTable(s, rw).most(200); got < most-s.startGain {
					t.Errorf("%s: F is at most %d, the foremost cells are a gain of %d", p, got, most-s.startGain)
				}
				if most > s.sumAdvance(&s.goal) {
					beyond[army] = true
				}
			}
		}
	}
	if !beyond["ring"] || !beyond["block3x3"] || beyond["19"] || beyond["13"] {
		t.Errorf("the goals of %v are not the foremost cells", beyond)
	}
}
