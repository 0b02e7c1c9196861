package levels

import (
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/puzzles/contest"
)

// plainTopsecret is Top Secret on w×h cells, the middle of which are cw×ch.
type plainTopsecret struct{ w, h, cw, ch int }

func (g plainTopsecret) start() plainState {
	return plainState{cells: strings.Repeat(".", g.w*g.h), hand: g.cw * g.ch}
}

func (g plainTopsecret) turns(s plainState) (turns []plainTurn) {
	mine := "XO"[s.turn]
	if s.hand > 0 {
		left, low := (g.w-g.cw)/2, (g.h-g.ch)/2
		for y := low; y < low+g.ch; y++ {
			for x := left; x < left+g.cw; x++ {
				if s.cells[y*g.w+x] == '.' {
					cells := []byte(s.cells)
					cells[y*g.w+x] = mine
					turns = append(turns, plainTurn{after: plainState{string(cells), 1 - s.turn, s.hand - 1}})
				}
			}
		}
		return turns
	}
	if !strings.Contains(s.cells, "OX"[s.turn:s.turn+1]) {
		return nil
	}
	for i := range s.cells {
		if s.cells[i] != mine {
			continue
		}
		without := []byte(s.cells)
		without[i] = '.'
		end := func(x, y int) { // off the board, or on one of its cells
			cells := []byte(string(without))
			if x >= 0 && x < g.w && y >= 0 && y < g.h {
				cells[y*g.w+x] = mine
			}
			if string(cells) != s.cells {
				turns = append(turns, plainTurn{after: plainState{cells: string(cells), turn: 1 - s.turn}})
			}
		}
		at := func(x, y int) byte {
			if x < 0 || x >= g.w || y < 0 || y >= g.h {
				return '#'
			}
			return without[y*g.w+x]
		}
		met := map[[2]int]bool{}
		var jump func(x, y int)
		jump = func(x, y int) {
			if met[[2]int{x, y}] {
				return
			}
			met[[2]int{x, y}] = true
			for dy := -1; dy <= 1; dy++ {
				for dx := -1; dx <= 1; dx++ {
					over, land := at(x+dx, y+dy), at(x+2*dx, y+2*dy)
					if over != 'X' && over != 'O' || land == 'X' || land == 'O' {
						continue
					}
					end(x+2*dx, y+2*dy)
					if land == '.' {
						jump(x+2*dx, y+2*dy)
					}
				}
			}
		}
		x, y := i%g.w, i/g.w
		for dy := -1; dy <= 1; dy++ {
			for dx := -1; dx <= 1; dx++ {
				if next := at(x+dx, y+dy); next == '.' || next == '#' {
					end(x+dx, y+dy)
				}
			}
		}
		jump(x, y)
	}
	return turns
}

func (g plainTopsecret) final(plainState) int { return -1 }

func TestTopsecret(t *testing.T) {
	of := func(g plainTopsecret) func(*contest.Game, contest.Position) plainState {
		return func(c *contest.Game, p contest.Position) plainState { return plainOf(c, p, "XO", g.w, g.h) }
	}
	for _, c := range []struct {
		options map[string]string
		game    plainTopsecret
	}{
		{map[string]string{"size": "3x4", "centre": "1x2"}, plainTopsecret{3, 4, 1, 2}},
		{map[string]string{"size": "3x2", "centre": "1x2"}, plainTopsecret{3, 2, 1, 2}},
		{map[string]string{"size": "4"}, plainTopsecret{4, 4, 2, 2}},
		{map[string]string{"size": "2x3", "centre": "2x3"}, plainTopsecret{2, 3, 2, 3}},
	} {
		agree(t, "topsecret", c.options, c.game, of(c.game))
	}
	large := plainTopsecret{6, 6, 4, 4}
	alike(t, "topsecret", map[string]string{"size": "6", "centre": "4"}, large, of(large))
}
