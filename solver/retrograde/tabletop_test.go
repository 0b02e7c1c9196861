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
}

func tabletopOf(g *duel.Game) *tabletop {
	t := &tabletop{rules: g.Rules.Name, size: g.Board.Size(), number: map[positions.Point]int{}}
	for c := range positions.Cell(g.Board.Len()) {
		t.cells = append(t.cells, g.Board.Point(c))
		t.number[g.Board.Point(c)] = int(c)
	}
	t.directions = []positions.Point{{X: 1}, {X: -1}, {Y: 1}, {Y: -1}, {X: 1, Y: -1}, {X: -1, Y: 1}}
	if g.Board.Shape() == positions.Square {
		t.directions = append(t.directions, positions.Point{X: 1, Y: 1}, positions.Point{X: -1, Y: -1})
	}
	if t.rules == "xxl" {
		t.xxl(g.Men)
	}
	return t
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

func (t *tabletop) jumps(board string, from int) []int {
	board = board[:from] + "." + board[from+1:]
	at := []int{from}
	for i := 0; i < len(at); i++ {
		for _, d := range t.directions {
			over := t.next(at[i], d)
			to := t.next(over, d)
			if to >= 0 && board[over] != '.' && board[to] == '.' && !slices.Contains(at, to) {
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
	for _, from := range men(board, letters(side)) {
		for _, to := range append(t.steps(board, from), t.jumps(board, from)...) {
			b := []byte(board)
			b[from], b[to] = '.', board[from]
			out = append(out, string(b))
		}
	}
	return out
}

// home reports whether a side has won.
func (t *tabletop) arrived(board string, side int) bool {
	for _, c := range men(board, letters(side)) {
		if !slices.Contains(t.goal[side], c) {
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
			if value != now[n] {
				now[n], changed = value, true
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
		}
	}
	return p
}

// TestTabletopAgrees compares the values of all positions, both sides to move.
func TestTabletopAgrees(t *testing.T) {
	for _, c := range []struct {
		o         duel.Options
		positions int
	}{
		{duel.Options{Shape: positions.Star, Size: 1, Men: 1, Rules: duel.XXL}, 312},
		{duel.Options{Shape: positions.Star, Size: 1, Men: 2, Rules: duel.XXL}, 8580},
		{duel.Options{Shape: positions.Star, Size: 2, Men: 1, Rules: duel.XXL}, 2664},
	} {
		g := positiontest.Must(t, duel.New, c.o)
		t.Run(g.String(), func(t *testing.T) {
			t.Parallel()
			table := tabletopOf(g)
			lookup := lookupOf(t, g)
			want := table.values(strings.Repeat("a", g.Men) + strings.Repeat("b", g.Men))
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
