package reports

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"github.com/halma-solve/halma-solve/puzzles/verify"
	"github.com/halma-solve/halma-solve/solver"
)

// The errors of pages and pictures.
var (
	// ErrMove is wrapped when a line has no such move.
	ErrMove = errors.New("no such move")
	// ErrTooLong is wrapped when a line is longer than [MaxDrawnMoves] or has more
	// hops than [MaxDrawnHops].
	ErrTooLong = errors.New("the line is too long to draw")
)

// The longest lines that pages and pictures show.
const (
	MaxDrawnMoves = 1000
	MaxDrawnHops  = 5000
)

// Drawable checks that the line of a result, if it has one, can be drawn: it is
// not too long, and the verifier finds it legal.
func Drawable(r *solver.Result) error { return drawable(r, false) }

// drawable checks the same; the line need not reach the goal if unfinished is set.
func drawable(r *solver.Result, unfinished bool) error {
	if r.Line == nil {
		return nil
	}
	if moves, hops := len(r.Line), r.Line.Hops(); moves > MaxDrawnMoves || hops > MaxDrawnHops {
		return fmt.Errorf("%w: %s with %s (at most %d with %d)", ErrTooLong, quantity(moves, "move"), quantity(hops, "hop"), MaxDrawnMoves, MaxDrawnHops)
	}
	_, err := verify.Replay(r.Puzzle, r.Line)
	var illegal *verify.Illegal
	if unfinished && errors.As(err, &illegal) && illegal.Path == nil { // every move is legal
		return nil
	}
	return err
}

// legible replaces what does not print or turns the direction of writing: no
// text of a report leads a reader or a terminal astray.
func legible(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || r == '\r' {
			return ' '
		}
		if r != '\u00a0' && r != '\u202f' && !unicode.IsPrint(r) { // spaces at which no line breaks
			return unicode.ReplacementChar
		}
		return r
	}, text)
}
