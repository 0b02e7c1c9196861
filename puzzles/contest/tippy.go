package contest

import (
	"fmt"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
)

// tippy is Tippy: men are placed, and enclosed ones captured.
var tippy = &Kind{
	Name: "tippy", Version: 1,
	Summary: "Tippy: place men, capture by enclosing on four sides",
	Text: `The board is empty. In turn each side places one of its men on an empty
cell. Then every enemy man next to the new one, above, below, left or right
of it, is captured if all four cells around it exist and hold men of the
mover; several may fall at once, for good. A man on the rim is safe, and so
is one placed into an enclosed cell until an enclosing man is placed anew.
When all men are placed, who has captured more has won by the difference.`,
	Options: []Option{
		extent("size", "columns x rows of the board (booklet: 16x16)", "4"),
		number("men", "men of each side (booklet: 15)", 4, 1, 16),
	},
	Sides: firstSecond, Men: []string{"the first side", "the second side"}, Hand: true, Scores: true,
	Known: []Known{
		{"--size=3", "+0", 5_930},
		{"", "+0", 1_518_877},
		{"--men=6", "+0", 8_926_161},
		{"--size=5", "+0", 96_703_446},
	},
	make: newTippy,
}

type tippyRules struct {
	field
	group
	men    int          // of each side
	levels []*numbering // by men in hand
}

func newTippy(s Settings) (Rules, field, error) {
	b, err := rectangle(s.Extent("size"))
	if err != nil {
		return nil, field{}, &SettingError{"size", err}
	}
	r := &tippyRules{field: newField(b, fourWays, nil), men: s.Int("men")}
	if 2*r.men > b.Len() {
		return nil, field{}, refuse("men", "%d men of each side do not fit on %d cells", r.men, b.Len())
	}
	for hand := range 2*r.men + 1 {
		var men []sizes
		placed := placedOf(r.men, uint8(hand))
		for a := range placed[0] + 1 {
			for b := range placed[1] + 1 {
				men = append(men, sizes{a, b})
			}
		}
		n, err := newNumbering(b.Len(), 1, men...)
		if err != nil {
			return nil, field{}, &SettingError{"men", err}
		}
		r.levels = append(r.levels, n)
	}
	r.group = newGroup(r.field)
	return r, r.field, nil
}

func (r *tippyRules) Start() Position { return Position{Hand: uint8(2 * r.men)} }

func (r *tippyRules) AppendTurns(dst []Turn, p Position) []Turn {
	if p.Hand == 0 {
		return dst
	}
	for free := r.every() &^ p.all(); free != 0; free &= free - 1 {
		q := p
		q.Men[p.Turn] |= free & -free
		captured := r.captured(q, lowest(free))
		q.Men[p.Turn^1] &^= captured
		q.Hand--
		q.Turn ^= 1
		dst = append(dst, Turn{After: q, Gain: captured.Len()})
	}
	return dst
}

// captured returns the enemy men next to the new man on c that are enclosed.
func (r *tippyRules) captured(p Position, c positions.Cell) (captured Set) {
	for _, n := range r.next[c] {
		if n != positions.NoCell && p.Men[p.Turn^1].Has(n) && r.near[n].Len() == 4 && r.near[n]&^p.Men[p.Turn] == 0 {
			captured |= 1 << uint(n)
		}
	}
	return captured
}

func (r *tippyRules) Score(Position) int { return 0 }

func (r *tippyRules) FormatTurn(p, after Position) string {
	placed, captured := after.Men[p.Turn]&^p.Men[p.Turn], p.Men[p.Turn^1]&^after.Men[p.Turn^1]
	return strings.Join(append(r.names(placed), r.names(captured)...), "x")
}

func (r *tippyRules) Check(p Position) error {
	if int(p.Hand) > 2*r.men {
		return fmt.Errorf("%d men in hand are too many, the sides have %d together", p.Hand, 2*r.men)
	}
	if p.Turn != (uint8(2*r.men)-p.Hand)%2 {
		return fmt.Errorf("with %d men in hand the %s side is to move", p.Hand, firstSecond[p.Turn^1])
	}
	placed := placedOf(r.men, p.Hand)
	for side, men := range p.Men[:2] {
		if men.Len() > int(placed[side]) {
			return fmt.Errorf("the %s side has %d men on the board; with %d in hand it has placed %d", firstSecond[side], men.Len(), p.Hand, placed[side])
		}
	}
	return nil
}

func (r *tippyRules) Levels() []Level { return levelsOf(r.levels, nil) }

func (r *tippyRules) Place(p Position) (int, uint64) {
	return int(p.Hand), r.levels[p.Hand].code(p)
}

func (r *tippyRules) At(level int, code uint64) Position {
	p := r.levels[level].position(code)
	p.Hand = uint8(level)
	p.Turn = (uint8(2*r.men) - p.Hand) % 2
	return p
}
