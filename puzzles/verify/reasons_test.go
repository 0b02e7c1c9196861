package verify_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/verify"
)

// Every reason for which a line is refused, on the square board of 9×9 if
// nothing else is said.
func TestReplayRefuses(t *testing.T) {
	const (
		short, super   = positions.Short, positions.Super
		booklet, free  = positions.Booklet, positions.Free
		square, star   = positions.Square, positions.Star
		rhombus        = positions.Rhombus
		nobody, toofar = " is empty: there is nobody to jump over", " are too far apart for a step or a short jump"
	)
	tests := []struct {
		name        string
		shape       positions.Shape
		jumps       positions.Jumps
		arrival     positions.Arrival
		start, goal string
		line        string
		move        int
		reason      string
	}{
		{"no cells", square, short, free, "a1", "i9", "-", 1, "a turn needs at least two cells"},
		{"one cell", square, short, free, "a1", "i9", "a1", 1, "a turn needs at least two cells"},
		{"no cell", square, short, free, "a1", "i9", "a1-a2 a2-?", 2, "cell 2 of the turn is not on the square 9×9"},
		{"from no cell", square, short, free, "a1", "i9", "?-a1", 1, "cell 1 of the turn is not on the square 9×9"},
		{"no such cell", square, short, free, "a1", "i9", "a1-a2-!", 1, "cell 3 of the turn is not on the square 9×9"},
		{"no man", square, short, free, "a1", "i9", "c4-c5", 1, "there is no man on c4"},
		{"no man any more", square, short, free, "a1", "i9", "a1-a2 a1-b1", 2, "there is no man on a1"},
		{"closed step", square, short, free, "a1", "i9", "a1-a1", 1, "the turn ends where it began"},
		{"closed chain", square, short, free, "a1 b1", "h9 i9", "a1-c1-a1", 1, "the turn ends where it began"},
		{"step and back", square, short, free, "a1", "i9", "a1-b1-a1", 1, "the turn ends where it began"},
		{"hop on the spot", square, short, free, "a1 b1", "h9 i9", "a1-a1-c1", 1, "a hop from a1 to itself"},
		{"step onto a man", square, short, free, "a1 b1", "h9 i9", "a1-b1", 1, "b1 is occupied"},
		{"two steps", square, short, free, "a1", "i9", "a1-a2-a3", 1, "two steps in one turn"},
		{"step, then jump", square, short, free, "a1 b3", "h9 i9", "a1-b2-b4", 1, "a step and a jump in one turn"},
		{"step, then nothing", square, short, free, "a1", "i9", "a1-b2-b2-b4", 1, "a hop from b2 to itself"},
		{"step, then crooked", square, short, free, "a1", "i9", "a1-b2-c4", 1, "b2 and c4 are not in one straight line"},
		{"jump, then step", square, short, free, "a1 b1", "h9 i9", "a1-c1-c2", 1, "a step and a jump in one turn"},
		{"nobody to jump", square, short, free, "a4", "i9", "a4-c4", 1, "b4" + nobody},
		{"jump over oneself", square, short, free, "b1 a1", "h9 i9", "a1-c1-c1", 1, "a hop from c1 to itself"},
		{"the man itself is no man to jump", square, super, free, "c1 c2 b2", "g9 h9 i9", "c1-c3-a1-e1", 1, "c1" + nobody},
		{"jump onto a man", square, short, free, "b3 c4 d5", "g9 h9 i9", "b3-d5", 1, "the cell behind c4, d5, is occupied"},
		{"short jump too far", square, short, free, "a1 c1", "h9 i9", "a1-e1", 1, "a1 and e1" + toofar},
		{"short jump over three", square, short, free, "a1 b1 c1", "g9 h9 i9", "a1-d1", 1, "a1 and d1" + toofar},
		{"a knight's move", square, short, free, "a1 b1", "h9 i9", "a1-b3", 1, "a1 and b3 are not in one straight line"},
		{"crooked on the rhombus", rhombus, short, free, "a1 b2", "h9 i9", "a1-c3", 1, "a1 and c3 are not in one straight line"},
		{"crooked step on the rhombus", rhombus, short, free, "a1", "i9", "a1-b2", 1, "a1 and b2 are not in one straight line"},
		{"straight up on the star", star, short, free, "a1 a2", "a17 b16", "a1-b3", 1, "a1 and b3 are not in one straight line"},
		{"long jump, odd", square, super, free, "a1 b1", "h9 i9", "a1-d1", 1, "a1 and d1 have no cell in the middle to jump over"},
		{"long jump over nobody", square, super, free, "a1 b1", "h9 i9", "a1-e1", 1, "c1" + nobody},
		{"long jump, a man before", square, super, free, "a1 b1 c1", "g9 h9 i9", "a1-e1", 1, "the cell before c1, b1, is occupied"},
		{"long jump, a man behind", square, super, free, "a1 c1 d1", "g9 h9 i9", "a1-e1", 1, "a cell behind c1, d1, is occupied"},
		{"long jump onto a man", square, super, free, "a1 c1 e1", "g9 h9 i9", "a1-e1", 1, "a cell behind c1, e1, is occupied"},
		{"super, short jump onto a man", square, super, free, "a1 b1 c1", "g9 h9 i9", "a1-c1", 1, "the cell behind b1, c1, is occupied"},
		{"arrived, step", square, short, booklet, "i8", "i9", "i8-i9 i9-h9", 2, "the man on i9 has arrived and may not leave its goal court"},
		{"arrived, jump", square, short, booklet, "i9 i8", "h9 i9", "i9-i7", 1, "the man on i9 has arrived and may not leave its goal court"},
		{"standing there from the start", square, short, booklet, "i9", "i9", "i9-h9 h9-i9", 1, "the man on i9 has arrived and may not leave its goal court"},
		{"goal missed", square, short, free, "a1", "i9", "a1-a2", 2, "the men do not fill the goal: missing on i9"},
		{"goal missed by two", square, short, free, "a1 b1 g9", "g9 h9 i9", "", 1, "the men do not fill the goal: missing on h9, i9"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			b := positiontest.Board(t, tc.shape, 0)
			if tc.shape != star {
				b = positiontest.Board(t, tc.shape, 9)
			}
			p := &puzzles.Puzzle{
				Game: puzzles.GameHighscore, Board: b, Jumps: tc.jumps, Arrival: tc.arrival,
				Start: positiontest.Cells(t, b, tc.start), Goal: positiontest.Cells(t, b, tc.goal),
			}
			l := line(t, b, tc.line)
			report, err := verify.Replay(p, l)
			var illegal *verify.Illegal
			if !errors.As(err, &illegal) {
				t.Fatalf("got %v, %v", report, err)
			}
			if illegal.Move != tc.move || illegal.Reason != tc.reason {
				t.Errorf("move %d: %q, want move %d: %q", illegal.Move, illegal.Reason, tc.move, tc.reason)
			}
			if report != (verify.Report{}) {
				t.Errorf("a report in spite of the error: %v", report)
			}
			if want := p.After(l, tc.move-1); illegal.Before != want {
				t.Errorf("before the move: %v, want %v", b.Names(illegal.Before), b.Names(want))
			}
			if tc.move > len(l) {
				if illegal.Path != nil {
					t.Errorf("path %v where only the goal is missed", illegal.Path)
				}
			} else if b.FormatPath(illegal.Path) != b.FormatPath(l[tc.move-1]) {
				t.Errorf("path %v", illegal.Path)
			}
			if firstWrong(p, l) != tc.move {
				t.Errorf("the oracle says %d", firstWrong(p, l))
			}
		})
	}
}

