package together

import (
	"context"
	"slices"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/verify"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// TestRowCountsAreNumbered one by one, in both directions.
func TestRowCountsAreNumbered(t *testing.T) {
	for _, c := range []struct{ rows, men, number int }{{5, 1, 5}, {5, 3, 35}, {17, 3, 969}, {2, 6, 7}, {31, 4, 46376}} {
		counts := newRowCounts(c.rows, c.men)
		if counts.number != c.number {
			t.Errorf("%d men in %d rows: %d row counts, not %d", c.men, c.rows, counts.number, c.number)
		}
		for n := range counts.number {
			rows := counts.of(n)
			if !slices.IsSorted(rows) || int(slices.Max(rows)) >= c.rows || counts.rank(rows) != n {
				t.Fatalf("%d men in %d rows: number %d is %v, which has number %d", c.men, c.rows, n, rows, counts.rank(rows))
			}
		}
	}
}

// TestMovedKeepsTheOrder of rows.
func TestMovedKeepsTheOrder(t *testing.T) {
	for i := range 4 {
		for to := range uint8(9) {
			rows := []uint8{1, 3, 3, 6}
			want := slices.Delete(slices.Clone(rows), i, i+1)
			want = append(want, to)
			slices.Sort(want)
			if got := moved(rows, i, to); !slices.Equal(got, want) {
				t.Errorf("%d put to %d: %v, not %v", i, to, got, want)
			}
		}
	}
}

// TestThreeMenCrossTheStar in 27 turns, as on the rhombus between two points: without
// rows nothing but 17 was proven.
func TestThreeMenCrossTheStar(t *testing.T) {
	for _, o := range []puzzles.Options{{Shape: positions.Star, Size: 4, Army: "3"}, {Shape: positions.Rhombus, Size: 9, Army: "3"}} {
		p, err := puzzles.Shortest(o)
		if err != nil {
			t.Fatal(err)
		}
		res, err := session.Answer(context.Background(), p, session.Options{Workers: 2}, Search)
		if err != nil || res.Status != session.Optimal || res.Upper != 27 {
			t.Errorf("%s: %d turns, %s, %v", p, res.Upper, res.Status, err)
		}
		if r, err := verify.Replay(p, res.Line); err != nil || r.Moves != 27 {
			t.Errorf("%s: replay says %v, %v", p, r, err)
		}
	}
}
