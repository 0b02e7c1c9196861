package contest

import (
	"fmt"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// cats is Katz und Maus, or Les deux chats: a few cats that jump against many mice
// that hem them in.
var cats = &Kind{
	Name: "cats", Version: 1,
	Summary: "Cats and mice: mice hem the cats in, cats jump over mice and take them off",
	Text: `The cats' side puts its cats on the middle cells, then the mice's side its
mice on any others. Both move in turn: a man one step to an empty cell, in
eight directions, or a cat a chain of jumps, each over a neighbouring mouse,
taken off at once, to the empty cell behind. The mice win when no cat can
move, the cats when too few mice are left: under 6 for one cat, 9 for two
(4×4: 8). Mice that cannot move pass; endless play is a draw.`,
	Options: []Option{
		number("size", "columns and rows of the board (booklet: 16)", 4, 3, 8),
		number("cats", "cats (booklet: 2)", 2, 1, 2),
		number("mice", "mice (booklet: 19)", 8, 1, 24),
		choice("first", "who moves first after setting up, which counts a turn for each man (the booklet does not say)", "cats", "mice"),
		toggle("cat-chain", "a cat may jump more than once in a turn (the booklet does not say)", true),
	},
	Sides: [2]string{"cat", "mouse"}, Men: []string{"the cats", "the mice"}, Hand: true,
	Known: []Known{
		{"--size=3 --cats=1 --mice=6", "lost in 9", 804},
		{"--size=3 --cats=1 --mice=7", "lost in 10", 944},
		{"--size=4 --cats=1 --mice=6", "drawn", 241_233},
		{"", "drawn", 1_310_067},
		{"--mice=11", "drawn", 2_142_879},
		{"--size=5 --cats=1", "drawn", 62_570_795},
	},
	make: newCats,
}

type catsRules struct {
	field
	group
	cats, mice int
	least      int   // as few mice can hem the cats in somewhere
	middle     Set   // where cats begin
	first      uint8 // the side that moves first
	chains     bool
	levels     []*numbering // by mice left, from 0 to all, and then by men in hand, from 1
}

func newCats(s Settings) (Rules, field, error) {
	n := s.Int("size")
	b, err := positions.NewBoard(positions.Square, n)
	if err != nil {
		return nil, field{}, &SettingError{"size", err}
	}
	r := &catsRules{field: newField(b, eightWays, nil), cats: s.Int("cats"), mice: s.Int("mice"), chains: s.Is("cat-chain")}
	if s.Get("first") == "mice" {
		r.first = 1
	}
	for c := range positions.Cell(b.Len()) {
		if p := b.Point(c); abs(2*p.X-n+1) <= 1 && abs(2*p.Y-n+1) <= 1 {
			r.middle |= 1 << uint(c)
		}
	}
	r.least = r.enough()
	switch {
	case r.cats > r.middle.Len():
		return nil, field{}, refuse("cats", "the board of size %d has one middle cell", n)
	case r.cats+r.mice >= b.Len():
		return nil, field{}, refuse("mice", "%d of them leave no cell of %d empty", r.mice, b.Len())
	case r.mice < r.least:
		return nil, field{}, refuse("mice", "%d cannot hem the cats in anywhere on this board: %d are the least", r.mice, r.least)
	}
	add := func(sides uint64, cats, mice int) error {
		n, err := newNumbering(b.Len(), sides, sizes{uint8(cats), uint8(mice)})
		if err != nil {
			return &SettingError{"mice", err}
		}
		r.levels = append(r.levels, n)
		return nil
	}
	for mice := range r.mice + 1 {
		if err := add(2, r.cats, mice); err != nil {
			return nil, field{}, err
		}
	}
	for hand := 1; hand <= r.cats+r.mice; hand++ {
		cats, mice := r.placed(uint8(hand))
		if err := add(1, cats, mice); err != nil {
			return nil, field{}, err
		}
	}
	r.group = newGroup(r.field)
	return r, r.field, nil
}

// placed returns how many cats and mice are placed when so many are in hand.
func (r *catsRules) placed(hand uint8) (cats, mice int) {
	n := r.cats + r.mice - int(hand)
	return min(n, r.cats), max(n-r.cats, 0)
}

// enough returns the least number of mice that can hem the cats in. For a place of
// the cats it is known which cells must hold mice: those next to a cat but for the
// other cat, and those behind them, seen from the cat, that are on the board.
func (r *catsRules) enough() int {
	least := len(r.cells)
	for c := range positions.Cell(len(r.cells)) {
		for d := range c + 1 {
			if (d == c) != (r.cats == 1) {
				continue
			}
			both := duel.SetOf(c, d)
			mice := r.hem(c, both) | r.hem(d, both)
			least = min(least, mice.Len())
		}
	}
	return least
}

// hem returns the cells that must hold mice so that the cat on c cannot move.
func (r *catsRules) hem(c positions.Cell, cats Set) (mice Set) {
	for d, over := range r.next[c] {
		if over == positions.NoCell || cats.Has(over) {
			continue
		}
		mice |= 1 << uint(over)
		if land := r.next[over][d]; land != positions.NoCell {
			mice |= 1 << uint(land)
		}
	}
	return mice &^ cats
}

func (r *catsRules) Start() Position { return Position{Hand: uint8(r.cats + r.mice)} }

func (r *catsRules) AppendTurns(dst []Turn, p Position) []Turn {
	switch {
	case p.Hand > 0:
		return r.place(dst, p)
	case p.Men[1].Len() < r.least:
		return dst
	case p.Turn == 0:
		return r.hunt(r.steps(dst, p, 0, Position.passed), p)
	}
	first := len(dst)
	if dst = r.steps(dst, p, 1, Position.passed); len(dst) == first {
		dst = append(dst, Turn{After: p.passed()})
	}
	return dst
}

// place appends the turns that put a man on the board.
func (r *catsRules) place(dst []Turn, p Position) []Turn {
	free := r.every() &^ p.all()
	if p.Turn == 0 {
		free &= r.middle
	}
	for ; free != 0; free &= free - 1 {
		q := p
		q.Men[p.Turn] |= free & -free
		q.Hand--
		q.Turn = r.mover(q.Hand)
		dst = append(dst, Turn{After: q, Again: q.Turn == p.Turn})
	}
	return dst
}

// mover returns the side to move when so many men are in hand.
func (r *catsRules) mover(hand uint8) uint8 {
	switch {
	case int(hand) > r.mice:
		return 0
	case hand > 0:
		return 1
	}
	return r.first
}

// hunt appends the turns in which a cat jumps.
func (r *catsRules) hunt(dst []Turn, p Position) []Turn {
	first := len(dst)
	for men := p.Men[0]; men != 0; men &= men - 1 {
		q := p
		q.Men[0] &^= men & -men
		r.jumps(q, lowest(men), nil, func(after Position, _ []positions.Cell) { dst = one(dst, first, Turn{After: after}) })
	}
	return dst
}

// jumps calls f for each way that jumps of a cat on c can end, which is none of the
// cats of p: the position after it, and the cells on which it has landed, with those
// before.
func (r *catsRules) jumps(p Position, c positions.Cell, before []positions.Cell, f func(after Position, landed []positions.Cell)) {
	for d, over := range r.next[c] {
		if over == positions.NoCell || !p.Men[1].Has(over) {
			continue
		}
		land := r.next[over][d]
		if land == positions.NoCell || p.all().Has(land) {
			continue
		}
		left, landed := p, append(before[:len(before):len(before)], land)
		left.Men[1] &^= 1 << uint(over)
		after := left.passed()
		after.Men[0] |= 1 << uint(land)
		f(after, landed)
		if r.chains {
			r.jumps(left, land, landed, f)
		}
	}
}

// AppendSources implements [Backward]: as long as no mouse is taken, a turn is taken
// back by the same turn the other way.
func (r *catsRules) AppendSources(dst []Position, p Position) []Position {
	if p.Hand > 0 {
		return dst
	}
	dst = append(dst, p.passed())
	for _, t := range r.steps(nil, p, int(p.Turn^1), Position.passed) {
		dst = append(dst, t.After)
	}
	return dst
}

func (r *catsRules) Score(Position) int { return -1 } // hemmed in, or too few mice

func (r *catsRules) FormatTurn(p, after Position) (text string) {
	if p.Men[1] == after.Men[1] || p.Turn == 1 {
		return r.moveText(p.Men[p.Turn], after.Men[p.Turn])
	}
	for men := p.Men[0]; men != 0 && text == ""; men &= men - 1 {
		c, q := lowest(men), p
		q.Men[0] &^= men & -men
		r.jumps(q, c, []positions.Cell{c}, func(left Position, landed []positions.Cell) {
			if left == after && text == "" {
				text = r.path(landed, "x")
			}
		})
	}
	return text
}

func (r *catsRules) Check(p Position) error {
	if int(p.Hand) > r.cats+r.mice {
		return fmt.Errorf("%d men in hand are too many, there are %d", p.Hand, r.cats+r.mice)
	}
	wantCats, wantMice := r.placed(p.Hand)
	if p.Hand > 0 && p.Turn != r.mover(p.Hand) {
		return fmt.Errorf("with %d men in hand the %s side is to move", p.Hand, cats.Sides[p.Turn^1])
	}
	switch n := p.Men[1].Len(); {
	case p.Men[0].Len() != wantCats:
		return fmt.Errorf("there are %d cats, in this game %d", p.Men[0].Len(), wantCats)
	case n > wantMice || p.Hand > 0 && n != wantMice:
		return fmt.Errorf("there are %d mice, in this game %d", n, wantMice)
	case p.Hand > 0 && p.Men[0]&^r.middle != 0:
		return fmt.Errorf("cats are set on the middle cells, %s", strings.Join(r.names(r.middle), ", "))
	case p.Hand == 0 && p.Turn == 0 && n < r.least:
		return fmt.Errorf("the cats are to move, but have won before: %d mice are too few", n)
	}
	return nil
}

func (r *catsRules) Levels() []Level {
	return levelsOf(r.levels, func(i int) bool { return r.least <= i && i <= r.mice })
}

func (r *catsRules) Place(p Position) (int, uint64) {
	level := p.Men[1].Len()
	if p.Hand > 0 {
		level = r.mice + int(p.Hand)
	}
	return level, r.levels[level].code(p)
}

func (r *catsRules) At(level int, code uint64) Position {
	p := r.levels[level].position(code)
	if level > r.mice {
		p.Hand = uint8(level - r.mice)
		p.Turn = r.mover(p.Hand)
	}
	return p
}
