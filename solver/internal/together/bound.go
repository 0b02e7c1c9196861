package together

import (
	"math/bits"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/solver/internal/bounds"
)

func trailing(m uint64) int { return bits.TrailingZeros64(m) }

// farSide is a distance greater than any number of missing men.
const farSide = 100

// mostPlies is how far ahead the search for an entering turn looks: beyond, nothing is
// ever refuted by it.
const mostPlies = 9

// set is a set of cells with which the bounds work.
type set = positions.Bits

// judge says of positions whether the winner can still be in time. Each rule is a
// theorem about every way the game can go on, with a winner's turns and b helpers'
// turns left:
//
//   - Each winner's man outside the goal needs a turn: with n of them, n ≤ a. The
//     other a−n are the spare turns.
//   - A jump keeps the class of a cell, the parities of its two coordinates; a step
//     changes it. If the winner has more men of some classes than the goal has cells,
//     e too many in all, then e steps are to be made. A man outside with t turns takes
//     t−1 of the spare turns, and makes at most that many steps unless all t are
//     steps, when it is at most t steps from the goal; turns of men in the goal are
//     all spare. So e is at most the number of spare turns and of men outside whose
//     steps to the goal, less one each, add up to at most as many.
//   - A helper in the goal needs a turn to leave it: as many of them as b at most.
//   - The rows of the men alone may ask for more turns: see [bounds.ArmyRows].
//   - Of long jumps no more is asked: they keep the class, but what follows rests on a
//     jump over a cell going along one line.
//   - Without spare turns the men outside enter one by one: see oneByOne.
//   - After the spare turns the winner's next turn must enter the goal. With s of them
//     that is after at most p plies, p = 2s, or 2s+1 if a helper is to move: see
//     enters.
type judge struct {
	table    *positions.MoveTable
	horizon  int // plies ahead up to which enters is asked; oneByOne only with mostPlies
	all      set // cells of the board
	goal     set
	adjacent set   // outside the goal, a step from it
	rings    []set // outside the goal, by steps to it: rings[0] is adjacent
	class    [4]set
	room     [4]int // cells of the goal by class
	steps    []set  // by cell: those a step from it
	straight []set  // by cell: those of them in its row and column; nil but in eight directions
	flood    flood
	rows     *bounds.ArmyRows // may be nil
}

func newJudge(table *positions.MoveTable, board *positions.Board, goal set) *judge {
	j := &judge{table: table, horizon: mostPlies, goal: goal}
	for c := range positions.Cell(board.Len()) {
		at := board.Point(c)
		k := at.X&1 | at.Y&1<<1
		j.all, j.class[k] = j.all.With(c), j.class[k].With(c)
		var near set
		for _, to := range table.Steps(uint8(c)) {
			near = near.With(positions.Cell(to))
		}
		j.steps = append(j.steps, near)
		j.flood.hops = append(j.flood.hops, table.Hops(uint8(c)))
	}
	j.adjacent = j.stepsFrom(goal).AndNot(goal)
	for met, ring := goal, j.adjacent; ring != (set{}); {
		j.rings, met = append(j.rings, ring), met.Or(ring)
		ring = j.stepsFrom(ring).AndNot(met)
	}
	for k, class := range j.class {
		j.room[k] = class.And(goal).Len()
	}
	if board.Directions() == 8 {
		for c := range positions.Cell(board.Len()) {
			var near set
			for _, to := range table.Steps(uint8(c)) {
				if a, b := board.Point(c), board.Point(positions.Cell(to)); a.X == b.X || a.Y == b.Y {
					near = near.With(positions.Cell(to))
				}
			}
			j.straight = append(j.straight, near)
		}
	}
	return j
}

// inTime reports whether the game may be won with so many turns left. False is proven.
func (j *judge) inTime(winner, helpers set, a, b int, winnerNext bool) bool {
	if !j.counts(winner, helpers, a, b) || j.rows != nil && !j.rows.InTime(winner, helpers, a, winnerNext) {
		return false
	}
	if j.table.Long() {
		return true
	}
	outside := winner.AndNot(j.goal)
	spare := a - outside.Len()
	plies := 2 * spare
	if !winnerNext {
		plies++
	}
	if outside == (set{}) {
		return true
	}
	before := 0
	if !winnerNext {
		before = 1
	}
	if spare == 0 && j.horizon == mostPlies && !j.oneByOne(winner, helpers, outside, before) {
		return false
	}
	return plies > j.horizon || j.enters(winner, helpers, outside, spare, plies, winnerNext)
}

// oneByOne reports whether the men outside may enter one after the other, each by the
// only turn that it has. Then every winner's turn ends in the goal, so a cell outside it
// that is without a man now is filled by a helper's turn, and before the i-th man enters
// there are i−1 of those and the helpers' turns before the first man enters. Cells of the
// goal are left out of account: winners fill them too. So for each i there are i men who
// have ways with no more cells to fill.
func (j *judge) oneByOne(winner, helpers, outside set, before int) bool {
	f, men := &j.flood, outside.Len()
	f.begin(j.goal.AndNot(winner), winner.Or(helpers).Or(j.goal), j.all)
	near := f.within(before)
	for i := 1; ; i++ {
		if n := near.Or(j.adjacent).And(outside).Len(); n == men || n < i {
			return n == men
		}
		near = f.within(1)
	}
}

