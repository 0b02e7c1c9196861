// Package puzzles defines the one-player games: which board, which men, which
// rules, where they start and what must be reached.
//
// # Vocabulary
//
// A puzzle is a board with rules, a start and a goal. An army is a number of
// men in the shape of a court; its name is the number, "ring" or "block3x3". A
// line is a sequence of moves, each with every cell the man touches. The length
// of a line is counted in moves (a chain of jumps is one) or in hops (every
// step and every single jump is one).
//
// # Decisions
//
// The printed rules are silent or differ in places. What this program does:
//
//   - Arrival (rule set booklet): a turn that begins in the goal court ends in
//     the goal court. Which cells its chain touches on the way is free, so a man
//     at home may jump out and in again within one turn; the booklet's words
//     "passing through during a chain is free" speak of turns as wholes.
//   - Men that stand in the goal court have arrived, however they came there.
//   - A turn ends on another cell than it began: a chain that comes back to its
//     first cell is no move.
//   - While a man jumps, the cell it came from counts as empty, for it and for
//     the free stretches that long jumps need.
//   - With long jumps (super) the man nearest in a direction is the only one that
//     can be jumped in that direction.
//   - Where the printed games leave the army to the players, the usual one is:
//     square boards 3 men below 5×5, 6 below 8×8, 10 below 10×10, 15 below 16×16,
//     19 on 16×16; rhombi the same, but 15 at the most; stars the triangle of a
//     point and its base row (3, 6, 10, 15 men for sizes 1 to 4).
//   - A puzzle whose two courts share a cell is refused.
package puzzles
