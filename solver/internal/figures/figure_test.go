package figures

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
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

// randomFigures returns n puzzles with figures on small boards: one figure or
// several, with and without cells that do not matter, marks, and all rules.
func randomFigures(t *testing.T, n int, marks bool) []*puzzles.Puzzle {
	t.Helper()
	r := rand.New(rand.NewPCG(5, uint64(n)))
	boards := []struct {
		shape positions.Shape
		size  int
	}{{positions.Star, 1}, {positions.Square, 3}, {positions.Square, 4}, {positions.Rhombus, 4}, {positions.Rhombus, 3}}
	var out []*puzzles.Puzzle
	for len(out) < n {
		at := boards[r.IntN(len(boards))]
		b := positiontest.Board(t, at.shape, at.size)
		men := 2 + r.IntN(3)
		some := func(n int) positions.Bits {
			var set positions.Bits
			for set.Len() < n {
				set = set.With(positions.Cell(r.IntN(b.Len())))
			}
			return set
		}
		p := &puzzles.Puzzle{
			Game: puzzles.GameOther, Board: b, Army: fmt.Sprint(men), Start: some(men),
			Jumps: positions.Jumps(r.IntN(2)), Count: positions.Count(r.IntN(2)), Arrival: positions.Arrival(r.IntN(2)),
		}
		if marks {
			for _, c := range p.Start.Cells() {
				if r.IntN(2) == 0 {
					p.Marked = p.Marked.With(c)
				}
			}
		}
		for range 1 + r.IntN(3) {
			g := puzzles.Pattern{Men: some(men)}
			if r.IntN(3) == 0 { // some do not matter, some must be empty
				g.Men = g.Men.Without(g.Men.Cells()[0])
				g.Empty = some(3).AndNot(g.Men)
			}
			for _, c := range g.Men.Cells() {
				if g.Marked.Len() < p.Marked.Len() && r.IntN(2) == 0 {
					g.Marked = g.Marked.With(c)
				}
			}
			p.Goals = append(p.Goals, g)
			p.Goal = p.Goal.Or(g.Men)
		}
		out = append(out, p)
	}
	return out
}

// spot is a position of a puzzle with marks.
type spot struct{ men, marks positions.Bits }

func (s spot) moved(m positions.Move) spot {
	from, to := positions.Cell(m.From), positions.Cell(m.To)
	s.men = s.men.Without(from).With(to)
	if s.marks.Has(from) {
		s.marks = s.marks.Without(from).With(to)
	}
	return s
}

// brute returns the least cost from the start to every position: a plain search
// of all ways (Dijkstra 1959, costs being small numbers).
func brute(p *puzzles.Puzzle, from spot, zones *positions.Zones) map[spot]int {
	g := positions.NewGenerator(positions.NewMoveTable(p.Board, p.Jumps), zones, p.Count)
	cost := map[spot]int{}
	queues := map[int][]spot{0: {from}}
	for d, last := 0, 0; d <= last; d++ {
		for i := 0; i < len(queues[d]); i++ {
			s := queues[d][i]
			if _, ok := cost[s]; ok {
				continue
			}
			cost[s] = d
			positions.Load(g, (*[4]uint64)(&s.men))
			for _, m := range g.Append(nil) {
				c := d + 1
				if p.Count == positions.Hops {
					c = d + int(m.Hops)
				}
				queues[c] = append(queues[c], s.moved(m))
				last = max(last, c)
			}
		}
		delete(queues, d)
	}
	return cost
}

// distanceOf returns the least cost of a line of p, −1 if there is none.
func distanceOf(p *puzzles.Puzzle) int {
	zones, _ := zonesOf(p)
	best := -1
	for s, d := range brute(p, spot{p.Start, p.Marked}, zones) {
		if p.Solved(s.men, s.marks) && (best < 0 || d < best) {
			best = d
		}
	}
	return best
}

