package duel

import "github.com/halma-solve/halma-solve/positions"

// Turn is one turn of the side to move, in its view: the man on From goes to To.
// With Swap the enemy man on To goes to From.
type Turn struct {
	From, To positions.Cell
	Swap     bool
}

// AppendTurns appends the legal turns in v to dst. There are none if the game is
// over or the position is illegal.
func (g *Game) AppendTurns(dst []Turn, v View) []Turn {
	if g.Ending(v) != None {
		return dst
	}
	first := len(dst)
	for from := range positions.Cell(g.Board.Len()) {
		if v.Mine.Has(from) {
			dst = g.appendMoves(dst, v, from)
		}
	}
	keep := func(legal func(Turn) bool) {
		kept := dst[:first]
		for _, t := range dst[first:] {
			if legal(t) {
				kept = append(kept, t)
			}
		}
		dst = kept
	}
	if g.Rules.Arrival() {
		keep(func(t Turn) bool { return !g.leavesGoal(t) })
	}
	if g.Rules.Duty() && g.mustClear(v) {
		duty := g.comesNearerToLeaving
		for _, t := range dst[first:] {
			if g.leavesHome(t) {
				duty = g.leavesHome
			}
		}
		keep(duty)
	}
	if g.Rules == Paper {
		keep(func(t Turn) bool { return g.Ending(g.After(v, t)) != Illegal })
	}
	return dst
}

// appendMoves appends the steps, chains and swaps of one man.
func (g *Game) appendMoves(dst []Turn, v View, from positions.Cell) []Turn {
	occupied := (v.Mine | v.Theirs) &^ SetOf(from)
	for _, n := range g.table.Steps(uint8(from)) {
		to := positions.Cell(n)
		if !occupied.Has(to) {
			dst = append(dst, Turn{From: from, To: to})
		}
		if g.Rules == Swap && g.maySwap(v, from, to) {
			dst = append(dst, Turn{From: from, To: to, Swap: true})
		}
	}
	seen := SetOf(from)
	var queue [MaxCells]positions.Cell
	queue[0] = from
	for head, tail := 0, 1; head < tail; head++ {
		for _, h := range g.table.Hops(uint8(queue[head])) {
			land := positions.Cell(h.Land)
			if occupied.Has(positions.Cell(h.Over)) && !occupied.Has(land) && !seen.Has(land) {
				seen |= SetOf(land)
				queue[tail] = land
				tail++
				dst = append(dst, Turn{From: from, To: land})
			}
		}
	}
	return dst
}

// After returns the position after a turn, as the opponent sees it.
func (g *Game) After(v View, t Turn) View {
	mine, theirs := v.Mine&^SetOf(t.From)|SetOf(t.To), v.Theirs
	if t.Swap {
		theirs = theirs&^SetOf(t.To) | SetOf(t.From)
	}
	return View{Mine: g.Turned(theirs), Theirs: g.Turned(mine)}
}

// Path returns the cells that the man touches in a turn of the given side, on the
// board as it lies.
func (g *Game) Path(v View, t Turn, side Side) []positions.Cell {
	path := []positions.Cell{t.From, t.To}
	if !t.Swap {
		path = positions.Path(g.table, (v.Mine | v.Theirs).Bits(), t.From, t.To)
	}
	if side == Second {
		for i, c := range path {
			path[i] = positions.Cell(g.Board.Len()-1) - c
		}
	}
	return path
}
