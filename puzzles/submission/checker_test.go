package submission

import (
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/verify"
)

// bergholt is the published solution of the central game in 18 moves.
const bergholt = "46-44, 65-45, 57-55, 54-56, 52-54, 73-53, 43-63, 75-73-53, 35-55, 15-35, 23-43-63-65-45-25, " +
	"37-57-55-53, 31-33, 34-32, 51-31-33, 13-15-35, 36-34-32-52-54-34, 24-44"

// onSquare is a puzzle on the square of 9×9.
func onSquare(t testing.TB, jumps positions.Jumps, a positions.Arrival, start, goal string) *puzzles.Puzzle {
	t.Helper()
	b := positiontest.Board(t, positions.Square, 9)
	return &puzzles.Puzzle{Game: puzzles.GameHighscore, Board: b, Jumps: jumps, Arrival: a, Start: positiontest.Cells(t, b, start), Goal: positiontest.Cells(t, b, goal)}
}

// onDrawn is a game of peg solitaire on a drawn board.
func onDrawn(t testing.TB, drawing string) *puzzles.Puzzle {
	t.Helper()
	b, men, err := positions.ParseDrawn(drawing)
	if err != nil {
		t.Fatal(err)
	}
	p := positiontest.Must(t, puzzles.Solo, puzzles.Options{Board: b, Men: men, To: "any"})
	return p
}

func must(p *puzzles.Puzzle, err error) *puzzles.Puzzle {
	if err != nil {
		panic(err)
	}
	return p
}

func TestCheck(t *testing.T) {
	const short, super, free = positions.Short, positions.Super, positions.Free
	star := must(puzzles.Highscore(puzzles.Options{Size: 1}))
	solo := must(puzzles.Solo(puzzles.Options{}))
	far := onSquare(t, short, free, "a1 b1 d1 e2", "e3 b1 d1 e2")
	home := onSquare(t, short, positions.Booklet, "i9 i8", "i9 h9")
	round := onSquare(t, short, free, "a1 a2 b2", "c1 a2 b2")
	long := onSquare(t, super, free, "a1 d1", "g1 d1")
	shut := onSquare(t, super, free, "a1 b1 d1", "g1 b1 d1")
	either := onDrawn(t, ".....\n.....\n.o.o.\no...o\n.ooo.\n")
	one := onDrawn(t, ".....\n.....\n.o...\no...o\n.ooo.\n")
	ring := onDrawn(t, ".o.\no.o\noo.\n")
	grid := onDrawn(t, strings.Repeat(".o.o.o.\no.o.o.o\n", 3)+"oo.o.o.\n")
	shutGrid := onDrawn(t, strings.Repeat(".o.o.o.o.\no.o.o.o.o\n", 2)+".o.o.o.o.\no.o.o.o..\noo.o.o...\n")
	var nine []positions.Point
	for i := range 9 {
		nine = append(nine, positions.Point{X: i % 3, Y: i / 3})
	}
	b3 := positiontest.Must(t, positions.NewDrawn, nine)
	retour := must(puzzles.Retour(puzzles.Options{Board: b3, From: "b2", To: "a1"}))

	for _, c := range []struct {
		name        string
		puzzle      *puzzles.Puzzle
		text        string
		status      Status
		moves, hops int
		move        int
		reason      string
		last        string // the last legal move as it was played
	}{
		{"solved", star, "a1-c3 b2-d2-c4 c2-d4-b4 c3-a5", Solved, 4, 6, 0, "", "c3-a5"},
		{"ends only", star, "a1-c3 b2-c4 c2-b4 c3-a5", Solved, 4, 6, 0, "", "c3-a5"},
		{"not there yet", star, "a1-c3 b2-c4", Unfinished, 2, 3, 0, "the men do not fill the goal: missing on b4, a5", "b2-d2-c4"},
		{"no move", star, "", Unfinished, 0, 0, 0, "the men do not fill the goal: missing on b4, c4, a5", ""},
		{"nobody there", star, "a1-c3 a1-c3 c2-d4", Illegal, 1, 1, 2, "there is no man on a1", "a1-c3"},
		{"a chain", far, "a1-e3", Solved, 1, 3, 0, "", "a1-c1-e1-e3"},
		{"a chain is taken at its word", far, "a1-c1-e3", Illegal, 0, 0, 1, "d2 is empty: there is nobody to jump over", ""},
		{"no chain", far, "a1-d4", Illegal, 0, 0, 1, "no chain of jumps leads from a1 to d4", ""},
		{"no hop and no chain", far, "a1-c3", Illegal, 0, 0, 1, "b2 is empty: there is nobody to jump over, and no chain of jumps leads from a1 to c3", ""},
		{"far and occupied", far, "a1-e2", Illegal, 0, 0, 1, "e2 is occupied", ""},
		{"near and occupied", far, "a1-b1", Illegal, 0, 0, 1, "b1 is occupied", ""},
		{"on the spot", far, "a1-a1", Illegal, 0, 0, 1, "the turn ends where it began", ""},
		{"from nowhere far", far, "a9-e3", Illegal, 0, 0, 1, "there is no man on a9", ""},
		{"home", home, "i9-i7", Illegal, 0, 0, 1, "the man on i9 has arrived and may not leave its goal court", ""},
		{"a detour", round, "a1-c1", Solved, 1, 2, 0, "", "a1-a3-c1"},
		{"a long jump", long, "a1-g1", Solved, 1, 1, 0, "", "a1-g1"},
		{"no long jump", shut, "a1-g1", Illegal, 0, 0, 1, "the cell before d1, b1, is occupied, and no chain of jumps leads from a1 to g1", ""},
		{"pegs", solo, bergholt, Solved, 18, 31, 0, "", "b4-d4"},
		{"pegs, a chain by its ends", one, "c1-c3", Unfinished, 1, 3, 0, "3 men are left, not one", "c1-a1-a3-c3"},
		{"pegs, two chains", either, "c1-c3", Illegal, 0, 0, 1, "this may be c1-e1-e3-c3 or c1-a1-a3-c3, which leave different positions: name every hole the man touches", ""},
		{"pegs, two ways round the same men", ring, "a1-a1", Solved, 1, 4, 0, "", "a1-c1-c3-a3-a1"},
		{"pegs, many chains", grid, "a1-g1", Illegal, 0, 0, 1, "", ""},
		{"pegs, too many chains", shutGrid, "a1-i1", Illegal, 0, 0, 1, "there are too many chains to try: name every hole the man touches", ""},
		{"pegs, an odd place", grid, "a1-d2", Illegal, 0, 0, 1, "no chain of jumps leads from a1 to d2", ""},
		{"retour", retour, "a1-c1-c3-a3-a1", Unfinished, 1, 4, 0, "", "a1-c1-c3-a3-a1"},
		{"retour, two chains", retour, "a1-c3", Illegal, 0, 0, 1, "this may be a1-c1-c3 or a1-a3-c3, which leave different positions: name every hole the man touches", ""},
	} {
		checker, err := NewChecker(Options{Puzzle: c.puzzle})
		if err != nil {
			t.Fatal(err)
		}
		v := checker.Check(Item{Number: 7, Line: 3, Column: 1, Text: []byte(c.text)})
		last := ""
		if line := v.Played(); len(line) > 0 {
			last = c.puzzle.Board.FormatPath(line[len(line)-1])
		}
		reason := c.reason == v.Reason || c.reason == "" && v.Status != Solved
		if v.Number != 7 || v.Line != 3 || v.Puzzle != c.puzzle || v.Status != c.status || v.Moves != c.moves || v.Hops != c.hops || v.Move != c.move || !reason || last != c.last {
			t.Errorf("%s: %s, %d moves, %d hops, move %d: %s (last %s)", c.name, v.Status, v.Moves, v.Hops, v.Move, v.Reason, last)
		}
		if v.Status == Illegal && (len(v.Path) < 2 || v.Before != c.puzzle.After(v.Played(), v.Moves)) {
			t.Errorf("%s: path %v before %v", c.name, v.Path, v.Before)
		}
	}
}

