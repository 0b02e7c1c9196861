package contest

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/halma-solve/halma-solve/positions"
)

// sizes are the numbers of men of each set.
type sizes [MaxSets]uint8

func sizesOf(p Position) sizes {
	var s sizes
	for i, set := range p.Men {
		s[i] = uint8(set.Len())
	}
	return s
}

// between lists all numbers of men from the least to the most, those of the last set
// changing first.
func between(least, most sizes) []sizes {
	list := []sizes{{}}
	for i := range most {
		var more []sizes
		for _, s := range list {
			for s[i] = least[i]; s[i] <= most[i]; s[i]++ {
				more = append(more, s)
			}
		}
		list = more
	}
	return list
}

// numbering numbers the positions of a level without gaps: a block for each
// division of the men into sets, within it the first set by its rank among all cells,
// the next by its rank among those that are left, and so on, and last the side to
// move.
type numbering struct {
	cells  int
	sides  uint64 // 1 if the side to move makes no difference or follows from the men, else 2
	blocks []block
	codes  uint64
}

// errNumbers is the error about armies with too many positions.
var errNumbers = refuse("men", "that are more positions than can be numbered")

type block struct {
	men     sizes
	rankers [MaxSets]*positions.Ranker // nil for no men
	first   uint64
}

// newNumbering numbers the positions with one of the given numbers of men.
func newNumbering(cells int, sides uint64, men ...sizes) (*numbering, error) {
	n := &numbering{cells: cells, sides: sides}
	for _, m := range men {
		b, count, free := block{men: m, first: n.codes}, sides, cells
		for i, k := range m {
			if k == 0 {
				continue
			}
			r, err := positions.NewRanker(free, int(k))
			if err != nil {
				return nil, err
			}
			b.rankers[i] = r
			high, low := bits.Mul64(count, r.Len())
			if high != 0 || low >= 1<<62 {
				return nil, fmt.Errorf("%w: %d men on %d cells", positions.ErrTooMany, k, free)
			}
			count, free = low, free-int(k)
		}
		if n.codes += count; n.codes >= 1<<62 {
			return nil, positions.ErrTooMany
		}
		n.blocks = append(n.blocks, b)
	}
	return n, nil
}

// levelsOf describes levels that are numbered. cycles, which may be nil for never, tells
// of which a turn may lead to another position of the same level.
func levelsOf(list []*numbering, cycles func(level int) bool) []Level {
	levels := make([]Level, len(list))
	for i, n := range list {
		levels[i] = Level{Codes: n.codes, Cycles: cycles != nil && cycles(i)}
	}
	return levels
}

// code returns the number of a position.
func (n *numbering) code(p Position) uint64 {
	b := n.block(sizesOf(p))
	var code uint64
	var taken Set
	for i, r := range b.rankers {
		if r != nil {
			code = code*r.Len() + r.Rank(p.Men[i].Without(taken).Bits())
			taken |= p.Men[i]
		}
	}
	code *= n.sides
	if n.sides == 2 {
		code += uint64(p.Turn)
	}
	return b.first + code
}

// block returns the block of a division.
func (n *numbering) block(m sizes) *block {
	for i := range n.blocks {
		if n.blocks[i].men == m {
			return &n.blocks[i]
		}
	}
	panic(fmt.Sprintf("contest: no level has %v men", m))
}

// position returns the position with a number. Its Hand and More are the rules'.
func (n *numbering) position(code uint64) (p Position) {
	i, found := slices.BinarySearchFunc(n.blocks, code, func(b block, code uint64) int {
		switch {
		case b.first < code:
			return -1
		case b.first > code:
			return 1
		}
		return 0
	})
	if !found {
		i--
	}
	b := &n.blocks[i]
	code -= b.first
	if n.sides == 2 {
		p.Turn = uint8(code & 1)
	}
	code /= n.sides
	var among [MaxSets]Set // each among the cells that the sets before leave free
	for i := MaxSets - 1; i >= 0; i-- {
		if r := b.rankers[i]; r != nil {
			among[i] = Set(r.Unrank(code % r.Len())[0])
			code /= r.Len()
		}
	}
	var taken Set
	for i, set := range among {
		p.Men[i] = set.Around(taken)
		taken |= p.Men[i]
	}
	return p
}
