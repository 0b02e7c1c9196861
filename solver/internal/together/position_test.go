package together

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/verify"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// shortestFrom is the length of the shortest game from a state, −1 if there is none.
func (g plain) shortestFrom(p *puzzles.Puzzle, s plainState) int {
	home := puzzles.HalfTurn(p.Board).Apply(p.Goal)
	layer, met := []plainState{s}, map[plainState]bool{s: true}
	for turns := 0; len(layer) > 0; turns++ {
		var next []plainState
		for _, s := range layer {
			switch {
			case setOf(s.cells, 'w') == p.Goal:
				return turns
			case setOf(s.cells, 'h') == home:
				continue
			}
			for _, n := range g.next(s) {
				if !met[n] {
					met[n] = true
					next = append(next, n)
				}
			}
		}
		layer = next
	}
	return -1
}

// TestPositionsAgreeWithPlainGame plays on from positions of small boards with either
// army to move.
func TestPositionsAgreeWithPlainGame(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	over, settled := 0, 0
	for _, o := range slices.Concat(small, long) {
		p, err := puzzles.Shortest(o)
		if err != nil {
			t.Fatal(err)
		}
		g, _ := plainOf(p)
		all := everyPosition(p)
		for range positiontest.Of(9, 24) {
			cells := all[random.IntN(len(all))]
			for _, next := range []puzzles.Army{puzzles.MarkedArmy, puzzles.PlainArmy} {
				q := p.From(setOf(cells, 'w').Or(setOf(cells, 'h')), setOf(cells, 'w'))
				q.Next = next
				want := g.shortestFrom(p, plainState{cells, next == puzzles.MarkedArmy})
				if want < 0 && setOf(cells, 'h') != puzzles.HalfTurn(p.Board).Apply(p.Goal) {
					continue // nobody proves that there is no game
				}
				res, err := session.Answer(t.Context(), q, session.Options{Workers: 1}, Search)
				if err != nil {
					t.Fatal(err)
				}
				switch {
				case want < 0 && res.Status == session.Impossible:
					over++
				case res.Status != session.Optimal || res.Upper != want:
					t.Errorf("%s, %s, next %d: %d turns, %s; the plain game takes %d", p, cells, next, res.Upper, res.Status, want)
				default:
					settled++
					if r, err := verify.Replay(q, res.Line); err != nil || r.Moves != want {
						t.Errorf("%s, %s, next %d: replay says %v, %v", p, cells, next, r, err)
					}
				}
			}
		}
	}
	if over == 0 || settled < 100 {
		t.Errorf("%d positions were over, %d settled: the test says too little", over, settled)
	}
}
