package bounds

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
)

// hopsOf returns a puzzle of short hops on a square.
func hopsOf(t *testing.T, size int, army string) *puzzles.Puzzle {
	t.Helper()
	return positiontest.Must(t, puzzles.Highscore, puzzles.Options{
		Shape: positions.Square, Size: size, Army: army, Arrival: positions.Free, Count: positions.Hops,
	})
}

// TestNoHopDoesMoreThanOne walks at random, from the start and from the goal: the bound is
// 0 at the goal, no hop takes more than 1 from it, After foresees it, and mirror images
// have the same. So it is nowhere too great. Weights that are too great by one are found
// out.
func TestNoHopDoesMoreThanOne(t *testing.T) {
	tooGreat := 0
	for size, armies := range map[int][]string{
		4: {"3", "6", "block2x2"}, 5: {"3", "6", "10", "block2x2"}, 6: {"3", "10", "15", "block3x3"},
		8: {"3", "10", "15", "19"}, 16: {"6", "13", "19", "ring"},
	} {
		for _, army := range armies {
			t.Run(fmt.Sprintf("%d/%s", size, army), func(t *testing.T) {
				p := hopsOf(t, size, army)
				s := layers.NewSpace[[4]uint64](p)
				b := NewDiagonalBound(p)
				for _, from := range [][4]uint64{s.Start, s.Goal} {
					if hop := walk(s, b, from, size*60); hop != "" {
						t.Error(hop)
					}
				}
				if b.LoadMen(s.CellsOf(&s.Goal)); b.Here() != 0 {
					t.Errorf("%d at the goal", b.Here())
				}
				back := NewDiagonalBoundTo(p, p.Goal, p.Start)
				if hop := walk(s, back, s.Goal, size*60); hop != "" {
					t.Error("on the way back: ", hop)
				}
				if back.LoadMen(s.CellsOf(&s.Goal)); back.Here() < b.rows/8 {
					t.Errorf("%d on the way back", back.Here())
				}
				if back.LoadMen(s.CellsOf(&s.Start)); back.Here() != 0 {
					t.Errorf("%d back at the start", back.Here())
				}
				for on := range b.N {
					wrong := *b.diagonals
					far := wrong.N / 2
					wrong.losses[0][on] = diagonalLosses(wrong.Cells[on], wrong.Goal[on], wrong.Weights[0][max(on-far, far-on)]+1)
					for _, from := range [][4]uint64{s.Start, s.Goal} {
						if walk(s, &DiagonalBound{diagonals: &wrong}, from, size*20) != "" {
							tooGreat++
							break
						}
					}
				}
			})
		}
	}
	t.Logf("%d weights too great by one were found out", tooGreat)
	if tooGreat < 50 {
		t.Error("the walks see too little")
	}
}

// walk makes so many hops at random, most of them to where the bound is less, and says
// what is wrong.
func walk(s *layers.Space[[4]uint64], b *DiagonalBound, w [4]uint64, hops int) string {
	r := rand.New(rand.NewPCG(1, uint64(hops)))
	g := positions.NewGenerator(s.Table, nil, s.Puzzle.Count)
	for range hops {
		b.LoadMen(s.CellsOf(&w))
		here := b.Here()
		positions.Load(g, &w)
		moves := g.Append(nil)
		best, then := moves[r.IntN(len(moves))], here+1
		for _, m := range moves {
			after := b.After(m)
			if after < here-1 {
				return fmt.Sprintf("a hop from %d to %d:\n%s", here, after, s.Puzzle.Board.DrawMen(positions.Widen(w)))
			}
			if after < then && r.IntN(4) > 0 {
				best, then = m, after
			}
		}
		after := b.After(best)
		w = s.Moved(&w, best)
		b.LoadMen(s.CellsOf(&w))
		if b.Here() != after {
			return fmt.Sprintf("%d, foreseen %d", b.Here(), after)
		}
		image := s.Permuted(&w, &s.Mirror)
		if b.LoadMen(s.CellsOf(&image)); b.Here() != after {
			return fmt.Sprintf("%d, its mirror image %d", after, b.Here())
		}
	}
	return ""
}

// TestWeightsKeepToTheLeastLosses looks at all lists of weights that there are to choose
// from.
func TestWeightsKeepToTheLeastLosses(t *testing.T) {
	for _, size := range []int{3, 8, 16} {
		all := allWeights(size - 1)
		for _, w := range all {
			raised := false
			for i := range w {
				w[i]++
				raised = raised || allowed(w)
				w[i]--
			}
			if !allowed(w) || raised {
				t.Errorf("%d: %v", size, w)
			}
		}
		if len(all) < 2 {
			t.Errorf("%d: %d lists", size, len(all))
		}
	}
}

func allowed(w []int) bool {
	for d := range w {
		for e := range w {
			for _, apart := range []int{max(d-e, e-d), d + e} {
				if most := map[int]int{1: 3, 2: 2, 4: 4}[apart]; most > 0 && w[d]+w[e] > most {
					return false
				}
			}
		}
	}
	return true
}

// TestDiagonalsAreForShortHopsOnSquares asks for the bound of others.
func TestDiagonalsAreForShortHopsOnSquares(t *testing.T) {
	for _, o := range []puzzles.Options{
		{Shape: positions.Square, Size: 6, Army: "3"},
		{Shape: positions.Square, Size: 6, Army: "3", Count: positions.Hops, Jumps: positions.Super},
		{Shape: positions.Rhombus, Size: 6, Army: "3", Count: positions.Hops},
		{Shape: positions.Star, Size: 2, Army: "3", Count: positions.Hops},
	} {
		if p := positiontest.Must(t, puzzles.Highscore, o); NewDiagonalBound(p) != nil {
			t.Errorf("%s has one", p)
		}
	}
}
