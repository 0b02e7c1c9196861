package generate

import (
	"slices"

	"github.com/halma-solve/halma-solve/positions"
)

// Kind is a kind of puzzles.
type Kind string

// The kinds.
const (
	Solo       Kind = "solo"
	Endgame    Kind = "endgame"
	Transfer   Kind = "transfer"
	Connection Kind = "connection"
	Treffpunkt Kind = "treffpunkt"
)

// KindInfo describes a kind.
type KindInfo struct {
	Kind   Kind
	Boards []positions.Shape
	Usual  positions.Shape // that is meant where none is named
	// Takes are the options of the puzzle that the kind takes: "size", "men", …
	Takes []string
	// Armies says that the men are an army by name, which starts in its court;
	// else they are a number.
	Armies             bool
	Square             int // usual size of a square, 0: as of the board
	MinMoves, MaxMoves int // usual limits
	// Men is the usual number of men on a board.
	Men func(b *positions.Board) int
}

var kinds = []KindInfo{
	{Kind: Solo, Usual: positions.English, Boards: positions.PegShapes(), Takes: []string{"size", "to", "mask"}, MinMoves: 5, MaxMoves: 10},
	{
		Kind: Endgame, Usual: positions.Star, Boards: positions.CourtShapes(),
		Takes: []string{"size", "men", "rules", "jumps"}, Armies: true, MinMoves: 3, MaxMoves: 5,
	},
	{
		Kind: Transfer, Usual: positions.Square, Boards: positions.CourtShapes(), Takes: []string{"size", "men", "rules", "jumps"},
		Square: 6, MinMoves: 3, MaxMoves: 8, Men: fourMen,
	},
	{
		Kind: Connection, Usual: positions.Star, Boards: positions.CourtShapes(),
		Takes: []string{"size", "men", "jumps", "start"}, Square: 6, MinMoves: 3, MaxMoves: 5, Men: lineMen,
	},
	{
		Kind: Treffpunkt, Usual: positions.Square, Boards: positions.CourtShapes(), Takes: []string{"size", "men", "jumps", "start"},
		Square: 6, MinMoves: 3, MaxMoves: 8, Men: fourMen,
	},
}

// Kinds lists the kinds.
func Kinds() []Kind {
	names := make([]Kind, len(kinds))
	for i, k := range kinds {
		names[i] = k.Kind
	}
	return names
}

// Info returns the description of a kind of [Kinds].
func (k Kind) Info() KindInfo { return kinds[slices.Index(Kinds(), k)] }

// Figures reports whether the goals of a kind are figures that are no courts.
func (k Kind) Figures() bool { return k == Connection || k == Treffpunkt }

// Has reports whether the kind takes an option of the puzzle.
func (i KindInfo) Has(option string) bool { return slices.Contains(i.Takes, option) }

func fourMen(*positions.Board) int { return 4 }

// lineMen are as many as an edge of a big triangle of the star has holes, and as a
// row of another board has cells.
func lineMen(b *positions.Board) int {
	if b.Shape() == positions.Star {
		return 3*b.Size() + 1
	}
	return b.Size()
}
