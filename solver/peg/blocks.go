package peg

import (
	"fmt"
	"maps"
	"math/bits"
	"slices"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// blockLayout lays out all positions of one Reiss class as bits, so that a jump
// moves many positions at once, and a set of positions is a bitmap without gaps
// and without hashing.
//
// The cells are cut in two (rimOf): the rim, on whose cells nobody is jumped but
// by men of the rim, and the core. On the english cross the rim are the three
// outer cells of each arm. The men of the core are the number of a block, those of
// the rim that of a bit in it. The parities of the class give the men on some
// cells, the pivots, once all others are known. Those of the rim have no bit; those
// of the core leave gaps between the numbers of blocks:
//
//	core    │ rim without pivots
//	21 bits │ 9 bits    english: 2²⁰ blocks of 2⁹ bits, 64 MiB a set
//	21 bits │ 12 bits   french:  2²¹ blocks of 2¹² bits, 1 GiB a set
//
// A jump of core men takes a block as a whole to another; one that begins or ends
// in the rim takes the bits of a mask; one within the rim stays in the block.
//
// Every block has a weight, the sum of weights of its core men, and every jump
// down to another block leads to a lighter one (coreWeights). So one sweep over
// the blocks by falling weight finds all that can be reached from any set, and one
// by rising weight all from which it can be reached (sweep.go). A set holds
// the blocks in this order, those of one weight by number: then whatever a run of
// neighbours needs are runs of neighbours again (measured 2026-11: with the blocks
// in the order of their numbers a sweep takes twice as long).
//
// This is how dense sets are searched; what is sparse is better off with tables.
type blockLayout struct {
	class     uint8   // of all positions laid out
	rim, core []uint8 // cells by their bit in a block, in a block's number
	stride    uint    // an address is block<<stride | bit
	words     int     // of a block
	parities  []uint8 // Reiss classes of the cells
	addresses [positions.MaxDrawn / 8][256]uint64
	classes   [positions.MaxDrawn / 8][256]uint8
	parity    [3][2048]uint8 // of a block's core, by 11 bits of its number
	pivot     [16]uint64     // the pivots of the rim that make up a parity
	inRim     [16]bool       // whether any do

	order    []uint32        // blocks by falling weight; those of one weight by number
	ends     []int           // where in order a group, the blocks of one weight, ends
	weights  [3][2048]uint16 // of a block's core, by 11 bits of its number
	starts   []uint32        // by group and the upper bits of a number: the first place of such blocks
	places   [2048]uint32    // by the low 11 bits: how far behind the first
	down, up blockJumps
	images   blockImages
}

// blockSet is a set of positions: the words of all blocks by their slots.
type blockSet []uint64

// leastRim is the least stride, mostRim the greatest: blocks of 8 and 64 words. mostCore is how many
// bits the number of a block has.
const (
	leastRim = 9
	mostRim  = 12
	mostCore = 32
)

// newBlockLayout lays out the class of a position of a puzzle, or returns ErrMemory
// if so many sets take more than budget.
func newBlockLayout(g *game, p uint64, sets, budget int64) (*blockLayout, error) {
	return layOutBlocks(g, p, sets, budget, mostRim)
}

// layOutBlocks is newBlockLayout with a rim of at most so many cells that are no
// pivots.
func layOutBlocks(g *game, p uint64, sets, budget int64, mostRim int) (*blockLayout, error) {
	b := &blockLayout{}
	board := g.puzzle.Board
	for c := range g.cells {
		b.parities = append(b.parities, positions.ReissClass(board, positions.BitsOf(positions.Cell(c))))
	}
	jumps := positions.PegJumps(board)
	rim := rimOf(jumps, b.parities, mostRim)
	tooLarge := fmt.Errorf("%w: sets of %d cells do not fit", session.ErrMemory, g.cells)
	if len(rim)-sizeOf(rim) > mostCore {
		return nil, tooLarge
	}
	corePivots := b.layOut(rim)
	b.class = b.classOf(p)
	if (sets*int64(8*b.words)+4)<<(len(b.core)-corePivots) > budget {
		return nil, tooLarge
	}
	weights := coreWeights(rim, jumps)
	b.arrange(weights)
	b.down, b.up = b.compile(jumps, weights, true), b.compile(jumps, weights, false)
	b.images = b.compileImages(g.maps, rim, weights)
	return b, nil
}

// bytes returns the size of a set.
func (b *blockLayout) bytes() int64 { return int64(8*b.words) * int64(len(b.order)) }

func (b *blockLayout) newSet() blockSet { return cache.HugeZeros[uint64](b.words * len(b.order)) }

// group returns the group of a block: by how much it is lighter than the heaviest.
func (b *blockLayout) group(block uint32) int {
	return len(b.ends) - 1 - int(b.weights[0][block&2047]+b.weights[1][block>>11&2047]+b.weights[2][block>>22])
}

// place returns the place in order of a block of a group.
func (b *blockLayout) place(block uint32, group int) int {
	return int(b.starts[int(block>>11)*len(b.ends)+group] + b.places[block&2047])
}

// at returns a block of a set by its place.
func (b *blockLayout) at(set blockSet, place int) []uint64 { return set[place*b.words:][:b.words] }

// rimOf chooses the rim. It is closed: with a cell it has the ends of all jumps
// over that cell. The smallest closed sets are added one by one as long as the
// rim is not too large and the core can be weighed.
func rimOf(jumps []positions.PegJump, parities []uint8, mostRim int) []bool {
	var closed [][]bool
	for c := range parities {
		in := make([]bool, len(parities))
		in[c] = true
		for grown := true; grown; {
			grown = false
			for _, j := range jumps { // each is listed from both ends
				if in[j.Over] && !in[j.To] {
					in[j.To], grown = true, true
				}
			}
		}
		closed = append(closed, in)
	}
	slices.SortStableFunc(closed, func(a, b []bool) int { return sizeOf(a) - sizeOf(b) })
	rim := make([]bool, len(parities))
	for _, more := range closed {
		wider := slices.Clone(rim)
		for c, in := range more {
			wider[c] = wider[c] || in
		}
		if sizeOf(wider)-len(independent(nil, wider, parities)) <= mostRim && coreWeights(wider, jumps) != nil {
			rim = wider
		}
	}
	return rim
}

// sizeOf returns the number of cells in a set.
func sizeOf(set []bool) (n int) {
	for _, in := range set {
		if in {
			n++
		}
	}
	return n
}

// independent adds to cells of independent parities the first ones of a set that
// are independent of these and of each other.
func independent(cells []uint8, of []bool, parities []uint8) []uint8 {
	sums := map[uint8]bool{0: true}
	add := func(c uint8) {
		for _, sum := range slices.Sorted(maps.Keys(sums)) {
			sums[sum^parities[c]] = true
		}
	}
	for _, c := range cells {
		add(c)
	}
	for c, in := range of {
		if in && !sums[parities[c]] {
			cells = append(cells, uint8(c))
			add(uint8(c))
		}
	}
	return cells
}

// layOut numbers the cells and returns the number of pivots in the core.
func (b *blockLayout) layOut(rim []bool) int {
	all := slices.Repeat([]bool{true}, len(rim))
	inRim := independent(nil, rim, b.parities)
	pivots := independent(inRim, all, b.parities)
	for c, in := range rim {
		switch {
		case !in:
			b.core = append(b.core, uint8(c))
		case !slices.Contains(inRim, uint8(c)):
			b.rim = append(b.rim, uint8(c))
		}
	}
	b.stride = uint(max(len(b.rim), leastRim))
	b.words = 1 << (b.stride - 6)
	for at, c := range b.rim {
		addByte(&b.addresses, c, 1<<at)
	}
	for at, c := range b.core {
		addByte(&b.addresses, c, 1<<at<<b.stride)
		for low := range 2048 {
			b.parity[at/11][low] ^= uint8(low>>(at%11)&1) * b.parities[c]
		}
	}
	for c, parity := range b.parities {
		addByte(&b.classes, uint8(c), parity)
	}
	for which := range uint(1) << len(inRim) {
		var cells uint64
		for i, c := range inRim {
			cells |= uint64(which>>i&1) << c
		}
		parity := b.classOf(cells)
		b.pivot[parity], b.inRim[parity] = cells, true
	}
	return len(pivots) - len(inRim)
}

// addByte adds v to the entries of all bytes that have a man on a cell.
func addByte[V uint8 | uint64](t *[positions.MaxDrawn / 8][256]V, c uint8, v V) {
	for low := range 256 {
		if low>>(c&7)&1 != 0 {
			t[c>>3][low] ^= v
		}
	}
}

// ofBytes adds up the entries of a position. They are linear: that of a sum (an
// exclusive or) of positions is the sum of theirs.
func ofBytes[V uint8 | uint64](t *[positions.MaxDrawn / 8][256]V, p uint64) (v V) {
	for i := 0; p != 0; i, p = i+1, p>>8 {
		v ^= t[i&7][p&255]
	}
	return v
}

// addressOf returns the address of a position of the class.
func (b *blockLayout) addressOf(p uint64) uint64 { return ofBytes(&b.addresses, p) }

// indexOf returns the bit of a set that stands for an address.
func (b *blockLayout) indexOf(address uint64) uint64 {
	block := uint32(address >> b.stride)
	return uint64(b.place(block, b.group(block)))<<b.stride | address&(1<<b.stride-1)
}

func (b *blockLayout) classOf(p uint64) uint8 { return ofBytes(&b.classes, p) }

// coreMen returns the men of a block's core.
func (b *blockLayout) coreMen(block uint32) (p uint64) {
	for m := block; m != 0; m &= m - 1 {
		p |= 1 << b.core[bits.TrailingZeros32(m)]
	}
	return p
}

// rimParity returns the parity of the rim's men in a block.
func (b *blockLayout) rimParity(block uint32) uint8 {
	return (b.class ^ b.parity[0][block&2047] ^ b.parity[1][block>>11&2047] ^ b.parity[2][block>>22]) & 15
}

// rimMen returns the men of the rim for a bit of a block, whose rim has a parity.
// It is false if there are none.
func (b *blockLayout) rimMen(bit uint, parity uint8) (p uint64, ok bool) {
	for m := bit; m != 0; m &= m - 1 {
		at := bits.TrailingZeros(m)
		if at >= len(b.rim) {
			return 0, false
		}
		p |= 1 << b.rim[at]
	}
	parity ^= b.classOf(p)
	return p | b.pivot[parity], b.inRim[parity]
}

// has reports whether an index is in a set.
func (s blockSet) has(index uint64) bool {
	return s[index>>6]>>(index&63)&1 != 0
}

func (s blockSet) add(index uint64) { s[index>>6] |= 1 << (index & 63) }

// holds reports whether a position is in a set, add puts one there.
func (b *blockLayout) holds(set blockSet, p uint64) bool {
	return b.classOf(p) == b.class && set.has(b.indexOf(b.addressOf(p)))
}

func (b *blockLayout) add(set blockSet, p uint64) { set.add(b.indexOf(b.addressOf(p))) }
