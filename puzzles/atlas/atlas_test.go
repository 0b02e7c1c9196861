package atlas_test

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles/atlas"
	"github.com/halma-solve/halma-solve/puzzles/duel"
	"github.com/halma-solve/halma-solve/puzzles/verify"
)

// TestEntries replays the line of every entry. That their bounds follow is tested in
// package known, which knows certificates.
func TestEntries(t *testing.T) {
	place := map[string]int{}
	for i, q := range atlas.Plan() {
		place[q.ID()] = i
	}
	last := -1
	for _, e := range atlas.Entries() {
		p, err := e.Puzzle()
		if err != nil {
			t.Errorf("%s: %v", e.ID(), err)
			continue
		}
		if i, ok := place[e.ID()]; !ok || i <= last {
			t.Errorf("%s is not where the plan has it", e.ID())
		} else {
			last = i
		}
		if got := atlas.Key(p.Fingerprint()); got != e.Fingerprint {
			t.Errorf("%s: fingerprint %s, want %s", e.ID(), e.Fingerprint, got)
		}
		if e.Lower > e.Upper || e.Lower < 1 {
			t.Errorf("%s: at least %d and at most %d", e.ID(), e.Lower, e.Upper)
		}
		if e.Follows {
			continue
		}
		line, err := e.Moves(p)
		if err != nil {
			t.Error(err)
			continue
		}
		if _, err := verify.Replay(p, line); err != nil {
			t.Errorf("%s: %v", e.ID(), err)
		}
		if p.Cost(line) != e.Upper {
			t.Errorf("%s: a line of %d %s, want %d", e.ID(), p.Cost(line), p.Count, e.Upper)
		}
		if info, _ := p.Game.Info(); e.Certified() != info.Certificates {
			t.Errorf("%s: certified %t", e.ID(), e.Certified())
		}
		if e.Command == "" || e.Program == "" || e.Date == "" || e.Proof == "" {
			t.Errorf("%s does not say where it is from: %q, %q, %q, %q", e.ID(), e.Command, e.Program, e.Date, e.Proof)
		}
	}
	if n := len(atlas.Entries()); n < 400 {
		t.Errorf("only %d entries", n)
	}
}

// TestDuels holds the counts of games for two players against each other.
func TestDuels(t *testing.T) {
	seen := map[string]bool{}
	for _, d := range atlas.Duels() {
		if seen[d.ID()] {
			t.Errorf("%s comes twice", d.ID())
		}
		seen[d.ID()] = true
		// By the rules of today, not by older ones of the same name.
		o := duel.Options{
			Shape: positiontest.Must(t, positions.ParseShape, d.Board), Size: d.Size, Men: d.Men,
			Rules: positiontest.Must(t, duel.ParseRules, d.Rules),
		}
		if g := positiontest.Must(t, duel.New, o); atlas.Key(g.Fingerprint()) != d.Fingerprint {
			t.Errorf("%s was solved by other rules", d.ID())
		}
		if sum := d.Won + d.Lost + d.Drawn + d.Illegal; sum != d.Positions {
			t.Errorf("%s: %d positions are won, lost, drawn or illegal, of %d", d.ID(), sum, d.Positions)
		}
		// An odd number of turns ends with one of the side that began.
		if d.Turns != nil && (*d.Turns%2 == 1) != (d.Value == "won") {
			t.Errorf("%s: %s in %d", d.ID(), d.Value, *d.Turns)
		}
	}
	if len(seen) < 100 {
		t.Errorf("only %d duels", len(seen))
	}
}

