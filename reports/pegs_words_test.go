package reports

import (
	"io"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver"
)

// Nobody steps in peg solitaire: no page, text or verdict of it says so, in any language.
func TestNobodyStepsInSolitaire(t *testing.T) {
	byHops := *pegResult(t)
	byHops.Puzzle = positiontest.Must(t, puzzles.Solo, puzzles.Options{Board: byHops.Puzzle.Board, Men: byHops.Puzzle.Start, Count: positions.Hops})
	byHops.Lower, byHops.Upper = 3, 3
	bounded := byHops
	bounded.Status, bounded.Lower = solver.Bounded, 2
	results := []*solver.Result{stored(t, "solo-18.json"), retour(t), &byHops, &bounded, byHops.AsClaim()}
	verdicts := positiontest.Must(t, ParseVerdicts, []byte(`{"number":1,"puzzle":"solo, english cross (33 holes), 32 men, counted in hops","status":"solved","moves":18,"hops":31}
{"number":2,"status":"unreadable","moves":0,"hops":0,"reason":"nothing"}
`))
	for _, l := range Languages() {
		steps := "hops"
		if l != English {
			steps = l.texts().plain[steps] // "jumps and steps"
		}
		for name, text := range map[string]string{
			"page":     written(t, HTML, results, HTMLOptions{Language: l}),
			"verdicts": written(t, func(w io.Writer, p *VerdictPage, o HTMLOptions) error { return p.HTML(w, o) }, verdicts, HTMLOptions{Language: l}),
		} {
			for _, line := range shownOn(text) {
				if strings.Contains(strings.ToLower(strings.ReplaceAll(line, "counted in hops", "")), strings.ToLower(steps)) {
					t.Errorf("%s: the %s says %q", l, name, line)
				}
			}
		}
	}
	text := written(t, Text, &bounded, TextOptions{})
	for _, want := range []string{"3 jumps found; at least 2 are needed (gap 1)", "1 move, 3 jumps; replayed"} {
		if !strings.Contains(text, want) {
			t.Errorf("it lacks %q:\n%s", want, text)
		}
	}
}

// The page counts jumps in solitaire while it is played, and hops elsewhere.
func testJumpsPlayed(t *testing.T, b *browser) {
	for _, l := range Languages() {
		list := aBook(t, 2)
		b.open(sheetFile(t, list, SheetOptions{Language: l}))
		for i, text := range []string{"hops {0}", "jumps {0}"} {
			b.eval(`document.querySelectorAll("main .play")[`+[]string{"0", "1"}[i]+`].click()`, nil)
			want := " · " + strings.ReplaceAll(l.inScript(text), "{0}", "0") + " · "
			if got := b.text(onTable + `.tally").textContent`); !strings.Contains(got, want) {
				t.Errorf("%s: of %s the table says %q, want %q", l, list[i].Puzzle, got, want)
			}
		}
	}
	b.open(sheetFile(t, aBook(t, 1), SheetOptions{}))
	for text, call := range map[string]string{
		"5 jumps, 1 above the optimum, which is proven.": `{lower: 4, upper: 4, pegs: true}, [[0, 1, 2, 3], [4, 5, 6]]`,
		"1 jump: the optimum, which is proven.":          `{lower: 1, upper: 1, pegs: true}, [[0, 1]]`,
		"1 hop: the optimum, which is proven.":           `{lower: 1, upper: 1}, [[0, 1]]`,
	} {
		of, line, _ := strings.Cut(call, "}, ")
		got := b.text(`Rules.prototype.verdict.call(` + of + `, source: "proven", byHops: true, hops: Rules.prototype.hops, counts: Rules.prototype.counts}, ` + line + `)`)
		if got != text {
			t.Errorf("it says %q, want %q", got, text)
		}
	}
}
