package reports

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver"
)

// A game is played with the keyboard alone, also where no line is
// known.
func testKeysPlayInBrowser(t *testing.T, b *browser) {
	p := positiontest.Must(t, puzzles.Highscore, puzzles.Options{Shape: positions.Square, Size: 4})
	r := &solver.Result{Puzzle: p, Status: solver.Unknown, Lower: 1, Upper: solver.NoUpper}
	b.view(1280, 900, "light", true)
	b.open(pageOf(t, []*solver.Result{r}, HTMLOptions{}))
	b.eval(`localStorage.clear()`, nil)
	b.eval(`document.querySelector(".self-open").focus()`, nil)
	b.press("Enter")
	if got := b.text(`document.activeElement.getAttribute("role")`); got != "application" {
		t.Fatalf("the focus is on %q", got)
	}
	for _, step := range []struct{ key, want string }{
		{"ArrowRight", "b1: "},
		{"ArrowLeft", "a1: a man"},
		{"Enter", "a1 can go to "},
		{"ArrowRight", "b1: "},
		{"ArrowRight", "c1: can be reached"},
		{"Enter", "Move 1: a1-c1"},
	} {
		b.press(step.key)
		if got := b.text(selfShown + `.now").textContent`); len(got) < len(step.want) || got[:len(step.want)] != step.want {
			t.Errorf("%s: it says %q, want %q", step.key, got, step.want)
		}
	}
	b.click(`.self [data-act=hint]`)
	if got, want := b.text(selfShown+`.now").textContent`), "No line is stored: moves still needed are unknown."; got != want {
		t.Errorf("the hint is %q, want %q", got, want)
	}
	rolesIn(t, b, "button", "application", "textbox", "region")
}

// The line becomes a file that the checker takes, under the page's own policy.
func testLineDownloaded(t *testing.T, b *browser) {
	r, folder := samples(t)["treffhalma"], t.TempDir()
	b.call("Browser.setDownloadBehavior", arguments{"behavior": "allow", "downloadPath": folder, "browserContextId": b.context}, nil)
	address := pageOf(t, []*solver.Result{r}, HTMLOptions{})
	b.open(address)
	openGame(b)
	for _, path := range r.Line {
		clickMove(b, r.Puzzle, path)
	}
	b.eval(`document.querySelector(".self details").open = true`, nil)
	b.click(".self [data-act=download]")
	id := r.Puzzle.Fingerprint()
	var text []byte
	waitFor(t, func() bool {
		text, _ = os.ReadFile(filepath.Join(folder, fmt.Sprintf("line-%x.txt", id[:8])))
		return len(text) > 0
	})
	if got, want := judged(t, string(text)), fmt.Sprintf("solved, moves 4 · hops 6, %x;", id); got != want {
		t.Errorf("the checker says %q, want %q", got, want)
	}
	b.eval(`localStorage.clear()`, nil)
	if c := b.complaints(); len(c) > 0 {
		t.Errorf("the console says %s", strings.Join(c, "\n"))
	}
}

// On a phone nothing of a game is wider than the screen, and what is touched is large.
func testGameLooks(t *testing.T, b *browser) {
	for _, file := range []string{"star-31.json", "square-43.json", "solo-18.json"} {
		r := stored(t, file)
		address := pageOf(t, []*solver.Result{r}, HTMLOptions{})
		for _, size := range []struct{ width, height int }{{360, 780}, {768, 1024}, {1280, 900}} {
			for _, scheme := range schemes() {
				b.view(size.width, size.height, scheme, true)
				b.open(address)
				b.eval(`localStorage.clear()`, nil)
				openGame(b)
				clickMove(b, r.Puzzle, r.Line[0])
				clickCell(b, r.Puzzle, r.Line[1][0])
				if got := b.text(`String(document.scrollingElement.scrollWidth)`); got != fmt.Sprint(size.width) {
					t.Errorf("%s is %s pixels wide on a screen of %d", file, got, size.width)
				}
				if got := b.text(`[...document.querySelectorAll(".self .acts button")].filter(e => {
					const r = e.getBoundingClientRect(); return r.width && (r.width < 44 || r.height < 44); }).map(e => e.outerHTML).join()`); got != "" {
					t.Errorf("too small to touch: %s", got)
				}
				photograph(b, fmt.Sprintf("play-%s-%d-%s", file[:4], size.width, scheme), true)
			}
		}
	}
}

