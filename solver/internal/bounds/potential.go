package bounds

import (
	"slices"

	"github.com/halma-solve/halma-solve/positions"
)

// Potential gives each cell a number, of which a hop adds no more than Unit to its man's,
// whoever stands where, and takes no more away. What a hop adds less than Unit it loses.
//
// The potential of a position is the sum over its men. All lines from a start to a goal
// raise it by the same, so all lines of so many hops lose the same, and a position shows
// what was lost on the way to it: no hop gets any of that back. Of all potentials with
// Unit 1 the greatest rise from start to goal is the cost of the cheapest assignment of men
// to goal cells (Kantorovich and Rubinstein 1958).
//
// σ turns the numbers into their opposites, and the mirror that keeps start and goal leaves
// them alone: so a position has the potential of its mirror image, and that of its image
// under σ with the other sign.
type Potential struct {
	Of   []int `json:"potential"` // by cell
	Unit int   `json:"unit"`
}

// Equal reports whether both are the same.
func (p *Potential) Equal(o *Potential) bool {
	return o != nil && p.Unit == o.Unit && slices.Equal(p.Of, o.Of)
}

// NewPotential returns the one that the prices of the goal's cells which are best for the
// start make, see [PriceBound]: φ(c), which a hop changes by 1 at most, is put together with
// what σ and the mirror make of it.
func NewPotential(d *HopDistances, start, goal positions.Bits, s *CellMaps) *Potential {
	b := NewPriceBound[[4]uint64](d, start, goal)
	p := &Potential{Of: make([]int, d.cells), Unit: 4}
	even := true
	for c := range p.Of {
		for _, image := range s.of(c) {
			p.Of[c] -= image.sign * int(b.Phi[image.cell])
		}
		even = even && p.Of[c]%2 == 0
	}
	if even {
		p.Unit /= 2
		for c := range p.Of {
			p.Of[c] /= 2
		}
	}
	return p
}

// CellMaps are the mirror of a board, or the identity, and its half turn σ.
type CellMaps struct{ Mirror, Turn [positions.MaxCells]uint8 }

type image struct{ cell, sign int }

// of returns a cell and its images, with the sign of their potentials.
func (s *CellMaps) of(c int) [4]image {
	m, t := s.Mirror[c], s.Turn[c]
	return [4]image{{c, 1}, {int(m), 1}, {int(t), -1}, {int(s.Turn[m]), -1}}
}

// Least reports whether no image of a cell comes before it: its potential is that of all.
func (s *CellMaps) Least(c int) bool {
	for _, image := range s.of(c) {
		if image.cell < c {
			return false
		}
	}
	return true
}

// Sound reports whether p is a potential for the hops of a board and its maps.
func (p *Potential) Sound(d *HopDistances, s *CellMaps) bool {
	if len(p.Of) != d.cells || p.Unit < 1 || p.Unit > mostUnit {
		return false
	}
	for a := range p.Of {
		if p.Of[a] > mostUnit*noWay || p.Of[a] < -mostUnit*noWay {
			return false
		}
		for _, image := range s.of(a) {
			if p.Of[image.cell] != image.sign*p.Of[a] {
				return false
			}
		}
		for b := range p.Of {
			if d.Between(positions.Cell(a), positions.Cell(b)) == 1 && p.Of[b]-p.Of[a] > p.Unit {
				return false
			}
		}
	}
	return true
}

// mostUnit is more than any Unit that is of use.
const mostUnit = 1 << 10

// Total is what all lines add: by how much the potential of the goal is above that of the start.
func (p *Potential) Total(start, goal positions.Bits) (n int) {
	for _, c := range goal.Cells() {
		n += p.Of[c]
	}
	for _, c := range start.Cells() {
		n -= p.Of[c]
	}
	return n
}

// With returns the potential nearest to p in which a cell has another number, nil if there
// is none: the others are cut down, or raised, to what that one allows them.
func (p *Potential) With(c, value int, d *HopDistances, s *CellMaps) *Potential {
	out := &Potential{slices.Clone(p.Of), p.Unit}
	for b := range out.Of {
		for _, image := range s.of(c) {
			room := p.Unit * d.Between(positions.Cell(image.cell), positions.Cell(b))
			out.Of[b] = max(min(out.Of[b], image.sign*value+room), image.sign*value-room)
		}
	}
	if !out.Sound(d, s) {
		return nil
	}
	return out
}
