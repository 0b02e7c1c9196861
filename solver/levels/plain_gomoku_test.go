package levels

import (
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/puzzles/contest"
)

// plainGomoku is Gomoku on w×h cells with so many men a side, row of which win.
type plainGomoku struct{ w, h, row, men int }

func (g plainGomoku) start() plainState {
	return plainState{cells: strings.Repeat(".", g.w*g.h), hand: 2 * g.men}
}

func (g plainGomoku) at(s plainState, x, y int) byte {
	if x < 0 || x >= g.w || y < 0 || y >= g.h {
		return '#'
	}
	return s.cells[y*g.w+x]
}

// won says whether a sign stands in a row.
func (g plainGomoku) won(s plainState, sign byte) bool {
	for y := range g.h {
		for x := range g.w {
			for _, way := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
				n := 0
				for g.at(s, x+n*way[0], y+n*way[1]) == sign {
					n++
				}
				if n >= g.row {
					return true
				}
			}
		}
	}
	return false
}

func (g plainGomoku) turns(s plainState) (turns []plainTurn) {
	if g.won(s, "OX"[s.turn]) {
		return nil
	}
	if s.hand == 0 {
		if turns = g.moves(s); len(turns) == 0 {
			pass := s
			pass.turn = 1 - s.turn
			if len(g.moves(pass)) > 0 {
				turns = append(turns, plainTurn{after: pass})
			}
		}
		return turns
	}
	for i := range s.cells {
		if s.cells[i] == '.' {
			turns = append(turns, plainTurn{after: plainState{s.cells[:i] + "XO"[s.turn:s.turn+1] + s.cells[i+1:], 1 - s.turn, s.hand - 1}})
		}
	}
	return turns
}

func (g plainGomoku) moves(s plainState) (turns []plainTurn) {
	for i := range s.cells {
		for dy := -1; dy <= 1; dy++ {
			for dx := -1; dx <= 1; dx++ {
				x, y := i%g.w+dx, i/g.w+dy
				if s.cells[i] == "XO"[s.turn] && g.at(s, x, y) == '.' {
					cells := []byte(s.cells)
					cells[i], cells[y*g.w+x] = '.', cells[i]
					turns = append(turns, plainTurn{after: plainState{cells: string(cells), turn: 1 - s.turn}})
				}
			}
		}
	}
	return turns
}

func (g plainGomoku) final(s plainState) int {
	if g.won(s, "OX"[s.turn]) {
		return -1
	}
	return 0
}

func TestGomoku(t *testing.T) {
	of := func(g plainGomoku) func(*contest.Game, contest.Position) plainState {
		return func(c *contest.Game, p contest.Position) plainState { return plainOf(c, p, "XO", g.w, g.h) }
	}
	for _, c := range []struct {
		options map[string]string
		game    plainGomoku
	}{
		{map[string]string{"size": "3", "men": "3"}, plainGomoku{3, 3, 3, 3}},
		{map[string]string{"size": "3", "row": "2"}, plainGomoku{3, 3, 2, 4}},
		{map[string]string{"size": "3x4", "men": "3"}, plainGomoku{3, 4, 3, 3}},
		{map[string]string{"size": "5x2", "men": "5", "row": "4"}, plainGomoku{5, 2, 4, 5}},
	} {
		agree(t, "gomoku", c.options, c.game, of(c.game))
	}
	large := plainGomoku{6, 6, 4, 8}
	alike(t, "gomoku", map[string]string{"size": "6", "men": "8", "row": "4"}, large, of(large))
}
