package levels

import (
	"testing"

	"github.com/halma-solve/halma-solve/puzzles/contest"
)

// plainTippy is Tippy on w×h cells with so many men a side.
type plainTippy struct{ w, h, men int }

func (g plainTippy) start() plainState {
	cells := make([]byte, g.w*g.h)
	for i := range cells {
		cells[i] = '.'
	}
	return plainState{cells: string(cells), hand: 2 * g.men}
}

func (g plainTippy) turns(s plainState) (turns []plainTurn) {
	if s.hand == 0 {
		return nil
	}
	mine, theirs := "XO"[s.turn], "OX"[s.turn]
	for i := range s.cells {
		if s.cells[i] != '.' {
			continue
		}
		cells := []byte(s.cells)
		cells[i] = mine
		beside := func(i int) []int { return []int{i - 1, i + 1, i - g.w, i + g.w} }
		inside := func(i int) bool {
			x, y := i%g.w, i/g.w
			return x > 0 && x < g.w-1 && y > 0 && y < g.h-1
		}
		gain := 0
		var fall []int
		for x := range g.w {
			for y := range g.h {
				j := y*g.w + x
				dx, dy := x-i%g.w, y-i/g.w
				if cells[j] != theirs || dx*dx+dy*dy != 1 || !inside(j) {
					continue
				}
				enclosed := true
				for _, k := range beside(j) {
					enclosed = enclosed && cells[k] == mine
				}
				if enclosed {
					fall = append(fall, j)
				}
			}
		}
		for _, j := range fall {
			cells[j] = '.'
			gain++
		}
		turns = append(turns, plainTurn{after: plainState{cells: string(cells), turn: 1 - s.turn, hand: s.hand - 1}, gain: gain})
	}
	return turns
}

func (g plainTippy) final(plainState) int { return 0 }

func TestTippy(t *testing.T) {
	for _, c := range []struct {
		size string
		game plainTippy
	}{
		{"3", plainTippy{3, 3, 4}},
		{"3x4", plainTippy{3, 4, 3}},
		{"4x3", plainTippy{4, 3, 2}},
		{"3x5", plainTippy{3, 5, 1}},
	} {
		agree(t, "tippy", map[string]string{"size": c.size, "men": string(rune('0' + c.game.men))}, c.game, func(g *contest.Game, p contest.Position) plainState {
			return plainOf(g, p, "XO", c.game.w, c.game.h)
		})
	}
}
