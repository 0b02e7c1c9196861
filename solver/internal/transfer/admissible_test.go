package transfer

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/certificate"
	"github.com/halma-solve/halma-solve/solver/internal/bounds"
	"github.com/halma-solve/halma-solve/solver/internal/cases"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// TestRefutationKeepsAllLines checks the theorem that the search through
// midpoints rests on, position by position: everything on a shortest line that
// passes a midpoint is in the layers, whatever the bounds rest on.
func TestRefutationKeepsAllLines(t *testing.T) {
	check := func(t *testing.T, p *puzzles.Puzzle) {
		if p.Arrival == positions.Booklet {
			return // the same search with fewer moves
		}
		if positions.MarkedWordsFor(p.Board.Len()) == 1 {
			keepsAllLines[[1]uint64](t, p)
		} else {
			keepsAllLines[[2]uint64](t, p)
		}
	}
	cases.Small(t, cases.UpTo(4_000, 100_000), check)
	t.Run("treffhalma", func(t *testing.T) { cases.SmallOf(t, puzzles.Treffhalma, cases.UpTo(4_000, 100_000), check) })
}

func keepsAllLines[W positions.Words](t *testing.T, p *puzzles.Puzzle) {
	s := layers.NewSpace[W](p)
	r := session.NewRun(context.Background(), session.Options{Workers: 1})
	rw := bounds.NewRows(s)
	bound, err := bounds.NewProjection(r, rw, rw.Count(s.CellsOf(&s.Goal)))
	if err != nil {
		t.Fatal(err)
	}
	from, to := cases.Distances(s, s.Start), cases.Distances(s, s.Goal)
	length, reachable := from[s.Goal]
	if !reachable {
		return
	}
	layers := make([][]W, length+1) // of positions on shortest lines
	for w, d := range from {
		if d+to[w] == length {
			layers[d] = append(layers[d], w)
		}
	}
	// Which of them lie on a line through a midpoint: mark the midpoints, then
	// spread along the lines in both directions.
	middle := (length + 1) / 2
	marked := map[W]bool{}
	for _, w := range layers[middle] {
		if 2*s.Gain(&w) >= s.TotalGain {
			marked[w] = true
		}
	}
	if length%2 == 1 {
		for _, w := range layers[middle-1] {
			if 2*s.Gain(&w) > s.TotalGain {
				marked[w] = true
			}
		}
	}
	spread(s, layers, marked)
	// The length alone, and in the pair that is searched at once.
	pair := [2]int{length, length + 1}
	if length%2 == 0 {
		pair = [2]int{length - 1, length}
	}
	type equipment struct {
		name  string
		bound *bounds.Projection
		keys  *bounds.Keys
		table *gainTable[W]
		later *gainTable[W] // from a pause at the middle on; nil for none
		half  *losingHalf[W]
	}
	keys := keysOf(s, rw)
	byKeys := learned(t, r, s, rw, pruneBy(s, rw, bounds.Encoding(keys)), from)
	equipments := []equipment{
		{"no projection", nil, nil, newGainTable(s, rw), nil, nil},
		{"projection", bound, nil, newGainTable(s, rw), nil, nil},
		{"projection, gains and perimeter", bound, nil, learned(t, r, s, rw, pruneBy(s, rw, bounds.Encoding(bound)), from), nil, nil},
		{"keys", nil, keys, newGainTable(s, rw), nil, nil},
		{"keys, gains and perimeter", nil, keys, byKeys, nil, nil},
		{"keys, gains and perimeter from the middle on", nil, keys, newGainTable(s, rw), byKeys, nil},
	}
	for i, half := range someHalves(s) {
		equipments = append(equipments, equipment{fmt.Sprintf("potential %d", i), nil, nil, newGainTable(s, rw), nil, half})
	}
	for _, e := range equipments {
		marked := marked
		if e.half != nil {
			marked = e.half.passing(layers)
		}
		for _, lengths := range [][2]int{{length, length}, pair} {
			f := newRefutation(r, s, nil, refutationOptions[W]{
				from: lengths[0], length: lengths[1], rows: rw, table: e.table, bound: e.bound, keys: e.keys,
				classes: newTransferClasses(s), prices: newTransferPrices(s), diagonals: newTransferDiagonals(s), half: e.half,
			})
			if e.later != nil {
				f.pauses = true
				if _, err := f.advance(1 << 40); !errors.Is(err, session.ErrBudget) || f.depth != f.middle {
					t.Fatalf("%s, lengths %d: paused at depth %d, not at %d (%v)", e.name, lengths, f.depth, f.middle, err)
				}
				f.pauses, f.table = false, e.later
			}
			line, err := f.advance(1 << 40)
			if err != nil || len(line) != length {
				t.Fatalf("%s, lengths %d: a line of %d instead of %d (%v)", e.name, lengths, len(line), length, err)
			}
			for d := range layers {
				for _, w := range layers[d] {
					c, key := s.Canonical(w)
					if kept, err := f.Layers[d].Has(&c, key); err != nil || marked[w] && !kept {
						t.Fatalf("%s, lengths %d: a position at depth %d of %d was cut off though it lies on a shortest line through a midpoint:\n%s",
							e.name, lengths, d, length, s.Puzzle.Board.DrawMen(positions.Widen(w)))
					}
				}
			}
		}
	}
}