func TestIllegalError(t *testing.T) {
	b := positiontest.Board(t, positions.Square, 9)
	p := &puzzles.Puzzle{Game: puzzles.GameHighscore, Board: b, Start: positiontest.Cells(t, b, "a1"), Goal: positiontest.Cells(t, b, "i9")}
	long := strings.Repeat("-b2", 24) + "-c3"
	tests := []struct{ line, want string }{
		{"a1-a2 c4-c5-c6", "move 2, c4-c5-c6: there is no man on c4"},
		{"a1-?", "move 1, a1-?: cell 2 of the turn is not on the square 9×9"},
		{"-", "move 1, without cells: a turn needs at least two cells"},
		{"a1-b1", "after the last move: the men do not fill the goal: missing on i9"},
		{"a1" + long, "move 1, a1" + long[:3*23] + "…: a hop from b2 to itself"},
	}
	for _, tc := range tests {
		_, err := verify.Replay(p, line(t, b, tc.line))
		if err == nil || err.Error() != tc.want {
			t.Errorf("%s:\ngot  %v\nwant %s", tc.line, err, tc.want)
		}
	}
	bare := &verify.Illegal{Move: 4, Reason: "a reason"}
	if got := bare.Error(); got != "move 4: a reason" {
		t.Errorf("without a board: %q", got)
	}
}

