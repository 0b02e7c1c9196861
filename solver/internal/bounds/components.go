package bounds

import (
	"math/bits"
	"slices"
	"sync"
)

// Components are what the sets of men on a diagonal of so many cells fall into by jumps
// along it that lose nothing, taken to and fro: two sets are of the same component if such
// jumps and their reversals lead from one to the other.
type Components struct {
	Of   []uint16 // of each set of men: the number of its component
	List []Component
}

// Component is what the sets of one of them allow.
type Component struct {
	Men    uint32 // the least of the sets, which stands for all
	Stands uint32 // cells on which a man stands in one of them
	// By cell: the components that there are after a man has left the cell, or come to it.
	Left, Came [][]uint16
	Steps      []ComponentStep
}

// ComponentStep is a step along the diagonal.
type ComponentStep struct {
	To   uint16 // the component after it
	Lost uint8
}

var componentsBy [maxSide + 1]struct {
	once sync.Once
	*Components
}

const maxSide = 16 // of a square, and cells of a diagonal

// ComponentsOf returns the components of diagonals of so many cells.
func ComponentsOf(cells int) *Components {
	by := &componentsBy[cells]
	by.once.Do(func() { by.Components = newComponents(cells) })
	return by.Components
}

func newComponents(cells int) *Components {
	const none = 1<<16 - 1
	c := &Components{Of: slices.Repeat([]uint16{none}, 1<<cells)}
	var sets [][]uint32 // by component
	for set := range uint32(1) << cells {
		if c.Of[set] != none {
			continue
		}
		number := uint16(len(sets))
		c.Of[set] = number
		list := []uint32{set}
		for i := 0; i < len(list); i++ {
			for cell := range cells - 2 {
				// somebody in the middle, and one man beside him
				if ends := list[i] >> cell & 5; list[i]>>cell&2 == 0 || ends != 1 && ends != 4 {
					continue
				}
				if next := list[i] ^ 5<<cell; c.Of[next] == none {
					c.Of[next] = number
					list = append(list, next)
				}
			}
		}
		sets = append(sets, list)
	}
	for _, list := range sets {
		c.List = append(c.List, c.component(cells, list))
	}
	return c
}

// component works out what sets allow, the first of which is the least.
func (c *Components) component(cells int, sets []uint32) Component {
	out := Component{Men: sets[0], Left: make([][]uint16, cells), Came: make([][]uint16, cells)}
	note := func(list *[]uint16, set uint32) {
		if to := c.Of[set]; !slices.Contains(*list, to) {
			*list = append(*list, to)
		}
	}
	for _, set := range sets {
		out.Stands |= set
		for cell := range cells {
			if set>>cell&1 == 1 {
				note(&out.Left[cell], set^1<<cell)
			} else {
				note(&out.Came[cell], set|1<<cell)
			}
		}
		for pairs := (set ^ set>>1) & (1<<(cells-1) - 1); pairs != 0; pairs &= pairs - 1 {
			// one of two neighbours stands, and steps to the other cell
			cell := bits.TrailingZeros32(pairs)
			step := ComponentStep{c.Of[set^3<<cell], lostBack}
			if set>>cell&1 == 1 {
				step.Lost = lostAhead
			}
			if !slices.Contains(out.Steps, step) {
				out.Steps = append(out.Steps, step)
			}
		}
	}
	return out
}

// losses returns for each component the least that is lost on the way to that of the goal,
// where a man who comes or leaves is charged the weight, in the relaxed game.
func (c *Components) losses(goal uint32, weight int) []uint8 {
	return leastLosses(len(c.List), uint32(c.Of[goal]), func(number uint32, lose func(from uint32, lost int)) {
		here := &c.List[number]
		for _, lists := range [...][][]uint16{here.Left, here.Came} { // whoever left may have come, and the other way round
			for _, others := range lists {
				for _, from := range others {
					lose(uint32(from), weight)
				}
			}
		}
		for _, s := range here.Steps { // taken back
			lose(uint32(s.To), lostAhead+lostBack-int(s.Lost))
		}
	})
}
