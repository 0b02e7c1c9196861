package peg

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
)

// bruteForce plays peg solitaire on a map from points to men, without any board
// tables, bounds, symmetries or classes. It knows the least number of moves from
// every position to a goal, and how many lines have that many.
type bruteForce struct {
	ways   [][2]int
	holes  []positions.Point
	at     map[positions.Point]int
	retour bool
	goal   func(uint64) bool
	known  map[uint64]bruteAnswer
}

type bruteAnswer struct {
	moves int // −1: the goal cannot be reached
	lines int
}

func newBruteForce(p *puzzles.Puzzle) *bruteForce {
	f := &bruteForce{at: map[positions.Point]int{}, retour: p.Game == puzzles.GameRetour, known: map[uint64]bruteAnswer{}}
	for c := range p.Board.Len() {
		f.holes = append(f.holes, p.Board.Point(positions.Cell(c)))
		f.at[f.holes[c]] = c
	}
	f.ways = [][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}, {1, -1}, {-1, 1}, {1, 1}, {-1, -1}}[:p.Board.Directions()]
	f.goal = func(men uint64) bool { return men&(men-1) == 0 && men&p.Goal[0] != 0 }
	if f.retour {
		f.goal = func(men uint64) bool { return men == p.Goal[0] }
	}
	return f
}

// chains calls visit with what every chain of the man on a hole makes.
func (f *bruteForce) chains(men uint64, c int, visit func(uint64)) {
	for _, d := range f.ways {
		h := f.holes[c]
		over, ok := f.at[positions.Point{X: h.X + d[0], Y: h.Y + d[1]}]
		to, ok2 := f.at[positions.Point{X: h.X + 2*d[0], Y: h.Y + 2*d[1]}]
		if !ok || !ok2 || men>>to&1 != 0 || men>>over&1 != 0 == f.retour {
			continue
		}
		next := men ^ 1<<c ^ 1<<over ^ 1<<to
		visit(next)
		f.chains(next, to, visit)
	}
}

func (f *bruteForce) solve(men uint64) bruteAnswer {
	if f.goal(men) {
		return bruteAnswer{0, 1}
	}
	if a, ok := f.known[men]; ok {
		return a
	}
	best := bruteAnswer{moves: -1}
	for c := range f.holes {
		if men>>c&1 == 0 {
			continue
		}
		f.chains(men, c, func(next uint64) {
			a := f.solve(next)
			switch {
			case a.moves < 0:
			case best.moves < 0 || a.moves+1 < best.moves:
				best = bruteAnswer{a.moves + 1, a.lines}
			case a.moves+1 == best.moves:
				best.lines += a.lines
			}
		})
	}
	f.known[men] = best
	return best
}

// reached returns all that can be reached from a position.
func (f *bruteForce) reached(men uint64) map[uint64]bool {
	reached := map[uint64]bool{men: true}
	for open := []uint64{men}; len(open) > 0; {
		men := open[len(open)-1]
		open = open[:len(open)-1]
		for c := range f.holes {
			if men>>c&1 != 0 {
				f.chains(men, c, func(next uint64) {
					if !reached[next] {
						reached[next] = true
						open = append(open, next)
					}
				})
			}
		}
	}
	return reached
}

// alive returns what can be reached from a position and won.
func (f *bruteForce) alive(men uint64) map[uint64]bool {
	alive := f.reached(men)
	for men := range alive {
		if f.solve(men).moves < 0 {
			delete(alive, men)
		}
	}
	return alive
}

// pegsOnALine calls visit with puzzles on boards whose holes are all on one line, where several maps of
// the plane are the same symmetry.
func pegsOnALine(t *testing.T, visit func(name string, p *puzzles.Puzzle)) {
	random := rand.New(rand.NewPCG(4, 5))
	for _, step := range []positions.Point{{X: 1}, {Y: 1}, {X: 1, Y: 1}} {
		for n := 3; n <= 8; n++ {
			var points []positions.Point
			for i := range n {
				points = append(points, positions.Point{X: i * step.X, Y: i * step.Y})
			}
			b := positiontest.Must(t, positiontest.Must(t, positions.NewDrawn, points).WithDirections, 8)
			for range 3 {
				men := positions.Bits{1 + random.Uint64N(1<<n-1)}
				p := positiontest.Must(t, puzzles.Solo, puzzles.Options{Board: b, Men: men, To: puzzles.AnyHole})
				visit(fmt.Sprintf("line %v of %d, %b", step, n, men[0]), p)
			}
		}
	}
}

// smallPegs calls visit with puzzles on random boards of at most n holes.
func smallPegs(t *testing.T, n, count int, visit func(name string, p *puzzles.Puzzle)) {
	random := rand.New(rand.NewPCG(4, uint64(n)))
	for i := range count {
		width, height := 3+random.IntN(3), 3+random.IntN(2)
		var points []positions.Point
		for y := range height {
			for x := range width {
				edge := x == 0 && y == 0
				if (edge || random.IntN(6) > 0) && len(points) < n {
					points = append(points, positions.Point{X: x, Y: y})
				}
			}
		}
		b, err := positiontest.Must(t, positions.NewDrawn, points).WithDirections([]int{4, 6, 4, 8}[i/4%4])
		if err != nil {
			t.Fatal(err)
		}
		var men positions.Bits
		for c := range positions.Cell(b.Len()) {
			if random.IntN(5) > 0 {
				men = men.With(c)
			}
		}
		to := b.Name(positions.Cell(random.IntN(b.Len())))
		if i%4 > 0 { // a position that can be won: jumps taken back from one man
			last, _ := b.ParseCell(to)
			men = positions.BitsOf(last)
			jumps := positions.PegJumps(b)
			for range 200 {
				if len(jumps) == 0 {
					break
				}
				if j := jumps[random.IntN(len(jumps))]; men.Has(j.To) && !men.Has(j.Over) && !men.Has(j.From) {
					men = men.Without(j.To).With(j.Over).With(j.From)
				}
			}
		}
		if men.Len() == 0 {
			continue
		}
		for k, o := range []puzzles.Options{
			{Board: b, Men: men},
			{Board: b, Men: men, To: to},
			{Board: b, From: to, To: to},
		} {
			p := positiontest.Must(t, puzzles.Solo, o)
			visit(fmt.Sprintf("solo %d/%d", i, k), p)
			if o.To == "" {
				continue
			}
			p = positiontest.Must(t, puzzles.Retour, o)
			visit(fmt.Sprintf("retour %d/%d", i, k), p)
		}
	}
}
