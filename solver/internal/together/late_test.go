package together

import (
	"errors"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/verify"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// before returns the positions before a turn that leads to one of a set. Who may pass
// may have been there already.
func (g plain) before(after map[string]bool, winner, mayPass bool) map[string]bool {
	out := map[string]bool{}
	for cells := range after {
		if mayPass {
			out[cells] = true
		}
		for _, s := range g.next(plainState{cells, winner}) { // turns can be taken back
			out[s.cells] = true
		}
	}
	return out
}

// ended are the positions whose winner stands in the goal.
func ended(p *puzzles.Puzzle, all []string) map[string]bool {
	out := map[string]bool{}
	for _, cells := range all {
		if setOf(cells, 'w') == p.Goal {
			out[cells] = true
		}
	}
	return out
}

// TestInStockNeverRefusesWhatCanBeWon goes back from all won positions of small boards, by
// winner's turns left and helpers' turns in stock, and asks the judge about all.
func TestInStockNeverRefusesWhatCanBeWon(t *testing.T) {
	turns, stocks := 4, positiontest.Of(3, 4)
	var asked, refused int
	for _, o := range small {
		p, err := puzzles.Shortest(o)
		if err != nil {
			t.Fatal(err)
		}
		g, _ := plainOf(p)
		all := everyPosition(p)
		j := newJudge(positions.NewMoveTable(p.Board, p.Jumps), p.Board, p.Goal)
		after := make([]map[string]bool, stocks+turns+1) // the next turn of the winner, by stock
		for i := range after {
			after[i] = ended(p, all)
		}
		for a := 1; a <= turns; a++ {
			now := make([]map[string]bool, len(after)-1)
			for stock := range now {
				now[stock] = g.before(after[stock+1], true, false)
				if stock > 0 {
					maps.Copy(now[stock], g.before(now[stock-1], false, true))
				}
				for _, cells := range all {
					switch ok := j.inStock(setOf(cells, 'w'), setOf(cells, 'h'), a, stock); {
					case ok:
						asked++
					case now[stock][cells]:
						t.Fatalf("%s: %s can be won in %d turns with %d in stock, and is refused", p, cells, a, stock)
					default:
						refused++
					}
				}
			}
			after = now
		}
	}
	if asked < 5000 || refused < 5000 {
		t.Errorf("asked %d times and refused %d: the test says too little", asked, refused)
	}
}

// TestLateAgreesWithPlainGame asks of positions of small boards, played from there,
// whether games of each length are refuted just if there is none. In few of them an army
// stands in a court.
func TestLateAgreesWithPlainGame(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	boards, most, each := small, 10, positiontest.Of(8, 30)
	if positiontest.Whole() {
		boards = append(boards[:len(boards):len(boards)], puzzles.Options{Shape: positions.Rhombus, Size: 4, Army: "3"})
	}
	var refuted, open int
	for _, o := range boards {
		p, err := puzzles.Shortest(o)
		if err != nil {
			t.Fatal(err)
		}
		if p.Board.Len() > 15 && p.Marked.Len() > 2 {
			most, each = 8, 20
		}
		g, start := plainOf(p)
		all := everyPosition(p)
		sets := []map[string]bool{ended(p, all)} // from which the winner can win in just so many turns
		for turns := 1; turns <= most; turns++ {
			sets = append(sets, g.before(sets[turns-1], turns%2 == 1, turns%2 == 0))
		}
		asked := []string{start}
		for range each {
			asked = append(asked, all[random.IntN(len(all))])
		}
		for _, cells := range asked {
			q := *p
			q.Marked = setOf(cells, 'w')
			q.Start = q.Marked.Or(setOf(cells, 'h'))
			for turns := 1; turns <= most; turns++ {
				l := newLate(session.NewRun(t.Context(), session.Options{Workers: 1}), newSpace[[1]uint64](&q), turns)
				got, err := l.refutes(1 << 62)
				if err != nil {
					t.Fatal(err)
				}
				want := !sets[turns][cells]
				if got && !want {
					t.Fatalf("%s, %s: there is a game of %d turns, but it is refuted", p, cells, turns)
				}
				if got {
					refuted++
				} else if want {
					open++
				}
			}
		}
	}
	if refuted < 200 || open > refuted/10 {
		t.Errorf("%d lengths were refuted, %d were not though there is no game", refuted, open)
	}
}

// TestLateGoesOn pauses searches before each layer: they end as those do that are not
// paused, have expanded no more, and count as work what a new one would do.
func TestLateGoesOn(t *testing.T) {
	for _, turns := range []int{14, 15} { // of the rhombus 5×5 with six men each: none, and a game
		p, err := puzzles.Shortest(puzzles.Options{Shape: positions.Rhombus, Size: 5, Army: "6"})
		if err != nil {
			t.Fatal(err)
		}
		at := func(budget int64) (*late[[1]uint64], bool, error) {
			l := newLate(session.NewRun(t.Context(), session.Options{Workers: 1}), newSpace[[1]uint64](p), turns)
			refuted, err := l.refutes(budget)
			return l, refuted, err
		}
		whole, want, err := at(1 << 62)
		if err != nil || want != (turns == 14) || whole.done < 400 {
			t.Fatalf("%d turns: %v %v after %d positions", turns, want, err, whole.done)
		}
		paused, _, err := at(0)
		pauses := 0
		var got bool
		for ; errors.Is(err, session.ErrBudget); pauses++ {
			budget := paused.done + int64(max(1, len(slices.Concat(paused.layers...))))
			paused.Work = 0
			got, err = paused.refutes(budget)
			fresh, _, _ := at(budget)
			if fresh.Work != paused.Work {
				t.Errorf("%d turns, pause %d: work of %d, and %d anew", turns, pauses, paused.Work, fresh.Work)
			}
		}
		if err != nil || got != want || paused.done != whole.done || paused.widest != whole.widest || pauses < 3 {
			t.Errorf("%d turns: %v %v after %d pauses and %d positions, layers of %d; without pauses %v, %d, %d", turns, got, err, pauses, paused.done, paused.widest, want, whole.done, whole.widest)
		}
		if again, err := paused.refutes(1 << 62); again != want || err != nil || paused.done != whole.done {
			t.Errorf("%d turns, asked again: %v %v after %d positions", turns, again, err, paused.done)
		}
	}
}

// TestWaysOfTheWinnerLeadToGames has games looked for in which he goes as late helpers let
// him. Nobody says that some way has a game as short as that; here it is so.
func TestWaysOfTheWinnerLeadToGames(t *testing.T) {
	for _, c := range []struct {
		puzzles.Options
		turns int
	}{
		{puzzles.Options{Shape: positions.Rhombus, Size: 5, Army: "6"}, 15},
		{puzzles.Options{Shape: positions.Square, Size: 5, Army: "6"}, 12},
		{puzzles.Options{Shape: positions.Star, Size: 2, Army: "6"}, 15},
	} {
		p := positiontest.Must(t, puzzles.Shortest, c.Options)
		var lines [2]puzzles.Line
		var planned [2]int64
		for i := range lines {
			r := session.NewRun(t.Context(), session.Options{Workers: 1 + i})
			r.Standing.Budget = 1 << 40
			a := &attack[[1]uint64]{Run: r, Knowledge: session.NewKnowledge(p, r), space: newSpace[[1]uint64](p)}
			refuted, line, err := a.byLate(c.turns)
			if refuted || err != nil {
				t.Fatalf("%s in %d turns: refuted %t, %v", p, c.turns, refuted, err)
			}
			lines[i], planned[i] = line, a.late.planned
			if got, err := verify.Replay(p, line); err != nil || got.Moves != c.turns {
				t.Errorf("%s: no game of %d turns; replay says %v, %v", p, c.turns, got, err)
			}
			work := r.Work
			if refuted, line, err := a.byLate(c.turns); refuted || line != nil || err != nil || r.Work-work != a.late.done+planned[i] || planned[i] == 0 {
				t.Errorf("%s, asked again: %t, %v, %v; work of %d, at first %d and %d for ways", p, refuted, line, err, r.Work-work, a.late.done, planned[i])
			}
		}
		if !reflect.DeepEqual(lines[0], lines[1]) || planned[0] != planned[1] {
			t.Errorf("%s: with one worker %v after %d positions, with two %v after %d", p, lines[0], planned[0], lines[1], planned[1])
		}
	}
}

// TestPlansAreWaysToTheGoal checks where the winner stands after each of his turns: one man
// elsewhere than before, up to the mirror.
// There are none where he comes to the goal too soon.
func TestPlansAreWaysToTheGoal(t *testing.T) {
	three := positiontest.Must(t, puzzles.Shortest, puzzles.Options{Shape: positions.Rhombus, Size: 4, Army: "3"})
	early := newLate(session.NewRun(t.Context(), session.Options{Workers: 1}), newSpace[[1]uint64](three), 13)
	if refuted, err := early.refutes(1 << 62); refuted || err != nil || early.made >= early.end || early.plans() != nil {
		t.Errorf("13 turns, where 9 are enough: refuted %t, %v; %d of %d turns, %d ways", refuted, err, early.made, early.end, len(early.plans()))
	}
	s := newSpace[[1]uint64](sixMen(t))
	l := newLate(session.NewRun(t.Context(), session.Options{Workers: 2}), s, 15)
	if refuted, err := l.refutes(1 << 62); refuted || err != nil {
		t.Fatal(refuted, err)
	}
	plans := l.plans()
	if len(plans) < 2 {
		t.Errorf("%d ways: the test says too little", len(plans))
	}
	for i, plan := range plans {
		at := s.start.winner
		for _, next := range plan {
			if a, b := positions.Widen(at), positions.Widen(next); a.AndNot(b).Len() != 1 && a.AndNot(positions.Widen(s.image(next))).Len() != 1 {
				t.Errorf("way %d: from %v to %v", i, a, b)
			}
			at = next
		}
		if len(plan) != 8 || at != s.goal || slices.ContainsFunc(plans[:i], func(q [][1]uint64) bool { return slices.Equal(q, plan) }) {
			t.Errorf("way %d: %v", i, plan)
		}
	}
}
