package bounds

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// DiagonalBound bounds the hops that all men need to where a goal has them, with short
// jumps on a square with eight directions, by what they lose on each diagonal. It is an
// additive pattern database (Korf and Felner 2002) with a pattern for each diagonal, and
// what is lost between two of them is shared out (cost partitioning: Katz and Domshlak
// 2008).
//
// The rows of a square are its cells of equal x+y, its diagonals those of equal x−y.
// A hop gains four rows at most: those of a jump ahead along a diagonal. What it gains
// less is its loss. So n hops that gain g rows lose 4n − g, and
//
//	n = (g + loss) / 4.
//
// Of each diagonal look at the set of its men alone, which has to become that of the
// goal. A hop along the diagonal changes one set: a step ahead loses 2, one back 6, a
// jump back 8, and a jump ahead nothing, but it takes a man of that same diagonal to jump
// over. A hop from diagonal d to diagonal e takes a man away from one and brings one to
// the other, wherever they stand. It loses at least
//
//	3 if d and e are next to each other: a step along a row or column gains 1 at most;
//	2 if they are two apart: a jump along a row or column gains 2, a step across 0;
//	4 if they are four apart: a jump across gains nothing.
//
// Charge w(d) for each man who comes to diagonal d or leaves it, by weights w ≥ 0 that keep
// to w(d)+w(e) ≤ 3, 2 and 4 for such d and e. Then no hop is charged more than it loses, and
// all that happens on a diagonal is charged no less than the distance of its set of men
// from that of the goal, in a graph of all sets. So the sum of these distances is no more
// than the loss. It holds for all weights; the greatest sum counts.
//
// A copy belongs to one worker.
type DiagonalBound struct {
	*diagonals
	sets [mostDiagonals]uint32 // of the loaded position: its men on each diagonal
	sums [mostWeights]int      // of it, by lists of weights: rows to gain and what is lost
}

// diagonals are the tables of a puzzle.
type diagonals struct {
	Weights [][]int // lists, by how far a diagonal is from that of a1
	n       int     // diagonals
	of      [positions.MaxCells]uint8
	place   [positions.MaxCells]uint32 // a bit: which cell of its diagonal it is
	advance [positions.MaxCells]int16
	rows    int // sum of those of the goal
	losses  [mostWeights][mostDiagonals][]uint8
}

const (
	rowsOfHop     = 4  // that it gains at most
	mostDiagonals = 31 // of the square of side 16
	mostWeights   = 2  // lists that are asked
	mostWeight    = 2  // of a diagonal: as much is lost between it and one two apart
)

// lostBetween is the least loss of a hop between diagonals so far apart; there is none
// between others.
var lostBetween = [...]int{1: 3, 2: 2, 4: 4}

// NewDiagonalBound returns the bound of a transfer from the corner a1, with the weights
// that say most of its start; nil if it is for others.
func NewDiagonalBound(p *puzzles.Puzzle) *DiagonalBound {
	if !hasDiagonals(p) {
		return nil
	}
	return &DiagonalBound{diagonals: newDiagonals(p.Board, p.Start, p.Goal, [2]bool{})}
}

// NewDiagonalBoundTo returns the bound for the way of all men of a puzzle from start to
// goal, nil if there is none. The rows are counted from the corner from which the goal is
// farthest ahead.
func NewDiagonalBoundTo(p *puzzles.Puzzle, start, goal positions.Bits) *DiagonalBound {
	if !hasDiagonals(p) || start.Len() != goal.Len() {
		return nil
	}
	x, y := 0, 0 // what the men gain
	for c := range positions.Cell(p.Board.Len()) {
		at := p.Board.Point(c)
		if start.Has(c) {
			x, y = x-at.X, y-at.Y
		}
		if goal.Has(c) {
			x, y = x+at.X, y+at.Y
		}
	}
	return &DiagonalBound{diagonals: newDiagonals(p.Board, start, goal, [2]bool{x < 0, y < 0})}
}

func hasDiagonals(p *puzzles.Puzzle) bool {
	return p.Count.EachHop() && p.Jumps == positions.Short && p.Board.Shape() == positions.Square && p.Board.Directions() == 8
}

// newDiagonals prepares the tables. Columns and rows are counted from the other side if
// they are flipped.
func newDiagonals(board *positions.Board, from, to positions.Bits, flipped [2]bool) *diagonals {
	far := board.Size() - 1
	d := &diagonals{n: 2*far + 1}
	var cells, start, goal [mostDiagonals]uint32
	for c := range positions.Cell(board.Len()) {
		at := board.Point(c)
		if flipped[0] {
			at.X = far - at.X
		}
		if flipped[1] {
			at.Y = far - at.Y
		}
		on := at.X - at.Y + far
		d.of[c], d.place[c], d.advance[c] = uint8(on), 1<<min(at.X, at.Y), int16(at.X+at.Y)
		cells[on] |= d.place[c]
		if from.Has(c) {
			start[on] |= d.place[c]
		}
		if to.Has(c) {
			goal[on] |= d.place[c]
			d.rows += at.X + at.Y
		}
	}
	d.weigh(far, &cells, &start, &goal)
	return d
}

