package contest

import (
	"cmp"
	"math/bits"
	"slices"
)

// group is the symmetries of a board that keep the rules of a game, the identity
// left out.
type group []*image

// image maps sets of cells, a byte of them at a time.
type image [8][256]Set

// newGroup takes those of the symmetries of a board that take the given sets of
// cells to themselves, and so keep the rules.
func newGroup(f field, kept ...Set) group {
	var g group
	for _, perm := range f.board.Symmetries() {
		if perm.IsIdentity() {
			continue
		}
		var m image
		for at := range m {
			for set := 1; set < 256; set++ {
				low := set & -set
				if c := at*8 + bits.TrailingZeros(uint(low)); c < len(f.cells) {
					m[at][set] = m[at][set^low] | 1<<uint(f.number(perm[f.cells[c]]))
				}
			}
		}
		if !slices.ContainsFunc(kept, func(s Set) bool { return m.of(s) != s }) {
			g = append(g, &m)
		}
	}
	return g
}

func (m *image) of(s Set) (out Set) {
	for at := 0; s != 0; at, s = at+1, s>>8 {
		out |= m[at][s&255]
	}
	return out
}

// Canonical implements [Rules]: the least image of a position.
func (g group) Canonical(p Position) Position {
	least := p
	for _, m := range g {
		if m.of(p.Men[0]) > least.Men[0] { // as is most often so
			continue
		}
		if q := m.position(p); less(&q, &least) {
			least = q
		}
	}
	return least
}

// Copies implements [Rules]: the number of different images.
func (g group) Copies(p Position) int {
	same := 1
	for _, m := range g {
		if m.position(p) == p {
			same++
		}
	}
	return (len(g) + 1) / same // Lagrange: those that keep p are a subgroup
}

func (m *image) position(p Position) Position {
	for i, s := range p.Men {
		p.Men[i] = m.of(s)
	}
	return p
}

// less orders positions that differ in their men alone.
func less(p, q *Position) bool {
	for i := range p.Men {
		if c := cmp.Compare(p.Men[i], q.Men[i]); c != 0 {
			return c < 0
		}
	}
	return false
}
