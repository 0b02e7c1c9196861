package transfer

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/bounds"
	"github.com/halma-solve/halma-solve/solver/internal/cases"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// ball returns the distances of positions near one: all that are at most as far
// away as the farthest, about so many.
func ball[W positions.Words](s *layers.Space[W], from W, most int) map[W]int {
	g := positions.NewGenerator(s.Table, nil, s.Puzzle.Count)
	d := map[W]int{from: 0}
	last := []W{from}
	for depth := 1; len(last) > 0 && len(d)+len(last)*8 < most; depth++ {
		var next []W
		for _, w := range last {
			positions.Load(g, &w)
			for _, m := range g.Append(nil) {
				x := s.Moved(&w, m)
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
					p := positiontest.Must(t, puzzles.Highscore, o)
					boundsNearTheGoal(t, p)
				})
			}
		}
	}
}

func boundsNearTheGoal(t *testing.T, p *puzzles.Puzzle) {
	s := layers.NewSpace[[4]uint64](p)
	rw := bounds.NewRows(s)
	truth := ball(s, s.Goal, int(cases.UpTo(20_000, 1_000_000)))
	radius := 0
	for _, d := range truth {
		radius = max(radius, d)
	}
	// With d moves left no position is farther back than F(d) allows.
	gains := newGainTable(s, rw)
	least := make([]int, radius+1)
	for t := range least {
		least[t] = s.StartGain + s.TotalGain - gains.most(radius-t)
	}
	corridors := corridorsOf(t, s, rw, least)
	classes, prices, diagonals := newTransferClasses(s), newTransferPrices(s), newTransferDiagonals(s)
	for w, d := range truth {
		wrong := func(what string, bound int) {
			t.Helper()
			t.Fatalf("%s: %d, of a position %d from the goal:\n%s", what, bound, d, p.Board.DrawMen(positions.Widen(w)))
		}
		men, sum := s.CellsOf(&w), s.SumAdvance(&w)
		if sum < least[radius-d] {
			wrong("the greatest gain is less than what is gained, sum", sum)
		}
		if k := rw.Count(men); d > 0 && rw.Lift(&k, d) < s.TotalGain-s.Gain(&w) {
			wrong("lift", rw.Lift(&k, d))
		}
		if sum > rw.Foremost() {
			wrong("sum of the foremost rows", rw.Foremost())
		}
		if classes.Load(&w); classes.State.Bound() > d {
			wrong("classes", classes.State.Bound())
		}
		if prices != nil {
			if prices.bound.LoadMen(men); prices.bound.Sum > d {
				wrong("prices", prices.bound.Sum)
			}
			if prices.exact.exceed(&w, d) {
				wrong("assignment, more than", d)
			}
		}
		if diagonals != nil {
			if diagonals.LoadMen(men); diagonals.Here() > d {
				wrong("diagonals", diagonals.Here())
			}
		}
		for _, c := range corridors {
			c.filter.Load(men)
			row := rw.Of[men[0]]
			stays := []bounds.RowMove{{From: row, To: row}}
			if c.GoOn(c.filter, stays, radius-d); !stays[0].Kept {
				wrong(c.name+": no way on from depth", radius-d)
			}
		}
	}
}

// corridorOf is a corridor to the goal with its encoding.
type corridorOf struct {
	name string
	*bounds.Corridor
	filter *bounds.RowFilter
}

// corridorsOf returns those of both encodings: with ranks, if the tables are small,
// and with keys.
func corridorsOf[W positions.Words](t *testing.T, s *layers.Space[W], rw *bounds.Rows, least []int) (all []corridorOf) {
	t.Helper()
	add := func(name string, e bounds.Encoding) {
		all = append(all, corridorOf{name, e.Corridor(least, true), bounds.NewRowFilter(rw, e)})
	}
	if bounds.CountRows(rw) <= 50_000 {
		p, err := bounds.NewProjection(session.NewRun(context.Background(), session.Options{Workers: 1}), rw, rw.Count(s.CellsOf(&s.Goal)))
		if err != nil {
			t.Fatal(err)
		}
		add("ranks", p)
	}
	add("keys", keysOf(s, rw))
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
			b := positiontest.Board(t, shape, size)
			for _, army := range puzzles.Armies(b) {
				p := positiontest.Must(t, puzzles.Highscore, puzzles.Options{Shape: shape, Size: size, Army: army})
				s := layers.NewSpace[[4]uint64](p)
				rw := bounds.NewRows(s)
				var rows []int
				for c := range positions.Cell(b.Len()) {
					rows = append(rows, b.Advance(c))
				}
				slices.SortFunc(rows, func(a, b int) int { return cmp.Compare(b, a) })
				most := 0
				for _, row := range rows[:p.Men()] {
					most += row
				}
				if got := rw.Foremost(); got != most {
					t.Errorf("%s: the foremost rows add up to %d, not %d", p, got, most)
				}
				if got := newGainTable(s, rw).most(200); got < most-s.StartGain {
					t.Errorf("%s: F is at most %d, the foremost cells are a gain of %d", p, got, most-s.StartGain)
				}
				if most > s.SumAdvance(&s.Goal) {
					beyond[army] = true
				}
			}
		}
	}
	if !beyond["ring"] || !beyond["block3x3"] || beyond["19"] || beyond["13"] {
		t.Errorf("the goals of %v are not the foremost cells", beyond)
	}
}
