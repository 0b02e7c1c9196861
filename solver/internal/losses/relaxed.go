package losses

import (
	"math/bits"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/solver/internal/bounds"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
)

// relaxedLosses are what hops of the relaxed game can lose, but for those that lose nothing:
// jumps back along a diagonal are among these.
var relaxedLosses = hopLosses[:len(hopLosses)-1]

// relaxation is what searches of the relaxed game have in common.
type relaxation struct {
	*geometry
	bound      *bounds.LossBound
	components []*bounds.Components // by diagonal
}

func newRelaxation(g *geometry) *relaxation {
	r := &relaxation{geometry: g, bound: bounds.NewRelaxedBound(g.Diagonals)}
	for on := range g.N {
		r.components = append(r.components, g.Components(on))
	}
	return r
}

// standIn returns the position that stands for one with these men in the relaxed game.
func standIn[W positions.Words](r *relaxation, men []uint8) (out W) {
	sets := r.SetsOf(men)
	for on, c := range r.components {
		for left := c.List[c.Of[sets[on]]].Men; left != 0; left &= left - 1 {
			positions.Flip(&out, uint8(r.cells[on][bits.TrailingZeros32(left)]))
		}
	}
	return out
}

// relaxed makes successors in the relaxed game, by hops that lose so much. Positions are those
// that stand for others. It belongs to one worker.
type relaxed[W positions.Words] struct {
	*relaxation
	About
	bound   *bounds.LossBound
	space   *layers.Space[W]
	here    []*bounds.Component // of the loaded position, by diagonal
	losses  [][]bounds.ByWeight // by diagonal and component
	weights []uint8             // of the diagonals, that say most of the loaded position
	rests   []int               // what of its loss that is
	came    [][]knownLeast      // by diagonal and cell, see cameLeast
	loaded  int                 // positions
	changes [2]bounds.Change    // of the hop in work
	men     []uint8
	entry   cache.Entry[W]
}

func newRelaxed[W positions.Words](r *relaxation, space *layers.Space[W]) *relaxed[W] {
	s := &relaxed[W]{
		relaxation: r, bound: r.bound.Copy(), space: space,
		here: make([]*bounds.Component, r.N), rests: make([]int, r.N),
	}
	for on, cells := range r.cells {
		s.came = append(s.came, make([]knownLeast, len(cells)))
		s.losses = append(s.losses, s.bound.Losses(on))
	}
	return s
}

// lessAfter is how much less may be lost from a position on after a hop, by what the hop
// loses: no more than that, and no more than the weights of its diagonals, which are 3 at
// most together for a step back along a row or column, which loses 5.
var lessAfter = [...]int{2: 2, 3: 3, 4: 4, 5: 3, 6: 6, mostLost: 0}

// Expand is that of [layers.Successors].
func (s *relaxed[W]) Expand(parent *W, into *cache.Batches[W]) (all, dropped int) {
	s.men = menOf(parent, s.men[:0])
	sets := s.SetsOf(s.men)
	numbers := s.ComponentsOf(&sets)
	s.bound.Load(&numbers)
	if s.Room+lessAfter[s.Lost] < s.bound.Loss() {
		return 0, 0
	}
	weights := s.bound.Weights()
	s.weights = weights[:s.N]
	for on, c := range s.components {
		s.here[on] = &c.List[numbers[on]]
		s.rests[on] = int(s.losses[on][numbers[on]][weights[on]])
	}
	s.loaded++
	made := 0
	all = s.each(func(changes []bounds.Change) {
		after := *parent
		for _, c := range changes {
			for moved := s.here[c.On].Men ^ s.components[c.On].List[c.To].Men; moved != 0; moved &= moved - 1 {
				positions.Flip(&after, uint8(s.cells[c.On][bits.TrailingZeros32(moved)]))
			}
		}
		s.entry.Key, s.entry.Hash = s.space.Canonical(after)
		into.Add(&s.entry)
		made++
	})
	return all, all - made
}

// each visits what may become of the loaded position by hops that lose s.Lost, after which
// no more than s.Room will be lost. It returns how much there is with more.
func (s *relaxed[W]) each(visit func(changes []bounds.Change)) (all int) {
	room := s.Room - s.bound.Loss()
	for on, here := range s.here {
		for _, step := range here.Steps {
			if int(step.Lost) != s.Lost {
				continue
			}
			all++
			if s.more(on, step.To) <= room {
				s.changes[0] = bounds.Change{On: on, To: uint32(step.To)}
				s.ask(1, visit)
			}
		}
		for cells := here.Stands; cells != 0; cells &= cells - 1 {
			at := bits.TrailingZeros32(cells)
			hops := s.across[s.Lost][s.cells[on][at]]
			if len(hops) == 0 {
				continue
			}
			left := here.Left[at]
			least := s.least(on, left)
			for i := range hops {
				h := &hops[i]
				if h.jump && s.here[h.over.on].Stands>>h.over.at&1 == 0 {
					continue
				}
				came := s.here[h.to.on].Came[h.to.at]
				all += len(left) * len(came)
				if least+s.cameLeast(h.to, came) > room {
					continue
				}
				for _, there := range came {
					rest := room - s.more(h.to.on, there)
					if least > rest {
						continue
					}
					for _, then := range left {
						if s.more(on, then) <= rest {
							s.changes = [...]bounds.Change{{On: on, To: uint32(then)}, {On: h.to.on, To: uint32(there)}}
							s.ask(2, visit)
						}
					}
				}
			}
		}
	}
	return all
}

// more returns how much more is lost of the loaded position when a diagonal has another
// component, with the weights that say most of it: no more than is really lost.
func (s *relaxed[W]) more(on int, number uint16) int {
	return int(s.losses[on][number][s.weights[on]]) - s.rests[on]
}

// least returns the least of more.
func (s *relaxed[W]) least(on int, numbers []uint16) int {
	least, losses, weight := 1<<30, s.losses[on], s.weights[on]
	for _, number := range numbers {
		least = min(least, int(losses[number][weight]))
	}
	return least - s.rests[on]
}

// knownLeast is a number that is known of one position.
type knownLeast struct {
	least int
	of    int // which of those that were loaded
}

// cameLeast is least of the components after a man has come to a cell.
func (s *relaxed[W]) cameLeast(to place, came []uint16) int {
	known := &s.came[to.on][to.at]
	if known.of != s.loaded {
		*known = knownLeast{s.least(to.on, came), s.loaded}
	}
	return known.least
}

// ask visits the first n changes if no weights say that too much will be lost after them.
func (s *relaxed[W]) ask(n int, visit func(changes []bounds.Change)) {
	if s.bound.After(s.changes[:n]) <= s.Room {
		visit(s.changes[:n])
	}
}
