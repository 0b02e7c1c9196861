package reports

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/halma-solve/halma-solve/puzzles/submission"
)

// Comparison says how a solved submission compares with what is proven: "34
// moves: 3 above the optimum, which is 31".
func Comparison(v *submission.Verdict) string {
	unit := Unit(v.Puzzle)
	n, b := v.Cost(), v.Bounds
	least, most := v.Above()
	text := ""
	switch {
	case b.Impossible:
		text = "but it is proven that there is no solution; please report this"
	case b.Lower > n:
		text = fmt.Sprintf("fewer than the %d that are proven to be needed; please report this", b.Lower)
	case b.Lower == n:
		text = "optimal, no line is shorter"
	case b.Upper > 0 && b.Lower == b.Upper:
		text = fmt.Sprintf("%d above the optimum, which is %d", least, b.Upper)
	case b.Upper > n:
		text = fmt.Sprintf("%d shorter than the best known line; at least %d %s needed", b.Upper-n, max(b.Lower, 1), are(b.Lower))
	case b.Upper == n:
		text = fmt.Sprintf("as short as the best known line; at least %d %s needed", max(b.Lower, 1), are(b.Lower))
	case b.Upper > 0:
		text = fmt.Sprintf("at least %d above the optimum, which is from %d to %d", least, max(b.Lower, 1), b.Upper)
	case b.Lower > 0:
		text = fmt.Sprintf("at most %d above the optimum, which is at least %d", most, b.Lower)
	default:
		text = "nothing is proven of the optimum"
	}
	return counted(n, unit) + ": " + text
}

// played is "31 moves, 74 hops", "18 moves, 31 jumps".
func played(v *submission.Verdict) string {
	return English.made(v.Puzzle, v.Moves) + ", " + counted(v.Hops, hopUnit(v.Puzzle))
}

// where names the illegal move: "move 9, c4-e6".
func where(v *submission.Verdict) string {
	const shown = 24 // cells
	text := fmt.Sprintf("move %d", v.Move)
	switch path := v.Path; {
	case len(path) > shown:
		text += ", " + v.Puzzle.Board.FormatPath(path[:shown]) + "…"
	case len(path) > 0:
		text += ", " + v.Puzzle.Board.FormatPath(path)
	}
	return text
}

// finding is all that there is to say of a verdict, in one line.
func finding(v *submission.Verdict) string {
	switch v.Status {
	case submission.Solved:
		other := counted(v.Hops, hopUnit(v.Puzzle))
		if v.Cost() == v.Hops && v.Moves != v.Hops {
			other = quantity(v.Moves, "move")
		}
		return Comparison(v) + " (" + other + ")"
	case submission.Unfinished:
		return played(v) + ": " + v.Reason
	case submission.Illegal:
		return where(v) + ": " + v.Reason
	default:
		return v.At.Error()
	}
}

// VerdictLine appends a verdict as a line for people: number, ID if there is one,
// status, and what there is to say.
func VerdictLine(dst []byte, v *submission.Verdict) []byte {
	dst = strconv.AppendInt(dst, v.Number, 10)
	if v.ID != nil {
		dst = append(dst, ' ')
		dst = strconv.AppendQuote(dst, string(v.ID))
	}
	dst = append(dst, "  "...)
	dst = append(dst, fmt.Sprintf("%-10s", v.Status)...)
	dst = append(dst, "  "...)
	dst = append(dst, finding(v)...)
	return append(dst, '\n')
}

// VerdictPanel is the drawing of the position before the move that is wrong, or at
// the end of an unfinished line; ok is false for other verdicts.
func VerdictPanel(v *submission.Verdict) (panel Panel, ok bool) {
	switch v.Status {
	case submission.Illegal:
		return Panel{Board: v.Puzzle.Board, Men: v.Before, Goal: v.Puzzle.Goal, Caption: fmt.Sprintf("before move %d", v.Move)}, true
	case submission.Unfinished:
		return Panel{Board: v.Puzzle.Board, Men: v.Before, Goal: v.Puzzle.Goal, Caption: "at the end"}, true
	}
	return Panel{}, false
}

// VerdictText writes a verdict as a page for people, with a drawing where a
// submission goes wrong. It needs a submission whose puzzle is known.
func VerdictText(w io.Writer, v *submission.Verdict, o TextOptions) error {
	var out strings.Builder
	p := v.Puzzle
	o.heading(&out, p, "")
	switch v.Status {
	case submission.Solved:
		o.entry(&out, "Valid", good, "every move is legal and the goal is reached")
		o.entry(&out, "Line", usual, played(v))
		o.entry(&out, "Compared", usual, Comparison(v))
	case submission.Unfinished:
		o.entry(&out, "Invalid", bad, v.Reason)
		o.entry(&out, "Line", usual, played(v)+"; every move is legal, the goal is not reached")
	case submission.Illegal:
		o.entry(&out, "Invalid", bad, where(v)+": "+v.Reason)
		o.entry(&out, "Line", usual, played(v)+" before it; the goal is not reached")
	default:
		o.entry(&out, "Invalid", bad, v.At.Error())
	}
	o.assumed(&out, p)
	o.entry(&out, "Rules", usual, English.rulesInWords(p)...)
	if panel, ok := VerdictPanel(v); ok && o.Diagrams != NoDiagrams {
		out.WriteByte('\n')
		out.WriteString(Beside([]Panel{panel}, o.Style, o.width()))
	}
	_, err := io.WriteString(w, out.String())
	return err
}
