package levels

import (
	"slices"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles/contest"
)

// plainThree is Rakado for three on the star of 13 cells, once more from its words, on
// text: rows of five, the lowest first. A state's hand is whose turn it is; turn tells
// whether that is the player who is meant.
type plainThree struct{ faces, player int }

// threeSeat is a player: in which cells he begins, the point first, and in which he is
// home.
type threeSeat struct {
	man         byte
	court, goal [3][2]int
}

var threeSeats = []threeSeat{
	{'X', [3][2]int{{3, 0}, {2, 1}, {3, 1}}, [3][2]int{{1, 4}, {1, 3}, {2, 3}}},
	{'O', [3][2]int{{0, 3}, {1, 3}, {1, 2}}, [3][2]int{{4, 1}, {3, 1}, {3, 2}}},
	{'Z', [3][2]int{{3, 3}, {3, 2}, {2, 3}}, [3][2]int{{1, 1}, {1, 2}, {2, 1}}},
}

func (g plainThree) state(cells []byte, seat int) plainState {
	s := plainState{cells: string(cells), turn: 1, hand: seat}
	if seat == g.player {
		s.turn = 0
	}
	return s
}

func (g plainThree) start() plainState {
	cells := []byte("###.#" + "#...." + "#...#" + "....#" + "#.###")
	for _, seat := range threeSeats {
		for _, at := range seat.court {
			cells[5*at[1]+at[0]] = seat.man
		}
	}
	return g.state(cells, 0)
}

// home reports whether a man on a cell is home.
func (plainThree) home(cells string, i int) bool {
	at := slices.IndexFunc(threeSeats, func(s threeSeat) bool { return s.man == cells[i] })
	return slices.Contains(threeSeats[at].goal[:], [2]int{i % 5, i / 5})
}

// moves are the boards after the moves of a player with a roll.
func (g plainThree) moves(cells string, seat, roll int) [][]byte {
	var quiet, captures [][]byte
	tip, base := threeSeats[seat].court[0], threeSeats[seat].court[1:]
	for i := range cells {
		if cells[i] != threeSeats[seat].man {
			continue
		}
		for _, to := range base { // forward is from the tip to either end of its base row
			x, y, way := i%5, i/5, ""
			for range roll {
				x, y = x+to[0]-tip[0], y+to[1]-tip[1]
				if x < 0 || x > 4 || y < 0 || y > 4 {
					way += "#"
				} else {
					way += cells[5*y+x : 5*y+x+1]
				}
			}
			last := way[roll-1]
			if strings.Trim(way[:roll-1], ".") != "" || last == '#' || last == cells[i] {
				continue
			}
			board := []byte(cells)
			board[i], board[5*y+x] = '.', cells[i]
			switch {
			case last == '.':
				quiet = append(quiet, board)
			case !g.home(cells, i) && !g.home(cells, 5*y+x):
				captures = append(captures, board)
			}
		}
	}
	if captures != nil {
		return captures
	}
	return quiet
}

func (g plainThree) over(s plainState) (float64, bool) {
	homes := [3]int{}
	for seat := range threeSeats {
		for roll := range g.faces {
			if g.moves(s.cells, seat, 1+roll) != nil {
				return 0, false
			}
		}
		for i := range s.cells {
			if s.cells[i] == threeSeats[seat].man && g.home(s.cells, i) {
				homes[seat]++
			}
		}
	}
	others := slices.Delete(slices.Clone(homes[:]), g.player, g.player+1)
	switch mine, most := homes[g.player], slices.Max(others); {
	case mine > most:
		return 1, true
	case mine == most:
		return 0.5, true
	}
	return 0, true
}

func (g plainThree) rolls(s plainState) (all [][]plainState) {
	for roll := 1; roll <= g.faces; roll++ {
		next := (s.hand + 1) % 3
		if roll == g.faces {
			next = s.hand
		}
		var after []plainState
		for _, board := range g.moves(s.cells, s.hand, roll) {
			after = append(after, g.state(board, next))
		}
		if after == nil {
			after = []plainState{g.state([]byte(s.cells), next)}
		}
		all = append(all, after)
	}
	return all
}

// of is a position of the game.
func (g plainThree) of(game *contest.Game, p contest.Position) plainState {
	cells := []byte("#########################")
	for i := range cells {
		if c := game.Board.CellAt(positions.Point{X: i%5 - 2, Y: i/5 - 2}); c != positions.NoCell {
			cells[i] = '.'
			for set, men := range p.Men {
				if men.Has(c) {
					cells[i] = threeSeats[set].man
				}
			}
		}
	}
	return g.state(cells, int(p.More))
}

// TestRakado3Agrees compares all positions of each player with two faces, which give some
// thousands.
func TestRakado3Agrees(t *testing.T) {
	for player, name := range []string{"first", "second", "third"} {
		g := game(t, "rakado3", map[string]string{"faces": "2", "player": name})
		plain := plainThree{2, player}
		if got, want := plain.of(g, g.Start()), plain.start(); got != want {
			t.Fatalf("it begins with %v, not %v", got, want)
		}
		agreeChances(t, g, plain, func(p contest.Position) plainState { return plain.of(g, p) })
	}
}
