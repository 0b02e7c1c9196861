package reports

import (
	"fmt"
	"io"
	"strings"

	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver"
)

// Diagrams says which positions of a line are drawn.
type Diagrams string

// The choices of diagrams.
const (
	KeyDiagrams Diagrams = "key"  // start, middle and end
	AllDiagrams Diagrams = "all"  // the start and the position after every move
	NoDiagrams  Diagrams = "none" // no drawing at all
)

// TextOptions chooses what a text report shows. The zero value is a report for
// 80 columns with key diagrams.
type TextOptions struct {
	Width    int      // columns, 80 if 0, at least 40
	Diagrams Diagrams // KeyDiagrams if empty
	Stats    bool     // add what the search did
	Source   string   // where the answer is from, if not from a search
	Style    Style
	Assumed  bool // nobody has said what the line is a line of
}

// assumed says which puzzle a line was taken to be of, if nobody has said it.
func (o TextOptions) assumed(out *strings.Builder, p *puzzles.Puzzle) {
	if o.Assumed {
		o.entry(out, "Puzzle", usual, fmt.Sprintf("assumed: %s; --puzzle and the options with it choose another", p))
	}
}

func (o TextOptions) width() int {
	if o.Width == 0 {
		return 80
	}
	return max(o.Width, 40)
}

// Text writes the report for people.
func Text(w io.Writer, r *solver.Result, o TextOptions) error {
	var out strings.Builder
	writeSummary(&out, r, o)
	if len(r.Line) > 0 {
		section(&out, o.Style, "Moves")
		out.WriteString(moveTable(r.Puzzle.Board, r.Line, o.Style, o.width()))
	}
	if panels := panelsOf(r.Puzzle, r.Line, o.Diagrams); len(panels) > 0 {
		out.WriteByte('\n')
		out.WriteString(Beside(panels, o.Style, o.width()))
	}
	if o.Stats {
		section(&out, o.Style, "Search")
		writeStats(&out, &r.Stats, r.Cached, o.Style)
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// writeSummary writes the puzzle and what is known of it.
func writeSummary(out *strings.Builder, r *solver.Result, o TextOptions) {
	p := r.Puzzle
	o.heading(out, p, "")
	color := open
	switch r.Status {
	case solver.Optimal:
		color = good
	case solver.Impossible:
		color = bad
	}
	o.entry(out, "Result", color, Headline(r))
	if r.Line != nil {
		o.entry(out, "Line", usual, fmt.Sprintf("%s, %s; replayed by the independent verifier",
			English.made(r.Puzzle, r.Moves), counted(r.Hops, hopUnit(r.Puzzle))))
	}
	for _, f := range append(English.solutionFacts(r), English.proofFacts(r)...) {
		if f.Text != "" {
			o.entry(out, f.Name, usual, f.Text)
		}
	}
	if o.Source != "" {
		o.entry(out, "Source", usual, o.Source)
	}
	o.entry(out, "Status", usual, English.meaning(r))
	if r.Interrupted != "" {
		o.entry(out, "Stopped", usual, English.ended(r))
	}
	o.entry(out, "Rules", usual, English.resultRulesInWords(r)...)
}

// heading writes what a page is about: a puzzle, and more.
func (o TextOptions) heading(out *strings.Builder, p *puzzles.Puzzle, more string) {
	game, rest, _ := strings.Cut(heading(p), ",")
	fmt.Fprintf(out, "%s,%s%s\n\n", o.Style.paint(title, game), rest, more)
}

// entry writes a name and its paragraphs beside it.
func (o TextOptions) entry(out *strings.Builder, name string, color ink, paragraphs ...string) {
	const indent = 11
	for _, paragraph := range paragraphs {
		for _, line := range Wrap(paragraph, o.width()-indent) {
			out.WriteString(o.Style.paint(faint, fmt.Sprintf("  %-*s", indent-2, name)))
			out.WriteString(o.Style.paint(color, line) + "\n")
			name = ""
		}
	}
}

func section(out *strings.Builder, s Style, name string) {
	out.WriteString("\n" + s.paint(title, name) + "\n")
}

// panelsOf chooses the positions of a line to draw. Without a line it is the
// start alone.
func panelsOf(p *puzzles.Puzzle, line puzzles.Line, d Diagrams) []Panel {
	n := len(line)
	switch {
	case d == NoDiagrams:
		return nil
	case n == 0:
		return []Panel{PanelAfter(p, line, 0)}
	case d == AllDiagrams:
		var panels []Panel
		for i := range n + 1 {
			panels = append(panels, PanelAfter(p, line, i))
		}
		return panels
	}
	panels := []Panel{PanelAfter(p, line, 0)}
	if n >= 2 {
		panels = append(panels, PanelAfter(p, line, n/2))
	}
	return append(panels, PanelAfter(p, line, n))
}

// PanelAfter is the panel of the position after n moves of a legal line.
func PanelAfter(p *puzzles.Puzzle, line puzzles.Line, n int) Panel {
	panel := Panel{Board: p.Board, Men: p.After(line, n), Goal: p.Goal, Caption: "start"}
	if !p.Game.Pegs() {
		panel.Marked = p.MarkedAfter(line, n)
	}
	if n > 0 {
		panel.Path = line[n-1]
		panel.Caption = fmt.Sprintf("after move %d", n)
	}
	return panel
}
