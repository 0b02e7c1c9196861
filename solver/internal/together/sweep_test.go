package together

import (
	"slices"
	"testing"
)

// TestTableKeepsTheGreatestStock of each position: with less the helpers could do less, and a
// game might be missed.
func TestTableKeepsTheGreatestStock(t *testing.T) {
	var p, q position[[1]uint64]
	p.winner[0], q.winner[0] = 1, 2
	for _, stocks := range [][]int{{1, 3, 2}, {3, 2, 1}, {1, 2, 3}, {3, 3}} {
		table := newTable[[1]uint64]()
		if table.has(&p, 0) || table.size() > 0 {
			t.Fatal("a new table has a position")
		}
		for _, stock := range stocks {
			table.put(&p, stock)
		}
		table.put(&q, 0)
		for stock := range 6 {
			if table.has(&p, stock) != (stock <= 3) || table.has(&q, stock) != (stock == 0) {
				t.Errorf("put with %v: with %d there are p: %t, q: %t", stocks, stock, table.has(&p, stock), table.has(&q, stock))
			}
		}
		got := slices.SortedFunc(table.all(), order)
		if want := []stocked[[1]uint64]{{p, 3}, {q, 0}}; !slices.Equal(got, want) || table.size() != 2 {
			t.Errorf("put with %v: %d positions, %v", stocks, table.size(), got)
		}
	}
}
