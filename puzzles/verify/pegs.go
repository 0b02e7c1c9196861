package verify

import (
	"fmt"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// pegs is a board of peg solitaire, a bool a cell.
//
//	solo    each jump: a man on the first hole, a man on the hole in between,
//	        the third one empty; the man in between is taken off
//	retour  each jump: a man on the first hole, nobody in between and on the
//	        third; a man is placed in between and stays
//
// All three holes are neighbours in one of the board's directions (straight). The man that has jumped is
// the one that goes on in the next jump of the move. At the end one man is left,
// on a cell of the goal (solo), or the men fill just the goal (retour).
type pegs struct {
	game
	retour bool
}

func (g *pegs) setUpPegs(p *puzzles.Puzzle) error {
	if p.Board.Shape().Courts() {
		return fmt.Errorf("%w: nobody plays %s on a board of the shape %s", ErrPuzzle, p.Game, p.Board.Shape())
	}
	g.retour = p.Game == puzzles.GameRetour
	men, goals, err := g.place(p)
	if err == nil && (men == 0 || goals == 0) {
		err = fmt.Errorf("%w: start or goal is empty", ErrPuzzle)
	}
	return err
}

// chain plays one move and returns "", or why it is illegal; then men may
// stand where they would after its legal jumps were taken back.
func (g *pegs) chain(path []positions.Cell) string {
	if len(path) < 2 {
		return "a move needs at least two cells"
	}
	for i, c := range path {
		if c < 0 || int(c) >= g.cells {
			return fmt.Sprintf("cell %d of the move is not on the %s", i+1, g.board)
		}
	}
	before := g.man
	for i := range len(path) - 1 {
		if reason := g.pegJump(path[i], path[i+1]); reason != "" {
			g.man = before
			return reason
		}
	}
	return ""
}

// pegJump makes one jump or says what is wrong with it.
func (g *pegs) pegJump(from, to positions.Cell) string {
	a, b := g.board.Point(from), g.board.Point(to)
	dx, dy := b.X-a.X, b.Y-a.Y
	if max(dx, -dx, dy, -dy) != 2 || dx%2 != 0 || dy%2 != 0 || !g.straight(dx, dy) {
		return g.pair(from, to) + " are not two holes apart " + g.board.Along()
	}
	over := g.board.CellAt(positions.Point{X: a.X + dx/2, Y: a.Y + dy/2})
	switch {
	case over == positions.NoCell:
		return "between " + g.pair(from, to) + " there is no hole"
	case !g.man[from]:
		return "there is no man on " + g.board.Name(from)
	case g.man[to]:
		return g.board.Name(to) + " is occupied"
	case g.retour && g.man[over]:
		return g.board.Name(over) + " is occupied: no man can be placed there"
	case !g.retour && !g.man[over]:
		return g.board.Name(over) + " is empty: there is nobody to jump over"
	}
	g.man[from], g.man[over], g.man[to] = false, g.retour, true
	return ""
}

// unsolved says why the game is not over, "" if it is.
func (g *pegs) unsolved() string {
	var missing, beside []string
	men := 0
	for c := range positions.Cell(g.cells) {
		switch {
		case g.man[c] && !g.goal[c]:
			beside = append(beside, g.board.Name(c))
		case !g.man[c] && g.goal[c]:
			missing = append(missing, g.board.Name(c))
		}
		if g.man[c] {
			men++
		}
	}
	switch {
	case !g.retour && men != 1:
		return fmt.Sprintf("%d men are left, not one", men)
	case !g.retour && beside != nil:
		return "the last man is on " + beside[0] + ", which is no cell of the goal"
	case g.retour && missing != nil:
		return "no man is on " + strings.Join(missing, ", ")
	case g.retour && beside != nil:
		return "there should be nobody on " + strings.Join(beside, ", ")
	}
	return ""
}

// straight reports whether a jump may go that way: with four directions in a row or a
// column, with six also along the diagonal on which x+y stays, with eight along both.
func (g *pegs) straight(dx, dy int) bool {
	switch g.board.Directions() {
	case 4:
		return dx == 0 || dy == 0
	case 6:
		return dx == 0 || dy == 0 || dx == -dy
	}
	return dx == 0 || dy == 0 || dx == -dy || dx == dy
}
