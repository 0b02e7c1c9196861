package reports

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/verify"
)

// sheetPuzzles are results with all that a sheet can show: crosses, stars, squares,
// men on the goal, marked men.
func sheetPuzzles(t testing.TB) (list []SheetPuzzle) {
	t.Helper()
	for i, file := range []string{"star-31.json", "solo-18.json", "square-43.json", "rhombus-17.json"} {
		r := stored(t, file)
		list = append(list, SheetPuzzle{
			Puzzle: r.Puzzle, Line: r.Line, Name: fmt.Sprintf("name-%d", i), Grade: i, Level: "level", Notes: []string{"one", "two"},
		})
	}
	// A position on the way, with men on the goal.
	last := list[3]
	last.Puzzle, last.Line = last.Puzzle.From(last.Puzzle.After(last.Line, 10), positions.Bits{}), last.Line[10:]
	return append(list, last)
}

// Each drawing has the men and the goal of its puzzle, and each solution its
// moves.
func TestSheetHasThePuzzles(t *testing.T) {
	list := sheetPuzzles(t)
	text := written(t, Sheet, list, SheetOptions{})
	drawings := regexp.MustCompile(`(?s)<article.*?</article>`).FindAllString(text, -1)
	solutions := regexp.MustCompile(`(?s)<li id="solution.*?</li>`).FindAllString(text, -1)
	if len(drawings) != len(list) || len(solutions) != len(list) {
		t.Fatalf("%d drawings and %d solutions of %d puzzles", len(drawings), len(solutions), len(list))
	}
	for i, p := range list {
		cv := newCanvas(p.Puzzle.Board)
		for shape, set := range map[string]positions.Bits{"man": p.Puzzle.Start, "ring": ringed(p.Puzzle), "marked": {}} {
			var want []string
			for _, c := range set.Cells() {
				want = append(want, fmt.Sprintf(`<use href="#%s" x="%d" y="%d"/>`, shape, cv.spots[c].X, cv.spots[c].Y))
			}
			got := regexp.MustCompile(`<use href="#`+shape+`"[^>]*>`).FindAllString(drawings[i], -1)
			if !slices.Equal(got, want) {
				t.Errorf("puzzle %d: of the shape %s there are\n%v, want\n%v", i+1, shape, got, want)
			}
		}
		if want := fmt.Sprintf(`<span class="moves">%s</span>`, quantity(len(p.Line), "move")); !strings.Contains(drawings[i], want) {
			t.Errorf("puzzle %d lacks %s", i+1, want)
		}
		var moves []string
		for _, path := range p.Line {
			moves = append(moves, p.Puzzle.Board.FormatPath(path))
		}
		want := "<span>" + strings.Join(moves, ",</span> <span>") + "</span>"
		if !strings.Contains(solutions[i], want) || !strings.Contains(solutions[i], p.Name) || !strings.Contains(solutions[i], "one; two") {
			t.Errorf("solution %d is %s", i+1, solutions[i])
		}
	}
	if !strings.Contains(text, "man on the goal") || strings.Contains(text, " marked man</span>") {
		t.Error("the legend is another one")
	}
	if strings.Contains(written(t, Sheet, list[:1], SheetOptions{}), "man on the goal") {
		t.Error("the legend explains what is not there")
	}
	if again := written(t, Sheet, list, SheetOptions{}); again != text {
		t.Error("another time it is another sheet")
	}
}

// Nothing on the sheet can run, load, or come from elsewhere; the style that is
// there is the one the policy names; and every reference leads somewhere.
func TestSheetIsSelfContained(t *testing.T) {
	text := written(t, Sheet, sheetPuzzles(t), SheetOptions{})
	want := "default-src 'none'; script-src " + hashOf(inside(t, text, "<script>", "</script>")) + "; style-src " + hashOf(inside(t, text, "<style>", "</style>")) + "; img-src data:; base-uri 'none'; form-action 'none'"
	if got := html.UnescapeString(inside(t, text, `Content-Security-Policy" content="`, `"`)); got != want {
		t.Errorf("the policy is %s, want %s", got, want)
	}
	plain := strings.ReplaceAll(text, "xmlns='http://www.w3.org/2000/svg'", "")
	plain = strings.ReplaceAll(plain, "ObjectURL(", "") // of what the page itself has made
	if n := strings.Count(plain, "<script>"); n != 1 {
		t.Errorf("%d scripts", n)
	}
	if m := regexp.MustCompile(`(?i)https?:|url\(|@import|\bsrc=|<script [^t]|\bstyle=|\son[a-z]+=|<link [^>]*href="[^d#]`).FindString(plain); m != "" {
		t.Errorf("the sheet has %q", m)
	}
	for _, m := range regexp.MustCompile(`(?:href="#|labelledby=")([^"]+)"`).FindAllStringSubmatch(text, -1) {
		if n := strings.Count(text, `id="`+m[1]+`"`); n != 1 {
			t.Errorf("%s is there %d times", m[1], n)
		}
	}
	drawings := 0
	for rest := text; ; drawings++ {
		_, drawing, found := strings.Cut(rest, "<svg")
		if !found {
			break
		}
		drawing = "<svg" + drawing
		d := xml.NewDecoder(strings.NewReader(drawing))
		_, err := d.Token()
		if err == nil {
			err = d.Skip() // to its end, with the drawings within
		}
		if err != nil {
			t.Fatalf("%v in %.1000s", err, drawing)
		}
		rest = drawing[d.InputOffset():]
	}
	if drawings < 10 {
		t.Errorf("%d drawings", drawings)
	}
}

