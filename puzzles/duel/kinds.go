package duel

import (
	"fmt"
	"math/bits"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// Kind is one of the two kinds of men that some games have.
type Kind uint8

// The kinds. In games without kinds all men are plain.
const (
	Plain Kind = iota
	Marked
)

// KindOf returns the kind of the man on a cell.
func (v View) KindOf(c positions.Cell) Kind {
	if v.Marked.Has(c) {
		return Marked
	}
	return Plain
}

// setKinds fills what the game knows of kinds. Errors wrap [puzzles.ErrArmy].
func (g *Game) setKinds(armies *Armies) error {
	g.goals = [2]Set{g.Goal, g.Goal}
	g.places = g.goals
	if armies.Marked != nil {
		marks, err := armies.marks(g.Board, g.Home)
		if err != nil {
			return err
		}
		g.HomeMarked, g.Marked = marks, marks.Len()
		there := turned(marks, g.Board.Len())
		g.places = [2]Set{Plain: g.Goal &^ there, Marked: there}
		if armies.Apart {
			g.goals = g.places
		}
	}
	for kind := range g.zones {
		g.zones[kind] = g.Home &^ g.goals[kind]
	}
	return nil
}

// marks returns the marked men of a start area: some, but not all. Errors wrap
// [puzzles.ErrArmy].
func (a *Armies) marks(b *positions.Board, home Set) (Set, error) {
	marks, err := a.Marked(b, home)
	if err != nil {
		return 0, fmt.Errorf("%w: %w", puzzles.ErrArmy, err)
	}
	if n := marks.Len(); marks&^home != 0 || n == 0 || n == home.Len() {
		return 0, fmt.Errorf("%w: %d of %d men are of the first kind", puzzles.ErrArmy, n, home.Len())
	}
	return marks, nil
}

// GoalOf returns the goal court for men of a kind, in the view of the side to move.
func (g *Game) GoalOf(k Kind) Set { return g.goals[k] }

// PlacesOf returns the cells on which men of a kind are to stand in the end, in the view
// of the side to move: the goal court or a part of it.
func (g *Game) PlacesOf(k Kind) Set { return g.places[k] }

// arrived reports whether all men of an army stand where their kinds are to, by the
// places of the side to move.
func (g *Game) arrived(army, marked Set) bool {
	return army&marked&^g.places[Marked] == 0 && army&^marked&^g.places[Plain] == 0
}

// staying returns how many men of an army, in its owner's view, stand in their own
// court and not in their goal.
func (g *Game) staying(army, marked Set) int {
	return (army&marked&g.zones[Marked] | army&^marked&g.zones[Plain]).Len()
}

// Patterns lists the ways to mark as many men of an army as the game has marked ones,
// in increasing order: bit i is the army's i-th man in the order of cells. A game
// without kinds has one way, 0.
func (g *Game) Patterns() []Set {
	out := []Set{}
	for p := Set(0); p < 1<<g.Men; p++ {
		if p.Len() == g.Marked {
			out = append(out, p)
		}
	}
	return out
}

// Spread returns the cells of the set that a pattern marks: see [Game.Patterns].
func (s Set) Spread(pattern Set) (marked Set) {
	for ; pattern != 0; pattern >>= 1 {
		if pattern&1 != 0 {
			marked |= s & -s
		}
		s &= s - 1
	}
	return marked
}

// Gather undoes [Set.Spread]: the pattern that marks these cells of the set.
func (s Set) Gather(marked Set) (pattern Set) {
	for m := s & marked; m != 0; m &= m - 1 {
		pattern |= 1 << bits.OnesCount64(uint64(s&(m&-m-1)))
	}
	return pattern
}
