package generate

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
)

// smallCross is a board of 21 holes.
const smallCross = `
--ooo--
-ooooo-
ooooooo
-ooooo-
--o----
`

// graders are the three ways to find the lines of a game, each of its own.
func graders(t *testing.T, game *puzzles.Puzzle) map[string]*pegGrader {
	t.Helper()
	ways := map[string]*pegGrader{}
	for _, name := range []string{"plain", "wins", "distances"} {
		ways[name] = newPegGrader(game, nil, 2)
	}
	ways["plain"].plain.Store(true)
	ways["wins"].before.Store(never)
	ways["distances"].before.Store(0)
	return ways
}

// Length, number and first moves of the shortest lines are the same by the three
// ways, and by trying all lines.
func TestThreeWaysAgree(t *testing.T) {
	board, _, err := positions.ParseDrawn(smallCross)
	if err != nil {
		t.Fatal(err)
	}
	game := positiontest.Must(t, puzzles.Solo, puzzles.Options{Board: board, Men: positions.BitsOf(0), To: board.Name(9)})
	const longest = 4
	ways := graders(t, game)
	r := rand.New(rand.NewPCG(5, 6))
	won, lost := 0, 0
	for range 300 {
		men, _ := ways["plain"].pegs.walkBack(r, game.Goal[0], 1+r.IntN(7))
		if r.IntN(3) == 0 {
			men ^= 1 << r.IntN(board.Len())
		}
		if men == 0 || men == game.Goal[0] {
			continue
		}
		p := game.From(positions.Bits{men}, positions.Bits{})
		length, lines, firsts := -1, 0, map[string]bool{}
		for n, found := range plainLines(p, longest) {
			if len(found) > 0 {
				length, lines = n, len(found)
				for _, line := range found {
					firsts[fmt.Sprint(firstOf(line))] = true
				}
				break
			}
		}
		for _, name := range []string{"wins", "distances", "plain"} {
			g := ways[name]
			n, on, why, err := g.lengths(context.Background(), men, longest)
			if err != nil {
				t.Fatal(err)
			}
			if length < 0 {
				if lost++; why != tooLong && why != noSolution {
					t.Fatalf("%s: %d moves, %s; there is no line\n%s", name, n, why, board.DrawBoard(p.Start))
				}
				if won := ways["wins"].wins.Load().Wins(p.Start); name != "plain" && won != (why == tooLong) {
					t.Errorf("%s: %s, but that it can be won is %t\n%s", name, why, won, board.DrawBoard(p.Start))
				}
				continue
			}
			if won++; why != "" || n != length {
				t.Fatalf("%s: %d moves, %s, want %d\n%s", name, n, why, length, board.DrawBoard(p.Start))
			}
			l := pegLines{pegs: g.pegs, on: on}
			if got := l.all(men, n); got.Int64() != int64(lines) {
				t.Errorf("%s: %s lines, want %d\n%s", name, got, lines, board.DrawBoard(p.Start))
			}
			if got := len(l.openings(men, n)); got != len(firsts) {
				t.Errorf("%s: %d first moves, want %d\n%s", name, got, len(firsts), board.DrawBoard(p.Start))
			}
			if end := p.After(l.first(men, n), n); end != game.Goal {
				t.Errorf("%s: the line ends with %v", name, end)
			}
		}
	}
	if won < 300 || lost < 30 {
		t.Errorf("only %d that can be won, %d that cannot", won, lost)
	}
	for name, want := range map[string][2]bool{"plain": {}, "wins": {true, false}, "distances": {true, true}} {
		if g := ways[name]; (g.wins.Load() != nil) != want[0] || (g.distances.Load() != nil) != want[1] {
			t.Errorf("%s went another way", name)
		}
	}
}

// A search gives up when it has too many positions, but with tables never.
func TestLargeSearchesEnd(t *testing.T) {
	game := positiontest.Must(t, puzzles.Solo, puzzles.Options{To: ""})
	s := &pegSearch{pegs: newPegs(game.Board), goal: game.Goal[0], most: 1000}
	start := ^uint64(0) >> 31 &^ game.Goal[0]
	if _, _, ok := s.lengths(context.Background(), start, 18); ok {
		t.Error("it did not give up")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, ok := s.lengths(ctx, start, 18); ok {
		t.Error("it did not stop")
	}
}

// Batches of solo, symmetric ones among them, are the same with a store, with what
// the batch before has left there, and without.
func TestTableChangesNothing(t *testing.T) {
	positiontest.Long(t)
	store, err := cache.Open(cache.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	o := Options{Kind: Solo, Game: positiontest.Must(t, puzzles.Solo, puzzles.Options{To: ""}), MinMoves: 4, MaxMoves: 6, Unique: UniqueFirst, Hardest: math.MaxInt32, Seed: 3, Symmetric: true}
	var want []byte
	for i, s := range []*cache.Store{nil, store, store} {
		got := emit(t, &Batch{Options: o, Count: 3, Effort: 3000, Workers: 1 + i, Store: s})
		if want == nil {
			want = got
		}
		if !bytes.Equal(got, want) {
			t.Errorf("batch %d differs:\n%s", i, got)
		}
	}
	if st, err := store.Stats(); err != nil || st.Entries[cache.KindBound] == 0 {
		t.Errorf("no table was kept: %+v, %v", st, err)
	}
	for text := range bytes.Lines(want) {
		checkDead(t, text)
	}
}

// checkDead compares the number of dead first moves with a search of all that can
// come after them.
func checkDead(t *testing.T, text []byte) {
	t.Helper()
	var r record
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatal(err)
	}
	_, p, err := ParseID(r.ID)
	if err != nil || r.Features.DeadFirst == nil {
		t.Fatalf("%s: %v", text, err)
	}
	g := newPegs(p.Board)
	known := map[uint64]bool{p.Goal[0]: true}
	var wins func(men uint64) bool
	wins = func(men uint64) bool {
		if won, ok := known[men]; ok {
			return won
		}
		known[men] = slices.ContainsFunc(g.all, func(s pegStep) bool { return men&s.mask == s.before && wins(men^s.mask) })
		return known[men]
	}
	dead := 0
	g.paths(p.Start[0], func(after uint64, _ []positions.Cell) bool {
		if !wins(after) {
			dead++
		}
		return true
	})
	if dead != *r.Features.DeadFirst {
		t.Errorf("%s: %d dead first moves, want %d", r.ID, *r.Features.DeadFirst, dead)
	}
}
