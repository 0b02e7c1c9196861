package contest

import (
	"slices"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
)

// zug is Le Zug, a race on the diagonals.
var zug = &Kind{
	Name: "zug", Version: 1,
	Summary: "Le Zug: a race forward on the diagonals, past closed stations",
	Text: `Men stand on crossings, those of a side on all of its first row and some of
the second, and move diagonally forward only: one step; or a chain of jumps,
each over one neighbouring man to the empty crossing behind, then one step
if wanted. While a side has a man in its station, the rows nearest to it,
the opponent may touch no crossing of that. Who has the far row full and the
rest in the row before it wins. No turn: pass; if neither has one, a draw.`,
	Options: []Option{
		extent("size", "columns x rows of crossings, both odd (booklet: 17x17)", "5x7"),
		number("front", "men in front of the full row (booklet: 3)", 1, 0, 8),
		word("start", "crossings of the first side's men in front, such as f2,h2,j2, or middle (the booklet's picture is lost)", "middle"),
		number("station", "rows of a station (booklet: 4)", 2, 1, 8),
		stuckOption,
	},
	Sides: firstSecond, Men: []string{"the first side", "the second side"},
	Known: []Known{
		{"--front=0", "lost in 28", 188_612},
		{"", "lost in 30", 791_176},
		{"--stuck=loses", "lost in 22", 791_048},
		{"--size=5x9", "drawn", 21_428_761},
	},
	make: newZug,
}

// diagonals are the four diagonal ways; those forward of the first side come first.
var diagonals = []positions.Point{{X: 1, Y: 1}, {X: -1, Y: 1}, {X: -1, Y: -1}, {X: 1, Y: -1}}

type zugRules struct {
	crossing
	station [2]Set
	far     [2]Set // the row to fill
	before  [2]Set // the row before it
}

func newZug(s Settings) (Rules, field, error) {
	w, h := s.Extent("size")
	if w%2 == 0 || h%2 == 0 || w < 3 || h < 5 {
		return nil, field{}, refuse("size", "%dx%d: an odd number of columns from 3 and of rows from 5 is needed", w, h)
	}
	b, err := lattice(w, h, func(p positions.Point) bool { return (p.X+p.Y)%2 == 0 })
	if err != nil {
		return nil, field{}, &SettingError{"size", err}
	}
	r := &zugRules{crossing: crossing{field: newField(b, diagonals, nil), loses: s.Get("stuck") == "loses"}}
	station := s.Int("station")
	if 2*station >= h {
		return nil, field{}, refuse("station", "two stations of %d rows leave none of %d between them", station, h)
	}
	row := func(from, to int) (set Set) {
		for c := range positions.Cell(b.Len()) {
			if y := b.Point(c).Y; from <= y && y < to {
				set |= 1 << uint(c)
			}
		}
		return set
	}
	r.station = [2]Set{row(0, station), row(h-station, h)}
	r.far = [2]Set{row(h-1, h), row(0, 1)}
	r.before = [2]Set{row(h-2, h-1), row(1, 2)}
	front, err := r.front(s.Get("start"), s.Int("front"))
	if err != nil {
		return nil, field{}, err
	}
	r.start.Men[0] = row(0, 1) | front
	for _, c := range r.start.Men[0].Cells() {
		p := b.Point(c)
		r.start.Men[1] |= 1 << uint(b.CellAt(positions.Point{X: w - 1 - p.X, Y: h - 1 - p.Y}))
	}
	if r.advance, err = newAdvance(b, r.start.Men[0].Len(), h); err != nil {
		return nil, field{}, &SettingError{"size", err}
	}
	r.home, r.moves = r.isHome, r.men
	r.group = newGroup(r.field, slices.Concat(r.station[:], r.start.Men[:2])...)
	return r, r.field, nil
}

