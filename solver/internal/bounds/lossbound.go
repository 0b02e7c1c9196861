package bounds

import (
	"math/bits"
	"slices"
)

// LossBound bounds what is lost from a position on as [DiagonalBound] does, with the
// weights that say most of just this position, and weights that need not be the same on
// both sides. They are few numbers in a row, and each is bound to the two before it:
//
//	w(d) + w(d−1) ≤ 3, w(d) + w(d−2) ≤ 2; four apart, no two weights are too much.
//
// So the best ones are found by dynamic programming along the diagonals (Viterbi 1967),
// and when a few diagonals next to each other change, from what holds before and after
// them. Mirror images have the same bound: whatever weights suit one, their mirror image
// suits the other.
//
// A relaxed one is of the game in which jumps along a diagonal that lose nothing can be
// taken back without loss, too, and asks for components in place of sets of men. No hop is
// charged more than it loses there, either: the proof is that of DiagonalBound, with a graph
// of components.
//
// A LossBound belongs to one worker.
type LossBound struct {
	*Diagonals
	losses [mostDiagonals][]ByWeight // by set or component

	Sets [mostDiagonals]uint32 // of the position asked: its men on each diagonal, or their component
	// of the loaded position: the most that the diagonals before one lose, and those from
	// it on, for each pair of weights before it
	before, from [mostDiagonals + 1]byWeights
	known        bool // before of the loaded position is worked out
}

// ByWeight is what is lost on a diagonal by its weight.
type ByWeight [mostWeight + 1]uint8

// byWeights has a number for each pair of weights of a diagonal and the one before it:
// at 3 times that of the diagonal plus the other.
type byWeights [(mostWeight + 1) * (mostWeight + 1)]int16

const never = -1 << 14 // for pairs of weights that no list has; less than anything is lost

// NewLossBound returns the bound for these diagonals.
func NewLossBound(d *Diagonals) *LossBound { return newLossBound(d, (*Diagonals).lossesOf) }

// NewRelaxedBound returns the relaxed bound for these diagonals.
func NewRelaxedBound(d *Diagonals) *LossBound { return newLossBound(d, (*Diagonals).relaxedLossesOf) }

func newLossBound(d *Diagonals, lossesOf func(d *Diagonals, on, weight int) []uint8) *LossBound {
	b := &LossBound{Diagonals: d}
	for on := range d.N {
		for w := range mostWeight + 1 {
			losses := lossesOf(d, on, w)
			if w == 0 {
				b.losses[on] = make([]ByWeight, len(losses))
			}
			for set, lost := range losses {
				b.losses[on][set][w] = lost
			}
		}
	}
	return b
}

// Copy returns one for another worker.
func (b *LossBound) Copy() *LossBound {
	c := *b
	return &c
}

// charged returns what is lost on a diagonal, by its weight.
func (b *LossBound) charged(on int) [mostWeight + 1]int16 {
	by := &b.losses[on][b.Sets[on]]
	return [...]int16{int16(by[0]), int16(by[1]), int16(by[2])}
}

// passed returns what is lost before the diagonal after one, from what is before it.
func passed(before *byWeights, here [mostWeight + 1]int16) byWeights {
	at := before
	if here == ([mostWeight + 1]int16{}) { // the weight 0 leaves most to the others
		return byWeights{
			max(at[0], at[1], at[2]), max(at[3], at[4], at[5]), max(at[6], at[7], at[8]),
			never, never, never, never, never, never,
		}
	}
	return byWeights{
		max(at[0], at[1], at[2]) + here[0], max(at[3], at[4], at[5]) + here[0], max(at[6], at[7], at[8]) + here[0],
		max(at[0], at[1]) + here[1], max(at[3], at[4]) + here[1], max(at[6], at[7]) + here[1],
		at[0] + here[2], at[3] + here[2], never,
	}
}

