package submission

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"github.com/halma-solve/halma-solve/positions"
)

// fault is an error at an offset in the text of an item.
type fault struct {
	at  int
	msg string
}

func failAt(at int, format string, args ...any) *fault {
	return &fault{at, fmt.Sprintf(format, args...)}
}

// place is a line and a column of an input, both from 1; columns are counted in
// characters.
type place struct{ line, column int64 }

// after returns the place behind a text that begins at p.
func (p place) after(text []byte) place {
	if n := bytes.Count(text, []byte{'\n'}); n > 0 {
		p.line += int64(n)
		p.column = 1
		text = text[bytes.LastIndexByte(text, '\n')+1:]
	}
	for _, b := range text {
		if utf8.RuneStart(b) { // so that a letter in two parts of a text counts once
			p.column++
		}
	}
	return p
}

// error turns a fault in a text that begins at p into one with line and column.
func (p place) error(text []byte, f *fault) *positions.SyntaxError {
	at := p.after(text[:min(f.at, len(text))])
	return &positions.SyntaxError{Line: int(at.line), Column: int(at.column), Msg: f.msg}
}

// invalidUTF8 returns where text stops being valid UTF-8, or nil.
func invalidUTF8(text []byte) *fault {
	if utf8.Valid(text) {
		return nil
	}
	for at := 0; ; {
		r, n := utf8.DecodeRune(text[at:])
		if r == utf8.RuneError && n <= 1 {
			return failAt(at, "not valid UTF-8")
		}
		at += n
	}
}
