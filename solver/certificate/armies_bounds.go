package certificate

import (
	"slices"

	"github.com/halma-solve/halma-solve/positions"
)

// What is dropped from the layers of a game of two armies: positions from which the
// winner cannot be in time, with n turns of his left, b of the helpers. The proofs are
// with the same rules of the solver, in internal/together/bound.go.

// never is more than any number of cells, or steps to the goal.
const never = 1000

// farthest is how many turns ahead of the winner's next turn into the goal are looked at.
const farthest = 9

// inTime reports whether no rule says that the game cannot be won with so many turns.
func (a *armies) inTime(men field, n, b int, winnerNext bool) bool {
	outside := a.outsiders(men)
	spare := n - len(outside)
	if spare < 0 || a.inGoal(men) > b || a.stepsDue(men)-a.stepsFree(outside, spare) > spare {
		return false
	}
	if a.rows != nil && !a.rows.inTime(men, n, winnerNext) {
		return false
	}
	if len(outside) == 0 || a.puzzle.Jumps.Long() { // of which no more is asked
		return true
	}
	before := 0
	if !winnerNext {
		before = 1
	}
	if spare == 0 && !a.oneByOne(men, outside, before) {
		return false
	}
	turns := 2*spare + before
	return turns > farthest || a.enters(men, outside, spare, turns, winnerNext)
}

// outsiders lists the cells of the winner's men outside the goal.
func (a *armies) outsiders(men field) (list []int) {
	for c, who := range men {
		if who == theMarked && a.goal[c] == nobody {
			list = append(list, c)
		}
	}
	return list
}

// inGoal counts the helpers in the goal, each of whom has to leave it.
func (a *armies) inGoal(men field) (n int) {
	for c, who := range men {
		if who == aMan && a.goal[c] != nobody {
			n++
		}
	}
	return n
}

// stepsDue is how many of the winner's men are of classes of which the goal has no cell
// for them: each needs a step.
func (a *armies) stepsDue(men field) (due int) {
	var more [4]int
	for c, who := range men {
		if who == theMarked {
			more[a.class[c]]++
		}
		if a.goal[c] != nobody {
			more[a.class[c]]--
		}
	}
	for _, n := range more {
		due += max(n, 0)
	}
	return due
}

// stepsFree is how many men outside may come by steps alone: such a man takes one turn
// less of the spare ones than he makes steps.
func (a *armies) stepsFree(outside []int, spare int) (men int) {
	var costs []int
	for _, c := range outside {
		costs = append(costs, a.outside[c]-1)
	}
	slices.Sort(costs)
	for _, cost := range costs {
		if spare -= cost; spare < 0 {
			break
		}
		men++
	}
	return men
}

// missing returns of each cell the least number of cells without a man over which jumps
// from one of the sources go to it, all of them cells that may be filled; never where it
// is more than most.
func (a *armies) missing(sources, men, fill []bool, most int) []int {
	dist := slices.Repeat([]int{never}, a.cells)
	for c, is := range sources {
		if is {
			dist[c] = 0
		}
	}
	for changed := true; changed; {
		changed = false
		for c := range dist {
			for _, j := range a.jumps[c] {
				cost := 0
				switch {
				case men[j.over]:
				case fill[j.over]:
					cost = 1
				default:
					continue
				}
				if d := dist[c] + cost; d <= most && d < dist[j.land] {
					dist[j.land], changed = d, true
				}
			}
		}
	}
	return dist
}

// toGoal is missing from the cells of the goal that are free for a man to end his turn,
// when who is there stays; next to the goal a step is enough.
func (a *armies) toGoal(men field, spare int, over, fill []bool, most int) []int {
	ends := make([]bool, a.cells)
	for c := range ends {
		ends[c] = a.goal[c] != nobody && (spare > 0 || men[c] != theMarked)
	}
	dist := a.missing(ends, over, fill, most)
	for _, c := range a.adjacent {
		dist[c] = 0
	}
	return dist
}