// The puzzle comes from the submission or from the options, and both must agree
// if only one is wanted.
func TestCheckPuzzle(t *testing.T) {
	star := must(puzzles.Highscore(puzzles.Options{Size: 1}))
	square := must(puzzles.Highscore(puzzles.Options{Shape: positions.Square, Size: 3}))
	parsed := 0
	parse := func(text []byte) (*puzzles.Puzzle, error) {
		parsed++
		switch string(text) {
		case `"star"`:
			return must(puzzles.Highscore(puzzles.Options{Size: 1})), nil
		case `"square"`:
			return square, nil
		case `"unplayable"`:
			return &puzzles.Puzzle{Game: "chess", Board: star.Board}, nil
		}
		return nil, &positions.SyntaxError{Line: 2, Column: 3, Msg: "never heard of it"}
	}
	asked := 0
	bounds := func(p *puzzles.Puzzle) Bounds {
		asked++
		return Bounds{Lower: p.Board.Len()}
	}
	const line = `"line":["a1-c3","b2-c4","c2-b4","c3-a5"]}`
	for _, c := range []struct {
		name    string
		options Options
		text    string
		want    string // status and place, or bounds
	}{
		{"the options'", Options{Puzzle: star}, "{" + line, "solved 13"},
		{"its own", Options{Puzzle: square, ParsePuzzle: parse}, `{"puzzle":"star",` + line, "solved 13"},
		{"its own behind the line", Options{ParsePuzzle: parse}, `{` + strings.TrimSuffix(line, "}") + `,"puzzle":"star"}`, "solved 13"},
		{"the same", Options{Puzzle: star, Only: true, ParsePuzzle: parse}, `{"puzzle":"star",` + line, "solved 13"},
		{"another", Options{Puzzle: star, Only: true, ParsePuzzle: parse}, `{"puzzle":"square",` + line, "unreadable line 1, column 11: puzzle: this is a line of another puzzle (" + square.String() + ")"},
		{"none", Options{ParsePuzzle: parse}, `{` + line, "unreadable line 1, column 1: it is not said of which puzzle this is a line"},
		{"not wanted", Options{Puzzle: star}, `{"puzzle":"star",` + line, "unreadable line 1, column 11: a submission does not choose its puzzle here"},
		{"unknown", Options{Puzzle: star, ParsePuzzle: parse}, "{\"puzzle\":{\n\"ä\":1}," + line, "unreadable line 2, column 3: puzzle: never heard of it"},
		{"unplayable", Options{Puzzle: star, ParsePuzzle: parse}, `{"puzzle":"unplayable",` + line, `unreadable line 1, column 11: puzzle: no puzzle that can be replayed: the verifier does not know the rules of the game "chess"`},
	} {
		parsed, asked = 0, 0
		c.options.Bounds = bounds
		checker, err := NewChecker(c.options)
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			v := checker.Check(Item{Number: 1, Line: 1, Column: 1, Text: []byte(c.text), JSON: true})
			got := v.Status.String()
			if v.At != nil {
				got += " " + v.At.Error()
			} else if v.Bounds.Lower == 13 {
				got += " 13"
			}
			if got != c.want {
				t.Errorf("%s: %s, want %s", c.name, got, c.want)
			}
		}
		if parsed > 1 || asked > 2 {
			t.Errorf("%s: the puzzle was read %d times, its bounds %d times", c.name, parsed, asked)
		}
	}
	if _, err := NewChecker(Options{Puzzle: &puzzles.Puzzle{Board: star.Board}}); err == nil {
		t.Error("a checker for a puzzle that cannot be played")
	}
}

