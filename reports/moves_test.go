package reports

import (
	"math/rand/v2"
	"testing"
)

// split tries few heights; the least of all that do is among them.
func TestSplitTakesTheLeastHeight(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		columns := 1 + random.IntN(3)
		entries := make([]cellLines, random.IntN(20))
		for i := range entries {
			n := 1
			if columns < 3 {
				n += random.IntN(4)
			}
			entries[i].lines = make([]string, n)
		}
		got := split(entries, columns)
		least := 0
		for height := 1; least == 0 && len(entries) > 0; height++ {
			if _, ok := dealt(entries, columns, height); ok {
				least = height
			}
		}
		all, before := 0, least
		for _, column := range got {
			n := linesOf(column)
			if n > before {
				t.Fatalf("%d columns: one of %d lines behind one of %d", columns, n, before)
			}
			before = n
			all += len(column)
		}
		if all != len(entries) || len(got) > columns {
			t.Fatalf("%d of %d entries in %d of %d columns", all, len(entries), len(got), columns)
		}
		if len(got) > 0 && linesOf(got[0]) != least {
			t.Fatalf("%d columns: the first has %d lines, %d would do", columns, linesOf(got[0]), least)
		}
	}
}

// Half a million moves are laid out at once: a height is not tried for each move.
func TestSplitOfManyMoves(t *testing.T) {
	entries := make([]cellLines, 1<<19)
	for i := range entries {
		entries[i].lines = []string{"a1-b1"}
	}
	if got := split(entries, 3); len(got) != 3 || len(got[0]) != (len(entries)+2)/3 {
		t.Errorf("%d columns", len(got))
	}
}
