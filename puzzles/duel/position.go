package duel

import (
	"fmt"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
)

// Side is one of the two players.
type Side uint8

// The sides. The first one has its court at a1 and begins.
const (
	First Side = iota
	Second
)

// String returns "first" or "second".
func (s Side) String() string { return [...]string{"first", "second"}[s] }

// Other returns the opponent.
func (s Side) Other() Side { return s ^ 1 }

// Position is a position on the board as it lies.
type Position struct {
	Men  [2]Set // of each side
	Turn Side   // whose turn it is
}

// View is a position as the side to move sees it: the board turned, or reflected,
// so that its own court is where the first side has its own.
type View struct{ Mine, Theirs Set }

// Start returns the position at the beginning of the game.
func (g *Game) Start() Position { return Position{Men: [2]Set{g.Home, g.TheirHome}} }

// View returns the position as its side to move sees it.
func (g *Game) View(p Position) View {
	if p.Turn == First {
		return View{p.Men[First], p.Men[Second]}
	}
	return View{g.Turned(p.Men[Second]), g.Turned(p.Men[First])}
}

// Position returns the position on the board that the given side sees as v.
func (g *Game) Position(v View, turn Side) Position {
	if turn == First {
		return Position{[2]Set{v.Mine, v.Theirs}, turn}
	}
	return Position{[2]Set{g.Turned(v.Theirs), g.Turned(v.Mine)}, turn}
}

// Turned returns what one side sees as s in the view of the other: the set after a
// half turn of the board, or what exchanges the sides in this game.
func (g *Game) Turned(s Set) Set { return g.sides.set(s) }

// Format writes a position as [Game.ParsePosition] reads it:
// "a1,b1,a2/g7,f7,g6/first".
func (g *Game) Format(p Position) string {
	names := func(s Set) string { return strings.Join(g.Board.Names(s.Bits()), ",") }
	return names(p.Men[First]) + "/" + names(p.Men[Second]) + "/" + p.Turn.String()
}

// ParsePosition reads the cells of the first side, those of the second and whose
// turn it is (first or second; if left out, first), with slashes between them and
// commas or spaces between cells. Errors are of type [*positions.SyntaxError]
// with line 1.
func (g *Game) ParsePosition(text string) (Position, error) {
	var p Position
	fail := func(at int, format string, args ...any) (Position, error) {
		return Position{}, &positions.SyntaxError{Line: 1, Column: at + 1, Msg: fmt.Sprintf(format, args...)}
	}
	at := 0
	parts := strings.Split(text, "/")
	if len(parts) != 2 && len(parts) != 3 {
		return fail(0, "a position is MEN/MEN/SIDE, such as %s", g.Format(g.Start()))
	}
	for side, part := range parts[:2] {
		for i := 0; i < len(part); {
			if part[i] == ',' || part[i] == ' ' || part[i] == '\t' {
				i++
				continue
			}
			n := strings.IndexAny(part[i:], ", \t")
			if n < 0 {
				n = len(part) - i
			}
			c, err := g.Board.ParseCell(part[i : i+n])
			switch {
			case err != nil:
				return fail(at+i, "%v", err)
			case (p.Men[0] | p.Men[1]).Has(c):
				return fail(at+i, "there are two men on %s", g.Board.Name(c))
			}
			p.Men[side] |= SetOf(c)
			i += n
		}
		if n := p.Men[side].Len(); n != g.Men {
			return fail(at, "the %s side has %d men here, in this game %d", Side(side), n, g.Men)
		}
		at += len(part) + 1
	}
	if len(parts) == 3 {
		switch name := strings.TrimSpace(parts[2]); name {
		case "first", "":
		case "second":
			p.Turn = Second
		default:
			if len(name) > 12 {
				name = name[:12] + "…"
			}
			return fail(at, "%q is no side: first or second", name)
		}
	}
	return p, nil
}
