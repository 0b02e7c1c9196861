package reports

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles/submission"
)

// VerdictSchema is the name and version of the JSON form of verdicts.
const VerdictSchema = "halma-solve/verdict/2"

// VerdictJSON appends a verdict as a JSON object on a line, its fields always in
// this order:
//
//	number     of the submission in the input, from 1
//	at         line of the input on which it begins, from 1
//	id         as given, or null
//	puzzle     in words; absent if it cannot be told
//	valid      whether it solves the puzzle
//	status     solved, unfinished, illegal or unreadable
//	moves hops of the legal moves that were played
//	goal       whether the goal is reached
//	lower upper  proven: no line is shorter; a line as long is known; or null
//	above      only if solved: how far above the optimum, [at least, at most],
//	           null where nothing is proven
//	reason     only if not valid: in words
//	move path before  only if illegal: number and cells of the move, the men's
//	           cells before it; unfinished: before alone, the men at the end
//	line column  only if unreadable: the place in the input
func VerdictJSON(dst []byte, v *submission.Verdict) []byte {
	o := append(object(dst), '{').number("number", v.Number).number("at", v.Line).name("id")
	switch {
	case v.ID == nil:
		o = append(o, "null"...)
	case v.Digits:
		o = append(o, v.ID...)
	default:
		o = appendText(o, string(v.ID))
	}
	if v.Name != "" {
		o = o.text("puzzle", v.Name)
	}
	o = o.truth("valid", v.Valid()).text("status", v.Status.String())
	o = o.number("moves", int64(v.Moves)).number("hops", int64(v.Hops)).truth("goal", v.Status == submission.Solved)
	o = o.name("lower").orNull(v.Bounds.Lower > 0, v.Bounds.Lower)
	o = o.name("upper").orNull(v.Bounds.Upper > 0, v.Bounds.Upper)
	switch v.Status {
	case submission.Solved:
		least, most := v.Above()
		o = append(o.name("above"), '[').orNull(v.Bounds.Upper > 0, least)
		o = append(append(o, ',').orNull(most >= 0, most), ']')
	case submission.Unreadable:
		o = o.text("reason", v.Reason).number("line", int64(v.At.Line)).number("column", int64(v.At.Column))
	default:
		b := v.Puzzle.Board
		o = o.text("reason", v.Reason)
		if v.Status == submission.Illegal {
			o = o.number("move", int64(v.Move)).cells("path", b, v.Path)
		}
		o = o.cells("before", b, v.Before.Cells())
	}
	return append(o, "}\n"...)
}

// SummaryJSON appends the line that ends a list of verdicts.
func SummaryJSON(dst []byte, s submission.Summary) []byte {
	o := append(object(dst), '{').text("schema", VerdictSchema).number("submissions", s.Submissions)
	for i, n := range [...]int64{s.Solved, s.Unfinished, s.Illegal, s.Unreadable} {
		o = o.number(submission.Status(i).String(), n)
	}
	return append(o, "}\n"...)
}

// object is a text that ends with a JSON object, to which fields are appended.
type object []byte

// name appends the name of a field, with a comma before it if it is not the first.
func (o object) name(name string) object {
	if o[len(o)-1] != '{' {
		o = append(o, ',')
	}
	o = append(o, '"')
	o = append(o, name...)
	return append(o, `":`...)
}

func (o object) number(name string, n int64) object { return strconv.AppendInt(o.name(name), n, 10) }
func (o object) truth(name string, is bool) object  { return strconv.AppendBool(o.name(name), is) }
func (o object) text(name, text string) object      { return appendText(o.name(name), text) }

// orNull appends a number, or null.
func (o object) orNull(ok bool, n int) object {
	if !ok {
		return append(o, "null"...)
	}
	return strconv.AppendInt(o, int64(n), 10)
}

// cells appends a field with names of cells.
func (o object) cells(name string, b *positions.Board, cells []positions.Cell) object {
	o = append(o.name(name), '[')
	for i, c := range cells {
		if i > 0 {
			o = append(o, ',')
		}
		o = append(o, '"')
		o = append(o, b.Name(c)...)
		o = append(o, '"')
	}
	return append(o, ']')
}

// appendText appends a string of JSON. What cannot be printed is escaped, so that
// nothing from outside steers a terminal.
func appendText(dst object, text string) object {
	const digits = "0123456789abcdef"
	unit := func(n rune) {
		dst = append(dst, '\\', 'u', digits[n>>12&15], digits[n>>8&15], digits[n>>4&15], digits[n&15])
	}
	dst = append(dst, '"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			dst = append(dst, '\\', byte(r))
		case r < utf8.RuneSelf && r >= ' ' && r != 0x7f:
			dst = append(dst, byte(r))
		case strconv.IsPrint(r):
			dst = utf8.AppendRune(dst, r)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			unit(high)
			unit(low)
		default:
			unit(r)
		}
	}
	return append(dst, '"')
}
