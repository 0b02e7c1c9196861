package certificate

import (
	"slices"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// armies is a game of two armies prepared for recomputing. In its positions the men of
// the winner are the marked ones.
type armies struct {
	*model
	home     field   // the court of the winner
	class    []int   // of each cell: the parities of its coordinates
	beside   [][]int // of each cell: those that stand in for it, see missing
	outside  []int   // of each cell: steps to the goal
	adjacent []int   // the cells a step from the goal
	jumps    [][]twoCells
	rows     *armyRows // nil if they are not asked
}

// twoCells are the cells over which and to which a jump goes.
type twoCells struct{ over, land int }

func newArmies(p *puzzles.Puzzle) *armies {
	a := &armies{model: newModel(p, true)}
	a.home = make(field, a.cells)
	for c := range a.cells {
		a.home[c] = standing(p.Marked.Has(positions.Cell(c)), false)
		a.goal[c] = standing(p.Goal.Has(positions.Cell(c)), false)
		at := a.board.Point(positions.Cell(c))
		a.class = append(a.class, at.X&1|at.Y&1<<1)
		near := []int{c}
		var jumps []twoCells
		for d := range a.board.Directions() {
			over := a.far(positions.Cell(c), d, 1)
			if over == positions.NoCell {
				continue
			}
			if to := a.board.Point(over); a.board.Directions() == 8 && (to.X == at.X || to.Y == at.Y) {
				near = append(near, int(over))
			}
			if land := a.far(positions.Cell(c), d, 2); land != positions.NoCell {
				jumps = append(jumps, twoCells{int(over), int(land)})
			}
		}
		a.beside, a.jumps = append(a.beside, near), append(a.jumps, jumps)
	}
	a.measure()
	return a
}

// measure counts the steps from each cell to the goal.
func (a *armies) measure() {
	a.outside = slices.Repeat([]int{never}, a.cells)
	var reached []int
	for c, who := range a.goal {
		if who != nobody {
			a.outside[c] = 0
			reached = append(reached, c)
		}
	}
	for i := 0; i < len(reached); i++ {
		for d := range a.board.Directions() {
			to := a.board.Neighbour(positions.Cell(reached[i]), d)
			if to == positions.NoCell || a.outside[to] < never {
				continue
			}
			if a.outside[to] = a.outside[reached[i]] + 1; a.outside[to] == 1 {
				a.adjacent = append(a.adjacent, int(to))
			}
			reached = append(reached, int(to))
		}
	}
}

// turnsLeft are the turns of both that are left after so many of a game of some length,
// and whether the winner, who makes the last one, makes the next.
func turnsLeft(length, made int) (winner, helpers int, winnerNext bool) {
	left := length - made
	return (left + 1) / 2, left / 2, left%2 == 1
}

// over reports whether the game has ended with turns left: the winner has filled the
// goal, or the helpers his court. A longer game does not go through such a position.
func (a *armies) over(men field, left int) bool {
	return left > 0 && a.fill(men, theMarked, a.goal) || a.fill(men, aMan, a.home)
}

// fill reports whether there is such a man on every cell of a court.
func (a *armies) fill(men field, who byte, court field) bool {
	for c := range court {
		if court[c] != nobody && men[c] != who {
			return false
		}
	}
	return true
}

// code2 is the code of a position: the cells of the winner's men as bits, then those of
// the helpers.
func (a *armies) code2(men field) []byte {
	half := (a.cells + 7) / 8
	code := make([]byte, 2*half)
	for c, who := range men {
		switch who {
		case theMarked:
			code[c/8] |= 1 << (c % 8)
		case aMan:
			code[half+c/8] |= 1 << (c % 8)
		}
	}
	return code
}

// men2 is the position of a code.
func (a *armies) men2(code []byte) field {
	half := (a.cells + 7) / 8
	men := make(field, a.cells)
	for c := range men {
		switch {
		case code[c/8]>>(c%8)&1 != 0:
			men[c] = theMarked
		case code[half+c/8]>>(c%8)&1 != 0:
			men[c] = aMan
		}
	}
	return men
}

// canonical2 is the code that stands for a position and its mirror image.
func (a *armies) canonical2(men field) []byte {
	return smaller(a.code2(men), a.code2(a.image(men, a.mirror)))
}
