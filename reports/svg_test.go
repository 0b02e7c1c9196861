package reports

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver"
)

func TestSVGGolden(t *testing.T) {
	two := 2
	golden(t, "optimal-strip.svg", written(t, SVG, samples(t)["optimal"], SVGOptions{}))
	golden(t, "optimal-2.svg", written(t, SVG, samples(t)["optimal"], SVGOptions{Move: &two, Theme: LightTheme}))
	golden(t, "solo-key.svg", written(t, SVG, stored(t, "solo-18.json"), SVGOptions{Diagrams: KeyDiagrams, Theme: DarkTheme, Columns: 2}))
	twelve := 12
	golden(t, "star-31-12.svg", written(t, SVG, stored(t, "star-31.json"), SVGOptions{Move: &twelve})) // shown in README.md
	golden(t, "unknown.svg", written(t, SVG, samples(t)["unknown"], SVGOptions{}))
}

// elements reads a picture and counts its elements by name and class. It fails if
// the picture is not well-formed.
func elements(t *testing.T, text string) map[string]int {
	t.Helper()
	count := make(map[string]int)
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return count
		}
		if err != nil {
			t.Fatalf("%v in %.200s", err, text)
		}
		if e, ok := token.(xml.StartElement); ok {
			key := e.Name.Local
			for _, a := range e.Attr {
				if a.Name.Local == "class" {
					key += "." + a.Value
				}
			}
			count[key]++
		}
	}
}

func TestSVGHasEveryMan(t *testing.T) {
	for _, r := range everyPage(t) {
		if len(r.Line) == 0 {
			continue
		}
		men := 0
		for n := range len(r.Line) + 1 {
			got := elements(t, written(t, SVG, r, SVGOptions{Move: &n}))
			want := r.Puzzle.After(r.Line, n).Len()
			if got["g.man"]+got["g.man moved"] != want || got["g.man moved"] != min(n, 1) {
				t.Errorf("%s: after %d moves %v", heading(r.Puzzle), n, got)
			}
			men += want
		}
		got := elements(t, written(t, SVG, r, SVGOptions{}))
		if got["use.man"]+got["use.man moved"] != men || got["use.man moved"] != len(r.Line) || got["text.caption"] != len(r.Line)+1 {
			t.Errorf("%s: in the strip %v, want %d men", heading(r.Puzzle), got, men)
		}
		if got := elements(t, written(t, SVG, r, SVGOptions{Diagrams: KeyDiagrams})); got["text.caption"] != min(len(r.Line)+1, 3) {
			t.Errorf("%s: %d key diagrams", heading(r.Puzzle), got["text.caption"])
		}
	}
}

// A marked man carries its mark through the whole line.
func TestMarkedMenAreShown(t *testing.T) {
	r := *samples(t)["optimal"]
	p := *r.Puzzle
	p.Game = puzzles.GameTreffhalma
	tip, top := positions.Cell(0), positions.Cell(p.Board.Len()-1)
	p.Marked = positions.BitsOf(tip)
	p.Goals = []puzzles.Pattern{{Men: p.Goal, Marked: positions.BitsOf(top)}}
	r.Puzzle = &p
	cv := newCanvas(p.Board)
	for n, c := range map[int]positions.Cell{0: tip, 4: top} {
		text := written(t, SVG, &r, SVGOptions{Move: &n})
		want := fmt.Sprintf(`translate(%d %d)">`, cv.spots[c].X, cv.spots[c].Y) + manShape + markShape
		if strings.Count(text, markShape) != 1 || !strings.Contains(text, want) {
			t.Errorf("after %d moves the mark is not on %s", n, p.Board.Name(c))
		}
	}
	if got := elements(t, written(t, SVG, &r, SVGOptions{})); got["path.mark"] != 1 {
		t.Errorf("the strip defines %d marks", got["path.mark"])
	}
	page := written(t, HTML, []*solver.Result{&r}, HTMLOptions{})
	if strings.Count(page, markShape) != 1 || !strings.Contains(page, "key-marked\"></i>marked") {
		t.Error("the page does not show the marked man")
	}
}

func TestSVGIsRepeatable(t *testing.T) {
	first, again := stored(t, "star-31.json"), stored(t, "star-31.json")
	again.Stats, again.Cached = solver.Stats{}, true
	if written(t, SVG, first, SVGOptions{}) != written(t, SVG, again, SVGOptions{}) {
		t.Error("statistics change a picture")
	}
}

func TestSVGOptions(t *testing.T) {
	r := stored(t, "star-31.json")
	var sizes []string
	for _, columns := range []int{0, 1, 8, 32, 1000} {
		_, size, _ := strings.Cut(written(t, SVG, r, SVGOptions{Columns: columns}), "viewBox=\"0 0 ")
		size, _, _ = strings.Cut(size, "\"")
		sizes = append(sizes, size)
	}
	cv := newCanvas(r.Puzzle.Board)
	w, h := cv.width, cv.height+captionRoom
	want := fmt.Sprintf("%d %d,%d %d,%d %d,%d %d,%d %d", 8*w, 4*h, w, 32*h, 8*w, 4*h, 32*w, h, 32*w, h)
	if got := strings.Join(sizes, ","); got != want {
		t.Errorf("sizes %s, want %s", got, want)
	}
	for theme, media := range map[Theme]int{"": 1, AutoTheme: 1, LightTheme: 0, DarkTheme: 0} {
		text := written(t, SVG, r, SVGOptions{Theme: theme})
		if strings.Count(text, "prefers-color-scheme") != media || strings.Contains(text, "var(") {
			t.Errorf("theme %q: the style is not as it should be", theme)
		}
	}
	text := written(t, SVG, r, SVGOptions{Title: hostile[0] + hostile[1] + "\x00\x1b\uffff"})
	if got := elements(t, text); got["script"]+got["img"] > 0 || strings.ContainsAny(text, "\x00\x1b") {
		t.Errorf("the title became markup: %v", got)
	}
	for _, n := range []int{-1, 32} {
		if err := SVG(io.Discard, r, SVGOptions{Move: &n}); !errors.Is(err, ErrMove) {
			t.Errorf("move %d: %v", n, err)
		}
	}
}

func TestShortened(t *testing.T) {
	b := positiontest.Must(t, puzzles.Highscore, puzzles.Options{}).Board
	path := positiontest.Line(t, b, "a2-c4-h6-f8-g10-g12-b14")[0]
	for room, want := range map[int]string{
		40: "a2-c4-h6-f8-g10-g12-b14", 23: "a2-c4-h6-f8-g10-g12-b14", 22: "a2-c4-h6-f8-g10-…-b14",
		14: "a2-c4-h6-…-b14", 13: "a2-c4-…-b14", 5: "a2-…-b14",
	} {
		if got := shortened(b, path, room); got != want {
			t.Errorf("room %d: %q, want %q", room, got, want)
		}
	}
}
