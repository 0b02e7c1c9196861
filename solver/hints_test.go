package solver

import (
	"context"
	"testing"
	"time"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
)

// A man alone on a large board with eight directions has more moves than memory holds, and each is
// given a millisecond: not all are looked at, nor searched.
func TestHintsOfManyMoves(t *testing.T) {
	var points []positions.Point
	for i := range 64 {
		points = append(points, positions.Point{X: i % 8, Y: i / 8})
	}
	b := positiontest.Must(t, positiontest.Must(t, positions.NewDrawn, points).WithDirections, 8)
	p := positiontest.Must(t, puzzles.Retour, puzzles.Options{Board: b, Men: positions.Bits{^uint64(0) >> 1}, To: "d4"})
	r, hints, err := Hints(context.Background(), p, nil, Options{Time: 20 * time.Millisecond, Memory: LeastMemory, Workers: 1})
	if err != nil || len(hints) != MostHints {
		t.Errorf("%d hints, %v; want %d", len(hints), err, MostHints)
	}
	for _, h := range hints {
		if h.After.Dead || h.After.Lower < r.Lower-1 {
			t.Fatalf("after %s: %+v", b.FormatPath(h.Path), h.After)
		}
	}
}