// learned returns a gain table with a small perimeter and all gains up to the
// farthest position proven by search, and compares them with the truth.
func learned[W positions.Words](t *testing.T, r *session.Run, s *layers.Space[W], rw *bounds.Rows, v pruner[W], from map[W]int) *gainTable[W] {
	table := newGainTable(s, rw)
	if _, _, err := table.widen(r, s, 200); err != nil {
		t.Fatal(err)
	}
	var truth []int
	for w, d := range from {
		for len(truth) <= d {
			truth = append(truth, 0)
		}
		truth[d] = max(truth[d], s.Gain(&w))
	}
	for n := range min(len(truth), 7) {
		if n > 0 {
			truth[n] = max(truth[n], truth[n-1])
		}
		if got := table.most(n); got < truth[n] {
			t.Fatalf("F(%d) is bounded by %d, a position gains %d", n, got, truth[n])
		}
		if n < len(table.gains) {
			continue
		}
		if _, _, err := table.prove(r, s, v, func(string) *layers.Journal[W] { return nil }, 1<<40); err != nil {
			t.Fatal(err)
		}
		if got := table.gains[n]; got != truth[n] {
			t.Fatalf("F(%d) = %d, the greatest gain is %d", n, got, truth[n])
		}
	}
	// The plain program finds the same layers.
	if !cases.IsOfCourt(s.Puzzle) {
		return table
	}
	c := certificate.Certificate{Puzzle: certificate.Describe(s.Puzzle), Steps: table.steps}
	if _, err := c.Recheck(context.Background(), 5_000, func(certificate.Recomputed) {}); err != nil {
		t.Fatal(err)
	}
	return table
}

// spread marks what is joined to marked positions by moves from layer to layer,
// before and behind them.
func spread[W positions.Words](s *layers.Space[W], layers [][]W, marked map[W]bool) {
	g := positions.NewGenerator(s.Table, nil, s.Puzzle.Count)
	level := map[W]int{}
	for d := range layers {
		for _, w := range layers[d] {
			level[w] = d
		}
	}
	neighbours := func(w W, at int) (out []W) {
		men := s.Men(&w)
		positions.Load(g, &men)
		for _, m := range g.Append(nil) {
			x := s.Moved(&w, m)
			if d, ok := level[x]; ok && d == at {
				out = append(out, x)
			}
		}
		return out
	}
	var midpoints []W
	for w := range marked {
		midpoints = append(midpoints, w)
	}
	for _, way := range []int{1, -1} {
		reached := map[W]bool{}
		for queue := slices.Clone(midpoints); len(queue) > 0; queue = queue[1:] {
			w := queue[0]
			for _, x := range neighbours(w, level[w]+way) {
				if !reached[x] {
					reached[x] = true
					queue = append(queue, x)
				}
			}
		}
		for w := range reached {
			marked[w] = true
		}
	}
}

// TestRowBoundsAreAdmissible compares the pattern database, lift, classes and prices with
// the true distances and gains of all positions.
func TestRowBoundsAreAdmissible(t *testing.T) {
	cases.Small(t, cases.UpTo(20_000, 400_000), rowBoundsAreAdmissible)
	t.Run("treffhalma", func(t *testing.T) {
		cases.SmallOf(t, puzzles.Treffhalma, cases.UpTo(10_000, 400_000), rowBoundsAreAdmissible)
	})
}

func rowBoundsAreAdmissible(t *testing.T, p *puzzles.Puzzle) {
	s := layers.NewSpace[[2]uint64](p)
	rw := bounds.NewRows(s)
	r := session.NewRun(context.Background(), session.Options{Workers: 2})
	bound, err := bounds.NewProjection(r, rw, rw.Count(s.CellsOf(&s.Goal)))
	if err != nil {
		t.Fatal(err)
	}
	classes, prices := newTransferClasses(s), newTransferPrices(s)
	for w, d := range cases.Distances(s, s.Goal) {
		if prices != nil {
			if prices.bound.LoadMen(s.CellsOf(&w)); prices.bound.Sum > d {
				t.Fatalf("prices say %d of a position %d from the goal:\n%s", prices.bound.Sum, d, p.Board.DrawMen(positions.Widen(w)))
			}
		}
		men := s.Men(&w)
		if classes.Load(&men); classes.State.Bound() > d {
			t.Fatalf("classes say %d of a position %d from the goal:\n%s", classes.State.Bound(), d, p.Board.DrawMen(positions.Widen(w)))
		}
		k := rw.Count(s.CellsOf(&w))
		if got := int(bound.Distance[bound.Rank(&k)]); got > d {
			t.Fatalf("abstract distance %d of a position %d from the goal:\n%s", got, d, p.Board.DrawMen(positions.Widen(w)))
		}
		if d == 0 {
			continue
		}
		if got := rw.Lift(&k, d); got < s.TotalGain-s.Gain(&w) {
			t.Fatalf("lift allows %d rows in %d moves, %d are gained:\n%s", got, d, s.TotalGain-s.Gain(&w), p.Board.DrawMen(positions.Widen(w)))
		}
	}
}

// TestRefutationKeepsAllLinesOfStrangeTransfers checks the theorem of the search
// through midpoints where nothing is as with courts: see cases.Strange.
func TestRefutationKeepsAllLinesOfStrangeTransfers(t *testing.T) {
	cases.Strange(t, 200, cases.UpTo(4_000, 60_000), func(t *testing.T, p *puzzles.Puzzle) {
		keepsAllLines[[1]uint64](t, p)
		keepsAllLines[[1]uint64](t, p.Unmarked())
	})
}
