package peg

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// No position needs more moves than the fewest that brute force finds. By landmarks it needs
// just so many as there are men in the least set whose moves may do it all, and in order as many as
// there are turns, by definitions without landmarks. Of the lost positions, and of those that
// need many moves, much is told, and in order more.
func TestLandmarks(t *testing.T) {
	lost, told, all, tight, more := 0, 0, 0, 0, 0
	smallPegs(t, 11, 12, func(name string, p *puzzles.Puzzle) {
		g := newGame(p)
		l := planner{landmarks: newLandmarks(g)}
		if g.puzzle.Game == puzzles.GameRetour {
			if l.landmarks == nil {
				t.Fatalf("%s: no landmarks of a man at the start", name)
			}
			return // the moves are those of solo: compared below
		}
		brute, turns := newBruteForce(p), newLeastTurns(g)
		for men := uint64(1); men <= g.full; men++ {
			need, inOrder := l.needs(men), 0
			for inOrder < fewTurns && men&(men-1) != 0 && !l.mayTakeAll(men, inOrder, 1<<20) {
				inOrder++
			}
			fewest := brute.solve(men).moves
			if fewest >= 0 && max(need, inOrder) > fewest {
				t.Fatalf("%s: %d moves, by landmarks %d at least, in order %d:\n%s", name, fewest, need, inOrder, p.Board.DrawBoard(positions.Bits{men}))
			}
			if want := min(turns.least(men, men, fewTurns), fewTurns); men&(men-1) != 0 && inOrder != want {
				t.Fatalf("%s: %d moves in order, by all turns %d:\n%s", name, inOrder, want, p.Board.DrawBoard(positions.Bits{men}))
			}
			if inOrder > need {
				more++
			}
			if want := leastMovers(g, men); men&(men-1) != 0 && need != want {
				t.Fatalf("%s: %d moves by landmarks, by all sets of men %d:\n%s", name, need, want, p.Board.DrawBoard(positions.Bits{men}))
			}
			switch {
			case fewest < 0:
				lost++
				if need > g.cells {
					told++
				}
			case fewest > 1:
				all++
				if need == fewest {
					tight++
				}
			}
		}
	})
	if told == 0 || tight < all/3 || more == 0 {
		t.Errorf("%d of %d lost positions are told, and the moves of %d of %d; of %d more in order", told, lost, tight, all, more)
	}
}

// fewTurns is how many turns are looked for at the most.
const fewTurns = 5

// needs returns the moves that a position needs by landmarks, more than it may have cells if no
// number is enough.
func (l *planner) needs(p uint64) (moves int) {
	for l.needsMore(p, moves) && moves <= positions.MaxDrawn {
		moves++
	}
	return moves
}

// leastTurns knows how many turns leave nobody who stands still, from men that do and holes
// where men may stand: one more than the most that may be if none do.
type leastTurns struct {
	side  *side
	goal  uint64
	known map[leastKey]int
}

type leastKey struct {
	still, men uint64
	most       int
}

func newLeastTurns(g *game) *leastTurns {
	s, ends := g.taking()
	l := &leastTurns{side: s, known: map[leastKey]int{}}
	for _, end := range ends {
		l.goal |= end
	}
	return l
}

func (l *leastTurns) least(still, men uint64, most int) int {
	if still == 0 && men&l.goal != 0 {
		return 0
	}
	key := leastKey{still, men, most}
	if n, ok := l.known[key]; ok || most == 0 {
		if most == 0 {
			return 1
		}
		return n
	}
	least := most + 1
	for c := range l.side.by {
		if men>>c&1 == 0 {
			continue
		}
		after, may, moved := still&^(1<<c), men, uint64(1)<<c
		for again := true; again; {
			again = false
			for from := range l.side.by {
				for _, j := range l.side.by[from] {
					over, to := j.cond&^(1<<from), uint64(1)<<j.next
					if moved>>from&1 != 0 && may&over != 0 && after&to == 0 && (after&over != 0 || moved&to == 0) {
						after, may, moved, again = after&^over, may|to, moved|to, true
					}
				}
			}
		}
		if moved != 1<<c && (after != still || may != men) {
			least = min(least, 1+l.least(after, may, most-1))
		}
	}
	l.known[key] = least
	return least
}

