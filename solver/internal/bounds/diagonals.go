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

// Diagonals are the cells of a square by its diagonals, and of each diagonal the men of
// start and goal. A set of its men has bit i for its cell i, counted ahead.
type Diagonals struct {
	Board   *positions.Board
	N       int // how many there are
	Of      [positions.MaxCells]uint8
	Place   [positions.MaxCells]uint32 // a bit: which cell of its diagonal it is
	Advance [positions.MaxCells]int16
	Cells   [mostDiagonals]uint32
	Start   [mostDiagonals]uint32
	Goal    [mostDiagonals]uint32
	rows    int                    // sum of those of the goal
	known   map[diagonalOf][]uint8 // losses that are worked out

	from, to positions.Bits
	flipped  [2]bool
}

// diagonalOf is what losses depend on.
type diagonalOf struct {
	cells, goal uint32
	weight      int
	relaxed     bool
}

// diagonals are the tables of a puzzle.
type diagonals struct {
	*Diagonals
	Weights [][]int // lists, by how far a diagonal is from that of a1
	losses  [mostWeights][mostDiagonals][]uint8
}

const (
	rowsOfHop     = 4 // that it gains at most
	mostDiagonals = 2*maxSide - 1
	mostWeights   = 2 // lists that are asked
	mostWeight    = 2 // of a diagonal: as much is lost between it and one two apart
)

// lostBetween is the least loss of a hop between diagonals so far apart; there is none
// between others.
var lostBetween = [...]int{1: 3, 2: 2, 4: 4}

// NewDiagonalBound returns the bound of a transfer from the corner a1, with the weights
// that say most of its start; nil if it is for others.
func NewDiagonalBound(p *puzzles.Puzzle) *DiagonalBound {
	if !HasDiagonals(p) {
		return nil
	}
	return &DiagonalBound{diagonals: weigh(NewDiagonals(p.Board, p.Start, p.Goal, [2]bool{}))}
}

// NewDiagonalBoundTo returns the bound for the way of all men of a puzzle from start to
// goal, nil if there is none. The rows are counted from the corner from which the goal is
// farthest ahead.
func NewDiagonalBoundTo(p *puzzles.Puzzle, start, goal positions.Bits) *DiagonalBound {
	if !HasDiagonals(p) || start.Len() != goal.Len() {
		return nil
	}
	return &DiagonalBound{diagonals: weigh(NewDiagonals(p.Board, start, goal, Ahead(p.Board, start, goal)))}
}

// Ahead returns whether columns and rows are to be flipped, so that men gain from start to
// goal.
func Ahead(board *positions.Board, start, goal positions.Bits) (flipped [2]bool) {
	x, y := 0, 0 // what the men gain
	for c := range positions.Cell(board.Len()) {
		at := board.Point(c)
		if start.Has(c) {
			x, y = x-at.X, y-at.Y
		}
		if goal.Has(c) {
			x, y = x+at.X, y+at.Y
		}
	}
	return [2]bool{x < 0, y < 0}
}

// HasDiagonals reports whether hops of a puzzle are short, counted and on a square with
// eight directions.
func HasDiagonals(p *puzzles.Puzzle) bool {
	return p.Count.EachHop() && p.Jumps == positions.Short && p.Board.Shape() == positions.Square && p.Board.Directions() == 8
}

// NewDiagonals prepares the diagonals of a square. Columns and rows are counted from the
// other side if they are flipped.
func NewDiagonals(board *positions.Board, from, to positions.Bits, flipped [2]bool) *Diagonals {
	far := board.Size() - 1
	d := &Diagonals{N: 2*far + 1, known: map[diagonalOf][]uint8{}, Board: board, from: from, to: to, flipped: flipped}
	for c := range positions.Cell(board.Len()) {
		at := board.Point(c)
		if flipped[0] {
			at.X = far - at.X
		}
		if flipped[1] {
			at.Y = far - at.Y
		}
		on := at.X - at.Y + far
		d.Of[c], d.Place[c], d.Advance[c] = uint8(on), 1<<min(at.X, at.Y), int16(at.X+at.Y)
		d.Cells[on] |= d.Place[c]
		if from.Has(c) {
			d.Start[on] |= d.Place[c]
		}
		if to.Has(c) {
			d.Goal[on] |= d.Place[c]
			d.rows += at.X + at.Y
		}
	}
	return d
}

// Share makes d work out losses together with o, so that none is worked out twice. They are
// not for workers at once.
func (d *Diagonals) Share(o *Diagonals) { d.known = o.known }

// Reversed returns the diagonals of the reversed game: from the goal to the start, counted
// from the opposite corner. A hop and its reversal, there, lose the same.
func (d *Diagonals) Reversed() *Diagonals {
	r := NewDiagonals(d.Board, d.to, d.from, [2]bool{!d.flipped[0], !d.flipped[1]})
	r.Share(d)
	return r
}

