package puzzles_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
)

func TestHighscoreDefaults(t *testing.T) {
	tests := []struct {
		options puzzles.Options
		men     int
		want    string
	}{
		{puzzles.Options{}, 15, "highscore, star 4 (121 holes), 15 men, booklet rules, short jumps, counted in moves"},
		{puzzles.Options{Shape: positions.Square}, 19, "highscore, square 16×16, 19 men, booklet rules, short jumps, counted in moves"},
		{puzzles.Options{Shape: positions.Square, Size: 10}, 15, "highscore, square 10×10, 15 men, booklet rules, short jumps, counted in moves"},
		{puzzles.Options{Shape: positions.Rhombus}, 10, "highscore, rhombus 9×9, 10 men, booklet rules, short jumps, counted in moves"},
		{puzzles.Options{Shape: positions.Rhombus, Size: 16}, 15, "highscore, rhombus 16×16, 15 men, booklet rules, short jumps, counted in moves"},
		{puzzles.Options{Size: 1}, 3, "highscore, star 1 (13 holes), 3 men, booklet rules, short jumps, counted in moves"},
		{
			puzzles.Options{Shape: positions.Square, Army: "ring", Arrival: positions.Free, Jumps: positions.Super, Count: positions.Hops},
			6,
			"highscore, square 16×16, ring (6 men), free rules, super jumps, counted in hops",
		},
	}
	for _, tc := range tests {
		p := positiontest.Must(t, puzzles.Highscore, tc.options)
		if p.String() != tc.want || p.Men() != tc.men || p.Goal.Len() != tc.men || p.Game != puzzles.GameHighscore {
			t.Errorf("%d men to %d cells, %s\nwant %d men, %s", p.Men(), p.Goal.Len(), p, tc.men, tc.want)
		}
		if p.Start.Intersects(p.Goal) || p.Goal != puzzles.HalfTurn(p.Board).Apply(p.Start) {
			t.Errorf("%s: from %v to %v", p, p.Board.Names(p.Start), p.Board.Names(p.Goal))
		}
	}
}

// Every board with courts has a puzzle without any option.
func TestHighscoreOnEveryBoard(t *testing.T) {
	for _, shape := range []positions.Shape{positions.Square, positions.Star, positions.Rhombus} {
		smallest, largest, _ := shape.Sizes()
		for size := smallest; size <= largest; size++ {
			if p := positiontest.Must(t, puzzles.Highscore, puzzles.Options{Shape: shape, Size: size}); p.Men() < 3 {
				t.Errorf("%s", p)
			}
		}
	}
}

func TestHighscoreRefuses(t *testing.T) {
	tests := []struct {
		options puzzles.Options
		is      error
		want    string
	}{
		{puzzles.Options{Shape: positions.English}, positions.ErrBoard, "no such board for highscore: the english cross has no courts (use star, square or rhombus)"},
		{puzzles.Options{Shape: positions.French, Size: 7}, positions.ErrBoard, "no such board for highscore: the french cross has no courts (use star, square or rhombus)"},
		{puzzles.Options{Shape: 77}, positions.ErrBoard, "no such board: shape 77"},
		{puzzles.Options{Size: 5}, positions.ErrBoard, "no such board: star of size 5 (sizes go from 1 to 4)"},
		{puzzles.Options{Army: "14"}, puzzles.ErrArmy, `no such army: "14" on the star 4 (121 holes) (there: 15, 1, 3, 6, 10, 13)`},
	}
	for _, tc := range tests {
		p, err := puzzles.Highscore(tc.options)
		if p != nil || !errors.Is(err, tc.is) || err.Error() != tc.want {
			t.Errorf("got %v\nwant %s", err, tc.want)
		}
	}
}

