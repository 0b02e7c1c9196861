package contest

import (
	"fmt"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
)

// gefangen2 is Gefangen 2: all take prisoners out of the same men.
var gefangen2 = &Kind{
	Name: "gefangen2", Version: 1,
	Summary: "Gefangen 2: jump men of nobody off the star's hexagon",
	Text: `All holes of the star's inner hexagon but the middle one hold men that
belong to nobody. In turn each side takes any of them and makes one or more
jumps with it, over neighbouring men to the empty holes behind; each jumped
man is taken off at once and kept. The last jump must land outside the
hexagon, where the jumper leaves the game (--landing stay: it may land
anywhere and stays). Without such a turn the game ends: most prisoners win.`,
	Options: []Option{
		number("size", "rows of a point of the star", 2, 1, 3),
		choice("landing", "where a turn ends: exit (outside the hexagon, and the man leaves) or stay (anywhere); translations of the booklet differ", "exit", "stay"),
		toggle("count-jumper", "a man that leaves counts for who moved it", false),
	},
	Sides: firstSecond, Men: []string{"the men"}, Scores: true, NoSides: true,
	Known: []Known{
		{"--size=1", "+0", 17},
		{"--size=1 --landing=stay", "-1", 84},
		{"", "+0", 21_321},
		{"--count-jumper=true", "+0", 21_321},
		{"--landing=stay", "+0", 0},
		{"--size=3", "-1", 0},
		{"--size=3 --count-jumper=true", "-1", 0},
	},
	make: newGefangen2,
}

type gefangen2Rules struct {
	field
	group
	start   Position
	outside [][]positions.Cell // [c][d]: the hole outside the field that a jump in direction d leads to, or NoCell
	stays   bool
	bonus   int // for a man that leaves
	levels  []*numbering
}

func newGefangen2(s Settings) (Rules, field, error) {
	size := s.Int("size")
	b, err := positions.NewBoard(positions.Star, size)
	if err != nil {
		return nil, field{}, &SettingError{"size", err}
	}
	r := &gefangen2Rules{stays: s.Get("landing") == "stay"}
	if s.Is("count-jumper") {
		r.bonus = 1
	}
	hexagon := func(p positions.Point) bool { return max(p.X, -p.X, p.Y, -p.Y, p.X+p.Y, -p.X-p.Y) <= size }
	switch {
	case r.stays && size > 2:
		return nil, field{}, refuse("size", "with --landing stay men can stand on all %d holes; 64 are the most", b.Len())
	case r.stays && r.bonus > 0:
		return nil, field{}, refuse("count-jumper", "with --landing stay no man leaves")
	case r.stays:
		r.field = newField(b, sixWays, nil)
	default:
		r.field = newField(b, sixWays, hexagon)
	}
	r.outside = make([][]positions.Cell, len(r.cells))
	for c := range positions.Cell(len(r.cells)) {
		p := r.point(c)
		for _, d := range sixWays {
			land := b.CellAt(positions.Point{X: p.X + 2*d.X, Y: p.Y + 2*d.Y})
			if r.number(land) != positions.NoCell {
				land = positions.NoCell
			}
			r.outside[c] = append(r.outside[c], land)
		}
		if hexagon(p) && p != (positions.Point{}) {
			r.start.Men[0] |= 1 << uint(c)
		}
	}
	for men := range r.start.Men[0].Len() + 1 {
		n, err := newNumbering(len(r.cells), 1, sizes{uint8(men)})
		if err != nil {
			return nil, field{}, &SettingError{"size", err}
		}
		r.levels = append(r.levels, n)
	}
	r.group = newGroup(r.field)
	return r, r.field, nil
}

func (r *gefangen2Rules) Start() Position { return r.start }

func (r *gefangen2Rules) AppendTurns(dst []Turn, p Position) []Turn {
	first := len(dst)
	for men := p.Men[0]; men != 0; men &= men - 1 {
		r.chains(p.Men[0]&^(men&-men), lowest(men), nil, func(after Set, _ []positions.Cell) {
			t := Turn{After: Position{Men: [MaxSets]Set{after}}, Gain: p.Men[0].Len() - after.Len()}
			if !r.stays {
				t.Gain += r.bonus - 1
			}
			dst = one(dst, first, t)
		})
	}
	return dst
}

// chains calls f for each way that a turn of a man on c can end: the men that are
// left then, and the cells of the board on which it has landed, with those before.
func (r *gefangen2Rules) chains(others Set, c positions.Cell, before []positions.Cell, f func(after Set, landed []positions.Cell)) {
	for d, over := range r.next[c] {
		if over == positions.NoCell || !others.Has(over) {
			continue
		}
		left := others &^ (1 << uint(over))
		if out := r.outside[c][d]; out != positions.NoCell {
			f(left, append(before, out))
			continue
		}
		land := r.next[over][d]
		if land == positions.NoCell || others.Has(land) {
			continue
		}
		landed := append(before, r.cells[land])
		if r.stays {
			f(left|1<<uint(land), landed)
		}
		r.chains(left, land, landed, f)
	}
}

func (r *gefangen2Rules) FormatTurn(p, after Position) (text string) {
	for men := p.Men[0]; men != 0 && text == ""; men &= men - 1 {
		c := lowest(men)
		r.chains(p.Men[0]&^(men&-men), c, []positions.Cell{r.cells[c]}, func(left Set, landed []positions.Cell) {
			if left == after.Men[0] && text == "" {
				text = strings.Join(r.board.CellNames(landed), "x")
			}
		})
	}
	return text
}

func (r *gefangen2Rules) Score(Position) int { return 0 }

func (r *gefangen2Rules) Check(p Position) error {
	if n := r.start.Men[0].Len(); p.Men[0].Len() > n {
		return fmt.Errorf("%d men are more than the %d of the start", p.Men[0].Len(), n)
	}
	return nil
}

func (r *gefangen2Rules) Levels() []Level { return levelsOf(r.levels, nil) }

func (r *gefangen2Rules) Place(p Position) (int, uint64) {
	men := p.Men[0].Len()
	return men, r.levels[men].code(p)
}

func (r *gefangen2Rules) At(level int, code uint64) Position { return r.levels[level].position(code) }
