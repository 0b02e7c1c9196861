package certificate

import (
	"bytes"
	"cmp"
	"math/bits"
	"slices"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// model is a puzzle prepared for recomputing: everything as lists of cells and
// numbers, nothing fast.
type model struct {
	puzzle *puzzles.Puzzle
	board  *positions.Board
	cells  int
	row    []int // of each cell: its advance
	room   []int // of each row: its cells
	mirror positions.Permutation
	turn   positions.Permutation

	start, goal field
	startSum    int // of the rows of the men at the start
	total       int // T: gain of the goal
	men         int
	mostGain    int // with the men on the cells that are furthest ahead, whatever the goal
	top         int // greatest row
	rise        int // most rows that a hop lifts a man beyond the cell it starts from or crosses
	leap        int // most rows that one move takes one man ahead
	steps       [][]bool
	hops        [][]rowHop
	marked      bool // one man has a mark: see field
}

// field is a position: what stands on each cell.
type field []byte

// What stands on a cell. A marked man is told from the others in steps about
// marked positions only.
const (
	nobody byte = iota
	aMan
	theMarked
)

// rowHop is an abstract jump: over a row into a row.
type rowHop struct{ over, land int }

// newModel prepares a puzzle; marked says whether positions have its mark.
func newModel(p *puzzles.Puzzle, marked bool) *model {
	m := &model{puzzle: p, board: p.Board, cells: p.Board.Len(), turn: puzzles.HalfTurn(p.Board), marked: marked}
	m.mirror = m.board.Symmetries()[0]
	for _, s := range m.board.Symmetries() {
		if !s.IsIdentity() && s.Apply(p.Start) == p.Start && s.Apply(p.Goal) == p.Goal {
			m.mirror = s
			break
		}
	}
	for c := range positions.Cell(m.cells) {
		m.row = append(m.row, m.board.Advance(c))
		m.top = max(m.top, m.board.Advance(c))
		m.start = append(m.start, standing(p.Start.Has(c), marked && p.Marked.Has(c)))
	}
	m.goal = m.image(m.start, m.turn)
	m.startSum = m.sum(m.start)
	m.total = m.sum(m.goal) - m.startSum
	m.men = p.Men()
	ahead := slices.Sorted(slices.Values(m.row))
	for _, row := range ahead[m.cells-m.men:] {
		m.mostGain += row
	}
	m.mostGain -= m.startSum
	m.room = make([]int, m.top+1)
	m.steps = make([][]bool, m.top+1)
	m.hops = make([][]rowHop, m.top+1)
	for c, row := range m.row {
		m.room[row]++
		if m.steps[row] == nil {
			m.steps[row] = make([]bool, m.top+1)
		}
		for d := range m.board.Directions() {
			m.along(positions.Cell(c), d)
		}
	}
	for row := range m.hops {
		slices.SortFunc(m.hops[row], func(a, b rowHop) int { return cmp.Or(a.over-b.over, a.land-b.land) })
		m.hops[row] = slices.Compact(m.hops[row])
	}
	if m.chains() {
		m.leap = m.top
	}
	return m
}

func standing(man, marked bool) byte {
	switch {
	case man && marked:
		return theMarked
	case man:
		return aMan
	}
	return nobody
}

// chains reports whether a move may be a chain of several jumps.
func (m *model) chains() bool { return !m.puzzle.Count.EachHop() }

// along notes what the hops from a cell in one direction do to rows.
func (m *model) along(from positions.Cell, d int) {
	next := m.board.Neighbour(from, d)
	if next == positions.NoCell {
		return
	}
	a := m.row[from]
	m.steps[a][m.row[next]] = true
	m.rise = max(m.rise, m.row[next]-a)
	m.leap = max(m.leap, m.row[next]-a)
	for far := 1; far == 1 || m.puzzle.Jumps.Long(); far++ {
		over := m.far(from, d, far)
		land := m.far(from, d, 2*far)
		if land == positions.NoCell {
			return
		}
		m.hops[a] = append(m.hops[a], rowHop{m.row[over], m.row[land]})
		m.rise = max(m.rise, m.row[land]-m.row[over])
		m.leap = max(m.leap, m.row[land]-a)
	}
}

// far returns the cell n cells away, NoCell beyond the edge.
func (m *model) far(c positions.Cell, d, n int) positions.Cell {
	for ; n > 0 && c != positions.NoCell; n-- {
		c = m.board.Neighbour(c, d)
	}
	return c
}

// sum returns the sum of the rows of all men.
func (m *model) sum(men field) int {
	sum := 0
	for c, who := range men {
		if who != nobody {
			sum += m.row[c]
		}
	}
	return sum
}

// counts returns how many men are in each row.
func (m *model) counts(men field) []byte {
	k := make([]byte, m.top+1)
	for c, who := range men {
		if who != nobody {
			k[m.row[c]]++
		}
	}
	return k
}

// move is a turn: its first and last cell and the least number of hops.
type move struct{ from, to, hops int }

// moves lists the turns from a position under the rules of a refutation. When
// hops are counted and the game is free, every single hop is a turn.
func (m *model) moves(men field, rules string) []move {
	var out []move
	hops, jumped := make([]int, m.cells), make([]bool, m.cells)
	for from, who := range men {
		if who == nobody {
			continue
		}
		men[from] = nobody // the man is lifted
		m.reach(men, positions.Cell(from), rules, hops, jumped)
		men[from] = who
		for to, n := range hops {
			if to == from || n == 0 {
				continue
			}
			if rules == RulesBooklet && m.goal[from] != nobody && m.goal[to] == nobody ||
				rules == RulesBackwards && m.start[from] == nobody && m.start[to] != nobody {
				continue
			}
			out = append(out, move{from, to, n})
		}
	}
	return out
}

// reach notes for each cell how many hops the man that was lifted from a cell needs
// to end there, 0 if it cannot. jumped is for its own use.
func (m *model) reach(men field, from positions.Cell, rules string, hops []int, jumped []bool) {
	clear(hops)
	clear(jumped)
	for d := range m.board.Directions() {
		if to := m.board.Neighbour(from, d); to != positions.NoCell && men[to] == nobody {
			hops[to] = 1
		}
	}
	jumped[from] = true
	queue := []positions.Cell{from}
	for far := 1; len(queue) > 0; far++ {
		var next []positions.Cell
		for _, c := range queue {
			for d := range m.board.Directions() {
				to := m.jump(men, c, d)
				if to == positions.NoCell || jumped[to] {
					continue
				}
				jumped[to] = true
				next = append(next, to)
				if hops[to] == 0 {
					hops[to] = far
				}
			}
		}
		if m.puzzle.Count.EachHop() && rules == RulesFree {
			break
		}
		queue = next
	}
}

// jump returns where a jump in a direction lands, NoCell if there is none. The
// jumper has been lifted off the board.
func (m *model) jump(men field, c positions.Cell, d int) positions.Cell {
	over := m.board.Neighbour(c, d)
	far := 1
	for over != positions.NoCell && men[over] == nobody {
		if !m.puzzle.Jumps.Long() {
			return positions.NoCell
		}
		over = m.board.Neighbour(over, d)
		far++
	}
	land := over
	for range far {
		if land != positions.NoCell {
			land = m.board.Neighbour(land, d)
		}
		if land == positions.NoCell || men[land] != nobody {
			return positions.NoCell
		}
	}
	return land
}

// code returns the code of a position, without regard to the mirror.
func (m *model) code(men field) []byte {
	code := make([]byte, m.width())
	for c, who := range men {
		m.put(code, c, who)
	}
	return code
}

// put puts somebody on an empty cell of a code.
func (m *model) put(code []byte, c int, who byte) {
	if who != nobody {
		code[c/8] |= 1 << (c % 8)
	}
	if who == theMarked {
		code[len(code)-1] = byte(c)
	}
}

// take takes a man off a code.
func (m *model) take(code []byte, c int) { code[c/8] &^= 1 << (c % 8) }

// width is the length of a code.
func (m *model) width() int {
	if m.marked {
		return (m.cells+7)/8 + 1
	}
	return (m.cells + 7) / 8
}

// moved returns the position after a turn.
func (m *model) moved(men field, mv move) field {
	out := slices.Clone(men)
	out[mv.from], out[mv.to] = nobody, men[mv.from]
	return out
}

// canonical returns the code that stands for a position and its mirror image.
func (m *model) canonical(men field) []byte {
	return smaller(m.code(men), m.code(m.image(men, m.mirror)))
}

func smaller(a, b []byte) []byte {
	if bytes.Compare(b, a) < 0 {
		return b
	}
	return a
}

// decode returns the position of a code.
func (m *model) decode(code []byte) field {
	men := make(field, m.cells)
	for c := range men {
		men[c] = standing(code[c/8]>>(c%8)&1 != 0, m.marked && int(code[len(code)-1]) == c)
	}
	return men
}

// gainOf returns the gain of the position of a code.
func (m *model) gainOf(code []byte) int {
	sum := -m.startSum
	for i, b := range code[:(m.cells+7)/8] {
		for ; b != 0; b &= b - 1 {
			sum += m.row[8*i+bits.TrailingZeros8(b)]
		}
	}
	return sum
}

// image returns the position after a map of the board.
func (m *model) image(men field, to positions.Permutation) field {
	out := make(field, m.cells)
	for c, who := range men {
		out[to[c]] = who
	}
	return out
}
