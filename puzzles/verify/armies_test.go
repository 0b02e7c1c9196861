package verify_test

import (
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/verify"
)

// TestArmiesMoveInTurn plays games of two armies that break the rules of turns.
func TestArmiesMoveInTurn(t *testing.T) {
	p, err := puzzles.Shortest(puzzles.Options{Shape: positions.Square, Size: 3, Army: "1"})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ line, want string }{
		{"c3-b3 a1-b2 b3-a3 b2-c3", ""},
		{"a1-b2 c3-c2 b2-c3", ""},
		{"a1-b2 b2-b1", "the army that moved last"},
		{"c3-b3 b3-a3", "the army that moved last"},
		{"a1-b1 c3-b2 b1-c1 b2-a1 c1-c2", "the game is over: the men without mark"},
		{"a1-b2 c3-c2 b2-c3 c2-c1", "the game is over: the marked men"},
		{"a1-b2 c3-c2", "missing on c3"},
	} {
		var line puzzles.Line
		for _, turn := range strings.Fields(c.line) {
			cells, err := p.Board.ParseCells(strings.Split(turn, "-"))
			if err != nil {
				t.Fatal(err)
			}
			line = append(line, cells)
		}
		_, err := verify.Replay(p, line)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.line, err, c.want)
		}
	}
}
