package peg

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/halma-solve/halma-solve/positions/positiontest"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/verify"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// Two searches agree on hundreds of small puzzles, solvable or not: this one
// with bounds, symmetries and meeting halves, and brute force.
func TestPegsAgainstBruteForce(t *testing.T) {
	positiontest.Long(t)
	solved, refuted, byParity := 0, 0, 0
	check := func(name string, p *puzzles.Puzzle) {
		want := newBruteForce(p).solve(p.Start[0])
		r, err := session.Answer(context.Background(), p, session.Options{Workers: 2}, Search)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		// A beam would find most lines before a wrong bound refutes their lengths. Where
		// the start is the goal no search is asked.
		for _, without := range []struct{ filter, list bool }{{false, false}, {true, false}, {true, true}} {
			if want.moves == 0 {
				break
			}
			part := &lineSearch{
				Run: session.NewRun(context.Background(), session.Options{}), game: newGame(p),
				noFilter: without.filter, noList: without.list, noBeam: true, // with beams: above and below
			}
			part.Knowledge = session.NewKnowledge(p, part.Run)
			if err := part.search(); err != nil || part.Impossible() != (want.moves < 0) || part.Upper() != max(want.moves, session.NoUpper) {
				t.Errorf("%s, without %+v and beams: impossible %v, %d moves, %v; brute force finds %d",
					name, without, part.Impossible(), part.Upper(), err, want.moves)
			}
		}
		// A beam that never has to cut finds the shortest line.
		g := newGame(p)
		toGoal, fromStart := newPatternBound(g, true), newPatternBound(g, false)
		for _, way := range beamWays {
			if want.moves == 0 || g.impossible() != "" || way.slacks {
				break // by slacks beams choose what to cut
			}
			for _, longest := range []int{g.jumpsOf(), want.moves - 1} {
				found := want.moves
				switch {
				case longest < 0:
					continue
				case longest < found:
					found = session.NoUpper // and that proves nothing
				}
				wide := &lineSearch{Run: session.NewRun(context.Background(), session.Options{Workers: 1}), game: g, toGoal: toGoal, fromStart: fromStart}
				wide.Knowledge = session.NewKnowledge(p, wide.Run)
				if err := wide.beamBy(1<<20, way, longest); err != nil || wide.Upper() != max(found, session.NoUpper) || wide.Impossible() != (want.moves < 0) {
					t.Errorf("%s: a wide beam %+v up to %d moves finds %d, impossible %v, %v; brute force finds %d",
						name, way, longest, wide.Upper(), wide.Impossible(), err, want.moves)
				}
			}
		}
		// One that cuts proves nothing; one of two may cut nothing by chance.
		narrow, err := session.Answer(context.Background(), p, session.Options{Workers: 1, Beam: 2}, Search)
		if err != nil || want.moves >= 0 && narrow.Status == session.Impossible {
			t.Errorf("%s: a narrow beam says %s, %v; brute force finds %d", name, narrow.Status, err, want.moves)
		}
		if want.moves < 0 {
			refuted++
			if r.Proof[:6] == "parity" {
				byParity++
			}
			if r.Status != session.Impossible {
				t.Errorf("%s: %s of %d moves, brute force finds none\n%s", name, r.Status, r.Upper, p.Board.DrawBoard(p.Start))
			}
			return
		}
		solved++
		if r.Status != session.Optimal || r.Upper != want.moves {
			t.Errorf("%s: %s, %d moves, brute force finds %d\n%s", name, r.Status, r.Upper, want.moves, p.Board.DrawBoard(p.Start))
			return
		}
		if report, err := verify.Replay(p, r.Line); err != nil || report.Moves != want.moves {
			t.Errorf("%s: %v", name, err)
		}
		s, err := CountLines(context.Background(), p, r.Upper, 1<<20, session.Options{Workers: 2})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if s.Sequences.Int64() != int64(want.lines) || len(s.First) != want.lines {
			t.Errorf("%s: %s lines, %d listed, brute force counts %d", name, s.Sequences, len(s.First), want.lines)
		}
		if n := orbits(newGame(p), s.First); s.UpToSymmetry.Int64() != int64(n) {
			t.Errorf("%s: %s lines up to symmetry, of those listed %d", name, s.UpToSymmetry, n)
		}
	}
	smallPegs(t, 14, positiontest.Of(60, 110), check)
	pegsOnALine(t, check)
	if solved < 100 || refuted-byParity < 30 || byParity < 30 {
		t.Errorf("%d solved, %d refuted, %d by parity: the sample is too easy", solved, refuted, byParity)
	}
}

