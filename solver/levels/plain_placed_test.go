package levels

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/puzzles/contest"
)

// plainPlaced is what Gomoku and Tippy for three or four have in common, from the rules'
// text: letters a to d are men of the players in turn. The hand of a state holds the
// player to move and, times four, the men that are still to be placed.
type plainPlaced struct {
	w, h, players, men int
	together           bool
	player             int // 9 for anybody
}

func (g plainPlaced) start() plainState {
	return g.turnOf(strings.Repeat(".", g.w*g.h), g.players*g.men, 0)
}

// turnOf makes a player the one to move.
func (g plainPlaced) turnOf(cells string, left, player int) plainState {
	s := plainState{cells: cells, hand: 4*left + player}
	if !g.together && player != g.player {
		s.turn = 1
	}
	return s
}

// sign returns what is on a cell, '#' beyond the rim.
func (g plainPlaced) sign(cells string, x, y int) byte {
	if x < 0 || x >= g.w || y < 0 || y >= g.h {
		return '#'
	}
	return cells[x+g.w*y]
}

// set returns the cells with a sign on one.
func set(cells string, i int, sign byte) string {
	return cells[:i] + string(rune(sign)) + cells[i+1:]
}

// of writes a position as a state.
func (g plainPlaced) of(game *contest.Game, p contest.Position) plainState {
	s := plainOf(game, p, "abcd"[:g.players], g.w, g.h)
	s.hand = 4*s.hand + int(p.More)
	return s
}

func (g plainPlaced) options() map[string]string {
	o := map[string]string{
		"size": strconv.Itoa(g.w) + "x" + strconv.Itoa(g.h), "players": strconv.Itoa(g.players),
		"men": strconv.Itoa(g.men), "aim": "alone", "player": "any",
	}
	if g.together {
		o["aim"] = "together"
	}
	if g.player < 9 {
		o["player"] = []string{"first", "second", "third", "fourth"}[g.player]
	}
	return o
}

// plainTippys is Tippy for three or four.
type plainTippys struct {
	plainPlaced
	mixed bool
}

func (g plainTippys) turns(s plainState) (turns []plainTurn) {
	left, player := s.hand/4, s.hand%4
	for i := range s.cells {
		if s.cells[i] != '.' || left == 0 {
			continue
		}
		placed := set(s.cells, i, "abcd"[player])
		cells, score := placed, 0
		for j := range placed {
			x, y := j%g.w, j/g.w
			distance := (x-i%g.w)*(x-i%g.w) + (y-i/g.w)*(y-i/g.w)
			if distance != 1 || placed[j] == '.' || placed[j] == "abcd"[player] || !g.enclosed(placed, x, y, "abcd"[player]) {
				continue
			}
			cells = set(cells, j, '.')
			if player == g.player {
				score++
			}
			if placed[j] == "abcd"[g.player] {
				score--
			}
		}
		after := g.turnOf(cells, left-1, (player+1)%g.players)
		if s.turn == 1 {
			score = -score
		}
		turns = append(turns, plainTurn{after: after, gain: score, again: after.turn == s.turn})
	}
	return turns
}

// enclosed reports whether the man on a cell is enclosed by who has placed one.
func (g plainTippys) enclosed(cells string, x, y int, placer byte) bool {
	around := []byte{g.sign(cells, x-1, y), g.sign(cells, x+1, y), g.sign(cells, x, y-1), g.sign(cells, x, y+1)}
	return !slices.ContainsFunc(around, func(sign byte) bool {
		if g.mixed {
			return sign == '#' || sign == '.' || sign == g.sign(cells, x, y)
		}
		return sign != placer
	})
}

func (g plainTippys) final(plainState) int { return 0 }

func (g plainTippys) options() map[string]string {
	o := g.plainPlaced.options()
	if g.mixed {
		o["enclosing"] = "mixed"
	}
	return o
}

