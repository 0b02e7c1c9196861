package contest

import (
	"strings"

	"github.com/halma-solve/halma-solve/positions"
)

// Sets returns how many sets of men positions have.
func (g *Game) Sets() int {
	if seated, ok := g.Seated(); ok {
		return seated.Seats()
	}
	if some, ok := g.Rules.(interface{ sets() int }); ok {
		return some.sets()
	}
	return len(g.Kind.Men)
}

// On returns a set of men as cells of the board.
func (g *Game) On(men Set) (on positions.Bits) {
	for ; men != 0; men &= men - 1 {
		on = on.With(g.cells[lowest(men)])
	}
	return on
}

// Path lists the cells of the board that the man touches in a turn from one position to
// another. It is one cell where a man is placed, or leaves the board from where it
// stands, and none where no man moves. With dice several men may move in a turn:
// [Game.Moved] is for games with them.
func (g *Game) Path(p, after Position) (path []positions.Cell) {
	path = []positions.Cell{}
	for text := g.FormatTurn(p, after); text != ""; {
		// A cell is letters and then digits; one sign stands between two.
		letters := len(text) - len(strings.TrimLeft(text, "abcdefghijklmnopqrstuvwxyz"))
		end := len(text) - len(strings.TrimLeft(text[letters:], "0123456789"))
		cell, err := g.Board.ParseCell(text[:end])
		if err != nil { // a word
			break
		}
		path = append(path, cell)
		text = text[min(end+1, len(text)):]
	}
	if len(path) > 1 && !g.On(p.all()).Has(path[0]) {
		return path[:1] // a man is placed, others are captured
	}
	return path
}

// Moved returns, of a game with dice, which cells men of who made a turn have left in it,
// and where men of his stand that did not before. Of a turn that takes off a man of the
// other side it is that man who has left.
func (g *Game) Moved(p, after Position) (left, came positions.Bits) {
	if _, seated := g.Seated(); seated {
		for i, men := range after.Men {
			if men&^p.Men[i] != 0 {
				return g.On(p.Men[i] &^ men), g.On(men &^ p.Men[i])
			}
		}
		return left, came
	}
	was, is := p.Men[p.Turn], after.Men[p.Turn]|after.Men[2]|after.Men[3]
	if asked := p.Men[2] | p.Men[3]; asked != 0 {
		was, is = asked, asked&after.Men[p.Turn^1]
	}
	return g.On(was &^ is), g.On(is &^ was)
}

// Courts is what [Rules] have besides if their board has places of its own.
type Courts interface {
	// Courts returns where the first side, or the player who is meant, begins, and
	// where its men are to go; either may be empty.
	Courts() (start, goal Set)
}

// Courts implements [Courts]: the far rows.
func (r *dutchRules) Courts() (start, goal Set) { return r.Start().Men[0], r.far[0] }

// Courts implements [Courts]: the row to fill.
func (r *zugRules) Courts() (start, goal Set) { return r.Start().Men[0], r.far[0] }

// Courts implements [Courts]: the corner to leave, and the one to fill.
func (r *diceRules) Courts() (start, goal Set) { return r.homes[0], r.goals[0] }

// Courts implements [Courts]: the rows, or points, to leave and to reach.
func (r *rakadoRules) Courts() (start, goal Set) { return r.goals[1], r.goals[0] }

// Courts implements [Courts]: the middle, which men leave.
func (r *topsecretRules) Courts() (start, goal Set) { return r.centre, 0 }

// Courts implements [Courts]: where cats begin.
func (r *catsRules) Courts() (start, goal Set) { return r.middle, 0 }

// Courts implements [Courts]: those of the player whose win is meant.
func (r *severalRules) Courts() (start, goal Set) {
	if r.player < 0 {
		return 0, 0
	}
	return r.homes[r.player], r.goals[r.player]
}
