package reports

import (
	"io"
	"math"

	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/jsontext"
	"github.com/halma-solve/halma-solve/puzzles/puzzlefile"
	"github.com/halma-solve/halma-solve/solver"
)

// Schema is the name and version of the JSON form of a result.
const Schema = "halma-solve/result/2"

// JSONOptions chooses what a JSON report holds.
type JSONOptions struct {
	Stats bool // add what the search did; it differs from run to run
}

// JSON writes the report for programs: one object, its fields always in the
// same order, each on a line of its own, each move of the line too.
//
//	schema      "halma-solve/result/2"
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
	var out jsontext.Writer
	openBounds(&out, Schema, r)
	out.Field("moves", orNull(r.Line != nil, r.Moves))
	out.Field("hops", orNull(r.Line != nil, r.Hops))
	writeLine(&out, r)
	out.Field("proof", r.Proof)
	if r.Interrupted != "" {
		out.Field("stopped_by", r.Interrupted)
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
	out.End()
	_, err := w.Write(out.Bytes())
	return err
}

// openBounds begins an object with a puzzle and what is known of its length.
func openBounds(out *jsontext.Writer, schema string, r *solver.Result) {
	out.Open("")
	out.Field("schema", schema)
	writePuzzle(out, r.Puzzle)
	out.Field("status", r.Status)
	out.Field("lower", r.Lower)
	out.Field("upper", orNull(r.Upper != solver.NoUpper, r.Upper))
}

func writePuzzle(out *jsontext.Writer, p *puzzles.Puzzle) {
	out.Open("puzzle")
	puzzlefile.Describe(p).Write(out)
	out.End()
}

func writeLine(out *jsontext.Writer, r *solver.Result) {
	if r.Line == nil {
		out.Field("line", nil)
		return
	}
	moves := make([]any, len(r.Line))
	for i, path := range r.Line {
		moves[i] = r.Puzzle.Board.CellNames(path)
	}
	out.List("line", moves)
}

func writeJSONStats(out *jsontext.Writer, r *solver.Result) {
	out.Open("stats")
	out.Field("cached", r.Cached)
	out.Field("expanded", r.Stats.Expanded)
	out.Field("generated", r.Stats.Generated)
	out.Field("duplicates", r.Stats.Duplicates)
	out.Field("pruned", r.Stats.Pruned)
	out.Field("peak_bytes", r.Stats.PeakBytes)
	out.Field("seconds", milliseconds(r.Stats.Elapsed.Seconds()))
	writePhases(out, r.Stats.Phases)
	if len(r.Stats.Known) > 0 {
		known := make([]any, len(r.Stats.Known))
		for i, k := range r.Stats.Known {
			known[i] = struct {
				Seconds float64 `json:"seconds"`
				Lower   int     `json:"lower"`
				Upper   any     `json:"upper"`
			}{milliseconds(k.Elapsed.Seconds()), k.Lower, orNull(k.Upper != solver.NoUpper, k.Upper)}
		}
		out.List("known", known)
	}
	out.End()
}

func milliseconds(seconds float64) float64 { return math.Round(seconds*1000) / 1000 }

func orNull(ok bool, n int) any {
	if !ok {
		return nil
	}
	return n
}
