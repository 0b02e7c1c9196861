package levels

import (
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/puzzles/contest"
)

// plainDutch is Dutch Halma on w×h cells with so many rows of men.
type plainDutch struct {
	w, h, rows int
	loses      bool // who has no turn
}

func (g plainDutch) start() plainState {
	men, empty := strings.Repeat("X", g.w*g.rows), strings.Repeat(".", g.w*(g.h-2*g.rows))
	return plainState{cells: men + empty + strings.ReplaceAll(men, "X", "O")}
}

// home says whether all men of a sign are on their far rows.
func (g plainDutch) home(s plainState, sign string) bool {
	far := s.cells[g.w*(g.h-g.rows):]
	if sign == "O" {
		far = s.cells[:g.w*g.rows]
	}
	return strings.Count(far, sign) == g.w*g.rows
}

func (g plainDutch) turns(s plainState) []plainTurn {
	signs := []string{"X", "O"}
	if g.home(s, signs[1-s.turn]) {
		return nil
	}
	return s.orPass(g.moves, g.loses)
}

func (g plainDutch) moves(s plainState) []plainTurn {
	up := 1 - 2*s.turn
	return s.moves(g.w, g.h, func(x, y int, at func(x, y int) byte, end func(x, y int)) {
		if at(x, y+up) == '.' {
			end(x, y+up)
		}
		var leap func(x, y int)
		leap = func(x, y int) {
			for _, side := range []int{x - 1, x + 1} {
				if at(side, y+up) == "OX"[s.turn] && at(side, y+2*up) == '.' {
					end(side, y+2*up)
					leap(side, y+2*up)
				}
			}
		}
		leap(x, y)
	})
}

func (g plainDutch) final(s plainState) int {
	if g.loses || g.home(s, "XO"[1-s.turn:2-s.turn]) {
		return -1
	}
	return 0
}

func TestDutch(t *testing.T) {
	for _, c := range []struct {
		options map[string]string
		game    plainDutch
	}{
		{map[string]string{"size": "2x6", "rows": "2"}, plainDutch{2, 6, 2, false}},
		{map[string]string{"size": "3x5"}, plainDutch{3, 5, 1, false}},
		{map[string]string{"size": "3x5", "stuck": "loses"}, plainDutch{3, 5, 1, true}},
		{map[string]string{"size": "2x7", "rows": "1"}, plainDutch{2, 7, 1, false}},
	} {
		agree(t, "dutch", c.options, c.game, func(g *contest.Game, p contest.Position) plainState {
			return plainOf(g, p, "XO", c.game.w, c.game.h)
		})
	}
}
