package main

import (
	"context"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver"
)

// A row of the store is taken for the puzzle it is of, and only if it can be true.
func TestTableRowsAreWhatTheySay(t *testing.T) {
	p := positiontest.Must(t, puzzles.Highscore, puzzles.Options{Shape: positions.Star, Size: 1})
	s, err := cache.Open(cache.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	store := rowStore{s, "table/1"}
	want, err := tableRowOf(context.Background(), store, p, solver.Options{})
	if err != nil || want.Status != "optimal" || want.Lower != 4 {
		t.Fatalf("%+v, %v", want, err)
	}
	six := 6
	for name, change := range map[string]func(*tableRow){
		"another board":     func(r *tableRow) { r.Board, r.Lower, r.Upper = "square", six, &six },
		"another size":      func(r *tableRow) { r.Size, r.Lower, r.Upper = 2, six, &six },
		"other rules":       func(r *tableRow) { r.Rules, r.Lower, r.Upper = "free", six, &six },
		"another game":      func(r *tableRow) { r.Game, r.Lower, r.Upper = "treffhalma", six, &six },
		"optimal, no line":  func(r *tableRow) { r.Upper = nil },
		"optimal with gap":  func(r *tableRow) { r.Lower, r.Upper = 3, &six },
		"impossible, line":  func(r *tableRow) { r.Status = "impossible" },
		"bounded, no gap":   func(r *tableRow) { r.Status, r.Limit = "bounded", 1e9 },
		"a status of yours": func(r *tableRow) { r.Status, r.Limit = "proven", 1e9 },
	} {
		row := want
		change(&row)
		if err := store.put(p.Fingerprint(), row); err != nil {
			t.Fatal(err)
		}
		got, err := tableRowOf(context.Background(), store, p, solver.Options{})
		if err != nil || got.Status != "optimal" || got.Lower != 4 || got.Upper == nil || *got.Upper != 4 || got.Board != "star" {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

// The length says whether there is a line, and of none whether that is proven.
func TestTableLengths(t *testing.T) {
	nine := 9
	for want, row := range map[string]tableRow{
		"9 moves":                  {Game: "solo", Count: "moves", Status: "optimal", Lower: 9, Upper: &nine},
		"7 … 9 moves":              {Game: "solo", Count: "moves", Status: "bounded", Lower: 7, Upper: &nine},
		"≥ 7 moves, no line known": {Game: "solo", Count: "moves", Status: "unknown", Lower: 7},
		"no line, proven":          {Game: "solo", Count: "moves", Status: "impossible", Lower: 7},
		"9 jumps":                  {Game: "solo", Count: "hops", Status: "optimal", Lower: 9, Upper: &nine},
		"9 hops":                   {Game: "highscore", Count: "hops", Status: "optimal", Lower: 9, Upper: &nine},
	} {
		text, err := renderTable([]tableRow{row}, "markdown")
		if err != nil || !strings.Contains(string(text), " | "+want+" | "+row.Status+" | ") {
			t.Errorf("no %q in\n%s (%v)", want, text, err)
		}
	}
}
