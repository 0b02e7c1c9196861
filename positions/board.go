package positions

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Shape is the kind of a board.
type Shape uint8

// The shapes of boards, with the sizes [NewBoard] takes.
const (
	Square     Shape = iota + 1 // n×n fields, 8 directions, n = 3 … 16
	Star                        // six-pointed star, 6 directions, size 1 … 4 (13, 37, 73, 121 holes)
	Rhombus                     // n×n holes, 6 directions, acute corners a1 and opposite, n = 3 … 16
	English                     // cross of 33 holes, 4 directions, size 7
	French                      // cross of 37 holes, 4 directions, size 7
	Wiegleb                     // cross of 45 holes, 4 directions, size 9
	Asymmetric                  // cross of 39 holes with two long arms, 4 directions, size 8
	Diamond                     // square on its tip of 41 holes, 4 directions, size 9
	Triangle                    // n holes a side, 6 directions, n = 4 … 10 (10, 15, … 55 holes)
	Drawn                       // any holes of a square lattice: see [ParseDrawn]
)

// shapes describes every shape. What is said of boards elsewhere, in lists, help
// texts and errors, is taken from here.
var shapes = [...]struct {
	name           string
	min, max, std  int
	courts         bool   // men step, armies have courts; else men only jump: peg solitaire
	tip            bool   // a1 is a tip: rows lead to the goal, and a cell's letter is its place in the row
	text           string // a board for people: its NAME, SIZE and number of CELLS are filled in
	duel           int    // size that two players use, 0: they do not play here
	drawn          int    // size of a small drawing
	note           string // what the name does not say
	triangular     bool
	directions     []Point
	middle         func(size int) Point // the hole that is usually empty, without courts
	open           bool                 // the last man usually may stand anywhere, not in the middle
	contains       func(p Point, size int) bool
	cornersOfFrame func(size int) (lo, hi Point)
}{
	Square: {
		name: "square", min: 3, max: 16, std: 16, directions: eightWays, courts: true, duel: 4, text: grid,
		drawn: 6, note: "n×n fields, 8 directions",
		contains: inSquare, cornersOfFrame: squareFrame,
	},
	Star: {
		name: "star", min: 1, max: 4, std: 4, triangular: true, directions: sixWays, courts: true, duel: 1, tip: true, text: "NAME SIZE (CELLS holes)",
		drawn: 2, note: "six-pointed star, 6 directions; size s has points of s rows: 13, 37, 73, 121 holes",
		contains: inStar,
		cornersOfFrame: func(s int) (lo, hi Point) {
			return Point{-2 * s, -2 * s}, Point{2 * s, 2 * s}
		},
	},
	Rhombus: {
		name: "rhombus", min: 3, max: 16, std: 9, triangular: true, directions: sixWays, courts: true, duel: 5, text: grid,
		drawn: 5, note: "n×n holes, 6 directions; 9×9 is the star of size 4 without its side points",
		contains: inSquare, cornersOfFrame: squareFrame,
	},
	English: {
		name: "english", min: 7, max: 7, std: 7, directions: fourWays, text: cross,
		drawn: 7, note: "cross of 33 holes, 4 directions; no courts, for peg solitaire",
		contains: inCross, middle: center, cornersOfFrame: squareFrame,
	},
	French: {
		name: "french", min: 7, max: 7, std: 7, directions: fourWays, text: cross,
		drawn: 7, note: "cross of 37 holes, 4 directions; no courts, for peg solitaire",
		contains: func(p Point, n int) bool { return inCross(p, n) || inSquare(p, n) && fromCenter(p, n) <= 4 },
		middle:   center, cornersOfFrame: squareFrame,
	},
	Wiegleb: {
		name: "wiegleb", min: 9, max: 9, std: 9, directions: fourWays, text: cross,
		drawn: 9, note: "cross of 45 holes with arms of 3 rows, 4 directions; for peg solitaire",
		contains: inCross, middle: center, cornersOfFrame: squareFrame,
	},
	Asymmetric: {
		name: "asymmetric", min: 8, max: 8, std: 8, directions: fourWays, text: cross,
		drawn: 8, note: "cross of 39 holes, the upper and the right arm of 3 rows, the others of 2; for peg solitaire",
		contains: inCross, middle: center, cornersOfFrame: squareFrame,
	},
	Diamond: {
		name: "diamond", min: 9, max: 9, std: 9, directions: fourWays, text: "NAME (CELLS holes)",
		drawn: 9, note: "square on its tip, 41 holes, 4 directions; for peg solitaire",
		contains: func(p Point, n int) bool { return inSquare(p, n) && fromCenter(p, n) <= 4 },
		middle:   center, cornersOfFrame: squareFrame,
	},
	Triangle: {
		name: "triangle", min: 4, max: 10, std: 5, triangular: true, directions: sixWays, text: "NAME SIZE (CELLS holes)",
		drawn: 5, note: "n holes a side, 6 directions, 15 holes for n = 5; for peg solitaire",
		contains: func(p Point, n int) bool { return inSquare(p, n) && p.X+p.Y < n },
		middle:   func(n int) Point { return Point{0, n - 1} }, open: true, cornersOfFrame: squareFrame,
	},
	Drawn: {name: "drawn", min: 1, max: MaxDrawn, directions: fourWays, text: "NAME board (CELLS holes)"},
}

