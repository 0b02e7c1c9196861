// Package retrograde solves two-player games completely: it works out the value of
// every position and the number of turns to the end, from the ends backwards.
//
// # How
//
// Both sides have the same rules after a half turn of the board, so a position is
// kept as its side to move sees it, and there is one table for both sides to move.
// Where the board has a mirror that keeps the start areas, only one of two mirror
// images is kept (space.go).
//
//	                      column: men of the side to move, as it sees them
//	row: men of the  ┌──────────────────────────┐
//	side that waits, │ values: 2 bits           │  a turn changes the column,
//	as it sees them  │ bytes:  1 byte           │  then rows and columns swap
//	                 └──────────────────────────┘
//
// A turn moves one's own men only, so it stays in its row: all successors of a
// row's positions are in one column, read after turning the table over. Level by
// level (all positions that end in 0, 1, 2, … turns) the positions settled last are
// kept as a plane of bits; it is read by columns, 64×64 bits turned over at a time
// (transpose.go), and what follows is written within a row, whose values and bytes
// fit into the processor's first cache (worker.go):
//
//   - a position with a turn to a lost one is won;
//   - a position with a turn to a won one has one turn less left that may save it;
//     with none left it is lost.
//
// The byte of an open position counts those turns, the byte of a settled one is
// its distance. So each turn of each position is looked at once to count it and at
// most once more, however many levels there are. Predecessors need no generator of
// their own: steps and jumps can be taken back, and which of them were legal turns
// follows from the row and the other men (kernel.go). Rows do not touch each other,
// so workers share nothing but the work; only special turns, which change both
// armies, are collected and done at the end of a level (special.go).
//
// Nothing depends on a hash or on the order of the work: tables are the same with
// any number of workers.
//
// # Rules
//
// What a game's rules say is in one table (rules.go): a rule set is made of flags
// and functions for whole rows or sets of cells. All else asks them, once for a
// row or a position; no inner loop knows the name of a rule set. Package duel says
// how to add one.
//
// # Vocabulary
//
//	place     of a position in the tables: row·cols + column
//	code      number of an army: a row or a column
//	open      neither won, lost nor illegal yet; drawn in the end
//	kind      of a settled position: lost or won
//	plane     a bit for every place
//	frontier  the planes of what was settled last
//	gate      the same read by columns: where a turn must lead to count
//	span      rows that are worked on at a time
//	rest      an army without the man that moves
//	closed    cells to which no man may go, the position would be illegal
//	late      after the limit of turns
//
// # Memory
//
// 1.5 bytes a place: 8 bits, 2 bits and two planes of 1 bit (four where positions
// can be won before a turn: swap and filled). Places are the squares of the number
// of armies, halved by the mirror; those in which armies overlap stay empty. For 3
// men on 7×7 that is 0.47 bytes for each of the 559,352,640 positions with both
// sides to move.
//
// Without distances (values.go, sparse.go) it is 0.5 bytes a place, 0.75 with the
// rules swap and filled: no bytes, and each of the 2 bits of values a plane of its
// own.
//
// # Literature
//
// Thompson, Retrograde analysis of certain endgames (1986). Bell, The shortest game
// of Chinese checkers (2009). Sturtevant, On strongly solving Chinese checkers
// (ACG 2019), whose counts the tests pin. Warren, Hacker's Delight, on turning over
// bit matrices.
//
// # Stability
//
// Values and distances follow from the rules and do not change. Checkpoints are read by
// the version that wrote them only.
package retrograde
