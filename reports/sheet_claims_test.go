package reports

import (
	"fmt"
	"strings"
	"testing"
)

// The table says of a length what the solutions say of it, in every language: claimed is
// not proven.
func testClaimsPlayed(t *testing.T, b *browser) {
	for _, l := range Languages() {
		list := aBook(t, 2)
		list[1].Claimed = true
		address := sheetFile(t, list, SheetOptions{Language: l})
		b.view(1280, 900, "light", true)
		b.open(address)
		b.eval(`localStorage.clear()`, nil)
		for i, text := range []string{"optimum {0}", "claimed optimum {0}"} {
			want := strings.ReplaceAll(l.inScript(text), "{0}", l.moves(len(list[i].Line)))
			b.eval(fmt.Sprintf(`document.querySelectorAll("main .play")[%d].click()`, i), nil)
			if got := b.text(onTable + `.tally").textContent`); !strings.HasSuffix(got, " · "+want) {
				t.Errorf("%s: puzzle %d: the table says %q, want %q at the end", l, i+1, got, want)
			}
		}
		p := list[1] // solo: every cell of a path is chosen
		for _, path := range p.Line {
			b.click(`.table [data-act=hint]`)
			for _, c := range path[1:] {
				clickOnTable(b, p, c)
			}
		}
		text := strings.NewReplacer("{0}", "2", "{1}", "2").Replace(l.inScript("solved; your best {0}, claimed optimum {1}"))
		if got := b.text(`document.querySelector("#puzzle-2 .own").title`); got != text {
			t.Errorf("%s: the mark says %q, want %q", l, got, text)
		}
		b.eval(`localStorage.clear()`, nil)
	}
}

// inScript is what a script says for a text.
func (l Language) inScript(text string) string {
	if l.or() == English {
		return text
	}
	return l.texts().plain[text]
}

// If some lengths are proven and others claimed the solutions say which is which.
func TestSheetSaysWhatIsClaimed(t *testing.T) {
	const proven, claimed, mixed = "one shortest solution; that no shorter one exists is proven.", "is claimed by the file that the puzzles come from, not proven here.",
		"is proven, but where a note says so only claimed by the file"
	list := aBook(t, 3)
	for _, c := range []struct {
		claimed []bool
		says    string
		notes   int
	}{
		{[]bool{false, false, false}, proven, 0},
		{[]bool{true, true, true}, claimed, 0},
		{[]bool{false, true, false}, mixed, 1},
	} {
		for i := range list {
			list[i].Claimed = c.claimed[i]
		}
		text := written(t, Sheet, list, SheetOptions{})
		for _, sentence := range []string{proven, claimed, mixed} {
			if strings.Contains(text, sentence) != (sentence == c.says) {
				t.Errorf("%v: about %q", c.claimed, sentence)
			}
		}
		if got := strings.Count(text, `<p class="notes">only claimed to be shortest`); got != c.notes {
			t.Errorf("%v: %d notes of claims, want %d", c.claimed, got, c.notes)
		}
	}
}
