package puzzles

import (
	"strconv"

	"github.com/halma-solve/halma-solve/positions"
)

// Pattern is a figure that solves a puzzle: a man on each cell of Men, a marked
// one on each of Marked (a part of Men), nobody on Empty. What stands on the
// other cells does not matter.
type Pattern struct {
	Men    positions.Bits
	Marked positions.Bits
	Empty  positions.Bits
}

// Matches reports whether the men, of whom some are marked, make the figure.
func (g Pattern) Matches(men, marked positions.Bits) bool {
	return g.Men.AndNot(men) == positions.Bits{} &&
		g.Marked.AndNot(marked) == positions.Bits{} &&
		!g.Empty.Intersects(men)
}

// Patterns lists the figures that solve the puzzle: Goals, or Goal alone if there
// are none. It does not describe the games of peg solitaire, whose goals are
// cells for the last man.
func (p *Puzzle) Patterns() []Pattern {
	if p.Goals != nil {
		return p.Goals
	}
	return []Pattern{{Men: p.Goal}}
}

// Solved reports whether the men, of whom some are marked, make a figure that
// solves the puzzle.
func (p *Puzzle) Solved(men, marked positions.Bits) bool {
	for _, g := range p.Patterns() {
		if g.Matches(men, marked) {
			return true
		}
	}
	return false
}

// From returns the puzzle of going on from a position of p: the same goal and
// rules, other men at the start. Of two armies in turn either may move first, unless
// Next is set in addition: see [Puzzle.Rest].
func (p *Puzzle) From(men, marked positions.Bits) *Puzzle {
	q := *p
	q.Start, q.Marked, q.Army = men, marked, strconv.Itoa(men.Len())
	if !p.Game.Pegs() && !p.Alternates() {
		q.Game, q.Goals = GameOther, p.Patterns()
	}
	return &q
}

// Ended reports whether a position solves the puzzle, under the rules of any of
// the games.
func (p *Puzzle) Ended(men, marked positions.Bits) bool {
	switch p.Game {
	case GameSolo:
		return men.Len() == 1 && men.AndNot(p.Goal) == positions.Bits{}
	case GameRetour:
		return men == p.Goal
	}
	return p.Solved(men, marked)
}