func TestSheetEscapes(t *testing.T) {
	p := sheetPuzzles(t)[1]
	for _, evil := range hostile {
		p.Name, p.Level, p.Notes = evil, evil, []string{evil}
		text := written(t, Sheet, []SheetPuzzle{p}, SheetOptions{Title: evil})
		if n := strings.Count(text, html.EscapeString(legible(evil))); n < 3 && !strings.ContainsAny(evil, "'\"+") {
			t.Errorf("%q is shown %d times", evil, n)
		}
		if n := strings.Count(text, "<script"); n != 2 { // the puzzles and the script of the page
			t.Errorf("%q makes %d scripts", evil, n)
		}
		if m := regexp.MustCompile(`(?i)<(img|iframe|b|svg on)[ >]|[\x00-\x08\x0b-\x1f\x7f]`).FindString(text); m != "" {
			t.Errorf("%q makes %q", evil, m)
		}
	}
}

func TestSheetRefuses(t *testing.T) {
	list := sheetPuzzles(t)
	var out bytes.Buffer
	for name, err := range map[string]error{
		"none":    Sheet(&out, nil, SheetOptions{}),
		"many":    Sheet(&out, slices.Repeat(list[:1], MaxSheet+1), SheetOptions{}),
		"columns": Sheet(&out, list, SheetOptions{Columns: 5}),
	} {
		if !errors.Is(err, ErrSheet) {
			t.Errorf("%s: %v", name, err)
		}
	}
	list[2].Line = list[2].Line[1:]
	var invalid *verify.Illegal
	if err := Sheet(&out, list, SheetOptions{}); !errors.As(err, &invalid) || !strings.Contains(err.Error(), "puzzle 3") {
		t.Errorf("a line that lacks a move: %v", err)
	}
	if out.Len() > 0 {
		t.Errorf("%d bytes were written", out.Len())
	}
}

// Rules stand there once, with the puzzles that they are for.
func TestSheetRules(t *testing.T) {
	list := sheetPuzzles(t)
	rules := English.rulesOfSheet([]SheetPuzzle{list[1], list[0], list[0], list[1], list[0], list[0]})
	if len(rules) != 2 || rules[0].Which != "1, 4" || rules[1].Which != "2, 3, 5, 6" {
		t.Errorf("%+v", rules)
	}
	if one := English.rulesOfSheet(list[:1]); len(one) != 1 || one[0].Which != "" {
		t.Errorf("%+v", one)
	}
	for want, numbers := range map[string][]int{"1": {1}, "1, 2": {1, 2}, "1–3, 5": {1, 2, 3, 5}, "2, 4–9": {2, 4, 5, 6, 7, 8, 9}} {
		if got := numbersInWords(numbers); got != want {
			t.Errorf("%v is %s", numbers, got)
		}
	}
	p := *list[0].Puzzle
	p.Jumps, p.Arrival = positions.Super, positions.Free
	if text := English.rulesForPlayers(&p); !strings.Contains(text, "any distance") || strings.Contains(text, "later moves") {
		t.Error(text)
	}
	any := *list[1].Puzzle
	for c := range positions.Cell(any.Board.Len()) {
		any.Goal = any.Goal.With(c)
	}
	if text := English.rulesForPlayers(&any); !strings.Contains(text, "wherever") {
		t.Error(text)
	}
}

