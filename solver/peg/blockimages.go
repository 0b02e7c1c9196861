package peg

import (
	"math/bits"
	"slices"
	"sync/atomic"

	"github.com/halma-solve/halma-solve/positions"
)

// blockImages are the symmetries of a puzzle as blocks see them. A symmetry takes all
// positions of a block to those of one other block, its image. Numbers and bits are sums
// (exclusive ors) over the men, and what stands on the pivots is, but for a constant, a
// sum over the others: so the image of bit x is bit Ax ⊕ f, where A depends on the
// symmetry alone and f on the parity of the rim, too.
//
// Of blocks that are images of each other the one of the least number is the leader. A
// sweep that begins with a symmetric set makes what leaders hold, and copies it: the image
// of a jump is a jump, so what comes of the set is symmetric, too.
type blockImages struct {
	all     []blockImage // without the identity; with it a group
	inverse []int        // of each, which takes it back
	copies  []imageCopy  // makes all images of a block, each of one that is made already
}

// blockImage is a symmetry.
type blockImage struct {
	number [3][2048]uint32 // of the image of a block, by 11 bits of its number
	linear []exchange      // A
	flip   [16]uint        // f, by the parity of the rim
}

// imageCopy makes the image of a block under the symmetry "to", by the symmetry "by", of
// its image under "from", or of the block itself if that is −1.
type imageCopy struct{ to, from, by int }

// exchange is a step of a linear map of bits: in each word of a block those of a mask change
// places with those so many places higher, in the word whose number differs by swap.
type exchange struct {
	masks      []uint64 // by word
	turn, swap int
}

// compileImages returns those of some symmetries, which are a group, that take blocks to
// blocks of the same weight: they keep the rim and the weights.
func (b *blockLayout) compileImages(maps []positions.Permutation, rim []bool, weights []int) (out blockImages) {
	var kept []positions.Permutation
	out.all = make([]blockImage, 0, len(maps))
	for _, m := range maps {
		if m.IsIdentity() || !b.keepsClass(m) {
			continue
		}
		keeps := true
		for c, to := range m {
			keeps = keeps && rim[c] == rim[to] && weights[c] == weights[to]
		}
		if keeps {
			kept = append(kept, m)
			out.all = append(out.all, b.compileImage(newNumbering(m)))
		}
	}
	out.plan(kept)
	return out
}

// keepsClass reports whether the class of an image follows from that of a set, and a
// symmetry keeps the class of the layout.
func (b *blockLayout) keepsClass(m positions.Permutation) bool {
	images := map[uint8]uint8{0: 0}
	for c, to := range m {
		for class := range uint8(16) {
			image, known := images[class]
			if !known {
				continue
			}
			with, imageWith := class^b.parities[c], image^b.parities[to]
			if other, known := images[with]; known && other != imageWith {
				return false
			}
			images[with] = imageWith
		}
	}
	return images[b.class] == b.class
}

func (b *blockLayout) compileImage(image numbering) (out blockImage) {
	for part := range out.number {
		for low := uint32(1); low < 2048; low++ {
			rest := low & (low - 1)
			out.number[part][low] = out.number[part][rest]
			if at := bits.TrailingZeros32(low) + 11*part; at < len(b.core) {
				out.number[part][low] ^= uint32(b.addressOf(image.of(1<<b.core[at])) >> b.stride)
			}
		}
	}
	inBlock := uint64(1)<<b.stride - 1
	columns := make([]uint, b.stride) // of A
	for i := range columns {
		columns[i] = 1 << i
		if men, ok := b.rimMen(1<<i, 0); ok { // else no position has this bit
			columns[i] = uint(b.addressOf(image.of(men)) & inBlock)
		}
	}
	out.linear = exchanges(columns, b.words)
	for parity, men := range b.pivot {
		out.flip[parity] = uint(b.addressOf(image.of(men)) & inBlock)
	}
	return out
}

// exchanges returns steps that take bit x of a block of so many words to bit Ax, column i
// of A being the image of bit 1<<i. Row by row some digit becomes what the row says, the
// sum of the digits in it: that digit, which is in no row before, and others. At last
// all digits go to their places. (A row of one digit takes no step, and most are such.)
func exchanges(columns []uint, words int) (steps []exchange) {
	rows := make([]uint, len(columns))
	for i, column := range columns {
		for ; column != 0; column &= column - 1 {
			rows[bits.TrailingZeros(column)] |= 1 << i
		}
	}
	order := make([]int, len(rows))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return bits.OnesCount(rows[i]) - bits.OnesCount(rows[j]) })
	digit, used := make([]int, len(rows)), uint(0) // of each row; of all that are done
	for n, i := range order {
		at := bits.TrailingZeros(rows[i] &^ used)
		if (rows[i]&^used)>>i&1 != 0 {
			at = i
		}
		digit[i] = at
		used |= 1 << at
		if others := rows[i] &^ (1 << at); others != 0 {
			steps = append(steps, exchangeOf(at, others, 1<<at, words))
			for _, later := range order[n+1:] {
				if rows[later]>>at&1 != 0 {
					rows[later] ^= others
				}
			}
		}
	}
	for i := range digit {
		if from := digit[i]; from != i {
			steps = append(steps, exchangeOf(i, 1<<from, 1<<from|1<<i, words))
			digit[slices.Index(digit, i)], digit[i] = from, i
		}
	}
	return steps
}

