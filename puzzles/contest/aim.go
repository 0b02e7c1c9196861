package contest

import (
	"fmt"
	"slices"

	"github.com/halma-solve/halma-solve/positions"
)

// aim is what is asked of a game of more than two, who have no single value: what one of
// them can make sure of alone, against all others as one side, or what all reach
// together, as the single side. Two players are just the two sides.
type aim struct {
	players  int
	together bool
	player   int // who is meant; anybody or everybody, if it is no seat
}

const (
	anybody   = -1
	everybody = -2
)

var singleJoint = [2]string{"single", "joint"}

var playersOption = number("players", "players", 3, 3, MaxSets)

// aimOptions say what is asked; besides a seat, more may be meant.
func aimOptions(more ...string) []Option {
	return []Option{
		choice("aim", "what one player can do alone against the others, or all together", "alone", "together"),
		choice("player", "who is meant; in some games together also anybody, or all", append(slices.Clone(seatNames[:]), more...)...),
	}
}

// newAim reads what the options say; in games without them play two.
func newAim(s Settings) (aim, error) {
	a := aim{players: max(2, s.Int("players")), together: s.Get("aim") == "together"}
	switch name := s.Get("player"); name {
	case "":
	case "any":
		a.player = anybody
	case "all":
		a.player = everybody
	default:
		a.player = slices.Index(seatNames[:], name)
	}
	switch {
	case a.player >= a.players:
		return a, refuse("player", "there are %d players", a.players)
	case a.player < 0 && !a.together:
		return a, refuse("player", "alone only one player can force anything: first to %s", seatNames[a.players-1])
	}
	return a, nil
}

// More holds the seat that is to move, and above it what else the game needs. Of two the
// side to move tells.
func seatOf(p Position) int { return int(p.More & 3) }

// seat returns whose turn it is.
func (a aim) seat(p Position) int {
	if a.players == 2 {
		return int(p.Turn)
	}
	return seatOf(p)
}

// toMove returns the position with a seat to move.
func (a aim) toMove(p Position, seat int) Position {
	p.Turn = 0
	if !a.together && seat != a.player {
		p.Turn = 1
	}
	if a.players > 2 {
		p.More = p.More&^3 | uint16(seat)
	}
	return p
}

// before and after return the seats next to one.
func (a aim) before(seat int) int { return (seat + a.players - 1) % a.players }

func (a aim) after(seat int) int { return (seat + 1) % a.players }

// scored returns, for the side to move, the result of a game that a seat has won.
func (a aim) scored(p Position, winner int) int {
	if (a.player == anybody || winner == a.player) == (p.Turn == 0) {
		return 1
	}
	return -1
}

// Seats implements [Seated].
func (a aim) Seats() int { return a.players }

// FormatSeat implements [Seated].
func (a aim) FormatSeat(p Position) string { return seatNames[seatOf(p)] }

// ParseSeat implements [Seated].
func (a aim) ParseSeat(p *Position, text string) error {
	seat := slices.Index(seatNames[:a.players], text)
	if seat < 0 {
		return fmt.Errorf("%.20q is no player (%s)", text, positions.OneOf(seatNames[:a.players]))
	}
	*p = a.toMove(*p, seat)
	return nil
}

// whose says whose win is meant.
func (a aim) whose() string {
	switch a.player {
	case anybody:
		return "anybody wins"
	case everybody:
		return "all get home"
	}
	return "the " + seatNames[a.player] + " player wins"
}

// First implements [Seated].
func (a aim) First() string {
	if a.together {
		return "all together bring it about that " + a.whose()
	}
	return "the " + seatNames[a.player] + " player can force a win"
}

// Headline implements [Seated].
func (a aim) Headline(p Position, v Value) string {
	turns := fmt.Sprintf("%d turns of all players", v.Turns)
	if !a.together {
		whose := "the " + seatNames[a.player] + " player"
		v.Score *= 1 - 2*int(p.Turn)
		switch {
		case v.Score > 0:
			return fmt.Sprintf("%s forces a win against all others together within %s", whose, turns)
		case v.Score < 0:
			return fmt.Sprintf("%s cannot force a win: the others together can make another win, within %s", whose, turns)
		}
		return fmt.Sprintf("%s cannot force a win: the others together can hold him up for ever", whose)
	}
	if v.Score <= 0 {
		return "not even together can they bring it about that " + a.whose()
	}
	return fmt.Sprintf("if all play together %s in %s, and not in fewer", a.whose(), turns)
}
