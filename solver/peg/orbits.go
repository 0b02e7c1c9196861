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
// positions, there is a list.
type orbitCounter struct {
	blocks *blockLayout
	maps   int64
	men    int // on a full board
	fixed  []fixedPosition
	byMen  [16][][]uint64 // masks by the parity of the rim and the number of its men
}

// fixedPosition is a position that a symmetry leaves as it is, once for each of
// them but the identity.
type fixedPosition struct {
	index uint64
	men   int
}

func newOrbitCounter(g *game, b *blockLayout) *orbitCounter {
	c := &orbitCounter{blocks: b, maps: int64(len(g.maps)), men: g.cells}
	for _, m := range g.maps {
		if !m.IsIdentity() {
			c.fix(m)
		}
	}
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

// fix lists the positions that a symmetry leaves as they are: unions of its
// cycles. Each follows from the one before by a change of one cycle (Gray code).
func (c *orbitCounter) fix(m []positions.Cell) {
	b := c.blocks
	var cycles []uint64
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
	addresses, classes := make([]uint64, len(cycles)), make([]uint8, len(cycles))
	for i, cycle := range cycles {
		addresses[i], classes[i] = b.addressOf(cycle), b.classOf(cycle)
	}
	p, address, class := uint64(0), uint64(0), uint8(0)
	for n := uint64(0); ; {
		if class == b.class {
			c.fixed = append(c.fixed, fixedPosition{b.indexOf(address), bits.OnesCount64(p)})
		}
		n++
		i := bits.TrailingZeros64(n)
		if i >= len(cycles) {
			return
		}
		p ^= cycles[i]
		address ^= addresses[i]
		class ^= classes[i]
	}
}

// byNumber returns how many positions of a set there are with each number of men,
// up to symmetry.
func (c *orbitCounter) byNumber(run *session.Run, set blockSet) ([]int64, error) {
	sums := make([]int64, c.men+1)
	var mu sync.Mutex
	b := c.blocks
	err := parallel.InParts(run.Workers, len(b.order), 1<<14, func(from, to int) error {
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
	for _, f := range c.fixed {
		if set.has(f.index) {
			sums[f.men]++
		}
	}
	for i := range sums {
		sums[i] /= c.maps
	}
	return sums, err
}

// all returns how many positions a set of so many has, up to symmetry.
func (c *orbitCounter) all(set blockSet, size int64) int64 {
	for _, f := range c.fixed {
		if set.has(f.index) {
			size++
		}
	}
	return size / c.maps
}
