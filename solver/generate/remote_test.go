package generate

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// remoteOptions are batches of all kinds, with all that goes over the wire.
func remoteOptions(t *testing.T) map[string]Options {
	t.Helper()
	square, err := positions.NewBoard(positions.Square, 5)
	if err != nil {
		t.Fatal(err)
	}
	solo, err := puzzles.Solo(puzzles.Options{To: "c3"})
	if err != nil {
		t.Fatal(err)
	}
	endgame, err := puzzles.Highscore(puzzles.Options{Shape: positions.Star, Size: 2, Army: "3", Arrival: positions.Booklet})
	if err != nil {
		t.Fatal(err)
	}
	filter, err := ParseFilter("moves > 2")
	if err != nil {
		t.Fatal(err)
	}
	free := Scattered(square, 4, puzzles.Options{Arrival: positions.Free, Jumps: positions.Super})
	return map[string]Options{
		"solo":       {Kind: Solo, Game: solo, MinMoves: 3, MaxMoves: 4, Unique: UniqueFirst, Mask: positions.BitsOf(10, 11, 12, 15, 16, 17, 18, 22, 23, 24)},
		"endgame":    {Kind: Endgame, Game: endgame, MinMoves: 2, MaxMoves: 4, Unique: UniqueNone},
		"transfer":   {Kind: Transfer, Game: Scattered(square, 3, puzzles.Options{Arrival: positions.Booklet}), MinMoves: 2, MaxMoves: 6, Unique: UniqueNone, Filter: filter, Symmetric: true},
		"connection": {Kind: Connection, Game: free, MinMoves: 2, MaxMoves: 5, Unique: UniqueNone, Starts: WalkStart},
		"treffpunkt": {Kind: Treffpunkt, Game: free, MinMoves: 2, MaxMoves: 5, Unique: UniqueNone, Starts: FigureStart},
		"all":        {Kind: Transfer, Game: Scattered(square, 2, puzzles.Options{Arrival: positions.Free}), MinMoves: 1, MaxMoves: MaxMoves, Unique: UniqueNone, Exhaustive: true},
	}
}

// What is made elsewhere, from options that went over the wire, is what is made here,
// wherever the batch goes on.
func TestRemote(t *testing.T) {
	for name, o := range remoteOptions(t) {
		o.Hardest = 1e6
		if !o.Exhaustive {
			o.Seed = 7
		}
		run := func(b Batch) string {
			var out bytes.Buffer
			b.Options, b.Count, b.Effort = o, 6, 500
			tally, err := b.Run(context.Background(), func(p *Puzzle) error {
				text, err := json.Marshal(p)
				out.Write(append(text, '\n'))
				return err
			})
			if err != nil || tally.Found == len(b.Known) {
				t.Errorf("%s: %+v %v", name, tally, err)
			}
			return out.String()
		}
		want := run(Batch{Workers: 1})
		text, err := json.Marshal(&o)
		if err != nil {
			t.Fatal(err)
		}
		var there Options
		if err := json.Unmarshal(text, &there); err != nil {
			t.Fatalf("%s: %v\n%s", name, err, text)
		}
		m, err := NewMaker(t.Context(), &there, nil, 1)
		if err != nil {
			t.Fatal(err)
		}
		remote := &Remote{Grain: 4, Most: 3, Slots: func() int { return 1 }, Make: func(ctx context.Context, from, to int64, check func([]byte) error) error {
			text, err := m.Make(ctx, from, to)
			if err != nil {
				return err
			}
			return check(text)
		}}
		if got := run(Batch{Remote: remote}); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
		first, rest, _ := strings.Cut(want, "\n")
		p, err := ParseRecord([]byte(first), o.Form())
		if err != nil {
			t.Fatal(err)
		}
		if got := run(Batch{Remote: remote, Known: []*Puzzle{p}, From: p.Index + 1}); got != rest {
			t.Errorf("%s, gone on with: got\n%s\nwant\n%s", name, got, rest)
		}
	}
}

// What is no outcome of a batch is refused.
func TestRemoteRefuses(t *testing.T) {
	o := remoteOptions(t)["endgame"]
	o.Hardest = 1e6
	m, err := NewMaker(t.Context(), &o, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	text, err := m.Make(t.Context(), 0, 5)
	if err != nil || !bytes.Contains(text, []byte(`{"schema"`)) {
		t.Fatalf("%v\n%s", err, text)
	}
	if _, err := parseOutcomes(text, o.Form(), 0, 5); err != nil {
		t.Error(err)
	}
	other := o
	other.Seed = 99
	for name, bad := range map[string]struct {
		text string
		form string
		to   int64
	}{
		"too few":         {string(text), o.Form(), 6},
		"another batch":   {string(text), other.Form(), 5},
		"another index":   {`{"why":"x"}` + "\n" + string(text), o.Form(), 6},
		"nothing":         {"{}\n", o.Form(), 1},
		"no JSON":         {"?\n", o.Form(), 1},
		"an illegal line": {strings.Replace(string(text), `"line":[["`, `"line":[["a1","`, 1), o.Form(), 5},
	} {
		if _, err := parseOutcomes([]byte(bad.text), bad.form, 0, bad.to); !errors.Is(err, ErrOutcomes) {
			t.Errorf("%s: %v", name, err)
		}
	}
	var there Options
	for _, bad := range []string{`{}`, `{"board":"square","rules":"free","jumps":"short","kind":"solo","army":"4"}`, `[]`} {
		if err := json.Unmarshal([]byte(bad), &there); err == nil {
			t.Errorf("%s is taken", bad)
		}
	}
}
