package retrograde

import (
	"slices"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// tabletop knows the races with sides, turns or men of their own from their text
// alone. It plays on the board as it lies, with a letter on each cell: a and b are
// men of the first and the second side, A and B their starred ones. Nothing is turned,
// ranked or taken from the other packages but the list of cells.
type tabletop struct {
	rules      string
	size       int
	cells      []positions.Point
	number     map[positions.Point]int
	directions []positions.Point
	home       [2][]int // where the men of a side start
	goal       [2][]int
	odd        int  // sum of column and row of dark cells, modulo 2
	allFree    bool // men move freely within their own court, too
	anyLine    bool // a line may begin in any corner
	strict     bool // who has arrived stays in the goal all the time

	// Where there are two kinds of men, by their letters: where each is to be in the
	// end, and the court that it may not leave.
	last, court map[byte][]int
}

func tabletopOf(g *duel.Game) *tabletop {
	t := &tabletop{rules: g.Rules.Name, size: g.Board.Size(), number: map[positions.Point]int{}}
	if g.Rules.Variant("dark") == "odd" {
		t.odd = 1
	}
	t.strict = g.Rules.Variant("arrival") == "strict"
	t.allFree = g.Rules.Variant("free-courts") == "all"
	for c := range positions.Cell(g.Board.Len()) {
		t.cells = append(t.cells, g.Board.Point(c))
		t.number[g.Board.Point(c)] = int(c)
	}
	t.directions = []positions.Point{{X: 1}, {X: -1}, {Y: 1}, {Y: -1}, {X: 1, Y: -1}, {X: -1, Y: 1}}
	if g.Board.Shape() == positions.Square {
		t.directions = append(t.directions, positions.Point{X: 1, Y: 1}, positions.Point{X: -1, Y: -1})
	}
	switch t.rules {
	case "xxl":
		t.xxl(g.Men)
	case "farben", "farben-simple", "booklet", "super":
		t.corners(g.Men)
	case "treff", "doppel", "two-colour":
		t.twoKinds(g)
	case "connection2":
		t.anyLine = g.Rules.Variant("goal") == "any"
	}
	return t
}

// corners: from the corner a1 and from the opposite one to the other's.
func (t *tabletop) corners(men int) {
	for _, p := range []positions.Point{{}, {Y: 1}, {X: 1}}[:men] {
		opposite := positions.Point{X: t.size - 1 - p.X, Y: t.size - 1 - p.Y}
		t.home[0] = append(t.home[0], t.number[p])
		t.home[1] = append(t.home[1], t.number[opposite])
	}
	t.goal = [2][]int{t.home[1], t.home[0]}
}

// xxl: from S and from NW, three fifths of a turn apart, to the points opposite. In
// coordinates whose sum is zero NW is S with the first two exchanged.
func (t *tabletop) xxl(men int) {
	for _, p := range t.point(men) {
		t.home[0] = append(t.home[0], t.number[p])
		t.goal[0] = append(t.goal[0], t.number[positions.Point{X: -p.X, Y: -p.Y}])
		t.home[1] = append(t.home[1], t.number[positions.Point{X: p.Y, Y: p.X}])
		t.goal[1] = append(t.goal[1], t.number[positions.Point{X: -p.Y, Y: -p.X}])
	}
}

// point lists the first cells of the star's point S, row by row from the left.
func (t *tabletop) point(men int) (out []positions.Point) {
	for row := 0; len(out) < men; row++ {
		for x := t.size - row; x <= t.size && len(out) < men; x++ {
			out = append(out, positions.Point{X: x, Y: row - 2*t.size})
		}
	}
	return out
}

// men lists the cells with one of the letters.
func men(board, letters string) (out []int) {
	for i := range board {
		if strings.IndexByte(letters, board[i]) >= 0 {
			out = append(out, i)
		}
	}
	return out
}

// next returns the cell beside c in a direction, -1 off the board.
func (t *tabletop) next(c int, d positions.Point) int {
	if c < 0 {
		return -1
	}
	n, ok := t.number[positions.Point{X: t.cells[c].X + d.X, Y: t.cells[c].Y + d.Y}]
	if !ok {
		return -1
	}
	return n
}

// steps and jumps list where the man on from gets by a step and by jumps.
func (t *tabletop) steps(board string, from int) (out []int) {
	for _, d := range t.directions {
		if to := t.next(from, d); to >= 0 && board[to] == '.' {
			out = append(out, to)
		}
	}
	return out
}

func (t *tabletop) jumps(board string, from int, may func(int) bool) []int {
	board = board[:from] + "." + board[from+1:]
	at := []int{from}
	for i := 0; i < len(at); i++ {
		for _, d := range t.directions {
			over := t.next(at[i], d)
			to := t.next(over, d)
			if to >= 0 && board[over] != '.' && board[to] == '.' && may(to) && !slices.Contains(at, to) {
				at = append(at, to)
			}
		}
	}
	return at[1:]
}

// letters are those of a side.
func letters(side int) string { return [2]string{"aA", "bB"}[side] }

// after lists the boards after the turns of a side.
func (t *tabletop) after(board string, side int) (out []string) {
	var turns [][2]int
	for _, from := range men(board, letters(side)) {
		for _, to := range t.targets(board, side, from) {
			turns = append(turns, [2]int{from, to})
		}
	}
	if t.rules != "xxl" && t.rules != "connection2" {
		if t.staying(board, side) > 0 && t.staying(board, 1-side) == 0 {
			turns = t.clearing(board, turns, side)
		} else if len(turns) == 0 && t.passes() {
			return []string{board}
		}
	}
	for _, turn := range turns {
		b := []byte(board)
		b[turn[0]], b[turn[1]] = '.', board[turn[0]]
		out = append(out, string(b))
	}
	return out
}

func (t *tabletop) passes() bool { return t.rules == "farben" || t.rules == "farben-simple" }

// targets lists where the man on from can go, the clearing duty left aside.
func (t *tabletop) targets(board string, side, from int) (out []int) {
	in := func(list []int, c int) bool { return slices.Contains(list, c) }
	goal := t.goalOf(board[from], side)
	inside := func(c int) bool { return !t.strict || !in(goal, from) || in(goal, c) }
	dark := func(c int) bool { return (t.cells[c].X+1+t.cells[c].Y+1)%2 == t.odd }
	straight := func(to int) bool { return t.cells[from].X == t.cells[to].X || t.cells[from].Y == t.cells[to].Y }
	add := func(list []int, jumped bool) {
		for _, to := range list {
			may := true
			switch t.rules {
			case "farben":
				may = dark(from) && !jumped && !straight(to) || !dark(from) && jumped ||
					in(goal, from) && in(goal, to) || t.allFree && in(t.home[side], from) && in(t.home[side], to)
			case "farben-simple":
				may = dark(from) == dark(to)
			}
			if t.rules != "xxl" && in(goal, from) && !in(goal, to) {
				may = false
			}
			if may {
				out = append(out, to)
			}
		}
	}
	add(t.steps(board, from), false)
	add(t.jumps(board, from, inside), true)
	return out
}

// lined reports whether a side's men stand on a whole edge: on one of the two that
// begin in the corner it has at the bottom, or on any.
func (t *tabletop) lined(board string, side int) bool {
	own := [2]int{0, t.size - 1}[side]
	count := map[[2]int]int{} // by x or y and which
	for _, c := range men(board, letters(side)) {
		count[[2]int{0, t.cells[c].X}]++
		count[[2]int{1, t.cells[c].Y}]++
	}
	for axis := range 2 {
		for _, at := range []int{0, t.size - 1} {
			if count[[2]int{axis, at}] == t.size && (at == own || t.anyLine) {
				return true
			}
		}
	}
	return false
}

// arrived reports whether a side has won.
func (t *tabletop) arrived(board string, side int) bool {
	if t.rules == "connection2" {
		return t.lined(board, side)
	}
	for _, c := range men(board, letters(side)) {
		goal := t.goal[side]
		if t.last != nil {
			goal = t.last[board[c]]
		}
		if !slices.Contains(goal, c) {
			return false
		}
	}
	return true
}

// node is a position with the boards that turns lead to.
type node struct {
	board string
	side  int
}

// over returns the value of a position that is over for the side to move.
func (t *tabletop) over(n node) (duel.Value, bool) {
	switch {
	case t.arrived(n.board, n.side):
		return duel.ValueIllegal, true
	case t.arrived(n.board, 1-n.side):
		return duel.ValueLost, true
	}
	return 0, false
}

// boards lists all ways to place the letters.
func boards(cells int, letters string) []string {
	out := []string{strings.Repeat(".", cells)}
	for i := range len(letters) {
		var more []string
		for _, b := range out {
			least := 0
			if i > 0 && letters[i] == letters[i-1] {
				least = strings.LastIndexByte(b, letters[i]) + 1
			}
			for c := least; c < cells; c++ {
				if b[c] == '.' {
					more = append(more, b[:c]+letters[i:i+1]+b[c+1:])
				}
			}
		}
		out = more
	}
	return out
}

// values works out all positions.
func (t *tabletop) values(letters string) map[node]duel.Value {
	now, after := map[node]duel.Value{}, map[node][]node{}
	for _, board := range boards(len(t.cells), letters) {
		for side := range 2 {
			n := node{board, side}
			now[n] = duel.ValueDrawn
			if value, over := t.over(n); over {
				now[n] = value
				continue
			}
			after[n] = []node{}
			for _, b := range t.after(board, side) {
				after[n] = append(after[n], node{b, 1 - side})
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for n, list := range after {
			value := duel.ValueLost
			for _, to := range list {
				switch now[to] {
				case duel.ValueLost:
					value = duel.ValueWon
				case duel.ValueDrawn:
					if value == duel.ValueLost {
						value = duel.ValueDrawn
					}
				}
			}
			if value != duel.ValueDrawn { // for good: it comes from such values alone
				now[n], changed = value, true
				delete(after, n)
			}
		}
	}
	return now
}

// position is a node as the game has it.
func position(g *duel.Game, n node) duel.Position {
	p := duel.Position{Turn: duel.Side(n.side)}
	for side := range p.Men {
		for _, c := range men(n.board, letters(side)) {
			p.Men[side] |= duel.SetOf(positions.Cell(c))
			if strings.IndexByte("AB", n.board[c]) >= 0 {
				p.Marked |= duel.SetOf(positions.Cell(c))
			}
		}
	}
	return p
}

// TestTabletopAgrees compares the values of all positions, both sides to move.
func TestTabletopAgrees(t *testing.T) {
	for _, c := range []struct {
		rules     string
		shape     positions.Shape
		size, men int
		positions int
	}{
		{"booklet:arrival=strict", positions.Square, 3, 3, 3360},
		{"booklet:arrival=strict", positions.Rhombus, 4, 2, 21840},
		{"farben:arrival=strict", positions.Square, 3, 3, 3360},
		{"treff", positions.Square, 3, 2, 6048},
		{"treff", positions.Square, 3, 3, 30240},
		{"doppel", positions.Square, 3, 2, 6048},
		{"doppel:pattern=rows:arrival=strict", positions.Square, 3, 3, 30240},
		{"two-colour", positions.Star, 1, 2, 34320},
		{"two-colour:points=own", positions.Star, 1, 2, 34320},
		{"two-colour:points=facing-far", positions.Star, 1, 2, 34320},
		{"connection2", positions.Rhombus, 3, 3, 3360},
		{"connection2:goal=any", positions.Rhombus, 3, 3, 3360},
		{"xxl", positions.Star, 1, 1, 312},
		{"xxl", positions.Star, 1, 2, 8580},
		{"xxl", positions.Star, 2, 1, 2664},
		{"farben", positions.Square, 3, 2, 1512},
		{"farben", positions.Square, 3, 3, 3360},
		{"farben:dark=odd", positions.Square, 3, 3, 3360},
		{"farben:free-courts=all", positions.Square, 3, 3, 3360},
		{"farben", positions.Square, 4, 2, 21840},
		{"farben-simple", positions.Square, 3, 3, 3360},
		{"farben-simple", positions.Square, 4, 2, 21840},
	} {
		if testing.Short() && c.positions > 10_000 {
			continue
		}
		g := positiontest.Must(t, duel.New, duel.Options{
			Shape: c.shape, Size: c.size, Men: c.men, Rules: positiontest.Must(t, duel.ParseRules, c.rules),
		})
		t.Run(g.String(), func(t *testing.T) {
			t.Parallel()
			table := tabletopOf(g)
			lookup := lookupOf(t, g)
			want := table.values(strings.Repeat("A", g.Marked) + strings.Repeat("a", g.Men-g.Marked) +
				strings.Repeat("B", g.Marked) + strings.Repeat("b", g.Men-g.Marked))
			if len(want) != c.positions {
				t.Errorf("%d positions, want %d", len(want), c.positions)
			}
			counts := duel.Counts{}
			for n, value := range want {
				p := position(g, n)
				if got := lookup(g.View(p)); got != value {
					t.Fatalf("%s: %s, want %s", g.Format(p), got, value)
				}
				counts.Add(value, 1)
			}
			t.Logf("%+v", counts)
		})
	}
}
