package submission

import (
	"fmt"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
)

// ParsePegsID reads a game ID of Pegs in Simon Tatham's Portable Puzzle
// Collection: the size of the frame, a type that does not matter here, a colon,
// and the places row by row from the top, P a peg, H a hole, O neither. A single
// number is both sides of the frame.
//
//	7x7cross:OOPPPOOOOPPPOOPPPPPPPPPPHPPPPPPPPPPOOPPPOOOOPPPOO
//
// As there, a game has at least two pegs and one hole. Rows and columns at the
// edge without any are cut off. Errors are of type [*positions.SyntaxError].
func ParsePegsID(text string) (*positions.Board, positions.Bits, error) {
	fail := func(at int, format string, args ...any) (*positions.Board, positions.Bits, error) {
		return nil, positions.Bits{}, place{1, 1}.error([]byte(text), failAt(at, format, args...))
	}
	at := skipWhite([]byte(text), 0)
	end := len(strings.TrimRight(text, " \t\r\n"))
	side := func() int {
		n := 0
		for ; at < end && isDigit(text[at]); at++ {
			n = min(10*n+int(text[at]-'0'), 1e6)
		}
		return n
	}
	begin := at
	w := side()
	h := w
	if at < end && at > begin && text[at] == 'x' {
		at++
		begin = at
		h = side()
	}
	switch {
	case at == begin:
		return fail(at, "a game ID begins with the size of the board, such as 7x7")
	case w < 1 || h < 1 || w > positions.MaxFrame || h > positions.MaxFrame:
		return fail(begin, "a frame of %d×%d: sides go from 1 to %d", w, h, positions.MaxFrame)
	}
	begin = at
	for at < end && text[at] >= 'a' && text[at] <= 'z' {
		at++
	}
	switch kind := text[begin:at]; kind {
	case "", "cross", "octagon", "random":
	default:
		return fail(begin, "the type %.12q is none of cross, octagon and random", kind)
	}
	if at == end || text[at] != ':' {
		return fail(at, "a colon and the places are expected here (an ID with # makes a new game, which only Pegs can do)")
	}
	at++
	return pegsBoard(text, at, end, w, h, fail)
}

// pegsBoard reads the places of a game ID.
func pegsBoard(text string, at, end, w, h int, fail func(int, string, ...any) (*positions.Board, positions.Bits, error)) (*positions.Board, positions.Bits, error) {
	var drawing strings.Builder
	pegs, holes := 0, 0
	for i := range w * h {
		if at+i >= end {
			return fail(end, "%d places, but %d×%d are %d", i, w, h, w*h)
		}
		switch c := text[at+i]; c {
		case 'P':
			drawing.WriteByte(positions.SymbolMan)
			pegs++
		case 'H':
			drawing.WriteByte(positions.SymbolEmpty)
			holes++
		case 'O':
			drawing.WriteByte(positions.SymbolNoHole)
		default:
			return fail(at+i, "unexpected %s: P is a peg, H a hole, O neither", shown([]byte(text[at+i:])))
		}
		if pegs+holes > positions.MaxDrawn {
			return fail(at+i, "more than %d pegs and holes", positions.MaxDrawn)
		}
		if (i+1)%w == 0 {
			drawing.WriteByte('\n')
		}
	}
	switch {
	case at+w*h < end:
		return fail(at+w*h, "more than the %d places of %d×%d", w*h, w, h)
	case pegs < 2:
		return fail(at, "a game has two pegs at least, this one %d", pegs)
	case holes < 1:
		return fail(at, "a game has a hole at least")
	}
	b, men, err := positions.ParseDrawn(drawing.String())
	if err != nil {
		return fail(at, "%s", err.(*positions.SyntaxError).Msg)
	}
	return b, men, nil
}

// FormatPegsID writes a position as [ParsePegsID] reads it. The type is written
// where it is known: cross and octagon for boards that Pegs makes itself.
func FormatPegsID(b *positions.Board, men positions.Bits) (string, error) {
	if b.Directions() != 4 {
		return "", fmt.Errorf("%w for Pegs: the %s has %d directions, Pegs knows four", positions.ErrBoard, b, b.Directions())
	}
	if men.Len() < 2 || men.Len() == b.Len() {
		return "", fmt.Errorf("two pegs and an empty hole at least are needed for Pegs: here are %d pegs in %d holes", men.Len(), b.Len())
	}
	width, height := 0, 0
	for c := range positions.Cell(b.Len()) {
		p := b.Point(c)
		width, height = max(width, p.X+1), max(height, p.Y+1)
	}
	var places strings.Builder
	cross, octagon := true, width == 7 && height == 7
	for y := height - 1; y >= 0; y-- {
		for x := range width {
			c := b.CellAt(positions.Point{X: x, Y: y})
			dx, dy := abs(x-width/2), abs(y-height/2)
			cross = cross && (c != positions.NoCell) == (dx <= 1 || dy <= 1)
			octagon = octagon && (c != positions.NoCell) == (dx+dy <= 4)
			switch {
			case c == positions.NoCell:
				places.WriteByte('O')
			case men.Has(c):
				places.WriteByte('P')
			default:
				places.WriteByte('H')
			}
		}
	}
	kind := ""
	switch {
	case octagon:
		kind = "octagon"
	case cross && crossSides[width] && crossSides[height] && width+height >= 12:
		kind = "cross"
	}
	return fmt.Sprintf("%dx%d%s:%s", width, height, kind, places.String()), nil
}

// crossSides are the sides of the crosses that Pegs makes: 5×7, 5×9, 7×7, 7×9,
// 9×9 and the same on their sides.
var crossSides = map[int]bool{5: true, 7: true, 9: true}
