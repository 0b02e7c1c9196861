package reports

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles/contest"
	"github.com/halma-solve/halma-solve/reports/internal/solvedtest"
)

// smallGames are games of package contest that are solved at once: men are placed and
// captured, leave the board, pass, and more than two play.
var smallGames = []struct {
	name    string
	options map[string]string
}{
	{"tippy", map[string]string{"size": "3", "men": "3"}},
	{"gefangen2", map[string]string{"size": "1"}},
	{"topsecret", nil},
	{"gomoku", map[string]string{"size": "3", "men": "3"}},
	{"zug", nil},
	{"several", nil},
}

// smallContest solves a game and gathers best play with the choices along it.
func smallContest(t testing.TB, name string, options map[string]string) (*Contest, contest.Source) {
	t.Helper()
	g, table := solvedtest.Solve(t, name, options)
	d := &Contest{Game: g, From: g.Start()}
	d.Counts.Longest = contest.NoTurns
	var err error
	if d.Value, err = table.Lookup(d.From); err != nil {
		t.Fatal(err)
	}
	if d.Line, err = g.Line(table, d.From); err != nil {
		t.Fatal(err)
	}
	p := d.From
	for _, played := range d.Line {
		choices, err := g.Choices(table, p)
		if err != nil {
			t.Fatal(err)
		}
		d.Choices, p = append(d.Choices, choices), played.After
	}
	return d, table
}

// TestContestRoundTrip: what is written is read and written as the same again, and the
// men of the page's frames stand where they stand in the positions.
func TestContestRoundTrip(t *testing.T) {
	for _, c := range smallGames {
		d, _ := smallContest(t, c.name, c.options)
		var text, again bytes.Buffer
		if err := ContestJSON(&text, d, JSONOptions{}); err != nil {
			t.Fatal(err)
		}
		read := positiontest.Must(t, ParseContest, text.Bytes())
		if err := ContestJSON(&again, read, JSONOptions{}); err != nil || again.String() != text.String() {
			t.Errorf("%s: %v\n%.2000s\n%.2000s", d.Game, err, text.String(), again.String())
		}
		if !read.FromFile {
			t.Errorf("%s: the values are taken for known", d.Game)
		}
		s := read.staged()
		men, at := track(s.scenes, s.moves)
		for n, scene := range s.scenes {
			var sets [4]positions.Bits
			for m, cell := range at[n] {
				if cell != positions.NoCell {
					if sets[men[m].set].Has(cell) {
						t.Fatalf("%s: two men on one cell after %d turns", d.Game, n)
					}
					sets[men[m].set] = sets[men[m].set].With(cell)
				}
			}
			if !slices.Equal(sets[:len(scene.Men)], scene.Men) {
				t.Fatalf("%s: after %d turns the men are %v, not %v", d.Game, n, sets, scene.Men)
			}
			if n < len(s.moves) && !slices.ContainsFunc(scene.Turns, func(turn SceneTurn) bool { return turn.After == s.moves[n].After }) {
				t.Fatalf("%s: turn %d is none of its choices", d.Game, n+1)
			}
		}
	}
}

func TestParseContestRefuses(t *testing.T) {
	d, _ := smallContest(t, "tippy", map[string]string{"size": "3", "men": "1"})
	var text bytes.Buffer
	if err := ContestJSON(&text, d, JSONOptions{}); err != nil {
		t.Fatal(err)
	}
	refuses(t, text.String(), func(text []byte) error { _, err := ParseContest(text); return err }, []change{
		{`"name": "tippy"`, `"name": "dice"`, "there is no game"},
		{`"version": 1`, `"version": 9`, "version 9"},
		{`"size": "3"`, `"size": "99"`, "99"},
		{`"result":"drawn"`, `"result":"great"`, "is no value"},
		{`"result":"drawn","score":0`, `"result":"drawn","score":3`, "by its score"},
		{`"turn":"a1"`, `"turn":"z9"`, "is no turn"},
		{`"choices":[{"turn":"a1"`, `"choices":[{"turn":"b1"`, "stands there twice"},
		{`contest/1`, `contest/9`, "is not known"},
		{`"counts": {`, `"counted": {`, "no counts"},
	})
}

// Best play of games in which men come, go and are taken, in a real browser: each frame
// has its men, text and values, and the reader may take each side against it.
func TestContestInBrowser(t *testing.T) {
	b := startBrowser(t)
	for _, c := range smallGames[:3] {
		b.run(t, c.name, func(t *testing.T, b *browser) {
			d, _ := smallContest(t, c.name, c.options)
			var out bytes.Buffer
			if err := HTML(&out, nil, HTMLOptions{Contests: []*Contest{d}}); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(t.TempDir(), "contest.html")
			if err := os.WriteFile(file, out.Bytes(), 0o600); err != nil {
				t.Fatal(err)
			}
			b.view(1100, 900, "light", true)
			b.open("file://" + file)
			testContestSteps(t, b, d)
			photograph(b, "contest-"+c.name, true)
			testContestMatch(t, b, d)
			if c := b.complaints(); len(c) > 0 {
				t.Errorf("the console says %s", strings.Join(c, "\n"))
			}
		})
	}
}

func testContestSteps(t *testing.T, b *browser, d *Contest) {
	s := d.staged()
	frames := English.newStagedArticle(s, 1, 0).Player.Frames
	for n, f := range frames {
		if n > 0 {
			b.press("ArrowRight")
		}
		var want []string
		for _, men := range s.scenes[n].Men {
			want = append(want, d.Game.Board.Names(men)...)
		}
		slices.Sort(want)
		if got := b.text(`[...document.querySelectorAll(".man:not([visibility])")].map(e => e.dataset.cell).sort().join(" ")`); got != strings.Join(want, " ") {
			t.Fatalf("%s: after %d turns men on %q, want %q", d.Game, n, got, want)
		}
		if got := b.text(`document.querySelector(".now").textContent`); got != f.Text {
			t.Fatalf("%s: after %d turns %q, want %q", d.Game, n, got, f.Text)
		}
		if got := b.text(`String(document.querySelectorAll(".worth text").length)`); got != fmt.Sprint(len(f.Worth)) {
			t.Fatalf("%s: after %d turns %s values, want %d", d.Game, n, got, len(f.Worth))
		}
	}
}

// testContestMatch plays the turns of one side from the list of all turns.
func testContestMatch(t *testing.T, b *browser, d *Contest) {
	s := d.staged()
	b.click(".match-open")
	b.click("[data-see=values]")
	for n := 0; n < len(s.moves); n++ {
		if s.mover(n) != 0 {
			continue
		}
		at := slices.IndexFunc(s.scenes[n].Turns, func(turn SceneTurn) bool { return turn.After == s.moves[n].After })
		if got := b.text(`String(document.querySelectorAll(".turns [data-turn]").length)`); got != fmt.Sprint(len(s.scenes[n].Turns)) {
			t.Fatalf("%s: turn %d may be one of %s, want %d", d.Game, n+1, got, len(s.scenes[n].Turns))
		}
		b.eval(`document.querySelector(".self .turns").open = true`, nil)
		b.click(fmt.Sprintf(`.turns [data-turn="%d"]`, at))
	}
	if got := b.text(`document.querySelector(".self .now").textContent`); !strings.Contains(got, "The game is over") && s.over {
		t.Errorf("%s: at the end %q", d.Game, got)
	}
}
