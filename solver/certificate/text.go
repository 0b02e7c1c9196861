package certificate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/jsontext"
)

// MaxText is the size in bytes of the greatest certificate that is read.
const MaxText = 16 << 20

// ErrText is wrapped when a certificate is not of a puzzle and its moves.
var ErrText = errors.New("no certificate")

// Write writes the certificate as JSON, a layer a line.
func (c *Certificate) Write(w io.Writer) error {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(c); err != nil {
		return err
	}
	_, err := w.Write(out.Bytes())
	return err
}

// Parse reads a certificate. It is strict: unknown fields, fields that come twice or
// in another case, null where a value is needed, more than one value and great texts
// are refused. Errors are a [*positions.SyntaxError].
func Parse(text []byte) (*Certificate, error) {
	if len(text) > MaxText {
		return nil, positions.SyntaxErrorAt(text, 0, "longer than %d MiB", MaxText>>20)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	var c Certificate
	if err := d.Decode(&c); err != nil {
		if c.Schema != "" { // of a result, say: more to the point than what fields it has
			if other := checkSchema(text, c.Schema); other != nil {
				return nil, other
			}
		}
		return nil, positions.SyntaxErrorAt(text, place(d, err), "%s", strings.TrimPrefix(err.Error(), "json: "))
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, positions.SyntaxErrorAt(text, place(d, nil), "something follows the certificate")
	}
	if err := checkFields(text); err != nil {
		return nil, err
	}
	if err := checkSchema(text, c.Schema); err != nil {
		return nil, err
	}
	return &c, nil
}

func checkSchema(text []byte, schema string) error {
	if !jsontext.IsVersion(schema, Schema) {
		return positions.SyntaxErrorAt(text, 0, "the schema is %.60q, not %q", schema, Schema)
	}
	return nil
}

// nullable are the fields that may be null.
var nullable = map[string]bool{"upper": true, "line": true, "steps": true}

// checkFields checks what package json lets pass in a text that it has read: fields
// that come twice or have capital letters, and null.
func checkFields(text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var objects []map[string]bool // fields so far of those that are open; nil for a list
	name, isName := "", true
	for {
		token, err := d.Token()
		if err != nil {
			return nil // the end: the grammar has been checked
		}
		in := map[string]bool(nil)
		if len(objects) > 0 {
			in = objects[len(objects)-1]
		}
		switch t := token.(type) {
		case json.Delim:
			switch t {
			case '{':
				objects = append(objects, map[string]bool{})
			case '[':
				objects = append(objects, nil)
			default:
				objects = objects[:len(objects)-1]
			}
			isName = true
			continue
		case string:
			if in != nil && isName {
				switch {
				case strings.Trim(t, "abcdefghijklmnopqrstuvwxyz") != "": // json takes other letters for these
					return positions.SyntaxErrorAt(text, int(d.InputOffset()), "unknown field %.40q", t)
				case in[t]:
					return positions.SyntaxErrorAt(text, int(d.InputOffset()), "the field %q comes twice", t)
				}
				in[t], name, isName = true, t, false
				continue
			}
		case nil:
			if in == nil || !nullable[name] {
				return positions.SyntaxErrorAt(text, int(d.InputOffset()), "null where a value is needed")
			}
		}
		isName = true
	}
}

// place returns where the decoder stopped.
func place(d *json.Decoder, err error) int {
	at := d.InputOffset()
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		at = syntax.Offset
	case errors.As(err, &kind):
		at = kind.Offset
	}
	return int(at)
}

// puzzle makes the puzzle anew from its description. Errors wrap [ErrText].
func (d *Puzzle) puzzle() (*puzzles.Puzzle, error) {
	newPuzzle := puzzles.Highscore
	switch puzzles.Game(d.Game) {
	case puzzles.GameHighscore:
	case puzzles.GameTreffhalma:
		newPuzzle = puzzles.Treffhalma
	case puzzles.GameShortest:
		newPuzzle = puzzles.Shortest
	default:
		return nil, fmt.Errorf("%w: of the game %.40q (certificates are for %s, %s and %s)", ErrText, d.Game,
			puzzles.GameHighscore, puzzles.GameTreffhalma, puzzles.GameShortest)
	}
	o := puzzles.Options{Size: d.Size, Army: string(d.Men)}
	var errs [4]error
	o.Shape, errs[0] = positions.ParseShape(d.Board)
	o.Arrival, errs[1] = positions.ParseArrival(d.Rules)
	o.Jumps, errs[2] = positions.ParseJumps(d.Jumps)
	o.Count, errs[3] = positions.ParseCount(d.Count)
	for _, err := range errs {
		if err != nil {
			return nil, fmt.Errorf("%w: puzzle: %w", ErrText, err)
		}
	}
	p, err := newPuzzle(o)
	if err != nil {
		return nil, fmt.Errorf("%w: puzzle: %w", ErrText, err)
	}
	if want := Describe(p); !reflect.DeepEqual(want, *d) {
		return nil, fmt.Errorf("%w: puzzle: size, men, start and goal are not those of %s", ErrText, p)
	}
	return p, nil
}

// Solution returns the puzzle and its line, nil for none. Nothing is checked but
// that both can be read. Errors wrap [ErrText].
func (c *Certificate) Solution() (*puzzles.Puzzle, puzzles.Line, error) {
	p, err := c.Puzzle.puzzle()
	if err != nil {
		return nil, nil, err
	}
	line, err := c.line(p)
	return p, line, err
}

// line reads the moves. Errors wrap [ErrText].
func (c *Certificate) line(p *puzzles.Puzzle) (puzzles.Line, error) {
	if len(c.Line) > maxMoves {
		return nil, fmt.Errorf("%w: a line of %d moves; up to %d are looked at", ErrText, len(c.Line), maxMoves)
	}
	var line puzzles.Line
	for i, move := range c.Line {
		path, err := p.Board.ParseCells(move[:min(len(move), mostPath)])
		if err != nil {
			return nil, fmt.Errorf("%w: move %d: %w", ErrText, i+1, err)
		}
		line = append(line, path)
	}
	if !reflect.DeepEqual(FormatLine(p.Board, line), c.Line) {
		return nil, fmt.Errorf("%w: the moves are not written as they should be (such as %.20q)", ErrText, FormatLine(p.Board, line)[0])
	}
	return line, nil
}

// mostPath is more cells than a move has that touches every cell of a board twice.
const mostPath = 1024