func TestTippySeveral(t *testing.T) {
	for _, g := range []plainTippys{
		{plainPlaced{w: 3, h: 3, players: 3, men: 3}, true},
		{plainPlaced{w: 3, h: 3, players: 3, men: 3, player: 2}, true},
		{plainPlaced{w: 3, h: 3, players: 3, men: 3, player: 1, together: true}, true},
		{plainPlaced{w: 3, h: 3, players: 4, men: 2, player: 3}, true},
	} {
		agree(t, "tippy-several", g.options(), g, g.of)
	}
	for _, g := range []plainTippys{
		{plainPlaced{w: 3, h: 4, players: 3, men: 4}, false},
		{plainPlaced{w: 5, h: 5, players: 4, men: 6, player: 1}, true},
		{plainPlaced{w: 4, h: 5, players: 3, men: 6, player: 2, together: true}, false},
	} {
		alike(t, "tippy-several", g.options(), g, g.of)
	}
}

// plainGomokus is Gomoku for three or four, row of which win.
type plainGomokus struct {
	plainPlaced
	row int
}

// winner returns the player with a row, -1 if there is none.
func (g plainGomokus) winner(cells string) int {
	for i := range cells {
		for _, way := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {-1, 1}} {
			n := 0
			for n < g.row && cells[i] != '.' && g.sign(cells, i%g.w+n*way[0], i/g.w+n*way[1]) == cells[i] {
				n++
			}
			if n == g.row {
				return int(cells[i] - 'a')
			}
		}
	}
	return -1
}

func (g plainGomokus) turns(s plainState) (turns []plainTurn) {
	left, player := s.hand/4, s.hand%4
	if g.winner(s.cells) >= 0 {
		return nil
	}
	add := func(cells string) {
		after := g.turnOf(cells, max(left-1, 0), (player+1)%g.players)
		turns = append(turns, plainTurn{after: after, again: after.turn == s.turn})
	}
	for i := range s.cells {
		if left > 0 && s.cells[i] == '.' {
			add(set(s.cells, i, "abcd"[player]))
		}
	}
	if left > 0 {
		return turns
	}
	others := false
	for i := range s.cells {
		for j := range s.cells {
			dx, dy := i%g.w-j%g.w, i/g.w-j/g.w
			if s.cells[i] == '.' || s.cells[j] != '.' || dx*dx > 1 || dy*dy > 1 {
				continue
			}
			if others = true; s.cells[i] == "abcd"[player] {
				add(set(set(s.cells, i, '.'), j, s.cells[i]))
			}
		}
	}
	if len(turns) == 0 && others {
		add(s.cells)
	}
	return turns
}

func (g plainGomokus) final(s plainState) int {
	winner := g.winner(s.cells)
	switch {
	case winner < 0:
		return 0
	case (g.player == 9 || winner == g.player) == (s.turn == 0):
		return 1
	}
	return -1
}

func (g plainGomokus) options() map[string]string {
	o := g.plainPlaced.options()
	o["row"] = strconv.Itoa(g.row)
	return o
}

func TestGomokuSeveral(t *testing.T) {
	for _, g := range []plainGomokus{
		{plainPlaced{w: 3, h: 3, players: 3, men: 2}, 2},
		{plainPlaced{w: 3, h: 3, players: 3, men: 2, player: 2}, 2},
		{plainPlaced{w: 3, h: 3, players: 3, men: 2, player: 1, together: true}, 2},
		{plainPlaced{w: 3, h: 3, players: 3, men: 2, player: 9, together: true}, 2},
		{plainPlaced{w: 2, h: 4, players: 4, men: 2, player: 3}, 2},
		{plainPlaced{w: 2, h: 4, players: 3, men: 2, player: 1}, 2},
	} {
		agree(t, "gomoku-several", g.options(), g, g.of)
	}
	for _, g := range []plainGomokus{
		{plainPlaced{w: 3, h: 4, players: 3, men: 3}, 3},
		{plainPlaced{w: 4, h: 4, players: 3, men: 5, player: 2}, 4},
		{plainPlaced{w: 5, h: 5, players: 4, men: 5, player: 9, together: true}, 3},
	} {
		alike(t, "gomoku-several", g.options(), g, g.of)
	}
}
