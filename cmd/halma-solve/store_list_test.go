package main

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
)

// In a terminal the names stand below each other and nothing is wider than it; in a pipe
// a puzzle is a line.
func TestStoreTable(t *testing.T) {
	rows := []storeRow{
		{"aa3f26081234", "43 moves, at least 31", "highscore, square 16×16, ring (6 men), booklet rules, short jumps, counted in moves", "3.0 s"},
		{"c0d1d9781234", "7 moves, proven optimal", "highscore, square 5×5, 3 men", ""},
		{"0123456789ab", "no solution: proven impossible", "retour, french cross (37 holes), 1 man, counted in moves", ""},
	}
	want := `aa3f2608  43 moves, at least 31           highscore, square 16×16, ring (6 men),
                                          booklet rules, short jumps, counted in
                                          moves
          3.0 s
c0d1d978  7 moves, proven optimal         highscore, square 5×5, 3 men
01234567  no solution: proven impossible  retour, french cross (37 holes), 1
                                          man, counted in moves
`
	if got := string(storeTable(rows, cli.Screen{Width: 80, Terminal: true})); got != want {
		t.Errorf("in a terminal:\n%s\nwant\n%s", got, want)
	}
	for line := range strings.Lines(string(storeTable(rows, cli.Screen{Width: 64, Terminal: true}))) {
		if n := utf8.RuneCountInString(line) - 1; n > 64 {
			t.Errorf("%d columns of 64: %s", n, line)
		}
	}
	if got := strings.Count(string(storeTable(rows, cli.Screen{Width: 80})), "\n"); got != 4 {
		t.Errorf("%d lines in a pipe, want one for each puzzle and one of what its search did", got)
	}
}

// Puzzles of one name are told apart in the list.
func TestNamesInStore(t *testing.T) {
	star := puzzles.Options{Size: 2, Lines: puzzles.AnyLines}
	square := positiontest.Must(t, puzzles.Highscore, puzzles.Options{Shape: positions.Square, Size: 5, Army: "3"})
	for want, p := range map[string]*puzzles.Puzzle{
		"solo, english cross (33 holes), 32 men, counted in moves, from d4 to d4":                          positiontest.Must(t, puzzles.Solo, puzzles.Options{}),
		"solo, english cross (33 holes), 32 men, counted in moves, from c1 to any":                         positiontest.Must(t, puzzles.Solo, puzzles.Options{From: "c1", To: puzzles.AnyHole}),
		"retour, english cross (33 holes), 1 man, counted in moves, first man on d1, all filled but d4":    positiontest.Must(t, puzzles.Retour, puzzles.Options{From: "d4", To: "d1"}),
		"treffpunkt, square 6×6, 6 men, free rules, short jumps, counted in moves, target triangle":        positiontest.Must(t, puzzles.Treffpunkt, puzzles.Options{Size: 6, Army: "6", Target: "triangle"}),
		"connection, star 2 (37 holes), 6 men, free rules, short jumps, counted in moves, one of 12 lines": positiontest.Must(t, puzzles.Connection, star),
		"shortest, square 5×5, 3 men a side, free rules, short jumps, counted in moves":                    positiontest.Must(t, puzzles.Shortest, puzzles.Options{Shape: positions.Square, Size: 5, Army: "3"}),
		"highscore, square 5×5, 3 men, booklet rules, short jumps, counted in moves":                       square,
		"other, square 5×5, 3 men, booklet rules, short jumps, counted in moves, men on a1 b1 a2":          square.From(square.Start, positions.Bits{}),
	} {
		if got := nameInStore(p); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
