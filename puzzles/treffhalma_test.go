package puzzles_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
)

// On every board the marked man goes from a1 to the last cell, and all else is
// as in highscore.
func TestTreffhalmaIsMarkedHighscore(t *testing.T) {
	for _, shape := range []positions.Shape{positions.Square, positions.Star, positions.Rhombus} {
		smallest, largest, _ := shape.Sizes()
		for size := smallest; size <= largest; size++ {
			o := puzzles.Options{Shape: shape, Size: size, Arrival: positions.Free, Jumps: positions.Super, Count: positions.Hops}
			p, plain := positiontest.Must(t, puzzles.Treffhalma, o), positiontest.Must(t, puzzles.Highscore, o)
			last := positions.Cell(p.Board.Len() - 1)
			if p.Game != puzzles.GameTreffhalma || p.Marked != positions.BitsOf(0) || p.Board.Name(0) != "a1" {
				t.Errorf("%s: marked is %v", p, p.Board.Names(p.Marked))
			}
			if p.Board.Advance(last) <= p.Board.Advance(last-1) {
				t.Errorf("%s: %s is no corner", p, p.Board.Name(last))
			}
			if !p.Solved(p.Goal, positions.BitsOf(last)) || p.Solved(p.Goal, positions.BitsOf(last-1)) {
				t.Errorf("%s: solved with the marked man elsewhere, or not with it on %s", p, p.Board.Name(last))
			}
			if p.Unmarked().Fingerprint() != plain.Fingerprint() || p.Unmarked().String() != plain.String() {
				t.Errorf("without mark: %s, want %s", p.Unmarked(), plain)
			}
			if p.Fingerprint() == plain.Fingerprint() || p.With(positions.Booklet).Fingerprint() == p.Fingerprint() {
				t.Errorf("%s: the same fingerprint as another puzzle", p)
			}
		}
	}
	if got, want := positiontest.Must(t, puzzles.Treffhalma, puzzles.Options{Shape: positions.Square}).String(),
		"treffhalma, square 16×16, 19 men, booklet rules, short jumps, counted in moves"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// Stored results are found by their fingerprints: these must never change. The
// description is written by hand.
func TestTreffhalmaFingerprintPinned(t *testing.T) {
	p := positiontest.Must(t, puzzles.Treffhalma, puzzles.Options{Size: 1})
	want := sha256.Sum256([]byte(`halma-solve/puzzle/1
board star 1
arrival booklet
jumps short
count moves
start a1 b2 c2
goal b4 c4 a5
marked a1
men b4 c4 a5
of them marked a5
` + "empty \n"))
	if got := p.Fingerprint(); got != want {
		t.Errorf("%x, want %x", got, want)
	}
}

func TestTreffhalmaRefuses(t *testing.T) {
	for _, c := range []struct {
		options puzzles.Options
		is      error
		want    string
	}{
		{puzzles.Options{Shape: positions.Square, Army: "ring"}, puzzles.ErrArmy, "no man on the corner a1"},
		{puzzles.Options{Army: "19"}, puzzles.ErrArmy, `"19"`},
		{puzzles.Options{Shape: positions.English}, positions.ErrBoard, "no courts"},
	} {
		p, err := puzzles.Treffhalma(c.options)
		if p != nil || !errors.Is(err, c.is) || !strings.Contains(fmt.Sprint(err), c.want) {
			t.Errorf("%v: %v", c.options, err)
		}
	}
}
