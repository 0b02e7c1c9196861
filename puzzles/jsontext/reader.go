// Package jsontext reads JSON strictly: the place of every value is known for
// errors with line and column, a field that is not known is an error, and so is
// one that comes twice or is spelled in another case.
package jsontext

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/halma-solve/halma-solve/positions"
)

// Reader walks over a JSON text value by value. All its errors are of type
// [*positions.SyntaxError]. The readers of values that its methods return are for
// [Reader.Object] and [Reader.Array].
type Reader struct {
	text []byte
	json *json.Decoder
}

// Word and Number are values with the place they stand at, in bytes from the
// beginning of the text. Of a field that is missing At is 0: no value of an object
// stands there.
type (
	Word struct {
		Text string
		At   int
	}
	Number struct {
		N  int
		At int
		OK bool // there is a number, not null
	}
)

// NewReader returns a reader of a text that is at most so many bytes long. The
// error is about the text as a whole: its length, its encoding, its grammar.
func NewReader(text []byte, most int) (*Reader, error) {
	d := newReader(text)
	return d, d.check(most)
}

func newReader(text []byte) *Reader {
	d := &Reader{text: text, json: json.NewDecoder(bytes.NewReader(text))}
	d.json.UseNumber()
	return d
}

// check looks at the text as a whole: size, encoding, grammar.
func (d *Reader) check(most int) error {
	if len(d.text) > most {
		return d.Fail(0, "the text is longer than %d MiB", most>>20)
	}
	if !utf8.Valid(d.text) {
		at := 0
		for {
			r, n := utf8.DecodeRune(d.text[at:])
			if r == utf8.RuneError && n <= 1 {
				return d.Fail(at, "not valid UTF-8")
			}
			at += n
		}
	}
	var whole json.RawMessage
	err := json.Unmarshal(d.text, &whole)
	var syntax *json.SyntaxError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &syntax):
		return d.Fail(max(int(syntax.Offset)-1, 0), "%s", strings.TrimPrefix(syntax.Error(), "json: "))
	default:
		return d.Fail(0, "%v", err)
	}
}

// Fail makes the error for a place in the text.
func (d *Reader) Fail(at int, format string, args ...any) error {
	return positions.SyntaxErrorAt(d.text, at, format, args...)
}

// At is where the next token begins.
func (d *Reader) At() int {
	at := int(d.json.InputOffset())
	for at < len(d.text) && strings.IndexByte(" \t\r\n,:", d.text[at]) >= 0 {
		at++
	}
	return at
}

// Token reads the next token. The grammar has been checked before.
func (d *Reader) Token() (json.Token, error) {
	at := d.At()
	t, err := d.json.Token()
	if err != nil {
		return nil, d.Fail(at, "%v", err)
	}
	return t, nil
}

// Object reads an object. Every field must have a reader, none may come twice,
// and the needed ones must be there.
func (d *Reader) Object(readers map[string]func() error, needed ...string) error {
	return d.Fields(readers, func(at int, name string) error {
		return d.Fail(at, "unknown field %.40q", name)
	}, needed...)
}

// Fields reads an object; unknown is called with the place and the name of a
// field that has no reader, before its value.
func (d *Reader) Fields(readers map[string]func() error, unknown func(at int, name string) error, needed ...string) error {
	start := d.At()
	if err := d.opening('{', "an object {…} is expected"); err != nil {
		return err
	}
	seen := make(map[string]bool)
	for d.json.More() {
		at := d.At()
		t, err := d.Token()
		if err != nil {
			return err
		}
		name, _ := t.(string)
		read, known := readers[name]
		switch {
		case !known:
			if err := unknown(at, name); err != nil {
				return err
			}
			continue
		case seen[name]:
			return d.Fail(at, "the field %q comes twice", name)
		}
		seen[name] = true
		if err := read(); err != nil {
			return err
		}
	}
	for _, name := range needed {
		if !seen[name] {
			return d.Fail(start, "the field %q is missing", name)
		}
	}
	_, err := d.Token()
	return err
}

// Array reads an array, each element with read.
func (d *Reader) Array(read func() error) error {
	if err := d.opening('[', "a list […] is expected"); err != nil {
		return err
	}
	for d.json.More() {
		if err := read(); err != nil {
			return err
		}
	}
	_, err := d.Token()
	return err
}

// Value returns a reader for a value that take accepts; expected says, as the
// message, what it should have been.
func (d *Reader) Value(expected string, take func(t json.Token, at int) bool) func() error {
	return func() error {
		at := d.At()
		t, err := d.Token()
		if err == nil && !take(t, at) {
			err = d.Fail(at, "%s", expected)
		}
		return err
	}
}

// opening reads the bracket that begins an object or a list.
func (d *Reader) opening(bracket json.Delim, expected string) error {
	return d.Value(expected, func(t json.Token, _ int) bool { return t == bracket })()
}

// Word returns a reader for a string.
func (d *Reader) Word(into *Word) func() error {
	return d.Value("a string is expected", func(t json.Token, at int) bool {
		text, ok := t.(string)
		if ok {
			*into = Word{text, at}
		}
		return ok
	})
}

// Number returns a reader for a whole number that is not negative.
func (d *Reader) Number(into *Number) func() error {
	return d.Value("a whole number is expected, not negative and below 2^31", func(t json.Token, at int) bool {
		digits, _ := t.(json.Number)
		n, err := strconv.ParseUint(digits.String(), 10, 31)
		if err == nil {
			*into = Number{int(n), at, true}
		}
		return err == nil
	})
}

// NumberOrNull returns a reader for a whole number or null.
func (d *Reader) NumberOrNull(into *Number) func() error {
	return func() error {
		into.At = d.At()
		if null, err := d.Null(); null || err != nil {
			return err
		}
		return d.Number(into)()
	}
}

// Null reads a null if it is next.
func (d *Reader) Null() (bool, error) {
	if !bytes.HasPrefix(d.text[d.At():], []byte("null")) {
		return false, nil
	}
	_, err := d.Token()
	return true, err
}

// Skip reads any value.
func (d *Reader) Skip() error {
	for depth := 0; ; {
		t, err := d.Token()
		if err != nil {
			return err
		}
		switch t {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth == 0 {
			return nil
		}
	}
}

// OpensObject reports whether the next value is an object.
func (d *Reader) OpensObject() bool {
	at := d.At()
	return at < len(d.text) && d.text[at] == '{'
}
