package reports

import (
	"errors"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/verify"
)

// MaxSheet is the greatest number of puzzles on a sheet.
const MaxSheet = 1000

// MaxSheetColumns is the greatest number of puzzles beside each other.
const MaxSheetColumns = 4

// ErrSheet is wrapped when puzzles cannot be put on a sheet: there are none, or
// more than [MaxSheet].
var ErrSheet = errors.New("no sheet of puzzles")

// SheetPuzzle is a puzzle of a sheet. Its texts are shown as they are.
type SheetPuzzle struct {
	Puzzle *puzzles.Puzzle
	Line   puzzles.Line // the solution
	Name   string       // stands with the solution, as an ID
	Goal   string       // what must be reached, where the drawing cannot say it
	Grade  int          // of difficulty, from 1 to 3; 0 for none
	Level  string       // the difficulty in a word
	// Difficulty is a number, the greater the harder; 0 if it is not known.
	Difficulty float64
	// Lines is the number of minimal lines in digits, "" if it is not known.
	Lines      string
	MoreLines  bool // there are more than that
	LineUnique bool
	FirstMoves int      // that minimal lines begin with
	Straight   []string // of connection the straight lines that are goals, as "a1–a7"
	Notes      []string // stand with the solution
	// Claimed is set if nobody here has proven that no solution is shorter.
	Claimed bool
}

// SheetOptions choose what a sheet looks like.
type SheetOptions struct {
	Title   string // the number of puzzles if empty
	Columns int    // puzzles beside each other, 1 to 4; 0: by the size of the boards
	// TextOnly writes solutions without diagrams.
	TextOnly bool
	// Language is that of the fixed texts; levels that have other names than easy, medium
	// and hard stay as they are.
	Language Language
}

// Sheet writes puzzles as a page to be printed, on A4 or Letter: a drawing of
// each, a few to a page, and the solutions behind a page break. It is one HTML file
// that needs nothing else; black and white are enough to print
// it. On a screen its puzzles can be played, and solutions are hidden until they are
// asked for. Lines are replayed by the verifier first; errors are those of
// [verify.Replay], [ErrSheet] and of the writer.
func Sheet(w io.Writer, list []SheetPuzzle, o SheetOptions) error {
	s, err := newSheet(list, o)
	if err != nil {
		return err
	}
	return writePage(w, "sheet.html", o.Language, s)
}

// sheetPage is what the template shows.
type sheetPage struct {
	head
	Columns int
	Boards  string
	Rules   []sheetRules
	Shapes  template.HTML // what the drawings refer to
	Marked  bool          // some puzzle has marked men
	Ringed  bool          // some puzzle has cells of the goal ringed
	Covered bool          // in some puzzle men stand on them
	Bands   bool          // some puzzle has bands for goals
	Claimed bool          // some solution is only claimed to be shortest
	Mixed   bool          // others are proven: a note says of which that is not so
	Rows    [][]sheetItem
	Cut     bool     // some board is cut to where the men and the goals are
	Drawn   bool     // solutions have diagrams
	Levels  []string // of the puzzles, if there are several
	Book    *book    // to be played
	Script  template.JS
	Charts  []drawnChart // how long and how hard many puzzles are
}

// sheetRules are the rules of some of the puzzles.
type sheetRules struct{ Which, Text string }

// sheetItem is a puzzle on the page.
type sheetItem struct {
	Number int
	Moves  string // "7 moves"
	Level  string
	Pips   string // the grade, as ●●○
	Goal   string
	Board  template.HTML
	Line   []string
	Steps  []template.HTML // diagrams of the solution
	Name   string
	Notes  string
}

