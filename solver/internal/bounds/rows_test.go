package bounds

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// TestRowMoves compares the abstract moves with their definition, jump by jump of
// the board, in random row counts.
func TestRowMoves(t *testing.T) {
	for _, o := range []puzzles.Options{
		{Shape: positions.Star, Size: 2, Army: "6"},
		{Shape: positions.Star, Size: 3, Army: "10", Jumps: positions.Super},
		{Shape: positions.Square, Size: 6, Army: "10", Jumps: positions.Super},
		{Shape: positions.Square, Size: 7, Army: "block2x2"},
		{Shape: positions.Rhombus, Size: 7, Army: "6", Jumps: positions.Super, Count: positions.Hops},
		{Shape: positions.Rhombus, Size: 5, Army: "10"},
	} {
		p := positiontest.Must(t, puzzles.Highscore, o)
		t.Run(fmt.Sprintf("%s/%s/%s/%s", p.Board, p.Army, p.Jumps, p.Count), func(t *testing.T) {
			s := layers.NewSpace[[2]uint64](p)
			rw := NewRows(s)
			bound := LayOut(rw)
			rng := rand.New(rand.NewPCG(7, 11))
			moved := 0
			for range 3000 {
				k := bound.unrank(rng.IntN(bound.Size))
				moves := rw.moves(&k)
				for a := range uint8(rw.n) {
					if k[a] == 0 {
						continue
					}
					got, want := moves.from(a), plainRowMoves(s, rw, k, a)
					if got != want {
						t.Fatalf("%v, row %d: to rows %b, want %b", k[:rw.n], a, got, want)
					}
					if got != 0 {
						moved++
					}
				}
			}
			if moved == 0 {
				t.Error("nobody ever moved")
			}
		})
	}
}

// plainRowMoves follows chains over the board's jumps.
func plainRowMoves(s *layers.Space[[2]uint64], rw *Rows, k RowCounts, a uint8) (out uint32) {
	k[a]--
	seen := map[uint8]bool{a: true}
	for queue := []uint8{a}; len(queue) > 0; queue = queue[1:] {
		for c := range s.Cells {
			if rw.Of[c] != queue[0] {
				continue
			}
			for _, h := range s.Table.Hops(uint8(c)) {
				if land := rw.Of[h.Land]; k[rw.Of[h.Over]] > 0 && k[land] < rw.capacity[land] && !seen[land] {
					seen[land] = true
					if rw.chains {
						queue = append(queue, land)
					}
				}
			}
		}
	}
	for c := range s.Cells {
		if rw.Of[c] == a {
			for _, to := range s.Table.Steps(uint8(c)) {
				if land := rw.Of[to]; k[land] < rw.capacity[land] {
					seen[land] = true
				}
			}
		}
	}
	delete(seen, a)
	for c := range seen {
		out |= 1 << c
	}
	return out
}

// TestRowRanks checks the numbering of row counts and its shortcut for moves.
func TestRowRanks(t *testing.T) {
	p := positiontest.Must(t, puzzles.Highscore, puzzles.Options{Shape: positions.Star, Size: 3, Army: "6"})
	s := layers.NewSpace[[2]uint64](p)
	rw := NewRows(s)
	bound, err := NewProjection(session.NewRun(context.Background(), session.Options{Workers: 2}), rw, rw.Count(s.CellsOf(&s.Goal)))
	if err != nil {
		t.Fatal(err)
	}
	for i := range bound.Size {
		k := bound.unrank(i)
		if got := bound.Rank(&k); got != i {
			t.Fatalf("rank(unrank(%d)) = %d", i, got)
		}
		if i > 0 {
			next := bound.unrank(i - 1)
			if bound.successor(&next); next != k {
				t.Fatalf("the successor of row count %d is %v, want %v", i-1, next[:rw.n], k[:rw.n])
			}
		}
		below := k.below()
		var near rowNeighbours
		near.set(bound, &k, i)
		for a := range uint8(rw.n) {
			for b := range uint8(rw.n) {
				after := k
				after[a]--
				after[b]++
				if k[a] == 0 || after[b] > rw.capacity[b] {
					continue
				}
				want := bound.Rank(&after)
				if got := int(bound.moved(&k, &below, rowName{lo: uint64(i)}, a, b).lo); got != want {
					t.Fatalf("%v from row %d to row %d: rank %d, want %d", k[:rw.n], a, b, got, want)
				}
				if got := near.rank(a, b); a != b && got != want {
					t.Fatalf("%v from row %d to row %d: rank of the neighbour %d, want %d", k[:rw.n], a, b, got, want)
				}
			}
		}
	}
}

// A table up to some limit says of what is farther that it is one farther, whether it was
// built at once or after a stop. It may be the right one, as all of them may; one that says
// too much or too little of a row count may not.
func TestProjectionUpToALimit(t *testing.T) {
	p := positiontest.Must(t, puzzles.Highscore, puzzles.Options{Shape: positions.Star, Size: 2, Army: "6"})
	s := layers.NewSpace[[2]uint64](p)
	rw := NewRows(s)
	goal := rw.Count(s.CellsOf(&s.Goal))
	r := session.NewRun(t.Context(), session.Options{Workers: 2})
	all, err := NewProjection(r, rw, goal)
	if err != nil {
		t.Fatal(err)
	}
	farthest := int(slices.Max(all.Distance))
	if farthest < 5 || !all.Plausible(&goal) {
		t.Fatalf("distances up to %d", farthest)
	}
	stopped := errors.New("stopped")
	for limit := range farthest + 2 {
		at := 0
		stopAtTwo := func() error {
			if at++; at == 2 {
				return stopped
			}
			return nil
		}
		some, again := LayOut(rw), LayOut(rw)
		if err := again.Fill(r, goal, limit, stopAtTwo); (limit >= 2) != errors.Is(err, stopped) {
			t.Fatal(err)
		}
		if err := errors.Join(some.Fill(r, goal, limit, nil), again.Fill(r, goal, limit, nil)); err != nil {
			t.Fatal(err)
		}
		for i, d := range all.Distance {
			if want := min(int(d), limit+1); int(some.Distance[i]) != want || int(again.Distance[i]) != want {
				t.Fatalf("limit %d: at distance %d of %d, after a stop %d", limit, d, some.Distance[i], again.Distance[i])
			}
		}
		if !some.Plausible(&goal) {
			t.Errorf("limit %d: not plausible", limit)
		}
		for _, wrong := range []uint8{2, 0} {
			i := slices.Index(some.Distance, 1)
			if some.Distance[i] = wrong; limit > 0 && some.Plausible(&goal) {
				t.Errorf("limit %d: plausible with a distance of %d for 1", limit, wrong)
			}
			some.Distance[i] = 1
		}
	}
}

// BenchmarkProjection builds the pattern database of the star with 10 men,
// 3,346,643 row counts.
func BenchmarkProjection(b *testing.B) {
	for _, jumps := range []positions.Jumps{positions.Short, positions.Super} {
		b.Run(jumps.String(), func(b *testing.B) {
			p := positiontest.Must(b, puzzles.Highscore, puzzles.Options{Shape: positions.Star, Army: "10", Jumps: jumps})
			s := layers.NewSpace[[2]uint64](p)
			rw := NewRows(s)
			r := session.NewRun(context.Background(), session.Options{Workers: 1})
			for b.Loop() {
				if _, err := NewProjection(r, rw, rw.Count(s.CellsOf(&s.Goal))); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
