package duel

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
)

// ErrBoard is wrapped by errors about boards on which nobody plays.
var ErrBoard = errors.New("no board for two players")

// ErrInconsistent means that a source contradicts itself.
var ErrInconsistent = errors.New("the values of positions contradict each other")

// Options chooses a game.
type Options struct {
	Shape positions.Shape // see [Armies]
	Size  int
	Men   int    // of each side
	Rules *Rules // nil: Booklet
}

// Nearest returns the options with the rules' usual board in the place of one on
// which they are not played, its usual size in the place of 0, and with a number of
// men that can play there: the next smaller one, or else the smallest.
func (o Options) Nearest() Options {
	if o.Rules == nil {
		o.Rules = Booklet
	}
	armies := o.Rules.Armies
	if !slices.Contains(armies.Shapes, o.Shape) {
		o.Shape, o.Size = armies.Shapes[0], 0
	}
	if o.Size == 0 {
		o.Size = cmp.Or(armies.Size, o.Shape.Duel())
	}
	b, err := positions.NewBoard(o.Shape, o.Size)
	if err != nil {
		return o
	}
	nearest := o.Men
	for i, n := range armies.Men(b) {
		if i == 0 || n <= o.Men {
			nearest = n
		}
	}
	o.Men = nearest
	return o
}

// Game is a two-player game. It is not changed once made and may be shared. All
// sets are in the view of the side to move.
type Game struct {
	Board     *positions.Board
	Men       int // of each side
	Rules     *Rules
	Home      Set // where the men of the side to move start
	Goal      Set // where they go
	TheirHome Set // the same of the opponent
	TheirGoal Set
	// Of games with two kinds of men, else 0: how many of each side are marked, and
	// where they start.
	Marked     int
	HomeMarked Set

	goals  [2]Set // goal courts, by kind
	places [2]Set // where men are to stand in the end, by kind
	zones  [2]Set // cells of Home that are not the goal, by kind
	table  *positions.MoveTable
	sides  exchange
	leave  [MaxCells]uint8 // see Leave
	guard  Set             // see Guard
}

// New returns a game. Errors wrap [positions.ErrBoard], [ErrBoard] or
// [puzzles.ErrArmy].
func New(o Options) (*Game, error) {
	if o.Rules == nil {
		o.Rules = Booklet
	}
	armies := o.Rules.Armies
	if !slices.Contains(armies.Shapes, o.Shape) {
		return nil, fmt.Errorf("%w: %s (use %s)", ErrBoard, o.Shape, positions.OneOf(armies.Shapes))
	}
	b, err := positions.NewBoard(o.Shape, o.Size)
	if err != nil {
		return nil, err
	}
	if b.Len() > MaxCells {
		return nil, fmt.Errorf("%w: the %s has more than %d cells, too many to solve completely", ErrBoard, b, MaxCells)
	}
	g := &Game{Board: b, Men: o.Men, Rules: o.Rules, table: positions.NewMoveTable(b, o.Rules.Jumps), sides: armies.exchange(b)}
	if g.Home, err = armies.start(b, o.Men); err != nil {
		return nil, err
	}
	g.TheirHome = g.Turned(g.Home)
	g.Goal = g.TheirHome
	if armies.Goal != nil {
		g.Goal = armies.Goal(b, o.Men)
	}
	g.TheirGoal = g.Turned(g.Goal)
	if err := g.setKinds(armies); err != nil {
		return nil, err
	}
	g.measureHome()
	g.guard = guardOf(b, g.Home)
	return g, nil
}

// measureHome fills leave by rounds: one step leads out of the court from a cell
// next to a cell outside, and so on.
func (g *Game) measureHome() {
	done := ^g.Home
	for steps := uint8(1); g.Home&^done != 0; steps++ {
		var next Set
		for _, c := range (g.Home &^ done).Cells() {
			for _, n := range g.table.Steps(uint8(c)) {
				if done.Has(positions.Cell(n)) {
					next |= SetOf(c)
					g.leave[c] = steps
				}
			}
		}
		done |= next
	}
}

// String names the game in one line: "rhombus 7×7, 3 men a side, paper
// rules".
func (g *Game) String() string {
	men := "men"
	if g.Men == 1 {
		men = "man"
	}
	return fmt.Sprintf("%s, %d %s a side, %s rules", g.Board, g.Men, men, g.Rules)
}

// Leave returns how many steps lead from a cell of Home out of it on an empty
// board, 0 for cells outside.
func (g *Game) Leave(c positions.Cell) int { return int(g.leave[c]) }

// Mirror returns the reflection of the board that keeps the tip, the start areas, if
// they are courts, and the goals, and so all rules, and looks alike from both sides, or nil if there is
// none.
func (g *Game) Mirror() positions.Permutation {
	for _, s := range g.Board.Symmetries() {
		if s[0] == 0 && !s.IsIdentity() && g.isKeptBy(s) {
			return s
		}
	}
	return nil
}

// isKeptBy reports whether a symmetry of the board changes nothing that rules speak
// of, and commutes with the exchange of the sides.
func (g *Game) isKeptBy(s positions.Permutation) bool {
	kept := []Set{g.Goal, g.TheirGoal, g.Home, g.TheirHome}
	if g.Marked > 0 {
		kept = append(kept, g.HomeMarked, g.Turned(g.HomeMarked), g.places[Marked], g.Turned(g.places[Marked]))
	}
	if g.Rules.Armies.NoCourts {
		kept = kept[:2]
	}
	for _, set := range kept {
		if s.Apply(set.Bits()) != set.Bits() {
			return false
		}
	}
	for c := range positions.Cell(g.Board.Len()) {
		if s[g.sides.cell(c)] != g.sides.cell(s[c]) {
			return false
		}
	}
	return true
}

// Fingerprint identifies the game for ever: two games have the same one just if
// they have the same board, armies and rules, as this version reads them.
func (g *Game) Fingerprint() [32]byte {
	var s strings.Builder
	line := func(what string, cells Set) {
		fmt.Fprintf(&s, "%s %s\n", what, strings.Join(g.Board.Names(cells.Bits()), " "))
	}
	fmt.Fprintf(&s, "halma-solve/duel/1\nboard %s %d\nrules %s/%d\n", g.Board.Shape(), g.Board.Size(), g.Rules, g.Rules.Version)
	line("first", g.Home)
	line("second", g.TheirHome)
	if g.Goal != g.TheirHome {
		line("goal", g.Goal)
	}
	if g.Marked > 0 {
		line("marked", g.HomeMarked)
	}
	return sha256.Sum256([]byte(s.String()))
}
