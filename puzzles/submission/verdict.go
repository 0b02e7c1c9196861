package submission

import (
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// Status says what a submission is.
type Status uint8

// The statuses. Only a solved one is valid.
const (
	Solved     Status = iota // every move is legal and the goal is reached
	Unfinished               // every move is legal, the goal is not reached
	Illegal                  // a move breaks the rules
	Unreadable               // it is no line of the puzzle: see Verdict.At
	statuses
)

// String returns "solved", "unfinished", "illegal" or "unreadable".
func (s Status) String() string {
	return [statuses]string{"solved", "unfinished", "illegal", "unreadable"}[s]
}

// Bounds are what is proven about the shortest line of a puzzle, in its count.
type Bounds struct {
	Lower      int  // no line is shorter; 0 if nothing is known
	Upper      int  // a line as long is known; 0 if none is
	Impossible bool // it is proven that there is no line
}

// Verdict is what is true of a submission. It is valid until the checker looks at
// the next one.
type Verdict struct {
	Number int64  // of the submission in its input, from 1
	Line   int64  // of the input on which it begins, from 1
	ID     []byte // as given, at most 256 bytes of UTF-8; nil if none was
	Digits bool   // the ID was given as a number

	Puzzle *puzzles.Puzzle // what it is a line of; nil if it cannot be told
	Name   string          // of the puzzle, in words; "" if it cannot be told
	// Assumed is set if neither the submission nor the options say the puzzle.
	Assumed bool
	Status  Status
	Moves   int // played before the first that is wrong, all if none is
	Hops    int
	Bounds  Bounds // of the puzzle

	// Of a submission that is not valid:
	Reason string                 // in plain words
	Move   int                    // number of the illegal move
	Path   []positions.Cell       // the illegal move as given
	Before positions.Bits         // the men before it, or at the end of an unfinished line
	At     *positions.SyntaxError // where an unreadable one goes wrong

	moves *Moves
}

// Valid reports whether the submission solves its puzzle.
func (v *Verdict) Valid() bool { return v.Status == Solved }

// Played returns a copy of the legal moves, with every cell that the man touches
// where only the first and the last were named.
func (v *Verdict) Played() puzzles.Line {
	if v.moves == nil {
		return nil
	}
	return v.moves.Line()
}

// Cost returns the length of what was played in the puzzle's count.
func (v *Verdict) Cost() int { return cost(v.Puzzle, v.Moves, v.Hops) }

func cost(p *puzzles.Puzzle, moves, hops int) int {
	if p.Count.EachHop() {
		return hops
	}
	return moves
}

// Above returns between which numbers lies how far the submission is above the
// optimum; most is −1 if there is no lower bound. It makes sense for a solved
// submission alone.
func (v *Verdict) Above() (least, most int) {
	n := v.Cost()
	most = -1
	if v.Bounds.Upper > 0 {
		least = max(n-v.Bounds.Upper, 0)
	}
	if v.Bounds.Lower > 0 {
		most = max(n-v.Bounds.Lower, 0)
	}
	return least, most
}
