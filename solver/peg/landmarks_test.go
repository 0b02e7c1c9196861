package peg

import (
	"context"
	"math/bits"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// takingSide returns the side whose moves take men off and its other end.
func takingSide(g *game) (*side, []uint64) {
	if g.puzzle.Game == puzzles.GameRetour {
		return &g.backward, []uint64{g.start}
	}
	return &g.forward, g.goals
}

// No position needs more moves than the fewest that brute force finds. By landmarks it needs
// just so many as there are men in the least set whose moves may do it all, and in order as many as
// there are turns, by definitions without landmarks. Of the lost positions, and of those that
// need many moves, much is told, and in order more.
func TestLandmarks(t *testing.T) {
	lost, told, all, tight, more := 0, 0, 0, 0, 0
	smallPegs(t, 11, 24, func(name string, p *puzzles.Puzzle) {
		g := newGame(p)
		s, ends := takingSide(g)
		l := planner{landmarks: newLandmarks(g, s, ends)}
		if g.puzzle.Game == puzzles.GameRetour {
			if l.landmarks == nil {
				t.Fatalf("%s: no landmarks of a man at the start", name)
			}
			return // the moves are those of solo: compared below
		}
		brute, turns := newBruteForce(p), newLeastTurns(s, ends)
		for men := uint64(1); men <= g.full; men++ {
			need, inOrder := l.needs(men), 0
			for inOrder < fewTurns && men&(men-1) != 0 && !l.mayTakeAll(men, inOrder, 1<<20) {
				inOrder++
			}
			fewest := brute.solve(men).moves
			if fewest >= 0 && max(need, inOrder) > fewest {
				t.Fatalf("%s: %d moves, by landmarks %d at least, in order %d:\n%s", name, fewest, need, inOrder, p.Board.DrawBoard(positions.Bits{men}))
			}
			if want := min(turns.least(men, men), fewTurns); men&(men-1) != 0 && inOrder != want {
				t.Fatalf("%s: %d moves in order, by all turns %d:\n%s", name, inOrder, want, p.Board.DrawBoard(positions.Bits{men}))
			}
			if inOrder > need {
				more++
			}
			if want := leastMovers(g, s, ends, men); men&(men-1) != 0 && need != want {
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
// where men may stand: more than there are holes if no number of turns does.
type leastTurns struct {
	side  *side
	goal  uint64
	known map[[2]uint64]int
}

func newLeastTurns(s *side, ends []uint64) *leastTurns {
	l := &leastTurns{side: s, known: map[[2]uint64]int{}}
	for _, end := range ends {
		l.goal |= end
	}
	return l
}

func (l *leastTurns) least(still, men uint64) int {
	if n, ok := l.known[[2]uint64{still, men}]; ok {
		return n
	}
	if still == 0 && men&l.goal != 0 {
		return 0
	}
	least := positions.MaxDrawn + 1
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
			least = min(least, 1+l.least(after, may))
		}
	}
	l.known[[2]uint64{still, men}] = least
	return least
}

// leastMovers returns the size of the least set of men whose moves may leave nobody but a last
// man on a hole of an end, when nothing is forbidden that was possible once; more than there are holes if
// no set does.
func leastMovers(g *game, s *side, ends []uint64, p uint64) int {
	goal := uint64(0)
	for _, end := range ends {
		goal |= end
	}
	least := positions.MaxDrawn + 1
	for movers := p; movers != 0; movers = (movers - 1) & p {
		if bits.OnesCount64(movers) >= least {
			continue
		}
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
		if p&^empty == 0 && moved&goal != 0 {
			least = bits.OnesCount64(movers)
		}
	}
	return least
}

// With landmarks from the first layer on a search refutes just the lengths that brute force has
// no line of, and finds one of the next.
func TestSearchByLandmarks(t *testing.T) {
	cut := false
	smallPegs(t, 14, 60, func(name string, p *puzzles.Puzzle) {
		want := newBruteForce(p).solve(p.Start[0]).moves
		g := newGame(p)
		if want == 0 || g.impossible() != "" {
			return
		}
		s := &lineSearch{
			Run: session.NewRun(context.Background(), session.Options{Workers: 2}), game: g,
			toGoal: newPatternBound(g, true), fromStart: newPatternBound(g, false), budget: 1 << 40,
		}
		s.Knowledge = session.NewKnowledge(p, s.Run)
		side, ends := takingSide(g)
		s.marks = newLandmarks(g, side, ends)
		for !s.Settled() {
			m := s.newMeeting(s.Lower())
			m.taking(g).marks, s.paused = s.marks, m
			if _, _, err := s.meet(s.Lower()); err != nil {
				t.Fatal(err)
			}
			cut = cut || m.taking(g).barred > 0
		}
		if s.Impossible() != (want < 0) || want > 0 && s.Upper() != want {
			t.Errorf("%s: impossible %v, %d moves, brute force finds %d", name, s.Impossible(), s.Upper(), want)
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
	l := planner{landmarks: newLandmarks(g, &g.forward, g.goals)}
	if n, regions := l.needs(g.start), newPatternBound(g, true).of(g, g.start); n != 13 || regions != 11 {
		t.Errorf("%d moves by landmarks, %d by regions along the lines; want 13 and 11", n, regions)
	}
}
