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
	for _, stocks := range [][]int32{{1, 3, 2}, {3, 2, 1}, {1, 2, 3}, {3, 3}} {
		table := newTable[[1]uint64]()
		if table.has(&p, source{}) || table.size() > 0 {
			t.Fatal("a new table has a position")
		}
		for _, stock := range stocks {
			table.put(&p, source{stock: stock})
		}
		table.put(&q, source{})
		for stock := range int32(6) {
			if table.has(&p, source{stock: stock}) != (stock <= 3) || table.has(&q, source{stock: stock}) != (stock == 0) {
				t.Errorf("put with %v: with %d there are p: %t, q: %t", stocks, stock, table.has(&p, source{stock: stock}), table.has(&q, source{stock: stock}))
			}
		}
		got := slices.SortedFunc(table.all(), order)
		if want := []stocked[[1]uint64]{{p, source{stock: 3}}, {q, source{}}}; !slices.Equal(got, want) || table.size() != 2 {
			t.Errorf("put with %v: %d positions, %v", stocks, table.size(), got)
		}
	}
	table := newTable[[1]uint64]()
	for _, with := range []source{{2, 5}, {2, 3}, {1, 0}, {2, 4}} {
		if !table.has(&p, with) { // which may better it, too
			table.put(&p, with)
		}
	}
	for _, with := range []source{{1, 9}, {1, 7}, {1, 8}} {
		table.put(&q, with)
	}
	got := slices.SortedFunc(table.all(), order)
	if want := []stocked[[1]uint64]{{p, source{2, 3}}, {q, source{1, 7}}}; !slices.Equal(got, want) {
		t.Errorf("the first of those with as much stock is not kept: %v", got)
	}
}
