// Package certificate writes down how a bound of highscore, treffhalma or shortest was proven,
// so that somebody else can check it: what was searched, under which bounds, and
// how many positions each layer had.
//
// It knows nothing of the searches. [Certificate.Check] replays the line with
// package verify and derives the lower bound anew from the steps; [Certificate.Recheck]
// recomputes their layers with a plain program of its own: a byte a cell, moves found
// on the lattice, the bounds as they are defined and not as they are made fast.
//
// # What is checked
//
// Check takes the layers as they are written: how many positions they hold, which (the
// digest), and what their greatest gain is. All else is derived, or refused: a step
// proves a bound of a game (the puzzle's own, or one under the free rules or without
// the mark), and only what is proven of the same game, or of one that asks for less,
// may be built upon. Nothing may contradict anything else, and nothing may be there
// that the bound does not need. A certificate of which not all layers were recomputed
// believes the others; see [Extent]. Nothing in it can lower what is checked.
//
// The table onlyRecomputing of the tests has all fields that Check cannot see through,
// by trial: every number, word, list and field of several certificates changed.
//
// # Vocabulary of a proof
//
// The row of a cell is its advance; the gain of a position is the sum of the rows
// of its men less that of the start; T is the gain of the goal. An abstract move
// takes a man from a row to another one as some step or jump of the board does,
// over rows with a man into rows with room. F(n) bounds the gain of every
// position n moves from the start under free rules. σ is the half turn. A corridor
// is the set of row counts at each depth that abstract moves lead to and on from,
// within bounds on their gain.
//
// # Steps
//
// Each step proves something with the help of those before it:
//
//	rows           the goal is value abstract moves from the start, so no line is
//	               shorter
//	near           all positions up to moves moves from the start are listed, so the
//	               greatest gain in each layer gives F
//	gain           no position moves moves from the start has a gain above value:
//	               the layers of a search for one end empty. Dropped are positions
//	               whose rows lead to no such gain in abstract moves (with links in
//	               those in which men climb by links, see below)
//	gains          F(k) + F(L−k) < T for some k rules out a line of L moves; so for
//	               every L below value
//	refutation     no line has from … moves moves, given that none is shorter
//	assignment     the cheapest assignment of men to the goal's cells, bounded by
//	               prices (prices.go), rules out lines of fewer hops
//	diagonals      what short hops lose of four rows each, diagonal by diagonal and by
//	               weights (losses.go), rules out lines of fewer hops
//	losses         no line has moves hops or fewer but one of met hops: the layers of a
//	               search by what short hops lose on a square, in the relaxed game and in
//	               the game itself (see below)
//	breadth-first  all positions in the order of their distance from the start
//	part           the rhombus is a part of a star (puzzles.Puzzle.IsPartOf), whose
//	               lines include all of its own; whole has the steps for the star
//
// A game of two armies (shortest) has part and these:
//
//	turns          no game has fewer than value turns, by what the start alone says; with
//	               rows by the rows of all men, too
//	together       no game has moves turns: the layers of all positions that may be in
//	               time end empty
//	late           no game has moves turns, by a search whose layers are not written;
//	               Recheck makes the layers of a search by turns in its place
//
// # A refutation of L moves
//
// With k = ⌈L/2⌉, a line of L or (L odd: also of) L+1 moves, or its mirrored
// reversal, has a gain of at least T/2 at depth k, or above T/2 at depth k−1 (the
// proof is in the solver's refute.go). The layers hold the positions that the two
// layers before do not hold and that pass, at depth t:
//
//	t ≤ k, from the first half  rows lead on to gain ≥ T/2 at depth k …
//	t > k, or from positions of depth k−1 with gain > T/2
//	                            gain ≥ T − F(L−t) …
//
// and, with the row abstraction in use, there is a way on in abstract moves
// (staying put allowed) that keeps all these bounds at every later depth and
// reaches the rows of the goal at depth L; in the first half of an odd L at L+1,
// for a midpoint at depth k−1 stays for a move. With height, at depths t < k there
// need only be a way to gain ≥ T/2 at depth k, and with sums none at all from there on. With
// classes, prices or diagonals, positions are dropped that need more than L−t moves or hops
// by them, and with assigned those whose cheapest assignment of men to the goal's cells does
// (prices.go, losses.go).
//
// With links, positions are dropped that have no such way on in moves in which men
// climb by links only: before depth k as far as there, from then on to the goal. Row r
// has a link if some chain, wherever it comes from, may jump over a man of row r from
// row r−1 to r+1, then over men sideways, then over a man of row r+2. To go from row a
// to row b by jumps a man needs the links of rows a+1, a+3, …, b−3. A move from row a to
// row b, which may be the same, may set those of rows b, b−1, b−2, a−1 and a−3; a row
// without men, or with none two rows on, has none. The proof is in the solver's links.go.
//
// With images, a position at depth j ≥ k of the free game is not gone on from if its image
// under σ has a way on from depth L−j to gain ≥ T/2 at depth k, as a layer of the first half
// asks for under the bounds in use (of an odd L, within the corridor of the second half;
// with links, by links), and is not in the layer at depth L−j, nor, if lines of L−1 moves
// are sought, too, in the one before. The layers of the first half were pruned by no more.
// Without the row abstraction such a way is one that lifting the hindmost men leaves open.
// The proof is in the solver's images.go.
//
// With a potential, midpoints go by hops in place of rows. It gives each cell a number, which
// σ turns into its opposite and the mirror leaves alone, and to which no hop adds more than unit
// for its man or takes more away, whoever stands where. With P what it adds from the start to the
// goal, all lines of ℓ hops lose ℓ·unit − P of what their hops could add. A line, or its mirrored
// reversal, has lost no more than half of that at depth k if ℓ = 2k, and if ℓ = 2k−1 at depth
// k−1 (the proof is in the solver's losinghalf.go). The layers hold, in place of what is said above,
// positions that have lost
//
//	t < k, or t = k of an even L  no more than half of what lines of L hops lose
//	t = k, if lines of 2k−1 hops are sought, from positions of depth k−1 that have lost λ, no
//	more than half of what these lines lose
//	                              no more than these lose but λ
//	t > k                         no more than lines of L hops lose
//
// and images are asked for if they have lost no more than half of what lines of L hops lose.
// Nothing is asked of rows.
//
// Without the row abstraction the first half is bounded by how far the hindmost men
// can be lifted. At depth L−near those are dropped whose image under σ is not within
// near moves of the start.
//
// # A search by losses
//
// With diagonals of a square as in losses.go a jump ahead along one loses nothing, and all
// other hops 2, 3, 4, 5, 6 or 8 rows. A line of at most L hops loses 4L − T rows at most.
// Depth is what was lost. The layer at depth l holds the positions after a hop that loses
// something, up to the mirror, that no layer before holds. Before a hop there are jumps
// that lose nothing, on the diagonals of its cells only, to a set of men S of each such
// diagonal that has, where S is not the one before, a cell of the hop in each jump that
// leads to S from another set that can be got to. Positions are dropped from which 4L − T − l
// rows are not enough: by the weights 0, 1 or 2 of the diagonals, neighbours no more than 3
// and those two apart no more than 2 together, that say most of the position. A line is found
// at the first depth, 4L − T less a multiple of 4, with a position of which jumps that lose
// nothing make the goal.
//
// In the relaxed game jumps that lose nothing can be taken back without loss. Sets of men on a
// diagonal that such jumps lead to and fro between are one, and the least of them, with bit i
// for its cell i, stands for all. The layer of relaxed at depth l holds the positions after
// hops that lose l, each before which any sets stood that its diagonals' stand for, up to the
// mirror, that no layer before holds; positions are dropped as above, where a jump back along
// a diagonal loses nothing. If the goal is in none, that is all. Else layers hold only
// positions from which the relaxed game leads to the goal without losing too much. A step
// without relaxed has layers of which none are left out so. The proofs are in the solver's
// package losses.
//
// # Marked positions
//
// In treffhalma one man, the marked one, has to end on the corner opposite to
// his. A line of it is a line of highscore, so what steps prove of positions
// without regard to the mark holds; what they leave open is left to steps that are
// marked: their positions are two the same only if the marked man stands on the
// same cell, and the goal is the image of the start under σ, mark included. F is
// the same for both: any position n moves from the start is one with some man
// marked.
//
// # Two armies
//
// The winner makes the last turn, so with t turns left he has ⌈t/2⌉, and the next one if
// t is odd. The layer at depth d holds the positions after d turns, up to the mirror,
// without those in which the game is over before its end (an army fills the court where
// the other began), and without those that the rules of armies_bounds.go drop, and with
// rows that of armies_rows.go. The code
// of a position has the winner's cells, then those of the helpers in bytes of their own.
//
// # Digests
//
// The code of a position is a string of bits, one for each cell in the order of
// the board, packed into bytes with the lowest bit first; of a position and its
// mirror image the one whose code is the smaller string stands for both. A
// layer's digest is the sum modulo 2¹²⁸ of the first 16 bytes (big-endian) of the
// SHA-256 of the codes: it does not depend on any order. The code of a marked
// position has one more byte, the number of the marked man's cell.
//
// # Stability
//
// Certificates of older versions are read and checked within a major version; what a step
// may claim is only ever made stricter where an error was found.
package certificate
