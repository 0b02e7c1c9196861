// Package losses searches for lines of short hops on a square in the order of what they
// lose.
//
// A hop gains four rows at most and loses what it gains less (see bounds.DiagonalBound).
// All lines from a start to a goal gain the same number g of rows, so n hops that lose l
// have
//
//	4n = g + l:
//
// the fewest hops are those that lose least, and whether there is a line of n hops is asked
// of lines that lose 4n − g, which is little: of the 87 hops of a line of 13 men on 16×16 all but
// nine lose nothing.
//
// # What loses nothing is left for later
//
// A hop that loses nothing is a jump ahead along a diagonal, over a man of that same
// diagonal. It has to do with three cells of one diagonal. Hops that have no cell in common
// can change places in a line: neither sees what the other does (a partial order of hops;
// stubborn sets, Valmari 1989). So let ℓ be the first hop of a line that loses something,
// with a cell on each of at most three diagonals, or all on one. What comes before it and
//
//   - is on another diagonal, can as well come after ℓ;
//   - is on one of these, is last there, and has no cell of ℓ, can as well come after ℓ.
//
// As there are fewer hops before ℓ each time, this ends. So there is a line with the same
// hops in which before ℓ there are only jumps on its diagonals, and these lead to sets of
// men to which, of all sets that jumps without loss lead to, none leads by a jump that has
// no cell of ℓ; but for those where nothing was moved. (Which jumps lead to a set does not
// matter, and there are always as many: each takes a man two cells ahead.) The rest of the line is one
// from the position after ℓ, of which the same is true. At its end there are jumps that
// lose nothing, each diagonal by itself.
//
// So the search is one by layers of positions after a hop that loses something, by what was
// lost until then: the successors of a position are in layers 2, 3, 4, 5, 6 and 8 further
// on. What bounds.LossBound says will be lost at least is added, and what is too much is
// dropped (A*, Hart, Nilsson and Raphael 1968). A line is found where each diagonal can be
// made that of the goal without loss. 8×8, 15 men, 37 hops: 5,596 positions, where layers of
// single hops have 16 million (2026-11).
//
// What bounds would say that see how men of several diagonals lie (2026-11): the diagonals of
// even and of odd distance from that of a1 by themselves, supports on the others given and a man
// who steps across charged 2 and 1, lose 15 rows or more at the start of 13 men on 16×16 together,
// and 19 or more of 19 men; LossBound says 12 and 16. It was not built: such a number takes a search of its own.
package losses
