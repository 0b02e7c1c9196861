package bounds

import (
	"math/bits"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// PriceBound bounds the hops to one figure by prices of its holes.
//
// Let D(c,h) be the hops from cell c to hole h over a board on which every step
// and every jump is possible: no man is faster. Different holes are filled by
// different men, so the hops left are no fewer than the cheapest assignment of
// men to all holes. For any prices v of the holes, an assignment costs
//
//	Σ D(m,h) = Σ (D(m,h) − v(h)) + Σ v(h) ≥ Σ φ(m) + Σ v(h),   φ(c) = min over h of D(c,h) − v(h),
//
// with φ cut down to 0 if there are more men than holes, for men that fill none.
// So the right side is a bound for every position, and a move changes it by a
// difference of two numbers. The prices are those of the Hungarian method for the
// start (Kuhn 1955), for which the bound is the cheapest assignment itself.
type PriceBound[W positions.Words] struct {
	Phi   [positions.MaxCells]int16
	Total int // of the prices
	Sum   int // the bound of the loaded position; it may be negative
}

func NewPriceBound[W positions.Words](d *HopDistances, men, holes positions.Bits) *PriceBound[W] {
	to := holes.Cells()
	return NewPriceBoundOf[W](d, men, to, d.Prices(men.Cells(), to))
}

// NewPriceBoundOf returns the bound of so many men with the given prices of the
// holes.
func NewPriceBoundOf[W positions.Words](d *HopDistances, men positions.Bits, to []positions.Cell, prices []int) *PriceBound[W] {
	b := new(PriceBound[W])
	for i := range to {
		b.Total += prices[i]
	}
	for c := range d.cells {
		least := noWay
		for i, h := range to {
			least = min(least, d.Between(positions.Cell(c), h)-prices[i])
		}
		if men.Len() > len(to) {
			least = min(least, 0)
		}
		b.Phi[c] = int16(least)
	}
	return b
}

func (b *PriceBound[W]) load(w *W) {
	b.Sum = b.Total
	for k := 0; k < len(*w); k++ {
		for m := (*w)[k]; m != 0; m &= m - 1 {
			b.Sum += int(b.Phi[k<<6+bits.TrailingZeros64(m)])
		}
	}
}

// LoadMen is load for a list of cells with men.
func (b *PriceBound[W]) LoadMen(men []uint8) {
	b.Sum = b.Total
	for _, c := range men {
		b.Sum += int(b.Phi[c])
	}
}

// After returns the bound of the successor by move m.
func (b *PriceBound[W]) After(m positions.Move) int {
	return b.Sum + int(b.Phi[m.To]-b.Phi[m.From])
}

// noWay is more hops than any way on a board has, and small enough to be
// added up.
const noWay = 1 << 12

// HopDistances are the hops between all pairs of cells when nothing stands in
// the way and there is somebody to jump over everywhere.
type HopDistances struct {
	cells    int
	distance []int16
}

func NewHopDistances(p *puzzles.Puzzle) *HopDistances {
	t := positions.NewMoveTable(p.Board, p.Jumps)
	n := t.Cells()
	d := &HopDistances{cells: n, distance: make([]int16, n*n)}
	for from := range n {
		row := d.distance[from*n : (from+1)*n]
		for c := range row {
			row[c] = noWay
		}
		row[from] = 0
		reach := func(c uint8, hops int16) bool {
			if row[c] < noWay {
				return false
			}
			row[c] = hops
			return true
		}
		for queue := []uint8{uint8(from)}; len(queue) > 0; queue = queue[1:] {
			hops := row[queue[0]] + 1
			for _, c := range t.Steps(queue[0]) {
				if reach(c, hops) {
					queue = append(queue, c)
				}
			}
			for _, h := range t.Hops(queue[0]) {
				if reach(h.Land, hops) {
					queue = append(queue, h.Land)
				}
			}
		}
	}
	return d
}

// Between returns the hops from one cell to another, or noWay.
func (d *HopDistances) Between(a, b positions.Cell) int {
	return int(d.distance[int(a)*d.cells+int(b)])
}

// Prices returns prices of the holes for which the bound of men on the given
// cells, at least as many as holes, is the cost of the cheapest assignment: the
// duals of the holes in the Hungarian method, one hole after the other along
// shortest augmenting paths.
func (d *HopDistances) Prices(men, holes []positions.Cell) []int {
	n, m := len(holes), len(men)
	if m < n {
		return make([]int, n) // any prices will do
	}
	u, v := make([]int, n+1), make([]int, m+1) // duals of holes and men, from 1
	holder := make([]int, m+1)                 // the hole that a man fills
	for hole := 1; hole <= n; hole++ {
		holder[0] = hole
		slack := make([]int, m+1)
		before := make([]int, m+1)
		used := make([]bool, m+1)
		for j := range slack {
			slack[j] = 1 << 30
		}
		at := 0
		for holder[at] != 0 {
			used[at] = true
			i, next, delta := holder[at], 0, 1<<30
			for j := 1; j <= m; j++ {
				if used[j] {
					continue
				}
				if c := d.Between(men[j-1], holes[i-1]) - u[i] - v[j]; c < slack[j] {
					slack[j], before[j] = c, at
				}
				if slack[j] < delta {
					delta, next = slack[j], j
				}
			}
			for j := range used {
				if used[j] {
					u[holder[j]] += delta
					v[j] -= delta
				} else {
					slack[j] -= delta
				}
			}
			at = next
		}
		for at != 0 {
			holder[at] = holder[before[at]]
			at = before[at]
		}
	}
	return u[1:]
}
