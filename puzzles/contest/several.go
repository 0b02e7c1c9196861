package contest

import (
	"fmt"
	"math/bits"
)

// several is the race of three or four, each for himself.
var several = &Kind{
	Name: "several", Version: 1,
	Summary: "the race of three or four players, each for himself: what one can force, or all together can reach",
	Text: `Three or four play the booklet's race clockwise, each from his court to the
one opposite. Who has all men home wins; a player without a turn is out, his
men stay, and the last one in wins. There is no single value. Worked out is
by --aim alone whether --player can force his win against all others
together (a draw: play may be endless), by --aim together in how few turns
he, anybody or all are home if all help; who is home then moves no more.`,
	Options: append([]Option{
		choice("board", "the star, or with four the square", "star", "square"),
		choice("basic", "the basic rules: with arrival and clearing duty, or free of them", "booklet", "free"),
	}, severalOptions...),
	Sides: singleJoint, Men: seatNames[:],
	Known: []Known{
		{"", "lost in 9", 4_389},
		{"--basic=free", "lost in 9", 4_389},
		{"--aim=together", "won in 7", 4_389},
		{"--aim=together --player=all", "won in 10", 4_755},
		{"--size=2", "lost in 20", 132_405},
		{"--players=4", "lost in 4", 54_080},
		{"--players=4 --aim=together --player=any", "won in 4", 54_080},
		{"--size=2 --players=4", "lost in 16", 5_840_384},
		{"--board=square --size=4 --players=4", "lost in 8", 144_092},
		{"--board=square --size=5 --players=4", "lost in 10", 1_074_656},
	},
	make: func(s Settings) (Rules, field, error) { return newSeveral(s, s.Get("board"), "nothing") },
}

// gefangen1 is Gefangen 1: who cannot clear his court is out.
var gefangen1 = &Kind{
	Name: "gefangen1", Version: 1,
	Summary: "Gefangen 1: the race of three or four in which who cannot clear his court loses the men there",
	Text: `The race of three or four on the star, as in the game several. Once another
player has no man left in his own court, a player must clear his: each turn
takes a man out of it or, if none can get out, brings one nearer to leaving.
Who can do neither, or has no turn at all, is out: his men in his own court
are taken off, the others stay, nobody moves them, all may jump them. The
last one in wins, or who has all men home before.`,
	Options: append([]Option{
		choice("remove", "which men of a player who is out are taken off", "court", "all"),
	}, severalOptions...),
	Sides: singleJoint, Men: seatNames[:],
	Known: []Known{
		{"", "lost in 9", 4_389},
		{"--men=2", "lost in 15", 687_447},
		{"--men=3", "lost in 14", 6_719_985},
	},
	make: func(s Settings) (Rules, field, error) { return newSeveral(s, "star", s.Get("remove")) },
}

var severalOptions = append([]Option{
	number("size", "size of the board", 1, 1, 8),
	playersOption,
	number("men", "men of each player", 1, 1, 15),
}, aimOptions("any", "all")...)

// severalRules play a game of several as one of two sides: the player against all
// others, who are one side, or all of them as one side, the single one.
type severalRules struct {
	*seats
	aim
	remove string // of the men of who is out: nothing, court or all
	levels []*numbering
	masks  []uint16       // who is out, by level
	level  map[uint16]int // undoes masks
}

func newSeveral(s Settings, board, remove string) (Rules, field, error) {
	r := &severalRules{remove: remove, level: map[uint16]int{}}
	var err error
	if r.aim, err = newAim(s); err != nil {
		return nil, field{}, err
	}
	if r.seats, err = newSeats(board, s.Int("size"), r.players, s.Int("men")); err != nil {
		return nil, field{}, err
	}
	r.free = s.Get("basic") == "free"
	for in := r.players; in >= 1; in-- { // levels from the last one played
		for mask := range uint16(1) << r.players {
			if bits.OnesCount16(mask) != in-1 {
				continue
			}
			r.masks = append(r.masks, mask)
		}
	}
	for at, mask := range r.masks {
		n, err := newNumbering(len(r.cells), 1, r.divisions(mask)...)
		if err != nil || n.codes > 1<<60 {
			return nil, field{}, errNumbers
		}
		r.levels, r.level[mask] = append(r.levels, n), at
	}
	return r, r.field, nil
}

// divisions lists the numbers of men if some are out.
func (r *severalRules) divisions(out uint16) []sizes {
	var least, most sizes
	for seat := range r.players {
		least[seat], most[seat] = uint8(r.men), uint8(r.men)
		if out>>seat&1 != 0 {
			switch r.remove {
			case "court":
				least[seat] = 0
			case "all":
				least[seat], most[seat] = 0, 0
			}
		}
	}
	return between(least, most)
}