// A man is dragged to a lit cell; let go elsewhere it stays where it was.
func testDraggedInBrowser(t *testing.T, b *browser) {
	r := stored(t, "star-31.json")
	b.view(1280, 900, "light", true)
	b.open(pageOf(t, []*solver.Result{r}, HTMLOptions{}))
	b.eval(`localStorage.clear()`, nil)
	openGame(b)
	b.eval(selfShown+`.board").scrollIntoView({block: "center"})`, nil)
	drag := func(from, to positions.Cell) {
		var way [2]struct{ X, Y float64 }
		for i, c := range []positions.Cell{from, to} {
			s := newCanvas(r.Puzzle.Board).spots[c]
			b.eval(fmt.Sprintf(`(() => { const p = new DOMPoint(%d, %d).matrixTransform(%s.board").getScreenCTM()); return {X: p.x, Y: p.y}; })()`, s.X, s.Y, selfShown), &way[i])
		}
		mouse := func(kind string, part float64) {
			b.call("Input.dispatchMouseEvent", arguments{
				"type": kind, "button": "left", "buttons": 1, "clickCount": 1,
				"x": way[0].X + part*(way[1].X-way[0].X), "y": way[0].Y + part*(way[1].Y-way[0].Y),
			}, nil)
		}
		mouse("mousePressed", 0)
		for _, part := range []float64{0.2, 0.7, 1} {
			mouse("mouseMoved", part)
		}
		mouse("mouseReleased", 1)
	}
	for i, path := range r.Line[:5] {
		drag(path[0], path[len(path)-1])
		waitFor(t, func() bool { // moves of the mouse are handed on frame by frame
			return strings.HasPrefix(b.text(selfShown+`.now").textContent`), fmt.Sprintf("Move %d: ", i+1))
		})
		b.eval(selfShown+`.board").dispatchEvent(new MouseEvent("click", {clientX: -99, clientY: -99}))`, nil)
	}
	before := tally(b)
	drag(r.Line[5][0], r.Puzzle.Goal.Cells()[14]) // too far away
	waitFor(t, func() bool { return b.text(`String(document.querySelectorAll(".self .held").length)`) == "0" })
	if got := tally(b); got != before {
		t.Errorf("dragged to where it cannot go: %s, before %s", got, before)
	}
	b.eval(`localStorage.clear()`, nil)
}

// On a phone the cells of a large board grow to the size of a finger.
func testGameEnlarged(t *testing.T, b *browser) {
	r := stored(t, "square-43.json")
	b.view(360, 780, "light", true)
	b.open(pageOf(t, []*solver.Result{r}, HTMLOptions{}))
	b.eval(`localStorage.clear()`, nil)
	openGame(b)
	b.click(`.self [data-act=zoom]`)
	const wide = `String(Math.round(` + selfShown + `.board").getScreenCTM().a * 60))`
	if got := b.text(wide); got != "44" {
		t.Errorf("a cell is %s pixels wide, want 44", got)
	}
	if got := b.text(`String(document.scrollingElement.scrollWidth)`); got != "360" {
		t.Errorf("the page is %s pixels wide", got)
	}
	photograph(b, "play-large-360", true)
	b.click(`.self [data-act=zoom]`)
	if got := b.text(wide); got == "44" {
		t.Error("the board stays large")
	}
	b.view(1280, 900, "light", true)
	b.open(pageOf(t, []*solver.Result{r}, HTMLOptions{}))
	openGame(b)
	if got := b.text(`String(document.querySelector(".self [data-act=zoom]").hidden)`); got != "true" {
		t.Error("on a large screen the board can be enlarged")
	}
	b.eval(`localStorage.clear()`, nil)
}
