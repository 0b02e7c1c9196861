package contest

import (
	"fmt"

	"github.com/halma-solve/halma-solve/positions"
)

// gomoku is Gomoku, or Gobang: so many in a row, placed or moved.
var gomoku = &Kind{
	Name: "gomoku", Version: 1,
	Summary: "Gomoku (Gobang): place all men, then move them, to have some in a row",
	Text: `The board is empty. In turn each side places one of its men on an empty cell
until all are placed; then in turn each moves one of its men one step to an
empty cell next to it, in any of the eight directions. Who has as many men
as --row says in an unbroken row, along a line or a diagonal (more count,
too), has won at once, while men are placed as well. A side that cannot move
passes; endless play is a draw.`,
	Options: []Option{
		extent("size", "columns x rows of the board (booklet: 16x16)", "4"),
		number("row", "men in a row that win (booklet: 5)", 3, 2, 6),
		number("men", "men of each side (booklet: 12)", 4, 1, 12),
	},
	Sides: firstSecond, Men: []string{"the first side", "the second side"}, Hand: true,
	Known: []Known{
		{"--size=3 --men=3", "drawn", 5_390},
		{"--size=3x4 --men=3", "won in 9", 46_303},
		{"", "won in 5", 2_095_877},
		{"--row=4", "drawn", 2_408_997},
		{"--size=5 --row=4", "drawn", 172_066_566},
	},
	make: newGomoku,
}

type gomokuRules struct {
	field
	group
	men    int   // of each side
	lines  []Set // that win
	levels []*numbering
}

func newGomoku(s Settings) (Rules, field, error) {
	w, h := s.Extent("size")
	b, err := rectangle(w, h)
	if err != nil {
		return nil, field{}, &SettingError{"size", err}
	}
	r := &gomokuRules{field: newField(b, eightWays, nil), men: s.Int("men")}
	if 2*r.men > b.Len() {
		return nil, field{}, refuse("men", "%d men of each side do not fit on %d cells", r.men, b.Len())
	}
	row := s.Int("row")
	if row > max(w, h) || row > r.men {
		return nil, field{}, refuse("row", "nobody can have %d in a row with %d men on %d×%d cells", row, r.men, w, h)
	}
	for c := range positions.Cell(b.Len()) {
		for d := range 4 { // the other four are the opposite ones
			line, at := Set(0), c
			for range row {
				if at == positions.NoCell {
					line = 0
					break
				}
				line |= 1 << uint(at)
				at = r.next[at][d]
			}
			if line != 0 {
				r.lines = append(r.lines, line)
			}
		}
	}
	for hand := range 2*r.men + 1 {
		sides := uint64(1)
		if hand == 0 {
			sides = 2
		}
		placed := placedOf(r.men, uint8(hand))
		n, err := newNumbering(b.Len(), sides, sizes{placed[0], placed[1]})
		if err != nil {
			return nil, field{}, &SettingError{"men", err}
		}
		r.levels = append(r.levels, n)
	}
	r.group = newGroup(r.field)
	return r, r.field, nil
}

func (r *gomokuRules) Start() Position { return Position{Hand: uint8(2 * r.men)} }

func (r *gomokuRules) AppendTurns(dst []Turn, p Position) []Turn {
	if r.row(p.Men[p.Turn^1]) {
		return dst
	}
	if p.Hand > 0 {
		for free := r.every() &^ p.all(); free != 0; free &= free - 1 {
			q := p
			q.Men[p.Turn] |= free & -free
			q.Hand--
			q.Turn ^= 1
			dst = append(dst, Turn{After: q})
		}
		return dst
	}
	first := len(dst)
	if dst = r.steps(dst, p); len(dst) == first && len(r.steps(nil, p.passed())) > 0 {
		dst = append(dst, Turn{After: p.passed()})
	}
	return dst
}

// steps appends the turns of all men of the side to move that go to a neighbouring
// cell.
func (f field) steps(dst []Turn, p Position) []Turn {
	for men := p.Men[p.Turn]; men != 0; men &= men - 1 {
		c := lowest(men)
		for to := f.near[c] &^ p.all(); to != 0; to &= to - 1 {
			dst = append(dst, Turn{After: f.moved(p, c, lowest(to))})
		}
	}
	return dst
}

// AppendSources implements [Backward]: a step can be taken back by a step, a pass by
// a pass.
func (r *gomokuRules) AppendSources(dst []Position, p Position) []Position {
	dst = append(dst, p.passed())
	for _, t := range r.steps(nil, p.passed()) {
		before := t.After
		before.Turn = p.Turn ^ 1
		dst = append(dst, before)
	}
	return dst
}

// row reports whether men stand in a row that wins.
func (r *gomokuRules) row(men Set) bool {
	for _, line := range r.lines {
		if men&line == line {
			return true
		}
	}
	return false
}

func (r *gomokuRules) Score(p Position) int {
	if r.row(p.Men[p.Turn^1]) {
		return -1
	}
	return 0
}

func (r *gomokuRules) FormatTurn(p, after Position) string {
	return r.moveText(p.Men[p.Turn], after.Men[p.Turn])
}

// moveText writes what has become of the men of the side that moved: one is placed,
// or goes to another cell, or none does.
func (f field) moveText(before, after Set) string {
	from, to := before&^after, after&^before
	switch {
	case from == 0 && to == 0:
		return passWord
	case from == 0:
		return f.name(lowest(to))
	}
	return f.name(lowest(from)) + "-" + f.name(lowest(to))
}

func (r *gomokuRules) Check(p Position) error {
	if err := checkPlaced(p, r.men); err != nil {
		return err
	}
	if r.row(p.Men[p.Turn]) {
		return fmt.Errorf("the side to move has men in a row that wins: the game was over before")
	}
	return nil
}

// checkPlaced returns what is wrong with a position in which so many men of each side
// were placed in turn and none has gone.
func checkPlaced(p Position, men int) error {
	if int(p.Hand) > 2*men {
		return fmt.Errorf("%d men in hand are too many, the sides have %d together", p.Hand, 2*men)
	}
	placed := placedOf(men, p.Hand)
	for side, set := range p.Men[:2] {
		if set.Len() != int(placed[side]) {
			return fmt.Errorf("the %s side has %d men on the board; with %d in hand it has placed %d", firstSecond[side], set.Len(), p.Hand, placed[side])
		}
	}
	if turn := p.Hand % 2; p.Hand > 0 && p.Turn != turn {
		return fmt.Errorf("with %d men in hand the %s side is to move", p.Hand, firstSecond[turn])
	}
	return nil
}

// placedOf returns how many of so many men each side has placed in turn when so many
// are in hand.
func placedOf(men int, hand uint8) [2]uint8 {
	n := uint8(2*men) - hand
	return [2]uint8{(n + 1) / 2, n / 2}
}

func (r *gomokuRules) Levels() []Level {
	return levelsOf(r.levels, func(hand int) bool { return hand == 0 })
}

func (r *gomokuRules) Place(p Position) (int, uint64) {
	return int(p.Hand), r.levels[p.Hand].code(p)
}

func (r *gomokuRules) At(level int, code uint64) Position {
	p := r.levels[level].position(code)
	if p.Hand = uint8(level); p.Hand > 0 {
		p.Turn = p.Hand % 2
	}
	return p
}
