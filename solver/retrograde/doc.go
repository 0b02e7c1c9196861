// Package retrograde solves two-player games completely: it works out the value of
// every position and the number of turns to the end, from the ends backwards.
//
// # How
//
// Both sides have the same rules after a half turn of the board, so a position is
// kept as its side to move sees it, and there is one table for both sides to move.
// Where the board has a mirror that keeps the start areas, only one of two mirror
// images is kept. The second army is numbered among the cells that the first leaves
// free (space.go), so every place of the tables is a position:
//
//	                      column: men of the side to move, as it sees them
//	row: men of the  ┌──────────────────────────────┐
//	side that waits, │ settled: is it won or lost?  │  a turn changes the column,
//	as it sees them  │ wins: see below              │  then rows and columns swap
//	                 └──────────────────────────────┘
//
// A turn moves one's own men only, so it stays in its row. Row a has all that its
// positions depend on: at column b one bit, settled, says whether the position (a, b)
// has a value, and another one, wins, whether (b, a) is won, to which a turn to army b
// leads. Level by level (all positions that end in 0, 1, 2, … turns) each row is gone
// through once:
//
//   - it reads which positions (b, a) were settled in the last level: its mail;
//   - an open position with a turn to a lost one is won;
//   - an open position with a turn to a position just won, all of whose turns lead to
//     won ones, is lost;
//   - of each position (a, b) settled it writes to row b (mail.go).
//
// Where many positions of a row were won, all its open ones are gone through, those with
// the same upper men together (sweep.go); else the positions before those won (back.go).
// Legal turns are counted together, too (count.go). So rows are read and written one after
// the other, and each position crosses from one row to another once. A row's bits fit into
// the processor's first cache. Predecessors need no generator of their own: steps and jumps
// can be taken back, and which of them were legal turns follows from the row and the other
// men (kernel.go). Rows do not touch each other, so workers share nothing but the work;
// only special turns, which change both armies, are collected and done at the end of a
// level (special.go).
//
// Nothing depends on a hash or on the order of the work: tables are the same with
// any number of workers.
//
// # Other machines
//
// The parts of a level can be done by others (split.go says how, helper.go does it,
// letters.go has the mail between them, parttable.go the tables in the end). A part is
// then the same rows in all levels.
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
//	row       of an army: its number among all, one of two mirror images
//	column    of an army: its number among those on the cells that the row leaves free
//	open      neither won, lost nor illegal yet; drawn in the end
//	kind      of a settled position: lost or won; of a man: plain or marked
//	way       in which men of an army are marked, where they are of two kinds
//	plane     a bit for every place
//	mail      what rows write to rows; a sender is the number of the row that writes
//	gap       between two men that stand, where a third one may
//	span      rows that are worked on at a time
//	part      of a level: rows between two states that can be saved, or that another
//	          machine does
//	order     for a part of a level, to be done elsewhere; a record says what came of all
//	letter    of mail between parts: that a position is settled
//	rest      an army without the man that moves
//	closed    cells to which no man may go, the position would be illegal
//	late      after the limit of turns
//
// # Memory
//
// 2 bits a position, of which there are C(n,p)·C(n−p,p) halved by the mirror, a byte
// more with distances, and the mail of a level, about a byte for each position settled
// in it; full levels are done in pairs, which leave most of it out (pair.go). For 3 men on
// 7×7 that is 0.65 bits for each of the 559,352,640 positions with both sides to move, for
// 4 on 6×6 0.54 for each of 4,236,447,600.
//
// Tables and mail can be in a file instead, which is mapped (arena.go): rows are read and
// written one after the other, so what a level has in use at a time is a few rows and the
// last chunk of each box, and the system takes the rest to the disk. The engine is the
// same. The file is for the work only; what a kill leaves is the last checkpoint, which
// is a copy, written between two parts of a level.
//
// # Literature
//
// Thompson, Retrograde analysis of certain endgames (1986). Bell, The shortest game
// of Chinese checkers (2009). Sturtevant, On strongly solving Chinese checkers
// (ACG 2019), whose counts the tests pin.
//
// # Stability
//
// Values and distances follow from the rules and do not change. Checkpoints are read by
// the version that wrote them only.
package retrograde
