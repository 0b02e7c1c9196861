package together

import (
	"math/rand/v2"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
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

// won returns, by turns up to most, the positions from which the winner can win in just
// so many if helpers may pass.
func won(p *puzzles.Puzzle, most int) (g plain, sets []map[string]bool, all []string) {
	g, cells := plainOf(p)
	men := p.Marked.Len()
	last := map[string]bool{}
	var place func(i, winners, helpers int, made []byte)
	place = func(i, winners, helpers int, made []byte) {
		if i == len(cells) {
			if winners == men && helpers == men {
				all = append(all, string(made))
				if setOf(string(made), 'w') == p.Goal {
					last[string(made)] = true
				}
			}
			return
		}
		place(i+1, winners, helpers, append(made, '.'))
		if winners < men {
			place(i+1, winners+1, helpers, append(made, 'w'))
		}
		if helpers < men {
			place(i+1, winners, helpers+1, append(made, 'h'))
		}
	}
	place(0, 0, 0, nil)
	sets = []map[string]bool{last}
	for t := 1; t <= most; t++ {
		sets = append(sets, g.before(sets[t-1], t%2 == 1, t%2 == 0))
	}
	return g, sets, all
}

// TestLateAgreesWithPlainGame asks of positions of small boards, played from there,
// whether games of each length are refuted just if there is none. In few of them an army
// stands in a court.
func TestLateAgreesWithPlainGame(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	boards, most, each := small, 10, 60
	if !testing.Short() {
		boards = append(boards[:len(boards):len(boards)], puzzles.Options{Shape: positions.Rhombus, Size: 4, Army: "3"})
	}
	var refuted, open int
	for _, o := range boards {
		p, err := puzzles.Shortest(o)
		if err != nil {
			t.Fatal(err)
		}
		if p.Board.Len() > 15 && p.Marked.Len() > 2 {
			most, each = 9, 40
		}
		_, sets, all := won(p, most)
		_, start := plainOf(p)
		asked := []string{start}
		for range each {
			asked = append(asked, all[random.IntN(len(all))])
		}
		for _, cells := range asked {
			q := *p
			q.Marked = setOf(cells, 'w')
			q.Start = q.Marked.Or(setOf(cells, 'h'))
			for turns := 1; turns <= most; turns++ {
				l := &late[[1]uint64]{Run: session.NewRun(t.Context(), session.Options{Workers: 1}), space: newSpace[[1]uint64](&q)}
				got, err := l.refutes(turns, 1<<62)
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
	if refuted < 1000 || open > refuted/10 {
		t.Errorf("%d lengths were refuted, %d were not though there is no game", refuted, open)
	}
}
