// Package verify replays a line move by move and says whether it solves its
// puzzle. Nothing is shown or stored before it has passed here.
//
// It is written apart from the move generator on purpose, straight from the
// rules and for the eye: one bool a cell, and lines on the board worked out
// from the lattice. Of package positions it takes what a printed board would
// tell: its cells, where they lie, what they are called. A mistake in the
// generator's tables can therefore not vouch for itself.
//
// # What is checked of each turn
//
//	at least two cells, all of them on the board
//	a man stands on the first, and the last is another cell
//	either one step to an empty neighbour, or jumps only
//	each jump: straight, a man exactly in the middle, every other cell empty;
//	           two cells far with short jumps, any even distance with super ones
//	booklet rules: a turn that begins in the goal court ends there
//
// The moving man is lifted off the board first, so its own cell counts as empty
// for the whole turn; a chain may cross it, and may touch any cell more than
// once. After the last turn the men must fill the goal. Whatever the line holds,
// the answer is a [Report] or an error; the time is proportional to its length.
//
// # Stability
//
// Within a major version the same line of the same puzzle has the same answer; the words
// of a reason may change.
package verify