// Load makes the position with these men, or components, on each diagonal the loaded one.
func (b *LossBound) Load(sets *[mostDiagonals]uint32) {
	b.Sets, b.known = *sets, false
	b.from[b.N] = byWeights{}
	for on := b.N - 1; on >= 0; on-- {
		here, then := b.charged(on), &b.from[on+1]
		if here == ([mostWeight + 1]int16{}) { // the weight 0 leaves most to the others
			for p := range 3 {
				b.from[on][3*p], b.from[on][3*p+1], b.from[on][3*p+2] = then[p], then[p], then[p]
			}
			continue
		}
		for p := range 3 {
			a, c, e := here[0]+then[p], here[1]+then[3+p], here[2]+then[min(6+p, 7)]
			if p == 2 {
				e = never // 2 after 2
			}
			b.from[on][3*p], b.from[on][3*p+1], b.from[on][3*p+2] = max(a, c, e), max(a, c), a
		}
	}
}

// Change is what a diagonal of the loaded position has in place of what it had.
type Change struct {
	On int
	To uint32 // its men, or component
}

// After returns Loss of the loaded position with some changes.
func (b *LossBound) After(changes []Change) int {
	if !b.known {
		b.follow()
	}
	var before [4]uint32 // of each diagonal
	low, high := b.N, 0
	for i, c := range changes {
		before[i], b.Sets[c.On] = b.Sets[c.On], c.To
		low, high = min(low, c.On), max(high, c.On)
	}
	loss := b.changed(low, high)
	for i, c := range slices.Backward(changes) {
		b.Sets[c.On] = before[i]
	}
	return loss
}

// follow works out what is before each diagonal of the loaded position.
func (b *LossBound) follow() {
	b.known = true
	for i := range b.before[0] {
		b.before[0][i] = never
	}
	b.before[0][0] = 0 // no weights before the first
	for on := range b.N {
		b.before[on+1] = passed(&b.before[on], b.charged(on))
	}
}

// Loss returns the least that is lost from the loaded position on.
func (b *LossBound) Loss() int { return int(b.from[0][0]) }

// Weights returns weights by which so much is lost from the loaded position on.
func (b *LossBound) Weights() (weights [mostDiagonals]uint8) {
	p, q := 0, 0
	for on := range b.N {
		here := b.charged(on)
		best := 0
		for w := 1; w <= mostWeight && w+p <= 3 && w+q <= 2; w++ {
			if here[w]+b.from[on+1][3*w+p] > here[best]+b.from[on+1][3*best+p] {
				best = w
			}
		}
		weights[on] = uint8(best)
		p, q = best, p
	}
	return weights
}

// By returns what is lost on a diagonal with such a set and weight.
func (b *LossBound) By(on int, weight uint8, set uint32) int { return int(b.losses[on][set][weight]) }

// Losses returns what is lost on a diagonal by set, or component.
func (b *LossBound) Losses(on int) []ByWeight { return b.losses[on] }

// changed returns Loss of the position that Sets has now, which differs from the loaded one
// on diagonals low … high at most.
func (b *LossBound) changed(low, high int) int {
	at := b.before[low]
	for on := low; on <= high; on++ {
		at = passed(&at, b.charged(on))
	}
	most := int16(never)
	for i, then := range b.from[high+1] {
		most = max(most, at[i]+then)
	}
	return int(most)
}

// ComponentsOf returns the components of each diagonal's sets.
func (d *Diagonals) ComponentsOf(sets *[mostDiagonals]uint32) (components [mostDiagonals]uint32) {
	for on := range d.N {
		components[on] = uint32(d.Components(on).Of[sets[on]])
	}
	return components
}

// Components returns those of the sets of men on a diagonal.
func (d *Diagonals) Components(on int) *Components { return ComponentsOf(bits.Len32(d.Cells[on])) }

// SetsOf returns the men of a list on each diagonal.
func (d *Diagonals) SetsOf(men []uint8) (sets [mostDiagonals]uint32) {
	for _, c := range men {
		sets[d.Of[c]] |= d.Place[c]
	}
	return sets
}

// Rows returns what the men gain from start to goal.
func (d *Diagonals) Rows() int {
	rows := d.rows
	for on, set := range d.Start[:d.N] {
		rows -= bits.OnesCount32(set) * max(on-d.N/2, d.N/2-on)
		for ; set != 0; set &= set - 1 {
			rows -= 2 * bits.TrailingZeros32(set)
		}
	}
	return rows
}
