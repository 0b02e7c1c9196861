package peg

import (
	"math/bits"
	"slices"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
)

// blockJump is a jump as blocks see it. A block that has just the men of want on
// the core cells of core comes, by this jump, from the block that differs from it
// by core.
type blockJump struct {
	core, want uint32
	parity     uint8 // of core
	lighter    int   // by how many groups the block is behind the one that it comes from
	// Of the positions those of a mask go along, from a word of a block to the one
	// whose number differs by swap, rotated by turn. There is a mask for each word
	// and each parity of the rim that the jump begins with. nil: all go along.
	masks    [][]uint64
	swap     int
	turn     int
	from, to uint8 // cells of the moving man
}

// blockJumps are all jumps in a direction of time: down takes men off, up is down
// taken back.
type blockJumps struct {
	core  []jumpBatch // jumps on no cell of the rim
	mixed []jumpBatch
	rim   []blockJump // on cells of the rim alone, so within a block
	// repeat says that a jump of rim may make one possible that comes before it.
	repeat bool
}

// widest returns by how many groups a jump leads on at the most.
func (jumps *blockJumps) widest() (n int) {
	for _, batches := range [][]jumpBatch{jumps.core, jumps.mixed} {
		for _, b := range batches {
			for _, j := range b.jumps {
				n = max(n, j.lighter)
			}
		}
	}
	return n
}

// jumpBatch is up to 64 jumps with tables that tell which of them lead to a block
// and which lead away from it: those whose bits are set in the entries of all three
// parts of its number.
type jumpBatch struct {
	jumps      []blockJump
	into, away [3][2048]uint64
}

func (b *blockLayout) compile(jumps []positions.PegJump, weights []int, down bool) (out blockJumps) {
	var inRim []jump
	var core, mixed []blockJump
	men := make([]uint64, 1<<len(b.rim)) // of the rim, by bit, if its parity is 0
	for bit := range men {
		men[bit], _ = b.rimMen(uint(bit), 0)
	}
	for _, j := range jumps {
		from, over, to := uint64(1)<<j.From, uint64(1)<<j.Over, uint64(1)<<j.To
		p := jump{mask: from | over | to, before: from | over, from: uint8(j.From), to: uint8(j.To)}
		if !down {
			p = jump{mask: p.mask, before: to, from: p.to, to: p.from}
		}
		c := b.compileJump(p, weights, men)
		switch {
		case c.masks == nil:
			core = append(core, c)
		case c.core != 0:
			mixed = append(mixed, c)
		default:
			for _, earlier := range append(inRim, p) {
				both := p.mask & earlier.mask
				out.repeat = out.repeat || both != 0 && (p.mask^p.before^earlier.before)&both == 0
			}
			inRim = append(inRim, p)
			out.rim = append(out.rim, c)
		}
	}
	out.core, out.mixed = inBatches(core), inBatches(mixed)
	return out
}

func inBatches(jumps []blockJump) (out []jumpBatch) {
	for batch := range slices.Chunk(jumps, 64) {
		b := jumpBatch{jumps: batch}
		for part := range b.into {
			into, away := &b.into[part], &b.away[part]
			into[0] = ^uint64(0) >> (64 - len(batch))
			away[0] = into[0]
			for at := range 11 { // the entries of lower bits alone are made
				var full, empty uint64 // jumps that lead to blocks with the cell so
				for i, j := range batch {
					full |= uint64(j.core&j.want>>(11*part+at)&1) << i
					empty |= uint64(j.core&^j.want>>(11*part+at)&1) << i
				}
				for low := range 1 << at {
					into[1<<at|low], away[1<<at|low] = into[low]&^empty, away[low]&^full
					into[low], away[low] = into[low]&^full, away[low]&^empty
				}
			}
		}
		out = append(out, b)
	}
	return out
}

// lookUp returns the jumps of a batch, by their bits, that lead to or away from a
// block.
func lookUp(t *[3][2048]uint64, block uint32) uint64 {
	return t[0][block&2047] & t[1][block>>11&2047] & t[2][block>>22]
}

func (b *blockLayout) compileJump(j jump, weights []int, inRim []uint64) blockJump {
	c := blockJump{from: j.from, to: j.to}
	for at, cell := range b.core {
		if j.mask>>cell&1 != 0 {
			c.core |= 1 << at
			if j.before>>cell&1 != 0 {
				c.lighter += weights[cell]
			} else {
				c.want |= 1 << at
				c.lighter -= weights[cell]
			}
			c.parity ^= b.parities[cell]
		}
	}
	rim := j.mask &^ b.coreMen(c.core)
	if rim == 0 {
		return c
	}
	for at, cell := range b.rim {
		switch {
		case rim>>cell&1 == 0:
		case at >= 6:
			c.swap |= 1 << (at - 6)
		case j.before>>cell&1 == 0:
			c.turn += 1 << at
		default:
			c.turn -= 1 << at
		}
	}
	c.masks = make([][]uint64, 16)
	for parity := range c.masks {
		mask := make(blockSet, b.words)
		if b.inRim[parity] {
			before := (j.before ^ b.pivot[parity]) & rim
			for bit, men := range inRim {
				if men&rim == before {
					mask.add(uint64(bit))
				}
			}
		}
		c.masks[parity] = mask
	}
	return c
}

