package contest

import (
	"fmt"

	"github.com/halma-solve/halma-solve/positions"
)

// topsecret is Top Secret: who first has all men off the board wins.
var topsecret = &Kind{
	Name: "topsecret", Version: 1,
	Summary: "Top Secret: fill the middle with men, then be the first to have all off the board",
	Text: `In turn the sides place one man each on empty cells of the middle until it
is full. Then, who placed first beginning, each moves one of its men on the
whole board: one step, in eight directions, or a chain of jumps, each over a
neighbouring man to the empty cell behind. A man that steps over the rim, or
ends a chain by jumping a man on the rim, is off for good. Who first has
none left wins; no turn loses; endless play is a draw.`,
	Options: []Option{
		extent("size", "columns x rows of the board (booklet: 16x16)", "4"),
		extent("centre", "columns x rows of the middle (booklet: 6x6)", "2"),
	},
	Sides: firstSecond, Men: []string{"the first side", "the second side"}, Hand: true,
	Known: []Known{
		{"", "won in 9", 29_341},
		{"--size=6", "won in 11", 796_421},
		{"--size=4x5 --centre=2x3", "won in 13", 2_323_607},
		{"--size=6x7 --centre=2x3", "won in 17", 247_158_417},
	},
	make: newTopsecret,
}

type topsecretRules struct {
	field
	group
	placing
	centre Set
	levels []*numbering // by men on the board, from 0 to all, and then by men in hand, from 1
}

func newTopsecret(s Settings) (Rules, field, error) {
	w, h := s.Extent("size")
	b, err := rectangle(w, h)
	if err != nil {
		return nil, field{}, &SettingError{"size", err}
	}
	cw, ch := s.Extent("centre")
	if cw > w || ch > h || (w-cw)%2 != 0 || (h-ch)%2 != 0 || cw*ch%2 != 0 {
		return nil, field{}, refuse("centre", "%d×%d cells in the middle of %d×%d: as many must be left on opposite sides, and their number be even", cw, ch, w, h)
	}
	r := &topsecretRules{field: newField(b, eightWays, nil), placing: placing{aim{players: 2}, cw * ch / 2}}
	for c := range positions.Cell(b.Len()) {
		if p := b.Point(c); abs(2*p.X-w+1) < cw && abs(2*p.Y-h+1) < ch {
			r.centre |= 1 << uint(c)
		}
	}
	add := func(sides uint64, men ...sizes) error {
		n, err := newNumbering(b.Len(), sides, men...)
		if err != nil {
			return &SettingError{"centre", err}
		}
		r.levels = append(r.levels, n)
		return nil
	}
	for left := range 2*r.men + 1 {
		var men []sizes
		for i := max(0, left-r.men); i <= min(left, r.men); i++ {
			men = append(men, sizes{uint8(i), uint8(left - i)})
		}
		if err := add(2, men...); err != nil {
			return nil, field{}, err
		}
	}
	for hand := 1; hand <= 2*r.men; hand++ {
		if err := add(1, r.placed(uint8(hand))); err != nil {
			return nil, field{}, err
		}
	}
	r.group = newGroup(r.field, r.centre)
	return r, r.field, nil
}

func abs(n int) int { return max(n, -n) }

func (r *topsecretRules) Start() Position { return Position{Hand: uint8(2 * r.men)} }

func (r *topsecretRules) AppendTurns(dst []Turn, p Position) []Turn {
	if p.Hand > 0 {
		for free := r.centre &^ p.all(); free != 0; free &= free - 1 {
			dst = append(dst, Turn{After: r.put(p, free&-free)})
		}
		return dst
	}
	if p.Men[p.Turn^1] == 0 { // who moved has won
		return dst
	}
	for men := p.Men[p.Turn]; men != 0; men &= men - 1 {
		c := lowest(men)
		to, out := r.reach(p.all(), c)
		for ; to != 0; to &= to - 1 {
			dst = append(dst, Turn{After: r.moved(p, c, lowest(to))})
		}
		if out {
			q := p
			q.Men[p.Turn] &^= men & -men
			q.Turn ^= 1
			dst = append(dst, Turn{After: q})
		}
	}
	return dst
}

// reach returns the cells that a man on c can go to, and whether it can leave the
// board.
func (r *topsecretRules) reach(all Set, c positions.Cell) (to Set, out bool) {
	others := all &^ (1 << uint(c))
	jumped, out := r.chain(others, c, 1<<uint(c))
	out = out || r.near[c].Len() < len(eightWays)
	return (jumped | r.near[c]&^others) &^ (1 << uint(c)), out
}

// chain adds the cells that jumps from c lead to to those that were reached before,
// and says whether one of them leaves the board.
func (r *topsecretRules) chain(others Set, c positions.Cell, met Set) (Set, bool) {
	out := false
	for d, over := range r.next[c] {
		if over == positions.NoCell || !others.Has(over) {
			continue
		}
		land := r.next[over][d]
		switch {
		case land == positions.NoCell:
			out = true
		case !(others | met).Has(land):
			further := false
			met, further = r.chain(others, land, met|1<<uint(land))
			out = out || further
		}
	}
	return met, out
}

// AppendSources implements [Backward]: as long as no man leaves, a turn is taken back
// by the same turn the other way.
func (r *topsecretRules) AppendSources(dst []Position, p Position) []Position {
	q := p.passed()
	for men := q.Men[q.Turn]; men != 0; men &= men - 1 {
		c := lowest(men)
		for to, _ := r.reach(q.all(), c); to != 0; to &= to - 1 {
			before := r.moved(q, c, lowest(to))
			before.Turn = q.Turn
			dst = append(dst, before)
		}
	}
	return dst
}

func (r *topsecretRules) Score(Position) int { return -1 } // all gone, or no turn

// leaves is written behind the cell of a man that leaves the board.
const leaves = "-out"

func (r *topsecretRules) FormatTurn(p, after Position) string {
	from, to := p.Men[p.Turn]&^after.Men[p.Turn], after.Men[p.Turn]&^p.Men[p.Turn]
	if to == 0 {
		return r.name(lowest(from)) + leaves
	}
	return r.moveText(p.Men[p.Turn], after.Men[p.Turn])
}

func (r *topsecretRules) Check(p Position) error {
	if p.Hand > 0 {
		if outside := p.all() &^ r.centre; outside != 0 {
			return fmt.Errorf("with men in hand all are in the middle, but there is one on %s", r.name(lowest(outside)))
		}
		return r.check(p, false)
	}
	for side, men := range p.Men[:2] {
		if men.Len() > r.men {
			return fmt.Errorf("the %s side has %d men here, in this game at most %d", firstSecond[side], men.Len(), r.men)
		}
	}
	if p.Men[p.Turn] == 0 {
		return fmt.Errorf("the side to move has no men left: the game was over before")
	}
	return nil
}

func (r *topsecretRules) Levels() []Level {
	return levelsOf(r.levels, func(i int) bool { return i <= 2*r.men })
}

func (r *topsecretRules) Place(p Position) (int, uint64) {
	level := p.all().Len()
	if p.Hand > 0 {
		level = 2*r.men + int(p.Hand)
	}
	return level, r.levels[level].code(p)
}

func (r *topsecretRules) At(level int, code uint64) Position {
	p := r.levels[level].position(code)
	if level > 2*r.men {
		p.Hand = uint8(level - 2*r.men)
		p.Turn = p.Hand % 2
	}
	return p
}
