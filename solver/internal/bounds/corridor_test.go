package bounds

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/cases"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// TestCorridorsAnswerByDefinition compares the depth-first search, its shortcuts and
// its memory, ample or next to none, with the bare definition, in both encodings.
func TestCorridorsAnswerByDefinition(t *testing.T) {
	cases.Small(t, 900, func(t *testing.T, p *puzzles.Puzzle) {
		if p.Arrival == positions.Booklet {
			return // the abstraction does not know it
		}
		s := layers.NewSpace[[2]uint64](p)
		rw := NewRows(s)
		goal := rw.Count(s.CellsOf(&s.Goal))
		next := abstractGame(rw, rw.Count(s.CellsOf(&s.Start)))
		ranks, err := NewProjection(session.NewRun(t.Context(), session.Options{Workers: 1}), rw, goal)
		if err != nil {
			t.Fatal(err)
		}
		near := LayOut(rw)
		if err := near.Fill(session.NewRun(t.Context(), session.Options{Workers: 1}), goal, 2, nil); err != nil {
			t.Fatal(err)
		}
		const length = 7
		rising, falling := make([]int, length+1), make([]int, length+1)
		for i := range rising {
			rising[i] = s.StartGain + s.TotalGain*i*i/(length*length)
		}
		copy(falling, rising)
		falling[length/2] = s.StartGain + (s.TotalGain+1)/2
		height, highest := make([]int, length+1), make([]int, length+1)
		height[length], highest[length] = falling[length/2], rw.Foremost()-1
		for _, c := range []struct {
			name   string
			least  []int
			toGoal bool
			in     []Encoding
		}{
			{"to the goal", rising, true, []Encoding{ranks, near, NewKeys(rw, goal, 0, nil), NewKeys(rw, goal, 1<<20, nil)}},
			{"to a height", height, false, []Encoding{ranks, NewKeys(rw, goal, 0, nil), NewKeys(rw, goal, 1<<20, nil)}},
			{"to the greatest height but one", highest, false, []Encoding{ranks, NewKeys(rw, goal, 1<<20, nil)}},
			{"over a height to the goal", falling, true, []Encoding{ranks, near}},
		} {
			for _, e := range c.in {
				byDefinition(t, c.name, rw, next, goal, c.least, c.toGoal, e)
			}
		}
	})
}

// byDefinition compares the answers for all row counts at all depths.
func byDefinition(t *testing.T, name string, rw *Rows, next map[RowCounts][]RowCounts, goal RowCounts, least []int, toGoal bool, e Encoding) {
	t.Helper()
	c, f := e.Corridor(least, toGoal), NewRowFilter(rw, e)
	leads := map[RowCounts]bool{} // at depth d
	for d := len(least) - 1; d >= 0; d-- {
		now := map[RowCounts]bool{}
		for k := range next {
			if d == len(least)-1 {
				now[k] = !toGoal || k == goal
				continue
			}
			for _, x := range append(next[k], k) {
				now[k] = now[k] || leads[x] && rw.sum(&x) >= least[d+1]
			}
		}
		leads = now
		for k, want := range leads {
			f.set(k)
			row := uint8(rw.foremost(&k)) // a move within a row
			// Where only sums count, what is asked of the last depth is of those that
			// have its sum.
			if d == len(least)-1 && rw.sum(&k) < least[d] {
				continue
			}
			if got := leadsOn(c, f, row, row, d); got != want {
				t.Fatalf("%s, %T, from %v at depth %d: %t, by definition %t", name, e, k[:rw.n], d, got, want)
			}
		}
	}
}

// leadsOn asks a corridor about one move of the loaded position.
func leadsOn(c *Corridor, f *RowFilter, a, b uint8, t int) bool {
	moves := []RowMove{{From: a, To: b}}
	c.GoOn(f, moves, t)
	return moves[0].Kept
}