// Puzzles without end are no way to fill the memory.
func TestCheckManyPuzzles(t *testing.T) {
	star := must(puzzles.Highscore(puzzles.Options{Size: 1}))
	checker, err := NewChecker(Options{ParsePuzzle: func([]byte) (*puzzles.Puzzle, error) { return star, nil }})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 10 * mostSubjects {
		text := `{"line":[],"puzzle":"` + strings.Repeat("x", i) + `"}`
		if v := checker.Check(Item{Text: []byte(text), JSON: true}); v.Status != Unfinished {
			t.Fatal(v.Reason)
		}
	}
	long := `{"line":[],"puzzle":"` + strings.Repeat("x", longestPuzzle) + `"}`
	if v := checker.Check(Item{Text: []byte(long), JSON: true}); v.Reason != "the puzzle is longer than 65536 bytes" {
		t.Errorf("a long puzzle: %s, %s", v.Status, v.Reason)
	}
	if n := len(checker.named); n > mostSubjects {
		t.Errorf("%d puzzles are kept", n)
	}
}

func TestAbove(t *testing.T) {
	p := must(puzzles.Highscore(puzzles.Options{Size: 1}))
	hops := must(puzzles.Highscore(puzzles.Options{Size: 1, Count: positions.Hops}))
	for _, c := range []struct {
		puzzle      *puzzles.Puzzle
		bounds      Bounds
		least, most int
	}{
		{p, Bounds{}, 0, -1},
		{p, Bounds{Lower: 28, Upper: 31}, 3, 6},
		{p, Bounds{Lower: 31, Upper: 31}, 3, 3},
		{p, Bounds{Lower: 34, Upper: 40}, 0, 0},
		{p, Bounds{Lower: 20}, 0, 14},
		{hops, Bounds{Lower: 60, Upper: 70}, 10, 20},
	} {
		v := Verdict{Puzzle: c.puzzle, Moves: 34, Hops: 80, Bounds: c.bounds}
		if least, most := v.Above(); least != c.least || most != c.most {
			t.Errorf("%+v: %d to %d, want %d to %d", c.bounds, least, most, c.least, c.most)
		}
	}
}

// Chains that are filled in pass the verifier on every board, under every rule.
func TestReplayAgrees(t *testing.T) {
	star := must(puzzles.Highscore(puzzles.Options{Size: 1}))
	checker, err := NewChecker(Options{Puzzle: star})
	if err != nil {
		t.Fatal(err)
	}
	moves, err := ReadCSV(strings.NewReader("from,to\na1,c3\nb2,c4\nc2,b4\nc3,a5\n"), star.Board, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	v := checker.Replay(moves)
	report, err := verify.Replay(star, v.Played())
	if err != nil || v.Status != Solved || report.Moves != v.Moves || report.Hops != v.Hops {
		t.Errorf("%+v, the verifier says %+v, %v", v, report, err)
	}
}
