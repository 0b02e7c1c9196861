package levels

import (
	"testing"

	"github.com/halma-solve/halma-solve/puzzles/contest"
)

// plainRakado is Rakado once more from its words, on text.
type plainRakado struct {
	w, h, faces int
	ahead       bool // no diagonals
}

func (g plainRakado) start() plainState {
	cells := ""
	for y := range g.h {
		for range g.w {
			switch y {
			case 0:
				cells += "X"
			case g.h - 1:
				cells += "O"
			default:
				cells += "."
			}
		}
	}
	return plainState{cells: cells}
}

// slides are the boards after a roll, captures alone if there is one.
func (g plainRakado) slides(s plainState, roll int) []string {
	var quiet, captures []string
	up, goal, theirGoal := 1, g.h-1, 0
	if s.turn == 1 {
		up, goal, theirGoal = -1, 0, g.h-1
	}
	for i := range s.cells {
		for side := -1; side <= 1; side++ {
			x, y := i%g.w+side*roll, i/g.w+up*roll
			if s.cells[i] != "XO"[s.turn] || i/g.w == goal || x < 0 || x >= g.w || y < 0 || y >= g.h || side != 0 && g.ahead {
				continue
			}
			free := true
			for n := 1; n < roll; n++ {
				free = free && s.cells[(i/g.w+up*n)*g.w+i%g.w+side*n] == '.'
			}
			board := []byte(s.cells)
			board[i], board[y*g.w+x] = '.', "XO"[s.turn]
			switch there := s.cells[y*g.w+x]; {
			case !free:
			case there == '.':
				quiet = append(quiet, string(board))
			case there == "OX"[s.turn] && y != theirGoal:
				captures = append(captures, string(board))
			}
		}
	}
	if captures != nil {
		return captures
	}
	return quiet
}

func (g plainRakado) over(s plainState) (float64, bool) {
	score := 0
	for x := range g.w {
		if s.cells[(g.h-1)*g.w+x] == 'X' {
			score++
		}
		if s.cells[x] == 'O' {
			score--
		}
	}
	for turn := range 2 {
		for roll := range g.faces {
			if g.slides(plainState{cells: s.cells, turn: turn}, 1+roll) != nil {
				return 0, false
			}
		}
	}
	return map[bool]float64{score > 0: 1, score == 0: 0.5, score < 0: 0}[true], true
}

func (g plainRakado) rolls(s plainState) (all [][]plainState) {
	for roll := 1; roll <= g.faces; roll++ {
		next := 1 - s.turn
		if roll == g.faces {
			next = s.turn
		}
		var after []plainState
		for _, cells := range g.slides(s, roll) {
			after = append(after, plainState{cells: cells, turn: next})
		}
		if after == nil {
			after = []plainState{{cells: s.cells, turn: next}}
		}
		all = append(all, after)
	}
	return all
}

func TestRakadoAgrees(t *testing.T) {
	for _, c := range []struct {
		plain   plainRakado
		options map[string]string
	}{
		{plainRakado{w: 2, h: 4, faces: 3}, nil},
		{plainRakado{w: 3, h: 4, faces: 3, ahead: true}, map[string]string{"size": "3x4", "lines": "ahead"}},
		{plainRakado{w: 2, h: 6, faces: 6}, map[string]string{"size": "2x6", "faces": "6"}},
		{plainRakado{w: 3, h: 3, faces: 2}, map[string]string{"size": "3", "faces": "2"}},
	} {
		g := game(t, "rakado", c.options)
		agreeChances(t, g, c.plain, func(p contest.Position) plainState { return plainOf(g, p, "XO", c.plain.w, c.plain.h) })
	}
}

// TestRakadoCounts pins the numbers of positions that two other programs found. They
// let the side pass on the roll once more when the game is over, which gives some
// positions that are over with the other side to move as well.
func TestRakadoCounts(t *testing.T) {
	for _, c := range []struct {
		size, faces string
		want        int64
	}{{"2x4", "3", 683}, {"3x4", "3", 26_249}, {"2x6", "6", 8_361}, {"3x5", "3", 218_086}} {
		g := game(t, "rakado", map[string]string{"size": c.size, "faces": c.faces})
		s, err := Reach(t.Context(), g, Options{Plain: true})
		if err != nil {
			t.Fatal(err)
		}
		got := s.Count()
		l := &s.levels[0]
		l.Each(0, len(l.Words), func(code uint64, _ int) {
			p := g.At(0, code)
			if len(g.AppendTurns(nil, p)) > 0 {
				return
			}
			p.Turn ^= 1
			if _, _, met := s.Find(p); !met {
				got++
			}
		})
		if got != c.want {
			t.Errorf("%s: %d positions, %d are known", g, got, c.want)
		}
	}
}
