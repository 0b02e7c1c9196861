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

// gomokuSeveral is Gomoku for three or four.
var gomokuSeveral = &Kind{
	Name: "gomoku-several", Version: 1,
	Summary: "Gomoku for three or four, each for himself: whether one can force a row, or how soon all together reach one",
	Text: `Three or four place men and then move them in turn as in the game gomoku,
each for himself; who first has men in a row has won. (Four in two teams,
partners sharing a colour, play just that game.) There is no single value.
Worked out is by --aim alone whether --player can force his row against all
others together (a draw: they can hold him up for ever), by --aim together
in how few turns he, or anybody, has one if all help.`,
	Options: append([]Option{
		extent("size", "columns x rows of the board (booklet: 16x16)", "3x4"),
		playersOption,
		number("row", "men in a row that win (booklet: 5)", 3, 2, 6),
		number("men", "men of each player (booklet: 12)", 3, 1, 12),
	}, aimOptions("any")...),
	Sides: singleJoint, Men: seatNames[:], Hand: true,
	Known: []Known{
		{"--size=3 --row=2 --men=2", "won in 4", 7_358},
		{"--size=3 --players=4 --row=2 --men=2", "won in 5", 24_034},
		{"--size=3", "drawn", 26_930},
		{"--players=4 --row=2 --men=2", "won in 5", 1_086_891},
		{"", "lost in 9", 1_510_357},
		{"--player=second", "lost in 10", 1_510_357},
		{"--player=third", "lost in 8", 1_510_357},
		{"--aim=together", "won in 7", 1_510_357},
		{"--aim=together --player=third", "won in 9", 1_510_357},
		{"--size=4", "lost in 9", 62_993_681},
	},
	make: newGomoku,
}

type gomokuRules struct {
	field
	group
	placing
	lines  []Set // that win
	levels []*numbering
}

func newGomoku(s Settings) (Rules, field, error) {
	w, h := s.Extent("size")
	b, err := rectangle(w, h)
	if err != nil {
		return nil, field{}, &SettingError{"size", err}
	}
	r := &gomokuRules{field: newField(b, eightWays, nil)}
	if r.placing, err = newPlacing(s, b); err != nil {
		return nil, field{}, err
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
	for hand := range r.inHand() + 1 {
		n, err := newNumbering(b.Len(), 1, r.placed(uint8(hand)))
		if err != nil || n.codes > 1<<60 {
			return nil, field{}, errNumbers
		}
		r.levels = append(r.levels, n)
	}
	r.group = newGroup(r.field)
	return r, r.field, nil
}

func (r *gomokuRules) Start() Position { return r.toMove(Position{Hand: uint8(r.inHand())}, 0) }

func (r *gomokuRules) AppendTurns(dst []Turn, p Position) []Turn {
	if r.over(p) {
		return dst
	}
	if p.Hand > 0 {
		for free := r.every() &^ p.all(); free != 0; free &= free - 1 {
			q := r.put(p, free&-free)
			dst = append(dst, Turn{After: q, Again: q.Turn == p.Turn})
		}
		return dst
	}
	seat, first := r.seat(p), len(dst)
	next := func(q Position) Position { return r.toMove(q, r.after(seat)) }
	if dst = r.steps(dst, p, seat, next); len(dst) > first {
		return dst
	}
	for other := range r.players {
		if len(r.steps(nil, p, other, next)) > 0 {
			q := next(p)
			return append(dst, Turn{After: q, Again: q.Turn == p.Turn})
		}
	}
	return dst
}

// steps appends the turns of all men of a set that go to a neighbouring cell; next gives
// the turn to whose it is then.
func (f field) steps(dst []Turn, p Position, set int, next func(Position) Position) []Turn {
	for men := p.Men[set]; men != 0; men &= men - 1 {
		for to := f.near[lowest(men)] &^ p.all(); to != 0; to &= to - 1 {
			q := p
			q.Men[set] ^= men&-men | to&-to
			q = next(q)
			dst = append(dst, Turn{After: q, Again: q.Turn == p.Turn})
		}
	}
	return dst
}

// AppendSources implements [Backward]: a step can be taken back by a step, a pass by
// a pass.
func (r *gomokuRules) AppendSources(dst []Position, p Position) []Position {
	seat := r.before(r.seat(p))
	last := func(q Position) Position { return r.toMove(q, seat) }
	dst = append(dst, last(p))
	for _, t := range r.steps(nil, p, seat, last) {
		dst = append(dst, t.After)
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

// over reports whether who moved last has a row.
func (r *gomokuRules) over(p Position) bool { return r.row(p.Men[r.before(r.seat(p))]) }

func (r *gomokuRules) Score(p Position) int {
	if r.over(p) {
		return r.scored(p, r.before(r.seat(p)))
	}
	return 0
}

func (r *gomokuRules) FormatTurn(p, after Position) string {
	seat := r.seat(p)
	return r.moveText(p.Men[seat], after.Men[seat])
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
	if err := r.check(p, false); err != nil {
		return err
	}
	last := r.before(r.seat(p))
	for seat := range r.players {
		if seat != last && r.row(p.Men[seat]) {
			return fmt.Errorf("the %s player has men in a row that wins, but has not moved last: the game was over before", seatNames[seat])
		}
	}
	return nil
}

func (r *gomokuRules) Levels() []Level {
	levels := levelsOf(r.levels, func(hand int) bool { return hand == 0 })
	levels[0].Codes *= uint64(r.players)
	return levels
}

func (r *gomokuRules) Place(p Position) (int, uint64) {
	code := r.levels[p.Hand].code(p)
	if p.Hand == 0 {
		code = code*uint64(r.players) + uint64(r.seat(p))
	}
	return int(p.Hand), code
}

func (r *gomokuRules) At(level int, code uint64) Position {
	seat := 0
	if level > 0 {
		seat = r.mover(uint8(level))
	} else {
		code, seat = code/uint64(r.players), int(code%uint64(r.players))
	}
	p := r.levels[level].position(code)
	p.Hand = uint8(level)
	return r.toMove(p, seat)
}