// weigh chooses among weights that are the same on both sides of the diagonal of a1, so
// that mirror images have the same bound, and works out the losses.
func (d *diagonals) weigh(far int, cells, start, goal *[mostDiagonals]uint32) {
	type diagonal struct {
		cells, goal uint32
		weight      int
	}
	known := map[diagonal][]uint8{}
	losses := func(on, weight int) []uint8 {
		of := diagonal{cells[on], goal[on], weight}
		if known[of] == nil {
			known[of] = diagonalLosses(of.cells, of.goal, of.weight)
		}
		return known[of]
	}
	said := make([][mostWeight + 1]int, far+1) // of the start, by distance and weight
	for on := range d.n {
		if start[on] == goal[on] {
			continue // nothing is lost
		}
		for w := range mostWeight + 1 {
			said[max(on-far, far-on)][w] += int(losses(on, w)[start[on]])
		}
	}
	all := allWeights(far)
	says := func(weights []int) (sum int) {
		for i, w := range weights {
			sum += said[i][w]
		}
		return sum
	}
	slices.SortStableFunc(all, func(a, b []int) int { return cmp.Compare(says(b), says(a)) })
	d.Weights = all[:min(len(all), mostWeights)]
	for i, weights := range d.Weights {
		for on := range d.n {
			d.losses[i][on] = losses(on, weights[max(on-far, far-on)])
		}
	}
}

// allWeights returns the weights of the diagonals by their distance from the middle one,
// none of which can be raised, in lexical order.
func allWeights(far int) (all [][]int) {
	w := make([]int, far+1)
	// fits reports whether i may weigh so much besides those up to last.
	fits := func(i, weight, last int) bool {
		for apart, lost := range lostBetween {
			for _, j := range [...]int{i - apart, i + apart} {
				if j = max(j, -j); lost > 0 && (j == i && 2*weight > lost || j != i && j <= last && weight+w[j] > lost) {
					return false
				}
			}
		}
		return true
	}
	raisable := func(i, last int) bool { return i >= 0 && w[i] < mostWeight && fits(i, w[i]+1, last) }
	var choose func(i int)
	choose = func(i int) {
		if raisable(i-len(lostBetween), i-1) { // whatever the rest weigh
			return
		}
		if i <= far {
			for w[i] = 0; w[i] <= mostWeight; w[i]++ {
				if fits(i, w[i], i-1) {
					choose(i + 1)
				}
			}
			return
		}
		for j := i - len(lostBetween) + 1; j <= far; j++ {
			if raisable(j, far) {
				return
			}
		}
		all = append(all, slices.Clone(w))
	}
	choose(0)
	return all
}

// diagonalLosses returns for each set of men on a diagonal with the given cells the least
// that is lost on the way to the goal's, where a man who comes or leaves is charged the
// weight: Dijkstra's algorithm from the goal, with a bucket for each loss (Dial 1969).
func diagonalLosses(cells, goal uint32, weight int) []uint8 {
	const none = 255 // more than 16 men who leave and 16 who come are charged
	n := bits.Len32(cells)
	out := make([]uint8, 1<<n)
	for set := range out {
		out[set] = none
	}
	var buckets [none][]uint32
	reach := func(set uint32, loss int) {
		if set&^cells == 0 && loss < int(out[set]) {
			out[set] = uint8(loss)
			buckets[loss] = append(buckets[loss], set)
		}
	}
	reach(goal, 0)
	for loss := range buckets {
		for i := 0; i < len(buckets[loss]); i++ {
			set := buckets[loss][i]
			if int(out[set]) < loss {
				continue
			}
			for todo := cells; todo != 0; todo &= todo - 1 {
				cell := todo & -todo
				reach(set^cell, loss+weight)
				if set&cell == 0 {
					continue
				}
				// Whoever stands here came from a free cell behind or ahead.
				without := set &^ cell
				for _, hop := range [...]struct {
					from, over uint32
					lost       int
				}{{cell >> 1, 0, 2}, {cell << 1, 0, 6}, {cell >> 2, cell >> 1, 0}, {cell << 2, cell << 1, 8}} {
					if hop.from != 0 && set&hop.from == 0 && set&hop.over == hop.over {
						reach(without|hop.from, loss+hop.lost)
					}
				}
			}
		}
	}
	return out
}

// LoadMen sets the position by the list of its men.
func (b *DiagonalBound) LoadMen(men []uint8) {
	b.sets = [mostDiagonals]uint32{}
	rows := b.rows
	for _, c := range men {
		b.sets[b.of[c]] |= b.place[c]
		rows -= int(b.advance[c])
	}
	for i := range b.Weights {
		b.sums[i] = rows
		for on, losses := range b.losses[i][:b.n] {
			b.sums[i] += int(losses[b.sets[on]])
		}
	}
}

// Rest bounds the rows that are to be gained and lost from the loaded position on.
func (b *DiagonalBound) Rest() int { return max(0, slices.Max(b.sums[:len(b.Weights)])) }

// RestAfter returns Rest of the successor by move m.
func (b *DiagonalBound) RestAfter(m positions.Move) int {
	from, to := b.of[m.From], b.of[m.To]
	left, came := b.sets[from]^b.place[m.From], b.sets[to]^b.place[m.To]
	if from == to {
		left ^= b.place[m.To]
		came = left
	}
	gained := int(b.advance[m.To] - b.advance[m.From])
	most := 0
	for i := range b.Weights {
		losses := &b.losses[i]
		sum := b.sums[i] - gained + int(losses[from][left]) - int(losses[from][b.sets[from]])
		if from != to {
			sum += int(losses[to][came]) - int(losses[to][b.sets[to]])
		}
		most = max(most, sum)
	}
	return most
}

// Here returns the bound of the loaded position in hops.
func (b *DiagonalBound) Here() int { return HopsFor(b.Rest()) }

// After returns Here of the successor by move m.
func (b *DiagonalBound) After(m positions.Move) int { return HopsFor(b.RestAfter(m)) }

// HopsFor returns how many hops it takes to gain and lose so many rows together.
func HopsFor(rows int) int { return (rows + rowsOfHop - 1) / rowsOfHop }
