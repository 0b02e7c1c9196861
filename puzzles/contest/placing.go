package contest

import (
	"fmt"

	"github.com/halma-solve/halma-solve/positions"
)

// placing are men that the players place in turn: Hand tells how many are left, and so
// whose turn it is.
type placing struct {
	aim
	men int // of each player
}

// newPlacing reads how many players place how many men on a board.
func newPlacing(s Settings, b *positions.Board) (placing, error) {
	a, err := newAim(s)
	g := placing{a, s.Int("men")}
	if err == nil && g.inHand() > b.Len() {
		err = refuse("men", "%d men of each %s do not fit on %d cells", g.men, g.who(), b.Len())
	}
	return g, err
}

// who is what the players are called.
func (g placing) who() string {
	if g.players == 2 {
		return "side"
	}
	return "player"
}

// inHand returns how many men there are.
func (g placing) inHand() int { return g.players * g.men }

// mover returns the seat whose turn it is with so many men in hand.
func (g placing) mover(hand uint8) int { return (g.inHand() - int(hand)) % g.players }

// placed returns how many men each player has placed when so many are in hand.
func (g placing) placed(hand uint8) (men sizes) {
	for seat := range g.players {
		men[seat] = uint8((g.inHand() - int(hand) + g.players - 1 - seat) / g.players)
	}
	return men
}

// put returns the position after a man is placed, the next seat to move.
func (g placing) put(p Position, on Set) Position {
	p.Men[g.seat(p)] |= on
	p.Hand--
	return g.toMove(p, g.mover(p.Hand))
}

// check returns what is wrong with a position in which men were placed in turn and none
// has gone, but for those that may be captured.
func (g placing) check(p Position, captures bool) error {
	if int(p.Hand) > g.inHand() {
		return fmt.Errorf("%d men in hand are too many, the %ss have %d together", p.Hand, g.who(), g.inHand())
	}
	if seat := g.mover(p.Hand); seat != g.seat(p) && (p.Hand > 0 || captures) {
		return fmt.Errorf("with %d men in hand the %s %s is to move", p.Hand, seatNames[seat], g.who())
	}
	for seat, n := range g.placed(p.Hand) {
		if got := p.Men[seat].Len(); got > int(n) || got < int(n) && !captures {
			return fmt.Errorf("the %s %s has %d men on the board, but has placed %d with %d in hand", seatNames[seat], g.who(), got, n, p.Hand)
		}
	}
	return nil
}
