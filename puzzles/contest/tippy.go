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

// tippySeveral is Tippy for three or four.
var tippySeveral = &Kind{
	Name: "tippy-several", Version: 1,
	Summary: "Tippy for three or four, each for himself: the score that one can make sure of, or that all together can give him",
	Text: `Three or four place men in turn and capture as in the game tippy, each for
himself. By --enclosing mixed the four men around one may be of different
players, none its own, and who places the last has it. Score: captured less
lost; all with more than 0 win. There is no single value. Worked out is by
--aim alone the score that --player can make sure of against all others
together, by --aim together the most that he can have if all help him.`,
	Options: append([]Option{
		extent("size", "columns x rows of the board (booklet: 16x16)", "3x4"),
		playersOption,
		number("men", "men of each player (booklet: 15)", 4, 1, 16),
		choice("enclosing", "whose men enclose one: all of the player who captures it, or of any of its enemies", "one", "mixed"),
	}, aimOptions()...),
	Sides: singleJoint, Men: seatNames[:], Hand: true, Scores: true,
	Known: []Known{
		{"--size=3 --men=3 --enclosing=mixed", "+0", 30_256},
		{"--size=3 --men=3 --enclosing=mixed --aim=together", "+1", 30_256},
		{"", "+0", 1_380_707},
		{"--aim=together", "+1", 1_380_707},
		{"--enclosing=mixed --aim=together", "+2", 1_780_093},
		{"--players=4 --men=3 --enclosing=mixed", "+0", 12_011_701},
		{"--players=4 --men=3 --enclosing=mixed --aim=together", "+1", 12_011_701},
		{"--size=3x5 --men=5", "+0", 73_258_326},
		{"--size=3x5 --men=5 --enclosing=mixed", "+0", 114_278_162},
	},
	make: newTippy,
}

type tippyRules struct {
	field
	group
	placing
	mixed  bool         // enemies of different players enclose a man
	levels []*numbering // by men in hand
}

func newTippy(s Settings) (Rules, field, error) {
	b, err := rectangle(s.Extent("size"))
	if err != nil {
		return nil, field{}, &SettingError{"size", err}
	}
	r := &tippyRules{field: newField(b, fourWays, nil), mixed: s.Get("enclosing") == "mixed"}
	if r.placing, err = newPlacing(s, b); err != nil {
		return nil, field{}, err
	}
	for hand := range r.inHand() + 1 {
		n, err := newNumbering(b.Len(), 1, between(sizes{}, r.placed(uint8(hand)))...)
		if err != nil || n.codes > 1<<60 {
			return nil, field{}, errNumbers
		}
		r.levels = append(r.levels, n)
	}
	r.group = newGroup(r.field)
	return r, r.field, nil
}

func (r *tippyRules) Start() Position { return r.toMove(Position{Hand: uint8(r.inHand())}, 0) }

func (r *tippyRules) AppendTurns(dst []Turn, p Position) []Turn {
	if p.Hand == 0 {
		return dst
	}
	seat := r.seat(p)
	for free := r.every() &^ p.all(); free != 0; free &= free - 1 {
		q := r.put(p, free&-free)
		before, score := q, 0 // of the player who is meant
		for owner := range r.players {
			if owner == seat {
				continue
			}
			by := before.Men[seat]
			if r.mixed {
				by = before.all() &^ before.Men[owner]
			}
			captured := r.enclosed(lowest(free), before.Men[owner], by)
			q.Men[owner] &^= captured
			switch r.player {
			case seat:
				score += captured.Len()
			case owner:
				score -= captured.Len()
			}
		}
		if p.Turn != 0 {
			score = -score
		}
		dst = append(dst, Turn{After: q, Gain: score, Again: q.Turn == p.Turn})
	}
	return dst
}

// enclosed returns those of some men next to a cell that men of by enclose.
func (f field) enclosed(c positions.Cell, men, by Set) (out Set) {
	for next := f.near[c] & men; next != 0; next &= next - 1 {
		if near := f.near[lowest(next)]; near.Len() == len(fourWays) && near&^by == 0 {
			out |= next & -next
		}
	}
	return out
}

func (r *tippyRules) Score(Position) int { return 0 }

func (r *tippyRules) FormatTurn(p, after Position) string {
	placed, captured := after.all()&^p.all(), p.all()&^after.all()
	return strings.Join(append(r.names(placed), r.names(captured)...), "x")
}

func (r *tippyRules) Check(p Position) error { return r.check(p, true) }

func (r *tippyRules) Levels() []Level { return levelsOf(r.levels, nil) }

func (r *tippyRules) Place(p Position) (int, uint64) {
	return int(p.Hand), r.levels[p.Hand].code(p)
}

func (r *tippyRules) At(level int, code uint64) Position {
	p := r.levels[level].position(code)
	p.Hand = uint8(level)
	return r.toMove(p, r.mover(p.Hand))
}

// Headline implements [Seated].
func (r *tippyRules) Headline(p Position, v Value) string {
	whose, score := "the "+seatNames[r.player]+" player", v.Score*(1-2*int(p.Turn))
	if r.together {
		return fmt.Sprintf("%+d is the score that %s can have from here on if all play together, and not more", score, whose)
	}
	return fmt.Sprintf("%+d is the score that %s can make sure of from here on against all others together", score, whose)
}
