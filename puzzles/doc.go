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
//   - Without --rules a transfer of highscore has the rules of arrival with which
//     its set is printed ([Puzzle.Printed]): free for 10 men on the star, 15 on 10×10
//     and 13 on 16×16, the booklet's for all others. Files that leave them out mean
//     the booklet's.
//   - A puzzle whose two courts share a cell is refused.
//
// Of treffhalma:
//
//   - The marked man is the one on a1, the corner of its court (the tip of
//     the star); it must end on the opposite corner cell, every other man
//     on any other cell of the goal court.
//   - In all else it is a man like the others: it may be jumped, and other men
//     may stand on or cross the corner cells in the meantime. Under booklet rules
//     it may enter the goal court anywhere and move on inside it to the corner,
//     but not leave the court again; and a man that came to rest on the goal's
//     corner may move off it inside the court to make room for the marked one.
//   - An army that leaves the corner empty (the ring) is refused.
//
// Of connection and treffpunkt:
//
//   - Their figures are no courts: nobody arrives, men may leave them again.
//   - Connection on a star of size s: the tips of two points next but one are 3s
//     steps apart, the line between them has 3s+1 holes. The men are those of a
//     point and its base row; of size 4, where these are two too many, the ends
//     of the base row stay empty. Of sizes 1 and 2, where they are one too few,
//     the line begins at the own tip and ends one hole early; with any line it
//     begins at either tip of an edge.
//   - The figure of treffpunkt that was printed is not known. The built-in ones lie
//     around the middle of a square board, symmetric about the diagonal that the
//     men travel on; on a board of even size the middle is the lower left of four
//     cells (h8 on 16×16). A figure has just as many cells as there are men.
//
// Of shortest, the shortest game of two armies that help each other:
//
//   - A turn of either army counts. The winner, whose men are the marked ones, makes
//     the last turn; who begins follows from the number of turns. The army that does
//     not win may stand anywhere but in its own court at the end.
//   - Rules are free: neither arrival nor clearing binds armies that help each other.
//     The games of the published lengths are free ones, too.
//   - A game in which the other army has won before is none.
//
// Of puzzles in files (package puzzlefile):
//
//   - The goal is one of several figures. A figure says where men must be, which
//     of them must be marked, and which cells must be empty; the others do not
//     matter. If it has as many cells as there are men, nothing is left open.
//   - Marked men look alike. Under booklet rules the goal that nobody leaves is
//     the cells of all figures together.
//   - Who steps does so on square, star or rhombus boards; crosses and drawn boards
//     are for solo and retour.
//
// Of peg solitaire (solo and retour):
//
//   - A chain of jumps of one man is one move, however it turns; it may end on
//     the hole where it began, because the board has changed.
//   - Solo is over as soon as one man is left; it must stand on a hole of the
//     goal. A start with one man there is solved in no moves.
//   - Retour is read hole by hole as solo backwards: the man that jumps in a
//     placing is the one that stood there before, the placed man stays, and
//     consecutive placings jumped by the same man are one move. So a line of
//     retour read backwards is a line of solo with as many moves.
//   - Two lines are distinct if they differ in any cell that a man touches or in
//     the order of the moves. Up to symmetry those count once that a rotation or
//     reflection which keeps board, start and goal takes into each other.
//   - Jumps go along rows and columns, also on drawn boards, unless the board or the
//     player says otherwise (directions): six directions are those of a triangle, on
//     the square lattice rows, columns and the diagonal that falls to the right;
//     eight are all.
//   - On a triangle the top is empty at the start and the last man may stand
//     anywhere, unless holes are named: so the puzzle of 15 holes is sold.
//
// # Stability
//
// Within a major version a puzzle keeps its fingerprint and its meaning. Games, armies
// and options may be added; the zero value of a new option is what was done before.
package puzzles
