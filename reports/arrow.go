package reports

import (
	"fmt"
	"math"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// marks is what a picture shows of one move, as the d attributes of paths.
type marks struct {
	Shaft  string `json:"shaft"`  // the way of the man, an arc for every jump
	Heads  string `json:"heads"`  // an arrow-head at the end of every hop
	Left   string `json:"left"`   // a ring on the cell the man came from
	Taken  string `json:"taken"`  // solo: a crossed ring for every man taken off
	Placed string `json:"placed"` // retour: a ring around every man placed
}

// Measures of arrows.
const (
	headLength = 20
	headWidth  = 11 // half of it
	bulge      = 50 // how far an arc's control point is off, in percent of the hop: it clears the jumped man
	stopGap    = 6  // from an arrow-head to the middle of an empty cell
)

// marksOf returns the marks of a move.
func (cv canvas) marksOf(p *puzzles.Puzzle, path []positions.Cell) marks {
	var m marks
	var shaft, heads, taken strings.Builder
	for i := range len(path) - 1 {
		gap := stopGap
		if i == len(path)-2 {
			gap = manSize + 3
		}
		curve, head := cv.arrow(cv.spots[path[i]], cv.spots[path[i+1]], jumps(p, path), gap)
		shaft.WriteString(curve)
		heads.WriteString(head)
	}
	m.Shaft, m.Heads = shaft.String(), heads.String()
	if path[0] != path[len(path)-1] {
		m.Left = circles(manSize-4, cv.spots[path[0]])
	}
	if !p.Game.Pegs() {
		return m
	}
	for _, c := range between(cv.board, path) {
		s := cv.spots[c]
		if p.Game == puzzles.GameRetour {
			m.Placed += circles(manSize+5, s)
			continue
		}
		taken.WriteString(takenMark(s))
	}
	m.Taken = taken.String()
	return m
}

// takenMark is a crossed ring for a man that is taken off.
func takenMark(s spot) string {
	const arm = 10
	return fmt.Sprintf("%sM%d %dl%d %dm0-%dl-%d %d", circles(manSize-4, s), s.X-arm, s.Y-arm, 2*arm, 2*arm, 2*arm, 2*arm, 2*arm)
}

// arrow returns the shaft and the head of a hop. The head ends gap before the
// middle of the cell.
func (cv canvas) arrow(from, to spot, curved bool, gap int) (shaft, head string) {
	dx, dy := to.X-from.X, to.Y-from.Y
	control := spot{(from.X + to.X) / 2, (from.Y + to.Y) / 2}
	if curved {
		control.X += round(dy*bulge, 100)
		control.Y -= round(dx*bulge, 100)
	}
	ex, ey := to.X-control.X, to.Y-control.Y // the direction at the end
	length := root(ex*ex + ey*ey)
	back := func(n int) spot { return spot{to.X - round(ex*n, length), to.Y - round(ey*n, length)} }
	tip, base, notch := back(gap), back(gap+headLength), back(gap+headLength-5)
	wx, wy := round(ey*headWidth, length), -round(ex*headWidth, length)
	shaft = fmt.Sprintf("M%d %dQ%d %d %d %d", from.X, from.Y, control.X, control.Y, notch.X, notch.Y)
	head = fmt.Sprintf("M%d %dL%d %dL%d %dL%d %dz", tip.X, tip.Y, base.X+wx, base.Y+wy, notch.X, notch.Y, base.X-wx, base.Y-wy)
	return shaft, head
}

// jumps reports whether a move is a chain of jumps, not a step.
func jumps(p *puzzles.Puzzle, path []positions.Cell) bool {
	if p.Game.Pegs() || len(path) != 2 {
		return true
	}
	for d := range p.Board.Directions() {
		if p.Board.Neighbour(path[0], d) == path[1] {
			return false
		}
	}
	return true
}

// between returns the cells in the middle of the jumps of a move, where the
// jumped men stand.
func between(b *positions.Board, path []positions.Cell) []positions.Cell {
	var out []positions.Cell
	for i := range len(path) - 1 {
		from, to := b.Point(path[i]), b.Point(path[i+1])
		out = append(out, b.CellAt(positions.Point{X: (from.X + to.X) / 2, Y: (from.Y + to.Y) / 2}))
	}
	return out
}

// round divides a by a positive b to the nearest whole number.
func round(a, b int) int {
	if a < 0 {
		return -round(-a, b)
	}
	return (a + b/2) / b
}

// root is the square root, rounded down; at least 1.
func root(n int) int { return max(int(math.Sqrt(float64(n))), 1) }
