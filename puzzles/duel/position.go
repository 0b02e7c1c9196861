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
	Men    [2]Set // of each side
	Turn   Side   // whose turn it is
	Marked Set    // men of the first kind, of both sides, in games with two
}

// View is a position as the side to move sees it: the board turned, or reflected,
// so that its own court is where the first side has its own.
type View struct {
	Mine, Theirs Set
	Marked       Set // of both
}

// Start returns the position at the beginning of the game.
func (g *Game) Start() Position {
	return Position{Men: [2]Set{g.Home, g.TheirHome}, Marked: g.HomeMarked | g.Turned(g.HomeMarked)}
}

// View returns the position as its side to move sees it.
func (g *Game) View(p Position) View {
	if p.Turn == First {
		return View{p.Men[First], p.Men[Second], p.Marked}
	}
	return View{g.Turned(p.Men[Second]), g.Turned(p.Men[First]), g.Turned(p.Marked)}
}

// Position returns the position on the board that the given side sees as v.
func (g *Game) Position(v View, turn Side) Position {
	if turn == First {
		return Position{[2]Set{v.Mine, v.Theirs}, turn, v.Marked}
	}
	return Position{[2]Set{g.Turned(v.Theirs), g.Turned(v.Mine)}, turn, g.Turned(v.Marked)}
}

// Turned returns what one side sees as s in the view of the other: the set after a
// half turn of the board, or what exchanges the sides in this game.
func (g *Game) Turned(s Set) Set { return g.sides.set(s) }

// Format writes a position as [Game.ParsePosition] reads it:
// "a1,b1,a2/g7,f7,g6/first". Marked men have a star behind their cell: "a1*,b1,a2".
func (g *Game) Format(p Position) string {
	names := func(s Set) string {
		list := g.Board.Names(s.Bits())
		for i, c := range s.Cells() {
			if p.Marked.Has(c) {
				list[i] += markSign
			}
		}
		return strings.Join(list, ",")
	}
	return names(p.Men[First]) + "/" + names(p.Men[Second]) + "/" + p.Turn.String()
}

// markSign stands behind the cells of marked men.
const markSign = "*"

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
			name, marked := strings.CutSuffix(part[i:i+n], markSign)
			c, err := g.Board.ParseCell(name)
			switch {
			case err != nil:
				return fail(at+i, "%v", err)
			case (p.Men[0] | p.Men[1]).Has(c):
				return fail(at+i, "there are two men on %s", g.Board.Name(c))
			case marked && g.Marked == 0:
				return fail(at+i, "there are no marked men in this game")
			case marked:
				p.Marked |= SetOf(c)
			}
			p.Men[side] |= SetOf(c)
			i += n
		}
		if n := p.Men[side].Len(); n != g.Men {
			return fail(at, "the %s side has %d men here, in this game %d", Side(side), n, g.Men)
		}
		if n := (p.Men[side] & p.Marked).Len(); n != g.Marked {
			return fail(at, "the %s side has %d marked men here, such as %s%s, in this game %d", Side(side), n, g.Board.Name(0), markSign, g.Marked)
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
