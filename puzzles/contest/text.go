package contest

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
)

// Format writes a position as [Game.Parse] reads it: the cells of each set of men
// ("-" for none), the side to move, and the men in hand if there are any, with
// slashes between them: "a1,b1/c3/second", "a1/-/second/hand 7".
func (g *Game) Format(p Position) string {
	var parts []string
	seated, several := g.Seated()
	for i := range g.Sets() {
		names := strings.Join(g.names(p.Men[i]), ",")
		if names == "" {
			names = "-"
		}
		parts = append(parts, names)
	}
	switch {
	case several:
		parts = append(parts, seated.FormatSeat(p))
	case !g.Kind.NoSides:
		parts = append(parts, g.Kind.Sides[p.Turn])
	}
	if p.Hand > 0 {
		parts = append(parts, fmt.Sprintf("hand %d", p.Hand))
	}
	return strings.Join(parts, "/")
}

// Parse reads a position: the sets of men with slashes between them, cells with
// commas or spaces; then, where they matter, the side to move (if left out, the
// first) and "hand N", the men of both sides that are still to be placed. Errors are
// of type [*positions.SyntaxError] with line 1.
func (g *Game) Parse(text string) (Position, error) {
	var p Position
	fail := func(at int, format string, args ...any) (Position, error) {
		return Position{}, &positions.SyntaxError{Line: 1, Column: at + 1, Msg: fmt.Sprintf(format, args...)}
	}
	parts := strings.Split(text, "/")
	if len(parts) < g.Sets() {
		return fail(0, "a position of %s has the cells of %s, with / between, such as %s", g.Kind, strings.Join(g.Kind.Men[:g.Sets()], " and "), g.Format(g.Start()))
	}
	if seated, ok := g.Seated(); ok { // unless something else stands there
		if err := seated.ParseSeat(&p, seatNames[0]); err != nil {
			return fail(0, "%v", err)
		}
	}
	at := 0
	for i, part := range parts {
		if i < g.Sets() {
			set, err := g.parseSet(part, p.all())
			if err != nil {
				return fail(at, "%v", err)
			}
			p.Men[i] = set
		} else if err := g.parseRest(&p, strings.TrimSpace(part)); err != nil {
			return fail(at, "%v", err)
		}
		at += len(part) + 1
	}
	if err := g.Check(p); err != nil {
		return fail(0, "%v", err)
	}
	return p, nil
}

// parseSet reads cells that are not taken.
func (g *Game) parseSet(text string, taken Set) (Set, error) {
	var set Set
	for _, name := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' }) {
		if name == "-" {
			continue
		}
		cell, err := g.Board.ParseCell(name)
		c := g.number(cell)
		switch {
		case err != nil:
			return 0, err
		case c == positions.NoCell:
			return 0, fmt.Errorf("no man stands on %s between turns", name)
		case (set | taken).Has(c):
			return 0, fmt.Errorf("there are two men on %s", g.Board.Name(c))
		}
		set |= 1 << uint(c)
	}
	return set, nil
}

// parseRest reads the side to move or the men in hand.
func (g *Game) parseRest(p *Position, text string) error {
	if n, is := strings.CutPrefix(text, "hand "); is && g.Kind.Hand {
		hand, err := strconv.Atoi(strings.TrimSpace(n))
		if err != nil || hand < 0 || hand > math.MaxUint8 {
			return fmt.Errorf("%.20q is no number of men in hand", n)
		}
		p.Hand = uint8(hand)
		return nil
	}
	if seated, ok := g.Seated(); ok {
		return seated.ParseSeat(p, text)
	}
	if i := slices.Index(g.Kind.Sides[:], text); i >= 0 && !g.Kind.NoSides {
		p.Turn = uint8(i)
		return nil
	}
	want := positions.OneOf(g.Kind.Sides[:])
	switch {
	case g.Kind.NoSides:
		want = "nothing more"
	case g.Kind.Hand:
		want += ", or hand and a number"
	}
	return fmt.Errorf("%.20q: %s was expected here", text, want)
}

// ParseTurn reads a turn of a position: as [Rules.FormatTurn] writes it, or the
// first and last cell of its man if one turn alone has them.
func (g *Game) ParseTurn(p Position, text string) (Turn, error) {
	text = strings.ToLower(strings.Join(strings.Fields(text), ""))
	var found []Turn
	for _, t := range g.AppendTurns(nil, p) {
		name := g.FormatTurn(p, t.After)
		if name == text {
			return t, nil
		}
		if ends(name) == ends(text) {
			found = append(found, t)
		}
	}
	switch len(found) {
	case 0:
		return Turn{}, fmt.Errorf("%.40q is no turn here", text)
	case 1:
		return found[0], nil
	}
	return Turn{}, fmt.Errorf("%.40q may be %s or %s: all cells are needed", text, g.FormatTurn(p, found[0].After), g.FormatTurn(p, found[1].After))
}

// ends shortens a turn to its first and last cell.
func ends(turn string) string {
	cells := strings.FieldsFunc(turn, func(r rune) bool { return r == '-' || r == 'x' })
	if len(cells) < 2 {
		return turn
	}
	return cells[0] + "-" + cells[len(cells)-1]
}

// FormatLine writes the turns of a line from a position on.
func (g *Game) FormatLine(p Position, line []Choice) []string {
	out := make([]string, len(line))
	for i, c := range line {
		out[i] = g.FormatTurn(p, c.After)
		p = c.After
	}
	return out
}

// symbols draw the men of the sets.
const symbols = "XO#@"

// Sign is how [Game.Draw] draws the men of a set, and whose they are.
type Sign struct {
	Sign rune
	Name string // "the first side", "the cats", "the second player"
	Side int    // that moves them, NoSide if neither does or both do
}

// NoSide is the side of men that belong to none.
const NoSide = -1

// Legend explains the signs of a drawing, set by set.
func (g *Game) Legend() []Sign {
	legend := make([]Sign, g.Sets())
	seated, players := g.Seated()
	for i := range legend {
		s := Sign{rune(symbols[i]), g.Kind.Men[i], NoSide}
		if players {
			p := g.Start()
			if err := seated.ParseSeat(&p, s.Name); err == nil {
				s.Side = int(p.Turn)
			}
			s.Name = "the " + s.Name + " player"
		} else if i < len(g.Kind.Sides) && !g.Kind.NoSides {
			s.Side = i
		}
		legend[i] = s
	}
	return legend
}

// Draw draws a position: X the men of the first set, O those of the second, # and @ of
// others, . an empty cell.
func (g *Game) Draw(p Position) string {
	return g.Board.Diagram(func(cell positions.Cell) rune {
		c := g.number(cell)
		for i, set := range p.Men {
			if c != positions.NoCell && set.Has(c) {
				return rune(symbols[i])
			}
		}
		return '.'
	})
}
