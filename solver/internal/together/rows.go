package together

import (
	"slices"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/certificate"
)

// rowTable has how many turns the winner needs at least by the rows of the men alone: a
// pattern database (Culberson, Schaeffer 1998).
//
// Of a position there is left how many men of each army stand in each row. With a turn a
// man goes from his row
//
//   - by a step to a row of a neighbour, where there is room: fewer men than cells,
//   - or by jumps, each over a row with another man to the one as far behind it, where
//     there is room;
//   - or the turn changes nothing.
//
// Each turn of a game is such a turn of the row counts: a cell where a man lands, or
// stops, is empty, so there is room in its row, and one over which he jumps has a man, not
// himself. So a game of so many turns gives one of as many turns among row counts, and from
// a position that needs more there than are left nothing is won in time.
//
// A turn among row counts can be taken back, over the same men: there is room where the
// man came from. So the numbers are found breadth-first from the goal.
type rowTable struct {
	row    []uint8     // of each cell
	room   []uint8     // cells of each row
	steps  []uint64    // by row: those to which steps go
	jumps  [][]rowJump // by row
	armies [2]rowCounts
	least  [2][]uint8 // by whose turn it is, the winner's or the helpers', and row counts of both
}

// rowJump is a jump over a row to another.
type rowJump struct{ over, land uint8 }

// unsolved is the number of turns where none are enough.
const unsolved = 255

// fewMen is of how many men in an army the rows are asked at most: there are 969 row counts
// of three men on the star, 5,456 on the square 16×16. (With six men on the rhombus 6×6 they
// are 8,008, and spare 3 of 5 positions of 18 turns, a second; 2026-11.)
const fewMen = 3

// newRowTable returns the table of a puzzle, unmade: without numbers of turns. It is nil if
// there are too many men.
func newRowTable(p *puzzles.Puzzle) *rowTable {
	t := &rowTable{}
	for c := range positions.Cell(p.Board.Len()) {
		row := p.Board.Advance(c)
		for len(t.room) <= row {
			t.room = append(t.room, 0)
		}
		t.row, t.room[row] = append(t.row, uint8(row)), t.room[row]+1
	}
	for i, men := range [2]int{p.Marked.Len(), p.Start.AndNot(p.Marked).Len()} {
		if men > fewMen {
			return nil
		}
		t.armies[i] = newRowCounts(len(t.room), men)
	}
	t.ways(p)
	return t
}

// plain reports whether a certificate may say that rows were asked: the plain program
// makes the table again only if it is not too large.
func (t *rowTable) plain() bool { return t.pairs() <= certificate.MostRowPairs }

// pairs returns how many row counts of both armies there are.
func (t *rowTable) pairs() int { return t.armies[0].number * t.armies[1].number }

// bytes returns the memory of the table when it is made.
func (t *rowTable) bytes() int64 { return 2 * int64(t.pairs()) }

// ways notes which steps and jumps the board has, in rows.
func (t *rowTable) ways(p *puzzles.Puzzle) {
	t.steps, t.jumps = make([]uint64, len(t.room)), make([][]rowJump, len(t.room))
	for c, row := range t.row {
		for d := range p.Board.Directions() {
			next := p.Board.Neighbour(positions.Cell(c), d)
			if next == positions.NoCell {
				continue
			}
			t.steps[row] |= 1 << t.row[next]
			over, land := next, next
			for far := 1; far == 1 || p.Jumps.Long(); far++ {
				for range min(far, 2) { // it lies two cells farther each time, one after the first
					if land != positions.NoCell {
						land = p.Board.Neighbour(land, d)
					}
				}
				if land == positions.NoCell {
					break
				}
				if j := (rowJump{t.row[over], t.row[land]}); !slices.Contains(t.jumps[row], j) {
					t.jumps[row] = append(t.jumps[row], j)
				}
				over = p.Board.Neighbour(over, d)
			}
		}
	}
}

// rows returns the rows of the men on some cells, the lowest first.
func (t *rowTable) rows(men set) []uint8 {
	var rows [positions.MaxCells]uint8
	n := 0
	for k, word := range men {
		for ; word != 0; word &= word - 1 {
			row := t.row[k<<6+trailing(word)]
			i := n
			for ; i > 0 && rows[i-1] > row; i-- {
				rows[i] = rows[i-1]
			}
			rows[i] = row
			n++
		}
	}
	return rows[:n]
}

// inTime reports whether so many turns of the winner may be enough. False is proven.
func (t *rowTable) inTime(winner, helpers set, turns int, winnerNext bool) bool {
	least := t.least[1]
	if winnerNext {
		least = t.least[0]
	}
	return int(least[t.at(t.armies[0].rank(t.rows(winner)), t.armies[1].rank(t.rows(helpers)))]) <= turns
}

// at is where the table has the row counts of the winner and of the helpers.
func (t *rowTable) at(winner, helpers int) int { return winner*t.armies[1].number + helpers }