// Two lengths asked for at once: neither has a line, or the one found is of one of them,
// and after it the search of the shorter one says which.
func TestTwoLengthsAtOnce(t *testing.T) {
	shorter, longer, refuted := 0, 0, 0
	smallPegs(t, 12, 90, func(name string, p *puzzles.Puzzle) {
		want := newBruteForce(p).solve(p.Start[0]).moves
		for _, lower := range []int{want - 2, want - 1, want} {
			if lower < 1 {
				continue
			}
			g := newGame(p)
			s := &lineSearch{
				Run: session.NewRun(context.Background(), session.Options{}), game: g,
				toGoal: newPatternBound(g, true), fromStart: newPatternBound(g, false), budget: math.MaxInt64,
			}
			s.Knowledge = session.NewKnowledge(p, s.Run)
			err := s.Raise(lower, proofOfRegions)
			if err == nil {
				_, _, err = s.meet(lower + 1)
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			switch {
			case lower == want-2:
				refuted++
				if s.Lower() != want || s.Line() != nil {
					t.Errorf("%s: no line of %d or %d moves, found one of %d, at least %d", name, lower, lower+1, s.Upper(), s.Lower())
				}
			case s.Upper() < want || s.Upper() > lower+1 || s.Lower() != lower:
				t.Errorf("%s: asked for %d or %d moves, the fewest are %d: found %d, at least %d", name, lower, lower+1, want, s.Upper(), s.Lower())
			case s.Upper() == lower:
				shorter++
			default:
				longer++
			}
		}
	})
	if shorter < 10 || longer < 30 || refuted < 30 {
		t.Errorf("%d lines of the shorter length, %d of the longer, %d times neither: the sample is too easy", shorter, longer, refuted)
	}
}

// orbits counts lines, all those that symmetries make of one once.
func orbits(g *game, lines []puzzles.Line) int {
	seen := map[string]bool{}
	n := 0
	for _, line := range lines {
		if !seen[fmt.Sprint(line)] {
			n++
		}
		for _, m := range g.maps {
			image := puzzles.Line{}
			for _, path := range line {
				var to []positions.Cell
				for _, c := range path {
					to = append(to, m[c])
				}
				image = append(image, to)
			}
			seen[fmt.Sprint(image)] = true
		}
	}
	return n
}

// What can be reached and won on small boards, by brute force and by bitmaps;
// and the win table, fresh and from the store.
func TestExploreAgainstBruteForce(t *testing.T) {
	store, err := cache.Open(cache.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	winnable := int64(0)
	check := func(name string, p *puzzles.Puzzle) {
		if p.Game != puzzles.GameSolo {
			return
		}
		g := newGame(p)
		brute := newBruteForce(p)
		seen := map[uint64]int{}
		for layer := []uint64{p.Start[0]}; len(layer) > 0; {
			var next []uint64
			for _, men := range layer {
				for c := range g.cells {
					if men>>c&1 != 0 {
						brute.chains(men, c, func(after uint64) {
							if seen[after] == 0 {
								seen[after] = 1
								next = append(next, after)
							}
						})
					}
				}
			}
			layer = next
		}
		seen[p.Start[0]] = 1
		var want ExploredLayer
		for men := range seen {
			if g.canonicalOf(men) != men {
				continue
			}
			want.Positions++
			moves := 0
			for c := range g.cells {
				if men>>c&1 != 0 {
					brute.chains(men, c, func(uint64) { moves++ })
				}
			}
			switch {
			case brute.solve(men).moves >= 0:
				want.Winnable++
			case moves == 0:
				want.DeadEnds++
			}
		}
		e, err := Explore(context.Background(), p, session.Options{Workers: 2})
		if err != nil || e.Total != want {
			t.Errorf("%s: %+v, %v, brute force %+v\n%s", name, e.Total, err, want, p.Board.DrawBoard(p.Start))
		}
		winnable += want.Winnable
		sum := int64(0)
		for _, n := range e.Moves {
			sum += n
		}
		if sum != want.Positions {
			t.Errorf("%s: %d positions by moves, %d by jumps", name, sum, want.Positions)
		}
		if positions.ReissClass(p.Board, p.Start) == positions.ReissClass(p.Board, positions.BitsOf(p.Goal.Cells()[0])) && p.Goal.Len() == 1 {
			counts, err := WinnablePositions(context.Background(), p, session.Options{Workers: 2})
			sum = 0
			for _, n := range counts {
				sum += n
			}
			if err != nil || sum != want.Winnable {
				t.Errorf("%s: %d winnable half-way, %v, want %d", name, sum, err, want.Winnable)
			}
		}
		if p.Goal.Len() > 1 {
			return
		}
		for round := range 2 {
			table, built, err := LoadWinTable(context.Background(), store, p, session.Options{Workers: 2})
			if err != nil || round == 1 && built {
				t.Fatalf("%s: round %d built %v, %v", name, round, built, err)
			}
			count := int64(0)
			for men := uint64(1); men <= g.full; men++ {
				wins := table.Wins(positions.Bits{men})
				if wins != (brute.solve(men).moves >= 0) {
					t.Fatalf("%s: the table says %v of\n%s", name, wins, p.Board.DrawBoard(positions.Bits{men}))
				}
				if wins && leastImage(p, men) == men {
					count++
				}
			}
			if table.count != count {
				t.Errorf("%s: the table has %d positions, want %d", name, table.count, count)
			}
		}
	}
	smallPegs(t, 13, 25, check)
	pegsOnALine(t, check)
	if winnable < 500 {
		t.Errorf("only %d winnable positions", winnable)
	}
}

// leastImage returns the least image of a position under the symmetries that keep
// the goal.
func leastImage(p *puzzles.Puzzle, men uint64) uint64 {
	least := men
	for _, m := range p.Board.Symmetries() {
		if m.Apply(p.Goal) == p.Goal {
			least = min(least, m.Apply(positions.Bits{men})[0])
		}
	}
	return least
}
