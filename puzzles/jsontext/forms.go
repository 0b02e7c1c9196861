package jsontext

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// NameOrNumber is a text that JSON has as a number where it is a whole one: how many
// men there are, or the name of their army. Both are read.
type NameOrNumber string

// MarshalJSON writes a number or a text.
func (n NameOrNumber) MarshalJSON() ([]byte, error) {
	if i, err := strconv.Atoi(string(n)); err == nil && strconv.Itoa(i) == string(n) {
		return []byte(n), nil
	}
	return json.Marshal(string(n))
}

// UnmarshalJSON reads a number or a text.
func (n *NameOrNumber) UnmarshalJSON(text []byte) error {
	if len(text) > 0 && text[0] == '"' {
		return json.Unmarshal(text, (*string)(n))
	}
	i, err := strconv.ParseUint(string(text), 10, 31)
	if err != nil {
		return fmt.Errorf("%.20s is neither a text nor a whole number", text)
	}
	*n = NameOrNumber(strconv.FormatUint(i, 10))
	return nil
}

// Path is a move as all forms have it, the names of the cells that the man touches:
// ["a1","c3"]. The text "a1-c3" of older versions is read, too.
type Path []string

// UnmarshalJSON reads a list of names, or a text with "-" between them.
func (p *Path) UnmarshalJSON(text []byte) error {
	if len(text) == 0 || text[0] != '"' {
		return json.Unmarshal(text, (*[]string)(p))
	}
	var move string
	if err := json.Unmarshal(text, &move); err != nil {
		return err
	}
	*p = strings.Split(move, "-")
	return nil
}

// WordOrNumber returns a reader for a string, or a whole number that is not negative
// as its digits.
func (d *Reader) WordOrNumber(into *Word) func() error {
	return func() error {
		if at := d.At(); at < len(d.text) && d.text[at] == '"' {
			return d.Word(into)()
		}
		var n Number
		if err := d.Number(&n)(); err != nil {
			return err
		}
		*into = Word{strconv.Itoa(n.N), n.At}
		return nil
	}
}

// Version makes sure that a text is of the schema newest, "halma-solve/result/2", or
// an older version of it.
func (d *Reader) Version(schema Word, newest string) error {
	if !IsVersion(schema.Text, newest) {
		return d.Fail(schema.At, "schema %.40q is not known, only %q", schema.Text, newest)
	}
	return nil
}

// IsVersion reports whether a schema is the newest one or an older version of it.
func IsVersion(schema, newest string) bool {
	at := strings.LastIndexByte(newest, '/') + 1
	last, _ := strconv.Atoi(newest[at:])
	version, ok := strings.CutPrefix(schema, newest[:at])
	n, err := strconv.Atoi(version)
	return ok && err == nil && strconv.Itoa(n) == version && n >= 1 && n <= last
}