// lossesOf returns the losses of a diagonal by weight, see [diagonalLosses].
func (d *Diagonals) lossesOf(on, weight int) []uint8 {
	of := diagonalOf{d.Cells[on], d.Goal[on], weight, false}
	if d.known[of] == nil {
		d.known[of] = diagonalLosses(of.cells, of.goal, of.weight)
	}
	return d.known[of]
}

// relaxedLossesOf returns the losses of a diagonal's components by weight.
func (d *Diagonals) relaxedLossesOf(on, weight int) []uint8 {
	of := diagonalOf{d.Cells[on], d.Goal[on], weight, true}
	if d.known[of] == nil {
		d.known[of] = d.Components(on).losses(of.goal, of.weight)
	}
	return d.known[of]
}

// weigh chooses among weights that are the same on both sides of the diagonal of a1, so
// that mirror images have the same bound, and works out the losses.
func weigh(of *Diagonals) *diagonals {
	d, far := &diagonals{Diagonals: of}, of.N/2
	said := make([][mostWeight + 1]int, far+1) // of the start, by distance and weight
	for on := range d.N {
		if d.Start[on] == d.Goal[on] {
			continue // nothing is lost
		}
		for w := range mostWeight + 1 {
			said[max(on-far, far-on)][w] += int(d.lossesOf(on, w)[d.Start[on]])
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
		for on := range d.N {
			d.losses[i][on] = d.lossesOf(on, weights[max(on-far, far-on)])
		}
	}
	return d
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

// What hops along a diagonal lose, but for jumps ahead.
const lostAhead, lostBack, lostJumpingBack = 2, 6, 8

// diagonalLosses returns for each set of men on a diagonal with the given cells the least
// that is lost on the way to the goal's, where a man who comes or leaves is charged the
// weight.
func diagonalLosses(cells, goal uint32, weight int) []uint8 {
	return leastLosses(1<<bits.Len32(cells), goal, func(set uint32, lose func(from uint32, lost int)) {
		for todo := cells; todo != 0; todo &= todo - 1 {
			cell := todo & -todo
			lose(set^cell, weight)
			if set&cell == 0 {
				continue
			}
			// Whoever stands here came from a free cell behind or ahead.
			without := set &^ cell
			for _, hop := range [...]struct {
				from, over uint32
				lost       int
			}{{cell >> 1, 0, lostAhead}, {cell << 1, 0, lostBack}, {cell >> 2, cell >> 1, 0}, {cell << 2, cell << 1, lostJumpingBack}} {
				if hop.from&cells != 0 && set&hop.from == 0 && set&hop.over == hop.over {
					lose(without|hop.from, hop.lost)
				}
			}
		}
	})
}

// leastLosses returns for each of so many states the least that is lost on the way from it
// to the goal: Dijkstra's algorithm from the goal, with a bucket for each loss (Dial 1969).
// before says from which states one hop leads to a state, and what it loses.
func leastLosses(states int, goal uint32, before func(state uint32, lose func(from uint32, lost int))) []uint8 {
	const none = 255 // more than 16 men who leave and 16 who come are charged
	out := slices.Repeat([]uint8{none}, states)
	var buckets [none][]uint32
	out[goal], buckets[0] = 0, []uint32{goal}
	for loss := range buckets {
		for i := 0; i < len(buckets[loss]); i++ {
			state := buckets[loss][i]
			if int(out[state]) < loss {
				continue
			}
			before(state, func(from uint32, lost int) {
				if lost += loss; lost < int(out[from]) {
					out[from] = uint8(lost)
					buckets[lost] = append(buckets[lost], from)
				}
			})
		}
	}
	return out
}

// LoadMen sets the position by the list of its men.
func (b *DiagonalBound) LoadMen(men []uint8) {
	b.sets = [mostDiagonals]uint32{}
	rows := b.rows
	for _, c := range men {
		b.sets[b.Of[c]] |= b.Place[c]
		rows -= int(b.Advance[c])
	}
	for i := range b.Weights {
		b.sums[i] = rows
		for on, losses := range b.losses[i][:b.N] {
			b.sums[i] += int(losses[b.sets[on]])
		}
	}
}

// Rest bounds the rows that are to be gained and lost from the loaded position on.
func (b *DiagonalBound) Rest() int { return max(0, slices.Max(b.sums[:len(b.Weights)])) }

// RestAfter returns Rest of the successor by move m.
func (b *DiagonalBound) RestAfter(m positions.Move) int {
	from, to := b.Of[m.From], b.Of[m.To]
	left, came := b.sets[from]^b.Place[m.From], b.sets[to]^b.Place[m.To]
	if from == to {
		left ^= b.Place[m.To]
		came = left
	}
	gained := int(b.Advance[m.To] - b.Advance[m.From])
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
