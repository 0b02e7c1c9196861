package certificate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
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

// Parse reads a certificate. It is strict: unknown fields, more than one value
// and great texts are refused. Errors are a [*positions.SyntaxError].
func Parse(text []byte) (*Certificate, error) {
	if len(text) > MaxText {
		return nil, fail(text, 0, "longer than %d MiB", MaxText>>20)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	var c Certificate
	if err := d.Decode(&c); err != nil {
		return nil, fail(text, place(d, err), "%s", strings.TrimPrefix(err.Error(), "json: "))
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, fail(text, place(d, nil), "something follows the certificate")
	}
	if c.Schema != Schema {
		return nil, fail(text, 0, "the schema is %.60q, not %q", c.Schema, Schema)
	}
	return &c, nil
}

// fail returns the error for a place in the text.
func fail(text []byte, at int, format string, args ...any) error {
	before := text[:min(max(at, 0), len(text))]
	return &positions.SyntaxError{
		Line:   bytes.Count(before, []byte{'\n'}) + 1,
		Column: utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:]) + 1,
		Msg:    fmt.Sprintf(format, args...),
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
	default:
		return nil, fmt.Errorf("%w: of the game %.40q (certificates are for %s and %s)", ErrText, d.Game, puzzles.GameHighscore, puzzles.GameTreffhalma)
	}
	o := puzzles.HighscoreOptions{Size: d.Size, Army: d.Men}
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
	if want := Describe(p); strings.Join(want.Start, " ") != strings.Join(d.Start, " ") || strings.Join(want.Goal, " ") != strings.Join(d.Goal, " ") {
		return nil, fmt.Errorf("%w: start or goal is not the court of %.20q men", ErrText, d.Men)
	}
	return p, nil
}

// line reads the moves. Errors wrap [ErrText].
func (c *Certificate) line(p *puzzles.Puzzle) (puzzles.Line, error) {
	var line puzzles.Line
	for i, move := range c.Line {
		var path []positions.Cell
		for name := range strings.SplitSeq(move, "-") {
			cell, err := p.Board.ParseCell(name)
			if err != nil {
				return nil, fmt.Errorf("%w: move %d: %w", ErrText, i+1, err)
			}
			path = append(path, cell)
		}
		line = append(line, path)
	}
	return line, nil
}
