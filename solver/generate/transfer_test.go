package generate

import (
	"math"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// Of a few thousand candidates of transfer on each board most are distinct up to
// symmetry; all are figures whose goal, of the same form, is apart from the start,
// some with gaps, some shifted, some turned or reflected.
func TestTransfersVary(t *testing.T) {
	const candidates = 3000
	for _, shape := range []positions.Shape{positions.Square, positions.Star, positions.Rhombus} {
		size := map[positions.Shape]int{positions.Square: 6, positions.Star: 2, positions.Rhombus: 6}[shape]
		o := Options{Kind: Transfer, Game: transferGame(t, shape, size, 4), MinMoves: 1, MaxMoves: 9, Unique: UniqueNone, Hardest: math.MaxInt32}
		if err := o.Check(); err != nil {
			t.Fatal(err)
		}
		distinct := make(map[task]bool)
		gaps, shifts, images := 0, 0, 0
		for i := range int64(candidates) {
			p, made := transfer(random("", i), o.Game, &o)
			if !made {
				continue
			}
			if p.Start.Len() != 4 || p.Goal.Len() != 4 || p.Start.Intersects(p.Goal) || !linked(p.Board, p.Start, 2) {
				t.Fatalf("%s", ID(Transfer, p))
			}
			distinct[taskOf(p)] = true
			if !linked(p.Board, p.Start, 1) {
				gaps++
			}
			image, shift := isImage(p), isShift(p)
			switch {
			case image && !shift:
				images++
			case shift && !image:
				shifts++
			case !image:
				t.Fatalf("%s: the goal has another form", ID(Transfer, p))
			}
		}
		if len(distinct) < candidates/4 || gaps < candidates/10 || shifts < candidates/20 || images < candidates/20 {
			t.Errorf("%s: %d distinct ones, %d with gaps, %d shifted, %d images", o.Game.Board, len(distinct), gaps, shifts, images)
		}
	}
}

func isImage(p *puzzles.Puzzle) bool {
	for _, m := range p.Board.Symmetries() {
		if m.Apply(p.Start) == p.Goal {
			return true
		}
	}
	return false
}

func isShift(p *puzzles.Puzzle) bool {
	from, to := p.Start.Cells(), p.Goal.Cells()
	for i := range from {
		a, b := p.Board.Point(from[i]), p.Board.Point(to[i])
		c, d := p.Board.Point(from[0]), p.Board.Point(to[0])
		if b.X-a.X != d.X-c.X || b.Y-a.Y != d.Y-c.Y {
			return false
		}
	}
	return true
}
