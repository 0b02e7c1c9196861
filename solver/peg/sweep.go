package peg

import (
	"math/bits"

	"github.com/halma-solve/halma-solve/solver/internal/parallel"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// sweepChunk is how many blocks a worker takes at once.
const sweepChunk = 1 << 9

// reach adds to a set everything that jumps make of its positions. The set is symmetric:
// with a position it has its images under the symmetries of the puzzle, and so has what
// comes of it.
//
// A block is finished when all blocks that jumps lead from to it are: they are
// heavier, or lighter on the way up. So blocks of one weight do not depend on each
// other. Each is written by one worker alone, together with its images, and nobody else
// looks at these until all of the weight are done; the result does not depend on the
// number of workers.
func (b *blockLayout) reach(run *session.Run, set blockSet, jumps *blockJumps) error {
	first, last := b.sweepOf(jumps)
	return b.reachIn(run, set, jumps, first, last)
}

// reachIn is reach in the groups from first to last.
func (b *blockLayout) reachIn(run *session.Run, set blockSet, jumps *blockJumps, first, last int) error {
	return b.inOrder(run, first, last, func(group, from, to int) {
		for i, block := range b.order[from:to] {
			if !b.images.leads(block) {
				continue
			}
			out := b.at(set, from+i)
			parity := b.rimParity(block)
			b.fetch(set, out, block, group, parity, jumps)
			if !empty(out) { // one in six is, in the central game
				jumps.close(out, nil, parity)
				b.copyToImages(set, block, group)
			}
		}
	})
}

// retain takes out of a set all but seeds and what jumps make of the seeds by way
// of positions of the set; both are symmetric. Seeds that are not in the set count for
// nothing. It needs no second set: what is done holds the result, what is to do the old
// set.
func (b *blockLayout) retain(run *session.Run, set blockSet, seeds []uint64, jumps *blockJumps) error {
	first, last := b.sweepOf(jumps)
	return b.retainIn(run, set, seeds, jumps, first, last)
}

// retainIn is retain in the groups from first to last.
func (b *blockLayout) retainIn(run *session.Run, set blockSet, seeds []uint64, jumps *blockJumps, first, last int) error {
	starts := make(map[uint32]blockSet) // by block
	for _, p := range seeds {
		if b.holds(set, p) {
			address := b.addressOf(p)
			block := uint32(address >> b.stride)
			if starts[block] == nil {
				starts[block] = make(blockSet, b.words)
			}
			starts[block].add(address & (1<<b.stride - 1))
		}
	}
	return b.inOrder(run, first, last, func(group, from, to int) {
		out := make([]uint64, b.words)
		for i, block := range b.order[from:to] {
			in := b.at(set, from+i)
			if !b.images.leads(block) || empty(in) {
				continue
			}
			clear(out)
			copy(out, starts[block])
			parity := b.rimParity(block)
			b.fetch(set, out, block, group, parity, jumps)
			for i, w := range in {
				out[i] &= w
			}
			jumps.close(out, in, parity)
			copy(in, out)
			b.copyToImages(set, block, group)
		}
	})
}

// sweepOf returns the groups that a sweep by jumps begins and ends with.
func (b *blockLayout) sweepOf(jumps *blockJumps) (first, last int) {
	if jumps == &b.up {
		return len(b.ends) - 1, 0
	}
	return 0, len(b.ends) - 1
}

// inOrder calls do for the groups of blocks from first to last in turn, upwards if
// last is the less, in parts of order, on all workers.
func (b *blockLayout) inOrder(run *session.Run, first, last int, do func(group, from, to int)) error {
	step := 1
	if last < first {
		step = -1
	}
	for group := first; group != last+step; group += step {
		begin := 0
		if group > 0 {
			begin = b.ends[group-1]
		}
		size := b.ends[group] - begin
		workers := min(run.Workers, size/sweepChunk+1)
		err := parallel.InParts(workers, size, sweepChunk, func(from, to int) error {
			do(group, begin+from, begin+to)
			return run.Stop()
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func empty(block []uint64) bool {
	for ; len(block) >= 8; block = block[8:] {
		b := (*[8]uint64)(block)
		if b[0]|b[1]|b[2]|b[3]|b[4]|b[5]|b[6]|b[7] != 0 {
			return false
		}
	}
	return true
}

// fetch adds to out, the content of a block, what jumps bring from other blocks.
func (b *blockLayout) fetch(set blockSet, out []uint64, block uint32, group int, parity uint8, jumps *blockJumps) {
	for i := range jumps.core {
		batch := &jumps.core[i]
		from := lookUp(&batch.into, block)
		for at := 0; at < len(out); at += 8 {
			o := (*[8]uint64)(out[at:])
			o0, o1, o2, o3, o4, o5, o6, o7 := o[0], o[1], o[2], o[3], o[4], o[5], o[6], o[7]
			for m := from; m != 0; m &= m - 1 {
				j := &batch.jumps[bits.TrailingZeros64(m)]
				i := (*[8]uint64)(set[b.place(block^j.core, group-j.lighter)*b.words+at:])
				o0 |= i[0]
				o1 |= i[1]
				o2 |= i[2]
				o3 |= i[3]
				o4 |= i[4]
				o5 |= i[5]
				o6 |= i[6]
				o7 |= i[7]
			}
			o[0], o[1], o[2], o[3], o[4], o[5], o[6], o[7] = o0, o1, o2, o3, o4, o5, o6, o7
		}
	}
	for i := range jumps.mixed {
		batch := &jumps.mixed[i]
		for m := lookUp(&batch.into, block); m != 0; m &= m - 1 {
			j := &batch.jumps[bits.TrailingZeros64(m)]
			j.move(out, b.at(set, b.place(block^j.core, group-j.lighter)), parity^j.parity)
		}
	}
}

// close adds to the content of a block what jumps within the rim make of it, if
// within is not nil only what is there.
func (jumps *blockJumps) close(y, within []uint64, parity uint8) {
	if !jumps.repeat && within == nil {
		for i := range jumps.rim {
			j := &jumps.rim[i]
			j.move(y, y, parity)
		}
		return
	}
	for again := len(jumps.rim) > 0; again; {
		again = false
		for i := range jumps.rim {
			j := &jumps.rim[i]
			for k, m := range j.masks[parity] {
				if m == 0 {
					continue
				}
				to := k ^ j.swap
				more := bits.RotateLeft64(y[k]&m, j.turn) &^ y[to]
				if within != nil {
					more &= within[to]
				}
				again = again || more != 0 && jumps.repeat
				y[to] |= more
			}
		}
	}
}
