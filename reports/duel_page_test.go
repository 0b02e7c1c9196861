package reports

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles/duel"
	"github.com/halma-solve/halma-solve/solver/retrograde"
)

// solvedDuel is a small game with best play and the choices along it.
func solvedDuel(t *testing.T, rules *duel.Rules) *Duel {
	t.Helper()
	g := positiontest.Must(t, duel.New, duel.Options{Shape: positions.Rhombus, Size: 4, Men: 1, Rules: rules}.Nearest())
	table, err := retrograde.Solve(t.Context(), g, retrograde.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	d := &Duel{Game: g, Counts: table.Counts, Longest: duel.NoPlies}
	v := g.View(g.Start())
	if d.Value, d.Plies, err = table.Lookup(v); err != nil {
		t.Fatal(err)
	}
	if d.Line, err = g.Line(table, v); err != nil {
		t.Fatal(err)
	}
	for w := v; d.Value == duel.ValueDrawn && len(d.Line) < 3; { // some best turns
		choices, err := g.Choices(table, w)
		if err != nil {
			t.Fatal(err)
		}
		d.Line, w = append(d.Line, choices[0].Turn), choices[0].After
	}
	if len(d.Line) < 3 {
		t.Fatal(d.Line)
	}
	for _, turn := range d.Line {
		choices, err := g.Choices(table, v)
		if err != nil {
			t.Fatal(err)
		}
		d.Choices = append(d.Choices, choices)
		v = g.After(v, turn)
	}
	return d
}

// TestDuelRoundTrip: what is written is read and written as the same again, under every
// rule set that has a table.
func TestDuelRoundTrip(t *testing.T) {
	for _, rules := range duel.AllRules() {
		if rules.Limit != nil {
			continue
		}
		var text, again bytes.Buffer
		if err := DuelJSON(&text, solvedDuel(t, rules), JSONOptions{}); err != nil {
			t.Fatal(err)
		}
		d := positiontest.Must(t, ParseDuel, text.Bytes())
		if err := DuelJSON(&again, d, JSONOptions{}); err != nil || again.String() != text.String() {
			t.Errorf("%s: %v\n%s\n%s", rules, err, text.String(), again.String())
		}
		if !d.FromFile {
			t.Errorf("%s: the values are taken for known", rules)
		}
	}
}

// TestPassing: two sides that cannot move but pass, in all forms.
func TestPassing(t *testing.T) {
	rules := positiontest.Must(t, duel.ParseRules, "farben:dark=odd")
	g := positiontest.Must(t, duel.New, duel.Options{Shape: positions.Square, Size: 4, Men: 1, Rules: rules})
	d := &Duel{Game: g, Line: []duel.Turn{duel.Pass, duel.Pass}, Longest: duel.NoPlies}
	for range d.Line {
		d.Choices = append(d.Choices, []duel.Choice{{Turn: duel.Pass, Plies: duel.NoPlies}})
	}
	var text, plain, page bytes.Buffer
	err := errors.Join(DuelJSON(&text, d, JSONOptions{}), DuelText(&plain, d, TextOptions{}), HTML(&page, nil, HTMLOptions{Duels: []*Duel{d}}))
	if err != nil || !strings.Contains(plain.String(), "pass  pass") || !strings.Contains(page.String(), "the first side passes") {
		t.Errorf("%v\n%s", err, plain.String())
	}
	again := positiontest.Must(t, ParseDuel, text.Bytes())
	if !slices.Equal(again.Line, d.Line) || again.Game.Fingerprint() != g.Fingerprint() {
		t.Errorf("%v is read from\n%s", again.Line, text.String())
	}
}

func TestParseDuelRefuses(t *testing.T) {
	var text bytes.Buffer
	if err := DuelJSON(&text, solvedDuel(t, duel.Booklet), JSONOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ old, new, message string }{
		{`"value": "won"`, `"value": "great"`, "is no value"},
		{`["a1",`, `["b1",`, "no legal turn"},
		{`"size": 4`, `"size": 99`, "99"},
		{`"men": 1`, `"men": "one"`, "cannot unmarshal"},
		{`duel/3`, `duel/9`, "is not known"},
		{`"choices": [`, `"choices": [[],`, "choices for"},
	} {
		changed := strings.Replace(text.String(), c.old, c.new, 1)
		if changed == text.String() {
			t.Errorf("%s is not there:\n%s", c.old, changed)
		}
		if _, err := ParseDuel([]byte(changed)); err == nil || !strings.Contains(err.Error(), c.message) {
			t.Errorf("%s: %v, want %q", c.new, err, c.message)
		}
	}
}

// Best play in a real browser: at each step the values of the turns stand on the cells
// that they lead to.
func TestDuelInBrowser(t *testing.T) {
	b := startBrowser(t)
	d := solvedDuel(t, duel.Booklet)
	var out bytes.Buffer
	if err := HTML(&out, nil, HTMLOptions{Duels: []*Duel{d}}); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "duel.html")
	if err := os.WriteFile(file, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	b.run(t, "best play", func(t *testing.T, b *browser) {
		b.view(1100, 900, "light", true)
		b.open("file://" + file)
		frames := newDuelArticle(d, 1, 0).Player.Frames
		for n, f := range frames {
			if n > 0 {
				b.press("ArrowRight")
			}
			var want []string
			for _, w := range f.Worth {
				want = append(want, w.Text)
			}
			if got := b.text(`[...document.querySelectorAll(".worth text")].map(e => e.textContent).join(" ")`); got != strings.Join(want, " ") {
				t.Fatalf("after %d turns %q, want %q", n, got, want)
			}
			if got := b.text(`document.querySelector(".now").textContent`); got != f.Text {
				t.Fatalf("after %d turns %q, want %q", n, got, f.Text)
			}
		}
		if last := frames[len(frames)-1]; last.Worth != nil || !strings.HasSuffix(last.Text, "The game is over.") {
			t.Errorf("at the end %+v", last)
		}
	})
}
