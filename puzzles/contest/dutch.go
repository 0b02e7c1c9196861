package contest

import (
	"github.com/halma-solve/halma-solve/positions"
)

// dutch is Niederländisches Halma, a race of men that only go forward.
var dutch = &Kind{
	Name: "dutch", Version: 1,
	Summary: "Dutch Halma: forward only, leaping past enemy men; nobody is taken",
	Text: `The sides begin on the rows nearest to them. A turn takes one man one cell
straight forward to an empty cell; or it leaps: where an enemy man stands
diagonally in front, to the empty cell straight behind that man. Leaps may
be chained, and stopped after any of them. Nobody is taken. Who has all men
on the two far rows wins. A side without a turn passes (--stuck); if neither
has one, it is a draw.`,
	Options: []Option{
		extent("size", "columns x rows of the board (booklet: 9x9)", "4x5"),
		number("rows", "rows of men of each side (booklet: 2)", 1, 1, 2),
		stuckOption,
	},
	Sides: firstSecond, Men: []string{"the first side", "the second side"},
	Known: []Known{
		{"--size=2x6 --rows=2", "lost in 26", 6_012},
		{"--size=3x5", "drawn", 6_474},
		{"--size=3x5 --rows=2", "drawn", 36_081},
		{"", "drawn", 252_434},
		{"--size=4x6", "drawn", 2_500_711},
		{"--size=3x6 --rows=2", "drawn", 4_813_509},
	},
	make: newDutch,
}

// stuckOption says what becomes of a side without a turn in games where it is not
// its fault.
var stuckOption = choice("stuck", "a side without a turn: pass, or loses", "pass", "loses")

type dutchRules struct {
	crossing
	far [2]Set // the two far rows
}

func newDutch(s Settings) (Rules, field, error) {
	w, h := s.Extent("size")
	rows := s.Int("rows")
	if h < 2*rows+1 || h < 4 {
		return nil, field{}, refuse("size", "%d rows of cells are too few for %d of men a side", h, rows)
	}
	b, err := rectangle(w, h)
	if err != nil {
		return nil, field{}, &SettingError{"size", err}
	}
	r := &dutchRules{crossing: crossing{field: newField(b, eightWays, nil), loses: s.Get("stuck") == "loses"}}
	if r.advance, err = newAdvance(b, rows*w, h); err != nil {
		return nil, field{}, &SettingError{"size", err}
	}
	for c := range positions.Cell(b.Len()) {
		y, cell := b.Point(c).Y, Set(1)<<uint(c)
		if y < rows {
			r.start.Men[0] |= cell
		}
		if y >= h-rows {
			r.start.Men[1] |= cell
		}
	}
	r.far = [2]Set{r.start.Men[1], r.start.Men[0]}
	r.home, r.moves = r.isHome, r.men
	r.group = newGroup(r.field, r.start.Men[:2]...)
	return r, r.field, nil
}

// isHome reports whether a side has all men on its far rows.
func (r *dutchRules) isHome(p Position, side uint8) bool { return p.Men[side]&^r.far[side] == 0 }

// men appends the turns that move a man.
func (r *dutchRules) men(dst []Turn, p Position) []Turn {
	for men := p.Men[p.Turn]; men != 0; men &= men - 1 {
		c, first := lowest(men), len(dst)
		if to := r.next[c][r.ahead(p.Turn)]; to != positions.NoCell && !p.all().Has(to) {
			dst = append(dst, Turn{After: r.moved(p, c, to)})
		}
		for _, to := range r.leaps(p, c) {
			for _, further := range append(r.chain(p, to), to) {
				dst = one(dst, first, Turn{After: r.moved(p, c, further)})
			}
		}
	}
	return dst
}

// ahead is the index of the direction forward.
func (r *dutchRules) ahead(side uint8) int { return 2 + 4*int(side) }

// leaps lists the cells one leap from c.
func (r *dutchRules) leaps(p Position, c positions.Cell) (to []positions.Cell) {
	ahead := r.ahead(p.Turn)
	for _, aside := range []int{ahead - 1, ahead + 1} {
		over := r.next[c][aside]
		if over == positions.NoCell || !p.Men[p.Turn^1].Has(over) {
			continue
		}
		if land := r.next[over][ahead]; land != positions.NoCell && !p.all().Has(land) {
			to = append(to, land)
		}
	}
	return to
}

// chain lists the cells that more leaps lead to from c.
func (r *dutchRules) chain(p Position, c positions.Cell) (to []positions.Cell) {
	for _, land := range r.leaps(p, c) {
		to = append(append(to, land), r.chain(p, land)...)
	}
	return to
}

func (r *dutchRules) FormatTurn(p, after Position) string {
	from, to := p.Men[p.Turn]&^after.Men[p.Turn], after.Men[p.Turn]&^p.Men[p.Turn]
	if from == 0 {
		return passWord
	}
	c, end := lowest(from), lowest(to)
	if r.next[c][r.ahead(p.Turn)] == end {
		return r.name(c) + "-" + r.name(end)
	}
	return r.path(r.way(p, c, end), "-")
}

// way lists the cells of leaps from one cell to another, nil if there are none.
func (r *dutchRules) way(p Position, c, end positions.Cell) []positions.Cell {
	if c == end {
		return []positions.Cell{c}
	}
	for _, land := range r.leaps(p, c) {
		if rest := r.way(p, land, end); rest != nil {
			return append([]positions.Cell{c}, rest...)
		}
	}
	return nil
}
