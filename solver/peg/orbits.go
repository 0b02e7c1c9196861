package peg

import (
	"math/bits"
	"sync"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/solver/internal/parallel"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// orbitCounter counts positions of sets up to the symmetries of a puzzle. Sets
// have to be symmetric: with a position they have its images. Then the number of
// classes of positions that symmetries take into each other is, by Burnside's
// lemma, the mean over the symmetries of the number of positions that one leaves
// as they are. Under the identity these are all; of the others, which leave few
// positions, each is looked up.
type orbitCounter struct {
	blocks *blockLayout
	maps   []positions.Permutation
	men    int            // on a full board
	byMen  [16][][]uint64 // masks by the parity of the rim and the number of its men
	listed []uint64       // what fixed visits, once all has asked for it
}

func newOrbitCounter(g *game, b *blockLayout) *orbitCounter {
	c := &orbitCounter{blocks: b, maps: g.maps, men: g.cells}
	rim := g.cells - len(b.core)
	for parity := range c.byMen {
		c.byMen[parity] = make([][]uint64, rim+1)
		for bit := range uint(1) << b.stride {
			men, ok := b.rimMen(bit, uint8(parity))
			if !ok {
				continue
			}
			masks := &c.byMen[parity][bits.OnesCount64(men)]
			if *masks == nil {
				*masks = make([]uint64, b.words)
			}
			blockSet(*masks).add(uint64(bit))
		}
	}
	return c
}

// fixed calls visit with the index and the number of men of every position that a
// symmetry leaves as it is, once for each of them but the identity. Such positions
// are unions of its cycles; each follows from the one before by a change of one
// cycle (Gray code).
func (c *orbitCounter) fixed(visit func(index uint64, men int)) {
	b := c.blocks
	for _, m := range c.maps {
		if m.IsIdentity() {
			continue
		}
		cycles := cyclesOf(m)
		addresses, classes := make([]uint64, len(cycles)), make([]uint8, len(cycles))
		for i, cycle := range cycles {
			addresses[i], classes[i] = b.addressOf(cycle), b.classOf(cycle)
		}
		p, address, class := uint64(0), uint64(0), uint8(0)
		for n := uint64(1); ; n++ {
			if class == b.class {
				visit(b.indexOf(address), bits.OnesCount64(p))
			}
			i := bits.TrailingZeros64(n)
			if i >= len(cycles) {
				break
			}
			p ^= cycles[i]
			address ^= addresses[i]
			class ^= classes[i]
		}
	}
}

// cyclesOf returns the cycles of a permutation of at most 64 cells as sets.
func cyclesOf(m positions.Permutation) (cycles []uint64) {
	for seen, at := uint64(0), 0; at < len(m); at++ {
		cycle := uint64(0)
		for x := positions.Cell(at); (seen|cycle)>>x&1 == 0; x = m[x] {
			cycle |= 1 << x
		}
		if cycle != 0 {
			cycles = append(cycles, cycle)
			seen |= cycle
		}
	}
	return cycles
}

// byNumber returns how many positions of a set there are with each number of men,
// up to symmetry.
func (c *orbitCounter) byNumber(run *session.Run, set blockSet) ([]int64, error) {
	return c.byNumberOf(run, &aliveFilter{blocks: c.blocks, set: set})
}

// byNumberOf is byNumber of what is alive.
func (c *orbitCounter) byNumberOf(run *session.Run, a *aliveFilter) ([]int64, error) {
	sums := make([]int64, c.men+1)
	twice, err := c.plain(run, a.set, 0, a.twice)
	if err != nil {
		return nil, err
	}
	once, err := c.plain(run, a.set, a.twice, len(a.set)/c.blocks.words)
	for men := range sums {
		sums[men] = once[men] + twice[men] + twice[c.men-men]
	}
	c.fixed(func(index uint64, men int) {
		if a.has(index) {
			sums[men]++
		}
	})
	for i := range sums {
		sums[i] /= int64(len(c.maps))
	}
	return sums, err
}

// plain returns how many positions of the blocks between two places there are with
// each number of men.
func (c *orbitCounter) plain(run *session.Run, set blockSet, begin, end int) ([]int64, error) {
	sums := make([]int64, c.men+1)
	var mu sync.Mutex
	b := c.blocks
	err := parallel.InParts(run.Workers, end-begin, 1<<14, func(from, to int) error {
		from, to = begin+from, begin+to
		part := make([]int64, len(sums))
		for i, block := range b.order[from:to] {
			in := b.at(set, from+i)
			if empty(in) {
				continue
			}
			core := bits.OnesCount32(block)
			for men, masks := range c.byMen[b.rimParity(block)] {
				for i, m := range masks {
					part[core+men] += int64(bits.OnesCount64(in[i] & m))
				}
			}
		}
		mu.Lock()
		defer mu.Unlock()
		for men, n := range part {
			sums[men] += n
		}
		return run.Stop()
	})
	return sums, err
}

// all returns how many positions a set of so many has, up to symmetry.
func (c *orbitCounter) all(set blockSet, size int64) int64 {
	if c.listed == nil {
		c.fixed(func(index uint64, _ int) { c.listed = append(c.listed, index) })
	}
	for _, index := range c.listed {
		if set.has(index) {
			size++
		}
	}
	return size / int64(len(c.maps))
}
