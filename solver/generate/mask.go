package generate

import (
	"fmt"
	"math/rand/v2"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// checkMask is Check for options with a mask.
func (o *Options) checkMask() error {
	if o.Kind != Solo {
		return fmt.Errorf("%w: masks are for solo only", ErrOptions)
	}
	if cells := o.Mask.Cells(); int(cells[len(cells)-1]) >= o.Game.Board.Len() {
		return fmt.Errorf("%w: the mask is not on the %s", ErrOptions, o.Game.Board)
	} else if len(cells) <= o.MinMoves { // every move takes a man, one is left
		return fmt.Errorf("%w: %d moves take at least %d men, the mask has %d holes", ErrOptions, o.MinMoves, o.MinMoves+1, len(cells))
	}
	return nil
}

// masked is the mask, or all cells without one.
func (o *Options) masked() positions.Bits {
	if o.Mask != (positions.Bits{}) {
		return o.Mask
	}
	var all positions.Bits
	for c := range positions.Cell(o.Game.Board.Len()) {
		all = all.With(c)
	}
	return all
}

// maskedTries is how many walks backwards, and then how many draws of men, a
// candidate takes to get one that the mask allows.
const maskedTries = 50

// underMask makes an arrangement with men on cells of the mask only: by random
// jumps backwards, if one of several walks ends there, else by drawing men from
// the mask. Whether these have a solution the solver must find out; those are left
// out whose Reiss class is that of no hole of the goal, and those that a short
// search proves to have none.
func underMask(r *rand.Rand, game *puzzles.Puzzle, pegs *pegs, o *Options) (*puzzles.Puzzle, bool) {
	for range maskedTries {
		if p, ok := arrangement(r, game, pegs, o); ok && p.Start.AndNot(o.Mask) == (positions.Bits{}) {
			return p, true
		}
	}
	cells := o.Mask.Cells()
	for range maskedTries {
		r.Shuffle(len(cells), func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
		if men := positions.BitsOf(cells[:1+randomJumps(r, o)]...); inClass(game, men) && !pegs.provenDead(men[0], game.Goal[0]) {
			return game.From(men, positions.Bits{}), true
		}
	}
	return nil, false
}

// inClass reports whether the Reiss class of men is that of a hole of the goal.
func inClass(game *puzzles.Puzzle, men positions.Bits) bool {
	class := positions.ReissClass(game.Board, men)
	for _, c := range game.Goal.Cells() {
		if positions.ReissClass(game.Board, positions.BitsOf(c)) == class {
			return true
		}
	}
	return false
}

// deadPositions is how many positions are looked at for the proof that an
// arrangement has no solution.
const deadPositions = 5000

// provenDead reports whether a search through all positions that can be reached
// from men proves that none has just one man, on a hole of the goal. It gives up
// after some of them and returns false.
func (p *pegs) provenDead(men, goal uint64) bool {
	seen := map[uint64]bool{men: true}
	for stack := []uint64{men}; len(stack) > 0; {
		men := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if men&(men-1) == 0 && men&goal != 0 || len(seen) > deadPositions {
			return false
		}
		for i := range p.all {
			s := &p.all[i]
			if next := men ^ s.mask; men&s.mask == s.before && !seen[next] {
				seen[next] = true
				stack = append(stack, next)
			}
		}
	}
	return true
}
