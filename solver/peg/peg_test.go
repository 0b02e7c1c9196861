package peg

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/halma-solve/halma-solve/positions/positiontest"

	"github.com/google/go-cmp/cmp"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/verify"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// pegPuzzle makes a puzzle of the english cross.
func pegPuzzle(t testing.TB, make func(puzzles.Options) (*puzzles.Puzzle, error), from, to string) *puzzles.Puzzle {
	t.Helper()
	return positiontest.Must(t, make, puzzles.Options{From: from, To: to})
}

func solvePegs(t testing.TB, p *puzzles.Puzzle, o session.Options) *session.Result {
	t.Helper()
	r, err := session.Answer(context.Background(), p, o, Search)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The central game takes 18 moves (Bergholt 1912, Beasley 1964), and the node
// counts do not depend on the number of workers. Retour takes as many, and each
// line read backwards is one of the other game.
func TestCentralGame(t *testing.T) {
	positiontest.Long(t)
	solo := pegPuzzle(t, puzzles.Solo, "", "")
	r := solvePegs(t, solo, session.Options{Workers: 1})
	if r.Status != session.Optimal || r.Lower != 18 || r.Upper != 18 || r.Moves != 18 || r.Hops != 31 {
		t.Fatalf("%s, %d to %d", r.Status, r.Lower, r.Upper)
	}
	two := solvePegs(t, solo, session.Options{Workers: 2})
	if two.Stats.Expanded != r.Stats.Expanded || !cmp.Equal(two.Line, r.Line) {
		t.Errorf("two workers expand %d, one %d; the same line: %v", two.Stats.Expanded, r.Stats.Expanded, cmp.Equal(two.Line, r.Line))
	}
	retour := pegPuzzle(t, puzzles.Retour, "", "")
	back := solvePegs(t, retour, session.Options{})
	if back.Status != session.Optimal || back.Upper != 18 {
		t.Fatalf("retour: %s, %d", back.Status, back.Upper)
	}
	for _, c := range []struct {
		p    *puzzles.Puzzle
		line puzzles.Line
	}{{retour, r.Line}, {solo, back.Line}} {
		if report, err := verify.Replay(c.p, backwards(c.line)); err != nil || report.Moves != 18 {
			t.Errorf("%s of the other game's line backwards: %v", c.p.Game, err)
		}
	}
}

func backwards(line puzzles.Line) puzzles.Line {
	out := puzzles.Line{}
	for _, path := range slices.Backward(line) {
		path = slices.Clone(path)
		slices.Reverse(path)
		out = append(out, path)
	}
	return out
}

// Counted in hops every line is optimal; the line is the one of fewest moves.
func TestPegHops(t *testing.T) {
	positiontest.Long(t)
	p := positiontest.Must(t, puzzles.Solo, puzzles.Options{Shape: positions.Triangle, Count: positions.Hops})
	if r := solvePegs(t, p, session.Options{}); r.Status != session.Optimal || r.Lower != 13 || r.Upper != 13 || r.Moves != 10 {
		t.Errorf("%s, %d to %d hops, %d moves", r.Status, r.Lower, r.Upper, r.Moves)
	}
	p = positiontest.Must(t, puzzles.Solo, puzzles.Options{From: "c1", To: "d4", Count: positions.Hops})
	if r := solvePegs(t, p, session.Options{}); r.Status != session.Impossible || !strings.HasPrefix(r.Proof, "parity") {
		t.Errorf("%s: %s", r.Status, r.Proof)
	}
}

// Every pair of holes that is not in the same class is refuted by parity alone,
// and no other: 21 problems are left of the english cross.
func TestSingleVacancyClasses(t *testing.T) {
	b := positiontest.Board(t, positions.English, 0)
	left := 0
	for _, pair := range puzzles.Vacancies(b) {
		p := pegPuzzle(t, puzzles.Solo, b.Name(pair[0]), b.Name(pair[1]))
		if newGame(p).impossible() == "" {
			left++
		}
	}
	if left != 21 {
		t.Errorf("%d problems are not refuted by parity", left)
	}
	p := positiontest.Must(t, puzzles.Solo, puzzles.Options{Board: frenchBoard(t), From: "d4", To: puzzles.AnyHole})
	if r := solvePegs(t, p, session.Options{}); r.Status != session.Impossible || !strings.HasPrefix(r.Proof, "parity") {
		t.Errorf("the french cross from its middle: %s, %s", r.Status, r.Proof)
	}
}

func frenchBoard(t testing.TB) *positions.Board {
	t.Helper()
	b := positiontest.Board(t, positions.French, 0)
	return b
}

// A limit ends the search with bounds, not with an error.
func TestPegLimits(t *testing.T) {
	p := pegPuzzle(t, puzzles.Solo, "", "")
	r := solvePegs(t, p, session.Options{Time: 30 * time.Millisecond, Workers: 1})
	if r.Interrupted != "time" || r.Status == session.Impossible || r.Lower < 1 {
		t.Errorf("%s, stopped by %q, at least %d", r.Status, r.Interrupted, r.Lower)
	}
	r = solvePegs(t, p, session.Options{Memory: 1 << 20, Workers: 1})
	if r.Interrupted != "memory" || r.Lower < 12 {
		t.Errorf("%s, stopped by %q, at least %d", r.Status, r.Interrupted, r.Lower)
	}
	if _, err := Explore(context.Background(), p, session.Options{Memory: 1 << 20}); !errors.Is(err, ErrUnsettled) {
		t.Errorf("explore with little memory: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := CountLines(ctx, p, 18, 0, session.Options{}); !errors.Is(err, ErrUnsettled) {
		t.Errorf("count after the end: %v", err)
	}
}

// 1,679,072 positions of the central game can be reached and won, as many after
// n jumps as n before the end.
func TestWinnablePositions(t *testing.T) {
	counts, err := WinnablePositions(context.Background(), pegPuzzle(t, puzzles.Solo, "", ""), session.Options{})
	if err != nil {
		t.Fatal(err)
	}
	sum := int64(0)
	for n, count := range counts {
		sum += count
		if count != counts[len(counts)-1-n] {
			t.Errorf("layer %d has %d positions, its mirror image %d", n, count, counts[len(counts)-1-n])
		}
	}
	if sum != 1_679_072 {
		t.Errorf("%d positions", sum)
	}
}

// All layers of the central game are those of A112737, and 187,636,299 positions
// without symmetry.
func TestCentralLayers(t *testing.T) {
	run := session.NewRun(context.Background(), session.Options{})
	g := newGame(pegPuzzle(t, puzzles.Solo, "", ""))
	b, err := newBlockLayout(g, g.start, 1, 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	set := b.newSet()
	b.add(set, g.start)
	if err := b.reach(run, set, &b.down); err != nil {
		t.Fatal(err)
	}
	byMen, err := newOrbitCounter(g, b).byNumber(run, set)
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range centralLayers {
		if byMen[32-n] != want {
			t.Errorf("%d jumps: %d positions, want %d", n, byMen[32-n], want)
		}
	}
	size := 0
	for _, w := range set {
		size += bits.OnesCount64(w)
	}
	if size != 187_636_299 {
		t.Errorf("%d positions without symmetry", size)
	}
}

func BenchmarkCentralGame(b *testing.B) {
	for _, game := range []struct {
		name string
		make func(puzzles.Options) (*puzzles.Puzzle, error)
	}{{"solo", puzzles.Solo}, {"retour", puzzles.Retour}} {
		b.Run(game.name, func(b *testing.B) {
			p := pegPuzzle(b, game.make, "", "")
			for b.Loop() {
				r := solvePegs(b, p, session.Options{})
				if r.Status != session.Optimal || r.Upper != 18 {
					b.Fatal(r.Status, r.Upper)
				}
				b.ReportMetric(float64(r.Stats.PeakBytes)/(1<<20), "MiB")
			}
		})
	}
}

// BenchmarkSingleVacancies solves the 21 problems of the english cross.
func BenchmarkSingleVacancies(b *testing.B) {
	board := positiontest.Board(b, positions.English, 0)
	for b.Loop() {
		solved := 0
		var lengths []string
		for _, pair := range puzzles.Vacancies(board) {
			p := pegPuzzle(b, puzzles.Solo, board.Name(pair[0]), board.Name(pair[1]))
			if r := solvePegs(b, p, session.Options{}); r.Status == session.Optimal {
				solved++
				lengths = append(lengths, fmt.Sprintf("%s-%s %d", board.Name(pair[0]), board.Name(pair[1]), r.Upper))
			}
		}
		if solved != 21 {
			b.Fatalf("%d solved", solved)
		}
		b.Log(strings.Join(lengths, ", "))
	}
}

// centralLayers is OEIS A112737: positions after n jumps from the middle.
var centralLayers = []int64{
	1, 1, 2, 8, 39, 171, 719, 2757, 9751, 31312, 89927, 229614, 517854, 1022224, 1753737, 2598215,
	3312423, 3626632, 3413313, 2765623, 1930324, 1160977, 600372, 265865, 100565, 32250, 8688, 1917, 348, 50, 7, 2,
}

// BenchmarkExplore looks at the whole central game and compares with A112737.
func BenchmarkExplore(b *testing.B) {
	p := pegPuzzle(b, puzzles.Solo, "", "")
	for b.Loop() {
		e, err := Explore(context.Background(), p, session.Options{})
		if err != nil {
			b.Fatal(err)
		}
		for n, want := range centralLayers {
			if e.Jumps[n].Positions != want {
				b.Errorf("%d jumps: %d positions, want %d", n, e.Jumps[n].Positions, want)
			}
		}
		for _, ph := range e.Stats.Phases {
			b.ReportMetric(ph.Elapsed.Seconds(), strings.ReplaceAll(ph.Name, " ", "-")+"-s")
		}
	}
}

func BenchmarkWinnablePositions(b *testing.B) {
	p := pegPuzzle(b, puzzles.Solo, "", "")
	for b.Loop() {
		if _, err := WinnablePositions(context.Background(), p, session.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkWinTable works out the table of the english cross, and reads it from
// the store.
func BenchmarkWinTable(b *testing.B) {
	store, err := cache.Open(cache.Options{Dir: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	defer store.Close()
	p := pegPuzzle(b, puzzles.Solo, "", "")
	for b.Loop() {
		for _, name := range []string{"build-s", "read-s"} {
			began := time.Now()
			table, built, err := LoadWinTable(context.Background(), store, p, session.Options{})
			if err != nil || table.count != 23_475_688 || !table.Wins(p.Start) || table.Wins(p.Start.Without(0)) {
				b.Fatalf("%v, %d positions", err, table.count)
			}
			if built {
				name = "build-s"
			}
			b.ReportMetric(time.Since(began).Seconds(), name)
		}
	}
}
