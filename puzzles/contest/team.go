package contest

import (
	"fmt"
	"slices"
)

// team is team play on the star.
var team = &Kind{
	Name: "team", Version: 1,
	Summary: "team play on the star: two teams of two, and who is home moves his partner's men",
	Text: `Four players, clockwise in the star's points SW, NW, NE and SE, in two
teams. All play the booklet's race to the point opposite. Who has all men of
his own colour home may move his partner's men in his turn, besides his own
within their court. The first team with both colours home has won. A player
without a turn has lost, and his team with him; endless play is a draw.`,
	Options: []Option{
		number("size", "size of the star", 1, 1, 2),
		number("men", "men of each player", 1, 1, 10),
		choice("partners", "where partners sit (the booklet does not say)", "opposite", "neighbours"),
	},
	Sides: firstSecond, Men: seatNames[:],
	Known: []Known{
		{"", "lost in 22", 68_200},
		{"--partners=neighbours", "drawn", 68_200},
		{"--size=2", "won in 39", 6_335_560},
	},
	make: newTeam,
}

type teamRules struct {
	*seats
	teams [MaxSets]uint8
	*numbering
}

func newTeam(s Settings) (Rules, field, error) {
	r := new(teamRules)
	var err error
	if r.seats, err = newSeats("star", s.Int("size"), 4, s.Int("men")); err != nil {
		return nil, field{}, err
	}
	r.teams = [MaxSets]uint8{0, 1, 0, 1}
	if s.Get("partners") == "neighbours" {
		r.teams = [MaxSets]uint8{0, 0, 1, 1}
	}
	for seat := range r.count {
		for other := range r.count {
			if other != seat && r.teams[other] == r.teams[seat] {
				r.partner[seat] = other
			}
		}
	}
	n := uint8(r.men)
	if r.numbering, err = newNumbering(len(r.seats.cells), 1, sizes{n, n, n, n}); err != nil || r.codes > 1<<60 {
		return nil, field{}, errNumbers
	}
	return r, r.field, nil
}

func (r *teamRules) Start() Position { return r.toMove(Position{Men: r.homes}, 0) }

func (r *teamRules) toMove(p Position, seat int) Position {
	p.More, p.Turn = uint16(seat), r.teams[seat]
	return p
}

// won returns which team has both colours home, if one has.
func (r *teamRules) won(p Position) (team uint8, over bool) {
	for seat := range r.count {
		if r.home(p, seat) && r.home(p, r.partner[seat]) {
			return r.teams[seat], true
		}
	}
	return 0, false
}

func (r *teamRules) AppendTurns(dst []Turn, p Position) []Turn {
	if _, over := r.won(p); over {
		return dst
	}
	seat := seatOf(p)
	var room [maxMoves]move
	for _, m := range r.moves(room[:0], p, seat) {
		q := p
		q.Men[m.owner] = q.Men[m.owner]&^(1<<uint(m.from)) | 1<<uint(m.to)
		q = r.toMove(q, (seat+1)%r.count)
		dst = append(dst, Turn{After: q, Again: q.Turn == p.Turn})
	}
	return dst
}

func (r *teamRules) Score(p Position) int {
	if team, over := r.won(p); over && team == p.Turn {
		return 1
	}
	return -1
}

// AppendSources implements [Backward].
func (r *teamRules) AppendSources(dst []Position, p Position) []Position {
	seat := (seatOf(p) + r.count - 1) % r.count
	before := func(q Position) Position { return r.toMove(q, seat) }
	dst = r.takenBack(dst, p, seat, before)
	if r.home(p, seat) {
		dst = r.takenBack(dst, p, r.partner[seat], before)
	}
	return dst
}

func (r *teamRules) FormatTurn(p, after Position) string { return r.moveName(p, after) }

func (r *teamRules) Check(p Position) error {
	homes := 0
	for i := range r.count {
		if n := p.Men[i].Len(); n != r.men {
			return fmt.Errorf("the %s player has %d men here, in this game %d", seatNames[i], n, r.men)
		}
		if r.home(p, i) {
			homes++
		}
	}
	if homes == r.count {
		return fmt.Errorf("both teams are home: the game was over before")
	}
	return nil
}

func (r *teamRules) Levels() []Level {
	return []Level{{Codes: r.codes * uint64(r.count), Cycles: true}}
}

func (r *teamRules) Place(p Position) (int, uint64) {
	return 0, r.code(p)*uint64(r.count) + uint64(seatOf(p))
}

func (r *teamRules) At(_ int, code uint64) Position {
	return r.toMove(r.position(code/uint64(r.count)), int(code%uint64(r.count)))
}

func (r *teamRules) Canonical(p Position) Position { return p }

func (r *teamRules) Copies(Position) int { return 1 }

// Seats implements [Seated].
func (r *teamRules) Seats() int { return r.count }

// FormatSeat implements [Seated].
func (r *teamRules) FormatSeat(p Position) string { return seatNames[seatOf(p)] }

// ParseSeat implements [Seated].
func (r *teamRules) ParseSeat(p *Position, text string) error {
	seat := slices.Index(seatNames[:], text)
	if seat < 0 {
		return fmt.Errorf("%.20q is no player: first to fourth", text)
	}
	*p = r.toMove(*p, seat)
	return nil
}

// First implements [Seated].
func (r *teamRules) First() string {
	return fmt.Sprintf("the team of the first and the %s player wins", seatNames[r.partner[0]])
}

// Headline implements [Seated].
func (r *teamRules) Headline(p Position, v Value) string {
	name := func(side uint8) string {
		i := slices.Index(r.teams[:], side)
		return fmt.Sprintf("the team of the %s and the %s player", seatNames[i], seatNames[r.partner[i]])
	}
	switch {
	case v.Score == 0:
		return "a draw: neither team can force a win"
	case v.Score > 0:
		return fmt.Sprintf("%s, which is to move, wins in %d turns of all players", name(p.Turn), v.Turns)
	}
	return fmt.Sprintf("%s wins in %d turns of all players, the other one is to move", name(p.Turn^1), v.Turns)
}
