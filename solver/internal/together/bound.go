package together

import (
	"math/bits"

	"github.com/halma-solve/halma-solve/positions"
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
//   - Of long jumps no more is asked: they keep the class, but what follows rests on a
//     jump over a cell going along one line.
//   - Without spare turns the men outside enter one by one: see oneByOne.
//   - After the spare turns the winner's next turn must enter the goal. With s of them
//     that is after at most p plies, p = 2s, or 2s+1 if a helper is to move: see
//     enters.
type judge struct {
	table    *positions.MoveTable
	horizon  int // plies ahead up to which enters is asked; oneByOne only with mostPlies
	cells    int
	goal     set
	adjacent set   // outside the goal, a step from it
	rings    []set // outside the goal, by steps to it: rings[0] is adjacent
	class    [4]set
	room     [4]int // cells of the goal by class
	straight []set  // by cell: those beside it in its row and column; nil but in eight directions
	lists    [2][positions.MaxCells]uint8
	ways     ways
}

func newJudge(table *positions.MoveTable, board *positions.Board, goal set) *judge {
	j := &judge{table: table, horizon: mostPlies, cells: board.Len(), goal: goal}
	for c := range positions.Cell(board.Len()) {
		at := board.Point(c)
		k := at.X&1 | at.Y&1<<1
		j.class[k] = j.class[k].With(c)
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
	if !j.counts(winner, helpers, a, b) {
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
	var toGoal [positions.MaxCells]uint8
	men := outside.Len()
	j.missing(&toGoal, j.goal.AndNot(winner), winner.Or(helpers).Or(j.goal), j.board(), before+men-1)
	j.zero(&toGoal, j.adjacent)
	for i := 1; i <= men; i++ {
		if j.within(&toGoal, before+i-1).And(outside).Len() < i {
			return false
		}
	}
	return true
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
// chain needs none twice: see missing. So with r turns of the entering man before
// there are at most plies−r cells to fill on each of his ways. All of them must be
// cells that men can come to in time: see reachable. Cells that should be empty, and
// men that go away, are left out of account, which only allows more.
func (j *judge) enters(winner, helpers, outside set, spare, plies int, winnerNext bool) bool {
	men := winner.Or(helpers)
	var toGoal, from [positions.MaxCells]uint8
	ends := j.goal
	if spare == 0 {
		ends = ends.AndNot(winner) // who is there stays
	}
	j.missing(&toGoal, ends, men, j.board(), plies)
	j.zero(&toGoal, j.adjacent)
	nearest := j.nearest(&toGoal, outside)
	if nearest == 0 {
		return true
	}
	if spare == 0 && nearest > plies {
		return false // the man has no turn before
	}
	filled := j.beside(j.reachable(winner, helpers, plies, winnerNext))
	j.missing(&toGoal, ends, men, filled, plies)
	j.zero(&toGoal, j.adjacent)
	if j.nearest(&toGoal, outside) <= plies {
		return true
	}
	for turns := 1; turns <= spare; turns++ {
		for most := 0; most <= plies-turns; most++ {
			at := outside
			for range turns {
				j.missing(&from, at, men, filled, most)
				at = j.within(&from, most).Or(j.stepsFrom(at))
			}
			if j.nearest(&toGoal, at) <= most {
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
	var from [positions.MaxCells]uint8
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
			j.missing(&from, army[r], men, fill, ply-r)
			to := j.within(&from, ply-r).Or(j.stepsFrom(army[r])).AndNot(army[r])
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

// missing sets dist to the least number of jumps over cells of fill without a man on
// ways of jumps from one of the sources, farSide where it is more than most. Other cells
// without a man are not jumped over. If men could come to the cells of a set alone, no
// way needs fewer of them than dist says with fill being what is [judge.beside] it:
//
// In four and six directions a man jumps over a cell along one line alone, the one on
// which cells of his class lie beside it; so a way that comes to no cell twice jumps over
// none twice. In eight directions it may, along both diagonals: from a over s to b, later
// from c over s to d. But a and d have a cell of row or column between them, beside s.
// A jump over that in place of all from a to d has one jump less over cells without a man
// at the least. The same way does not jump over it elsewhere, since its only line for men
// of the class has a and d on it. So without such pairs of jumps there are no more jumps
// over cells without a man than there were such cells.
func (j *judge) missing(dist *[positions.MaxCells]uint8, sources, men, fill set, most int) {
	for c := range j.cells {
		dist[c] = farSide
	}
	now, then := j.lists[0][:0], j.lists[1][:0]
	for k, word := range sources {
		for ; word != 0; word &= word - 1 {
			c := uint8(k<<6 + trailing(word))
			dist[c] = 0
			now = append(now, c)
		}
	}
	for level := uint8(0); len(now) > 0; level++ {
		for i := 0; i < len(now); i++ {
			if dist[now[i]] != level {
				continue
			}
			for _, h := range j.table.Hops(now[i]) {
				switch over, bit := h.Over>>6, h.Over&63; {
				case dist[h.Land] <= level:
				case men[over]>>bit&1 != 0:
					dist[h.Land] = level
					now = append(now, h.Land)
				case fill[over]>>bit&1 != 0 && int(level) < most && dist[h.Land] > level+1:
					dist[h.Land] = level + 1
					then = append(then, h.Land)
				}
			}
		}
		now, then = then, now[:0]
	}
}

// beside returns the cells of a set and those that have to be jumped over, too, so that
// missing is right of them: in eight directions those beside them in row and column.
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

func (j *judge) board() (all set) {
	for _, class := range j.class {
		all = all.Or(class)
	}
	return all
}

func (j *judge) zero(dist *[positions.MaxCells]uint8, cells set) {
	for k, word := range cells {
		for ; word != 0; word &= word - 1 {
			dist[k<<6+trailing(word)] = 0
		}
	}
}

// nearest returns the least distance of cells of a set.
func (j *judge) nearest(dist *[positions.MaxCells]uint8, cells set) int {
	least := uint8(farSide)
	for k, word := range cells {
		for ; word != 0; word &= word - 1 {
			least = min(least, dist[k<<6+trailing(word)])
		}
	}
	return int(least)
}

// within returns the cells at most so far.
func (j *judge) within(dist *[positions.MaxCells]uint8, most int) (near set) {
	for c := range j.cells {
		if int(dist[c]) <= most {
			near[c>>6] |= 1 << (c & 63)
		}
	}
	return near
}

// stepsFrom returns the cells next to those of a set.
func (j *judge) stepsFrom(cells set) (near set) {
	for k, word := range cells {
		for ; word != 0; word &= word - 1 {
			for _, c := range j.table.Steps(uint8(k<<6 + trailing(word))) {
				near[c>>6] |= 1 << (c & 63)
			}
		}
	}
	return near
}