func (a *armies) everywhere() []bool { return slices.Repeat([]bool{true}, a.cells) }

// oneByOne is the rule of men without spare turns.
func (a *armies) oneByOne(men field, outside []int, before int) bool {
	over := make([]bool, a.cells)
	for c := range over {
		over[c] = men[c] != nobody || a.goal[c] != nobody
	}
	dist := a.toGoal(men, 0, over, a.everywhere(), before+len(outside)-1)
	for i := range outside {
		if countWithin(dist, outside, before+i) < i+1 {
			return false
		}
	}
	return true
}

// countWithin counts the cells with so little distance.
func countWithin(dist, cells []int, most int) (n int) {
	for _, c := range cells {
		if dist[c] <= most {
			n++
		}
	}
	return n
}

// enters reports whether some man may enter the goal after at most so many turns of both.
func (a *armies) enters(men field, outside []int, spare, turns int, winnerNext bool) bool {
	over := make([]bool, a.cells)
	for c := range over {
		over[c] = men[c] != nobody
	}
	nearest := a.toGoal(men, spare, over, a.everywhere(), turns)
	if countWithin(nearest, outside, 0) > 0 {
		return true
	}
	if spare == 0 && countWithin(nearest, outside, turns) == 0 {
		return false
	}
	fill := a.standIns(a.reachable(men, over, turns, winnerNext))
	nearest = a.toGoal(men, spare, over, fill, turns)
	if countWithin(nearest, outside, turns) > 0 {
		return true
	}
	for own := 1; own <= spare; own++ { // turns of the man himself before
		for most := 0; most <= turns-own; most++ {
			at := make([]bool, a.cells)
			for _, c := range outside {
				at[c] = true
			}
			for range own {
				at = a.afterTurn(at, over, fill, most)
			}
			for c, is := range at {
				if is && nearest[c] <= most {
					return true
				}
			}
		}
	}
	return false
}

// afterTurn returns the cells to which a turn may lead from one of a set, and the set:
// steps, or jumps over at most so many cells to be filled.
func (a *armies) afterTurn(at, over, fill []bool, most int) []bool {
	to := make([]bool, a.cells)
	for c, dist := range a.missing(at, over, fill, most) {
		if dist <= most {
			to[c] = true
		}
		if at[c] {
			for d := range a.board.Directions() {
				if near := a.far(positions.Cell(c), d, 1); near != positions.NoCell {
					to[near] = true
				}
			}
		}
	}
	return to
}

// standIns adds to cells those that jumps may go over in their place: in eight
// directions their neighbours in row and column.
func (a *armies) standIns(cells []bool) []bool {
	all := make([]bool, a.cells)
	for c, is := range cells {
		for _, near := range a.beside[c] {
			all[near] = all[near] || is
		}
	}
	return all
}

// reachable returns the cells to which some man may come in so many turns of both, and
// more: at[r] are those where a man of an army may be who has made r of them.
func (a *armies) reachable(men field, over []bool, turns int, winnerNext bool) []bool {
	all := make([]bool, a.cells)
	var at [2][farthest + 2][]bool
	for army, who := range []byte{theMarked, aMan} {
		at[army][0] = make([]bool, a.cells)
		for c := range men {
			at[army][0][c] = men[c] == who
		}
	}
	for turn := range turns {
		army := &at[1]
		if winnerNext == (turn%2 == 0) {
			army = &at[0]
		}
		fill := a.standIns(all)
		before := *army
		for r := 0; r <= turn && before[r] != nil; r++ {
			grown := slices.Clone(army[r+1])
			if grown == nil {
				grown = make([]bool, a.cells)
			}
			for c, is := range a.afterTurn(before[r], over, fill, turn-r) {
				if is && !before[r][c] {
					grown[c], all[c] = true, true
				}
			}
			army[r+1] = grown
		}
	}
	return all
}
