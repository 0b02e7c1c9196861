package puzzles_test

import (
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

func TestPrinted(t *testing.T) {
	tests := []struct {
		shape positions.Shape
		size  int
		army  string
		rules positions.Arrival
		set   string
	}{
		{positions.Star, 4, "15", positions.Booklet, "the large set"},
		{positions.Star, 4, "10", positions.Free, "the XXL set"},
		{positions.Star, 4, "13", positions.Booklet, ""},
		{positions.Star, 3, "10", positions.Booklet, ""},
		{positions.Square, 16, "19", positions.Booklet, "the large set"},
		{positions.Square, 16, "13", positions.Free, "the small set"},
		{positions.Square, 10, "15", positions.Free, "the game online"},
		{positions.Square, 10, "10", positions.Booklet, ""},
		{positions.Rhombus, 9, "10", positions.Booklet, ""},
	}
	for _, tt := range tests {
		for _, given := range []positions.Arrival{positions.Booklet, positions.Free} {
			o := puzzles.Options{Shape: tt.shape, Size: tt.size, Army: tt.army, Arrival: given}
			p, err := puzzles.Highscore(o)
			if err != nil {
				t.Fatal(err)
			}
			if rules, set := p.Printed(); rules != tt.rules || set != tt.set {
				t.Errorf("%s: printed %s in %q, want %s in %q", p, rules, set, tt.rules, tt.set)
			}
			if got := p.AsPrinted(); got.Arrival != tt.rules || p.Arrival != given {
				t.Errorf("%s as printed: %s", p, got)
			}
		}
	}
	if p, err := puzzles.Treffhalma(puzzles.Options{Shape: positions.Star, Size: 4, Army: "10"}); err != nil || p.AsPrinted().Arrival != positions.Booklet {
		t.Errorf("treffhalma is the large set's game, its rules are the booklet's: %v, %v", p, err)
	}
}
