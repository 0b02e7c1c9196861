package reports

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver"
)

// bothCounts are the star's highscore in moves and in hops.
func bothCounts(t testing.TB) (moves, hops *puzzles.Puzzle) {
	t.Helper()
	return positiontest.Must(t, puzzles.Highscore, puzzles.Options{}), positiontest.Must(t, puzzles.Highscore, puzzles.Options{Count: positions.Hops})
}

func TestHeadline(t *testing.T) {
	moves, hops := bothCounts(t)
	for _, c := range []struct {
		want string
		r    solver.Result
	}{
		{"27 moves, proven optimal", solver.Result{Puzzle: moves, Status: solver.Optimal, Lower: 27, Upper: 27}},
		{"1 move, proven optimal", solver.Result{Puzzle: moves, Status: solver.Optimal, Lower: 1, Upper: 1}},
		{"31 moves found; at least 28 are needed (gap 3)", solver.Result{Puzzle: moves, Status: solver.Bounded, Lower: 28, Upper: 31}},
		{"2 hops found; at least 1 is needed (gap 1)", solver.Result{Puzzle: hops, Status: solver.Bounded, Lower: 1, Upper: 2}},
		{"no solution found yet; at least 12 hops are needed", solver.Result{Puzzle: hops, Status: solver.Unknown, Lower: 12, Upper: solver.NoUpper}},
		{"no line in the file; one of 27 moves is known, proven optimal", solver.Result{Puzzle: moves, Status: solver.Unknown, Lower: 27, Upper: solver.NoUpper, Claim: &solver.Claim{Lower: 1, Known: 27}}},
		{"no line in the file; one of 43 moves is known (at least 35 needed)", solver.Result{Puzzle: moves, Status: solver.Unknown, Lower: 35, Upper: solver.NoUpper, Claim: &solver.Claim{Lower: 1, Known: 43}}},
		{"no solution: proven impossible", solver.Result{Puzzle: moves, Status: solver.Impossible, Upper: solver.NoUpper}},
	} {
		if got := Headline(&c.r); got != c.want {
			t.Errorf("Headline = %q, want %q", got, c.want)
		}
	}
}

// Of two armies the heading has the men of each, not of both.
func TestHeadingOfTwoArmies(t *testing.T) {
	for army, want := range map[string]string{
		"3": "Shortest, square 5×5, 3 men a side", "1": "Shortest, square 5×5, 1 man a side", "block2x2": "Shortest, square 5×5, block2x2 (4 men a side)",
	} {
		p := positiontest.Must(t, puzzles.Shortest, puzzles.Options{Shape: positions.Square, Size: 5, Army: army})
		onTheWay := p.From(p.Start, p.Marked)
		for _, q := range []*puzzles.Puzzle{p, onTheWay} {
			text := written(t, Text, &solver.Result{Puzzle: q, Status: solver.Unknown, Lower: 1, Upper: solver.NoUpper}, TextOptions{})
			first, _, _ := strings.Cut(text, "\n")
			if q == onTheWay && army == "block2x2" {
				want = "Shortest, square 5×5, 4 men a side"
			}
			if heading(q) != want || first != want {
				t.Errorf("%q and %q, want %q", heading(q), first, want)
			}
		}
	}
	if got := heading(positiontest.Must(t, puzzles.Highscore, puzzles.Options{Shape: positions.Square, Size: 16, Army: "ring"})); got != "Highscore, square 16×16, ring (6 men)" {
		t.Error(got)
	}
}

func TestEnded(t *testing.T) {
	moves, hops := bothCounts(t)
	for _, c := range []struct {
		want string
		r    solver.Result
	}{
		{"the time limit was reached", solver.Result{Puzzle: moves, Status: solver.Bounded, Interrupted: "time"}},
		{"the time limit was reached; a line as short with fewer hops may exist", solver.Result{Puzzle: moves, Status: solver.Optimal, Interrupted: "time"}},
		{"interrupted; a line as short with fewer moves may exist", solver.Result{Puzzle: hops, Status: solver.Optimal, Interrupted: "interrupt"}},
	} {
		if got := English.ended(&c.r); got != c.want {
			t.Errorf("ended = %q, want %q", got, c.want)
		}
	}
}

// boards are puzzles on boards of every shape that has courts.
func boards(t testing.TB) []*puzzles.Puzzle {
	var out []*puzzles.Puzzle
	for _, o := range []puzzles.Options{
		{},
		{Size: 3},
		{Shape: positions.Square},
		{Shape: positions.Square, Size: 10},
		{Shape: positions.Square, Size: 5},
		{Shape: positions.Rhombus},
		{Shape: positions.Rhombus, Size: 15},
	} {
		out = append(out, positiontest.Must(t, puzzles.Highscore, o))
	}
	return out
}