func (r *severalRules) Start() Position {
	var p Position
	for i := range r.players {
		p.Men[i] = r.homes[i]
	}
	return r.toMove(p, 0)
}

// winner returns who has won, if anybody has.
func (r *severalRules) winner(p Position) (seat int, over bool) {
	in := 0
	for i := range r.players {
		if isOut(p, i) {
			continue
		}
		if r.home(p, i) && r.player != everybody {
			return i, true
		}
		in++
		seat = i
	}
	return seat, in == 1 && r.player != everybody
}

// over reports whether the game has ended.
func (r *severalRules) over(p Position) bool {
	if r.player == everybody {
		return outOf(p) != 0 || r.allHome(p)
	}
	_, over := r.winner(p)
	return over
}

func (r *severalRules) allHome(p Position) bool {
	for i := range r.players {
		if !r.home(p, i) {
			return false
		}
	}
	return true
}

// passOn returns the position with the turn at the next seat that has one. Seats without
// are out; where all are to get home, those that are home are left out.
func (r *severalRules) passOn(p Position, seat int) Position {
	for {
		seat = (seat + 1) % r.players
		if isOut(p, seat) || r.player == everybody && r.home(p, seat) && !r.over(p) {
			continue
		}
		p = r.toMove(p, seat)
		if r.over(p) || r.canMove(p, seat) {
			return p
		}
		p.More |= 1 << (2 + seat)
		switch r.remove {
		case "court":
			p.Men[seat] &^= r.homes[seat]
		case "all":
			p.Men[seat] = 0
		}
	}
}

func (r *severalRules) AppendTurns(dst []Turn, p Position) []Turn {
	if r.over(p) {
		return dst
	}
	seat := seatOf(p)
	var room [maxMoves]move
	for _, m := range r.moves(room[:0], p, seat) {
		q := p
		q.Men[seat] = q.Men[seat]&^(1<<uint(m.from)) | 1<<uint(m.to)
		q = r.passOn(q, seat)
		dst = append(dst, Turn{After: q, Again: q.Turn == p.Turn})
	}
	return dst
}

func (r *severalRules) Score(p Position) int {
	winner, _ := r.winner(p)
	if r.player == everybody && r.allHome(p) {
		winner = everybody
	}
	return r.scored(p, winner)
}

// AppendSources implements [Backward]: steps and jumps can be taken back.
func (r *severalRules) AppendSources(dst []Position, p Position) []Position {
	for back := 1; back <= r.players; back++ {
		seat := (seatOf(p) + r.players - back) % r.players
		if isOut(p, seat) {
			continue
		}
		dst = r.takenBack(dst, p, seat, func(q Position) Position { return r.toMove(q, seat) })
		if r.player != everybody || !r.home(p, seat) { // who was home was left out
			break
		}
	}
	return dst
}

func (r *severalRules) FormatTurn(p, after Position) string { return r.moveName(p, after) }

func (r *severalRules) Check(p Position) error {
	in := 0
	for i := range r.players {
		n := p.Men[i].Len()
		switch {
		case !isOut(p, i):
			in++
			if n != r.men {
				return fmt.Errorf("the %s player has %d men here, in this game %d", seatNames[i], n, r.men)
			}
		case n > r.men || r.remove == "nothing" && n < r.men || r.remove == "all" && n > 0:
			return fmt.Errorf("the %s player, who is out, cannot have %d men", seatNames[i], n)
		}
	}
	seat := seatOf(p)
	switch {
	case in == 0 || isOut(p, seat):
		return fmt.Errorf("the %s player, who is to move, is out", seatNames[seat])
	case r.over(p):
		return nil
	case r.player == everybody && r.home(p, seat):
		return fmt.Errorf("the %s player is home and moves no more", seatNames[seat])
	case !r.canMove(p, seat):
		return fmt.Errorf("the %s player, who is to move, has no turn: he would be out", seatNames[seat])
	}
	return nil
}

func (r *severalRules) Levels() []Level {
	out := make([]Level, len(r.levels))
	for i, n := range r.levels {
		out[i] = Level{Codes: n.codes * uint64(r.players), Cycles: true}
	}
	return out
}

func (r *severalRules) Place(p Position) (int, uint64) {
	at := r.level[outOf(p)]
	return at, r.levels[at].code(p)*uint64(r.players) + uint64(seatOf(p))
}

func (r *severalRules) At(level int, code uint64) Position {
	p := r.levels[level].position(code / uint64(r.players))
	p.More = r.masks[level] << 2
	return r.toMove(p, int(code%uint64(r.players)))
}

func (r *severalRules) Canonical(p Position) Position { return p }

func (r *severalRules) Copies(Position) int { return 1 }
