package contest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/halma-solve/halma-solve/positions"
)

// games are one of each kind with its defaults.
func games(t *testing.T) (all []*Game) {
	for _, k := range Kinds() {
		if KindOf(k.Name) != k {
			t.Errorf("%s is not found", k)
		}
		lines := strings.Split(k.Text, "\n")
		for _, line := range lines {
			if utf8.RuneCountInString(line) > 76 {
				t.Errorf("%s: %q is too long a line for the help", k, line)
			}
		}
		if len(lines) > 6 {
			t.Errorf("%s is explained in %d lines, six are enough", k, len(lines))
		}
		g, err := New(k, nil)
		if err != nil {
			t.Fatalf("%s: %v", k, err)
		}
		all = append(all, g)
	}
	return all
}

// TestPlayedPositions plays each game at random and makes sure that levels only
// fall, that positions can be numbered, written and read, and turns be read back.
func TestPlayedPositions(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, g := range games(t) {
		for range 30 {
			p := g.Start()
			for range 200 {
				checkPosition(t, g, p)
				turns := g.AppendTurns(nil, p)
				if len(turns) == 0 {
					break
				}
				turn := turns[random.IntN(len(turns))]
				before, _ := g.Place(p)
				if level, _ := g.Place(turn.After); level > before {
					t.Fatalf("%s: a turn of %s leads up from level %d to %d", g, g.Format(p), before, level)
				}
				text := g.FormatTurn(p, turn.After)
				if back, err := g.ParseTurn(p, text); err != nil || back.After != turn.After {
					t.Fatalf("%s: %s of %s is read as %v, %v", g, text, g.Format(p), back.After, err)
				}
				if !g.Kind.Chance {
					checkPath(t, g, p, turn.After)
				}
				p = turn.After
			}
		}
	}
}

// TestCourts: who begins in a court begins there, and no court is the whole board.
func TestCourts(t *testing.T) {
	found := 0
	for _, g := range games(t) {
		courts, ok := g.Rules.(Courts)
		if !ok {
			continue
		}
		found++
		start, goal := courts.Courts()
		if start == 0 || start == g.every() || start&goal != 0 || goal != 0 && g.Start().Men[0]&^start != 0 {
			t.Errorf("%s: %v and %v", g, g.names(start), g.names(goal))
		}
	}
	if found < 5 {
		t.Errorf("only %d games have courts", found)
	}
}

// checkPath holds the path of a turn against what has become of the men.
func checkPath(t *testing.T, g *Game, p, after Position) {
	t.Helper()
	path, text := g.Path(p, after), g.FormatTurn(p, after)
	before, now := g.On(p.all()), g.On(after.all())
	switch {
	case len(path) == 0:
		if p.Men != after.Men {
			t.Fatalf("%s: %s touches no cell", g, text)
		}
	case !before.Has(path[0]):
		if len(path) != 1 || !now.Has(path[0]) {
			t.Fatalf("%s: %s is placed by %v", g, text, path)
		}
	case len(path) == 1:
		if now.Has(path[0]) {
			t.Fatalf("%s: %s touches %v alone", g, text, path)
		}
	case now.Len() > before.Len() || now.AndNot(before.With(path[len(path)-1])) != (positions.Bits{}):
		t.Fatalf("%s: %s touches %v", g, text, path)
	}
}

func checkPosition(t *testing.T, g *Game, p Position) {
	t.Helper()
	level, code := g.Place(p)
	if l := g.Levels()[level]; code >= l.Codes {
		t.Fatalf("%s: %s has code %d of %d", g, g.Format(p), code, l.Codes)
	}
	if back := g.At(level, code); back != p {
		t.Fatalf("%s: %s at %d, %d is %s", g, g.Format(p), level, code, g.Format(back))
	}
	if back, err := g.Parse(g.Format(p)); err != nil || back != p {
		t.Fatalf("%s: %s is read as %v, %v", g, g.Format(p), back, err)
	}
	c := g.Canonical(p)
	if g.Canonical(c) != c || g.Copies(c) != g.Copies(p) {
		t.Fatalf("%s: %s has the canonical form %s, which has another", g, g.Format(p), g.Format(c))
	}
	if rows := strings.Count(g.Draw(p), "\n"); rows < 3 {
		t.Fatalf("%s is drawn in %d rows", g, rows)
	}
}

