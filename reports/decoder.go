package reports

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/halma-solve/halma-solve/positions"
)

// decoder walks over a JSON text and knows the place of every value, for errors
// with line and column. Unlike [json.Unmarshal] it refuses a field that comes
// twice or is spelled in another case.
type decoder struct {
	text []byte
	json *json.Decoder
}

func newDecoder(text []byte) *decoder {
	d := &decoder{text: text, json: json.NewDecoder(bytes.NewReader(text))}
	d.json.UseNumber()
	return d
}

// check looks at the text as a whole: size, encoding, grammar.
func (d *decoder) check() error {
	if len(d.text) > MaxJSON {
		return d.fail(0, "the text is longer than %s", Bytes(MaxJSON))
	}
	if !utf8.Valid(d.text) {
		at := 0
		for {
			r, n := utf8.DecodeRune(d.text[at:])
			if r == utf8.RuneError && n <= 1 {
				return d.fail(at, "not valid UTF-8")
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
		return d.fail(max(int(syntax.Offset)-1, 0), "%s", strings.TrimPrefix(syntax.Error(), "json: "))
	default:
		return d.fail(0, "%v", err)
	}
}

// fail makes the error for a place in the text.
func (d *decoder) fail(at int, format string, args ...any) error {
	before := d.text[:min(at, len(d.text))]
	line := bytes.LastIndexByte(before, '\n') + 1
	return &positions.SyntaxError{
		Line:   bytes.Count(before, []byte{'\n'}) + 1,
		Column: utf8.RuneCount(before[line:]) + 1,
		Msg:    fmt.Sprintf(format, args...),
	}
}

// at is where the next token begins.
func (d *decoder) at() int {
	at := int(d.json.InputOffset())
	for at < len(d.text) && strings.IndexByte(" \t\r\n,:", d.text[at]) >= 0 {
		at++
	}
	return at
}

// token reads the next token. The grammar has been checked before.
func (d *decoder) token() (json.Token, error) {
	at := d.at()
	t, err := d.json.Token()
	if err != nil {
		return nil, d.fail(at, "%v", err)
	}
	return t, nil
}

// object reads an object. Every field must have a reader, none may come twice,
// and the needed ones must be there.
func (d *decoder) object(readers map[string]func() error, needed ...string) error {
	return d.fields(readers, func(at int, name string) error {
		return d.fail(at, "unknown field %.40q", name)
	}, needed...)
}

// fields reads an object; unknown is called with the place and the name of a
// field that has no reader, before its value.
func (d *decoder) fields(readers map[string]func() error, unknown func(at int, name string) error, needed ...string) error {
	start := d.at()
	t, err := d.token()
	if err != nil {
		return err
	}
	if t != json.Delim('{') {
		return d.fail(start, "an object {…} is expected")
	}
	seen := make(map[string]bool)
	for d.json.More() {
		at := d.at()
		t, err := d.token()
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
			return d.fail(at, "the field %q comes twice", name)
		}
		seen[name] = true
		if err := read(); err != nil {
			return err
		}
	}
	for _, name := range needed {
		if !seen[name] {
			return d.fail(start, "the field %q is missing", name)
		}
	}
	_, err = d.token()
	return err
}

// array reads an array, each element with read.
func (d *decoder) array(read func() error) error {
	at := d.at()
	t, err := d.token()
	if err != nil {
		return err
	}
	if t != json.Delim('[') {
		return d.fail(at, "a list […] is expected")
	}
	for d.json.More() {
		if err := read(); err != nil {
			return err
		}
	}
	_, err = d.token()
	return err
}

// word returns a reader for a string.
func (d *decoder) word(into *word) func() error {
	return func() error {
		at := d.at()
		t, err := d.token()
		if err != nil {
			return err
		}
		text, ok := t.(string)
		if !ok {
			return d.fail(at, "a string is expected")
		}
		*into = word{text, at}
		return nil
	}
}

// number returns a reader for a whole number that is not negative.
func (d *decoder) number(into *number) func() error {
	return func() error {
		at := d.at()
		t, err := d.token()
		if err != nil {
			return err
		}
		digits, ok := t.(json.Number)
		n, err := strconv.ParseUint(digits.String(), 10, 31)
		if !ok || err != nil {
			return d.fail(at, "a whole number is expected, not negative and below 2^31")
		}
		*into = number{int(n), at, true}
		return nil
	}
}

// numberOrNull returns a reader for a whole number or null.
func (d *decoder) numberOrNull(into *number) func() error {
	return func() error {
		into.at = d.at()
		if null, err := d.null(); null || err != nil {
			return err
		}
		return d.number(into)()
	}
}

// null reads a null if it is next.
func (d *decoder) null() (bool, error) {
	if !bytes.HasPrefix(d.text[d.at():], []byte("null")) {
		return false, nil
	}
	_, err := d.token()
	return true, err
}

// skip reads any value.
func (d *decoder) skip() error {
	for depth := 0; ; {
		t, err := d.token()
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
