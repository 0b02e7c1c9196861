package verify

import (
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// Replayer replays lines of one puzzle one after the other, move by move, on the
// same memory. It belongs to one goroutine; any number of them may share the
// puzzle.
type Replayer struct {
	onPegs     bool
	start, now pegs
	moves      int
	hops       int
}

// NewReplayer returns a replayer at the start of p. Errors wrap [ErrPuzzle].
func NewReplayer(p *puzzles.Puzzle) (*Replayer, error) {
	r := new(Replayer)
	if err := r.setUp(p); err != nil {
		return nil, err
	}
	return r, nil
}

func (r *Replayer) setUp(p *puzzles.Puzzle) (err error) {
	r.onPegs = p != nil && p.Board != nil && p.Game.Pegs()
	if r.onPegs {
		err = r.start.setUpPegs(p)
	} else {
		err = r.start.setUp(p)
	}
	r.Reset()
	return err
}

// Reset goes back to the start.
func (r *Replayer) Reset() {
	r.now = r.start
	r.moves, r.hops = 0, 0
}

// Play plays the next move. The error is an [*Illegal], and then the position is
// the one before the move. The path is not kept.
func (r *Replayer) Play(path []positions.Cell) error {
	var reason string
	if r.onPegs {
		reason = r.now.chain(path)
	} else {
		reason = r.now.turn(path)
	}
	if reason != "" {
		return r.now.illegal(r.moves+1, append([]positions.Cell{}, path...), reason)
	}
	r.moves++
	r.hops += len(path) - 1
	return nil
}

// Finish reports what has been played, or that the goal is missed: an
// [*Illegal] without path.
func (r *Replayer) Finish() (Report, error) {
	var reason string
	if r.onPegs {
		reason = r.now.unsolved()
	} else {
		reason = r.now.missing()
	}
	if reason != "" {
		return Report{}, r.now.illegal(r.moves+1, nil, reason)
	}
	return Report{Moves: r.moves, Hops: r.hops, Final: r.now.position()}, nil
}

// Men returns the cells of the men now.
func (r *Replayer) Men() positions.Bits { return r.now.position() }

// Played returns how many moves and hops have been played since the start.
func (r *Replayer) Played() (moves, hops int) { return r.moves, r.hops }
