package atlas

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// Entry is what has been proven of a puzzle. Lower and Upper are in its count.
type Entry struct {
	Question
	Fingerprint string `json:"fingerprint"` // of the puzzle, in base 16
	Lower       int    `json:"lower"`
	Upper       int    `json:"upper"`
	// Follows is set when other entries say as much, so that line and proof are not
	// here again.
	Follows bool     `json:"follows,omitempty"`
	Line    []string `json:"line,omitempty"`  // the moves, "a1-c3-e5"
	Proof   string   `json:"proof,omitempty"` // how the lower bound was obtained
	// Steps are those of a certificate that prove the bound; nil if a run has proven
	// it and no certificate says how.
	Steps   json.RawMessage `json:"steps,omitempty"`
	Command string          `json:"made_by,omitempty"` // the command of the run, which knew the entries made before
	Program string          `json:"program,omitempty"` // that ran it
	Date    string          `json:"date,omitempty"`    // of the run, or of the day the certificate was checked
	// Seconds is the processor time of the run; 0 if the entry comes from a
	// certificate, which does not tell.
	Seconds float64 `json:"seconds,omitempty"`
	// Limit is the time limit in seconds under which the run ended; 0 if none did.
	Limit float64 `json:"limit,omitempty"`
}

// Settled reports whether nothing is left to find out.
func (e *Entry) Settled() bool { return e.Lower == e.Upper }

// Certified reports whether a certificate proves the bound.
func (e *Entry) Certified() bool { return len(e.Steps) > 0 }

// Length is the optimum, or what is known of it: "27", "25–27".
func (e *Entry) Length() string {
	if e.Settled() {
		return fmt.Sprint(e.Lower)
	}
	return fmt.Sprintf("%d–%d", e.Lower, e.Upper)
}

// Again is the command that works the answer out from nothing: until it is proven, or,
// where that has not been done, as long as the run that made the entry.
func (e *Entry) Again() string {
	if e.Settled() {
		return e.Question.Command() + " --prove --fresh"
	}
	return e.Question.Command() + " --fresh"
}

// Moves reads the line of the entry's puzzle p.
func (e *Entry) Moves(p *puzzles.Puzzle) (line puzzles.Line, err error) {
	for _, move := range e.Line {
		var path []positions.Cell
		for name := range strings.SplitSeq(move, "-") {
			c, err := p.Board.ParseCell(name)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", e.ID(), err)
			}
			path = append(path, c)
		}
		line = append(line, path)
	}
	return line, nil
}

// FormatLine returns the moves of a line as an entry has them.
func FormatLine(b *positions.Board, line puzzles.Line) (moves []string) {
	for _, path := range line {
		moves = append(moves, b.FormatPath(path))
	}
	return moves
}

// Key is a fingerprint as an entry has it.
func Key(fingerprint [32]byte) string { return hex.EncodeToString(fingerprint[:]) }
