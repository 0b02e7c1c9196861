package positions_test

import (
	"errors"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"github.com/halma-solve/halma-solve/positions"
)

func TestRankEverySet(t *testing.T) {
	sizes := [][2]int{{0, 0}, {1, 0}, {1, 1}, {5, 0}, {5, 5}, {16, 3}, {13, 6}, {37, 3}, {81, 3}, {128, 2}, {256, 2}, {256, 255}}
	for _, s := range sizes {
		r, err := positions.NewRanker(s[0], s[1])
		if err != nil {
			t.Errorf("%d men on %d cells: %v", s[1], s[0], err)
			continue
		}
		if want := new(big.Int).Binomial(int64(s[0]), int64(s[1])); r.Len() != want.Uint64() {
			t.Errorf("%d men on %d cells: %d positions, want %d", s[1], s[0], r.Len(), want)
		}
		var last positions.Bits
		for n := range r.Len() {
			set := r.Unrank(n)
			cells := set.Cells()
			switch {
			case len(cells) != s[1] || s[1] > 0 && int(cells[s[1]-1]) >= s[0]:
				t.Fatalf("%d men on %d cells: number %d is %v", s[1], s[0], n, cells)
			case n > 0 && !last.Less(set):
				t.Fatalf("%d men on %d cells: number %d does not come after the one before", s[1], s[0], n)
			case r.Rank(set) != n:
				t.Fatalf("%d men on %d cells: number %d has the rank %d", s[1], s[0], n, r.Rank(set))
			}
			last = set
		}
	}
}

// The numbers of the combinatorial number system, by hand.
func TestRankKnown(t *testing.T) {
	r, err := positions.NewRanker(121, 10)
	if err != nil {
		t.Fatal(err)
	}
	if r.Len() != 126_524_771_308_936 {
		t.Errorf("%d positions of 10 men on the star", r.Len())
	}
	tests := []struct {
		cells []positions.Cell
		want  uint64
	}{
		{[]positions.Cell{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, 0},
		{[]positions.Cell{0, 1, 2, 3, 4, 5, 6, 7, 8, 10}, 1},
		{[]positions.Cell{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 10},
		{[]positions.Cell{0, 1, 2, 3, 4, 5, 6, 7, 8, 11}, 11},
		{[]positions.Cell{111, 112, 113, 114, 115, 116, 117, 118, 119, 120}, r.Len() - 1},
	}
	for _, tc := range tests {
		if got := r.Rank(positions.BitsOf(tc.cells...)); got != tc.want {
			t.Errorf("%v has the rank %d, want %d", tc.cells, got, tc.want)
		}
	}
}

func TestRankLargeSpaces(t *testing.T) {
	for _, s := range [][2]int{{121, 15}, {81, 10}, {256, 11}, {66, 33}, {256, 246}, {81, 70}} {
		r, err := positions.NewRanker(s[0], s[1])
		if err != nil {
			t.Errorf("%d men on %d cells: %v", s[1], s[0], err)
			continue
		}
		if want := new(big.Int).Binomial(int64(s[0]), int64(s[1])); !want.IsUint64() || r.Len() != want.Uint64() {
			t.Errorf("%d men on %d cells: %d positions, want %d", s[1], s[0], r.Len(), want)
		}
		rapid.Check(t, func(t *rapid.T) {
			n := rapid.Uint64Range(0, r.Len()-1).Draw(t, "n")
			set := r.Unrank(n)
			if set.Len() != s[1] || r.Rank(set) != n {
				t.Fatalf("number %d is %v, which has the rank %d", n, set.Cells(), r.Rank(set))
			}
		})
	}
}

func TestRankerRefuses(t *testing.T) {
	for _, s := range [][2]int{{256, 128}, {256, 19}, {67, 33}, {68, 34}, {256, 237}} {
		if r, err := positions.NewRanker(s[0], s[1]); r != nil || !errors.Is(err, positions.ErrTooMany) {
			t.Errorf("%d men on %d cells: %v", s[1], s[0], err)
		}
	}
	for _, s := range [][2]int{{-1, 0}, {10, -1}, {10, 11}, {257, 2}} {
		if r, err := positions.NewRanker(s[0], s[1]); r != nil || err == nil || errors.Is(err, positions.ErrTooMany) {
			t.Errorf("%d men on %d cells: %v", s[1], s[0], err)
		}
	}
}

// TestMoveRanks holds the rank of a position after a move, to any free cell, against that
// worked out from all its men.
func TestMoveRanks(t *testing.T) {
	for _, s := range [][2]int{{2, 1}, {5, 4}, {13, 6}, {16, 15}, {66, 33}, {81, 10}, {121, 15}, {256, 3}, {256, 246}} {
		r, err := positions.NewRanker(s[0], s[1])
		if err != nil {
			t.Fatal(err)
		}
		m := r.NewMoveRanks()
		rapid.Check(t, func(t *rapid.T) {
			set := r.Unrank(rapid.Uint64Range(0, r.Len()-1).Draw(t, "n"))
			m.Load(set)
			for to := range positions.Cell(s[0]) {
				if got, want := m.Below(to), set.And(below(to)).Len(); got != want {
					t.Fatalf("%d men of %v below %d, want %d", got, set.Cells(), to, want)
				}
				if set.Has(to) {
					continue
				}
				for _, from := range set.Cells() {
					if got, want := m.Rank(from, to), r.Rank(set.Without(from).With(to)); got != want {
						t.Fatalf("%v after %d–%d has the rank %d, want %d", set.Cells(), from, to, got, want)
					}
				}
			}
		})
	}
}

// below returns the cells below c.
func below(c positions.Cell) (set positions.Bits) {
	for d := range c {
		set = set.With(d)
	}
	return set
}