// move adds to out what the jump makes of the positions in, of a block whose rim
// has a parity. in and out may be the same block.
func (j *blockJump) move(out, in []uint64, parity uint8) {
	switch {
	case j.masks == nil:
		for k := 0; k < len(out); k += 8 {
			o, i := (*[8]uint64)(out[k:]), (*[8]uint64)(in[k:])
			o[0] |= i[0]
			o[1] |= i[1]
			o[2] |= i[2]
			o[3] |= i[3]
			o[4] |= i[4]
			o[5] |= i[5]
			o[6] |= i[6]
			o[7] |= i[7]
		}
	case j.swap == 0:
		mask := j.masks[parity&15]
		for k := 0; k < len(out); k += 8 {
			o, i, m := (*[8]uint64)(out[k:]), (*[8]uint64)(in[k:]), (*[8]uint64)(mask[k:])
			o[0] |= bits.RotateLeft64(i[0]&m[0], j.turn)
			o[1] |= bits.RotateLeft64(i[1]&m[1], j.turn)
			o[2] |= bits.RotateLeft64(i[2]&m[2], j.turn)
			o[3] |= bits.RotateLeft64(i[3]&m[3], j.turn)
			o[4] |= bits.RotateLeft64(i[4]&m[4], j.turn)
			o[5] |= bits.RotateLeft64(i[5]&m[5], j.turn)
			o[6] |= bits.RotateLeft64(i[6]&m[6], j.turn)
			o[7] |= bits.RotateLeft64(i[7]&m[7], j.turn)
		}
	default:
		for k, m := range j.masks[parity&15] {
			if m != 0 {
				out[k^j.swap] |= bits.RotateLeft64(in[k]&m, j.turn)
			}
		}
	}
}

// coreWeights returns weights of the cells, 0 on the rim, such that every jump
// down that is not within the rim makes the men lighter; nil if there are none.
//
// A closed rim leaves these jumps, r in the rim and x, y, z in the core:
//
//	x over y to z    w(x)+w(y) > w(z)
//	r over y to z         w(y) > w(z)
//	x over y to r    w(x)+w(y) > 0
//	r over y to r'        w(y) > 0
//
// Let a cell's level be the length of the longest chain of cells y, z, … of which
// the second line demands that each be lighter than the one before, if there is no
// cycle, and m the highest level. Then level+m+1 does: in the first line the left
// side is 2m+2 at the least, the right side 2m+1 at the most.
func coreWeights(rim []bool, jumps []positions.PegJump) []int {
	weights := make([]int, len(rim))
	most := 0
	for raised := true; raised; {
		raised = false
		for _, j := range jumps {
			if rim[j.From] && !rim[j.Over] && !rim[j.To] && weights[j.Over] <= weights[j.To] {
				weights[j.Over] = weights[j.To] + 1
				most = max(most, weights[j.Over])
				raised = true
			}
		}
		if most > len(rim) {
			return nil
		}
	}
	for c := range weights {
		weights[c] += most + 1
		if rim[c] {
			weights[c] = 0
		}
	}
	return weights
}

// arrange puts the blocks that have positions of the class in order. The place of
// a block is that of the first one with its weight and its upper bits and, from
// there, the number of those with low bits that are less, of the same weight and
// the same kind of parity.
func (b *blockLayout) arrange(weights []int) {
	heaviest := 0
	for at, c := range b.core {
		heaviest += weights[c]
		for low := range 2048 {
			b.weights[at/11][low] += uint16(low >> (at % 11) & 1 * weights[c])
		}
	}
	lows := make([][16][]uint32, heaviest+1) // low bits by their weight and the kind of their parity
	for low := range uint32(1) << min(len(b.core), 11) {
		list := &lows[b.weights[0][low]][b.parityKind(b.class^b.parity[0][low])]
		b.places[low] = uint32(len(*list))
		*list = append(*list, low)
	}
	uppers := make([]struct{ weight, kind int }, 1<<(max(len(b.core), 11)-11))
	total := 0
	for upper := range uppers {
		u := &uppers[upper]
		u.weight = int(b.weights[1][upper&2047] + b.weights[2][upper>>11])
		u.kind = int(b.parityKind(b.parity[1][upper&2047] ^ b.parity[2][upper>>11]))
		for _, byKind := range lows {
			total += len(byKind[u.kind])
		}
	}
	groups := heaviest + 1
	order := cache.HugeZeros[uint32](total)[:0]
	b.ends, b.starts = make([]int, groups), make([]uint32, len(uppers)*groups)
	for group := range groups {
		for upper, u := range uppers {
			b.starts[upper*groups+group] = uint32(len(order))
			if weight := heaviest - group - u.weight; weight >= 0 {
				for _, low := range lows[weight][u.kind] {
					order = append(order, uint32(upper)<<11|low)
				}
			}
		}
		b.ends[group] = len(order)
	}
	b.order = order
}

// parityKind returns the least parity that differs from a parity by one that pivots of the
// rim make up. A block has positions if the parities of the rest of its core and of its
// low bits, with the class, are of the same kind: then the rim can make up for both.
func (b *blockLayout) parityKind(parity uint8) uint8 {
	for kind := range uint8(16) {
		if b.inRim[parity^kind] {
			return kind
		}
	}
	return parity
}
