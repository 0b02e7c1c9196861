package verify

import (
	"fmt"

	"github.com/halma-solve/halma-solve/positions"
)

// turn moves one man along path and returns "", or leaves all men where they
// are and returns why the turn is illegal.
func (g *game) turn(path []positions.Cell) (reason string) {
	if len(path) < 2 {
		return "a turn needs at least two cells"
	}
	for i, c := range path {
		if c < 0 || int(c) >= g.cells {
			return fmt.Sprintf("cell %d of the turn is not on the %s", i+1, g.board)
		}
	}
	first, last := path[0], path[len(path)-1]
	if !g.man[first] {
		return "there is no man on " + g.board.Name(first)
	}
	if g.armies {
		if reason = g.outOfTurn(first); reason != "" {
			return reason
		}
	}
	if first == last {
		return "the turn ends where it began"
	}
	g.man[first] = false
	reason = g.hops(path)
	if reason == "" && g.arrival && g.goal[first] && !g.goal[last] {
		reason = fmt.Sprintf("the man on %s has arrived and may not leave its goal court", g.board.Name(first))
	}
	if reason != "" {
		g.man[first] = true
		return reason
	}
	g.man[last] = true
	g.marked[first], g.marked[last] = false, g.marked[first]
	g.last = g.armyOf(last)
	return ""
}

// hops says what is wrong with the hops of a turn, "" if nothing is: it is one
// step, or jumps only. The man has been lifted off path[0].
func (g *game) hops(path []positions.Cell) string {
	for i := range len(path) - 1 {
		from, to := path[i], path[i+1]
		unit, length, reason := g.span(from, to)
		switch {
		case reason != "":
			return reason
		case length > 1:
			if reason = g.jump(from, unit, length); reason != "" {
				return reason
			}
		case i > 0:
			return "a step and a jump in one turn"
		case len(path) > 2:
			return g.afterStep(path[1], path[2])
		case g.man[to]:
			return g.board.Name(to) + " is occupied"
		}
	}
	return ""
}

// afterStep says what is wrong with a turn that begins with a step and goes on
// from one cell to another.
func (g *game) afterStep(from, to positions.Cell) string {
	_, length, reason := g.span(from, to)
	switch {
	case reason != "":
		return reason
	case length == 1:
		return "two steps in one turn"
	}
	return "a step and a jump in one turn"
}
