package reports

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles/submission"
)

// VerdictSchema is the name and version of the JSON form of verdicts.
const VerdictSchema = "halma-solve/verdict/1"

// VerdictJSON appends a verdict as a JSON object on a line, its fields always in
// this order:
//
//	number     of the submission in the input, from 1
//	at         line of the input on which it begins, from 1
//	id         as given, or null
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
	dst = append(dst, `{"number":`...)
	dst = strconv.AppendInt(dst, v.Number, 10)
	dst = append(dst, `,"at":`...)
	dst = strconv.AppendInt(dst, v.Line, 10)
	dst = append(dst, `,"id":`...)
	switch {
	case v.ID == nil:
		dst = append(dst, "null"...)
	case v.Digits:
		dst = append(dst, v.ID...)
	default:
		dst = appendText(dst, string(v.ID))
	}
	dst = append(dst, `,"valid":`...)
	dst = strconv.AppendBool(dst, v.Valid())
	dst = append(dst, `,"status":"`...)
	dst = append(dst, v.Status.String()...)
	dst = append(dst, `","moves":`...)
	dst = strconv.AppendInt(dst, int64(v.Moves), 10)
	dst = append(dst, `,"hops":`...)
	dst = strconv.AppendInt(dst, int64(v.Hops), 10)
	dst = append(dst, `,"goal":`...)
	dst = strconv.AppendBool(dst, v.Status == submission.Solved)
	dst = append(dst, `,"lower":`...)
	dst = appendOrNull(dst, v.Bounds.Lower > 0, v.Bounds.Lower)
	dst = append(dst, `,"upper":`...)
	dst = appendOrNull(dst, v.Bounds.Upper > 0, v.Bounds.Upper)
	switch v.Status {
	case submission.Solved:
		least, most := v.Above()
		dst = append(dst, `,"above":[`...)
		dst = appendOrNull(dst, v.Bounds.Upper > 0, least)
		dst = append(dst, ',')
		dst = appendOrNull(dst, most >= 0, most)
		dst = append(dst, ']')
	case submission.Unreadable:
		dst = append(dst, `,"reason":`...)
		dst = appendText(dst, v.Reason)
		dst = append(dst, `,"line":`...)
		dst = strconv.AppendInt(dst, int64(v.At.Line), 10)
		dst = append(dst, `,"column":`...)
		dst = strconv.AppendInt(dst, int64(v.At.Column), 10)
	default:
		b := v.Puzzle.Board
		dst = append(dst, `,"reason":`...)
		dst = appendText(dst, v.Reason)
		if v.Status == submission.Illegal {
			dst = append(dst, `,"move":`...)
			dst = strconv.AppendInt(dst, int64(v.Move), 10)
			dst = append(dst, `,"path":[`...)
			for i, c := range v.Path {
				dst = appendCell(dst, b, c, i > 0)
			}
			dst = append(dst, ']')
		}
		dst = append(dst, `,"before":[`...)
		more := false
		for c := range positions.Cell(b.Len()) {
			if v.Before.Has(c) {
				dst = appendCell(dst, b, c, more)
				more = true
			}
		}
		dst = append(dst, ']')
	}
	return append(dst, "}\n"...)
}

// SummaryJSON appends the line that ends a list of verdicts.
func SummaryJSON(dst []byte, s submission.Summary) []byte {
	dst = append(dst, `{"schema":"`+VerdictSchema+`","submissions":`...)
	dst = strconv.AppendInt(dst, s.Submissions, 10)
	for i, n := range [...]int64{s.Solved, s.Unfinished, s.Illegal, s.Unreadable} {
		dst = append(dst, `,"`...)
		dst = append(dst, submission.Status(i).String()...)
		dst = append(dst, `":`...)
		dst = strconv.AppendInt(dst, n, 10)
	}
	return append(dst, "}\n"...)
}

func appendOrNull(dst []byte, ok bool, n int) []byte {
	if !ok {
		return append(dst, "null"...)
	}
	return strconv.AppendInt(dst, int64(n), 10)
}

func appendCell(dst []byte, b *positions.Board, c positions.Cell, more bool) []byte {
	if more {
		dst = append(dst, ',')
	}
	dst = append(dst, '"')
	dst = append(dst, b.Name(c)...)
	return append(dst, '"')
}

// appendText appends a string of JSON. What cannot be printed is escaped, so that
// nothing from outside steers a terminal.
func appendText(dst []byte, text string) []byte {
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
