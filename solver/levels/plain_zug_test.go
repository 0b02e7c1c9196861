package levels

import (
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/puzzles/contest"
)

// plainZug is Le Zug on w columns and h rows of crossings; those of the other
// diagonal class stay empty.
type plainZug struct {
	w, h, station int
	front         []int // columns of the first side's men in the second row, from 0
	loses         bool  // who has no turn
}

func (g plainZug) start() plainState {
	cells := []byte(strings.Repeat(".", g.w*g.h))
	put := func(x, y int) {
		cells[y*g.w+x], cells[(g.h-1-y)*g.w+g.w-1-x] = 'X', 'O'
	}
	for x := 0; x < g.w; x += 2 {
		put(x, 0)
	}
	for _, x := range g.front {
		put(x, 1)
	}
	return plainState{cells: string(cells)}
}

// home says whether the far row is full of a sign and the rest of it in the row before.
func (g plainZug) home(s plainState, sign string) bool {
	far, before := s.cells[g.w*(g.h-1):], s.cells[g.w*(g.h-2):g.w*(g.h-1)]
	if sign == "O" {
		far, before = s.cells[:g.w], s.cells[g.w:2*g.w]
	}
	full := (g.w + 1) / 2
	return strings.Count(far, sign) == full && strings.Count(before, sign) == len(g.front)
}

func (g plainZug) turns(s plainState) []plainTurn {
	if g.home(s, "XO"[1-s.turn:2-s.turn]) {
		return nil
	}
	return s.orPass(g.moves, g.loses)
}

func (g plainZug) moves(s plainState) []plainTurn {
	up, theirs := 1-2*s.turn, "OX"[s.turn:s.turn+1]
	closed := func(y int) bool { // by the opponent's station
		rows := s.cells[:g.w*g.station]
		if s.turn == 0 {
			rows = s.cells[g.w*(g.h-g.station):]
			y = g.h - 1 - y
		}
		return y < g.station && strings.Contains(rows, theirs)
	}
	return s.moves(g.w, g.h, func(x, y int, at func(x, y int) byte, end func(x, y int)) {
		step := func(x, y int) {
			for _, side := range []int{-1, 1} {
				if at(x+side, y+up) == '.' && !closed(y+up) {
					end(x+side, y+up)
				}
			}
		}
		var jump func(x, y int)
		jump = func(x, y int) {
			for _, side := range []int{-1, 1} {
				over := at(x+side, y+up)
				if (over == 'X' || over == 'O') && at(x+2*side, y+2*up) == '.' && !closed(y+2*up) {
					end(x+2*side, y+2*up)
					step(x+2*side, y+2*up)
					jump(x+2*side, y+2*up)
				}
			}
		}
		step(x, y)
		jump(x, y)
	})
}

func (g plainZug) final(s plainState) int {
	if g.loses || g.home(s, "XO"[1-s.turn:2-s.turn]) {
		return -1
	}
	return 0
}

func TestZug(t *testing.T) {
	of := func(g plainZug) func(*contest.Game, contest.Position) plainState {
		return func(c *contest.Game, p contest.Position) plainState { return plainOf(c, p, "XO", g.w, g.h) }
	}
	for _, c := range []struct {
		options map[string]string
		game    plainZug
	}{
		{map[string]string{"size": "3x7", "front": "0"}, plainZug{w: 3, h: 7, station: 2}},
		{map[string]string{"size": "3x9", "station": "3"}, plainZug{w: 3, h: 9, station: 3, front: []int{1}}},
		{map[string]string{"size": "5x5"}, plainZug{w: 5, h: 5, station: 2, front: []int{1}}},
		{map[string]string{"size": "5x5", "front": "2", "station": "1"}, plainZug{w: 5, h: 5, station: 1, front: []int{1, 3}}},
		{map[string]string{"size": "5x5", "start": "d2", "stuck": "loses"}, plainZug{w: 5, h: 5, station: 2, front: []int{3}, loses: true}},
	} {
		agree(t, "zug", c.options, c.game, of(c.game))
	}
	large := plainZug{w: 7, h: 7, station: 3, front: []int{1, 5}}
	alike(t, "zug", map[string]string{"size": "7", "station": "3", "front": "2", "start": "b2,f2"}, large, of(large))
}