// Texts of boards.
const (
	grid  = "NAME SIZE×SIZE"
	cross = "NAME cross (CELLS holes)"
)

// ErrBoard is wrapped by every error about a board that does not exist.
var ErrBoard = errors.New("no such board")

// String returns the name of the shape as users write it: "square", "star",
// "rhombus", "english", …, "drawn".
func (s Shape) String() string {
	if s < Square || s > Drawn {
		return fmt.Sprintf("Shape(%d)", uint8(s))
	}
	return shapes[s].name
}

// Sizes returns the smallest, the largest and the usual size of the shape.
func (s Shape) Sizes() (smallest, largest, usual int) {
	return shapes[s].min, shapes[s].max, shapes[s].std
}

// Courts reports whether men step on boards of the shape and armies have courts
// there; on the others men only jump, in peg solitaire.
func (s Shape) Courts() bool { return shapes[s].courts }

// Duel returns the usual size for two players, 0 if they do not play on the shape.
func (s Shape) Duel() int { return shapes[s].duel }

// Note says in a line what the name of the shape does not, and which size shows it
// in a small drawing.
func (s Shape) Note() (text string, size int) { return shapes[s].note, shapes[s].drawn }

// Shapes lists the shapes that [NewBoard] makes boards of, in the order of lists.
func Shapes() []Shape {
	return []Shape{Star, Square, Rhombus, English, French, Wiegleb, Asymmetric, Diamond, Triangle}
}

// CourtShapes lists the shapes of [Shapes] with courts.
func CourtShapes() []Shape { return shapesThat(Shape.Courts) }

// PegShapes lists the shapes of [Shapes] without courts.
func PegShapes() []Shape { return shapesThat(func(s Shape) bool { return !s.Courts() }) }

func shapesThat(are func(Shape) bool) []Shape {
	return slices.DeleteFunc(Shapes(), func(s Shape) bool { return !are(s) })
}

// OneOf lists values as they are printed: "star, square or rhombus".
func OneOf[T any](values []T) string {
	var s strings.Builder
	for i, v := range values {
		switch {
		case i > 0 && i == len(values)-1:
			s.WriteString(" or ")
		case i > 0:
			s.WriteString(", ")
		}
		fmt.Fprint(&s, v)
	}
	return s.String()
}

// ParseShape returns the shape with the given name.
func ParseShape(name string) (Shape, error) {
	for _, s := range Shapes() {
		if shapes[s].name == name {
			return s, nil
		}
	}
	return 0, fmt.Errorf("%w: %q (the boards are %s)", ErrBoard, name, strings.ReplaceAll(OneOf(Shapes()), " or ", ", "))
}

