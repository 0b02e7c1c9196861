package submission

import (
	"slices"
	"strings"

	"github.com/halma-solve/halma-solve/puzzles"
)

// schemas are those of the objects with a schema that are submissions: results of
// this program and puzzles of its batches, of any version.
var schemas = []string{"halma-solve/result/", "halma-solve/generated/"}

func isSubmission(schema []byte) bool {
	return slices.ContainsFunc(schemas, func(s string) bool { return strings.HasPrefix(string(schema), s) })
}

// entry is a submission as its text says it.
type entry struct {
	id      []byte // nil: none
	digits  bool   // the id is a number
	puzzle  span   // the value of "puzzle"
	line    span   // the value of "line" or "moves"
	claimed [3]claim
}

// span is a value in the text of an item; empty if it is missing.
type span struct{ from, to int }

// claim is a number that an entry has about its line.
type claim struct {
	at, n int // at is 0 if the entry has none
}

// claims are the names of entry.claimed.
var claims = [3]string{"moves", "hops", "upper"}

// The fields that are looked at.
const (
	fieldID = 1 << iota
	fieldSchema
	fieldPuzzle
	fieldLine
	fieldMoves
	fieldHops
	fieldUpper
)

// fieldOf returns the bit of a field, 0 for one that is not looked at.
func fieldOf(name []byte) int {
	switch string(name) {
	case "id":
		return fieldID
	case "schema":
		return fieldSchema
	case "puzzle":
		return fieldPuzzle
	case "line":
		return fieldLine
	case "moves":
		return fieldMoves
	case "hops":
		return fieldHops
	case "upper":
		return fieldUpper
	}
	return 0
}

// readEntry takes the JSON value that is an item apart. The line is not read yet,
// for its board may be named behind it.
func readEntry(text []byte) (e entry, f *fault) {
	s := scanner{text: text}
	switch s.peek() {
	case '{':
		f = e.readObject(&s)
	case '[', '"':
		e.line.from = s.at
		_, f = s.skip()
		e.line.to = s.at
	default:
		f = s.fail("a submission is an object {…}, a list of moves […] or a text in quotes, here is %s", s.found())
	}
	if f != nil {
		return e, f
	}
	if s.peek(); s.at < len(text) {
		return e, s.fail("unexpected %s behind the submission", s.found())
	}
	return e, nil
}

func (e *entry) readObject(s *scanner) *fault {
	begin := s.at
	seen := 0
	f := s.each('}', func() *fault {
		at, name, f := s.says()
		if f != nil {
			return f
		}
		if f := s.colon(); f != nil {
			return f
		}
		field := fieldOf(name)
		if seen&field != 0 {
			return failAt(at, "the field %s comes twice", quoted(name))
		}
		seen |= field
		s.white()
		return e.readField(s, field)
	})
	if f != nil {
		return f
	}
	if e.line == (span{}) {
		return failAt(begin, "the field \"line\" with the moves is missing")
	}
	return nil
}

// readField reads the value of a field that begins at s.at.
func (e *entry) readField(s *scanner, field int) (f *fault) {
	begin := s.at
	next := s.peek()
	isNumber := next == '-' || isDigit(next)
	switch {
	case field == fieldID && next == '"':
		_, id, f := s.says()
		if f != nil {
			return f
		}
		return e.setID(begin, id)
	case field == fieldID && isNumber:
		raw, f := s.number()
		if f != nil {
			return f
		}
		e.digits = true
		return e.setID(begin, raw)
	case field == fieldID && next != 'n':
		return s.fail("an id is a text or a number, here is %s", s.found())
	case field == fieldSchema:
		_, name, f := s.says()
		if f != nil {
			return f
		}
		if !isSubmission(name) {
			return failAt(begin, "the schema %s is not known, only %s… and %s…", quoted(name), schemas[0], schemas[1])
		}
	case field == fieldMoves && isNumber:
		e.claimed[0], f = e.claim(s, 0)
	case field == fieldHops && isNumber:
		e.claimed[1], f = e.claim(s, 1)
	case field == fieldUpper && isNumber:
		e.claimed[2], f = e.claim(s, 2)
	case field == fieldLine || field == fieldMoves && (next == '[' || next == '"'):
		if e.line != (span{}) {
			return s.fail("both \"line\" and \"moves\" say the moves")
		}
		_, f = s.skip()
		e.line = span{begin, s.at}
	case field == fieldPuzzle:
		_, f = s.skip()
		e.puzzle = span{begin, s.at}
	default:
		_, f = s.skip()
	}
	return f
}

func (e *entry) setID(at int, id []byte) *fault {
	if len(id) > maxID {
		return failAt(at, "the id is longer than %d bytes", maxID)
	}
	e.id = id
	return nil
}

func (e *entry) claim(s *scanner, i int) (claim, *fault) {
	at := s.at
	n, f := s.whole(claims[i])
	return claim{at, n}, f
}

// disagreement is the fault for the first claim that is not true of a line.
func (e *entry) disagreement(p *puzzles.Puzzle, moves, hops int) *fault {
	is := [3]int{moves, hops, cost(p, moves, hops)}
	for i, c := range e.claimed {
		if c.at > 0 && c.n != is[i] {
			return failAt(c.at, "%s is %d, but the line has %d", claims[i], c.n, is[i])
		}
	}
	return nil
}