// TestFigureBoundIsAdmissible compares the bound with the true distances of all
// positions, as a whole and after each move.
func TestFigureBoundIsAdmissible(t *testing.T) {
	sharp, all := 0, 0
	for i, p := range append(randomFigures(t, 40, false), randomFigures(t, 40, true)...) {
		p := p.With(positions.Free) // a relaxation
		truth := map[spot]int{}
		for _, g := range p.Patterns() {
			// from every position that makes the figure
			for s := range brute(p, spot{p.Start, p.Marked}, nil) {
				if !g.Matches(s.men, s.marks) {
					continue
				}
				if len(truth) > 0 && truth[s] == 0 {
					if _, ok := truth[s]; ok {
						continue
					}
				}
				for x, d := range brute(p, s, nil) {
					if old, ok := truth[x]; !ok || d < old {
						truth[x] = d
					}
				}
				if g.Men.Len() < p.Men() || p.Marked.Len() > 0 {
					break // one of them is enough for an upper bound of the distance
				}
			}
		}
		b := bounds.NewFigureBound[[1]uint64](p, puzzles.Pattern{Men: p.Start, Marked: p.Marked}, p.Patterns())
		whole := bounds.NewFigureBound[[1]uint64](p, puzzles.Pattern{Men: p.Start, Marked: p.Marked}, p.Patterns())
		g := positions.NewGenerator(positions.NewMoveTable(p.Board, p.Jumps), nil, p.Count)
		for s, d := range truth {
			men, marks := positions.Narrow[[1]uint64](s.men), positions.Narrow[[1]uint64](s.marks)
			b.Load(&men, &marks)
			all++
			switch here := b.Here(); {
			case here > d:
				t.Fatalf("puzzle %d: bound %d of a position %d from a figure:\n%s", i, here, d, p.Board.DrawMen(s.men))
			case here == d:
				sharp++
			case (here == 0) != p.Solved(s.men, s.marks):
				t.Fatalf("puzzle %d: bound %d, solved %v", i, here, p.Solved(s.men, s.marks))
			}
			if all%7 > 0 {
				continue
			}
			positions.Load(g, &men)
			for _, m := range g.Append(nil) {
				next := s.moved(m)
				men, marks := positions.Narrow[[1]uint64](next.men), positions.Narrow[[1]uint64](next.marks)
				whole.Load(&men, &marks)
				if got, want := b.After(m), whole.Here(); got != want {
					t.Fatalf("puzzle %d: bound %d after a move, %d when loaded", i, got, want)
				}
			}
		}
	}
	if sharp*10 < all {
		t.Errorf("the bound is sharp for %d of %d positions only", sharp, all)
	}
}

// TestFiguresAgreeWithBruteForce solves random puzzles by all methods.
func TestFiguresAgreeWithBruteForce(t *testing.T) {
	solved, impossible := 0, 0
	for i, p := range append(randomFigures(t, 150, false), randomFigures(t, 150, true)...) {
		want := distanceOf(p)
		if want >= 0 {
			solved++
		} else {
			impossible++
		}
		for _, method := range []session.Method{session.BothEnds, session.Deepening} {
			ctx, cancel := context.WithCancel(context.Background())
			o := session.Options{Workers: 2, Memory: 64 << 20, Method: method}
			if want < 0 {
				// No line may be found; that there is none, deepening cannot prove.
				o.Progress = func(e session.Event) {
					if e.Lower > 20 {
						cancel()
					}
				}
			}
			r, err := session.Answer(ctx, p, o, Search)
			cancel()
			if err != nil {
				t.Fatalf("puzzle %d, %s: %v", i, method, err)
			}
			if want < 0 {
				if r.Line != nil {
					t.Fatalf("puzzle %d, %s: a line where there is none", i, method)
				}
				continue
			}
			if r.Status != session.Optimal || r.Upper != want {
				t.Fatalf("puzzle %d (%s, %d figures), %s: %s %d…%d, brute force: %d", i, p, len(p.Goals), method, r.Status, r.Lower, r.Upper, want)
			}
			if report, err := verify.Replay(p, r.Line); err != nil || p.Count == positions.Hops && report.Hops != want {
				t.Fatalf("puzzle %d, %s: %v, %d hops", i, method, err, report.Hops)
			}
		}
		if p.Marked.Len() == 0 && !(p.Count == positions.Hops && p.Arrival == positions.Booklet) {
			e, err := layers.BreadthFirst(context.Background(), p, 2)
			if err != nil || e.Distance != want {
				t.Fatalf("puzzle %d: breadth-first search says %d (%v), brute force %d", i, e.Distance, err, want)
			}
		}
	}
	if solved < 250 {
		t.Errorf("%d puzzles solved, %d impossible: no good sample", solved, impossible)
	}
}

// TestConnectionOnSmallStars settles the stars of sizes 1 and 2 by breadth-first
// search through all positions and by both other methods, and that of size 3 by
// these two, in all variants.
func TestConnectionOnSmallStars(t *testing.T) {
	positiontest.Long(t)
	const own, all, short, super = puzzles.OwnLines, puzzles.AnyLines, positions.Short, positions.Super
	const moves, hops = positions.Moves, positions.Hops
	for _, c := range []struct {
		size  int
		lines puzzles.Lines
		jumps positions.Jumps
		count positions.Count
		want  int
	}{
		{1, own, short, moves, 2},
		{1, all, super, hops, 2},
		{2, own, short, moves, 5},
		{2, all, short, moves, 5},
		{2, own, super, moves, 5},
		{2, all, super, moves, 5},
		{2, own, short, hops, 7},
		{2, all, short, hops, 6},
		{2, own, super, hops, 6},
		{2, all, super, hops, 6},
		{3, own, short, moves, 12},
		{3, all, short, moves, 12},
		{3, own, super, moves, 10},
		{3, all, super, moves, 10},
		{3, own, short, hops, 20},
		{3, all, short, hops, 15},
		{3, own, super, hops, 14},
		{3, all, super, hops, 13},
	} {
		t.Run(fmt.Sprintf("star%d/%s/%s/%s", c.size, c.lines, c.jumps, c.count), func(t *testing.T) {
			p := positiontest.Must(t, puzzles.Connection, puzzles.Options{Size: c.size, Lines: c.lines, Jumps: c.jumps, Count: c.count})
			methods := []session.Method{session.BothEnds, session.Deepening}
			if c.size > 2 && c.jumps == super && c.count == hops && !positiontest.Whole() {
				methods = methods[:1] // four seconds
			}
			for _, method := range methods {
				r, err := session.Answer(context.Background(), p, session.Options{Workers: 2, Memory: 1 << 28, Method: method}, Search)
				if err != nil || r.Status != session.Optimal || r.Upper != c.want {
					t.Fatalf("%s: %s %d…%d, want %d (%v)", method, r.Status, r.Lower, r.Upper, c.want, err)
				}
			}
			if c.size > 2 {
				return
			}
			if e, err := layers.BreadthFirst(context.Background(), p, 2); err != nil || e.Distance != c.want {
				t.Fatalf("breadth-first: %d, want %d (%v)", e.Distance, c.want, err)
			}
		})
	}
}

