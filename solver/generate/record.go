package generate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"github.com/halma-solve/halma-solve/puzzles/puzzlefile"
	"github.com/halma-solve/halma-solve/puzzles/verify"
)

// Schema is the name and version of the JSON form of a puzzle of a batch.
const Schema = "halma-solve/generated/2"

// ErrRecord is wrapped when a line is no puzzle of a batch.
var ErrRecord = errors.New("no generated puzzle")

// ErrOtherOptions is wrapped when a puzzle was made with other options.
var ErrOtherOptions = errors.New("made with other options")

// record is the JSON form. Its fields stand in this order.
type record struct {
	Schema     string          `json:"schema"`
	ID         string          `json:"id"`
	Seed       string          `json:"seed_form"`
	Index      int64           `json:"index"`
	Kind       Kind            `json:"kind"`
	Moves      int             `json:"moves"` // minimal, proven if not claimed
	Line       [][]string      `json:"line"`
	Lines      json.Number     `json:"lines"`
	More       bool            `json:"more_lines"` // there are more than Lines
	First      int             `json:"first_moves"`
	FirstOnly  bool            `json:"first_move_unique"`
	LineOnly   bool            `json:"line_unique"`
	Difficulty float64         `json:"difficulty"`
	Level      string          `json:"level"`
	Features   Features        `json:"features"`
	Puzzle     puzzlefile.Line `json:"puzzle"`
	Claimed    bool            `json:"claimed,omitempty"` // proven by nobody who can be asked
}

// MarshalJSON writes the puzzle on one line.
func (p *Puzzle) MarshalJSON() ([]byte, error) { return json.Marshal(p.record()) }

// firstSchema is the form that had the number of men as a text.
const firstSchema = "halma-solve/generated/1"

// marshalFirst writes the puzzle in that form.
func (p *Puzzle) marshalFirst() ([]byte, error) {
	r := p.record()
	r.Schema, r.Puzzle.Schema, r.Puzzle.Men = firstSchema, "halma-solve/puzzle/1", p.Task.Army
	return json.Marshal(r)
}

func (p *Puzzle) record() record {
	t := p.Task
	r := record{
		Schema: Schema, ID: ID(p.Kind, t), Seed: p.Form, Index: p.Index, Kind: p.Kind,
		Moves: len(p.Line), Lines: json.Number(p.Lines.String()), More: p.MoreLines,
		First: p.First, FirstOnly: p.First == 1, LineOnly: p.LineUnique,
		Difficulty: p.Difficulty, Level: Level(p.Difficulty), Features: p.Features, Claimed: p.Claimed,
		Puzzle: puzzlefile.OneLine(t),
	}
	for _, path := range p.Line {
		r.Line = append(r.Line, t.Board.CellNames(path))
	}
	return r
}

// mostIndex is the greatest index of a candidate, which no batch comes near to.
const mostIndex = 1 << 53

// maxDigits is how many digits the number of minimal lines of a puzzle may have.
const maxDigits = 200

// lineCount reads the number of minimal lines. It is looked at digit by digit only
// if it is no longer than any that makes sense.
func lineCount(digits json.Number) (*big.Int, error) {
	n, ok := new(big.Int), digits != "" && len(digits) <= maxDigits
	if ok {
		_, ok = n.SetString(string(digits), 10)
	}
	if !ok {
		return nil, fmt.Errorf("%w: the number of lines is missing, not whole or of more than %d digits", ErrRecord, maxDigits)
	}
	return n, nil
}

// ParseRecord reads a line that [Puzzle.MarshalJSON] wrote for a batch of this
// seed form, or of any if form is "", replays its line, and makes sure that nothing
// else was changed that can be told from the line. That no line is shorter is what
// the text says; nobody has looked. A batch has no claimed puzzles. Errors wrap [ErrRecord], or [ErrOtherOptions].
func ParseRecord(text []byte, form string) (*Puzzle, error) {
	var r record
	if err := json.Unmarshal(text, &r); err != nil {
		return nil, fmt.Errorf("%w: no JSON object of the schema %s", ErrRecord, Schema)
	}
	switch {
	case r.Schema != Schema && r.Schema != firstSchema:
		return nil, fmt.Errorf("%w: schema %.40q, not %q", ErrRecord, r.Schema, Schema)
	case !strings.HasPrefix(r.Seed, "generate/"):
		return nil, fmt.Errorf("%w: it has no seed form", ErrRecord)
	case form != "" && r.Seed != form:
		return nil, fmt.Errorf("%w: %.200q, not %q", ErrOtherOptions, r.Seed, form)
	case r.Index < 0 || r.Index > mostIndex:
		return nil, fmt.Errorf("%w: the index %d is not from 0 to %d", ErrRecord, r.Index, int64(mostIndex))
	case form != "" && r.Claimed:
		return nil, fmt.Errorf("%w: it was taken from another file, so nobody has proven it", ErrRecord)
	}
	lines, err := lineCount(r.Lines)
	if err != nil {
		return nil, err
	}
	kind, t, err := ParseID(r.ID)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrRecord, err)
	}
	p := &Puzzle{
		Kind: kind, Task: t, Index: r.Index, Form: r.Seed, Lines: lines, MoreLines: r.More,
		First: r.First, LineUnique: r.LineOnly, Features: r.Features, Difficulty: r.Difficulty,
		Claimed: r.Claimed,
	}
	for _, names := range r.Line {
		path, err := t.Board.ParseCells(names)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrRecord, err)
		}
		p.Line = append(p.Line, path)
	}
	if _, err := verify.Replay(t, p.Line); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrRecord, err)
	}
	write := p.MarshalJSON
	if r.Schema == firstSchema {
		write = p.marshalFirst
	}
	again, err := write()
	if err != nil || !bytes.Equal(again, bytes.TrimSpace(text)) || !p.plausible() || p.Difficulty != p.difficulty() {
		return nil, fmt.Errorf("%w: the fields contradict each other", ErrRecord)
	}
	return p, nil
}
