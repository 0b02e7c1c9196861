package transfer

import (
	"context"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/bounds"
	"github.com/halma-solve/halma-solve/solver/internal/cases"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// keysOf returns keys of row counts with little memory.
func keysOf[W positions.Words](s *layers.Space[W], rw *bounds.Rows) *bounds.Keys {
	return bounds.NewKeys(rw, rw.Count(s.CellsOf(&s.Goal)), 1<<20, nil)
}

// TestVerdictsKeepAllWalks checks the theorems behind the verdicts of refutations
// on all walks of a length, not only on shortest lines: whatever lies on a walk
// from start to goal through a midpoint is kept at its depth, by every kind of
// verdict and with the sharpest gain table there is, the true one.
func TestVerdictsKeepAllWalks(t *testing.T) {
	cases.Small(t, 900, func(t *testing.T, p *puzzles.Puzzle) {
		if p.Arrival == positions.Booklet {
			return // the same searches with fewer moves
		}
		keepsAllWalks[[2]uint64](t, p)
	})
}

// walks are the positions on walks from start to goal of one length that pass a
// midpoint: by depth, those before or at the midpoint and those from it on.
type walks[W positions.Words] struct{ first, second []map[W]bool }

func keepsAllWalks[W positions.Words](t *testing.T, p *puzzles.Puzzle) {
	s := layers.NewSpace[W](p)
	next := map[W][]W{}
	fromStart := cases.Distances(s, s.Start)
	shortest, ok := fromStart[s.Goal]
	if !ok {
		t.Skip("impossible")
	}
	g := positions.NewGenerator(s.Table, nil, p.Count)
	for w := range fromStart {
		positions.Load(g, &w)
		for _, m := range g.Append(nil) {
			x := w
			positions.Flip(&x, m.From)
			positions.Flip(&x, m.To)
			next[w] = append(next[w], x)
		}
	}
	r := session.NewRun(context.Background(), session.Options{Workers: 1})
	rw := bounds.NewRows(s)
	bound, err := bounds.NewProjection(r, rw, rw.Count(s.CellsOf(&s.Goal)))
	if err != nil {
		t.Fatal(err)
	}
	table := newGainTable(s, rw)
	for w, d := range fromStart {
		for len(table.gains) <= d {
			table.gains = append(table.gains, 0)
		}
		table.gains[d] = max(table.gains[d], s.Gain(&w))
	}
	for n := 1; n < len(table.gains); n++ {
		table.gains[n] = max(table.gains[n], table.gains[n-1])
	}
	kinds := map[string]func(f *refutation[W]){
		"lift":     func(*refutation[W]) {},
		"corridor": func(f *refutation[W]) { f.bound = bound },
		"keys":     func(f *refutation[W]) { f.keys = keysOf(s, rw) },
	}
	for length := shortest; length <= shortest+2; length++ {
		for from := length - (length+1)%2; from <= length; from++ {
			if from < shortest {
				continue
			}
			var all []walks[W]
			for l := from; l <= length; l++ {
				all = append(all, walksOf(s, next, l, (length+1)/2))
			}
			for name, arm := range kinds {
				f := newRefutation(r, s, nil, refutationOptions[W]{from: from, length: length, rows: rw, table: table})
				arm(f)
				if err := f.use(f.atHand()); err != nil {
					t.Fatal(err)
				}
				for _, w := range all {
					f.second = false
					demand(t, f, name, w.first)
					f.second = true
					demand(t, f, name, w.second)
				}
			}
		}
	}
}

// demand fails the test if a position is not kept at its depth.
func demand[W positions.Words](t *testing.T, s *refutation[W], name string, by []map[W]bool) {
	t.Helper()
	rf := bounds.NewRowFilter(s.rows, s.encoding())
	for s.depth = range by {
		if len(by[s.depth]) > 0 {
			s.narrow()
		}
		for w := range by[s.depth] {
			men := s.Space.CellsOf(&w)
			rf.Load(men)
			row := s.rows.Of[men[0]]
			stays := []bounds.RowMove{{From: row, To: row}}
			s.asked.Judge(rf, stays)
			if int(row) < s.asked.Floor(rf, row) || !stays[0].Kept {
				t.Fatalf("%s, lengths %d to %d: dropped at depth %d (second half: %t):\n%s",
					name, s.from, s.length, s.depth, s.second, s.Space.Puzzle.Board.DrawMen(positions.Widen(w)))
			}
		}
	}
}

func walksOf[W positions.Words](s *layers.Space[W], next map[W][]W, length, middle int) walks[W] {
	after := func(from map[W]bool, within map[W]bool) map[W]bool {
		out := map[W]bool{}
		for w := range from {
			for _, x := range next[w] {
				if within == nil || within[x] {
					out[x] = true
				}
			}
		}
		return out
	}
	forth, back := []map[W]bool{{s.Start: true}}, []map[W]bool{{s.Goal: true}}
	for d := range length {
		forth = append(forth, after(forth[d], nil))
		back = append(back, after(back[d], nil))
	}
	on := make([]map[W]bool, length+1) // on any walk
	for d := range on {
		on[d] = map[W]bool{}
		for w := range forth[d] {
			if back[length-d][w] {
				on[d][w] = true
			}
		}
	}
	out := walks[W]{make([]map[W]bool, length+1), make([]map[W]bool, length+1)}
	for d := range on {
		out.first[d], out.second[d] = map[W]bool{}, map[W]bool{}
	}
	for w := range on[middle] {
		if 2*s.Gain(&w) >= s.TotalGain {
			out.first[middle][w], out.second[middle][w] = true, true
		}
	}
	for d := middle - 1; d >= 0; d-- {
		out.first[d] = after(out.first[d+1], on[d])
		if d == middle-1 && length%2 == 1 {
			early := map[W]bool{}
			for w := range on[d] {
				if 2*s.Gain(&w) > s.TotalGain {
					early[w], out.first[d][w] = true, true
				}
			}
			for w := range after(early, on[middle]) {
				out.second[middle][w] = true
			}
		}
	}
	for d := middle; d < length; d++ {
		out.second[d+1] = after(out.second[d], on[d+1])
	}
	return out
}