// The legend says whose men every sign is.
func TestLegend(t *testing.T) {
	for _, c := range []struct {
		kind    string
		options map[string]string
		want    string
	}{
		{"gomoku", nil, "X the first side 0, O the second side 1"},
		{"cats", nil, "X the cats 0, O the mice 1"},
		{"gefangen2", nil, "X the men -1"},
		{"several", map[string]string{"player": "third"}, "X the first player 1, O the second player 1, # the third player 0"},
		{"gomoku-several", map[string]string{"aim": "together"}, "X the first player 0, O the second player 0, # the third player 0"},
		{"team", map[string]string{"partners": "neighbours"}, "X the first player 0, O the second player 0, # the third player 1, @ the fourth player 1"},
		{"rakado", nil, "X the first side 0, O the second side 1"},
	} {
		g, err := New(KindOf(c.kind), c.options)
		if err != nil {
			t.Fatal(err)
		}
		var signs []string
		for _, s := range g.Legend() {
			signs = append(signs, fmt.Sprintf("%c %s %d", s.Sign, s.Name, s.Side))
		}
		if got := strings.Join(signs, ", "); got != c.want {
			t.Errorf("%s: %q, want %q", c.kind, got, c.want)
		}
	}
}

// TestLaterOptions has a game as it was before it had options that it has now: files of
// it are still read.
func TestLaterOptions(t *testing.T) {
	g, err := New(rakado, map[string]string{"board": "square"})
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprintf("%x", g.Fingerprint()); got != "9937ff202276b695de8620235e7cc85c01dbe6e3a9e030ef59e0947065006cc9" {
		t.Errorf("%s has become another game: %s", g, got)
	}
}

func TestFingerprints(t *testing.T) {
	seen := map[[32]byte]string{}
	for _, g := range games(t) {
		for _, o := range g.Kind.Options {
			for _, word := range o.Words {
				other, err := New(g.Kind, map[string]string{o.Name: word})
				if err != nil {
					continue
				}
				if old := seen[other.Fingerprint()]; old != "" && old != other.String() {
					t.Errorf("%s has the fingerprint of %s", other, old)
				}
				seen[other.Fingerprint()] = other.String()
			}
		}
	}
	if len(seen) < len(kinds) {
		t.Errorf("only %d fingerprints", len(seen))
	}
}

func TestOptionsAreRefused(t *testing.T) {
	for _, c := range []struct {
		game, option, value, why string
	}{
		{"dutch", "size", "9", "9×9"},
		{"dutch", "size", "3x3", "too few"},
		{"dutch", "size", "four", "columns x rows"},
		{"dutch", "rows", "3", "from 1 to 2"},
		{"dutch", "men", "3", "does not have it (it has --size, --rows or --stuck)"},
		{"dutch", "stuck", "wins", "none of pass, loses"},
		{"tippy", "men", "9", "do not fit"},
		{"tippy", "size", "9", "cells"},
		{"gefangen2", "size", "4", "from 1 to 3"},
		{"gefangen2", "count-jumper", "yes", "none of false, true"},
	} {
		_, err := New(KindOf(c.game), map[string]string{c.option: c.value})
		var setting *SettingError
		if !errors.As(err, &setting) || setting.Name != c.option || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s --%s %s: %v", c.game, c.option, c.value, err)
		}
	}
}

func TestPositionsAreRefused(t *testing.T) {
	for _, c := range []struct{ game, text, why string }{
		{"tippy", "a1", "with / between"},
		{"tippy", "a1/a1/first/hand 6", "two men on a1"},
		{"tippy", "a1/a2/first/hand 7", "second side is to move"},
		{"tippy", "a1,b1/-/second/hand 7", "has placed 1"},
		{"tippy", "-/-/first/hand 9", "too many"},
		{"tippy", "-/-/third", "first or second"},
		{"dutch", "a1/a5/first", "has 1 men here"},
		{"dutch", "a1,b1,c1,d1/a5,b5,c5,d5/first/hand 1", "expected"},
		{"dutch", "a5,b5,c5,d5/a4,b4,c4,d4/first", "over before"},
		{"gefangen2", "a1", "no man stands on a1"},
		{"gefangen2", "b9", "no"},
	} {
		g, err := New(KindOf(c.game), nil)
		if err != nil {
			t.Fatal(err)
		}
		_, err = g.Parse(c.text)
		var syntax *positions.SyntaxError
		if !errors.As(err, &syntax) || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s %q: %v", c.game, c.text, err)
		}
	}
}
