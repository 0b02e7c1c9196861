package duel

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
)

// ErrBoard is wrapped by errors about boards on which nobody plays.
var ErrBoard = errors.New("no board for two players")

// ErrInconsistent means that a source contradicts itself.
var ErrInconsistent = errors.New("the values of positions contradict each other")

// Options chooses a game.
type Options struct {
	Shape positions.Shape // Rhombus, Square or Star
	Size  int
	Men   int // of each side
	Rules Rules
}

// Game is a two-player game. It is not changed once made and may be shared.
type Game struct {
	Board *positions.Board
	Men   int // of each side
	Rules Rules
	Home  Set // the court of the side to move, in its own view
	Goal  Set // the opponent's court

	table *positions.MoveTable
	ahead [MaxCells]Set   // ahead[c]: cells next to c that lie farther ahead
	leave [MaxCells]uint8 // steps from a cell of Home out of it on an empty board
	guard Set             // the four cells that shut the tip of Home in; 0 if no rule
}

// New returns a game. Errors wrap [positions.ErrBoard], [ErrBoard] or
// [puzzles.ErrArmy].
func New(o Options) (*Game, error) {
	if o.Shape != positions.Rhombus && o.Shape != positions.Square && o.Shape != positions.Star {
		return nil, fmt.Errorf("%w: %s (use rhombus, square or star)", ErrBoard, o.Shape)
	}
	b, err := positions.NewBoard(o.Shape, o.Size)
	if err != nil {
		return nil, err
	}
	if b.Len() > MaxCells {
		return nil, fmt.Errorf("%w: the %s has more than %d cells, too many to solve completely", ErrBoard, b, MaxCells)
	}
	home, err := area(b, o.Men)
	if err != nil {
		return nil, err
	}
	g := &Game{
		Board: b, Men: o.Men, Rules: o.Rules, Home: home, Goal: turned(home, b.Len()),
		table: positions.NewMoveTable(b, positions.Short),
	}
	for c := range positions.Cell(b.Len()) {
		for _, n := range g.table.Steps(uint8(c)) {
			if b.Advance(positions.Cell(n)) > b.Advance(c) {
				g.ahead[c] |= 1 << n
			}
		}
	}
	g.measureHome()
	if o.Rules == Paper && o.Men == 6 && b.Directions() == 6 {
		g.guard = guardOf(b, home)
	}
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

// guardOf returns the cells of the triangle of 6 men that lie on the board's
// edge beside the tip: the two of row 2 and the two ends of row 3. The middle of
// row 3 is the one cell that has both cells of row 2 as neighbours.
func guardOf(b *positions.Board, home Set) Set {
	guard := home &^ 1
	for _, c := range guard.Cells() {
		inner := 0
		for d := range b.Directions() {
			if n := b.Neighbour(c, d); n > 0 && home.Has(n) && b.Advance(n) < b.Advance(c) {
				inner++
			}
		}
		if inner == 2 {
			guard &^= SetOf(c)
		}
	}
	return guard
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

// Table returns the steps and jumps of the board.
func (g *Game) Table() *positions.MoveTable { return g.table }

// Leave returns how many steps lead from a cell of Home out of it on an empty
// board, 0 for cells outside.
func (g *Game) Leave(c positions.Cell) int { return int(g.leave[c]) }

// Ahead returns the cells next to c that lie farther ahead.
func (g *Game) Ahead(c positions.Cell) Set { return g.ahead[c] }

// Mirror returns the reflection of the board that keeps the tip and the start
// area, and so all rules, or nil if there is none.
func (g *Game) Mirror() positions.Permutation {
	for _, s := range g.Board.Symmetries() {
		if s[0] == 0 && !s.IsIdentity() && s.Apply(g.Home.Bits()) == g.Home.Bits() {
			return s
		}
	}
	return nil
}

// Guard returns the four cells that shut in the tip of Home, if there is a rule
// about them, else the empty set.
func (g *Game) Guard() Set { return g.guard }

// Fingerprint identifies the game for ever: two games have the same one just if
// they have the same board, start areas and rules, as this version reads them.
func (g *Game) Fingerprint() [32]byte {
	var s strings.Builder
	fmt.Fprintf(&s, "halma-solve/duel/1\nboard %s %d\nrules %s/1\n", g.Board.Shape(), g.Board.Size(), g.Rules)
	fmt.Fprintf(&s, "first %s\nsecond %s\n",
		strings.Join(g.Board.Names(g.Home.Bits()), " "), strings.Join(g.Board.Names(g.Goal.Bits()), " "))
	return sha256.Sum256([]byte(s.String()))
}
