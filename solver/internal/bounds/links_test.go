package bounds

import (
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

// linkCases are boards with rows enough for links.
func linkCases(t *testing.T, visit func(name string, s *layers.Space[[2]uint64], rw *Rows, random *rand.Rand)) {
	for _, o := range []puzzles.Options{
		{Shape: positions.Rhombus, Size: 5, Army: "6"},
		{Shape: positions.Rhombus, Size: 7, Army: "10"},
		{Shape: positions.Rhombus, Size: 8, Army: "15"},
		{Shape: positions.Star, Size: 2, Army: "3"},
		{Shape: positions.Star, Size: 3, Army: "6"},
		{Shape: positions.Star, Size: 4, Army: "15"},
	} {
		s := layers.NewSpace[[2]uint64](positiontest.Must(t, puzzles.Highscore, o))
		visit(fmt.Sprintf("%v %d/%s", o.Shape, o.Size, o.Army), s, NewRows(s), rand.New(rand.NewPCG(20, uint64(o.Size))))
	}
}

// scattered returns men on random cells, most of them near each other's rows.
func scattered(s *layers.Space[[2]uint64], rw *Rows, random *rand.Rand) (men [2]uint64) {
	first := random.IntN(rw.n)
	for n := 0; n < rw.men; {
		c := random.IntN(s.Cells)
		away := int(rw.Of[c]) - first
		if men[c>>6]>>(c&63)&1 == 0 && (max(away, -away) < 6 || random.IntN(8) == 0) {
			men[c>>6] |= 1 << (c & 63)
			n++
		}
	}
	return men
}

// Whatever move is made of whatever position: the man climbs by links that are there,
// and no link is there afterwards that is not foreseen.
func TestLinksOfMoves(t *testing.T) {
	linkCases(t, func(name string, s *layers.Space[[2]uint64], rw *Rows, random *rand.Rand) {
		l := NewLinks(s, rw)
		g := positions.NewGenerator(s.Table, nil, positions.Moves)
		far, set, kept := 0, 0, 0
		for range 3000 {
			men := scattered(s, rw, random)
			_, _, links := l.of(&men)
			positions.Load(g, &men)
			for _, m := range g.Append(nil) {
				a, b := rw.Of[m.From], rw.Of[m.To]
				if links.climbs(a, 1<<b) == 0 {
					t.Fatalf("%s: a man goes from row %d to %d by the links %b", name, a, b, links)
				}
				if b >= a+4 {
					far++
				}
				after := men
				positions.Flip(&after, m.From)
				positions.Flip(&after, m.To)
				next, _, now := l.of(&after)
				taken := rw.masks(&next).taken
				if may := links.after(a, b, taken) & l.valid; now&^may != 0 {
					t.Fatalf("%s: from row %d to %d the links %b become %b, foreseen %b", name, a, b, links, now, may)
				}
				if now&^links != 0 {
					set++
				}
				if now == links.after(a, b, taken)&l.valid {
					kept++
				}
			}
		}
		t.Logf("%s: %d climbs over two rows and more, %d moves set links, %d just those foreseen", name, far, set, kept)
		if rw.men > 3 && far < 100 || set < 100 {
			t.Errorf("%s: too few moves to show anything", name)
		}
	})
}

// ranksOf returns the pattern database of a puzzle, nil if it has many row counts.
func ranksOf(t *testing.T, s *layers.Space[[2]uint64], rw *Rows) *Projection {
	t.Helper()
	if CountRows(rw) > 1<<20 {
		return nil
	}
	ranks, err := NewProjection(session.NewRun(t.Context(), session.Options{Workers: 1}), rw, rw.Count(s.CellsOf(&s.Goal)))
	if err != nil {
		t.Fatal(err)
	}
	return ranks
}

// What a position gains in a few moves, by exhaustive search, its row counts and links
// lead on to; and sometimes they lead no further, where row counts alone would.
func TestLinkCorridorIsAdmissible(t *testing.T) {
	sharper := 0
	linkCases(t, func(name string, s *layers.Space[[2]uint64], rw *Rows, random *rand.Rand) {
		ranks := ranksOf(t, s, rw)
		if ranks == nil {
			return
		}
		l := NewLinks(s, rw)
		const moves = 3
		corridors := map[int]*LinkCorridor[[2]uint64]{}
		rounds := 200
		if testing.Short() {
			rounds = 100
		}
		for range rounds {
			men := scattered(s, rw, random)
			k, _, _ := l.of(&men)
			sum, best := rw.sum(&k), mostGained(s, rw, men, moves)
			for _, gain := range []int{best, best + 1} {
				c := corridors[sum+gain]
				if c == nil {
					least := make([]int, moves+1)
					least[moves] = sum + gain
					c = l.NewCorridor(ranks, ranks.Corridor(least, false), moves)
					corridors[sum+gain] = c
				}
				f := NewRowFilter(rw, ranks)
				f.set(k)
				row := uint8(rw.foremost(&k))
				byRows := leadsOn(c.corridor, f, row, row, 0)
				leads := len(c.Keep([][2]uint64{men}, func(w *[2]uint64) [2]uint64 { return *w }, 0, false)) == 1
				if gain == best && !leads {
					t.Fatalf("%s: %d rows can be gained in %d moves", name, gain, moves)
				}
				if gain > best && byRows && !leads {
					sharper++
				}
			}
		}
	})
	if sharper < 10 {
		t.Errorf("links were sharper than rows in %d cases only", sharper)
	}
}

// mostGained returns the most rows that an army gains in so many moves.
func mostGained(s *layers.Space[[2]uint64], rw *Rows, men [2]uint64, moves int) int {
	if moves == 0 {
		return 0
	}
	g := positions.NewGenerator(s.Table, nil, positions.Moves)
	positions.Load(g, &men)
	best := 0
	for _, m := range g.Append(nil) {
		gain := int(rw.Of[m.To]) - int(rw.Of[m.From])
		if gain+(moves-1)*rw.leap <= best {
			continue
		}
		after := men
		positions.Flip(&after, m.From)
		positions.Flip(&after, m.To)
		best = max(best, gain+mostGained(s, rw, after, moves-1))
	}
	return best
}

// Boards with more directions, long jumps and games that count hops have no links.
func TestNoLinks(t *testing.T) {
	for _, o := range []puzzles.Options{
		{Shape: positions.Square, Size: 6, Army: "6"},
		{Shape: positions.Rhombus, Size: 6, Army: "6", Jumps: positions.Super},
		{Shape: positions.Rhombus, Size: 6, Army: "6", Count: positions.Hops},
	} {
		s := layers.NewSpace[[2]uint64](positiontest.Must(t, puzzles.Highscore, o))
		if NewLinks(s, NewRows(s)) != nil {
			t.Errorf("links on %v", o)
		}
	}
}

// TestLinksOfManyAreThoseOfEach asks about many positions together and one by one.
func TestLinksOfManyAreThoseOfEach(t *testing.T) {
	asIs := func(w *[2]uint64) [2]uint64 { return *w }
	kept, dropped := 0, 0
	linkCases(t, func(name string, s *layers.Space[[2]uint64], rw *Rows, random *rand.Rand) {
		ranks := ranksOf(t, s, rw)
		if ranks == nil {
			return
		}
		l := NewLinks(s, rw)
		const moves, many = 3, 3*linksTogether + 5
		least := make([]int, moves+1)
		all := make([][2]uint64, many)
		for i := range all {
			all[i] = scattered(s, rw, random)
		}
		first, _, _ := l.of(&all[0])
		least[moves] = rw.sum(&first) + mostGained(s, rw, all[0], moves)
		corridor := ranks.Corridor(least, false)
		each, together := l.NewCorridor(ranks, corridor, moves), l.NewCorridor(ranks, corridor, moves)
		for _, byRows := range []bool{false, true} {
			asked := slices.Clone(all)
			if byRows { // then only such may be asked about
				asked = slices.DeleteFunc(asked, func(w [2]uint64) bool {
					k, _, _ := l.of(&w)
					below := k.below()
					return !each.byRows(&k, ranks.name(&k, &below), rw.sum(&k), 0)
				})
			}
			var want [][2]uint64
			for _, w := range asked {
				want = append(want, each.Keep([][2]uint64{w}, asIs, 0, byRows)...)
			}
			if got := together.Keep(slices.Clone(asked), asIs, 0, byRows); !slices.Equal(got, want) {
				t.Errorf("%s, by rows %t: %d of %d together, %d one by one", name, byRows, len(got), len(asked), len(want))
			}
			kept, dropped = kept+len(want), dropped+len(asked)-len(want)
		}
	})
	if kept < 100 || dropped < 100 {
		t.Errorf("%d positions are kept, %d dropped: the test says too little", kept, dropped)
	}
}
