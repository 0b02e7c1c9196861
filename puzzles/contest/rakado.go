package contest

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/halma-solve/halma-solve/positions"
)

// rakado is Rakado for two on the square: men slide forward by the roll of a die.
var rakado = &Kind{
	Name: "rakado", Version: 1,
	Summary: "Rakado: slide forward by the roll of a die, capture, and bring the most men home",
	Text: `Each side fills the row before it; its goal is the enemy's. Who rolls moves
one man just as many cells forward, straight or diagonally (--lines), over
empty cells; it may end on an enemy man, who is out for good, and must if
the roll allows a capture. A man in its goal is home, neither captures nor
is captured, and on the star may move on. No move: pass; after the highest
face one rolls again. When no roll moves a man, more men home win.`,
	Options: []Option{
		extent("size", "columns x rows of the board", "2x4"),
		number("faces", "faces of a die", 3, 1, 12),
		choice("lines", "where men move: straight ahead and diagonally, ahead only, or ahead but capturing diagonally and sideways, too", "forward", "ahead", "folk"),
		choice("board", "the square, or the star, whose size is one number and whose rows are a point with its base row", "square", "star").later(),
		toggle("huff", "who could capture may move otherwise; then the other side takes off a man that could have", false).later(),
	},
	Sides: firstSecond, Chance: true,
	Men: []string{"the first side", "the second side", "those of which the side to move takes one off, and rolls", "those of which the side to move takes one off, before the other side rolls again"},
	Known: []Known{
		{"", "0.5461676952 to 0.5461676956", 679},
		{"--lines=ahead", "0.4753086419 to 0.4753086421", 174},
		{"--lines=folk", "0.5025720164 to 0.5025720165", 311},
		{"--huff=true", "0.5461676952 to 0.5461676956", 935},
		{"--lines=folk --size=3x4", "0.4993984487 to 0.4993984489", 6_598},
		{"--board=star --size=1", "0.5207449201 to 0.5207449204", 10_764},
		{"--board=star --size=1 --faces=6", "0.5215841684 to 0.5215841686", 30_268},
		{"--size=3x4", "0.5197592782 to 0.5197592784", 26_243},
		{"--size=2x6 --faces=6", "0.5036358289 to 0.5036358290", 8_355},
		{"--size=3x5", "0.4788903248 to 0.4788903249", 218_086},
		{"--size=4", "0.5003695950 to 0.5003695951", 1_006_505},
	},
	make: newRakado,
}

type rakadoRules struct {
	field
	group
	*numbering
	goals [2]Set
	quiet int // directions in which a man moves to an empty cell: the first of all
	takes int // and of those in which it captures
	ways  int // all
	huff  bool
	rolls []Roll
}

// rakadoWays are the directions of the first side, straight ahead first; rakadoLines
// are how many of them men move in and capture in.
var (
	rakadoWays  = []positions.Point{{Y: 1}, {X: -1, Y: 1}, {X: 1, Y: 1}, {X: -1}, {X: 1}}
	rakadoStar  = []positions.Point{{Y: 1}, {X: -1, Y: 1}}
	rakadoLines = map[string][2]int{"forward": {3, 3}, "ahead": {1, 1}, "folk": {1, 5}}
)

func newRakado(s Settings) (Rules, field, error) {
	r := &rakadoRules{huff: s.Is("huff")}
	ways, lines := rakadoWays, rakadoLines[s.Get("lines")]
	star := s.Get("board") == positions.Star.String()
	if star {
		ways, lines = rakadoStar, [2]int{2, 2}
		if s.Get("lines") != "forward" {
			return nil, field{}, refuse("lines", "on the star no line leads straight ahead or sideways from the court: forward alone")
		}
	}
	r.ways, r.quiet, r.takes = len(ways), lines[0], lines[1]
	back := make([]positions.Point, len(ways))
	for i, way := range ways {
		back[i] = positions.Point{X: -way.X, Y: -way.Y}
	}
	var err error
	place := r.rows
	if star {
		place = r.courts
	}
	if err = place(s, slices.Concat(ways, back)); err != nil {
		return nil, field{}, err
	}
	for face := range s.Int("faces") {
		r.rolls = append(r.rolls, Roll{strconv.Itoa(1 + face), 1})
	}
	var men []sizes
	for first := range r.goals[1].Len() + 1 {
		for second := range r.goals[0].Len() + 1 {
			men = append(men, sizes{uint8(first), uint8(second)})
		}
	}
	if r.huff {
		men = append(men, r.answers()...)
	}
	if r.numbering, err = newNumbering(len(r.field.cells), 2, men...); err != nil {
		return nil, field{}, &SettingError{"size", err}
	}
	r.group = newGroup(r.field, r.goals[0], r.goals[1])
	return r, r.field, nil
}

// rows makes the square, whose goals are the last rows.
func (r *rakadoRules) rows(s Settings, ways []positions.Point) error {
	w, h := s.Extent("size")
	if h < 3 {
		return refuse("size", "%d rows leave no way between the sides: three are the least", h)
	}
	b, err := rectangle(w, h)
	if err != nil {
		return &SettingError{"size", err}
	}
	r.field = newField(b, ways, nil)
	for c := range positions.Cell(len(r.field.cells)) {
		switch r.point(c).Y {
		case 0:
			r.goals[1] |= 1 << uint(c)
		case h - 1:
			r.goals[0] |= 1 << uint(c)
		}
	}
	return nil
}

