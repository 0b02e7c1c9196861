// Package positiontest makes what the tests of all packages begin with: boards,
// sets of cells and lines by their names, and values that have to be there. What
// cannot be made ends the test.
package positiontest

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
)

// Test is a test, a benchmark, or a property test's run.
type Test interface {
	Helper()
	Fatal(args ...any)
}

// Must returns what newValue makes of o: Must(t, puzzles.Highscore, options).
func Must[O, T any](t Test, newValue func(O) (T, error), o O) T {
	t.Helper()
	v, err := newValue(o)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// Board returns the board of a shape and size, 0 for the usual size.
func Board(t Test, shape positions.Shape, size int) *positions.Board {
	t.Helper()
	b, err := positions.NewBoard(shape, size)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Cells returns the set of the cells with the given names; a text may have several
// with spaces between them, or none.
func Cells(t Test, b *positions.Board, names ...string) (set positions.Bits) {
	t.Helper()
	for _, name := range strings.Fields(strings.Join(names, " ")) {
		set = set.With(Must(t, b.ParseCell, name))
	}
	return set
}

// Line reads moves such as "a1-c3 b2-d2-c4".
func Line(t Test, b *positions.Board, moves string) [][]positions.Cell {
	t.Helper()
	line := [][]positions.Cell{}
	for move := range strings.FieldsSeq(moves) {
		var path []positions.Cell
		for name := range strings.SplitSeq(move, "-") {
			path = append(path, Must(t, b.ParseCell, name))
		}
		line = append(line, path)
	}
	return line
}

// HasPlace ends the test unless an error says where in a text something is wrong.
func HasPlace(t Test, err error) {
	t.Helper()
	var syntax *positions.SyntaxError
	if !errors.As(err, &syntax) || syntax.Line < 1 || syntax.Column < 1 || syntax.Msg == "" {
		t.Fatal("an error without a place: ", err)
	}
}

// Long skips a test that takes seconds when only a fast run is wanted ("go test
// -short"). All other runs have it.
func Long(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("takes seconds")
	}
}

// whole is the variable that has tests do all that they can: every damage of every file,
// every position of boards that take minutes. Some take hours then.
const whole = "HALMA_TEST_WHOLE"

// Whole reports whether tests are to do all that they can, whatever time that takes. The
// others, a part of the same, are for every change.
func Whole() bool { return os.Getenv(whole) != "" }

// Of returns how much a test does: so much as a rule, or all of it; see [Whole].
func Of(usual, all int) int {
	if Whole() {
		return all
	}
	return usual
}
