package layers

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
)

// The reach of a position is that of the moves of its men one by one, whatever a mark adds
// to its words.
func TestReach(t *testing.T) {
	for _, o := range []puzzles.Options{
		{Shape: positions.Star, Size: 4, Army: "13", Arrival: positions.Free},
		{Shape: positions.Square, Size: 16, Army: "19", Arrival: positions.Booklet},
		{Shape: positions.Square, Size: 10, Army: "15", Arrival: positions.Free},
	} {
		for _, game := range []func(puzzles.Options) (*puzzles.Puzzle, error){puzzles.Highscore, puzzles.Treffhalma} {
			p := positiontest.Must(t, game, o)
			t.Run(fmt.Sprint(p), func(t *testing.T) {
				if positions.MarkedWordsFor(p.Board.Len()) == 5 { // the mark has one of them
					testReach[[5]uint64](t, p)
				} else {
					testReach[[4]uint64](t, p)
				}
			})
		}
	}
}

func testReach[W positions.Words](t *testing.T, p *puzzles.Puzzle) {
	s := NewSpace[W](p)
	random := rand.New(rand.NewPCG(1, 2))
	var any [positions.MaxCells]int32 // another worth of cells than their rows
	for c := range any {
		any[c] = random.Int32N(256)
	}
	rated := map[*Reach[W]]Shares{NewReach(s, WholeArmy): WholeArmy, NewReach(s, Foremost): Foremost}
	g := positions.NewGenerator(s.Table, nil, positions.Moves)
	differ := map[int]bool{}
	for range 200 {
		men := s.Men(&s.Start)
		for range random.IntN(60) {
			positions.Load(g, &men)
			moves := g.Append(nil)
			m := moves[random.IntN(len(moves))]
			positions.Flip(&men, m.From)
			positions.Flip(&men, m.To)
		}
		for range random.IntN(9) { // more men than there are shares, now and then
			if c := uint8(random.IntN(s.Cells)); Has(&men, c) == 0 {
				positions.Flip(&men, c)
			}
		}
		w := men
		if s.Marked {
			w = packed(s, positions.Widen(men), positions.Cell(random.IntN(s.Cells)))
		}
		for r, shares := range rated {
			r.Load(&w)
			for _, worth := range []*[positions.MaxCells]int32{&s.Advance, &any} {
				got := r.Of(worth)
				if want := reachOf(g, &men, worth, shares); got != want {
					t.Fatalf("reach %d, by its moves %d:\n%s", got, want, p.Board.DrawMen(positions.Widen(men)))
				}
				differ[got] = true
			}
		}
	}
	if len(differ) < 20 {
		t.Fatalf("%d values of reach: nothing was tested", len(differ))
	}
}

// reachOf is [Reach.Of] by the moves one by one.
func reachOf[W positions.Words](g *positions.Generator, men *W, worth *[positions.MaxCells]int32, shares Shares) (sum int) {
	most := map[uint8]int{}
	positions.Load(g, men)
	for _, m := range g.Append(nil) {
		most[m.From] = max(most[m.From], int(worth[m.To]-worth[m.From]))
	}
	var gains []int
	for _, gain := range most {
		gains = append(gains, gain)
	}
	slices.SortFunc(gains, func(a, b int) int { return b - a })
	for i, gain := range gains {
		sum += shares[min(i, len(shares)-1)] * gain
	}
	return sum
}