func TestQuestion(t *testing.T) {
	ids := map[string]bool{}
	prints := map[[32]byte]string{}
	for _, q := range atlas.Plan() {
		if ids[q.ID()] {
			t.Errorf("%s comes twice", q.ID())
		}
		ids[q.ID()] = true
		p, err := q.Puzzle()
		if err != nil {
			t.Fatalf("%s: %v", q.ID(), err)
		}
		if other, ok := prints[p.Fingerprint()]; ok {
			t.Errorf("%s and %s are the same", q.ID(), other)
		}
		prints[p.Fingerprint()] = q.ID()
		if p.Game != q.Game || q.Count != p.Count.String() || q.Rules != "" && q.Rules != p.Arrival.String() || q.Men != "" && q.Men != p.Army {
			t.Errorf("%s makes %s", q.ID(), p)
		}
	}
	for _, c := range []struct {
		q           atlas.Question
		id, command string
	}{
		{
			atlas.Question{Game: "highscore", Board: "star", Size: 4, Men: "15", Rules: "free", Count: "moves", Jumps: "short"},
			"highscore-star4-15-free-moves-short",
			"halma-solve highscore --board star --size 4 --men 15 --rules free --count moves --jumps short",
		},
		{
			atlas.Question{Game: "connection", Board: "star", Size: 4, Goal: "own", Count: "hops", Jumps: "super"},
			"connection-star4-own-hops-super",
			"halma-solve connection --size 4 --goal own --count hops --jumps super",
		},
		{
			atlas.Question{Game: "solo", Board: "english", From: "d4", To: "d4", Count: "moves"},
			"solo-english-d4-d4-moves",
			"halma-solve solo --board english --from d4 --to d4 --count moves",
		},
	} {
		if c.q.ID() != c.id || c.q.Command() != c.command || !ids[c.id] {
			t.Errorf("%+v: %q, %q, in the plan: %t", c.q, c.q.ID(), c.q.Command(), ids[c.id])
		}
	}
	for _, q := range []atlas.Question{{Game: "chess"}, {Game: "highscore", Board: "moon"}, {Game: "highscore", Rules: "none"}, {Game: "solo", From: "z9"}} {
		if _, err := q.Puzzle(); err == nil {
			t.Errorf("%+v is a puzzle", q)
		}
	}
}

// TestData writes and reads the data.
func TestData(t *testing.T) {
	var first, second bytes.Buffer
	if err := atlas.Write(&first, atlas.Entries()); err != nil {
		t.Fatal(err)
	}
	text := first.String()
	list, err := atlas.Read[atlas.Entry](&first)
	if err != nil || !reflect.DeepEqual(list, atlas.Entries()) {
		t.Fatalf("%d entries come back, error %v", len(list), err)
	}
	if err := atlas.Write(&second, list); err != nil || second.String() != text {
		t.Errorf("the second time other bytes, error %v", err)
	}
	if len(text) > 2<<20 {
		t.Errorf("%d bytes of entries", len(text))
	}
	for _, broken := range []string{"", "x", text[:len(text)/2], text[:len(text)/2] + "?" + text[len(text)/2+1:]} {
		if _, err := atlas.Read[atlas.Entry](strings.NewReader(broken)); err == nil {
			t.Errorf("%d broken bytes are read", len(broken))
		}
	}
}

func TestFind(t *testing.T) {
	const id = "highscore-star4-15-free-moves-short"
	e := atlas.Named(id)
	if e == nil {
		t.Fatalf("no %s", id)
	}
	p, err := e.Puzzle()
	if err != nil || atlas.Find(p.Fingerprint()) == nil {
		t.Errorf("%s is not found, error %v", id, err)
	}
	if atlas.Named("nothing") != nil || atlas.Find([32]byte{1}) != nil {
		t.Error("what is not there is found")
	}
	for _, e := range atlas.Entries() {
		p, err := e.Puzzle()
		if err != nil {
			t.Fatalf("%s: %v", e.ID(), err)
		}
		want := e
		if e.Follows {
			want = nil
		}
		for range 2 { // the second time from memory
			if got := atlas.Find(p.Fingerprint()); !reflect.DeepEqual(got, want) {
				t.Fatalf("%s: found %+v, want %+v", e.ID(), got, want)
			}
		}
	}
}

func TestLength(t *testing.T) {
	a := atlas.Entry{Lower: 3, Upper: 3}
	b := atlas.Entry{Lower: 3, Upper: 5}
	if a.Length() != "3" || !a.Settled() || b.Length() != "3–5" || b.Settled() {
		t.Errorf("%q settled %t, %q settled %t", a.Length(), a.Settled(), b.Length(), b.Settled())
	}
	turns := 7
	for d, want := range map[*atlas.Duel]string{
		{Value: "won", Turns: &turns}: "1 in 7",
		{Value: "lost"}:               "2",
		{Value: "drawn"}:              "=",
	} {
		if got := d.Result(); got != want {
			t.Errorf("%+v: %q, want %q", d, got, want)
		}
	}
}
