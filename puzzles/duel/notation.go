package duel

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
)

// FormatTurn writes a turn of the given side as the cells that the man touches,
// "a3-c5-e5", on the board as it lies; a special one with the rules' own sign, such
// as "a3=b3"; "pass" if no man moves.
func (g *Game) FormatTurn(v View, t Turn, side Side) string {
	if t == Pass {
		return passing
	}
	path := g.Path(v, t, side)
	if t.Special {
		return g.Board.Name(path[0]) + g.Rules.Special.Sign + g.Board.Name(path[1])
	}
	return g.Board.FormatPath(path)
}

const passing = "pass"

// FormatLine writes the turns of a line from a position on.
func (g *Game) FormatLine(p Position, line []Turn) []string {
	out := make([]string, len(line))
	v := g.View(p)
	for i, t := range line {
		out[i] = g.FormatTurn(v, t, p.Turn)
		v, p.Turn = g.After(v, t), p.Turn.Other()
	}
	return out
}

// ParseTurn reads a turn of the side to move: the first and the last cell, or all
// that the man touches, with "-" between them ("=" for a swap); or "pass". Which
// cells a chain touches does not matter; a turn is legal if there is a way.
func (g *Game) ParseTurn(text string, p Position) (Turn, error) {
	if text == passing {
		if !slices.Contains(g.AppendTurns(nil, g.View(p)), Pass) {
			return Turn{}, errors.New("nobody may pass here")
		}
		return Pass, nil
	}
	names := strings.FieldsFunc(text, func(r rune) bool { return r == '-' || r == '=' || r == ' ' })
	if len(names) < 2 {
		return Turn{}, fmt.Errorf("a turn is the cell a man leaves and the one it goes to, such as %s-%s", g.Board.Name(0), g.Board.Name(1))
	}
	var ends [2]positions.Cell
	for i, name := range []string{names[0], names[len(names)-1]} {
		c, err := g.Board.ParseCell(name)
		if err != nil {
			return Turn{}, err
		}
		ends[i] = g.SeenBy(p.Turn, c)
	}
	for _, t := range g.AppendTurns(nil, g.View(p)) {
		if t.From == ends[0] && t.To == ends[1] {
			return t, nil
		}
	}
	return Turn{}, fmt.Errorf("%s-%s is no legal turn here", names[0], names[len(names)-1])
}

// Draw draws a position: X the men of the first side, O those of the second, + an
// empty cell of either's goal, . any other. In games with two kinds of men X and O are
// the marked ones, the others x and o.
func (g *Game) Draw(p Position) string {
	return g.Board.Diagram(func(c positions.Cell) rune {
		switch {
		case g.Marked > 0 && !p.Marked.Has(c) && p.Men[First].Has(c):
			return 'x'
		case g.Marked > 0 && !p.Marked.Has(c) && p.Men[Second].Has(c):
			return 'o'
		case p.Men[First].Has(c):
			return 'X'
		case p.Men[Second].Has(c):
			return 'O'
		case (g.Goal | g.TheirGoal).Has(c):
			return '+'
		}
		return '.'
	})
}
