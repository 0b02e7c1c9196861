package duel

import (
	"slices"

	"github.com/halma-solve/halma-solve/positions"
)

// The race that all rule sets share: each side's men start in a court and go to
// the opponent's. Every condition has its sentence of the rules.

// StepsAndChains appends the steps and the chains of jumps of all men.
func StepsAndChains(g *Game, dst []Turn, v View) []Turn {
	for _, from := range v.Mine.Cells() {
		dst = g.appendMoves(dst, v, from)
	}
	return dst
}

// raceEnding is the end of a race in which a turn can take home one's own men
// only, so that a position whose side to move is at home cannot arise: "A side
// wins when its last man enters the goal court".
func raceEnding(g *Game, v View) Ending {
	switch {
	case g.iAmHome(v):
		return Illegal
	case g.theyAreHome(v):
		return Lost
	}
	return None
}

func (g *Game) iAmHome(v View) bool { return g.arrived(v.Mine, v.Marked) }

func (g *Game) theyAreHome(v View) bool { return g.arrived(g.Turned(v.Theirs), g.Turned(v.Marked)) }

// "Goal court completely filled by any men with at least one of one's own": mine.
func (g *Game) myGoalIsFilled(v View) bool {
	return (v.Mine|v.Theirs)&g.Goal == g.Goal && v.Mine&g.Goal != 0
}

// The same for the opponent's goal court.
func (g *Game) theirGoalIsFilled(v View) bool {
	return (v.Mine|v.Theirs)&g.TheirGoal == g.TheirGoal && v.Theirs&g.TheirGoal != 0
}

// Arrival is a condition: "A man whose turn ended in its goal court may not leave
// that court again." Where each kind of men has a goal court of its own, that is meant.
// By the strict reading the man stays in it with every cell that it touches.
func Arrival(g *Game, v View, turns []Turn) []Turn {
	strict := g.Rules.Variant(arrivalVariant.Name) == "strict"
	return keep(turns, func(t Turn) bool {
		goal := g.goals[v.KindOf(t.From)]
		if !goal.Has(t.From) {
			return true
		}
		if strict {
			return slices.Contains(g.appendWithin(nil, v, t.From, goal), t)
		}
		return goal.Has(t.To)
	})
}

var arrivalVariant = Variant{Name: "arrival", Words: []string{"end", "strict"}, Usage: "whether a man that has arrived may leave the goal in the middle of a chain (end) or not"}

// ClearingDuty is a condition: "Once the opponent has emptied his court, a player
// with men still in his own court must make a turn that takes a man out of it or,
// if none can leave at once, one that brings a man nearer to leaving."
var ClearingDuty = clearingDuty(0)

// clearingDuty is the same where so many men of each side may stay: a court with no
// more counts as emptied.
func clearingDuty(stay int) Condition {
	return func(g *Game, v View, turns []Turn) []Turn {
		if !g.mustClear(v, stay) {
			return turns
		}
		zone := func(t Turn) Set { return g.zones[v.KindOf(t.From)] }
		leaves := func(t Turn) bool { return zone(t).Has(t.From) && !zone(t).Has(t.To) }
		for _, t := range turns {
			if leaves(t) {
				return keep(turns, leaves)
			}
		}
		return keep(turns, func(t Turn) bool {
			return zone(t).Has(t.From) && zone(t).Has(t.To) && g.leave[t.To] < g.leave[t.From]
		})
	}
}

// mustClear reports whether the clearing duty holds, if so many men may stay.
func (g *Game) mustClear(v View, stay int) bool {
	return g.staying(g.Turned(v.Theirs), g.Turned(v.Marked)) <= stay && g.staying(v.Mine, v.Marked) > stay
}

// noDuty: a side without a turn passes where its turns are restricted by no fault of
// its own, but under the clearing duty it loses.
func noDuty(g *Game, v View) bool { return !g.mustClear(v, 0) }

// appendMoves appends the steps and chains of one man.
func (g *Game) appendMoves(dst []Turn, v View, from positions.Cell) []Turn {
	return g.appendWithin(dst, v, from, ^Set(0))
}

// appendWithin appends those that touch no other cells than these.
func (g *Game) appendWithin(dst []Turn, v View, from positions.Cell, within Set) []Turn {
	occupied := (v.Mine | v.Theirs) &^ SetOf(from)
	for _, n := range g.table.Steps(uint8(from)) {
		if to := positions.Cell(n); !occupied.Has(to) && within.Has(to) {
			dst = append(dst, Turn{From: from, To: to})
		}
	}
	seen := SetOf(from)
	var queue [MaxCells]positions.Cell
	queue[0] = from
	tail := 1
	visit := func(land positions.Cell) {
		if !seen.Has(land) && within.Has(land) {
			seen |= SetOf(land)
			queue[tail] = land
			tail++
			dst = append(dst, Turn{From: from, To: land})
		}
	}
	for head := 0; head < tail; head++ {
		if g.Rules.Jumps.Long() {
			for d := range g.Board.Directions() {
				if land := g.longJump(occupied, queue[head], d); land != positions.NoCell {
					visit(land)
				}
			}
			continue
		}
		for _, h := range g.table.Hops(uint8(queue[head])) {
			if land := positions.Cell(h.Land); occupied.Has(positions.Cell(h.Over)) && !occupied.Has(land) {
				visit(land)
			}
		}
	}
	return dst
}