// leastMovers returns the size of the least set of men whose moves may leave nobody but a last
// man on a hole of an end, when nothing is forbidden that was possible once; more than there are
// holes if no set does.
func leastMovers(g *game, p uint64) int {
	s, ends := g.taking()
	goal := uint64(0)
	for _, end := range ends {
		goal |= end
	}
	enough := func(movers uint64) bool {
		empty, men, moved := ^p|movers, p, movers
		for again := true; again; {
			again = false
			for c := range g.cells {
				for _, j := range s.by[c] {
					over, to := j.cond&^(1<<c), uint64(1)<<j.next
					if moved>>c&1 != 0 && men&over != 0 && empty&to != 0 && (empty&over == 0 || men&to == 0 || moved&to == 0) {
						empty, men, moved, again = empty|over, men|to, moved|to, true
					}
				}
			}
		}
		return p&^empty == 0 && moved&goal != 0
	}
	var anyOf func(chosen, from uint64, more int) bool
	anyOf = func(chosen, from uint64, more int) bool {
		if more == 0 {
			return enough(chosen)
		}
		for ; from != 0; from &= from - 1 {
			if anyOf(chosen|from&-from, from&(from-1), more-1) {
				return true
			}
		}
		return false
	}
	for n := range bits.OnesCount64(p) + 1 {
		if anyOf(0, p, n) {
			return n
		}
	}
	return positions.MaxDrawn + 1
}

// On boards of more holes the definitions are compared for some positions that can be won.
func TestLandmarksOfMoreHoles(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 3))
	most := 0
	for i, b := range []*positions.Board{
		positiontest.Board(t, positions.Triangle, 7),
		positiontest.Must(t, positiontest.Board(t, positions.French, 0).WithDirections, 6),
		positiontest.Must(t, positiontest.Board(t, positions.English, 0).WithDirections, 8),
	} {
		g := newGame(positiontest.Must(t, puzzles.Solo, puzzles.Options{Board: b, To: puzzles.AnyHole}))
		l := planner{landmarks: newLandmarks(g)}
		for range 100 {
			men := g.goals[random.IntN(len(g.goals))]
			for tries, wanted := 0, 12+random.IntN(7); tries < 10_000 && bits.OnesCount64(men) < wanted; tries++ {
				if j := g.jumps[random.IntN(len(g.jumps))]; men&j.mask == j.mask^j.before {
					men ^= j.mask
				}
			}
			need := leastMovers(g, men)
			if n := l.needs(men); n != need {
				t.Errorf("board %d: %d moves by landmarks, by all sets of men %d:\n%s", i, n, need, b.DrawBoard(positions.Bits{men}))
			}
			turns := newLeastTurns(g)
			for n := range 3 {
				if few := turns.least(men, men, n) <= n; few != l.mayTakeAll(men, n, 1<<20) {
					t.Errorf("board %d: %d turns are enough: %v, by landmarks %v:\n%s", i, n, few, !few, b.DrawBoard(positions.Bits{men}))
				}
			}
			most = max(most, need)
		}
	}
	if most < 4 {
		t.Errorf("no position needs more than %d moves by landmarks", most)
	}
}

// On triangles that are full but for one hole landmarks have most men in common.
func TestLandmarksOfFullBoards(t *testing.T) {
	for size := 4; size <= 5; size++ {
		b := positiontest.Board(t, positions.Triangle, size)
		g := newGame(positiontest.Must(t, puzzles.Solo, puzzles.Options{Board: b, To: puzzles.AnyHole}))
		l := planner{landmarks: newLandmarks(g)}
		for c := range g.cells {
			men := g.full &^ (1 << c)
			if n, want := l.needs(men), leastMovers(g, men); n != want {
				t.Errorf("side %d without %s: %d moves by landmarks, by all sets of men %d", size, b.Name(positions.Cell(c)), n, want)
			}
		}
	}
}

// Of landmarks that have men in common only one may be counted. These positions are some of the few
// in a thousand, of random ones, that would need more moves else.
func TestLandmarksInCommon(t *testing.T) {
	for _, c := range []struct {
		board *positions.Board
		men   uint64
	}{
		{positiontest.Board(t, positions.English, 0), 0x90080408},
		{positiontest.Board(t, positions.Wiegleb, 0), 0x24000e2818},
		{positiontest.Board(t, positions.Wiegleb, 0), 0x50106008451},
		{positiontest.Board(t, positions.Triangle, 7), 0x80e02a0},
		{positiontest.Board(t, positions.Triangle, 8), 0x88005110},
	} {
		g := newGame(positiontest.Must(t, puzzles.Solo, puzzles.Options{Board: c.board, To: puzzles.AnyHole}))
		l := planner{landmarks: newLandmarks(g)}
		if n, want := l.needs(c.men), leastMovers(g, c.men); n != want {
			t.Errorf("%d moves by landmarks, by all sets of men %d:\n%s", n, want, c.board.DrawBoard(positions.Bits{c.men}))
		}
	}
}