// exchangeOf returns the step in which numbers without bit at, but with an odd number of
// some others, change places with those that differ from them by change.
func exchangeOf(at int, others, change uint, words int) exchange {
	step := exchange{masks: make([]uint64, words), swap: int(change >> 6)}
	for bit := range min(6, bits.Len(change)) {
		switch {
		case change>>bit&1 == 0:
		case bit == at:
			step.turn += 1 << bit
		default:
			step.turn -= 1 << bit
		}
	}
	for x := range uint(words) << 6 {
		if x>>at&1 == 0 && bits.OnesCount(x&others)&1 == 1 {
			step.masks[x>>6] |= 1 << (x & 63)
		}
	}
	return step
}

// plan fills in what is known of the group: inverses, and as copies a cheapest spanning
// tree, by Prim.
func (s *blockImages) plan(maps []positions.Permutation) {
	// then reports whether a map after another one does what a third does.
	then := func(first, second positions.Permutation, both func(c int) positions.Cell) bool {
		for c, to := range first {
			if second[to] != both(c) {
				return false
			}
		}
		return true
	}
	self := func(c int) positions.Cell { return positions.Cell(c) }
	for _, m := range maps {
		s.inverse = append(s.inverse, slices.IndexFunc(maps, func(back positions.Permutation) bool { return then(m, back, self) }))
	}
	made := []int{-1}
	for len(made) <= len(maps) {
		best, cost := imageCopy{}, 1<<30
		for _, from := range made {
			for to, image := range maps {
				if slices.Contains(made, to) {
					continue
				}
				by := to
				if from >= 0 {
					by = slices.IndexFunc(maps, func(m positions.Permutation) bool {
						return then(maps[from], m, func(c int) positions.Cell { return image[c] })
					})
				}
				if n := len(s.all[by].linear); n < cost {
					best, cost = imageCopy{to, from, by}, n
				}
			}
		}
		made = append(made, best.to)
		s.copies = append(s.copies, best)
	}
}

// leads reports whether a block has the least number of its images.
func (s *blockImages) leads(block uint32) bool {
	for i := range s.all {
		if s.all[i].of(block) < block {
			return false
		}
	}
	return true
}

// of returns the number of a block's image.
func (m *blockImage) of(block uint32) uint32 {
	return m.number[0][block&2047] ^ m.number[1][block>>11&2047] ^ m.number[2][block>>22]
}

// copyToImages writes what a block of a group holds to all its images. A word of each is read first, so
// that all are on their way from memory before one is written to: else each write waits for its own
// (the sweep for the central game, one worker, 2026-11: 215 ms, and 155 so).
func (b *blockLayout) copyToImages(set blockSet, block uint32, group int) {
	var places [mostMaps]int // of the block, and from 1 on of its images
	var numbers [mostMaps]uint32
	numbers[0], places[0] = block, b.place(block, group)
	for i := range b.images.all {
		numbers[i+1] = b.images.all[i].of(block)
		places[i+1] = b.place(numbers[i+1], group)
	}
	for _, at := range places[1 : len(b.images.all)+1] {
		atomic.LoadUint64(&set[at*b.words])
	}
	none := empty(b.at(set, places[0]))
	for _, c := range b.images.copies {
		to := b.at(set, places[c.to+1])
		if none {
			clear(to)
			continue
		}
		copy(to, b.at(set, places[c.from+1]))
		b.images.all[c.by].move(to, b.rimParity(numbers[c.from+1]))
	}
}

// move makes the content of a block, whose rim has a parity, that of its image.
func (m *blockImage) move(block []uint64, parity uint8) {
	for i := range m.linear {
		e := &m.linear[i]
		if e.swap == 0 {
			for at := 0; at < len(block); at += 8 {
				b, masks := (*[8]uint64)(block[at:]), (*[8]uint64)(e.masks[at:])
				for k, w := range b {
					d := (w ^ bits.RotateLeft64(w, -e.turn)) & masks[k]
					b[k] = w ^ d ^ bits.RotateLeft64(d, e.turn)
				}
			}
			continue
		}
		for k, mask := range e.masks {
			if mask != 0 {
				one, other := &block[k], &block[k^e.swap]
				d := (*one ^ bits.RotateLeft64(*other, -e.turn)) & mask
				*one ^= d
				*other ^= bits.RotateLeft64(d, e.turn)
			}
		}
	}
	flip := m.flip[parity&15]
	if high := int(flip >> 6); high != 0 {
		for k := range block {
			if l := k ^ high; k < l {
				block[k], block[l] = block[l], block[k]
			}
		}
	}
	for low := flip & 63; low != 0; low &= low - 1 {
		at := bits.TrailingZeros(low)
		size, mask := 1<<at, lowerHalves[at]
		for k, w := range block {
			block[k] = w&mask<<size | w>>size&mask
		}
	}
}

// lowerHalves has for n < 6 the numbers from 0 to 63 without bit n.
var lowerHalves = [6]uint64{
	0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f,
	0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff,
}
