// Package bounds has the lower bounds of the searches. Each is a theorem whose proof
// stands where it is implemented, and which tests hold against exhaustive search.
//
//	rows.go          the row abstraction: how many men are in each row, how many rows
//	                 a number of moves can gain at most (Lift), and for how many there is
//	                 room
//	corridor.go      which row counts have a walk that keeps to given sums of rows,
//	                 by depth, to the goal or to a height: a depth-first search that
//	                 two encodings of row counts serve
//	projection.go    the one where they can all be numbered: the pattern database, exact
//	                 distances of all row counts, or of those within a limit
//	armyrows.go      the like for two armies that help each other: turns of the winner by
//	                 the row counts of both
//	keys.go          the other, for any number of them: keys of two words, and a memory
//	                 that forgets (keymemo.go)
//	lineup.go        what Lift leaves of the moves of a row count: floors
//	rowfilter.go     asks a corridor or a distance for all moves of a position at once
//	question.go      what is asked of the row counts of all positions at one depth
//	verdicts.go      the same with a memory, where the answer is yes or no
//	links.go         how the men of neighbouring rows stand: over which rows chains climb;
//	                 six directions only
//	linkcorridor.go  a corridor in which men climb by links
//	classes.go       what men must do one by one: parities that jumps keep
//	prices.go        the same in hops: prices of holes, which are best for the start
//	potential.go     what hops lose of a potential, which lines all lose alike
//	assignment.go    the cheapest assignment of men to holes itself, for each position
//	diagonals.go     what hops lose of four rows each, diagonal by diagonal; eight
//	                 directions only
//	lossbound.go     the same with the weights that are best for each position, of sets of
//	                 men or of what jumps that lose nothing make one (components.go)
//
// In the code, rise is the most rows by which one move lifts the foremost man, and
// leap the most by which it takes any man ahead.
//
// # What was tried without gain
//
// Bounds that know more of how men stand than links do, asked of what links leave
// (star, six directions, 2026-11; a position is expanded in 2.7 µs, links are asked in
// 0.3 µs):
//
//   - The highest row to which chains lead from each row, from empty cells and from
//     men, by what a move can add to that. It cuts 25, 53, 66, 85 % at depths 6 to 9 of
//     13 men in 27 moves, 2, 9, 28, 49 % at depths 5 to 8 of 10 men in 26, and 0, 1, 32,
//     11 % at depths 6 to 9 of 15 men in 30 (3,000 neighbouring positions each). In
//     place of links it left 14.7 million positions of 13 men in 27 moves to expand
//     instead of 21.9, at 1.8 µs a question (0.4 for the rows, 0.5 for what is
//     remembered, 0.9 for the search): 124 s of processor time instead of 59.
//   - The same of each man by himself: nothing more.
//   - The same by the class of the man that jumps (ladder segments): 67, 88, 96, 94 %;
//     16, 53, 78, 89 %; 1, 8, 75, 58 % at the same depths, with some 5, 10 and 20
//     abstract positions to look at for one, so 2 to 36 µs a question.
//   - Links by the class of the man that jumps: a tenth more than links.
//   - Ladder segments that learn: for each row and class the highest row to which chains
//     lead, from any cell and from the men, and how many men are in the class. More of any of
//     it is never worse, so a verdict holds for many positions: of what leads on, the least
//     that its way needs is remembered for its row counts, of what does not the most that all
//     ways lack, pulled back move by move, and 64 of them are looked through at once. 13 men
//     in 27 moves, asked from depth 7 on: 19.3 million questions about some 50,000 row
//     counts at a depth, and 2.2 million searches.
//     2,075,998 · 1,886,096 · 909,228 · 322,847 · 123,137 · 48,398 positions are left at depths
//     7 to 12 in place of 4,045,641 · 6,669,585 · 5,568,808 · 2,687,737 · 1,057,830 · 411,333
//     (in 26 moves every useful one); but the proof takes 190 s of processor time in place of
//     114, and 136 where depth 9 is the first: positions that are dropped late would have had
//     few successors. 15 men in 30 moves, from depth 8 on: 22.7 of 71.3 million are left at
//     depths 8 and 9, by 99.8 million questions in 784 s, of which 400 s go into looking through
//     what is remembered. Without counts by class 2,974,996 · 3,392,104 · 1,743,947 · 607,616 are left
//     at depths 7 to 10 of 13 men; two, three and four moves ahead, then row counts alone:
//     5,793,657 · 3,843,202, 4,883,422 · 2,430,069, and 3,742,451 · 1,396,696 at depths 8 and 9.
//   - Links of what a move of rows may leave, asked of a position before its successors are
//     made: a third of the moves to depth 9 and 45 of 100 to depth 10 are never made (13 men
//     in 27 moves), mostly to positions that others lead to, too. 128 s of processor time in
//     place of 114.
//
// On the square (eight directions, 2026-11, by a program that knows nothing but this):
//
//   - The men counted by row and class in place of row alone, for a jump of four rows
//     needs a man of the other class of its row. 10 men on 8×8 in 16 moves: 1,667, 4,495,
//     5,407, 2,925 positions at depths 3 to 6 instead of 2,104, 7,724, 14,563, 10,401, for
//     which 654,000 abstract positions are to be looked at instead of 23,000; 13 men on
//     16×16 in 28 moves: 3,676 positions at depth 3 instead of 4,178, and 38 million
//     abstract ones instead of 129,000.
//   - The gain of 12 moves by how many men have left their court, as those that must do
//     so do in the second half: 15 men on 10×10 gain 108 rows with 10 men out, and still
//     102 with 11 or 12.
//
// With super jumps to follow row counts for the last two moves before the middle alone, and to
// ask what is earlier for Lift and room: 19 men on 16×16 in 26 moves leave 1,531,904 positions
// (2,532,184 without room) in place of 866,429, in 16 s either way.
//
// For figures, searched from both ends, sums of rows: what Lift leaves of the rows from a
// position to the figure, and of those from the start to it. A figure in the middle of the
// board is too near: 13 men in a diamond on 16×16 gain 150 rows in 21 moves, of which Lift
// allows 130 in ten. No position up to depth 7 is dropped. A corridor of row counts to the
// figure does not come to an end: five positions in a minute.
//
// In hops with six directions (2026-11), counts by all three coordinates, of which a hop changes
// two: half of the sum of three pattern databases. 10 men on the star of side 3 with super jumps,
// 21 and 22 hops, 5.8 million positions in place of 7.7 million, which takes as long.
//
// In hops on the square (2026-11), patterns of several diagonals: 13 men on 16×16 lose 4 rows on
// the diagonals 1 and 3 away from that of a1 together (68,000 sets of men), as they do one by
// one with the best weights; those with their mirror images did not come to an end in 100 s.
// Weights of halves say no more of the starts of eight armies than whole ones.
//
// And of the theorem of midpoints (transfer, refute.go):
//
//   - Of a position with exactly half of the gain and its image under σ only one need be
//     a midpoint: that whose sum over the men of (2·row − greatest row)³ is not negative.
//     It leaves 338,000 positions of 10 men in 25 and 26 moves to expand instead of
//     429,000 (417,000 with the opposite sign, 324,000 where the sum is a part of the gain
//     for all), of 13 men in 25 and 26 moves 0.5 % less, and of 15 men in 29 and 30 moves
//     0.5 and 1.1 % less in the layers of 30 and 41 million. Large proofs gain nothing,
//     and certificates would have to say it.
//   - A single odd length by the gains before and after the middle move together, at least
//     that of the goal, in place of the one after it: 10 men in 27 moves, a widest layer of
//     251,000 positions instead of 287,000.
//   - Midpoints by the gains i moves before and i moves after the middle together, at least
//     that of the goal, in place of the gain there. Of the positions of 10 men in 25 and 26
//     moves their row counts leave 98, 96, 94, 87 % at depths 6 to 9 for i = 1, 97, 94, 86,
//     67 % for i = 2, and 98, 96, 95, 87 % for i = 3: little where layers are widest, at
//     depths 6 and 7.
//   - Midpoints by another sum over the men than that of their rows r, counted from the
//     middle of the board, in place of half of the gain: any odd function of r will do. By
//     row counts alone 10 men in 25 and 26 moves leave 898,000 positions of the first half,
//     753,000 with r·|r|, 720,000 with the weights 1, 3, 5, 7, 9, 12, 15, 18 of the rows 1 to 8,
//     1,950,000 with rows above the fourth counted as that, and 757,000 where midpoints are
//     not nearer to the start than to the goal by their row counts; but 13 men in 25 and 26
//     moves leave 3,150,000, 3,770,000 with r·|r|, 3,200,000 with those weights, and 3,350,000
//     by nearness.
//
// And of layers that are made in parts, as with 4 GiB for 15 men: to ask for the links of a
// part before it is written in place of the whole layer's when parts are merged. To ask took
// 203 s of processor time in place of 92, and all of it 6 minutes and 22 to 27 seconds in
// place of 5 and 55 (one run of that); 6 and 32 where what the two layers before have was
// taken out of each part first.
package bounds
