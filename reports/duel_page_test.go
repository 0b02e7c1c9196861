package reports

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles/duel"
	"github.com/halma-solve/halma-solve/solver/retrograde"
)

// smallDuel is a small game with best play and the choices along it.
func smallDuel(t *testing.T, rules *duel.Rules) *Duel {
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
		if err := DuelJSON(&text, smallDuel(t, rules), JSONOptions{}); err != nil {
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
	if err := DuelJSON(&text, smallDuel(t, duel.Booklet), JSONOptions{}); err != nil {
		t.Fatal(err)
	}
	refuses(t, text.String(), func(text []byte) error { _, err := ParseDuel(text); return err }, []change{
		{`"value": "won"`, `"value": "great"`, "is no value"},
		{`["a1",`, `["b1",`, "no legal turn"},
		{`"size": 4`, `"size": 99`, "99"},
		{`"men": 1`, `"men": "one"`, "cannot unmarshal"},
		{`duel/3`, `duel/9`, "is not known"},
		{`"choices": [`, `"choices": [[],`, "choices for"},
	})
}

// Best play in a real browser: at each step the values of the turns stand on the cells
// that they lead to.
func TestDuelInBrowser(t *testing.T) {
	b := startBrowser(t)
	d := smallDuel(t, duel.Booklet)
	address := pageOf(t, nil, HTMLOptions{Duels: []*Duel{d}})
	b.run(t, "against the line", func(t *testing.T, b *browser) { testMatchInBrowser(t, b, d, address) })
	b.run(t, "best play", func(t *testing.T, b *browser) {
		b.view(1100, 900, "light", true)
		b.open(address)
		frames := English.newStagedArticle(d.staged(), 1, 0).Player.Frames
		stepsThrough(t, b, d.staged(), nil)
		if last := frames[len(frames)-1]; last.Worth != nil || !strings.HasSuffix(last.Text, "The game is over.") {
			t.Errorf("at the end %+v", last)
		}
	})
}

// The reader plays each side against the line: its turns are taken and answered, all others
// are told what they are worth.
func testMatchInBrowser(t *testing.T, b *browser, d *Duel, address string) {
	b.view(1100, 900, "light", true)
	b.open(address)
	b.click(".match-open")
	frames := English.newStagedArticle(d.staged(), 1, 0).Player.Frames
	play := func(turn frameTurn) {
		if len(turn.Path) == 0 {
			b.click("[data-act=pass]")
			return
		}
		for _, c := range []positions.Cell{turn.Path[0], turn.Path[len(turn.Path)-1]} {
			s := newCanvas(d.Game.Board).spots[c]
			b.eval(fmt.Sprintf(`(() => { const e = document.querySelector(".self .board"), p = new DOMPoint(%d, %d).matrixTransform(e.getScreenCTM());
				e.dispatchEvent(new MouseEvent("click", {clientX: p.x, clientY: p.y, bubbles: true})); })()`, s.X, s.Y), nil)
		}
	}
	now := func() string { return b.text(`document.querySelector(".self .now").textContent`) }
	for side := range 2 {
		slips := 0
		for n := side; n < len(d.Line); n += 2 {
			if got, want := b.text(`document.querySelector(".self .tally").textContent`), fmt.Sprintf("turn %d of %d · not the best %d", n+1, len(d.Line), slips); !strings.HasSuffix(got, want) {
				t.Fatalf("it counts %q, want %q", got, want)
			}
			path := frames[n+1].Path
			best := frames[n].Turns[0]
			for _, turn := range frames[n].Turns {
				if slices.Equal(turn.Path, path) {
					continue
				}
				play(turn)
				want := "Take another one."
				if turn.Value == best.Value && (turn.Turns == nil || *turn.Turns == *best.Turns) {
					want = "but the stored line goes on with"
				} else {
					slips++
				}
				if got := now(); !strings.Contains(got, want) {
					t.Fatalf("of %+v it says %q, want %q", turn, got, want)
				}
			}
			b.eval(`document.querySelector(".self .board").dispatchEvent(new MouseEvent("click", {clientX: -99, clientY: -99}))`, nil)
			play(frameTurn{Path: path})
			want := "The game is over"
			if n+2 < len(d.Line) {
				want = "The line answers " + d.Game.Board.FormatPath(frames[n+2].Path)
			}
			if got := now(); !strings.Contains(got, want) {
				t.Fatalf("after turn %d it says %q, want %q", n+1, got, want)
			}
		}
		if slips == 0 {
			t.Error("no turn was worse than the line's")
		}
		photograph(b, fmt.Sprintf("match-%d", side), true)
		b.click(".self [data-act=sides]")
	}
	if c := b.complaints(); len(c) > 0 {
		t.Errorf("the console says %s", strings.Join(c, "\n"))
	}
}

// TestWithoutDistances: a source that knows no distances says who wins, and that it may
// take for ever.
func TestWithoutDistances(t *testing.T) {
	d := smallDuel(t, duel.Booklet)
	d.Plies, d.Line, d.Choices = duel.NoPlies, nil, nil
	s := d.staged()
	if d.Value != duel.ValueWon || s.headline != "the first side, which is to move, wins" || !slices.Contains(s.facts, fact{"Play", withoutDistances}) {
		t.Errorf("%s: %q %v", d.Value, s.headline, s.facts)
	}
}
