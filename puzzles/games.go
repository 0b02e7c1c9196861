package puzzles

import (
	"slices"

	"github.com/halma-solve/halma-solve/positions"
)

// Options choose a puzzle of a game, which takes some of them: see [Info]. The zero
// value of a field is its default.
type Options struct {
	Shape positions.Shape  // default: the usual one of the game
	Size  int              // default: the usual size of the shape
	Board *positions.Board // of solo and retour, in the place of Shape: any, also a drawn one
	// Directions are those of the jumps of solo and retour: 4, 6 or 8, 0 for the
	// usual ones of the board.
	Directions int
	// Army is the name of an army that walks, default UsualArmy; Men are the men of
	// solo and retour.
	Army    string
	Arrival positions.Arrival
	Jumps   positions.Jumps
	Count   positions.Count
	// Lines are those of connection.
	Lines Lines
	// Target is the name of a built-in figure of treffpunkt, default DefaultTarget;
	// if Figure has cells, it is the figure.
	Target string
	Figure positions.Bits
	// Men are the cells with a man at the start of solo and in the end of retour;
	// default: every hole but From.
	Men positions.Bits
	// From is the hole that is empty at the start of solo and at the end of
	// retour: a name, by default the middle of the board (see
	// [positions.Board.Middle]). It must be empty if Men is given.
	From string
	// To is the hole of the last man of solo, and of the first man of retour: a
	// name, or "any" in solo. By default it is the middle of the board, but any in
	// solo on a triangle or if Men is given.
	To string
}

// Parameter is an option that a game takes on the command line.
type Parameter struct {
	Name    string // "board", "men", …
	Meaning string // in this game; "" where it is the same in all
	Usual   string // its default in words; "" where it is the same in all
}

// Info describes a game. A game that is to be added is a constructor, a line in
// [games], and its command.
type Info struct {
	Game Game
	New  func(Options) (*Puzzle, error)
	// Boards are the shapes it is played on, Usual the one that is meant where none
	// is named.
	Boards []positions.Shape
	Usual  positions.Shape
	// Takes are its options, in the order of help texts.
	Takes []Parameter
	// Certificates says whether its proofs can be written down; Shared, whether several
	// machines can make one.
	Certificates bool
	Shared       bool
	// Figures says that men form figures, which two searches look for.
	Figures bool
	// Named says that its army alone describes a puzzle of the game.
	Named bool
	// Differs tells of a puzzle that is called by the name of the game why it is
	// none of it, "" if it is one; nil if the army says all.
	Differs func(p *Puzzle) string
}

// Has reports whether the game takes an option.
func (i Info) Has(name string) bool {
	return slices.ContainsFunc(i.Takes, func(p Parameter) bool { return p.Name == name })
}

var transferTakes = []Parameter{{Name: "board"}, {Name: "size"}, {Name: "men"}, {Name: "rules"}, {Name: "count"}, {Name: "jumps"}}

// games are the games with commands of their own, in the order of lists.
var games = []Info{
	{
		Game: GameHighscore, New: Highscore, Usual: positions.Star, Boards: positions.CourtShapes(),
		Takes: transferTakes, Certificates: true, Shared: true, Named: true,
	},
	{
		Game: GameTreffhalma, New: Treffhalma, Usual: positions.Square, Boards: positions.CourtShapes(),
		Takes: transferTakes, Certificates: true, Shared: true, Named: true, Differs: notTreffhalma,
	},
	{
		Game: GameTreffpunkt, New: Treffpunkt, Usual: positions.Square, Boards: positions.CourtShapes(), Figures: true, Differs: notTreffpunkt,
		Takes: []Parameter{
			{Name: "board"},
			{Name: "size"},
			{Name: "men", Usual: "square 16×16 19, as for highscore on others"},
			{Name: "target"},
			{Name: "count"},
			{Name: "jumps"},
		},
	},
	{
		Game: GameConnection, New: Connection, Usual: positions.Star, Boards: []positions.Shape{positions.Star}, Figures: true, Differs: notConnection,
		Takes: []Parameter{
			{Name: "size", Meaning: "rows of a point of the star, 1 to 4", Usual: "4"},
			{Name: "goal"},
			{Name: "count"},
			{Name: "jumps"},
		},
	},
	{
		Game: GameShortest, New: Shortest, Usual: positions.Rhombus, Boards: positions.CourtShapes(), Certificates: true, Named: true, Differs: notShortest,
		Takes: []Parameter{{Name: "board"}, {Name: "size"}, {Name: "men", Meaning: "men of each army"}, {Name: "jumps"}},
	},
	{
		Game: GameSolo, New: Solo, Usual: positions.English, Boards: positions.PegShapes(),
		Takes: pegTakes("the hole that is empty at the start", "the hole of the last man, or any", "the start", ""),
	},
	{
		Game: GameRetour, New: Retour, Usual: positions.English, Boards: positions.PegShapes(),
		Takes: pegTakes("the hole that is empty at the end", "the hole of the first man", "the goal", "the middle; the top of a triangle; a drawn board has none"),
	},
}

// pegTakes are the options of a peg game; from, to and position say what those of
// that name mean, and usual what --to is if it is not given, "" for what it is in most games.
func pegTakes(from, to, position, usual string) []Parameter {
	return []Parameter{
		{Name: "board"},
		{Name: "size"},
		{Name: "directions"},
		{Name: "from", Meaning: from},
		{Name: "to", Meaning: to, Usual: usual},
		{Name: "position", Meaning: position},
		{Name: "count", Meaning: "what is counted: moves (a chain of jumps is one) or hops (every single jump is one; all solutions are as long then, and the one with the fewest moves is wanted)"},
	}
}

// Games lists the games.
func Games() []Game {
	names := make([]Game, len(games))
	for i, g := range games {
		names[i] = g.Game
	}
	return names
}

// Info returns the description of a game, false for one that is none of [Games].
func (g Game) Info() (Info, bool) {
	for _, i := range games {
		if i.Game == g {
			return i, true
		}
	}
	return Info{Game: g}, false
}
