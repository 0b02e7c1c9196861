package puzzles_test

import (
	"errors"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
)

func drawn(t *testing.T, text string) (*positions.Board, positions.Bits) {
	t.Helper()
	b, men, err := positions.ParseDrawn(text)
	if err != nil {
		t.Fatal(err)
	}
	return b, men
}

func TestSolo(t *testing.T) {
	small, men := drawn(t, "oo.\n")
	for _, tc := range []struct {
		name  string
		o     puzzles.Options
		want  string
		start int
		goal  int
	}{
		{"usual", puzzles.Options{}, "solo, english cross (33 holes), 32 men, counted in moves", 32, 1},
		{"any", puzzles.Options{From: "c1", To: puzzles.AnyHole}, "solo, english cross (33 holes), 32 men, counted in moves", 32, 33},
		{"french", puzzles.Options{Board: positiontest.Board(t, positions.French, 0), From: "C1", Count: positions.Hops}, "solo, french cross (37 holes), 36 men, counted in hops", 36, 1},
		{"drawn", puzzles.Options{Board: small, Men: men}, "solo, drawn board (3 holes), 2 men, counted in moves", 2, 3},
		{"drawn with goal", puzzles.Options{Board: small, Men: men, To: "c1"}, "solo, drawn board (3 holes), 2 men, counted in moves", 2, 1},
	} {
		p, err := puzzles.Solo(tc.o)
		if err != nil {
			t.Errorf("%s: %v", tc.name, err)
			continue
		}
		if p.String() != tc.want || p.Start.Len() != tc.start || p.Goal.Len() != tc.goal {
			t.Errorf("%s: %s, %d men, %d cells in the goal", tc.name, p, p.Start.Len(), p.Goal.Len())
		}
	}
}

func TestPegsRefuse(t *testing.T) {
	small, men := drawn(t, "oo.\n")
	lonely, _ := drawn(t, "o\n")
	star := positiontest.Board(t, positions.Star, 4)
	for name, tc := range map[string]struct {
		make func(puzzles.Options) (*puzzles.Puzzle, error)
		o    puzzles.Options
		want error
	}{
		"a corner that is no hole": {puzzles.Solo, puzzles.Options{From: "a1"}, puzzles.ErrHole},
		"no such last hole":        {puzzles.Solo, puzzles.Options{To: "h9"}, puzzles.ErrHole},
		"no usual hole":            {puzzles.Solo, puzzles.Options{Board: small}, puzzles.ErrHole},
		"no men":                   {puzzles.Solo, puzzles.Options{Board: lonely, From: "a1", To: "a1"}, puzzles.ErrPegs},
		"six directions":           {puzzles.Solo, puzzles.Options{Board: star}, positions.ErrBoard},
		"retour to anywhere":       {puzzles.Retour, puzzles.Options{To: puzzles.AnyHole}, puzzles.ErrHole},
		"retour without first man": {puzzles.Retour, puzzles.Options{Board: small, Men: men}, puzzles.ErrHole},
		"retour without men":       {puzzles.Retour, puzzles.Options{Board: lonely, From: "a1", To: "a1"}, puzzles.ErrPegs},
	} {
		if p, err := tc.make(tc.o); p != nil || !errors.Is(err, tc.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Puzzles with different solutions have different fingerprints, the same puzzle
// always the same.
func TestPegFingerprints(t *testing.T) {
	small, men := drawn(t, "oo.\n")
	wide, _ := drawn(t, "oo..\n")
	seen := map[[32]byte]string{}
	for name, tc := range map[string]struct {
		make func(puzzles.Options) (*puzzles.Puzzle, error)
		o    puzzles.Options
	}{
		"solo":       {puzzles.Solo, puzzles.Options{}},
		"hops":       {puzzles.Solo, puzzles.Options{Count: positions.Hops}},
		"from":       {puzzles.Solo, puzzles.Options{From: "d1"}},
		"to":         {puzzles.Solo, puzzles.Options{To: "d1"}},
		"any":        {puzzles.Solo, puzzles.Options{To: puzzles.AnyHole}},
		"french":     {puzzles.Solo, puzzles.Options{Board: positiontest.Board(t, positions.French, 0)}},
		"small":      {puzzles.Solo, puzzles.Options{Board: small, Men: men, To: "c1"}},
		"wide":       {puzzles.Solo, puzzles.Options{Board: wide, Men: men, To: "c1"}},
		"retour":     {puzzles.Retour, puzzles.Options{}},
		"retour two": {puzzles.Retour, puzzles.Options{Board: small, Men: men, To: "c1"}},
	} {
		p, err := tc.make(tc.o)
		if err != nil {
			t.Fatal(err)
		}
		again, err := tc.make(tc.o)
		if err != nil || again.Fingerprint() != p.Fingerprint() {
			t.Errorf("%s: two fingerprints", name)
		}
		if other, ok := seen[p.Fingerprint()]; ok {
			t.Errorf("%s and %s have the same fingerprint", name, other)
		}
		seen[p.Fingerprint()] = name
	}
}

// After plays the jumps of both games.
func TestPegsAfter(t *testing.T) {
	b, men := drawn(t, "oo.o.\n")
	p := positiontest.Must(t, puzzles.Solo, puzzles.Options{Board: b, Men: men, To: "e1"})
	line := puzzles.Line{{0, 2, 4}}
	if got := p.After(line, 1); got != positions.BitsOf(4) {
		t.Errorf("solo: %v", b.Names(got))
	}
	if got := p.After(line, 0); got != men {
		t.Errorf("solo, before: %v", b.Names(got))
	}
	r := positiontest.Must(t, puzzles.Retour, puzzles.Options{Board: b, Men: men, To: "e1"})
	if got := r.After(puzzles.Line{{4, 2, 0}}, 1); got != men {
		t.Errorf("retour: %v", b.Names(got))
	}
}

// Every problem is an image of just one that is listed: of the 33·33 and 37·37 pairs
// of holes, by Burnside, so many are left.
func TestVacancies(t *testing.T) {
	for _, shape := range positions.PegShapes() {
		b := positiontest.Board(t, shape, 0)
		fixed := 0
		for _, m := range b.Symmetries() {
			n := 0
			for c := range positions.Cell(b.Len()) {
				if m[c] == c {
					n++
				}
			}
			fixed += n * n
		}
		if got, want := len(puzzles.Vacancies(b)), fixed/len(b.Symmetries()); got != want {
			t.Errorf("%s: %d problems, want %d", b, got, want)
		}
	}
}
