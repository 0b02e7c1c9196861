package retrograde

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// randomView places men at random, more of them in the courts than elsewhere.
func randomView(g *duel.Game, r *rand.Rand) (v duel.View) {
	place := func(taken duel.Set) (out duel.Set) {
		for out.Len() < g.Men {
			c := duel.SetOf(positions.Cell(r.IntN(g.Board.Len())))
			if taken&c == 0 && ((g.Home|g.Goal)&c != 0 || r.IntN(3) == 0) {
				out |= c
			}
		}
		return out
	}
	v.Mine = place(0)
	v.Theirs = place(v.Mine)
	patterns := g.Patterns()
	v.Marked = v.Mine.Spread(patterns[r.IntN(len(patterns))]) | v.Theirs.Spread(patterns[r.IntN(len(patterns))])
	return v
}

// TestTurnsAgree compares the turns of random positions of larger games with those of
// package duel, forwards and backwards.
func TestTurnsAgree(t *testing.T) {
	for _, c := range []struct {
		rules     string
		shape     positions.Shape
		size, men int
	}{
		{"booklet:arrival=strict", positions.Square, 4, 6},
		{"booklet:arrival=strict", positions.Rhombus, 5, 6},
		{"super:arrival=strict", positions.Square, 6, 6},
		{"farben:arrival=strict", positions.Square, 5, 6},
		{"treff", positions.Square, 5, 6},
		{"doppel:pattern=layers:arrival=strict", positions.Square, 5, 6},
		{"two-colour", positions.Star, 2, 6},
		{"two-colour:points=own", positions.Star, 2, 6},
		{"two-colour:arrival=strict", positions.Star, 1, 4},
		{"two-colour:points=facing-far", positions.Star, 2, 4},
		{"guard", positions.Star, 2, 6},
		{"guard:guards=all", positions.Square, 4, 3},
		{"connection2:goal=any", positions.Rhombus, 5, 5},
	} {
		g := positiontest.Must(t, duel.New, duel.Options{Shape: c.shape, Size: c.size, Men: c.men, Rules: positiontest.Must(t, duel.ParseRules, c.rules)})
		t.Run(g.String(), func(t *testing.T) {
			k, err := newKernel(g, false)
			if err != nil {
				t.Fatal(err)
			}
			random := rand.New(rand.NewPCG(1, 2))
			turns := 0
			for range 400 {
				v := randomView(g, random)
				value, over := g.Ending(v).Value()
				mine, marks := uint64(v.Mine), uint64(v.Mine&v.Marked)
				row := k.row(uint64(v.Theirs), uint64(v.Theirs&v.Marked))
				if got, ended := row.ended(mine, marks); ended != over || over && got != value {
					t.Fatalf("%s: %v %v, want %v %v", g.Format(g.Position(v, duel.First)), got, ended, value, over)
				}
				if over {
					continue
				}
				var want, got []duel.Turn
				for _, turn := range g.AppendTurns(nil, v) {
					if turn != duel.Pass {
						want = append(want, turn)
					}
				}
				stuck := row.stuck(mine, marks)
				for from := range positions.Cell(g.Board.Len()) {
					if !v.Mine.Has(from) {
						continue
					}
					rest := mine &^ (1 << from)
					for to := row.targets(int(from), rest, marks, stuck); to != 0; to &= to - 1 {
						at := bits.TrailingZeros64(to)
						got = append(got, duel.Turn{From: from, To: positions.Cell(at)})
						after := marks
						if v.Marked.Has(from) {
							after ^= 1<<from | 1<<at
						}
						if row.sources(at, rest, after)>>from&1 == 0 {
							t.Fatalf("%s: %v cannot be taken back", g.Format(g.Position(v, duel.First)), got[len(got)-1])
						}
					}
				}
				if slices.SortFunc(want, byCells); !slices.Equal(got, want) {
					t.Fatalf("%s: %v, want %v", g.Format(g.Position(v, duel.First)), got, want)
				}
				turns += len(want)
				takenBack(t, g, &row, v)
			}
			if turns < 500 {
				t.Errorf("only %d turns", turns)
			}
		})
	}
}

func byCells(a, b duel.Turn) int {
	return int(a.From)*duel.MaxCells + int(a.To) - int(b.From)*duel.MaxCells - int(b.To)
}

// takenBack looks whether a position has been reached by legal turns only from where
// sources says, the position before not being over.
func takenBack(t *testing.T, g *duel.Game, row *row, v duel.View) {
	for to := range positions.Cell(g.Board.Len()) {
		if !v.Mine.Has(to) {
			continue
		}
		rest := uint64(v.Mine) &^ (1 << to)
		for from := row.sources(int(to), rest, uint64(v.Mine&v.Marked)); from != 0; from &= from - 1 {
			c := positions.Cell(bits.TrailingZeros64(from))
			before := duel.View{Mine: duel.Set(rest) | duel.SetOf(c), Theirs: v.Theirs, Marked: v.Marked}
			if v.Marked.Has(to) {
				before.Marked ^= duel.SetOf(c) | duel.SetOf(to)
			}
			if g.Ending(before) == duel.None && !slices.Contains(g.AppendTurns(nil, before), duel.Turn{From: c, To: to}) {
				t.Fatalf("%s: no turn from %s to %s", g.Format(g.Position(before, duel.First)), g.Board.Name(c), g.Board.Name(to))
			}
		}
	}
}