func TestReplayRefusesPuzzles(t *testing.T) {
	square, english := positiontest.Board(t, positions.Square, 9), positiontest.Board(t, positions.English, 7)
	one, two := positions.BitsOf(0), positions.BitsOf(1, 2)
	tests := []struct {
		name string
		p    *puzzles.Puzzle
		want string
	}{
		{"nil", nil, "it has no board"},
		{"no board", &puzzles.Puzzle{Game: puzzles.GameHighscore}, "it has no board"},
		{"no shape", &puzzles.Puzzle{Game: puzzles.GameHighscore, Board: new(positions.Board)}, "nobody steps on a board of the shape Shape(0)"},
		{"no game", &puzzles.Puzzle{Board: square}, `does not know the rules of the game ""`},
		{"other game", &puzzles.Puzzle{Game: "draughts", Board: square}, `does not know the rules of the game "draughts"`},
		{"cross", &puzzles.Puzzle{Game: puzzles.GameHighscore, Board: english}, "nobody steps on a board of the shape english"},
		{"goal too large", &puzzles.Puzzle{Game: puzzles.GameHighscore, Board: square, Start: one, Goal: two}, "start and goal differ in size: 1 and 2 cells"},
		{"goal too small", &puzzles.Puzzle{Game: puzzles.GameHighscore, Board: square, Start: two, Goal: one}, "start and goal differ in size: 2 and 1 cells"},
		{"start off the board", &puzzles.Puzzle{Game: puzzles.GameHighscore, Board: square, Start: positions.BitsOf(81), Goal: one}, "cell number 81"},
		{"goal off the board", &puzzles.Puzzle{Game: puzzles.GameHighscore, Board: square, Start: one, Goal: positions.BitsOf(255)}, "cell number 255"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			_, err := verify.Replay(tc.p, nil)
			if !errors.Is(err, verify.ErrPuzzle) || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v, want …%s…", err, tc.want)
			}
		})
	}
}

func TestReplayKeepsItsInput(t *testing.T) {
	b := positiontest.Board(t, positions.Square, 5)
	p := &puzzles.Puzzle{Game: puzzles.GameHighscore, Board: b, Start: positiontest.Cells(t, b, "a1 b1"), Goal: positiontest.Cells(t, b, "b1 c1")}
	l := line(t, b, "a1-c1 c1-e1")
	_, err := verify.Replay(p, l)
	var illegal *verify.Illegal
	if !errors.As(err, &illegal) {
		t.Fatal(err)
	}
	illegal.Path[0] = positions.NoCell
	if got := b.FormatPath(l[1]); got != "c1-e1" {
		t.Errorf("the line has become %s", got)
	}
	if report, err := verify.Replay(p, l[:1]); err != nil || report.Moves != 1 {
		t.Errorf("second replay: %v, %v", report, err)
	}
}
