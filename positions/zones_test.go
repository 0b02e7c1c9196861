package positions_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
)

func TestZones(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		start := drawBits(t, "start")
		goal := drawBits(t, "goal").AndNot(start)
		for zone := range 4 {
			keepGoal, keepOut := zone&1 != 0, zone&2 != 0
			z := positions.NewZones(start, goal, keepGoal, keepOut)
			for from := range positions.Cell(positions.MaxCells) {
				for to := range positions.Cell(positions.MaxCells) {
					leaves := goal.Has(from) && !goal.Has(to)
					enters := start.Has(to) && !start.Has(from)
					if got, want := z.Barred(from, to), keepGoal && leaves || keepOut && enters; got != want {
						t.Fatalf("keepGoal %v, keepOut %v, from %d to %d: barred %v, want %v", keepGoal, keepOut, from, to, got, want)
					}
				}
			}
		}
	})
}

// The arrival rule read backwards: a turn is legal under keepGoal just if the
// mirrored reverse turn is legal under keepOut.
func TestZonesReversed(t *testing.T) {
	b := positiontest.Board(t, positions.Square, 5)
	start := positiontest.Cells(t, b, "a1", "b1", "a2")
	last := positions.Cell(b.Len() - 1)
	var goal positions.Bits
	for _, c := range start.Cells() {
		goal = goal.With(last - c)
	}
	forth := positions.NewZones(start, goal, true, false)
	back := positions.NewZones(start, goal, false, true)
	barred := 0
	for from := range positions.Cell(b.Len()) {
		for to := range positions.Cell(b.Len()) {
			if forth.Barred(from, to) != back.Barred(last-to, last-from) {
				t.Errorf("%s-%s", b.Name(from), b.Name(to))
			}
			if forth.Barred(from, to) {
				barred++
			}
		}
	}
	if barred != 3*22 {
		t.Errorf("%d turns are barred", barred)
	}
}