// front reads the places of the men in front; middle are the nearest to the middle of
// their row, of two as near the left one first.
func (r *zugRules) front(text string, men int) (front Set, err error) {
	row := r.before[1]
	if men > row.Len() {
		return 0, refuse("front", "there are %d crossings in the second row", row.Len())
	}
	if text == "middle" {
		cells := row.Cells()
		off := func(c positions.Cell) int { return max(2*r.point(c).X-r.width(), r.width()-2*r.point(c).X) }
		slices.SortStableFunc(cells, func(c, d positions.Cell) int { return off(c) - off(d) })
		for _, c := range cells[:men] {
			front |= 1 << uint(c)
		}
		return front, nil
	}
	for name := range strings.SplitSeq(text, ",") {
		c, err := r.board.ParseCell(name)
		if err != nil || !row.Has(c) || front.Has(c) {
			return 0, refuse("start", "%.20q: different crossings of the second row are needed (%s)", name, strings.Join(r.names(row), ", "))
		}
		front |= 1 << uint(c)
	}
	if front.Len() != men {
		return 0, refuse("start", "there are %d men, --front says %d", front.Len(), men)
	}
	return front, nil
}

// width is the greatest column, from 0.
func (f field) width() (x int) {
	for c := range f.cells {
		x = max(x, f.point(positions.Cell(c)).X)
	}
	return x
}

// isHome reports whether a side has reached its aim.
func (r *zugRules) isHome(p Position, side uint8) bool {
	men := p.Men[side]
	return men&r.far[side] == r.far[side] && men&^(r.far[side]|r.before[side]) == 0
}

// open returns the cells that the side to move may set a man on.
func (r *zugRules) open(p Position) Set {
	open := r.every() &^ p.all()
	if p.Men[p.Turn^1]&r.station[p.Turn^1] != 0 {
		open &^= r.station[p.Turn^1]
	}
	return open
}

// men appends the turns that move a man.
func (r *zugRules) men(dst []Turn, p Position) []Turn {
	open := r.open(p)
	for men := p.Men[p.Turn]; men != 0; men &= men - 1 {
		c := lowest(men)
		for ends := r.ends(p, open, c, r.step(p, open, c)); ends != 0; ends &= ends - 1 {
			dst = append(dst, Turn{After: r.moved(p, c, lowest(ends))})
		}
	}
	return dst
}

// ahead are the directions forward.
func (r *zugRules) ahead(side uint8) []int { return []int{2 * int(side), 2*int(side) + 1} }

// step returns the cells that one step leads to.
func (r *zugRules) step(p Position, open Set, c positions.Cell) (to Set) {
	for _, d := range r.ahead(p.Turn) {
		if n := r.next[c][d]; n != positions.NoCell && open.Has(n) {
			to |= 1 << uint(n)
		}
	}
	return to
}

// jumps lists the cells that one jump leads to.
func (r *zugRules) jumps(p Position, open Set, c positions.Cell) (to []positions.Cell) {
	for _, d := range r.ahead(p.Turn) {
		over := r.next[c][d]
		if over == positions.NoCell || !p.all().Has(over) {
			continue
		}
		if land := r.next[over][d]; land != positions.NoCell && open.Has(land) {
			to = append(to, land)
		}
	}
	return to
}

// ends adds the cells where jumps from c, and a step after them, can end.
func (r *zugRules) ends(p Position, open Set, c positions.Cell, found Set) Set {
	for _, land := range r.jumps(p, open, c) {
		found |= 1<<uint(land) | r.step(p, open, land)
		found = r.ends(p, open, land, found)
	}
	return found
}

func (r *zugRules) FormatTurn(p, after Position) string {
	from, to := p.Men[p.Turn]&^after.Men[p.Turn], after.Men[p.Turn]&^p.Men[p.Turn]
	if from == 0 {
		return passWord
	}
	open, c, end := r.open(p), lowest(from), lowest(to)
	if r.step(p, open, c).Has(end) {
		return r.path([]positions.Cell{c, end}, "-")
	}
	return r.path(r.way(p, open, c, end), "-")
}

// way lists the cells of jumps, and a step after them, from one cell to another.
func (r *zugRules) way(p Position, open Set, c, end positions.Cell) []positions.Cell {
	for _, land := range r.jumps(p, open, c) {
		switch rest := r.way(p, open, land, end); {
		case land == end:
			return []positions.Cell{c, land}
		case r.step(p, open, land).Has(end):
			return []positions.Cell{c, land, end}
		case rest != nil:
			return append([]positions.Cell{c}, rest...)
		}
	}
	return nil
}