func TestTextKeepsItsWidth(t *testing.T) {
	for _, p := range boards(t) {
		r := found(p, walk(p, 33, 7), 20)
		for _, width := range []int{60, 72, 80, 100, 133, 200} {
			for _, d := range []Diagrams{KeyDiagrams, AllDiagrams} {
				out := written(t, Text, r, TextOptions{Width: width, Diagrams: d})
				for line := range strings.SplitSeq(out, "\n") {
					if n := utf8.RuneCountInString(line); n > width || strings.HasSuffix(line, " ") {
						t.Errorf("%s, width %d, diagrams %s: a line of %d characters: %q", p.Board, width, d, n, line)
					}
				}
			}
		}
	}
}

func TestTextHasEveryMove(t *testing.T) {
	for _, p := range boards(t) {
		r := found(p, walk(p, 33, 3), 20)
		for _, width := range []int{60, 80, 140} {
			out := written(t, Text, r, TextOptions{Width: width, Diagrams: NoDiagrams})
			_, table, _ := strings.Cut(out, "\nMoves\n")
			for i, path := range r.Line {
				first, _, _ := strings.Cut(p.Board.FormatPath(path), "-")
				entry := regexp.MustCompile(fmt.Sprintf(`(?m)(^| ) *%d  %s-`, i+1, first))
				if !entry.MatchString(table) {
					t.Fatalf("%s, width %d: move %d is not in the table:\n%s", p.Board, width, i+1, table)
				}
			}
			want := strings.Count(table, "-")
			if want != r.Hops {
				t.Errorf("%s, width %d: %d hyphens in the table for %d hops", p.Board, width, want, r.Hops)
			}
		}
	}
}

func TestColorOnlyAddsColor(t *testing.T) {
	sequence := regexp.MustCompile("\x1b\\[[0-9;]*m")
	for name, r := range samples(t) {
		var plainText, colored strings.Builder
		if err := errors.Join(
			Text(&plainText, r, TextOptions{Stats: true}),
			Text(&colored, r, TextOptions{Stats: true, Style: Style{Color: true}}),
		); err != nil {
			t.Fatal(err)
		}
		if !sequence.MatchString(colored.String()) {
			t.Errorf("%s: no colour", name)
		}
		if got := sequence.ReplaceAllString(colored.String(), ""); got != plainText.String() {
			t.Errorf("%s: without its colours the report is\n%s\nand not\n%s", name, got, plainText.String())
		}
	}
}

func TestPanelsCanBeReadBack(t *testing.T) {
	for _, p := range boards(t) {
		line := walk(p, 20, 5)
		for _, style := range []Style{{}, {Dots: true}} {
			panel := PanelAfter(p, line, 20)
			panel.Caption = ""
			text := strings.ReplaceAll(Beside([]Panel{panel}, style, 80), "◉", "o")
			men, err := p.Board.ParseDiagram(text)
			if err != nil || men != p.After(line, 20) {
				t.Errorf("%s: %v, read %v from\n%s", p.Board, err, p.Board.Names(men), text)
			}
		}
	}
}

func TestAmounts(t *testing.T) {
	for got, want := range map[string]string{
		Bytes(1023):                     "1023 B",
		Bytes(1536):                     "1.5 KiB",
		Bytes(1 << 20):                  "1 MiB",
		Bytes(8 << 30):                  "8 GiB",
		Bytes(1 << 40):                  "1 TiB",
		Clock(0):                        "0.00 s",
		Clock(1234 * time.Millisecond):  "1.2 s",
		Clock(59960 * time.Millisecond): "1 min 00 s",
		Clock(125 * time.Second):        "2 min 05 s",
		Clock(3725 * time.Second):       "1 h 02 min",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// full is a writer on a full disk.
type full struct{}

var errFull = errors.New("disk full")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestWriteErrorsAreReturned(t *testing.T) {
	r := samples(t)["optimal"]
	if err := Text(full{}, r, TextOptions{}); !errors.Is(err, errFull) {
		t.Errorf("Text returned %v", err)
	}
	if err := JSON(full{}, r, JSONOptions{}); !errors.Is(err, errFull) {
		t.Errorf("JSON returned %v", err)
	}
}

func TestReportsAreRepeatable(t *testing.T) {
	var first, second bytes.Buffer
	a, b := samples(t)["bounded"], samples(t)["bounded"]
	b.Stats = solver.Stats{Expanded: 1}
	b.Cached = true
	for _, err := range []error{
		Text(&first, a, TextOptions{}), JSON(&first, a, JSONOptions{}),
		Text(&second, b, TextOptions{}), JSON(&second, b, JSONOptions{}),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if first.String() != second.String() {
		t.Error("statistics change a report that does not show them")
	}
}
