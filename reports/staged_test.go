package reports

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
)

// standWhere checks that the men whose ways the frames follow stand where they stand in
// the positions, no two on one cell, and returns how many they are.
func standWhere(t *testing.T, s *staged) int {
	t.Helper()
	men, at := track(s.scenes, s.moves)
	for n, scene := range s.scenes {
		var sets [4]positions.Bits
		for m, cell := range at[n] {
			if cell != positions.NoCell {
				if sets[men[m].set].Has(cell) {
					t.Fatalf("%s: two men on one cell after %d turns", s.name, n)
				}
				sets[men[m].set] = sets[men[m].set].With(cell)
			}
		}
		if !slices.Equal(sets[:len(scene.Men)], scene.Men) {
			t.Fatalf("%s: after %d turns the men are %v, not %v", s.name, n, sets, scene.Men)
		}
	}
	return len(men)
}

// stepsThrough steps through the page that is open: each frame has its men, its text and
// the values on cells. also is called at each.
func stepsThrough(t *testing.T, b *browser, s *staged, also func(n int)) {
	t.Helper()
	for n, f := range English.newStagedArticle(s, 1, 0).Player.Frames {
		if n > 0 {
			b.press("ArrowRight")
		}
		var want []string
		for _, men := range s.scenes[n].Men {
			want = append(want, s.board.Names(men)...)
		}
		slices.Sort(want)
		if got := b.text(`[...document.querySelectorAll(".man:not([visibility])")].map(e => e.dataset.cell).sort().join(" ")`); got != strings.Join(want, " ") {
			t.Fatalf("%s: after %d turns men on %q, want %q", s.name, n, got, want)
		}
		if got := b.text(`document.querySelector(".now").textContent`); got != f.Text {
			t.Fatalf("%s: after %d turns %q, want %q", s.name, n, got, f.Text)
		}
		values := ""
		for _, w := range f.Worth {
			values += w.Text + " "
		}
		if got := b.text(`[...document.querySelectorAll(".worth text")].map(e => e.textContent + " ").join("")`); got != values {
			t.Fatalf("%s: after %d turns values %q, want %q", s.name, n, got, values)
		}
		if also != nil {
			also(n)
		}
	}
}

// playsFirstSide plays the first side's turns of the line from the list of all turns.
func playsFirstSide(t *testing.T, b *browser, s *staged) {
	t.Helper()
	b.click(".match-open")
	b.click("[data-see=values]")
	for n := range s.moves {
		if s.mover(n) != 0 {
			continue
		}
		at := slices.IndexFunc(s.scenes[n].Turns, func(turn SceneTurn) bool { return turn.After == s.moves[n].After })
		if got := b.text(`String(document.querySelectorAll(".self .turns [data-turn]").length)`); got != fmt.Sprint(len(s.scenes[n].Turns)) {
			t.Fatalf("%s: turn %d may be one of %s, want %d", s.name, n+1, got, len(s.scenes[n].Turns))
		}
		b.eval(`document.querySelector(".self .turns").open = true`, nil)
		b.click(fmt.Sprintf(`.self .turns [data-turn="%d"]`, at))
	}
	if got := b.text(`document.querySelector(".self .now").textContent`); !strings.Contains(got, "The game is over") && s.over {
		t.Errorf("%s: at the end %q", s.name, got)
	}
}