func newSheet(list []SheetPuzzle, o SheetOptions) (*sheetPage, error) {
	switch {
	case len(list) == 0:
		return nil, fmt.Errorf("%w: there are none", ErrSheet)
	case len(list) > MaxSheet:
		return nil, fmt.Errorf("%w: %d are too many, a sheet has at most %d", ErrSheet, len(list), MaxSheet)
	case o.Columns < 0 || o.Columns > MaxSheetColumns:
		return nil, fmt.Errorf("%w: %d puzzles beside each other (1 to %d)", ErrSheet, o.Columns, MaxSheetColumns)
	}
	style, err := sheetStyle()
	if err != nil {
		return nil, err
	}
	script, err := scriptOf("page/words.js", "page/rules.js", "page/play.js", "page/book.js")
	if err != nil {
		return nil, err
	}
	s := &sheetPage{head: newHead(o.Title, style, script), Script: template.JS(script), Columns: o.Columns, Rules: o.Language.rulesOfSheet(list)}
	s.Scheme = "only light" // it is paper
	s.in(o.Language, script)
	l := o.Language
	if s.Title == "" {
		s.Title = l.say("%d puzzles", len(list))
	}
	drawing := newSheetDrawing(list, l)
	if s.Columns == 0 {
		s.Columns = drawing.columns()
	}
	s.Boards, s.Drawn = drawing.boards(), !o.TextOnly && drawing.moves() <= mostDrawnMoves
	s.Shapes = template.HTML(drawing.shapes())
	isClaimed := func(p SheetPuzzle) bool { return p.Claimed }
	s.Claimed = slices.ContainsFunc(list, isClaimed)
	s.Mixed = s.Claimed && slices.ContainsFunc(list, func(p SheetPuzzle) bool { return !p.Claimed })
	for i, p := range list {
		if _, err := verify.Replay(p.Puzzle, p.Line); err != nil {
			return nil, fmt.Errorf("puzzle %d: %w", i+1, err)
		}
		rings := ringed(p.Puzzle)
		s.Ringed = s.Ringed || rings.Len() > 0
		s.Covered = s.Covered || rings.Intersects(p.Puzzle.Start)
		s.Bands = s.Bands || len(bands(p.Puzzle)) > 0
		s.Cut = s.Cut || drawing.frames[i].cut
		s.Marked = s.Marked || p.Puzzle.Marked.Len() > 0
		if i%s.Columns == 0 {
			s.Rows = append(s.Rows, nil)
		}
		last := len(s.Rows) - 1
		s.Rows[last] = append(s.Rows[last], s.item(i, p, drawing))
	}
	s.Charts = l.histogramsOf(list)
	s.Levels = l.levelsOf(list)
	s.Book, err = newBook(list, drawing)
	return s, err
}

// item is puzzle i, from 0.
func (s *sheetPage) item(i int, p SheetPuzzle, drawing *sheetDrawing) sheetItem {
	l := drawing.language
	notes := l.notesOf(&p)
	if s.Mixed && p.Claimed {
		notes = append([]string{l.say("only claimed to be shortest")}, notes...)
	}
	item := sheetItem{
		Number: i + 1, Moves: l.moves(len(p.Line)), Level: legible(l.word(p.Level)), Name: legible(p.Name), Goal: legible(l.goalOf(&p)),
		Board: template.HTML(drawing.board(i)), Notes: legible(strings.Join(append(notes, p.Notes...), "; ")),
		Line: movesWithCommas(p),
	}
	if p.Grade > 0 {
		item.Pips = strings.Repeat("●", min(p.Grade, 3)) + strings.Repeat("○", max(0, 3-p.Grade))
	}
	if s.Drawn {
		for _, step := range drawing.steps(i) {
			item.Steps = append(item.Steps, template.HTML(step))
		}
	}
	return item
}

// movesWithCommas are the moves of a line, each but the last with a comma.
func movesWithCommas(p SheetPuzzle) []string {
	moves := make([]string, len(p.Line))
	for n, path := range p.Line {
		moves[n] = p.Puzzle.Board.FormatPath(path)
		if n < len(p.Line)-1 {
			moves[n] += ","
		}
	}
	return moves
}

func sheetStyle() (string, error) {
	css, err := pageFiles.ReadFile("page/sheet.css")
	if err != nil {
		return "", err
	}
	playing, err := pageFiles.ReadFile("page/play.css")
	if err != nil {
		return "", err
	}
	// The table where a puzzle is played has the colours of other pages.
	colors := ".table{color-scheme:light;" + variables(false) + "}\n@media (prefers-color-scheme:dark){.table{color-scheme:dark;" + variables(true) + "}}\n"
	// What is drawn by reference has no board above it.
	return "\n" + strings.ReplaceAll(boardStyle, ".board .", ".") + string(playing) + string(css) + colors, nil
}
