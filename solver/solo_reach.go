package solver

import (
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/halma-solve/halma-solve/positions"
)

// pegReach is a peg game laid out for looking at very many positions: sets of
// positions are bitmaps. A position stays in its Reiss class, so the parities of
// the class give the men on some cells, the pivots, once the others are known.
// With the pivots as the highest bits of a word the rest of the word is an exact
// index, without gaps and without hashing:
//
//	pivots │ all other cells
//	 4 bits│ 29 bits (english)      2²⁹ bits = 64 MiB a set
//
// A set holds canonical positions only, so at most an eighth of its bits is used
// in symmetric puzzles; in return looking one up is one load from memory.
// Positions of different numbers of men have different indices, so one set holds
// all layers of a search.
type pegReach struct {
	cells, free int      // cells, and those that are no pivots
	place       []uint8  // bit of a cell
	full        uint64   // all cells
	class       uint64   // the pivots of the class with all other cells empty
	pivots      []uint64 // by bit: the pivots that a man on it changes
	pivotOf     [positions.MaxDrawn / 8][256]uint64
	maps        int
	image       [8][positions.MaxDrawn / 8][256]uint64
	forward     []reachJump
	backward    []reachJump
	by          [positions.MaxDrawn][]reachJump // forward, by the bit of the man
	start       uint64
	goals       []uint64
}

// reachJump changes the cells of mask where they hold cond. delta are the images
// of mask.
type reachJump struct {
	mask, cond uint64
	delta      [8]uint64
	to         uint8 // the bit of the cell where the man is then
}

func newPegReach(g *pegGame) *pegReach {
	r := &pegReach{cells: g.cells, maps: len(g.maps)}
	r.layOut(g.puzzle.Board)
	lay := func(p uint64) uint64 {
		var out uint64
		for ; p != 0; p &= p - 1 {
			out |= 1 << r.place[bits.TrailingZeros64(p)]
		}
		return out
	}
	r.full, r.start = lay(g.full), lay(g.start)
	for _, p := range g.goals {
		r.goals = append(r.goals, lay(p))
	}
	for v, m := range g.maps {
		for c := range g.cells {
			at := r.place[c]
			for low := range 256 {
				if low>>(at&7)&1 != 0 {
					r.image[v][at>>3][low] |= 1 << r.place[m[c]]
				}
			}
		}
	}
	for _, j := range g.jumps {
		mask, before := lay(j.mask), lay(j.before)
		delta := r.views(mask)
		r.forward = append(r.forward, reachJump{mask, before, delta, r.place[j.to]})
		r.backward = append(r.backward, reachJump{mask, mask ^ before, delta, r.place[j.from]})
		r.by[r.place[j.from]] = append(r.by[r.place[j.from]], r.forward[len(r.forward)-1])
	}
	for i := range r.pivotOf {
		for low := range 256 {
			for at := range 8 {
				if low>>at&1 != 0 && 8*i+at < r.free {
					r.pivotOf[i][low] ^= r.pivots[8*i+at]
				}
			}
		}
	}
	r.class = r.position(r.start&(1<<r.free-1)) ^ r.start
	return r
}

// layOut chooses the pivots: cells whose parities are linearly independent, as
// many as there are (4, fewer on narrow boards), by Gaussian elimination. Then
// the parities of any other cell are a sum of theirs.
func (r *pegReach) layOut(b *positions.Board) {
	r.place = make([]uint8, r.cells)
	parities := make([]uint8, r.cells)
	var basis []uint8
	var chosen []int
	span := map[uint8]uint64{0: 0} // which pivots, by number, add up to a parity
	for c := range r.cells {
		parities[c] = positions.ReissClass(b, positions.BitsOf(positions.Cell(c)))
		if _, ok := span[parities[c]]; ok {
			continue
		}
		for known, which := range maps.Clone(span) {
			span[known^parities[c]] = which | 1<<len(basis)
		}
		basis = append(basis, parities[c])
		chosen = append(chosen, c)
	}
	r.free = r.cells - len(basis)
	at, pivot := 0, 0
	for c := range r.cells {
		if pivot < len(chosen) && chosen[pivot] == c {
			r.place[c] = uint8(r.free + pivot)
			pivot++
			continue
		}
		r.place[c] = uint8(at)
		r.pivots = append(r.pivots, span[parities[c]]<<r.free)
		at++
	}
}

// position returns the position of an index.
func (r *pegReach) position(index uint64) uint64 {
	p := index ^ r.class
	for i, rest := 0, index; rest != 0; i, rest = i+1, rest>>8 {
		p ^= r.pivotOf[i][rest&255]
	}
	return p
}

// views returns the images of a position under the symmetries of the puzzle.
func (r *pegReach) views(p uint64) (out [8]uint64) {
	for v := range r.maps {
		t := &r.image[v]
		for i, rest := 0, p; rest != 0; i, rest = i+1, rest>>8 {
			out[v] ^= t[i&7][rest&255]
		}
	}
	return out
}

// canonicalOf returns the least image of a position.
func (r *pegReach) canonicalOf(p uint64) uint64 {
	v := r.views(p)
	least := v[0]
	for _, image := range v[1:r.maps] {
		least = min(least, image)
	}
	return least
}

// natural returns a position with its cells in the order of the board.
func (r *pegReach) natural(p uint64) uint64 {
	var out uint64
	for c, at := range r.place {
		out |= p >> at & 1 << c
	}
	return out
}

// reachParts is the number of parts of a set. The top bits of an index choose the
// part: on the english cross 256 KiB of bits each.
const reachParts = 256

// reachSet is a set of positions by index, for many writers. Workers collect
// positions for a part and look them up together under its lock: then the part is
// in the processor's cache and its pages are known, where single look-ups in
// 64 MiB wait for memory each time (measured 2026-11: five times slower).
type reachSet struct {
	bits  []uint64
	shift uint // of an index to its part
	locks [reachParts]sync.Mutex
}