// fill makes the table, for a goal of the winner, unless it is to stop for a reason, which
// it returns.
func (t *rowTable) fill(goals set, stop func() error) error {
	for i := range t.least {
		t.least[i] = slices.Repeat([]uint8{unsolved}, t.pairs())
	}
	goal := t.armies[0].rank(t.rows(goals))
	var now []int
	for helpers := range t.armies[1].number {
		if _, _, fits := t.look(t.armies[0].of(goal), t.armies[1].of(helpers)); fits {
			now = append(now, t.at(goal, helpers))
			t.least[1][t.at(goal, helpers)] = 0
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

// before returns the row counts from which one turn of an army leads to some, or that are
// some of these, and which have no number yet; now they have.
func (t *rowTable) before(army int, after []int, turns uint8) (found []int) {
	least := t.least[army]
	note := func(at int) {
		if least[at] == unsolved {
			least[at] = turns
			found = append(found, at)
		}
	}
	to := make([]uint8, 0, positions.MaxCells)
	for _, at := range after {
		note(at)
		both := [2]int{at / t.armies[1].number, at % t.armies[1].number}
		own, others := t.armies[army].of(both[army]), t.armies[1-army].of(both[1-army])
		men, full, _ := t.look(own, others)
		for i, row := range own {
			if i > 0 && own[i-1] == row {
				continue
			}
			rest := men
			if (i+1 == len(own) || own[i+1] != row) && !slices.Contains(others, row) {
				rest &^= 1 << row
			}
			for ends := t.ends(row, rest, full); ends != 0; ends &= ends - 1 {
				to = moved(append(to[:0], own...), i, uint8(trailing(ends)))
				both[army] = t.armies[army].rank(to)
				note(t.at(both[0], both[1]))
			}
			both[army] = at / t.armies[1].number
			if army == 1 {
				both[army] = at % t.armies[1].number
			}
		}
	}
	return found
}

// look returns in which rows there are men of two armies, and in which there is no room
// for more; fits is false if there is no room for all of them.
func (t *rowTable) look(own, others []uint8) (men, full uint64, fits bool) {
	var count [64]uint8
	fits = true
	for _, army := range [2][]uint8{own, others} {
		for _, row := range army {
			count[row]++
			men |= 1 << row
			if count[row] >= t.room[row] {
				full |= 1 << row
			}
			fits = fits && count[row] <= t.room[row]
		}
	}
	return men, full, fits
}

// ends returns the rows other than his own where a turn of a man of a row may end, with
// other men in some rows, and no room in some.
func (t *rowTable) ends(row uint8, men, full uint64) uint64 {
	from, free := uint64(1)<<row, ^full
	met := from
	for todo := from; todo != 0; {
		at := trailing(todo)
		todo &= todo - 1
		for _, j := range t.jumps[at] {
			if land := uint64(1) << j.land; men>>j.over&1 != 0 && free&land&^met != 0 {
				met |= land
				todo |= land
			}
		}
	}
	return (met | t.steps[row]&free) &^ from
}

// moved puts the i-th of rows in order into another row.
func moved(rows []uint8, i int, to uint8) []uint8 {
	for ; i > 0 && rows[i-1] > to; i-- {
		rows[i] = rows[i-1]
	}
	for ; i+1 < len(rows) && rows[i+1] < to; i++ {
		rows[i] = rows[i+1]
	}
	rows[i] = to
	return rows
}

// rowCounts numbers the ways in which an army can stand in rows: the rows of its men in
// order, by the combinatorial number system.
type rowCounts struct {
	men, number int
	choose      [][]int // binomial coefficients
	all         []uint8 // the rows of each, one after the other
}

func newRowCounts(rows, men int) rowCounts {
	c := rowCounts{men: men}
	for n := range rows + men {
		line := make([]int, men+1)
		line[0] = 1
		for k := 1; k <= min(n, men); k++ {
			line[k] = c.choose[n-1][k-1] + c.choose[n-1][k]
		}
		c.choose = append(c.choose, line)
	}
	c.number = c.choose[rows+men-1][men]
	c.all = make([]uint8, 0, c.number*men)
	for n := range c.number {
		c.all = c.unrank(c.all, n)
	}
	return c
}

// rank returns the number of rows in order.
func (c *rowCounts) rank(rows []uint8) (n int) {
	for i, row := range rows {
		n += c.choose[int(row)+i][i+1]
	}
	return n
}

// unrank appends the rows of a number.
func (c *rowCounts) unrank(to []uint8, n int) []uint8 {
	to = append(to, make([]uint8, c.men)...)
	rows := to[len(to)-c.men:]
	for i := c.men - 1; i >= 0; i-- {
		row := 0
		for row+i+1 < len(c.choose) && c.choose[row+i+1][i+1] <= n {
			row++
		}
		rows[i] = uint8(row)
		n -= c.choose[row+i][i+1]
	}
	return to
}

// of returns the rows of a number.
func (c *rowCounts) of(n int) []uint8 { return c.all[n*c.men:][:c.men] }
