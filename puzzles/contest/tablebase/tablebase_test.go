package tablebase

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/puzzles/contest"
)

// few is a table of a game that has few positions, filled with values that any table
// could have.
type few struct {
	marks  []contest.Marks
	values [][]contest.Packed
}

func (t few) Level(at int) (*contest.Marks, []contest.Packed) { return &t.marks[at], t.values[at] }
func (few) Symmetric() bool                                   { return true }

func game(t *testing.T, name string, options map[string]string) *contest.Game {
	t.Helper()
	g, err := contest.New(contest.KindOf(name), options)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// written makes a file of a game, and says what is in it.
func written(t *testing.T, g *contest.Game) ([]byte, map[contest.Position]contest.Value) {
	t.Helper()
	var table few
	values := map[contest.Position]contest.Value{}
	for at, l := range g.Levels() {
		m := contest.Marks{Words: make([]uint64, contest.MarksWords(l.Codes))}
		for code := range l.Codes {
			if p := g.At(at, code); g.Canonical(p) == p && code%3 != 1 {
				m.Words[code/64] |= 1 << (code % 64)
			}
		}
		m.Close()
		list := make([]contest.Packed, m.Count)
		m.Each(0, len(m.Words), func(code uint64, rank int) {
			v := contest.Value{Score: rank%3 - 1, Turns: contest.NoTurns}
			if v.Score != 0 && !g.Kind.Scores {
				v.Turns = rank
			}
			packed, err := g.Kind.Pack(v)
			if err != nil {
				t.Fatal(err)
			}
			list[rank], values[g.At(at, code)] = packed, v
		})
		table.marks, table.values = append(table.marks, m), append(table.values, list)
	}
	var out bytes.Buffer
	if err := Write(t.Context(), &out, g, g.Start(), table); err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), values
}

func TestWrittenIsRead(t *testing.T) {
	for _, g := range []*contest.Game{
		game(t, "gomoku", map[string]string{"size": "3", "men": "3", "row": "2"}),
		game(t, "tippy", map[string]string{"size": "3", "men": "2"}),
		game(t, "gefangen2", map[string]string{"size": "1"}),
	} {
		text, values := written(t, g)
		f, err := Read(bytes.NewReader(text), int64(len(text)), 0)
		if err != nil {
			t.Fatal(err)
		}
		if f.Game.Fingerprint() != g.Fingerprint() || f.Count() != int64(len(values)) || f.From != g.Start() || len(f.Seal()) != 64 {
			t.Errorf("%s: %s with %d positions", g, f.Game, f.Count())
		}
		for at, l := range g.Levels() {
			for code := range l.Codes {
				p := g.At(at, code)
				want, ok := values[g.Canonical(p)]
				got, err := f.Lookup(p)
				if ok != (err == nil) || got != want && ok || !ok && !errors.Is(err, contest.ErrNotReached) {
					t.Fatalf("%s: %s is %v, %v instead of %v, %v", g, g.Format(p), got, err, want, ok)
				}
			}
		}
		if _, err := Read(bytes.NewReader(text), int64(len(text)), 100); !errors.Is(err, ErrMemory) {
			t.Errorf("%s in 100 bytes: %v", g, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	g := game(t, "gefangen2", map[string]string{"size": "1"})
	if err := Write(ctx, &bytes.Buffer{}, g, g.Start(), few{marks: make([]contest.Marks, len(g.Levels())), values: make([][]contest.Packed, len(g.Levels()))}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// TestDamageIsFound alters and cuts a file everywhere.
func TestDamageIsFound(t *testing.T) {
	text, _ := written(t, game(t, "gefangen2", map[string]string{"size": "1"}))
	for i := range text {
		altered := bytes.Clone(text)
		altered[i] ^= 0x10
		if _, err := Read(bytes.NewReader(altered), int64(len(text)), 0); !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrFormat) {
			t.Fatalf("byte %d altered: %v", i, err)
		}
		if _, err := Read(bytes.NewReader(text[:i]), int64(i), 0); !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrFormat) {
			t.Fatalf("cut off at %d: %v", i, err)
		}
	}
	if _, err := Read(bytes.NewReader(append(text, 0)), int64(len(text)+1), 0); !errors.Is(err, ErrDamaged) {
		t.Errorf("one byte more: %v", err)
	}
}

func TestOtherGamesAreRefused(t *testing.T) {
	h := headerOf(game(t, "tippy", map[string]string{"size": "3"}), contest.Position{Hand: 8})
	for _, c := range []struct{ old, other, why string }{
		{`"game":"tippy"`, `"game":"tipy"`, "no game"},
		{`"version":1`, `"version":2`, "version 2"},
		{`"size":"3"`, `"size":"4"`, "other rules"},
		{`"size":"3"`, `"size":"x"`, "columns"},
		{`/first/hand 8`, `/first/hand 9`, "too many"},
		{`tablebase/1`, `tablebase/7`, "schema"},
		{`"positions":null`, `"positions":[1]`, "levels"},
	} {
		text, err := json.Marshal(h)
		if err != nil {
			t.Fatal(err)
		}
		altered := strings.Replace(string(text), c.old, c.other, 1)
		file := append([]byte(magic), byte(len(altered)), byte(len(altered)>>8), 0, 0)
		file = append(file, altered...)
		_, err = Read(bytes.NewReader(file), int64(len(file)+32), 0)
		if altered == string(text) || err == nil || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s: %v", c.other, err)
		}
	}
}