// newSet returns an empty set of positions of r, or errMemory if it takes more
// than is left of the budget.
func (r *pegReach) newSet(budget *int64) (*reachSet, error) {
	if r.free > 40 || int64(1)<<r.free/8 > *budget {
		return nil, fmt.Errorf("%w: a set of 2^%d positions does not fit", errMemory, r.free)
	}
	s := &reachSet{bits: make([]uint64, max(1<<r.free/64, 1)), shift: uint(max(r.free-8, 0))}
	*budget -= s.bytes()
	return s, nil
}

func (s *reachSet) bytes() int64 { return 8 * int64(len(s.bits)) }

// sieve is what a set does with the positions that are put to it.
type sieve struct {
	set    *reachSet
	remove bool // take out what is there, else put in what is not; either passes it on
}

// pass puts one position to a sieve, from one goroutine.
func (v sieve) pass(i uint64) bool {
	w, bit := &v.set.bits[i>>6], uint64(1)<<(i&63)
	if *w&bit != 0 != v.remove {
		return false
	}
	*w ^= bit
	return true
}

// reachBatch is how many positions go through a sieve at once.
const reachBatch = 256

// sifter is a worker's end of a sieve.
type sifter struct {
	sieve
	index   uint64 // mask of the index
	batches [reachParts][]uint64
	out     []uint64 // what has passed
}

func (r *pegReach) newSifter(v sieve) *sifter {
	s := &sifter{sieve: v, index: 1<<r.free - 1}
	for i := range s.batches {
		s.batches[i] = make([]uint64, 0, reachBatch)
	}
	return s
}

func (s *sifter) put(p uint64) {
	part := p & s.index >> s.set.shift & (reachParts - 1)
	s.batches[part] = append(s.batches[part], p)
	if len(s.batches[part]) == reachBatch {
		s.flush(int(part))
	}
}

func (s *sifter) flush(part int) {
	lock := &s.set.locks[part]
	lock.Lock()
	for _, p := range s.batches[part] {
		if s.pass(p & s.index) {
			s.out = append(s.out, p)
		}
	}
	lock.Unlock()
	s.batches[part] = s.batches[part][:0]
}

// reachChunk is how many positions a worker takes at once.
const reachChunk = 2048

// sift puts all positions that one jump makes of those of a layer, in canonical
// form, to a sieve and returns what passes. stuck, if not nil, is called with the
// positions that have no jump, from all workers at once.
func (r *pegReach) sift(run *run, layer []uint64, jumps []reachJump, through sieve, stuck func(uint64)) ([]uint64, error) {
	return r.inParts(run, layer, through, func(p uint64, s *sifter) {
		v := r.views(p)
		moved := false
		for i := range jumps {
			j := &jumps[i]
			if p&j.mask == j.cond {
				moved = true
				s.put(r.least(&v, &j.delta))
			}
		}
		if stuck != nil && !moved {
			stuck(p)
		}
	})
}

// siftMoves is sift for moves: chains of jumps of one man.
func (r *pegReach) siftMoves(run *run, layer []uint64, through sieve) ([]uint64, error) {
	return r.inParts(run, layer, through, func(p uint64, s *sifter) {
		v := r.views(p)
		for m := p; m != 0; m &= m - 1 {
			r.follow(&v, uint8(bits.TrailingZeros64(m)), s)
		}
	})
}

// follow puts everything that the man on a bit can make by a chain to a sieve.
func (r *pegReach) follow(v *[8]uint64, at uint8, s *sifter) {
	for i := range r.by[at] {
		j := &r.by[at][i]
		if v[0]&j.mask != j.cond {
			continue
		}
		s.put(r.least(v, &j.delta))
		after := v[0] ^ j.mask
		for k := range r.by[j.to] {
			if after&r.by[j.to][k].mask == r.by[j.to][k].cond {
				next := *v
				for k := range next {
					next[k] ^= j.delta[k]
				}
				r.follow(&next, j.to, s)
				break
			}
		}
	}
}

// least returns the least image of a position that differs from one with the
// views v in the cells of delta.
func (r *pegReach) least(v, delta *[8]uint64) uint64 {
	least := v[0] ^ delta[0]
	for k := 1; k < r.maps; k++ {
		least = min(least, v[k&7]^delta[k&7])
	}
	return least
}

// inParts lets all workers expand positions of a layer and joins what passes.
func (r *pegReach) inParts(run *run, layer []uint64, through sieve, expand func(uint64, *sifter)) ([]uint64, error) {
	var next atomic.Int64
	parts := make([][]uint64, run.workers)
	err := parallel(run.workers, func(n int) error {
		s := r.newSifter(through)
		defer func() { parts[n] = s.out }()
		for {
			from := int(next.Add(reachChunk)) - reachChunk
			if from >= len(layer) {
				for part := range s.batches {
					s.flush(part)
				}
				return nil
			}
			if err := run.stop(); err != nil {
				return err
			}
			chunk := layer[from:min(from+reachChunk, len(layer))]
			for _, p := range chunk {
				expand(p, s)
			}
			run.expanded.Add(int64(len(chunk)))
			run.done.Add(int64(len(chunk)))
		}
	})
	return slices.Concat(parts...), err
}

// ends puts positions, made canonical, to a sieve, if they are in the class of
// the start, and returns what passes.
func (r *pegReach) ends(through sieve, all ...uint64) []uint64 {
	var out []uint64
	for _, p := range all {
		c := r.canonicalOf(p)
		if i := c & (1<<r.free - 1); r.position(i) == c && through.pass(i) {
			out = append(out, c)
		}
	}
	return out
}
