package reports

import (
	"bytes"
	"slices"
	"testing"

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
	{"tippy-several", map[string]string{"size": "3", "men": "3", "enclosing": "mixed", "aim": "together"}},
	{"gomoku-several", map[string]string{"size": "3", "men": "2", "row": "2"}},
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
		standWhere(t, s)
		for n, scene := range s.scenes {
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
			address := pageOf(t, nil, HTMLOptions{Contests: []*Contest{d}})
			b.view(1100, 900, "light", true)
			b.open(address)
			stepsThrough(t, b, d.staged(), nil)
			photograph(b, "contest-"+c.name, true)
			playsFirstSide(t, b, d.staged())
			quiet(t, b, address)
		})
	}
}
