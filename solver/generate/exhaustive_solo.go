package generate

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"sort"
	"sync"

	"github.com/halma-solve/halma-solve/positions"
)

// Arrangements of solo that can be won, up to the symmetries that keep the goal, by
// the number of men:
//
//	1 man on a hole of the goal ── jumps backwards ──→ 2 men ──→ … ──→ n men
//
// Every jump forwards takes one man, so the winnable arrangements of k+1 men are
// just those from which a jump leads to a winnable one of k. The least number of
// moves of each is one more than that of the best position after one move, which
// has fewer men: all are known by then.

// crosses has the least image of a set of up to 64 holes, a byte at a time.
type crosses struct {
	images [][8][256]uint64 // by symmetry, place of the byte, and byte
}

func newCrosses(maps []positions.Permutation) *crosses {
	c := &crosses{images: make([][8][256]uint64, len(maps))}
	for i, m := range maps {
		for place := range 8 {
			for value := range 256 {
				for bit := range 8 {
					if cell := 8*place + bit; value>>bit&1 == 1 && cell < len(m) {
						c.images[i][place][value] |= 1 << m[cell]
					}
				}
			}
		}
	}
	return c
}

// least returns the least image.
func (c *crosses) least(men uint64) uint64 {
	out := men
	for i := range c.images {
		var image uint64
		table := &c.images[i]
		for place, rest := 0, men; rest != 0; place, rest = place+1, rest>>8 {
			image |= table[place][rest&0xff]
		}
		out = min(out, image)
	}
	return out
}

// winnable are arrangements of one number of men in order, with the least numbers
// of moves.
type winnable struct {
	men   []uint64
	moves []uint8
}

// of returns the least number of moves of an arrangement, false if it is not there.
func (l *winnable) of(men uint64) (int, bool) {
	i := sort.Search(len(l.men), func(i int) bool { return l.men[i] >= men })
	if i == len(l.men) || l.men[i] != men {
		return 0, false
	}
	return int(l.moves[i]), true
}

// pegJump is a jump by its bits.
type pegJump struct {
	from, to  positions.Cell
	over, all uint64 // all three holes
}

// enumerateSolo lists the arrangements of the men that are asked for.
func enumerateSolo(ctx context.Context, o *Options, workers int, tell teller) (*enumeration, error) {
	b := o.Game.Board
	one := *o.Game
	one.Goals = nil
	c := newCrosses(imagesOnce(&one))
	var jumps []pegJump
	for _, j := range positions.PegJumps(b) {
		jumps = append(jumps, pegJump{j.From, j.To, 1 << j.Over, 1<<j.From | 1<<j.Over | 1<<j.To})
	}
	var first []uint64
	for _, cell := range o.Game.Goal.Cells() {
		first = append(first, c.least(1<<cell))
	}
	slices.Sort(first)
	first = slices.Compact(first)
	levels := []*winnable{nil, {first, make([]uint8, len(first))}}
	total := len(first)
	for n := 2; n <= o.Men; n++ {
		tell("arrangements of %d of %d men", n, o.Men)
		men, err := c.before(ctx, levels[n-1].men, jumps, mostPegs-total, workers)
		if err != nil {
			return nil, err
		}
		if total += len(men); total > mostPegs {
			return nil, fmt.Errorf("%w: more than %d arrangements of up to %d men of the %s can be won; %d men fit", ErrSpace, mostPegs, n, b, n-1)
		}
		level := &winnable{men, make([]uint8, len(men))}
		err = inChunks(ctx, len(men), workers, func(from, to int) {
			for i := from; i < to; i++ {
				level.moves[i] = uint8(c.shortest(men[i], n, levels, jumps))
			}
		})
		if err != nil {
			return nil, err
		}
		levels = append(levels, level)
	}
	return o.listSolo(levels[o.Men])
}

// listSolo takes from the arrangements those that are asked for. A mask may allow
// some images of an arrangement only, so all are looked at.
func (o *Options) listSolo(level *winnable) (*enumeration, error) {
	one := *o.Game
	one.Goals = nil
	maps := imagesOnce(&one)
	e := &enumeration{goals: [][]positions.Bits{{o.Game.Goal}}}
	most := 0
	for i, men := range level.men {
		start, ok := o.allowed(positions.Bits{men}, maps)
		if !ok {
			continue
		}
		moves := int(level.moves[i])
		if moves > most {
			if most = moves; o.MaxMoves == 0 {
				e.list = e.list[:0]
			}
		}
		if !o.wants(moves, most) {
			continue
		}
		if err := e.add(listed{start, 0, int32(moves)}); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// allowed returns the least image of an arrangement that the mask and Symmetric
// allow.
func (o *Options) allowed(men positions.Bits, maps []positions.Permutation) (least positions.Bits, ok bool) {
	for _, m := range maps {
		image := m.Apply(men)
		if image.AndNot(o.masked()) == (positions.Bits{}) && o.symmetricEnough(image) && (!ok || image.Less(least)) {
			least, ok = image, true
		}
	}
	return least, ok
}

// before lists the arrangements from which a jump leads to one of a list, in
// order. It stops when there are more than most.
func (c *crosses) before(ctx context.Context, men []uint64, jumps []pegJump, most, workers int) ([]uint64, error) {
	var all []uint64
	var mu sync.Mutex
	err := inChunks(ctx, len(men), workers, func(from, to int) {
		var out []uint64
		for _, men := range men[from:to] {
			for _, j := range jumps {
				if men&j.all == 1<<j.to {
					out = append(out, c.least(men^j.all))
				}
			}
		}
		slices.Sort(out)
		out = slices.Compact(out)
		mu.Lock()
		defer mu.Unlock()
		if len(all) <= most {
			all = merged(all, out)
		}
	})
	return all, err
}

// merged is the union of two lists in order.
func merged(a, b []uint64) []uint64 {
	out := make([]uint64, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			out, a = append(out, a[0]), a[1:]
		case a[0] > b[0]:
			out, b = append(out, b[0]), b[1:]
		default:
			out, a, b = append(out, a[0]), a[1:], b[1:]
		}
	}
	return append(append(out, a...), b...)
}

// shortest is the least number of moves of a winnable arrangement of n men, from
// those of fewer.
func (c *crosses) shortest(men uint64, n int, levels []*winnable, jumps []pegJump) int {
	best := n // one more than the number of jumps
	var chain func(men uint64, cell positions.Cell, left int)
	chain = func(men uint64, cell positions.Cell, left int) {
		for _, j := range jumps {
			if j.from != cell || men&j.all != 1<<j.from|j.over {
				continue
			}
			next := men ^ j.all
			if moves, ok := levels[left-1].of(c.least(next)); ok {
				best = min(best, moves+1)
			}
			if left > 2 {
				chain(next, j.to, left-1)
			}
		}
	}
	for rest := men; rest != 0; rest &= rest - 1 {
		chain(men, positions.Cell(bits.TrailingZeros64(rest)), n)
	}
	return best
}

// chunk is how many arrangements a worker takes at a time.
const chunk = 1 << 15

// inChunks calls f for all parts of 0 to n.
func inChunks(ctx context.Context, n, workers int, f func(from, to int)) error {
	return inParts(ctx, uint64(n), chunk, workers, func() func(from, to uint64) error {
		return func(from, to uint64) error {
			f(int(from), int(to))
			return nil
		}
	})
}