// counts reports whether the turns are enough by number.
func (j *judge) counts(winner, helpers set, a, b int) bool {
	outside := winner.AndNot(j.goal)
	spare := a - outside.Len()
	return spare >= 0 && helpers.And(j.goal).Len() <= b && j.stepsDue(winner)-j.onlySteps(outside, spare) <= spare
}

// stepsDue returns how many steps the winner has to make for the classes' sake.
func (j *judge) stepsDue(winner set) (steps int) {
	for k, class := range j.class {
		steps += max(winner.And(class).Len()-j.room[k], 0)
	}
	return steps
}

// onlySteps returns how many men outside may come home by steps alone with so many
// spare turns: those nearest to the goal.
func (j *judge) onlySteps(outside set, spare int) (men int) {
	for far, ring := range j.rings {
		n := outside.And(ring).Len()
		if far > 0 {
			n = min(n, spare/far)
		}
		if men, spare = men+n, spare-n*far; spare < far+1 && far > 0 {
			break
		}
	}
	return men
}

// enters reports whether some winner's turn may enter the goal after at most so many
// plies, of which so many are the winner's.
//
// The entering turn is a step from a cell next to the goal, or a chain along cells of
// one class over men. Where it goes over a cell without a man now, a man has to come
// there first, by a turn of its own: no two such cells are filled by one turn, and the
// chain needs none twice: see [flood]. So with r turns of the entering man before
// there are at most plies−r cells to fill on each of his ways. All of them must be
// cells that men can come to in time: see reachable. Cells that should be empty, and
// men that go away, are left out of account, which only allows more.
func (j *judge) enters(winner, helpers, outside set, spare, plies int, winnerNext bool) bool {
	men := winner.Or(helpers)
	f, ends := &j.flood, j.goal
	if spare == 0 {
		ends = ends.AndNot(winner) // who is there stays
	}
	f.begin(ends, men, j.all)
	nearest := f.jumps(outside, j.adjacent, plies)
	if nearest == 0 {
		return true
	}
	if spare == 0 && nearest > plies {
		return false // the man has no turn before
	}
	filled := j.beside(j.reachable(winner, helpers, plies, winnerNext))
	f.begin(ends, men, filled)
	var toGoal [mostPlies + 1]set // by jumps over cells without a man
	for n := range toGoal[:plies+1] {
		toGoal[n] = f.met.Or(j.adjacent)
		f.grow()
	}
	if outside.Intersects(toGoal[plies]) {
		return true
	}
	for turns := 1; turns <= spare; turns++ {
		for most := 0; most <= plies-turns; most++ {
			at := outside
			for range turns {
				f.begin(at, men, filled)
				at = f.within(most).Or(j.stepsFrom(at))
			}
			if at.Intersects(toGoal[most]) {
				return true
			}
		}
	}
	return false
}

// reachable returns the cells on which a man of either army can stand after so many
// plies, and more. A man who has made r of the plies before this one, by turns of his
// army, may come by a step, or by a chain over at most as many cells without a man now
// as there were other plies: each of them was filled by one, and is a cell that could
// be reached by then.
func (j *judge) reachable(winner, helpers set, plies int, winnerNext bool) (all set) {
	men := winner.Or(helpers)
	var at [2][mostPlies + 2]set // by army and turns made
	at[0][0], at[1][0] = winner, helpers
	for ply := range plies {
		army := &at[0]
		if winnerNext == (ply%2 == 1) {
			army = &at[1]
		}
		var next [mostPlies + 2]set
		var reached set
		fill := j.beside(all)
		for r := 0; r <= ply; r++ {
			if army[r] == (set{}) {
				continue
			}
			j.flood.begin(army[r], men, fill)
			to := j.flood.within(ply - r).Or(j.stepsFrom(army[r])).AndNot(army[r])
			next[r+1] = to
			reached = reached.Or(to)
		}
		for r := range next {
			army[r] = army[r].Or(next[r])
		}
		all = all.Or(reached)
	}
	return all
}

// beside returns the cells of a set and those that have to be jumped over, too, so that
// a [flood] is right of them: in eight directions those beside them in row and column.
func (j *judge) beside(cells set) set {
	if j.straight == nil {
		return cells
	}
	all := cells
	for k, word := range cells {
		for ; word != 0; word &= word - 1 {
			all = all.Or(j.straight[k<<6+trailing(word)])
		}
	}
	return all
}

// stepsFrom returns the cells next to those of a set.
func (j *judge) stepsFrom(cells set) (near set) {
	for k, word := range cells {
		for ; word != 0; word &= word - 1 {
			near = near.Or(j.steps[k<<6+trailing(word)])
		}
	}
	return near
}