// Point is a place in the board's lattice. On square boards and crosses X is
// the column and Y the row, both from 0. On the star and the rhombus they are
// axial coordinates of the triangular lattice: Y counts rows upwards, a step up
// and to the right adds (0,1), one up and to the left adds (−1,1).
type Point struct{ X, Y int }

var (
	fourWays  = []Point{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}
	sixWays   = []Point{{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}}
	eightWays = []Point{{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}
)

func squareFrame(n int) (lo, hi Point) { return Point{0, 0}, Point{n - 1, n - 1} }

func inSquare(p Point, n int) bool { return p.X >= 0 && p.Y >= 0 && p.X < n && p.Y < n }

// center is the hole in the middle, of a frame of even size the one below and to
// the left.
func center(n int) Point { return Point{(n - 1) / 2, (n - 1) / 2} }

// inCross reports whether p is in one of the two bars, three holes wide, that cross
// each other at the center.
func inCross(p Point, n int) bool {
	m := center(n)
	return inSquare(p, n) && (abs(p.X-m.X) <= 1 || abs(p.Y-m.Y) <= 1)
}

// fromCenter is the number of steps along rows and columns from p to the center.
func fromCenter(p Point, n int) int {
	m := center(n)
	return abs(p.X-m.X) + abs(p.Y-m.Y)
}

// inStar: the hexagonal star is the union of two triangles.
func inStar(p Point, s int) bool {
	q, r, t := p.X, p.Y, -p.X-p.Y
	return q <= s && r <= s && t <= s || q >= -s && r >= -s && t >= -s
}

func abs(x int) int { return max(x, -x) }

// Board is the geometry of a board: its cells, which are neighbours, how they
// are named. It does not change after [NewBoard] and may be shared.
type Board struct {
	shape      Shape
	size       int
	directions []Point
	points     []Point
	frame      frame
	neighbours [][]Cell // [cell][direction], NoCell off the board
	names      []string
	byName     map[string]Cell
	symmetries []Permutation
}

// NewBoard returns the board of the given shape and size; size 0 means the
// usual one (square 16, star 4, rhombus 9, triangle 5; the others have one).
func NewBoard(shape Shape, size int) (*Board, error) {
	if int(shape) >= len(shapes) || shapes[shape].contains == nil {
		return nil, fmt.Errorf("%w: shape %d", ErrBoard, shape)
	}
	kind := &shapes[shape]
	if size == 0 {
		size = kind.std
	}
	if size < kind.min || size > kind.max {
		if kind.min == kind.max {
			return nil, fmt.Errorf("%w: the %s board has size %d only, not %d", ErrBoard, kind.name, kind.min, size)
		}
		return nil, fmt.Errorf("%w: %s of size %d (sizes go from %d to %d)", ErrBoard, kind.name, size, kind.min, kind.max)
	}
	if known, ok := made.Load(boardKey{shape, size}); ok {
		return known.(*Board), nil
	}
	lo, hi := kind.cornersOfFrame(size)
	var points []Point
	for y := lo.Y; y <= hi.Y; y++ {
		for x := lo.X; x <= hi.X; x++ {
			if p := (Point{x, y}); kind.contains(p, size) {
				points = append(points, p)
			}
		}
	}
	b, _ := made.LoadOrStore(boardKey{shape, size}, boardOf(shape, size, points, kind.directions))
	return b.(*Board), nil
}

// made keeps every board of the table of shapes that was asked for, some dozens at most:
// boards never change, and a file of puzzles asks for the same one in every line.
var made sync.Map // of boardKey to *Board

type boardKey struct {
	shape Shape
	size  int
}

// boardOf makes a board of cells that are given in the order of their indices.
func boardOf(shape Shape, size int, points, directions []Point) *Board {
	b := &Board{shape: shape, size: size, directions: directions, frame: frameOf(points), points: points}
	b.neighbours = make([][]Cell, len(b.points))
	for c, p := range b.points {
		for _, d := range directions {
			b.neighbours[c] = append(b.neighbours[c], b.CellAt(Point{p.X + d.X, p.Y + d.Y}))
		}
	}
	b.nameCells()
	b.symmetries = b.findSymmetries()
	return b
}

// Shape returns the kind of the board.
func (b *Board) Shape() Shape { return b.shape }

// Size returns the number that makes the shape a board: n for n×n, the rows of
// a point for the star, 7 for the crosses, the columns of a drawn board.
func (b *Board) Size() int { return b.size }

// String names the board for people: "square 16×16", "star 4 (121 holes)", "english
// cross (33 holes), 6 directions" if these are not the usual ones.
func (b *Board) String() string {
	name := strings.NewReplacer("NAME", b.shape.String(), "SIZE", strconv.Itoa(b.size), "CELLS", strconv.Itoa(b.Len())).Replace(shapes[b.shape].text)
	if !b.UsualDirections() {
		name += fmt.Sprintf(", %d directions", b.Directions())
	}
	return name
}

// Len returns the number of cells.
func (b *Board) Len() int { return len(b.points) }

// All returns the set of all cells.
func (b *Board) All() Bits {
	var all Bits
	for c := range Cell(b.Len()) {
		all = all.With(c)
	}
	return all
}

// Directions returns the number of directions from a cell: 4, 6 or 8.
// Direction d+Directions()/2 (mod Directions()) is the opposite of d.
func (b *Board) Directions() int { return len(b.directions) }

// Ways returns the directions from a cell as vectors of the lattice.
func (b *Board) Ways() []Point { return slices.Clone(b.directions) }

// Neighbour returns the cell next to c in direction d, or [NoCell].
func (b *Board) Neighbour(c Cell, d int) Cell { return b.neighbours[c][d] }

// Point returns where c lies in the lattice.
func (b *Board) Point(c Cell) Point { return b.points[c] }

// CellAt returns the cell at a point, or [NoCell].
func (b *Board) CellAt(p Point) Cell {
	f := &b.frame
	x, y := uint(p.X-f.left), uint(p.Y-f.bottom)
	if x >= f.width || y >= f.height {
		return NoCell
	}
	return f.cells[y*f.width+x]
}

// frame is the smallest rectangle around the cells of a board, with what is at
// each of its places. At the most it has 26×64 places, on a drawn board.
type frame struct {
	left, bottom  int
	width, height uint
	cells         []Cell // row by row, NoCell where the board has none
}

func frameOf(points []Point) frame {
	lo, hi := points[0], points[0]
	for _, p := range points {
		lo = Point{min(lo.X, p.X), min(lo.Y, p.Y)}
		hi = Point{max(hi.X, p.X), max(hi.Y, p.Y)}
	}
	f := frame{left: lo.X, bottom: lo.Y, width: uint(hi.X - lo.X + 1), height: uint(hi.Y - lo.Y + 1)}
	f.cells = make([]Cell, f.width*f.height)
	for i := range f.cells {
		f.cells[i] = NoCell
	}
	for c, p := range points {
		f.cells[uint(p.Y-lo.Y)*f.width+uint(p.X-lo.X)] = Cell(c)
	}
	return f
}

// Row returns the row of c from 0 at the bottom, as in its name less one.
func (b *Board) Row(c Cell) int { return b.points[c].Y - b.frame.bottom }

// FromTip reports whether a1 is a tip, as on the star: rows lead from it to the
// opposite tip, and the letter of a cell is its place in the row. On other boards a1
// is a corner between rows and columns.
func (b *Board) FromTip() bool { return shapes[b.shape].tip }

// Advance returns how many rows c lies ahead of the corner a1 on the way to the
// opposite corner: the row on the star, column plus row on all other boards,
// from 0. Its sum over an army is what the solver calls gain.
func (b *Board) Advance(c Cell) int {
	if b.FromTip() {
		return b.Row(c)
	}
	return b.points[c].X + b.points[c].Y
}

// Triangular reports whether the board's lattice has six directions.
func (b *Board) Triangular() bool { return shapes[b.shape].triangular }
