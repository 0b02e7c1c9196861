package bounds

import (
	"math/bits"
	"slices"
	"testing"
)

// TestComponents works out for each set of men on short diagonals, one by one, what its
// component says of all of its sets.
func TestComponents(t *testing.T) {
	for cells := 1; cells <= 9; cells++ {
		c := ComponentsOf(cells)
		all := uint32(1) << cells
		least := make([]uint32, all) // of the sets that jumps lead to and fro
		for set := range all {
			least[set] = set
		}
		for better := true; better; {
			better = false
			eachJump(cells, func(set, then uint32) {
				if a := min(least[set], least[then]); a < least[set] || a < least[then] {
					least[set], least[then], better = a, a, true
				}
			})
		}
		of := map[uint32][]uint32{}
		for set := range all {
			of[least[set]] = append(of[least[set]], set)
			if got := c.List[c.Of[set]].Men; got != least[set] {
				t.Fatalf("%d cells: %b stands for %b, not %b", cells, got, set, least[set])
			}
		}
		if len(c.List) != len(of) {
			t.Errorf("%d cells: %d components, not %d", cells, len(c.List), len(of))
		}
		for first, sets := range of {
			got := c.List[c.Of[first]]
			for cell := range cells {
				left, came := map[uint16]bool{}, map[uint16]bool{}
				for _, set := range sets {
					if set>>cell&1 == 1 {
						left[c.Of[set^1<<cell]] = true
					} else {
						came[c.Of[set^1<<cell]] = true
					}
				}
				if !same(left, got.Left[cell]) || !same(came, got.Came[cell]) || got.Stands>>cell&1 == 1 != (len(left) > 0) {
					t.Errorf("%d cells, %b, cell %d: %v leave, %v come, %b stand; not %v, %v", cells, first, cell, got.Left[cell], got.Came[cell], got.Stands, left, came)
				}
			}
			steps := map[ComponentStep]bool{}
			for _, set := range sets {
				for from := range cells {
					for to, lost := range map[int]uint8{from + 1: 2, from - 1: 6} {
						if set>>from&1 == 1 && to >= 0 && to < cells && set>>to&1 == 0 {
							steps[ComponentStep{c.Of[set^1<<from^1<<to], lost}] = true
						}
					}
				}
			}
			if !same(steps, got.Steps) {
				t.Errorf("%d cells, %b: steps %v, not %v", cells, first, got.Steps, steps)
			}
		}
	}
}

// same reports whether a list has the members of a set, each once.
func same[T comparable](set map[T]bool, list []T) bool {
	return len(set) == len(list) && !slices.ContainsFunc(list, func(x T) bool { return !set[x] })
}

// eachJump visits all jumps ahead along a diagonal.
func eachJump(cells int, visit func(set, then uint32)) {
	for set := range uint32(1) << cells {
		for from := range cells - 2 {
			if set>>from&7 == 3 {
				visit(set, set^5<<from)
			}
		}
	}
}

// TestRelaxedLossesAreTheLeast takes single changes of sets as long as one makes less of
// what is lost; in the game itself no less is.
func TestRelaxedLossesAreTheLeast(t *testing.T) {
	for cells := 1; cells <= 7; cells++ {
		c := ComponentsOf(cells)
		all := uint32(1) << cells
		for goal := range all {
			for weight := range mostWeight + 1 {
				least := make([]int, all)
				for set := range all {
					least[set] = weight * (bits.OnesCount32(set) + bits.OnesCount32(goal)) // all leave, all come
				}
				least[goal] = 0
				for better := true; better; {
					better = false
					lower := func(set uint32, loss int) {
						if loss < least[set] {
							least[set], better = loss, true
						}
					}
					eachJump(cells, func(set, then uint32) {
						lower(set, least[then])
						lower(then, least[set])
					})
					for set := range all {
						for cell := range cells {
							lower(set, least[set^1<<cell]+weight)
							if next := cell + 1; next < cells && set>>cell&3 == 1 {
								lower(set, least[set^3<<cell]+2)
								lower(set^3<<cell, least[set]+6)
							}
						}
					}
				}
				got, game := c.losses(goal, weight), diagonalLosses(all-1, goal, weight)
				for set := range all {
					if l := int(got[c.Of[set]]); l != least[set] || l > int(game[set]) {
						t.Fatalf("%d cells, weight %d: from %b to %b %d are lost, not %d; %d in the game itself", cells, weight, set, goal, l, least[set], game[set])
					}
				}
			}
		}
	}
}
