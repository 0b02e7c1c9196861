package cli

import (
	"fmt"

	"github.com/halma-solve/halma-solve/positions"
)

// The options of a puzzle that more than one command has.
var (
	Rules = Option[positions.Arrival]{
		Name: "rules", Category: PuzzleCategory, Usage: "`SET`booklet (a man that has arrived stays in the goal court) or free",
		Shown: "as printed: free for star 10, square 10×10 15 and 16×16 13, else booklet",
		Words: Names(positions.Booklet, positions.Free), Parse: positions.ParseArrival,
	}
	Count = Option[positions.Count]{
		Name: "count", Category: PuzzleCategory, Usage: "`UNIT`what is counted: moves (a chain of jumps is one) or hops (every single jump is one)",
		Default: "moves", Words: Names(positions.Moves, positions.Hops), Parse: positions.ParseCount,
	}
	Jumps = Option[positions.Jumps]{
		Name: "jumps", Category: PuzzleCategory, Usage: "`KIND`short (over a neighbour) or super (over a man at any distance)",
		Default: "short", Words: Names(positions.Short, positions.Super), Parse: positions.ParseJumps,
	}
	// Size depends on the board: see [BoardOf].
	Size = Text("size", PuzzleCategory,
		"`N`size of the board: N×N cells on square and rhombus (3 to 16), rows of a point on the star (1 to 4), holes along a side of the triangle (4 to 10)",
		"star 4, square 16, rhombus 9, triangle 5")
	// Directions are those of jumps in peg solitaire.
	Directions = Option[int]{
		Name: "directions", Category: PuzzleCategory,
		Usage: "`N`in how many directions men jump: 4 (rows and columns), 6 (also the diagonal that falls to the right) or 8",
		Shown: "triangle 6, others 4", Words: []string{"4", "6", "8"},
		Parse: func(text string) (int, error) {
			n, err := WholeNumber(text, 4, 8)
			if err == nil && n%2 != 0 {
				err = fmt.Errorf("%d is none of 4, 6 and 8", n)
			}
			return n, err
		},
	}
	// Men is an army by name; the game refuses one that does not fit.
	Men = army()
)

// Board returns the option for a board of some shapes: note is what the help says
// behind their names, usual what is played on without it.
func Board(shapes []positions.Shape, note, usual string) Option[positions.Shape] {
	names := Names(shapes...)
	return Option[positions.Shape]{
		Name: "board", Category: PuzzleCategory, Usage: "`NAME`the board: " + positions.OneOf(names) + note, Shown: usual,
		Words: names, Parse: positions.ParseShape,
	}
}

// BoardOf reads --board and --size. Without --board the board is usual; the size
// is 0 if it is not given.
func BoardOf(c *Context, usual positions.Shape) (shape positions.Shape, size int, err error) {
	if shape = (Option[positions.Shape]{Name: "board"}).Of(c); shape == 0 {
		shape = usual
	}
	if !c.IsSet(Size.Name) {
		return shape, 0, nil
	}
	smallest, largest, _ := shape.Sizes()
	switch size, err = WholeNumber(Size.Of(c), smallest, largest); {
	case err != nil && smallest == largest:
		err = Size.Refuse(c, fmt.Errorf("the board %s has one size; leave --size out", shape))
	case err != nil:
		err = Size.Refuse(c, fmt.Errorf("%w, the sizes of the board %s", err, shape))
	}
	return shape, size, err
}

// NewBoard makes the board that --board and --size name.
func NewBoard(c *Context) (*positions.Board, error) {
	shape, size, err := BoardOf(c, positions.Star)
	if err != nil {
		return nil, err
	}
	b, err := positions.NewBoard(shape, size)
	if err != nil {
		err = Size.Refuse(c, err)
	}
	return b, err
}

func army() Option[string] {
	o := Needed(Text("men", PuzzleCategory,
		"`ARMY`a number of men, ring, or a block such as block3x3; \"halma-solve boards --board …\" draws what fits",
		"star 15, square 16×16 19, 10×10 15, rhombus 9×9 10"), "an army is needed, such as 15")
	o.Words, o.Open = []string{"1", "3", "6", "10", "13", "15", "19", "21", "ring", "block2x2", "block3x3", "block4x4"}, true
	return o
}
