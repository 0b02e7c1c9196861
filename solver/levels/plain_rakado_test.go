package levels

import (
	"errors"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles/contest"
)

// plainRakado is Rakado once more from its words, on text.
type plainRakado struct {
	w, h, faces int
	lines       string // the option; "star" for the star of 13 cells, in a rectangle of 5×5
	huff        bool
}

// plainStar is the star of 13 cells: rows lean to the left as they go up.
const plainStar = "###X#" + "#.XX." + "#...#" + ".OO.#" + "#O###"

func (g plainRakado) start() plainState {
	if g.lines == "star" {
		return plainState{cells: plainStar}
	}
	return plainState{cells: strings.Repeat("X", g.w) + strings.Repeat(".", g.w*(g.h-2)) + strings.Repeat("O", g.w)}
}

// plainLine is a direction of the first side.
type plainLine struct {
	x, y         int
	capturesOnly bool
}

var plainLines = map[string][]plainLine{
	"forward": {{x: -1, y: 1}, {x: 0, y: 1}, {x: 1, y: 1}},
	"ahead":   {{x: 0, y: 1}},
	"folk":    {{x: 0, y: 1}, {-1, 1, true}, {1, 1, true}, {-1, 0, true}, {1, 0, true}},
	"star":    {{x: 0, y: 1}, {x: -1, y: 1}},
}

// plainMove is a move: the board after it, and the cells where it begins and ends.
type plainMove struct {
	cells    string
	from, to int
}

// moves are all with a roll.
func (g plainRakado) moves(s plainState, roll int) (quiet, captures []plainMove) {
	begin := g.start().cells
	mine, theirs := "XO"[s.turn], "OX"[s.turn]
	for i := range s.cells {
		for _, line := range plainLines[g.lines] {
			if s.cells[i] != mine {
				continue
			}
			sign := 1 - 2*s.turn
			there, way := byte('#'), ""
			x, y := i%g.w, i/g.w
			for range roll {
				way += string(there)
				there = '#'
				x, y = x+sign*line.x, y+sign*line.y
				if x >= 0 && x < g.w && y >= 0 && y < g.h {
					there = s.cells[y*g.w+x]
				}
			}
			if strings.Trim(way[1:], ".") != "" || there == '#' || there == mine {
				continue
			}
			to := y*g.w + x
			board := []byte(s.cells)
			board[i], board[to] = '.', mine
			switch {
			case there == '.' && !line.capturesOnly:
				quiet = append(quiet, plainMove{string(board), i, to})
			case there == theirs && begin[i] != theirs && begin[to] != mine: // neither is home
				captures = append(captures, plainMove{string(board), i, to})
			}
		}
	}
	return quiet, captures
}

// after are the states after a roll, if next moves then; none without a move. Men of
// which one is to be taken off are small letters; hand is 1 if their side rolls then.
func (g plainRakado) after(s plainState, roll, next int) (all []plainState) {
	quiet, captures := g.moves(s, roll)
	if len(captures) == 0 {
		captures, quiet = quiet, nil
	}
	for _, m := range captures {
		all = append(all, plainState{cells: m.cells, turn: next})
	}
	if !g.huff {
		return all
	}
	for _, m := range quiet {
		board, asked := []byte(m.cells), 0
		for i := range board {
			if slices.ContainsFunc(captures, func(c plainMove) bool { return c.from == i && i != m.from || c.from == m.from && i == m.to }) {
				board[i] += 'a' - 'A'
				asked++
			}
		}
		state := plainState{cells: string(board), turn: 1 - s.turn}
		switch {
		case asked == 1:
			state = plainState{cells: strings.NewReplacer("x", ".", "o", ".").Replace(state.cells), turn: next}
		case next == s.turn:
			state.hand = 1
		}
		all = append(all, state)
	}
	return all
}

// takenOff are the states after one of the men in question is taken off.
func (g plainRakado) takenOff(s plainState) (all []plainState) {
	next := s.turn
	if s.hand == 1 {
		next = 1 - s.turn
	}
	for i, man := range s.cells {
		if man == 'x' || man == 'o' {
			all = append(all, plainState{cells: strings.ToUpper(s.cells[:i] + "." + s.cells[i+1:]), turn: next})
		}
	}
	return all
}

func (g plainRakado) over(s plainState) (float64, bool) {
	if strings.ContainsAny(s.cells, "xo") {
		return 0, false
	}
	score := 0
	for i, begin := range g.start().cells {
		switch {
		case begin == 'O' && s.cells[i] == 'X':
			score++
		case begin == 'X' && s.cells[i] == 'O':
			score--
		}
	}
	for turn := range 2 {
		for roll := range g.faces {
			if g.after(plainState{cells: s.cells, turn: turn}, 1+roll, 0) != nil {
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
		after := g.after(s, roll, next)
		if strings.ContainsAny(s.cells, "xo") {
			after = g.takenOff(s)
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
	{plainRakado{2, 4, 3, "forward", false}, nil},
	{plainRakado{3, 4, 3, "ahead", false}, map[string]string{"size": "3x4", "lines": "ahead"}},
	{plainRakado{2, 6, 6, "forward", false}, map[string]string{"size": "2x6", "faces": "6"}},
	{plainRakado{3, 3, 2, "forward", false}, map[string]string{"size": "3", "faces": "2"}},
	{plainRakado{3, 4, 3, "folk", false}, map[string]string{"size": "3x4", "lines": "folk"}},
	{plainRakado{5, 5, 2, "star", false}, map[string]string{"size": "1", "board": "star", "faces": "2"}},
	{plainRakado{2, 4, 3, "forward", true}, map[string]string{"huff": "true"}},
	{plainRakado{3, 3, 3, "folk", true}, map[string]string{"size": "3", "lines": "folk", "huff": "true"}},
	{plainRakado{5, 5, 2, "star", true}, map[string]string{"size": "1", "board": "star", "faces": "2", "huff": "true"}},
}

// of is a position of the game.
func (g plainRakado) of(game *contest.Game, p contest.Position) plainState {
	signs, middle := "XO"+strings.Repeat(string("ox"[p.Turn]), 2), 0
	if g.lines == "star" {
		middle = 2
	}
	cells := []byte(g.start().cells)
	for i := range cells {
		c := game.Board.CellAt(positions.Point{X: i%g.w - middle, Y: i/g.w - middle})
		if c == positions.NoCell {
			continue
		}
		cells[i] = '.'
		for set, men := range p.Men {
			if men.Has(c) {
				cells[i] = signs[set]
			}
		}
	}
	return plainState{cells: string(cells), turn: int(p.Turn), hand: min(1, p.Men[3].Len())}
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
		if c.takesAWhile && !positiontest.Whole() {
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
