package levels

import (
	"errors"
	"math/big"
	"os"
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

// rakados are small games.
var rakados = []struct {
	plain   plainRakado
	options map[string]string
}{
	{plainRakado{w: 2, h: 4, faces: 3}, nil},
	{plainRakado{w: 3, h: 4, faces: 3, ahead: true}, map[string]string{"size": "3x4", "lines": "ahead"}},
	{plainRakado{w: 2, h: 6, faces: 6}, map[string]string{"size": "2x6", "faces": "6"}},
	{plainRakado{w: 3, h: 3, faces: 2}, map[string]string{"size": "3", "faces": "2"}},
}

// of is a position of the game.
func (r plainRakado) of(g *contest.Game, p contest.Position) plainState {
	return plainOf(g, p, "XO", r.w, r.h)
}

func TestRakadoAgrees(t *testing.T) {
	for _, c := range rakados {
		g := game(t, "rakado", c.options)
		agreeChances(t, g, c.plain, func(p contest.Position) plainState { return c.plain.of(g, p) })
	}
}

// TestRakadoExactly compares the fraction of every position with the mean of the best
// turns' fractions in the plain game. As play ends almost surely, nothing else has
// this property in all positions.
func TestRakadoExactly(t *testing.T) {
	for _, c := range rakados {
		g := game(t, "rakado", c.options)
		table := chances(t, g, Options{Plain: true})
		values, err := table.fractions(t.Context(), g.Start())
		if err != nil {
			t.Fatal(err)
		}
		worth := map[plainState]*big.Rat{} // to the first side
		l := &table.levels[0]
		l.Each(0, len(l.Words), func(code uint64, rank int) {
			p := g.At(0, code)
			v := values[rank]
			if v == nil { // reached by passes alone
				t.Fatalf("%s: %s has no fraction", g, g.Format(p))
			}
			if p.Turn == 1 {
				v = minus(big.NewRat(1, 1), v)
			}
			worth[c.plain.of(g, p)] = v
		})
		for s, got := range worth {
			want := new(big.Rat)
			if score, over := c.plain.over(s); over {
				want.SetFloat64(score)
			} else {
				for _, after := range c.plain.rolls(s) {
					best := worth[after[0]]
					for _, a := range after {
						if cmp := worth[a].Cmp(best); cmp > 0 && s.turn == 0 || cmp < 0 && s.turn == 1 {
							best = worth[a]
						}
					}
					want.Add(want, best)
				}
				want.Quo(want, big.NewRat(int64(c.plain.faces), 1))
			}
			if want.Cmp(got) != 0 {
				t.Fatalf("%s: %v is worth %s, its turns %s", g, s, got, want)
			}
		}
		again, err := chances(t, g, Options{Workers: 2}).Exact(t.Context(), g.Start())
		if err != nil || again.Cmp(worth[c.plain.start()]) != 0 {
			t.Errorf("%s: %v up to symmetry, %v, without %s", g, again, err, worth[c.plain.start()])
		}
	}
}

// TestNoFractions has games in which turns lead back to earlier positions, and one in
// which a side without a turn rolls for ever.
func TestNoFractions(t *testing.T) {
	endless := game(t, "rakado", map[string]string{"faces": "1"})
	alone, err := endless.Parse("-/b4/first")
	if err != nil {
		t.Fatal(err)
	}
	back := game(t, "dice", map[string]string{"size": "3", "men": "2", "faces": "2"})
	for _, c := range []struct {
		game *contest.Game
		from contest.Position
	}{{back, back.Start()}, {endless, alone}} {
		table := chances(t, c.game, Options{Roots: []contest.Position{c.from}})
		if v, err := table.Exact(t.Context(), c.from); !errors.Is(err, ErrCycles) {
			t.Errorf("%s: %v, %v", c.game, v, err)
		}
	}
}

// TestRakadoCounts pins the numbers of positions, here and as two other programs found
// them. Those let the side pass on the roll once more when the game is over, which gives
// some positions that are over with the other side to move as well; with them the
// numbers are the same.
func TestRakadoCounts(t *testing.T) {
	for _, c := range []struct {
		size, faces  string
		here, theirs int64
		takesAWhile  bool
	}{
		{size: "2x4", faces: "3", here: 679, theirs: 683},
		{size: "3x4", faces: "3", here: 26_243, theirs: 26_249},
		{size: "2x6", faces: "6", here: 8_355, theirs: 8_361},
		{size: "3x5", faces: "3", here: 218_086, theirs: 218_086},
		{size: "4x4", faces: "3", here: 1_006_505, theirs: 1_006_513, takesAWhile: true},
	} {
		if c.takesAWhile && os.Getenv(allKnown) == "" {
			continue
		}
		g := game(t, "rakado", map[string]string{"size": c.size, "faces": c.faces})
		s, err := Reach(t.Context(), g, Options{Plain: true})
		if err != nil {
			t.Fatal(err)
		}
		more := int64(0)
		l := &s.levels[0]
		l.Each(0, len(l.Words), func(code uint64, _ int) {
			p := g.At(0, code)
			if len(g.AppendTurns(nil, p)) > 0 {
				return
			}
			p.Turn ^= 1
			if _, _, met := s.Find(p); !met {
				more++
			}
		})
		if s.Count() != c.here || s.Count()+more != c.theirs {
			t.Errorf("%s: %d positions and %d more if the end is passed on, %d and %d in all are known", g, s.Count(), more, c.here, c.theirs)
		}
	}
}
