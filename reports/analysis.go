package reports

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/halma-solve/halma-solve/puzzles/jsontext"
	"github.com/halma-solve/halma-solve/solver"
)

// AnalysisSchema is the name and version of the JSON form of an analysis.
const AnalysisSchema = "halma-solve/analysis/2"

// HintsSchema is the name and version of the JSON form of hints.
const HintsSchema = "halma-solve/hints/2"

// AnalysisText writes an analysis for people: what each move lost, and what would
// have been better.
func AnalysisText(w io.Writer, a *solver.Analysis, o TextOptions) error {
	var out strings.Builder
	p := a.Puzzle
	out.WriteString(o.Style.paint(title, heading(p)))
	out.WriteString("\n\n")
	end := "the goal is not reached"
	if a.Solved {
		end = "the goal is reached"
	}
	o.entry(&out, "Line", usual, fmt.Sprintf("%s, %s; %s", English.made(a.Puzzle, len(a.Line)), English.hops(p, a.Line), end))
	o.entry(&out, "Needed", usual, "from the start "+English.needed(a.Positions[0], Unit(p)))
	o.entry(&out, "Verdict", usual, English.overall(a))
	o.assumed(&out, p)
	if a.Interrupted != "" {
		o.entry(&out, "Stopped", usual, English.stopped(a.Interrupted)+"; more time may name more lost moves")
	}
	section(&out, o.Style, "Moves")
	width := len("move")
	for _, path := range a.Line {
		width = max(width, len(p.Board.FormatPath(path)))
	}
	width = min(width, 28)
	out.WriteString(o.Style.paint(faint, fmt.Sprintf("  %3s  %-*s  %-10s  %s\n", "", width, "move", "then needs", "loses")))
	for i, path := range a.Line {
		name := p.Board.FormatPath(path)
		if len(name) > width {
			name = p.Board.Name(path[0]) + "-…-" + p.Board.Name(path[len(path)-1])
		}
		color := usual
		if least, _ := a.Loss(i); least > 0 || a.Fatal(i) {
			color = bad
		}
		fmt.Fprintf(&out, "  %3d  %-*s  %-10s  %s\n", i+1, width, name, English.span(a.Positions[i+1]), o.Style.paint(color, lossInWords(a, i)))
	}
	var named []string
	for i := range a.Line {
		if text := English.remark(a, i); text != "" {
			named = append(named, text)
		}
	}
	if named != nil {
		section(&out, o.Style, "Lost")
		for _, text := range named {
			for _, line := range Wrap(text, o.width()-2) {
				out.WriteString("  " + line + "\n")
			}
		}
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// span is what is known of a number of moves: "31", "25 to 31", "25 or more" or "no way".
func (l Language) span(r solver.Remaining) string {
	switch {
	case r.Dead:
		return l.say("no way")
	case r.Upper == solver.NoUpper:
		return l.say("%d or more", r.Lower)
	case r.Lower >= r.Upper:
		return fmt.Sprint(r.Upper)
	}
	return l.say("%d to %d", r.Lower, r.Upper)
}

func (l Language) needed(r solver.Remaining, unit string) string {
	if !r.Dead && r.Upper != solver.NoUpper && r.Lower >= r.Upper {
		return l.say("%s, proven", l.counted(r.Upper, unit))
	}
	return l.left(r, unit)
}

// left is [Language.needed] without saying what is proven.
func (l Language) left(r solver.Remaining, unit string) string {
	switch {
	case r.Dead:
		return l.say("there is no way to the goal")
	case r.Upper == solver.NoUpper:
		return l.say("at least %s", l.counted(r.Lower, unit))
	case r.Lower >= r.Upper:
		return l.counted(r.Upper, unit)
	}
	return l.say("between %d and %s", r.Lower, l.counted(r.Upper, unit))
}

// overall says how good the line is as a whole.
func (l Language) overall(a *solver.Analysis) string {
	start, n := a.Positions[0], a.Puzzle.Cost(a.Line)
	unit := Unit(a.Puzzle)
	last := a.Positions[len(a.Line)]
	switch {
	case !a.Solved && last.Dead:
		return l.say("no line leads from its end to the goal")
	case !a.Solved && last.Upper != solver.NoUpper && n+last.Upper == start.Lower:
		return l.say("so far no move is lost")
	case !a.Solved:
		return l.say("it is not finished; from its end %s", l.needed(last, unit))
	case n == start.Lower:
		return l.say("optimal: no line is shorter")
	case start.Lower == start.Upper:
		return l.say("%d above the optimum, which is %d", n-start.Upper, start.Upper)
	case n == start.Upper:
		return l.say("as short as the best known line; at most %d above the optimum", n-start.Lower)
	}
	return l.say("%d to %d above the optimum", n-start.Upper, n-start.Lower)
}

// lossInWords says how many moves a move lost.
func lossInWords(a *solver.Analysis, i int) string {
	least, most := a.Loss(i)
	switch {
	case a.Positions[i].Dead:
		return ""
	case a.Positions[i+1].Dead:
		return "the game"
	case most == solver.NoUpper:
		return fmt.Sprintf("%d or more", least)
	case least == most:
		return fmt.Sprint(least)
	}
	return fmt.Sprintf("%d to %d", least, most)
}

// remark names a move that is proven to have lost something, and a better one.
func (l Language) remark(a *solver.Analysis, i int) string {
	p := a.Puzzle
	least, most := a.Loss(i)
	move, text := p.Board.FormatPath(a.Line[i]), ""
	switch {
	case a.Positions[i].Dead:
		return ""
	case a.Positions[i+1].Dead:
		text = l.say("move %d, %s, loses the game: no way leads to the goal any more", i+1, move)
	case least == 0:
		return ""
	case least == most:
		text = l.say("move %d, %s, costs %s", i+1, move, l.counted(least, Unit(p)))
	default:
		text = l.say("move %d, %s, costs at least %s", i+1, move, l.counted(least, Unit(p)))
	}
	if better, total, ok := a.Better(i); ok {
		text = l.say("%s; %s keeps %d possible", text, p.Board.FormatPath(better), total)
	}
	return text
}

// AnalysisJSON writes an analysis for programs. Fields:
//
//	schema   "halma-solve/analysis/2"
//	puzzle   as in a result
//	moves hops  of the line
//	solved   the line reaches the goal
//	start    lower, upper (or null), dead: what is needed from the start
//	line     for each move: path, lower, upper, dead: what is needed after it;
//	         loss_least, loss_most (or null); better: the first move of a line
//	         known from before it that is shorter than any through it, and best_total,
//	         the length of the whole with the moves before
func AnalysisJSON(w io.Writer, a *solver.Analysis) error {
	var out jsontext.Writer
	p := a.Puzzle
	out.Open("")
	out.Field("schema", AnalysisSchema)
	writePuzzle(&out, p)
	out.Field("moves", len(a.Line))
	out.Field("hops", a.Line.Hops())
	out.Field("solved", a.Solved)
	out.Field("start", remainingOf(a.Positions[0]))
	moves := make([]any, len(a.Line))
	for i, path := range a.Line {
		least, most := a.Loss(i)
		m := analyzedMove{Path: p.Board.CellNames(path), remaining: remainingOf(a.Positions[i+1]), LossLeast: least}
		if most != solver.NoUpper {
			m.LossMost = &most
		}
		if better, total, ok := a.Better(i); ok {
			m.Better, m.BestTotal = p.Board.CellNames(better), &total
		}
		moves[i] = m
	}
	out.List("line", moves)
	if a.Interrupted != "" {
		out.Field("stopped_by", a.Interrupted)
	}
	out.End()
	_, err := w.Write(out.Bytes())
	return err
}

type remaining struct {
	Lower int  `json:"lower"`
	Upper *int `json:"upper"`
	Dead  bool `json:"dead"`
}

func remainingOf(r solver.Remaining) remaining {
	out := remaining{Lower: r.Lower, Dead: r.Dead}
	if r.Upper != solver.NoUpper {
		out.Upper = &r.Upper
	}
	return out
}

type analyzedMove struct {
	Path []string `json:"path"`
	remaining
	LossLeast int      `json:"loss_least"`
	LossMost  *int     `json:"loss_most"`
	Better    []string `json:"better,omitempty"`
	BestTotal *int     `json:"best_total,omitempty"`
}

// HintsText writes the best moves from a position for people, at most so many.
func HintsText(w io.Writer, r *solver.Result, hints []solver.Hint, most int, o TextOptions) error {
	var out strings.Builder
	p := r.Puzzle
	out.WriteString(o.Style.paint(title, heading(p)))
	out.WriteString("\n\n")
	at := solver.Remaining{Lower: r.Lower, Upper: r.Upper, Dead: r.Status == solver.Impossible}
	o.entry(&out, "Needed", usual, English.needed(at, Unit(p)))
	if at.Dead {
		hints = nil // no move is better than another one
	}
	if len(hints) > most {
		of := strconv.Itoa(len(hints))
		if len(hints) == solver.MostHints {
			of += ", which may not be all"
		}
		o.entry(&out, "Moves", usual, fmt.Sprintf("the best %d of %s", most, of))
		hints = hints[:most]
	}
	width := 0
	if len(hints) > 0 {
		section(&out, o.Style, "Hints")
	}
	for _, h := range hints {
		width = max(width, len(p.Board.FormatPath(h.Path)))
	}
	for i, h := range hints {
		after := "then " + English.needed(h.After, Unit(p))
		if h.After.Dead {
			after = "loses the game"
		}
		if h.After.Upper == 0 {
			after = "reaches the goal"
		}
		fmt.Fprintf(&out, "  %3d  %-*s  %s\n", i+1, width, p.Board.FormatPath(h.Path), after)
	}
	out.WriteByte('\n')
	out.WriteString(Beside([]Panel{{Board: p.Board, Men: p.Start, Goal: p.Goal}}, o.Style, o.width()))
	_, err := io.WriteString(w, out.String())
	return err
}

// HintsJSON writes hints for programs: schema, puzzle, lower and upper of the
// position, and for each move path, lower, upper and dead of what follows.
func HintsJSON(w io.Writer, r *solver.Result, hints []solver.Hint) error {
	var out jsontext.Writer
	openBounds(&out, HintsSchema, r)
	moves := make([]any, len(hints))
	for i, h := range hints {
		moves[i] = struct {
			Path []string `json:"path"`
			remaining
		}{r.Puzzle.Board.CellNames(h.Path), remainingOf(h.After)}
	}
	out.List("hints", moves)
	out.End()
	_, err := w.Write(out.Bytes())
	return err
}
