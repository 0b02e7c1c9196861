package puzzles

import "github.com/halma-solve/halma-solve/positions"

// The rhombus of side 2s+1 is the star of size s less its four side points; its
// acute corners are two opposite tips. A line on the rhombus is a line of the same
// transfer on the star: neighbours are neighbours there, straight lines are
// straight, courts are the same, and the points beside stay empty. So a lower bound
// on the star is one on the rhombus, and a line on the star that keeps off the side
// points is one on the rhombus.

// Star returns the same transfer on the star of which p's rhombus is a part, nil if
// p is on no such rhombus or its courts are others there.
func (p *Puzzle) Star() *Puzzle {
	if p.Board.Shape() != positions.Rhombus || p.Board.Size()%2 == 0 {
		return nil
	}
	star := p.on(positions.Star, p.Board.Size()/2)
	if star == nil || !p.IsPartOf(star) {
		return nil
	}
	return star
}

// Rhombus returns the puzzle of which p is the [Puzzle.Star], or nil.
func (p *Puzzle) Rhombus() *Puzzle {
	if p.Board.Shape() != positions.Star {
		return nil
	}
	rhombus := p.on(positions.Rhombus, 2*p.Board.Size()+1)
	if rhombus == nil || !rhombus.IsPartOf(p) {
		return nil
	}
	return rhombus
}

// on returns the transfer of the same name on another board, nil if there is none.
func (p *Puzzle) on(shape positions.Shape, size int) *Puzzle {
	info, _ := p.Game.Info()
	if !info.Named {
		return nil
	}
	q, err := info.New(Options{
		Shape: shape, Size: size, Army: p.Army, Arrival: p.Arrival, Jumps: p.Jumps, Count: p.Count,
	})
	if err != nil {
		return nil
	}
	return q
}

// IsPartOf reports whether p is a transfer on a rhombus all of whose lines are
// lines of q, on the star: q may be without p's mark, and under the rules free.
func (p *Puzzle) IsPartOf(q *Puzzle) bool {
	if p.Board.Shape() != positions.Rhombus || q.Board.Shape() != positions.Star ||
		p.Jumps != q.Jumps || p.Count != q.Count || q.Arrival.KeepsGoal() && q.Arrival != p.Arrival {
		return false
	}
	cells := StarCells(p.Board, q.Board)
	if cells == nil {
		return false
	}
	image := func(set positions.Bits) (out positions.Bits) {
		for _, c := range set.Cells() {
			out = out.With(cells[c])
		}
		return out
	}
	if image(p.Start) != q.Start || image(p.Goal) != q.Goal || len(p.Goals) > 1 || len(q.Goals) > len(p.Goals) {
		return false
	}
	return q.Goals == nil || image(p.Marked) == q.Marked &&
		image(p.Goals[0].Men) == q.Goals[0].Men && image(p.Goals[0].Marked) == q.Goals[0].Marked
}

// StarCells returns the cell of the star for each cell of the rhombus, nil if the
// rhombus is not the star less its side points.
//
// From a1 one axis of the rhombus leads up and to the right on the star, the other
// up and to the left. That is a linear map of the lattice which takes directions
// to directions.
func StarCells(rhombus, star *positions.Board) []positions.Cell {
	if rhombus.Size() != 2*star.Size()+1 {
		return nil
	}
	tip := star.Point(0)
	out := make([]positions.Cell, rhombus.Len())
	for c := range out {
		at := rhombus.Point(positions.Cell(c))
		out[c] = star.CellAt(positions.Point{X: tip.X - at.Y, Y: tip.Y + at.X + at.Y})
		if out[c] == positions.NoCell {
			return nil
		}
	}
	return out
}
