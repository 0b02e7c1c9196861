package positions_test

import (
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
)

func TestPath(t *testing.T) {
	b := positiontest.Board(t, positions.Square, 16)
	short, super := positions.NewMoveTable(b, positions.Short), positions.NewMoveTable(b, positions.Super)
	tests := []struct {
		name     string
		table    *positions.MoveTable
		men      []string
		from, to string
		want     string
	}{
		{"a step", short, []string{"a1"}, "a1", "b2", "a1-b2"},
		{"a step among chains", short, []string{"a1", "b1", "c2", "b3", "a4"}, "a1", "a2", "a1-a2"},
		{"a jump", short, []string{"a1", "b1"}, "a1", "c1", "a1-c1"},
		{"a chain", short, []string{"a1", "b1", "d1", "e2"}, "a1", "e3", "a1-c1-e1-e3"},
		{"the shortest chain", short, []string{"a1", "b1", "c2", "b3", "a2"}, "a1", "a3", "a1-a3"},
		{"of two chains as long, the one in the order of directions", short, []string{"a1", "b1", "a2", "c2", "b3"}, "a1", "c3", "a1-c1-c3"},
		{"a long jump", super, []string{"a1", "d1"}, "a1", "g1", "a1-g1"},
		{"no long jump among short ones", short, []string{"a1", "d1"}, "a1", "g1", ""},
		{"the man itself is in nobody's way", super, []string{"d1", "d2", "c2", "e1"}, "d1", "h1", "d1-d3-b1-h1"},
		{"the last cell", short, []string{"o16"}, "o16", "p16", "o16-p16"},
		{"too far", short, []string{"a1"}, "a1", "c1", ""},
		{"onto a man", short, []string{"a1", "b1"}, "a1", "b1", ""},
		{"from an empty cell", short, []string{"b1"}, "a1", "a2", ""},
		{"nowhere", short, []string{"a1"}, "a1", "a1", ""},
	}
	for _, tc := range tests {
		from, to := positiontest.Cells(t, b, tc.from).Cells()[0], positiontest.Cells(t, b, tc.to).Cells()[0]
		if got := b.FormatPath(positions.Path(tc.table, positiontest.Cells(t, b, tc.men...), from, to)); got != tc.want {
			t.Errorf("%s: %s-%s by %q, want %q", tc.name, tc.from, tc.to, got, tc.want)
		}
	}
}

func TestPathOffTheBoard(t *testing.T) {
	for _, b := range everyBoard(t) {
		table := positions.NewMoveTable(b, positions.Short)
		end := positions.Cell(b.Len())
		men := positions.BitsOf(0, end-1, end-2)
		for _, pair := range [][2]positions.Cell{
			{0, positions.NoCell},
			{end - 1, positions.NoCell},
			{end - 2, positions.NoCell},
			{positions.NoCell, 0},
			{0, end},
			{end, 0},
			{0, 255 + 2},
			{0, -255},
			{end - 1, 1 << 14},
			{end - 1, -1 << 15},
		} {
			if path := positions.Path(table, men, pair[0], pair[1]); path != nil {
				t.Errorf("%s: a path from cell %d to cell %d: %v", b, pair[0], pair[1], path)
			}
		}
	}
}