// courts makes the star, whose goals are opposite points with their base rows.
func (r *rakadoRules) courts(s Settings, ways []positions.Point) error {
	size, other := s.Extent("size")
	if size != other {
		return refuse("size", "the size of a star is one number, such as 1")
	}
	b, err := positions.NewBoard(positions.Star, size)
	if err != nil {
		return &SettingError{"size", err}
	}
	if b.Len() > 64 {
		return refuse("size", "the %s has more than 64 cells, too many to be solved", b)
	}
	r.field = newField(b, ways, nil)
	for _, p := range firstPoints(positions.Star, size, (size+1)*(size+2)/2) {
		r.goals[1] |= 1 << uint(r.number(b.CellAt(p)))
		r.goals[0] |= 1 << uint(r.number(b.CellAt(positions.Point{X: -p.X, Y: -p.Y})))
	}
	return nil
}

func (r *rakadoRules) Start() Position { return Position{Men: [MaxSets]Set{r.goals[1], r.goals[0]}} }

// Rolls implements [Dice].
func (r *rakadoRules) Rolls() []Roll { return r.rolls }

// Rolled implements [Dice].
func (r *rakadoRules) Rolled(p Position) [][]Turn {
	if r.asked(p) {
		return slices.Repeat([][]Turn{r.answered(p)}, len(r.rolls))
	}
	if !r.canMove(p) && !r.canMove(p.passed()) {
		return nil
	}
	out := make([][]Turn, len(r.rolls))
	for i := range r.rolls {
		again := i == len(r.rolls)-1
		out[i] = r.slides(p, i+1)
		if len(out[i]) == 0 {
			out[i] = []Turn{{After: p}}
		}
		for k := range out[i] {
			t := &out[i][k]
			if r.asked(t.After) {
				r.ask(&t.After, again)
			} else if t.Again = again; !again {
				t.After.Turn ^= 1
			}
		}
	}
	return out
}

// canMove reports whether any roll moves a man of the side to move.
func (r *rakadoRules) canMove(p Position) bool {
	for i := range r.rolls {
		if len(r.slides(p, i+1)) > 0 {
			return true
		}
	}
	return false
}

// slides returns the moves by so many cells, captures alone if there are any, with the
// same side to move after them. By --huff there are the others, too, after which men of
// which one has to go stand in the third set; where there is one alone it is gone.
func (r *rakadoRules) slides(p Position, cells int) []Turn {
	var quiet, captures []Turn
	var could Set // capture
	all, enemies := p.all(), p.Men[p.Turn^1]
	for men := p.Men[p.Turn]; men != 0; men &= men - 1 {
		home := r.goals[p.Turn].Has(lowest(men))
		for d := range r.ways {
			c := r.along(lowest(men), d+int(p.Turn)*r.ways, cells, all)
			if c == positions.NoCell || p.Men[p.Turn].Has(c) {
				continue
			}
			t := Turn{After: p}
			t.After.Men[p.Turn] ^= men&-men | 1<<uint(c)
			switch {
			case !enemies.Has(c) && d < r.quiet:
				quiet = append(quiet, t)
			case enemies.Has(c) && d < r.takes && !home && !r.goals[p.Turn^1].Has(c):
				t.After.Men[p.Turn^1] &^= 1 << uint(c)
				captures = append(captures, t)
				could |= men & -men
			}
		}
	}
	switch {
	case len(captures) == 0:
		return quiet
	case r.huff:
		return r.huffed(p, captures, quiet, could)
	}
	return captures
}

// along returns the cell so many cells on, or NoCell if a man stands before it or the
// board ends.
func (f field) along(c positions.Cell, direction, cells int, all Set) positions.Cell {
	for n := range cells {
		if n > 0 && all.Has(c) {
			return positions.NoCell
		}
		if c = f.next[c][direction]; c == positions.NoCell {
			return c
		}
	}
	return c
}

func (r *rakadoRules) AppendTurns(dst []Turn, p Position) []Turn { return ofAllRolls(dst, r.Rolled(p)) }

// Score counts the men at home.
func (r *rakadoRules) Score(p Position) int {
	mine, theirs := p.Men[p.Turn]&r.goals[p.Turn], p.Men[p.Turn^1]&r.goals[p.Turn^1]
	return cmp.Compare(mine.Len(), theirs.Len())
}

func (r *rakadoRules) FormatTurn(p, after Position) string {
	from, to := p.Men[p.Turn]&^after.Men[p.Turn], after.Men[p.Turn]&^p.Men[p.Turn]
	switch {
	case r.huff && (r.asked(p) || r.asked(after) || from.Len() != to.Len()):
		return r.formatHuff(p, after)
	case from == 0 && after.Turn == p.Turn:
		return "again" // a pass after the highest face
	case from == 0:
		return passWord
	}
	between := "-"
	if p.Men[p.Turn^1] != after.Men[p.Turn^1] {
		between = "x"
	}
	return r.path([]positions.Cell{lowest(from), lowest(to)}, between)
}

func (r *rakadoRules) Check(p Position) error {
	for side, men := range p.Men[:2] {
		if side != int(p.Turn) {
			men |= p.Men[2] | p.Men[3]
		}
		if w := r.goals[0].Len(); men.Len() > w {
			return fmt.Errorf("the %s side has %d men here, in this game %d at the most", firstSecond[side], men.Len(), w)
		}
	}
	return r.checkAsked(p)
}

func (r *rakadoRules) Levels() []Level {
	return levelsOf([]*numbering{r.numbering}, func(int) bool { return true })
}

func (r *rakadoRules) Place(p Position) (int, uint64) { return 0, r.code(p) }

func (r *rakadoRules) At(_ int, code uint64) Position { return r.position(code) }
