package reports

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/puzzles/atlas"
)

// The page of the atlas, opened and used in a real browser.
func TestAtlasInBrowser(t *testing.T) {
	b := startBrowser(t)
	var out bytes.Buffer
	if err := AtlasHTML(&out, atlas.Entries(), atlas.Duels(), English); err != nil {
		t.Fatal(err)
	}
	if out.Len() > 3<<20 {
		t.Errorf("the page has %d bytes", out.Len())
	}
	file := filepath.Join(t.TempDir(), "atlas.html")
	if err := os.WriteFile(file, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	address := "file://" + file
	b.run(t, "maps", func(t *testing.T, b *browser) { testMaps(t, b, address) })
	b.run(t, "lines", func(t *testing.T, b *browser) { testLines(t, b, address) })
	b.run(t, "screens", func(t *testing.T, b *browser) { testAtlasScreens(t, b, address) })
	b.run(t, "no script", func(t *testing.T, b *browser) { testAtlasWithoutScript(t, b, address) })
}

// shownMaps are the captions of the maps that can be seen, each once.
const shownMaps = `[...new Set([...document.querySelectorAll(".maps > div")].filter(e => e.offsetParent).map(e => e.querySelector("caption").textContent))].sort().join("; ")`

// Filters choose the maps; of each cell the text and the colour say what is known.
func testMaps(t *testing.T, b *browser, address string) {
	b.view(1280, 900, "light", true)
	b.open(address)
	if got := b.text(shownMaps); got != "moves; moves, booklet rules; turns" {
		t.Errorf("at first the page shows %s", got)
	}
	for _, c := range []struct{ id, value, want string }{
		{"rules", "free", "moves; moves, free rules; turns"},
		{"count", "hops", "hops; hops, free rules"},
		{"jumps", "super", "hops, super jumps; hops, super jumps, free rules"},
	} {
		b.eval(fmt.Sprintf(`(() => { const s = document.getElementById(%q); s.value = %q; s.dispatchEvent(new Event("change")); })()`, c.id, c.value), nil)
		if got := b.text(shownMaps); got != c.want {
			t.Errorf("with %s %s the page shows %s, want %s", c.id, c.value, got, c.want)
		}
	}
	cell := func(e *atlas.Entry) string {
		return b.text(fmt.Sprintf(`(() => { const a = document.querySelector("td a[href='#%s']"); return a.textContent + " " + a.parentElement.className; })()`, e.ID()))
	}
	settled, gap := 0, 0
	for _, e := range atlas.Entries() {
		switch {
		case e.Follows:
		case e.Settled() && settled < 20:
			settled++
			if got := cell(e); got != e.Length()+" proven" {
				t.Errorf("the cell of %s is %q", e.ID(), got)
			}
		case !e.Settled() && gap < 20:
			gap++
			if got := cell(e); !strings.HasPrefix(got, e.Length()+" gap ") {
				t.Errorf("the cell of %s is %q", e.ID(), got)
			}
		}
	}
	if settled == 0 || gap == 0 {
		t.Errorf("%d cells without a gap and %d with one", settled, gap)
	}
	quiet(t, b, address)
}

// Every cell leads to its line, which is stepped through to the goal.
func testLines(t *testing.T, b *browser, address string) {
	b.view(1280, 900, "light", true)
	b.open(address)
	for _, id := range []string{
		"highscore-star4-15-free-moves-short", "solo-english-d4-d4-moves", "retour-english-d4-d4-moves", "connection-star4-own-moves-short",
	} {
		e := atlas.Named(id)
		p, err := e.Puzzle()
		if err != nil {
			t.Fatal(err)
		}
		line, err := e.Moves(p)
		if err != nil {
			t.Fatal(err)
		}
		b.eval(`location.hash = "#maps"`, nil)
		b.eval(fmt.Sprintf(`document.querySelector("td a[href='#%s']").click()`, id), nil)
		waitFor(t, func() bool {
			return b.text(`[...document.querySelectorAll("article.shown")].map(a => a.id).join()`) == id
		})
		if got := b.text(`String(document.getElementById("maps").offsetParent)`); got != "null" {
			t.Error("the maps stay beside the line")
		}
		for n := range len(line) + 1 {
			if n > 0 {
				b.press("ArrowRight")
			}
			want := p.Board.Names(p.After(line, n))
			slices.Sort(want)
			got := b.text(`document.querySelector("#line .board").getAttribute("aria-label").replace(/.* on /, "").split(" ").sort().join(" ")`)
			if got != strings.Join(want, " ") {
				t.Fatalf("%s after %d moves: men on %s, want %s", id, n, got, strings.Join(want, " "))
			}
		}
		if got := b.text(`String(document.querySelectorAll("#line .men .man, #line .men .moved").length)`); got != strconv.Itoa(p.After(line, len(line)).Len()) {
			t.Errorf("%s ends with %s men drawn", id, got)
		}
		b.click("#line [data-go=first]")
		if got := b.text(`document.querySelector("#line .count").textContent`); got != fmt.Sprintf("0 / %d", len(line)) {
			t.Errorf("back at the start the count is %s", got)
		}
		b.press("End")
		photograph(b, "atlas-"+id, false)
	}
	b.eval(`location.hash = "#maps"`, nil)
	waitFor(t, func() bool { return b.text(`String(document.querySelectorAll("article.shown").length)`) == "0" })
	if got := b.text(`String(document.getElementById("maps").offsetParent !== null)`); got != "true" {
		t.Error("there is no way back to the maps")
	}
	b.open(address + "#nothing")
	if c := b.complaints(); len(c) > 0 {
		t.Errorf("the console says %s", strings.Join(c, "\n"))
	}
}

// Nothing is wider than the screen, and all that is operated has a name.
func testAtlasScreens(t *testing.T, b *browser, address string) {
	for _, place := range []string{"#highscore-star4-15-free-moves-short", ""} {
		b.view(360, 900, "light", true)
		b.open(address + place)
		for _, width := range []int{360, 1280} {
			for _, scheme := range schemes() {
				b.view(width, 900, scheme, true)
				if got := b.text(`String(document.scrollingElement.scrollWidth)`); got != strconv.Itoa(width) {
					t.Errorf("the page is %s pixels wide on a screen of %d", got, width)
				}
				photograph(b, fmt.Sprintf("atlas%s-%d-%s", strings.ReplaceAll(place, "#", "-"), width, scheme), false)
			}
		}
	}
	b.view(1280, 900, "light", true)
	was := b.text(`getComputedStyle(document.documentElement).backgroundColor`)
	b.click("#theme")
	if got := b.text(`getComputedStyle(document.documentElement).backgroundColor`); got == was {
		t.Errorf("the background stays %s", was)
	}
	b.eval(`localStorage.clear()`, nil)
	roles := rolesIn(t, b, "button", "link", "combobox", "heading", "region")
	for role, least := range map[string]int{"combobox": 3, "link": 100, "main": 1, "table": 8} {
		if roles[role] < least {
			t.Errorf("%d of the role %s, want %d", roles[role], role, least)
		}
	}
}

// Without script all maps are there, and links lead to the lines as text.
func testAtlasWithoutScript(t *testing.T, b *browser, address string) {
	b.call("Emulation.setScriptExecutionDisabled", arguments{"value": true}, nil)
	b.open(address)
	b.call("Emulation.setScriptExecutionDisabled", arguments{"value": false}, nil)
	shown := b.text(`document.body.innerText`)
	for _, want := range []string{"hops, super jumps, free rules", "f12-g13", "halma-solve highscore --board star --size 4 --men 15"} {
		if !strings.Contains(shown, want) {
			t.Errorf("without script %q is not shown", want)
		}
	}
	if got := b.text(`String([...document.querySelectorAll(".script-only")].filter(e => e.offsetParent).length)`); got != "0" {
		t.Errorf("%s controls are there that do nothing", got)
	}
}
