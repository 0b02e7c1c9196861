package bounds

import (
	"slices"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
)

// ArmyRows has how many turns the winner of a game of two armies needs at least, by the rows
// of the men alone: a pattern database over the row abstraction, as [Projection] is one for
// a single army.
//
// Of a position there is left how many men of each army stand in each row. A turn of an
// army is an abstract move of one of its men among all of both, see [Rows], or changes
// nothing. Each turn of a game is such a turn of the row counts, so a game of so many turns
// gives one of as many turns among them, and from a position that needs more there than are
// left nothing is won in time.
//
// A turn among row counts can be taken back, over the same men: there is room where the
// man came from. So the numbers are found breadth-first from the goal.
type ArmyRows struct {
	all    *Rows          // of the men of both armies
	armies [2]*Projection // of the winner and the helpers, without distances
	counts [2][]RowCounts // of each by their numbers
	least  [2][]uint8     // by whose turn it is, the winner's or the helpers', and row counts of both
}

// fewMen is of how many men in an army the rows are asked at most: there are 933 row counts
// of three men on the star, 5,392 on the square 16×16. (With six men on the rhombus 6×6
// their table spares 3 of 5 positions of 18 turns, a tenth of a second, and takes 24 s;
// 2026-11.)
const fewMen = 3

// NewArmyRows returns the table of a puzzle of two armies, unfilled. It is nil if there are
// too many men.
func NewArmyRows[W positions.Words](p *puzzles.Puzzle) *ArmyRows {
	t := &ArmyRows{all: rowsOf[W](p, p.Start)}
	for i, men := range [2]positions.Bits{p.Marked, p.Start.AndNot(p.Marked)} {
		if men.Len() > fewMen {
			return nil
		}
		t.armies[i] = LayOut(rowsOf[W](p, men))
		for n := range t.armies[i].Size {
			t.counts[i] = append(t.counts[i], t.armies[i].unrank(n))
		}
	}
	return t
}

// rowsOf returns the rows of the board of a puzzle for some men of it.
func rowsOf[W positions.Words](p *puzzles.Puzzle, men positions.Bits) *Rows {
	q := *p
	q.Start, q.Marked = men, positions.Bits{}
	return NewRows(layers.NewSpace[W](&q))
}

// Pairs returns how many row counts of both armies there are.
func (t *ArmyRows) Pairs() int { return t.armies[0].Size * t.armies[1].Size }

// Bytes returns the memory of the table when it is filled.
func (t *ArmyRows) Bytes() int64 { return 2 * int64(t.Pairs()) }

// InTime reports whether so many turns of the winner may be enough. False is proven.
func (t *ArmyRows) InTime(winner, helpers positions.Bits, turns int, winnerNext bool) bool {
	least := t.least[1]
	if winnerNext {
		least = t.least[0]
	}
	return int(least[t.at(t.rank(0, winner), t.rank(1, helpers))]) <= turns
}

// rank returns the number of the row counts of an army.
func (t *ArmyRows) rank(army int, men positions.Bits) int {
	k := CountMen(t.all, [4]uint64(men))
	return t.armies[army].Rank(&k)
}

// at is where the table has the row counts of the winner and of the helpers.
func (t *ArmyRows) at(winner, helpers int) int { return winner*t.armies[1].Size + helpers }

// Fill makes the table, for a goal of the winner, unless it is to stop for a reason, which
// it returns.
func (t *ArmyRows) Fill(goal positions.Bits, stop func() error) error {
	for i := range t.least {
		t.least[i] = slices.Repeat([]uint8{Far}, t.Pairs())
	}
	won := t.rank(0, goal)
	var now []int
	for helpers := range t.armies[1].Size {
		if at := t.at(won, helpers); t.fits(at) {
			now = append(now, at)
			t.least[1][at] = 0
		}
	}
	for turns := uint8(1); len(now) > 0; turns++ {
		now = t.before(1, t.before(0, now, turns), turns)
		if err := stop(); err != nil {
			return err
		}
	}
	return nil
}

// fits reports whether there is room for the men of both armies.
func (t *ArmyRows) fits(at int) bool {
	k := t.both(at)
	for row, n := range k {
		if n > t.all.capacity[row] {
			return false
		}
	}
	return true
}

// both returns the men of both armies by rows.
func (t *ArmyRows) both(at int) RowCounts {
	k := t.counts[0][at/t.armies[1].Size]
	for row, n := range t.counts[1][at%t.armies[1].Size] {
		k[row] += n
	}
	return k
}

// before returns the row counts from which one turn of an army leads to some, or that are
// some of these, and which have no number yet; now they have.
func (t *ArmyRows) before(army int, after []int, turns uint8) (found []int) {
	least := t.least[army]
	note := func(at int) {
		if least[at] == Far {
			least[at] = turns
			found = append(found, at)
		}
	}
	var near rowNeighbours
	for _, at := range after {
		note(at)
		ranks := [2]int{at / t.armies[1].Size, at % t.armies[1].Size}
		all, own := t.both(at), &t.counts[army][ranks[army]]
		moves := t.all.moves(&all)
		near.set(t.armies[army], own, ranks[army])
		for from, n := range own {
			if n == 0 {
				continue
			}
			for ends := moves.from(uint8(from)); ends != 0; ends &= ends - 1 {
				to := ranks
				to[army] = near.rank(uint8(from), uint8(trailing(ends)))
				note(t.at(to[0], to[1]))
			}
		}
	}
	return found
}
