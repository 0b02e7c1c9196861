package generate

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
)

// Masks that do not fit are refused, and a mask is part of the seed form.
func TestMasksAreChecked(t *testing.T) {
	good := batches(t)["masked"]
	if err := good.Check(); err != nil || !strings.Contains(good.Form(), " goal=1fffff mask=") {
		t.Fatal(err, good.Form())
	}
	other := batches(t)["transfer"]
	other.Mask = positions.BitsOf(1, 2, 3)
	outside := good
	outside.Mask = positions.BitsOf(1, 2, 33)
	small := good
	small.Mask = positions.BitsOf(1, 2)
	for _, o := range []Options{other, outside, small} {
		if err := o.Check(); !errors.Is(err, ErrOptions) {
			t.Errorf("%s: %v", o.Form(), err)
		}
	}
	if none := batches(t)["solo"]; strings.Contains(none.Form(), "mask") {
		t.Error(none.Form())
	}
}

// What is proven dead has no line of any length.
func TestProvenDeadHasNoLine(t *testing.T) {
	game := positiontest.Must(t, puzzles.Solo, puzzles.Options{To: ""})
	pegs := newPegs(game.Board)
	r := rand.New(rand.NewPCG(1, 2))
	counts := make(map[bool]int)
	for range 300 {
		var men positions.Bits
		for men.Len() < 4 {
			men = men.With(positions.Cell(r.IntN(game.Board.Len())))
		}
		men = men.Or(positions.BitsOf(10, 16, 17)) // some near the middle
		lines := 0
		for _, list := range plainLines(game.From(men, positions.Bits{}), men.Len()) {
			lines += len(list)
		}
		got := pegs.provenDead(men[0], game.Goal[0])
		if counts[got]++; got != (lines == 0) {
			t.Errorf("%v: dead %t, %d lines", game.Board.Names(men), got, lines)
		}
	}
	if counts[true] == 0 || counts[false] == 0 {
		t.Error("only one of both came:", counts)
	}
}
