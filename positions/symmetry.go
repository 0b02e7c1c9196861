package positions

import "slices"

// Permutation maps every cell of a board to a cell of the same board.
type Permutation []Cell

// Apply returns the image of a set.
func (p Permutation) Apply(set Bits) Bits {
	var out Bits
	for _, c := range set.Cells() {
		out = out.With(p[c])
	}
	return out
}

// IsIdentity reports whether p moves no cell.
func (p Permutation) IsIdentity() bool {
	for c, d := range p {
		if Cell(c) != d {
			return false
		}
	}
	return true
}

// Inverse returns the permutation that undoes p.
func (p Permutation) Inverse() Permutation {
	inv := make(Permutation, len(p))
	for c, d := range p {
		inv[d] = Cell(c)
	}
	return inv
}

// Symmetries returns every rotation and reflection that maps the board onto
// itself, each once, the identity first: 8 for squares and crosses, 12 for stars, 6 for
// triangles, 4 for rhombi and for crosses with six directions. Neighbours go to neighbours in every one, so they keep all moves
// legal (but for rules tied to cells, such as courts).
func (b *Board) Symmetries() []Permutation { return b.symmetries }

// linear is a map of lattice vectors: (x,y) → (a·x+b·y, c·x+d·y).
type linear struct{ a, b, c, d int }

// squareMaps is the dihedral group of order 8 on the square lattice.
var squareMaps = []linear{
	{1, 0, 0, 1},
	{0, -1, 1, 0},
	{-1, 0, 0, -1},
	{0, 1, -1, 0},
	{-1, 0, 0, 1},
	{1, 0, 0, -1},
	{0, 1, 1, 0},
	{0, -1, -1, 0},
}

// triangularMaps is the dihedral group of order 12 in axial coordinates: with
// t = −x−y, all ways to permute (x,y,t) and to negate all three.
var triangularMaps = []linear{
	{1, 0, 0, 1},
	{0, 1, 1, 0},
	{1, 0, -1, -1},
	{0, 1, -1, -1},
	{-1, -1, 1, 0},
	{-1, -1, 0, 1},
	{-1, 0, 0, -1},
	{0, -1, -1, 0},
	{-1, 0, 1, 1},
	{0, -1, 1, 1},
	{1, 1, -1, 0},
	{1, 1, 0, -1},
}

func (b *Board) findSymmetries() []Permutation {
	maps := squareMaps
	if b.Directions() == len(sixWays) {
		maps = triangularMaps
	}
	// What maps the cells onto themselves keeps their center of mass: scaled by the
	// number of cells it is a point of the lattice.
	n := len(b.points)
	var center Point
	for _, p := range b.points {
		center.X += p.X
		center.Y += p.Y
	}
	var out []Permutation
next:
	for _, m := range maps {
		perm := make(Permutation, n)
		for c, p := range b.points {
			x, y := n*p.X-center.X, n*p.Y-center.Y
			image := Point{m.a*x + m.b*y + center.X, m.c*x + m.d*y + center.Y}
			if image.X%n != 0 || image.Y%n != 0 {
				continue next
			}
			to := b.CellAt(Point{image.X / n, image.Y / n})
			if to == NoCell {
				continue next
			}
			perm[c] = to
		}
		if !slices.ContainsFunc(out, func(p Permutation) bool { return slices.Equal(p, perm) }) { // a row is its mirror image
			out = append(out, perm)
		}
	}
	return out
}
