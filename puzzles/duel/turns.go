package duel

import "github.com/halma-solve/halma-solve/positions"

// Turn is one turn of the side to move, in its view: the man on From goes to To.
type Turn struct {
	From, To positions.Cell
	Special  bool // it does more: see [Rules.Special]
}

// Pass is the turn of a side that moves no man: see [Rules.Pass].
var Pass = Turn{From: positions.NoCell, To: positions.NoCell}

// AppendTurns appends the legal turns in v to dst. There are none if the game is
// over or the position is illegal.
func (g *Game) AppendTurns(dst []Turn, v View) []Turn {
	if g.Ending(v) != None {
		return dst
	}
	first := len(dst)
	dst = g.Rules.Turns(g, dst, v)
	for _, condition := range g.Rules.Conditions {
		dst = dst[:first+len(condition(g, v, dst[first:]))]
	}
	if len(dst) == first && g.Rules.Pass != nil && g.Rules.Pass(g, v) {
		dst = append(dst, Pass)
	}
	return dst
}

// After returns the position after a turn, as the opponent sees it.
func (g *Game) After(v View, t Turn) View {
	switch {
	case t == Pass:
	case t.Special:
		v = g.Rules.Special.After(g, v, t)
	default:
		v.Mine = v.Mine&^SetOf(t.From) | SetOf(t.To)
		if v.Marked.Has(t.From) {
			v.Marked = v.Marked&^SetOf(t.From) | SetOf(t.To)
		}
	}
	return View{Mine: g.Turned(v.Theirs), Theirs: g.Turned(v.Mine), Marked: g.Turned(v.Marked)}
}

// Ending returns how the game stands in v before a turn. That the side to move
// has no turn (and so has lost) is not looked at, nor is a limit of turns.
func (g *Game) Ending(v View) Ending { return g.Rules.Ending(g, v) }

// EndingAt returns the same when the limit of turns is over, if late.
func (g *Game) EndingAt(v View, late bool) Ending {
	e := g.Ending(v)
	if e == None && late && g.Rules.Limit != nil {
		e = g.Rules.Limit.Ending(g, v)
	}
	return e
}

// Path returns the cells that the man touches in a turn of the given side, on the
// board as it lies; none if the side passes.
func (g *Game) Path(v View, t Turn, side Side) []positions.Cell {
	if t == Pass {
		return []positions.Cell{}
	}
	path := []positions.Cell{t.From, t.To}
	if !t.Special {
		path = positions.Path(g.table, (v.Mine | v.Theirs).Bits(), t.From, t.To)
	}
	for i, c := range path {
		path[i] = g.SeenBy(side, c)
	}
	return path
}

// SeenBy returns the cell of the board that a side sees as c, and conversely.
func (g *Game) SeenBy(side Side, c positions.Cell) positions.Cell {
	if side == Second {
		return g.sides.cell(c)
	}
	return c
}
