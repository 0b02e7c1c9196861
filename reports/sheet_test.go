package reports

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"io"
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
	if !strings.Contains(text, "man on the goal") || strings.Contains(text, "marked man") {
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
	want := "default-src 'none'; style-src " + hashOf(inside(t, text, "<style>", "</style>")) + "; img-src data:; base-uri 'none'; form-action 'none'"
	if got := html.UnescapeString(inside(t, text, `Content-Security-Policy" content="`, `"`)); got != want {
		t.Errorf("the policy is %s, want %s", got, want)
	}
	plain := strings.ReplaceAll(text, "xmlns='http://www.w3.org/2000/svg'", "")
	if m := regexp.MustCompile(`(?i)https?:|url\(|@import|\bsrc=|<script|\bstyle=|\son[a-z]+=|<link [^>]*href="[^d#]`).FindString(plain); m != "" {
		t.Errorf("the sheet has %q", m)
	}
	for _, m := range regexp.MustCompile(`(?:href="#|labelledby=")([^"]+)"`).FindAllStringSubmatch(text, -1) {
		if n := strings.Count(text, `id="`+m[1]+`"`); n != 1 {
			t.Errorf("%s is there %d times", m[1], n)
		}
	}
	for _, drawing := range regexp.MustCompile(`(?s)<svg.*?</svg>`).FindAllString(text, -1) {
		d := xml.NewDecoder(strings.NewReader(drawing))
		for {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%v in %s", err, drawing)
			}
		}
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
		if m := regexp.MustCompile(`(?i)<(script|img|iframe|b|svg on)[ >]|[\x00-\x08\x0b-\x1f\x7f]`).FindString(text); m != "" {
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
	rules := rulesOfSheet([]SheetPuzzle{list[1], list[0], list[0], list[1], list[0], list[0]})
	if len(rules) != 2 || rules[0].Which != "1, 4" || rules[1].Which != "2, 3, 5, 6" {
		t.Errorf("%+v", rules)
	}
	if one := rulesOfSheet(list[:1]); len(one) != 1 || one[0].Which != "" {
		t.Errorf("%+v", one)
	}
	for want, numbers := range map[string][]int{"1": {1}, "1, 2": {1, 2}, "1–3, 5": {1, 2, 3, 5}, "2, 4–9": {2, 4, 5, 6, 7, 8, 9}} {
		if got := numbersInWords(numbers); got != want {
			t.Errorf("%v is %s", numbers, got)
		}
	}
	p := *list[0].Puzzle
	p.Jumps, p.Arrival = positions.Super, positions.Free
	if text := rulesForPlayers(&p); !strings.Contains(text, "any distance") || strings.Contains(text, "later moves") {
		t.Error(text)
	}
	any := *list[1].Puzzle
	for c := range positions.Cell(any.Board.Len()) {
		any.Goal = any.Goal.With(c)
	}
	if text := rulesForPlayers(&any); !strings.Contains(text, "wherever") {
		t.Error(text)
	}
}

// Several figures, any of which will do, are bands on the board, not rings.
func TestSheetBands(t *testing.T) {
	own := positiontest.Must(t, puzzles.Connection, puzzles.Options{})
	if len(own.Goals) != 2 || len(bands(own)) != 2 || ringed(own).Len() != 0 {
		t.Errorf("%d goals, %d bands, %d rings", len(own.Goals), len(bands(own)), ringed(own).Len())
	}
	d := newSheetDrawing([]SheetPuzzle{{Puzzle: own}})
	cv := newCanvas(own.Board)
	for _, g := range own.Goals {
		if want := `<path class="band" d="` + cv.runs(g.Men) + `"/>`; strings.Count(d.board(0), want) != 1 {
			t.Errorf("the drawing lacks %s", want)
		}
	}
	if text := rulesForPlayers(own); !strings.Contains(text, "one of the figures") || strings.Contains(text, "ringed") {
		t.Error(text)
	}
	many := *own
	many.Goals = slices.Repeat(own.Goals, mostBands)
	if len(bands(&many)) != 0 {
		t.Error("a thicket of bands")
	}
}
