package levels

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles/contest"
)

// plainGefangen2 is Gefangen 2 on a star, whose holes it knows by their places on the
// lattice; a state lists the holes with men, as names.
type plainGefangen2 struct {
	board  *positions.Board
	size   int
	stays  bool
	jumper int // what a man that leaves counts
}

func (g plainGefangen2) inside(p positions.Point) bool {
	for _, coordinate := range []int{p.X, p.Y, -p.X - p.Y} {
		if coordinate > g.size || coordinate < -g.size {
			return false
		}
	}
	return true
}

func (g plainGefangen2) write(men map[positions.Point]bool) plainState {
	cells := make([]byte, g.board.Len())
	for c := range cells {
		cells[c] = '.'
		if men[g.board.Point(positions.Cell(c))] {
			cells[c] = 'X'
		}
	}
	return plainState{cells: string(cells)}
}

func (g plainGefangen2) start() plainState {
	men := map[positions.Point]bool{}
	for c := range positions.Cell(g.board.Len()) {
		if p := g.board.Point(c); g.inside(p) && p != (positions.Point{}) {
			men[p] = true
		}
	}
	return g.write(men)
}

func (g plainGefangen2) turns(s plainState) (turns []plainTurn) {
	men := map[positions.Point]bool{}
	for c, sign := range s.cells {
		if sign == 'X' {
			men[g.board.Point(positions.Cell(c))] = true
		}
	}
	ways := []positions.Point{{X: 1}, {Y: 1}, {X: -1, Y: 1}, {X: -1}, {Y: -1}, {X: 1, Y: -1}}
	var jump func(men map[positions.Point]bool, at positions.Point, kept int)
	jump = func(men map[positions.Point]bool, at positions.Point, kept int) {
		for _, w := range ways {
			over, land := positions.Point{X: at.X + w.X, Y: at.Y + w.Y}, positions.Point{X: at.X + 2*w.X, Y: at.Y + 2*w.Y}
			if !men[over] || men[land] || g.board.CellAt(land) == positions.NoCell {
				continue
			}
			left := maps.Clone(men)
			delete(left, over)
			delete(left, at)
			if !g.stays && !g.inside(land) {
				turns = append(turns, plainTurn{after: g.write(left), gain: kept + 1 + g.jumper})
				continue
			}
			left[land] = true
			if g.stays {
				turns = append(turns, plainTurn{after: g.write(left), gain: kept + 1})
			}
			jump(left, land, kept+1)
		}
	}
	for _, at := range slices.SortedFunc(maps.Keys(men), func(p, q positions.Point) int { return 100*(p.X-q.X) + p.Y - q.Y }) {
		jump(men, at, 0)
	}
	return turns
}

func (g plainGefangen2) final(plainState) int { return 0 }

func TestGefangen2(t *testing.T) {
	for _, c := range []struct {
		options map[string]string
		game    plainGefangen2
	}{
		{map[string]string{"size": "1"}, plainGefangen2{size: 1}},
		{map[string]string{"size": "1", "count-jumper": "true"}, plainGefangen2{size: 1, jumper: 1}},
		{map[string]string{"size": "1", "landing": "stay"}, plainGefangen2{size: 1, stays: true}},
		{map[string]string{"size": "2"}, plainGefangen2{size: 2}},
	} {
		b, err := positions.NewBoard(positions.Star, c.game.size)
		if err != nil {
			t.Fatal(err)
		}
		c.game.board = b
		agree(t, "gefangen2", c.options, c.game, func(g *contest.Game, p contest.Position) plainState {
			men := map[positions.Point]bool{}
			for _, name := range strings.FieldsFunc(g.Format(p), func(r rune) bool { return r == ',' || r == '-' }) {
				cell, err := b.ParseCell(name)
				if err != nil {
					t.Fatal(err)
				}
				men[b.Point(cell)] = true
			}
			return c.game.write(men)
		})
	}
}