// Several figures, any of which will do, are bands on the board, not rings.
func TestSheetBands(t *testing.T) {
	own := positiontest.Must(t, puzzles.Connection, puzzles.Options{})
	if len(own.Goals) != 2 || len(bands(own)) != 2 || ringed(own).Len() != 0 {
		t.Errorf("%d goals, %d bands, %d rings", len(own.Goals), len(bands(own)), ringed(own).Len())
	}
	d := newSheetDrawing([]SheetPuzzle{{Puzzle: own}}, English)
	cv := newCanvas(own.Board)
	for _, g := range own.Goals {
		if want := `<path class="band" d="` + cv.runs(g.Men) + `"/>`; strings.Count(d.board(0), want) != 1 {
			t.Errorf("the drawing lacks %s", want)
		}
	}
	if text := English.rulesForPlayers(own); !strings.Contains(text, "one of the figures") || strings.Contains(text, "ringed") {
		t.Error(text)
	}
	many := *own
	many.Goals = slices.Repeat(own.Goals, mostBands)
	if len(bands(&many)) != 0 {
		t.Error("a thicket of bands")
	}
}

// A board is cut to where a puzzle is: every cell of it is seen whole, and nothing but
// a part of the board; a puzzle that goes over all the board is not cut.
func TestSheetCuts(t *testing.T) {
	star := stored(t, "star-31.json")
	n := len(star.Line) - 3
	last := SheetPuzzle{Puzzle: star.Puzzle.From(star.Puzzle.After(star.Line, n), positions.Bits{}), Line: star.Line[n:]}
	for _, c := range []struct {
		p   SheetPuzzle
		cut bool
	}{{last, true}, {SheetPuzzle{Puzzle: star.Puzzle, Line: star.Line}, false}} {
		cv := newCanvas(c.p.Puzzle.Board)
		f, whole := cv.cutTo(c.p.Puzzle, c.p.Line), cv.wholeBoard()
		if f.cut != c.cut || f.cut == (f == whole) {
			t.Errorf("cut is %v, want %v: %+v of %+v", f.cut, c.cut, f, whole)
		}
		if f.left < whole.left || f.top < whole.top || f.right > whole.right || f.bottom > whole.bottom || f.width() < cutLeast || f.height() < cutLeast {
			t.Errorf("%+v is no part of %+v", f, whole)
		}
		needed := c.p.Puzzle.Start.Or(c.p.Puzzle.Goal)
		for _, path := range c.p.Line {
			for _, cell := range path {
				needed = needed.With(cell)
			}
		}
		for _, s := range cv.of(needed) {
			if !f.shows(s) {
				t.Errorf("%+v is not in %+v", s, f)
			}
		}
	}
	text := written(t, Sheet, []SheetPuzzle{last}, SheetOptions{})
	if !strings.Contains(text, "the board goes on") || !strings.Contains(text, `class="torn"`) {
		t.Error("the cut is not explained")
	}
	// The rows of the tip have their numbers; the others are named by their first cell.
	if strings.Contains(text, `text-anchor="end">a17</text>`) || !strings.Contains(text, `text-anchor="end">c12</text>`) {
		t.Error("rows that are cut have no names")
	}
}

// The diagrams of a solution have every move once, with its number on the man that
// makes it, in positions that the moves before lead to.
func TestSheetSteps(t *testing.T) {
	for _, p := range sheetPuzzles(t) {
		d := newSheetDrawing([]SheetPuzzle{p}, English)
		cv := d.canvases[0]
		all := strings.Join(d.steps(0), "\n")
		for i, path := range p.Line {
			s := cv.spots[path[0]]
			if want := fmt.Sprintf(`<text class="nth" x="%d" y="%d">%d</text>`, s.X, s.Y+11, i+1); strings.Count(all, want) != 1 {
				t.Errorf("%s: move %d is not shown once", p.Puzzle, i+1)
			}
			if m := cv.marksOf(p.Puzzle, path); !strings.Contains(all, m.Shaft) || !strings.Contains(all, m.Heads) {
				t.Errorf("%s: the arrow of move %d is missing", p.Puzzle, i+1)
			}
		}
		at := 0
		for _, step := range d.steps(0) {
			men := strings.Count(step, `href="#man"`) + strings.Count(step, `href="#marked"`)
			if want := p.Puzzle.After(p.Line, at).Len(); men != want {
				t.Errorf("%s: after %d moves %d men, want %d", p.Puzzle, at, men, want)
			}
			moves := strings.Count(step, `class="nth"`)
			if moves < 1 || moves > movesADiagram {
				t.Errorf("%s: %d moves in a diagram", p.Puzzle, moves)
			}
			at += moves
		}
	}
	if text := written(t, Sheet, sheetPuzzles(t), SheetOptions{TextOnly: true}); strings.Contains(text, `"nth"`) || strings.Contains(text, "diagram") {
		t.Error("solutions have diagrams that nobody wants")
	}
}