// With landmarks from the first layer on a search refutes just the lengths that brute force has
// no line of, and finds one of the next, also without other bounds.
func TestSearchByLandmarks(t *testing.T) {
	cut := false
	smallPegs(t, 14, 28, func(name string, p *puzzles.Puzzle) {
		want := newBruteForce(p).solve(p.Start[0]).moves
		g := newGame(p)
		if want == 0 || g.impossible() != "" {
			return
		}
		for _, others := range []bool{false, true} {
			s := &lineSearch{
				Run: session.NewRun(context.Background(), session.Options{Workers: 2}), game: g,
				toGoal: &patternBound{}, fromStart: &patternBound{}, budget: 1 << 40, marks: newLandmarks(g),
			}
			if others {
				s.toGoal, s.fromStart = newPatternBound(g, true), newPatternBound(g, false)
			}
			s.Knowledge = session.NewKnowledge(p, s.Run)
			for !s.Settled() {
				m := s.newMeeting(s.Lower())
				m.taking().marks, s.paused = s.marks, m
				if _, _, err := s.meet(s.Lower()); err != nil {
					t.Fatal(err)
				}
				cut = cut || m.taking().barred > 0
			}
			if s.Impossible() != (want < 0) || want > 0 && s.Upper() != want {
				t.Errorf("%s, other bounds %v: impossible %v, %d moves, brute force finds %d", name, others, s.Impossible(), s.Upper(), want)
			}
		}
	})
	if !cut {
		t.Error("landmarks never cut a layer")
	}
}

// The triangle of side 9 needs 13 moves from the middle of an edge by landmarks (14 if they were
// looked for without limit), where regions along the lines tell of 11.
func TestLandmarksOfATriangle(t *testing.T) {
	g := newGame(positiontest.Must(t, puzzles.Solo, puzzles.Options{Shape: positions.Triangle, Size: 9, From: "e1", To: puzzles.AnyHole}))
	l := planner{landmarks: newLandmarks(g)}
	if n, regions := l.needs(g.start), newPatternBound(g, true).of(g, g.start); n != 13 || regions != 11 {
		t.Errorf("%d moves by landmarks, %d by regions along the lines; want 13 and 11", n, regions)
	}
}

// Along lines of triangles, the shortest there are (16 and 18 moves), no position needs more
// moves than the line makes of it.
func TestLandmarksAlongLines(t *testing.T) {
	for _, c := range []struct {
		size       int
		from, line string
	}{
		{9, "c3", "a3-c3 a1-a3 a4-a2 c1-a1-a3 a6-a4-a2 c5-a5 e5-c5 e1-c1 g1-e1 d3-d5-b5-b3-d3-f1-d1-b1 " +
			"c7-c5-c3-c1-a1-a3 f4-d4 a8-a6-a4-a2-c2-e2-e4 i1-g1-e3-c5-a7-c7-e5 h2-f4-d6 " +
			"a9-c7-e5-e3-g3-g1"},
		{10, "e1", "c1-e1 a1-c1 f1-d1-b1 c3-e1 f3-f1-d1 f5-f3 h1-f1 j1-h1 a5-c3-c1-e1-g1-i1 a3-c1-a1-a3-c3 " +
			"d4-f4-f2-d2-d4-b4 h3-j1-h1-f3 d7-f5-h3 c6-e4-g2-i2-g4 b9-d7-d5-f5-h3-f3-d3-b3 a8-c8-c6-c4 " +
			"a7-a5-c5-c3-a3-a5 a10-a8-c6-a6-a4-c4"},
	} {
		b := positiontest.Board(t, positions.Triangle, c.size)
		g := newGame(positiontest.Must(t, puzzles.Solo, puzzles.Options{Board: b, From: c.from, To: puzzles.AnyHole}))
		l := planner{landmarks: newLandmarks(g)}
		line, men := positiontest.Line(t, b, c.line), g.start
		for n, move := range line {
			if left := len(line) - n; l.needsMore(men, left) || l.needsMoreInOrder(men, left) {
				t.Errorf("side %d: more than %d moves by landmarks %v, in order %v:\n%s", c.size, left,
					l.needsMore(men, left), l.needsMoreInOrder(men, left), b.DrawBoard(positions.Bits{men}))
			}
			for i, to := range move[1:] {
				j := slices.IndexFunc(g.jumps, func(j jump) bool { return j.from == uint8(move[i]) && j.to == uint8(to) && men&j.mask == j.before })
				if j < 0 {
					t.Fatalf("side %d: no jump from %s to %s", c.size, b.Name(move[i]), b.Name(to))
				}
				men ^= g.jumps[j].mask
			}
		}
		if bits.OnesCount64(men) != 1 {
			t.Errorf("side %d: %d men are left", c.size, bits.OnesCount64(men))
		}
	}
}
