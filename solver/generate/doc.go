// Package generate makes batches of puzzles, each with a proven minimal number of
// moves, and grades them.
//
// # How a puzzle comes about
//
//	index i ── hash of seed form and i ──→ random numbers ──→ candidate
//	candidate ──→ exact length and number of lines ──→ filters ──→ solver
//	    ──→ verify.Replay ──→ puzzle, if the two searches agree
//
// Every index stands for one candidate, and which one depends on the options, the
// seed and [Version] alone. Workers take indices in any order; what they make of
// them is emitted in the order of the indices. So a batch is the same, byte by
// byte, whatever the number of workers, and it can be gone on with after any of
// its puzzles.
//
// The kinds:
//
//   - solo: men are put on a cross by random jumps backwards from the last hole,
//     at least as many as moves are wanted and at most twice as many, nor more than
//     28 (22 on the french cross). Symmetric ones are grown at random instead, and
//     kept if there is a solution.
//     Under a mask, a set of cells, the men start on cells of it only (and go where
//     they like): of several walks backwards one that ends so is taken, else men are
//     drawn from the mask, and kept if there is a solution.
//   - endgame: from the full goal court of highscore, random moves backwards.
//     Moves of Halma are reversible; under booklet rules those that would leave
//     the goal when played forwards are left out.
//   - transfer: a random figure, to be taken to the place of one of its images under
//     the symmetries of the board, or shifted to another place, which has no cell in
//     common with the figure. Half of the figures are connected, in the others cells
//     may also be a jump apart.
//   - connection: men are to form a straight line across the board ([Straight]).
//     The goals are all lines of as many cells as there are men, those of one
//     direction, or a single one, at random; any of them solves the puzzle.
//   - treffpunkt: men are to form a random connected figure, half of the figures
//     their own mirror images.
//
// Of connection and treffpunkt the men start as a random connected figure, in the
// court of an army, or where random moves backwards from a goal lead ([Starts]); in
// treffpunkt a start that is no such walk has no cell of the goal. The rules are
// free, since the goals are no courts.
//
// # Enumerations
//
// With [Options].Exhaustive a batch is no choice at random but a list of all puzzles
// of a space, up to the symmetries of the board, that have the greatest minimal
// number of moves of all there, or a number in a range. The space is
//
//   - of endgame: all sets of as many cells as there are men, to be taken to the
//     goal court
//   - of connection: all such sets, with all straight lines of as many cells as goals
//   - of transfer: all connected figures of so many cells that have no cell in common
//     with their images by half a turn, to be taken there
//   - of treffpunkt: all pairs of connected figures without a common cell
//   - of solo: all sets of so many cells, of the mask if there is one, from which one
//     man can be left on a hole of the goal
//
// with Symmetric only the starts that are their own mirror images; always only what
// has a solution of at least one move. The longest come first, equally long ones in
// the order of their starts and then goals as numbers (see [ID]); the index is the
// place in this list. Uniqueness and difficulty choose from the list, so they may
// leave nothing of it.
//
// The lengths come from breadth-first searches backwards through the whole space,
// which takes a byte for each position, and for solo from the positions with fewer
// men. Each puzzle that is given is solved again by the solver. Spaces that are too
// large are refused with [ErrSpace].
//
// # How fast
//
// Of solo on the english cross a table says which positions can be won
// ([peg.WinTable], kept in the store), so that what cannot is left out of all
// searches. When these have been as much work as a table of the exact numbers of
// moves ([peg.DistanceTable]) that table is made, and from then on length,
// number of lines and first moves of a candidate are look-ups. Both say the same,
// so the puzzles do not depend on it; what is left of the time goes to the solver,
// which has to confirm the length of every puzzle by a search from both ends
// ([peg.Confirm]).
//
// # What is counted
//
// All lengths are in moves. Two lines of a Halma puzzle are distinct if they
// differ in a position; by which jumps a man gets from one cell to another makes
// no difference. Two lines of solo are distinct if they differ in any cell that a
// man touches. The whole line, or the first move, is unique if all minimal lines,
// or all their first moves, are images of one another under the symmetries that
// keep start and goal, or the set of goals.
//
// # Which are kept
//
// [Options] ask for a length, for unique moves, a difficulty, and whatever a
// [Filter] says: an expression over the features, compiled once, of a language
// without loops that could last (filter_check.go). All but the range of lengths
// only choose among candidates: batches that differ in them alone come from the
// same candidates in the same order.
//
// Two puzzles of one batch never are images of one another under a symmetry of
// the board.
//
// # Difficulty
//
// [Features] are measured along the minimal line that comes with the puzzle:
//
//   - moves: its length
//   - choices: the number of legal moves at each of its positions
//   - lines: the number of minimal lines
//   - wrong first moves that look right: in Halma legal moves that bring a man
//     nearer to the goal, in solo all legal moves, but for those that begin a
//     minimal line
//   - dead first moves, of solo, where a table says so (the english cross with one
//     last hole): first moves after which the goal cannot be reached any more; the
//     difficulty does not depend on them
//   - longest chain: the greatest number of jumps in one move
//   - quiet moves: moves of one step or a single jump
//   - moves away: those that end farther from the goal than they began. The
//     distance from the goal is the least number of steps to one of its cells over
//     the empty board (on a cross, of single cells along rows and columns). Of
//     several goals the one that the minimal line ends with counts: all together
//     may be the whole board.
//
// The difficulty is a number without unit,
//
//	bits + 2·away + quiet/2 + chain/2 + log2(1 + wrong)
//
// where bits is the sum of log2 of the choices less log2 of the number of lines:
// how improbable it is, in halvings, that random moves make a minimal line, if
// choices are about as many along all of them. The weights are a decision, not a
// measurement of people. Below [EasyBelow] a puzzle is called easy, from [HardFrom]
// on hard.
//
// # Stability
//
// IDs of puzzles hold for ever. The same options and seed make the same puzzles as long
// as the generator has the same version, which its seed form names; difficulties may be
// weighed anew with another version.
package generate
