package reports

import (
	"bytes"
	"encoding/json"
	"io"
	"math"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver"
)

// Schema is the name and version of the JSON form of a result.
const Schema = "halma-solve/result/1"

// JSONOptions chooses what a JSON report holds.
type JSONOptions struct {
	Stats bool // add what the search did; it differs from run to run
}

// JSON writes the report for programs: one object, its fields always in the
// same order, each on a line of its own, each move of the line too.
//
//	schema      "halma-solve/result/1"
//	puzzle      game, board, size, men, rules, count, jumps, start, goal; in solo
//	            and retour no rules and jumps, and of a drawn board its holes; with
//	            figures no goal, but marked (if any man is) and goals, each with
//	            men, and marked and empty if there are such cells
//	status      optimal, bounded, impossible or unknown
//	lower       proven: no line is shorter, in the puzzle's count
//	upper       length of the line in the puzzle's count, or null
//	moves hops  of the line, or null
//	line        the moves, each with every cell the man touches, or null
//	proof       how the lower bound was obtained
//	stopped_by  the limit that ended the search; absent if none did
//	solutions   sequences, up_to_symmetry: how many lines of that many moves; only
//	            if they were counted
//	claimed     of a result that came from outside: lower, impossible, proof and
//	            solutions as it had them, of which nothing is proven
//	stats       only with Stats
func JSON(w io.Writer, r *solver.Result, o JSONOptions) error {
	var out objectWriter
	out.open("")
	out.field("schema", Schema)
	writePuzzle(&out, r.Puzzle)
	out.field("status", r.Status)
	out.field("lower", r.Lower)
	out.field("upper", orNull(r.Upper != solver.NoUpper, r.Upper))
	out.field("moves", orNull(r.Line != nil, r.Moves))
	out.field("hops", orNull(r.Line != nil, r.Hops))
	writeLine(&out, r)
	out.field("proof", r.Proof)
	if r.Interrupted != "" {
		out.field("stopped_by", r.Interrupted)
	}
	if r.Solutions != nil {
		writeSolutions(&out, r.Solutions)
	}
	if r.Claim != nil {
		writeClaim(&out, r.Claim)
	}
	if o.Stats {
		writeJSONStats(&out, r)
	}
	out.end()
	out.text.WriteByte('\n')
	_, err := w.Write(out.text.Bytes())
	return err
}

func writePuzzle(out *objectWriter, p *puzzles.Puzzle) {
	out.open("puzzle")
	writePuzzleFields(out, p)
	out.end()
}

// writePuzzleFields writes what [puzzles.Fields] reads.
func writePuzzleFields(out *objectWriter, p *puzzles.Puzzle) {
	if p.Game.Pegs() {
		writePegFields(out, p)
		return
	}
	out.field("game", p.Game)
	out.field("board", p.Board.Shape().String())
	out.field("size", p.Board.Size())
	out.field("men", p.Army)
	out.field("rules", p.Arrival.String())
	out.field("count", p.Count.String())
	out.field("jumps", p.Jumps.String())
	out.field("start", p.Board.Names(p.Start))
	if p.Goals == nil {
		out.field("goal", p.Board.Names(p.Goal))
		return
	}
	if p.Marked != (positions.Bits{}) {
		out.field("marked", p.Board.Names(p.Marked))
	}
	figures := make([]any, len(p.Goals))
	for i, g := range p.Goals {
		f := figure{Men: p.Board.Names(g.Men)}
		if g.Marked != (positions.Bits{}) {
			f.Marked = p.Board.Names(g.Marked)
		}
		if g.Empty != (positions.Bits{}) {
			f.Empty = p.Board.Names(g.Empty)
		}
		figures[i] = f
	}
	out.list("goals", figures)
}

// figure is one of the figures that solve a puzzle: names of cells.
type figure struct {
	Men    []string `json:"men"`
	Marked []string `json:"marked,omitempty"`
	Empty  []string `json:"empty,omitempty"`
}

// PuzzleFile writes a puzzle as [puzzles.ParseFile] reads it.
func PuzzleFile(w io.Writer, p *puzzles.Puzzle) error {
	var out objectWriter
	out.open("")
	out.field("schema", puzzles.FileSchema)
	writePuzzleFields(&out, p)
	out.end()
	out.text.WriteByte('\n')
	_, err := w.Write(out.text.Bytes())
	return err
}

func writeLine(out *objectWriter, r *solver.Result) {
	if r.Line == nil {
		out.field("line", nil)
		return
	}
	moves := make([]any, len(r.Line))
	for i, path := range r.Line {
		moves[i] = cellNames(r.Puzzle.Board, path)
	}
	out.list("line", moves)
}

func cellNames(b *positions.Board, path []positions.Cell) []string {
	names := make([]string, len(path))
	for i, c := range path {
		names[i] = b.Name(c)
	}
	return names
}

func writeJSONStats(out *objectWriter, r *solver.Result) {
	out.open("stats")
	out.field("cached", r.Cached)
	out.field("expanded", r.Stats.Expanded)
	out.field("generated", r.Stats.Generated)
	out.field("duplicates", r.Stats.Duplicates)
	out.field("pruned", r.Stats.Pruned)
	out.field("peak_bytes", r.Stats.PeakBytes)
	out.field("seconds", milliseconds(r.Stats.Elapsed.Seconds()))
	phases := make([]any, len(r.Stats.Phases))
	for i, ph := range r.Stats.Phases {
		phases[i] = struct {
			Name     string  `json:"name"`
			Outcome  string  `json:"outcome"`
			Expanded int64   `json:"expanded"`
			Widest   int64   `json:"widest"`
			Seconds  float64 `json:"seconds"`
		}{ph.Name, ph.Outcome, ph.Expanded, ph.Widest, milliseconds(ph.Elapsed.Seconds())}
	}
	out.list("phases", phases)
	out.end()
}

func milliseconds(seconds float64) float64 { return math.Round(seconds*1000) / 1000 }

func orNull(ok bool, n int) any {
	if !ok {
		return nil
	}
	return n
}

// objectWriter writes nested objects with two spaces of indent a level; values
// that are not objects stay on one line.
type objectWriter struct {
	text  bytes.Buffer
	depth int
	more  bool // the object that is open has a field already
}

func (o *objectWriter) open(name string) {
	if o.depth > 0 {
		o.name(name)
	}
	o.text.WriteByte('{')
	o.depth++
	o.more = false
}

func (o *objectWriter) end() {
	o.depth--
	o.newLine()
	o.text.WriteByte('}')
	o.more = true
}

func (o *objectWriter) field(name string, value any) {
	o.name(name)
	o.value(value)
}

// list writes an array with one element a line.
func (o *objectWriter) list(name string, values []any) {
	o.name(name)
	o.text.WriteByte('[')
	o.depth++
	for i, v := range values {
		if i > 0 {
			o.text.WriteByte(',')
		}
		o.newLine()
		o.value(v)
	}
	o.depth--
	if len(values) > 0 {
		o.newLine()
	}
	o.text.WriteByte(']')
}

func (o *objectWriter) name(name string) {
	if o.more {
		o.text.WriteByte(',')
	}
	o.newLine()
	o.value(name)
	o.text.WriteString(": ")
	o.more = true
}

func (o *objectWriter) newLine() {
	o.text.WriteByte('\n')
	for range o.depth {
		o.text.WriteString("  ")
	}
}

func (o *objectWriter) value(v any) {
	enc := json.NewEncoder(&o.text)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic("reports: " + err.Error()) // only numbers, strings and lists of them come here
	}
	o.text.Truncate(o.text.Len() - 1) // Encode ends with a newline
}