// abstractGame returns all row counts that abstract moves make of the given ones,
// with the abstract moves.
func abstractGame(rw *Rows, from RowCounts) map[RowCounts][]RowCounts {
	next := map[RowCounts][]RowCounts{}
	for queue := []RowCounts{from}; len(queue) > 0; queue = queue[1:] {
		k := queue[0]
		if _, ok := next[k]; ok {
			continue
		}
		next[k] = []RowCounts{}
		moves := rw.moves(&k)
		for a := range uint8(rw.n) {
			if k[a] == 0 {
				continue
			}
			for m := moves.from(a); m != 0; m &= m - 1 {
				x := k
				x[a]--
				x[trailing(m)]++
				next[k] = append(next[k], x)
			}
		}
		queue = append(queue, next[k]...)
	}
	return next
}

// TestKeys checks the encoding of row counts as keys and its shortcut for moves, on
// the board with the most rows: different ones for all, and for moves the key of what
// they make.
func TestKeys(t *testing.T) {
	p := positiontest.Must(t, puzzles.Highscore, puzzles.Options{Shape: positions.Square, Size: 16, Army: "19"})
	rw := NewRows(layers.NewSpace[[4]uint64](p))
	keys := NewKeys(rw, RowCounts{}, 0, nil)
	keyOf := func(k *RowCounts) rowName {
		below := k.below()
		return keys.name(k, &below)
	}
	random := rand.New(rand.NewPCG(1, 2))
	seen := map[rowName]RowCounts{}
	for range 2000 {
		var men []uint8
		for _, c := range random.Perm(p.Board.Len())[:p.Men()] {
			men = append(men, uint8(c))
		}
		k := rw.Count(men)
		key, below := keyOf(&k), k.below()
		if other, known := seen[key]; known && other != k || key.hi&^keyMask != 0 {
			t.Fatalf("key %x of %v, and of %v", key, k, other)
		}
		seen[key] = k
		moves := rw.moves(&k)
		for a := range uint8(rw.n) {
			if k[a] == 0 {
				continue
			}
			for m := moves.from(a) | 1<<a; m != 0; m &= m - 1 {
				b, x := uint8(trailing(m)), k
				x[a]--
				x[b]++
				if got, want := keys.moved(&k, &below, key, a, b), keyOf(&x); got != want {
					t.Fatalf("from row %d to row %d: %x, want %x", a, b, got, want)
				}
			}
		}
	}
}

// TestLiftByDefinition compares Lift, and what corridors make of it, with the sum
// that its proof takes.
func TestLiftByDefinition(t *testing.T) {
	p := positiontest.Must(t, puzzles.Highscore, puzzles.Options{Shape: positions.Star, Size: 3, Army: "6"})
	rw := NewRows(layers.NewSpace[[2]uint64](p))
	ranks := LayOut(rw)
	for rank := 0; rank < ranks.Size; rank += 7 {
		k := ranks.unrank(rank)
		men := rowsOfMen(rw, k)
		for n := range 40 {
			want := 0
			for i := range min(n, len(men)) { // the last move of man i is move n-min(n, men)+1+i
				want += min(men[len(men)-1]+(n-min(n, len(men))+1+i)*rw.rise, rw.n-1) - men[i]
			}
			want = min(want, n*rw.leap)
			if got := rw.Lift(&k, n); got != want {
				t.Fatalf("%v in %d moves: %d, by definition %d", k[:rw.n], n, got, want)
			}
			least := make([]int, n+1)
			for over := range 2 {
				least[n] = rw.sum(&k) + want + over
				c := &Corridor{rows: rw, Length: n, least: least, most: least[n]}
				if got := c.hopeless(&k, rw.sum(&k), 0); n > 0 && got != (over == 1) {
					t.Fatalf("%v in %d moves: that %d rows are too many is %t", k[:rw.n], n, want+over, got)
				}
			}
		}
	}
}

