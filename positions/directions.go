package positions

import (
	"fmt"
	"strings"
)

// squareWays are the directions that boards for peg solitaire on the square lattice
// are played with, by their number: along rows and columns; with six along one of the
// diagonals, too, which falls to the right (so these are the directions of the
// triangular lattice, leaned over until its columns are upright); or all eight.
var squareWays = map[int][]Point{4: fourWays, 6: sixWays, 8: eightWays}

// UsualDirections reports whether the directions of the board are those that its
// shape has unless others are asked for.
func (b *Board) UsualDirections() bool { return len(b.directions) == len(shapes[b.shape].directions) }

// WithDirections returns the board with 4, 6 or 8 directions. Errors wrap [ErrBoard]:
// any other number, or other than the usual directions of a board with courts or of
// a triangular one.
func (b *Board) WithDirections(n int) (*Board, error) {
	switch ways, ok := squareWays[n]; {
	case n == b.Directions():
		return b, nil
	case b.shape.Courts() || b.Triangular():
		return nil, fmt.Errorf("%w: the %s has %d directions, not %d", ErrBoard, b, b.Directions(), n)
	case !ok:
		return nil, fmt.Errorf("%w: %d directions (4, 6 or 8)", ErrBoard, n)
	default:
		return boardOf(b.shape, b.size, b.points, ways), nil
	}
}

// Middle returns the hole of a board without courts that is empty at the start
// unless another is named: the middle of a cross, the top of a triangle. It is false
// for a drawn board, which has none. The last man is usually to stand there, too,
// or with open anywhere.
func (b *Board) Middle() (c Cell, open, ok bool) {
	kind := &shapes[b.shape]
	if kind.middle == nil {
		return NoCell, false, false
	}
	return b.CellAt(kind.middle(b.size)), kind.open, true
}

// directionsWord begins the line of a drawing that says in how many directions men
// jump.
const directionsWord = "directions"

// DirectionsIn returns the number of directions that a drawing names, 0 if it names
// none.
func DirectionsIn(text string) (n int, err error) {
	lineNo := 0
	for line := range strings.SplitSeq(text, "\n") {
		lineNo++
		word, number, _ := strings.Cut(strings.TrimSpace(line), " ")
		if !strings.HasPrefix(word, directionsWord) {
			continue
		}
		m := 0
		if _, err := fmt.Sscan(number, &m); err != nil || word != directionsWord || squareWays[m] == nil || n != 0 {
			return 0, &SyntaxError{lineNo, 1, "one line says in how many directions men jump: directions 4, 6 or 8"}
		}
		n = m
	}
	return n, nil
}

// Along says in words which ways the directions of the board lead: "in a row or a
// column".
func (b *Board) Along() string {
	switch {
	case b.Triangular():
		return "along one of the three kinds of rows"
	case b.Directions() == 4:
		return "in a row or a column"
	case b.Directions() == 6:
		return "in a row, a column or a diagonal that falls to the right"
	}
	return "in a row, a column or a diagonal"
}