// Stored results are found by their fingerprints: these must never change. The
// values are the SHA-256 of the descriptions, written by hand.
func TestFingerprintsPinned(t *testing.T) {
	tests := []struct {
		options puzzles.Options
		want    string
	}{
		{puzzles.Options{}, "aaaf6aaff3e972b35b3df2dd7632897484bc03997fbce72fef8377ec6c90e28e"},
		{
			puzzles.Options{Shape: positions.Square, Army: "ring", Arrival: positions.Free, Jumps: positions.Super, Count: positions.Hops},
			"07c33352cc7425d0e9838a723ad2b8e5e28c15af7269bffab5af4fdd34b9f417",
		},
	}
	for _, tc := range tests {
		if got := fmt.Sprintf("%x", positiontest.Must(t, puzzles.Highscore, tc.options).Fingerprint()); got != tc.want {
			t.Errorf("%s: %s, want %s", positiontest.Must(t, puzzles.Highscore, tc.options), got, tc.want)
		}
	}
}

func TestFingerprintsDiffer(t *testing.T) {
	met := map[[32]byte]string{}
	for _, shape := range []positions.Shape{positions.Square, positions.Star, positions.Rhombus} {
		smallest, largest, _ := shape.Sizes()
		for size := smallest; size <= largest; size++ {
			for _, army := range puzzles.Armies(positiontest.Board(t, shape, size)) {
				for options := range 8 {
					p := positiontest.Must(t, puzzles.Highscore, puzzles.Options{
						Shape: shape, Size: size, Army: army, Arrival: positions.Arrival(options & 1),
						Jumps: positions.Jumps(options >> 1 & 1), Count: positions.Count(options >> 2),
					})
					if other, ok := met[p.Fingerprint()]; ok {
						t.Errorf("the same fingerprint:\n%s\n%s", other, p)
					}
					met[p.Fingerprint()] = p.String()
				}
			}
		}
	}
	if len(met) < 1000 {
		t.Errorf("only %d puzzles", len(met))
	}
	// What is no part of the task is no part of its fingerprint.
	p := positiontest.Must(t, puzzles.Highscore, puzzles.Options{})
	q := *p
	q.Army = "another name"
	if q.Fingerprint() != p.Fingerprint() {
		t.Error("the army's name changes the fingerprint")
	}
	q.Start, q.Goal = q.Goal, q.Start
	if q.Fingerprint() == p.Fingerprint() {
		t.Error("start and goal may be exchanged")
	}
}

func TestWith(t *testing.T) {
	p := positiontest.Must(t, puzzles.Highscore, puzzles.Options{})
	free := p.With(positions.Free)
	if p.Arrival != positions.Booklet || free.Arrival != positions.Free {
		t.Errorf("rules %s and %s", p.Arrival, free.Arrival)
	}
	if free.With(positions.Booklet).Fingerprint() != p.Fingerprint() {
		t.Error("there and back is another puzzle")
	}
}

func TestLines(t *testing.T) {
	p := positiontest.Must(t, puzzles.Highscore, puzzles.Options{Shape: positions.Square, Size: 5, Army: "3"}) // a1 b1 a2
	line := puzzles.Line{{0, 6}, {5, 7, 17}, {1, 2}}                                                           // a1-b2, a2-c2-c4, b1-c1
	if line.Hops() != 4 || (puzzles.Line{}).Hops() != 0 {
		t.Errorf("%d hops", line.Hops())
	}
	if p.Cost(line) != 3 {
		t.Errorf("cost %d in moves", p.Cost(line))
	}
	q := *p
	q.Count = positions.Hops
	if q.Cost(line) != 4 {
		t.Errorf("cost %d in hops", q.Cost(line))
	}
	want := [][]string{{"a1", "b1", "a2"}, {"b1", "a2", "b2"}, {"b1", "b2", "c4"}, {"c1", "b2", "c4"}}
	for n, names := range want {
		if diff := cmp.Diff(names, p.Board.Names(p.After(line, n))); diff != "" {
			t.Errorf("after %d moves:\n%s", n, diff)
		}
	}
}