// TestLiftFallsAlongMoves: what Lift leaves open before a move it leaves open after no more
// of them, whatever row within reach the man comes to, and one more move never takes
// anything away.
func TestLiftFallsAlongMoves(t *testing.T) {
	for _, o := range []puzzles.Options{
		{Shape: positions.Star, Size: 3, Army: "6"},
		{Shape: positions.Square, Size: 5, Army: "6"},
		{Shape: positions.Rhombus, Size: 4, Army: "3", Jumps: positions.Super},
		{Shape: positions.Square, Size: 4, Army: "6", Count: positions.Hops},
	} {
		rw := NewRows(layers.NewSpace[[2]uint64](positiontest.Must(t, puzzles.Highscore, o)))
		ranks := LayOut(rw)
		moves := 0
		for rank := 0; rank < ranks.Size; rank += 5 {
			k := ranks.unrank(rank)
			sum, top := rw.sum(&k), rw.foremost(&k)
			for n := range 25 {
				before := sum + rw.Lift(&k, n+1)
				if before < sum+rw.Lift(&k, n) {
					t.Fatalf("%v: %d moves lift more than %d", k[:rw.n], n, n+1)
				}
				for a := range rw.n {
					for b := range min(top+rw.rise, rw.n-1) + 1 {
						if k[a] == 0 || b-a > rw.leap {
							continue
						}
						after := k
						after[a]--
						after[b]++
						if moves++; rw.sum(&after)+rw.Lift(&after, n) > before {
							t.Fatalf("%v: a man goes from row %d to %d, and %d moves come to more than one more did before", k[:rw.n], a, b, n)
						}
					}
				}
			}
		}
		if moves < 1000 {
			t.Errorf("%d moves", moves)
		}
	}
}

// rowsOfMen lists the rows of all men, the hindmost first.
func rowsOfMen(rw *Rows, k RowCounts) (rows []int) {
	for row := range rw.n {
		for range k[row] {
			rows = append(rows, row)
		}
	}
	return rows
}

// TestMostSumByDefinition compares mostSum with the greatest sum whoever goes: any so many men,
// each to any cell that is free of the others.
func TestMostSumByDefinition(t *testing.T) {
	p := positiontest.Must(t, puzzles.Highscore, puzzles.Options{Shape: positions.Square, Size: 5, Army: "6"})
	rw := NewRows(layers.NewSpace[[2]uint64](p))
	ranks := LayOut(rw)
	for rank := 0; rank < ranks.Size; rank += 23 {
		k := ranks.unrank(rank)
		men := rowsOfMen(rw, k)
		want := make([]int, len(men)+1)
		for going := range 1 << len(men) {
			var cells []int // the rows of those that are free, the foremost first
			stay, sum, gone := RowCounts{}, 0, 0
			for i, row := range men {
				if going>>i&1 == 0 {
					stay[row]++
					sum += row
				} else {
					gone++
				}
			}
			for row := rw.n - 1; row >= 0; row-- {
				for range rw.capacity[row] - stay[row] {
					cells = append(cells, row)
				}
			}
			for _, row := range cells[:gone] {
				sum += row
			}
			want[gone] = max(want[gone], sum)
		}
		for n := range len(men) + 3 {
			if got := rw.mostSum(&k, n); got != want[min(n, len(men))] {
				t.Fatalf("%v in %d moves: %d, by definition %d", k[:rw.n], n, got, want[min(n, len(men))])
			}
		}
	}
}

// A search among row counts may take longer than there are minutes; when the run
// is to end it must not keep anybody waiting, and drops nothing.
func TestCorridorEndsWithItsRun(t *testing.T) {
	p := positiontest.Must(t, puzzles.Highscore, puzzles.Options{Shape: positions.Square, Size: 10, Army: "15", Count: positions.Hops})
	s := layers.NewSpace[[2]uint64](p)
	rw := NewRows(s)
	least := make([]int, 50) // one hop after the other: this search does not end in time
	for i := range least {
		least[i] = s.StartGain + s.TotalGain - 4*(len(least)-1-i)
	}
	done := make(chan struct{})
	keys := NewKeys(rw, rw.Count(s.CellsOf(&s.Goal)), 1<<20, done)
	c, f := keys.Corridor(least, true), NewRowFilter(rw, keys)
	f.Load(s.CellsOf(&s.Start))
	answer := make(chan bool)
	go func() { answer <- leadsOn(c, f, 0, 0, 0) }()
	select {
	case <-answer:
		t.Fatal("the search is not long enough to be stopped")
	case <-time.After(50 * time.Millisecond):
	}
	close(done)
	if !<-answer {
		t.Error("a position was dropped without reason")
	}
}
