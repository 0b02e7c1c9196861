package main

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/contest"
	"github.com/halma-solve/halma-solve/puzzles/duel"
	"github.com/halma-solve/halma-solve/solver"
)

// Every game that a table can have is the same one after it went over the wire.
func TestGamesAreSent(t *testing.T) {
	var games []provable
	for _, k := range contest.Kinds() {
		for _, known := range k.Known {
			g, err := contest.New(k, known.Given())
			if err != nil {
				t.Fatal(err)
			}
			games = append(games, g)
		}
	}
	for _, r := range duel.AllRules() {
		for _, shape := range r.Armies.Shapes {
			for size := 1; size < 6; size++ {
				for men := 1; men < 7; men++ {
					if g, err := duel.New(duel.Options{Shape: shape, Size: size, Men: men, Rules: r}); err == nil {
						games = append(games, g)
					}
				}
			}
		}
	}
	for _, g := range games {
		text, err := json.Marshal(orderOf(g, time.Minute))
		if err != nil {
			t.Fatal(err)
		}
		var o gameOrder
		if err := json.Unmarshal(text, &o); err != nil {
			t.Fatal(err)
		}
		if again, err := o.game(); err != nil || again.Fingerprint() != g.Fingerprint() {
			t.Errorf("%s: %v, sent as %s", g, err, text)
		}
	}
	if len(games) < 100 {
		t.Errorf("only %d games", len(games))
	}
	for _, o := range []gameOrder{{}, {Kind: "none"}, {Race: &raceOrder{Shape: "none"}}, {Race: &raceOrder{Shape: "square", Rules: "none"}}} {
		if _, err := o.game(); err == nil {
			t.Errorf("%+v is a game", o)
		}
	}
}

// A row from elsewhere is taken only with a line that has its length.
func TestRowsAreReplayed(t *testing.T) {
	p := positiontest.Must(t, puzzles.Highscore, puzzles.Options{Shape: positions.Square, Size: 4, Army: "3", Arrival: positions.Free})
	row, r, err := searchTableRow(t.Context(), p, solver.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	a := puzzleAnswer{Row: row}
	for _, path := range r.Line {
		a.Line = append(a.Line, p.Board.CellNames(path))
	}
	read := func(change func(*puzzleAnswer)) error {
		b := a
		upper := *a.Row.Upper
		b.Row.Upper = &upper
		b.Line = append([][]string(nil), a.Line...)
		change(&b)
		text, err := json.Marshal(b)
		if err != nil {
			t.Fatal(err)
		}
		_, err = readTableRow(p, text)
		return err
	}
	if err := read(func(*puzzleAnswer) {}); err != nil {
		t.Error(err)
	}
	for name, change := range map[string]func(*puzzleAnswer){
		"shorter":       func(a *puzzleAnswer) { *a.Row.Upper--; a.Row.Lower-- },
		"another board": func(a *puzzleAnswer) { a.Row.Size = 5 },
		"illegal":       func(a *puzzleAnswer) { a.Line[0] = []string{"d4", "d3"} },
		"no line":       func(a *puzzleAnswer) { a.Line = nil },
		"no such cell":  func(a *puzzleAnswer) { a.Line[0] = []string{"z9"} },
		"contradiction": func(a *puzzleAnswer) { a.Row.Lower++ },
	} {
		if err := read(change); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
}

// The rate of tasks is that of the last half minute.
func TestPace(t *testing.T) {
	var p pace
	at := time.Unix(0, 0)
	for i, want := range []float64{0, 60, 60, 120, 140} {
		tasks := []int{5, 15, 25, 65, 85}[i]
		if got := p.of(tasks, at.Add(time.Duration(i)*10*time.Second)); got != want {
			t.Errorf("at %d s: %v a minute, want %v", 10*i, got, want)
		}
	}
}
