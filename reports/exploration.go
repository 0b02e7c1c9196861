package reports

import (
	"fmt"
	"io"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/halma-solve/halma-solve/puzzles/jsontext"
	"github.com/halma-solve/halma-solve/solver"
	"github.com/halma-solve/halma-solve/solver/peg"
)

// ExplorationSchema is the name and version of the JSON form of an exploration.
const ExplorationSchema = "halma-solve/exploration/2"

// ExplorationJSON writes an exploration for programs: one object.
//
//	schema    "halma-solve/exploration/2"
//	puzzle    as in a result
//	positions winnable dead_ends    in all, up to the symmetries that keep start and goal
//	by_jumps  a list: jumps, positions, winnable, dead_ends
//	by_moves  a list: moves, positions
//	first_dead_end deepest_dead_end  jumps of the shortest and the longest game that ends
//	          badly, or null
//	stats     only with Stats
func ExplorationJSON(w io.Writer, e *peg.Exploration, o JSONOptions) error {
	var out jsontext.Writer
	out.Open("")
	out.Field("schema", ExplorationSchema)
	writePuzzle(&out, e.Puzzle)
	out.Field("positions", e.Total.Positions)
	out.Field("winnable", e.Total.Winnable)
	out.Field("dead_ends", e.Total.DeadEnds)
	var jumps, moves []any
	for n, l := range e.Jumps {
		jumps = append(jumps, struct {
			Jumps     int   `json:"jumps"`
			Positions int64 `json:"positions"`
			Winnable  int64 `json:"winnable"`
			DeadEnds  int64 `json:"dead_ends"`
		}{n, l.Positions, l.Winnable, l.DeadEnds})
	}
	for n, count := range e.Moves {
		moves = append(moves, struct {
			Moves     int   `json:"moves"`
			Positions int64 `json:"positions"`
		}{n, count})
	}
	out.List("by_jumps", jumps)
	out.List("by_moves", moves)
	out.Field("first_dead_end", orNull(e.FirstDead() >= 0, e.FirstDead()))
	out.Field("deepest_dead_end", orNull(e.DeepestDead() >= 0, e.DeepestDead()))
	if o.Stats {
		writeJSONStats(&out, &solver.Result{Stats: e.Stats})
	}
	out.End()
	_, err := w.Write(out.Bytes())
	return err
}

// ExplorationText writes an exploration for people.
func ExplorationText(w io.Writer, e *peg.Exploration, o TextOptions) error {
	var out strings.Builder
	p := e.Puzzle
	o.heading(&out, p, ": what can be reached, up to symmetry")
	o.entry(&out, "Reached", usual, humanize.Comma(e.Total.Positions)+" positions")
	o.entry(&out, "Winnable", usual, humanize.Comma(e.Total.Winnable)+" of them")
	o.entry(&out, "Dead", usual, humanize.Comma(e.Total.DeadEnds)+" of them: no jump, and not won")
	if first, last := e.FirstDead(), e.DeepestDead(); first >= 0 {
		o.entry(&out, "Games", usual, fmt.Sprintf("that end badly end after %d jumps at the earliest, %d at the latest", first, last))
	}
	o.entry(&out, "Rules", usual, English.pegRulesInWords(p)[:2]...)
	section(&out, o.Style, "By the number of jumps")
	rows := [][]string{{"jumps", "men", "positions", "winnable", "dead ends"}}
	for n, l := range e.Jumps {
		left := p.Men() - n
		rows = append(rows, []string{fmt.Sprint(n), fmt.Sprint(left), humanize.Comma(l.Positions), humanize.Comma(l.Winnable), humanize.Comma(l.DeadEnds)})
	}
	writeTable(&out, rows, 0, o.Style)
	section(&out, o.Style, "By the least number of moves")
	rows = [][]string{{"moves", "positions"}}
	for n, count := range e.Moves {
		rows = append(rows, []string{fmt.Sprint(n), humanize.Comma(count)})
	}
	writeTable(&out, rows, 0, o.Style)
	if o.Diagrams != NoDiagrams && e.DeepestDead() >= 0 {
		out.WriteByte('\n')
		out.WriteString(Beside([]Panel{{Board: p.Board, Men: e.Deepest, Goal: p.Goal, Caption: fmt.Sprintf("dead end after %d jumps", e.DeepestDead())}}, o.Style, o.width()))
	}
	if o.Stats {
		section(&out, o.Style, "Search")
		writeStats(&out, &e.Stats, false, o.Style)
	}
	_, err := io.WriteString(w, out.String())
	return err
}