// TestFigureWorkers compares runs with different numbers of workers: the same
// line, and with both ends the same work.
func TestFigureWorkers(t *testing.T) {
	p := positiontest.Must(t, puzzles.Connection, puzzles.Options{Size: 3, Jumps: positions.Super})
	for _, method := range []session.Method{session.BothEnds, session.Deepening} {
		var first *session.Result
		for _, workers := range []int{1, 2, 5} {
			r, err := session.Answer(context.Background(), p, session.Options{Workers: workers, Memory: 1 << 30, Method: method}, Search)
			if err != nil {
				t.Fatal(err)
			}
			if first == nil {
				first = r
			}
			if !reflect.DeepEqual(r.Line, first.Line) || r.Lower != first.Lower || r.Proof != first.Proof {
				t.Errorf("%s: %d workers give another answer than 1", method, workers)
			}
			if method == session.BothEnds && r.Stats.Expanded != first.Stats.Expanded {
				t.Errorf("%d positions expanded with %d workers, %d with 1", r.Stats.Expanded, workers, first.Stats.Expanded)
			}
		}
	}
}

// TestFigureRefutationsAlone does the same for searches from both ends.
func TestFigureRefutationsAlone(t *testing.T) {
	solved := 0
	for i, p := range append(randomFigures(t, int(cases.UpTo(300, 5_000)), false), twoFigures(t)) {
		if truth := distanceOf(p); truth > 0 && !(p.Count.EachHop() && p.Arrival.KeepsGoal()) {
			r := session.NewRun(context.Background(), session.Options{Workers: 1, Memory: 1 << 26})
			k := session.NewKnowledge(p, r)
			ends, _ := goalPositions(p)
			a := &attack[[1]uint64]{Run: r, Knowledge: k, space: newSpace[[1]uint64](p), ends: ends}
			if err := a.refutations(1 << 40); err != nil || k.Lower() != truth || k.Upper() != truth {
				t.Fatalf("puzzle %d (%s, %d figures): %d…%d (%v), brute force: %d", i, p, len(p.Goals), k.Lower(), k.Upper(), err, truth)
			}
			solved++
		}
	}
	if solved < 150 {
		t.Errorf("%d puzzles only", solved)
	}
}

// TestFigureBeamsByLosses has room for all positions: then a beam for each of the positions
// that make a figure finds a shortest line, and none that is shorter.
func TestFigureBeamsByLosses(t *testing.T) {
	solved := 0
	for i, p := range randomFigures(t, 900, false) {
		truth := distanceOf(p)
		if truth <= 0 || !bounds.HasDiagonals(p) || p.Arrival.KeepsGoal() {
			continue
		}
		for _, below := range []int{truth, truth + 1, truth + 4} {
			r := session.NewRun(context.Background(), session.Options{Workers: 1, Memory: 1 << 28})
			k := session.NewKnowledge(p, r)
			r.Standing.Width = 1 << 20
			ends, _ := goalPositions(p)
			a := &attack[[1]uint64]{Run: r, Knowledge: k, space: newSpace[[1]uint64](p), ends: ends}
			for n := range a.targetsByLosses().targets {
				limit := below
				if k.Upper() != session.NoUpper {
					limit = k.Upper()
				}
				if _, err := a.beamByLosses(n, limit); err != nil {
					t.Fatalf("puzzle %d: %v", i, err)
				}
			}
			want := truth
			if below == truth {
				want = session.NoUpper
			}
			if k.Upper() != want {
				t.Fatalf("puzzle %d (%s): below %d a line of %d hops, the shortest has %d", i, p, below, k.Upper(), truth)
			}
		}
		solved++
	}
	if solved < 15 {
		t.Errorf("%d puzzles only", solved)
	}
}

// TestCommon takes lists of numbers apart, as positions of one word.
func TestCommon(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		var lists [2][][1]uint64
		var want [][1]uint64
		for n := range uint64(30) {
			in := random.IntN(5)
			for i := range lists {
				if in == i || in == 2 {
					lists[i] = append(lists[i], [1]uint64{n})
				}
			}
			if in == 2 {
				want = append(want, [1]uint64{n})
			}
		}
		if got := common(lists[0], lists[1]); !slices.Equal(got, want) {
			t.Fatalf("%v and %v have %v in common, not %v", lists[0], lists[1], got, want)
		}
	}
}
