package reports

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"
)

// A sheet prints as it should in a real browser: as many pages as the puzzles
// need, on A4 and on Letter, no puzzle torn apart, the solutions behind them.
func TestSheetInBrowser(t *testing.T) {
	b := startBrowser(t)
	b.run(t, "printed", testSheetPrinted)
	b.run(t, "screen", testSheetOnScreen)
	b.run(t, "played", testBookPlayed)
	b.run(t, "claims", testClaimsPlayed)
	b.run(t, "jumps", testJumpsPlayed)
}

func sheetFile(t *testing.T, list []SheetPuzzle, o SheetOptions) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "sheet.html")
	if err := os.WriteFile(path, []byte(written(t, Sheet, list, o)), 0o600); err != nil {
		t.Fatal(err)
	}
	return "file://" + path
}

var pagesOfPDF = regexp.MustCompile(`/Count (\d+)`)

func testSheetPrinted(t *testing.T, b *browser) {
	all := sheetPuzzles(t)
	for _, c := range []struct {
		name  string
		list  []SheetPuzzle
		pages int
	}{
		{"crosses", slices.Repeat(all[1:2], 18), 4}, // 9 on each page
		{"stars", slices.Repeat(all[:1], 24), 5},    // cut, 12 on each page
		{"squares", slices.Repeat(all[2:3], 18), 4}, // cut
		{"one", all[3:4], 2},                        // and a page with its solution
	} {
		list := slices.Clone(c.list)
		for i := range list { // short solutions: one page of them
			p := list[i]
			n := len(p.Line) - 2
			list[i].Puzzle, list[i].Line = p.Puzzle.From(p.Puzzle.After(p.Line, n), p.Puzzle.Marked), p.Line[n:]
		}
		b.open(sheetFile(t, list, SheetOptions{}))
		for paper, size := range map[string][2]float64{"a4": {8.27, 11.69}, "letter": {8.5, 11}} {
			var out struct{ Data string }
			b.call("Page.printToPDF", arguments{"paperWidth": size[0], "paperHeight": size[1], "preferCSSPageSize": false}, &out)
			pdf, err := base64.StdEncoding.DecodeString(out.Data)
			if err != nil {
				t.Fatal(err)
			}
			m := pagesOfPDF.FindSubmatch(pdf)
			if m == nil {
				t.Fatal("the PDF does not say how many pages it has")
			}
			if got, _ := strconv.Atoi(string(m[1])); got != c.pages {
				t.Errorf("%s on %s: %d pages, want %d", c.name, paper, got, c.pages)
			}
			if *shots != "" {
				if err := os.WriteFile(filepath.Join(*shots, "sheet-"+c.name+"-"+paper+".pdf"), pdf, 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

func testSheetOnScreen(t *testing.T, b *browser) {
	list := sheetPuzzles(t)
	for i := range list {
		list[i].Name, list[i].Level, list[i].Notes = hostile[i%len(hostile)], hostile[(i+1)%len(hostile)], hostile
	}
	address := sheetFile(t, list, SheetOptions{Title: hostile[0]})
	for _, width := range []int{390, 1280} {
		b.view(width, 900, "dark", true)
		b.open(address)
		if got := b.text(`String(document.scrollingElement.scrollWidth)`); got != strconv.Itoa(width) {
			t.Errorf("the sheet is %s pixels wide on a screen of %d", got, width)
		}
		photograph(b, "sheet-"+strconv.Itoa(width), true)
	}
	if got := b.text(`String(window.hacked)`); got != "undefined" {
		t.Errorf("a text was run: %s", got)
	}
	// Men are dark and rings are there, drawn by reference.
	if got := b.text(`getComputedStyle(document.querySelector("#man .body")).fill + " " + getComputedStyle(document.querySelector("#ring")).stroke`); got != "rgb(27, 27, 29) rgb(27, 27, 29)" {
		t.Errorf("the colours of men and rings are %s", got)
	}
	quiet(t, b, address)
	roles := rolesIn(t, b, "image", "img", "link", "heading", "article", "region")
	if images := roles["image"] + roles["img"]; images != len(list) || roles["article"] != len(list) || roles["heading"] != len(list)+2 || roles["main"] != 1 {
		t.Errorf("%v", roles)
	}
}
