package reports

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
)

// aBook is a list of puzzles with short solutions, on all boards.
func aBook(t testing.TB, count int) []SheetPuzzle {
	all := sheetPuzzles(t)[:4]
	list := make([]SheetPuzzle, count)
	for i := range list {
		p := all[i%len(all)]
		n := len(p.Line) - 2 - i/len(all)%5
		list[i] = p
		list[i].Puzzle, list[i].Line = p.Puzzle.From(p.Puzzle.After(p.Line, n), positions.Bits{}), p.Line[n:]
		list[i].Grade = 1 + i%3
		list[i].Level = []string{"easy", "medium", "hard"}[i%3]
	}
	return list
}

const onTable = `document.querySelector(".table `

// A book is played: from the index to a table for each puzzle, on which its solution is
// found move by move; what was solved is marked and stays so.
func testBookPlayed(t *testing.T, b *browser) {
	list := aBook(t, 10)
	address := sheetFile(t, list, SheetOptions{})
	b.view(1280, 900, "light", true)
	b.open(address)
	b.eval(`localStorage.clear()`, nil)
	b.open(address)
	index := func() string { return b.text(`document.querySelector(".progress").textContent`) }
	progress := func(want string) {
		t.Helper()
		if got := index(); got != want {
			t.Errorf("the index says %q, want %q", got, want)
		}
	}
	progress("0 of 10 solved")
	b.click(".next")
	for i, p := range list {
		if got := b.text(onTable + `.which").textContent`); got != strconv.Itoa(i+1) {
			t.Fatalf("puzzle %s is on the table, want %d", got, i+1)
		}
		for _, path := range p.Line {
			b.click(`.table [data-act=hint]`)
			if p.Puzzle.Game.Pegs() {
				path = path[1:]
			} else {
				path = path[len(path)-1:]
			}
			for _, c := range path { // the hint has chosen the man
				clickOnTable(b, p, c)
			}
		}
		if got := b.text(onTable + `.now").textContent`); !strings.HasPrefix(got, "The goal is reached. "+counted(len(p.Line), "moves")+": the optimum, which is proven.") {
			t.Fatalf("puzzle %d: it says %q", i+1, got)
		}
		if got, want := b.text(fmt.Sprintf(`document.querySelector("#puzzle-%d .own").textContent`, i+1)), fmt.Sprintf("★ %d", len(p.Line)); got != want {
			t.Errorf("puzzle %d is marked %q, want %q", i+1, got, want)
		}
		text := b.text(onTable + `textarea").value`)
		if got := judged(t, text); !strings.HasPrefix(got, "solved, ") || !strings.HasSuffix(got, fmt.Sprintf("%x;", p.Puzzle.Fingerprint())) {
			t.Errorf("puzzle %d: the checker says %q of\n%s", i+1, got, text)
		}
		if i < len(list)-1 {
			b.click(`.table [data-turn="1"]`)
		}
	}
	if got := b.text(`String(document.querySelector(".table [data-turn='1']").disabled)`); got != "true" {
		t.Error("there is something behind the last puzzle")
	}
	link := b.text(`(() => { let text; navigator.clipboard.writeText = async (t) => { text = t; };
		document.querySelector(".table [data-act=link]").click(); return text; })()`)
	b.click(`.table [data-act=restart]`)
	b.press("Escape")
	waitFor(t, func() bool { return b.text(`String(document.querySelector(".table").open)`) == "false" })
	// What a page keeps reaches the disk when the browser gets to it, which on a busy
	// machine may be after the next page has asked.
	waitFor(t, func() bool { b.open(address); return index() == "10 of 10 solved" })
	b.open(link)
	if got, want := b.text(onTable+`.which").textContent + " " + document.querySelector(".table .tally").textContent`), fmt.Sprintf("10 moves %d", len(list[9].Line)); !strings.HasPrefix(got, want) {
		t.Errorf("the link leads to %q, want %q", got, want)
	}
	b.eval(`document.querySelector(".table").close(); localStorage.clear()`, nil)
	if got := b.text(`[...document.querySelectorAll("#solutions ol, .solution div")].some(e => e.checkVisibility()).toString()`); got != "false" {
		t.Errorf("solutions are seen unasked: %s", got)
	}
	b.click(".reveal")
	if got := b.text(`String(document.querySelector("#solutions ol").checkVisibility())`); got != "true" {
		t.Error("solutions are not seen when asked for")
	}
	b.eval(`(() => { const l = document.querySelector(".levels"); l.value = "hard"; l.dispatchEvent(new Event("change")); })()`, nil)
	if got := b.text(`String([...document.querySelectorAll("main article")].filter(a => !a.hidden).length)`); got != "3" {
		t.Errorf("%s puzzles are hard, want 3", got)
	}
	quiet(t, b, address)
	testBookLooks(t, b, address)
}

// The table fits the screen, and what is touched is large enough.
func testBookLooks(t *testing.T, b *browser, address string) {
	for _, size := range []struct{ width, height int }{{360, 780}, {768, 1024}, {1280, 900}} {
		for _, scheme := range []string{"light", "dark"} {
			if *shots == "" && (size.width == 768 || scheme == "dark") {
				continue // more is for pictures
			}
			b.view(size.width, size.height, scheme, true)
			b.open(address)
			photograph(b, fmt.Sprintf("book-index-%d-%s", size.width, scheme), false)
			for _, n := range []int{1, 2, 3} {
				b.click(fmt.Sprintf("#puzzle-%d .play", n))
				b.click(".table [data-act=hint]")
				photograph(b, fmt.Sprintf("book-%d-%d-%s", n, size.width, scheme), false)
				if got := b.text(`[...document.querySelectorAll(".table button")].filter(e => {
					const r = e.getBoundingClientRect(); return r.width && (r.width < 43.9 || r.height < 43.9); }).map(e => e.outerHTML).join()`); got != "" {
					t.Errorf("too small to touch: %s", got)
				}
				if got := b.text(`(() => { const t = document.querySelector(".table"); return String(t.scrollWidth - t.clientWidth); })()`); got != "0" {
					t.Errorf("the table is %s pixels wider than the screen of %d", got, size.width)
				}
				b.eval(`document.querySelector(".table").close()`, nil)
			}
		}
	}
	b.eval(`localStorage.clear()`, nil)
}

func clickOnTable(b *browser, p SheetPuzzle, c positions.Cell) {
	s := newCanvas(p.Puzzle.Board).spots[c]
	b.eval(fmt.Sprintf(`(() => { const e = %s.board"), p = new DOMPoint(%d, %d).matrixTransform(e.getScreenCTM());
		e.dispatchEvent(new MouseEvent("click", {clientX: p.x, clientY: p.y, bubbles: true})); })()`, onTable, s.X, s.Y), nil)
}

// A thousand puzzles are a file of at most 3 MB.
func TestBookIsSmall(t *testing.T) {
	list := aBook(t, MaxSheet)
	text := written(t, Sheet, list, SheetOptions{})
	if n := len(text); n > 3_000_000 {
		t.Errorf("%d puzzles have %d bytes", len(list), n)
	} else {
		t.Logf("%d puzzles, %d bytes", len(list), n)
	}
}
