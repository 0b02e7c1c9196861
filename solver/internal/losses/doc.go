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
// # The relaxed game
//
// Positions that differ only by jumps that lose nothing are many: of 13 men on 16×16, 86 hops,
// six for each that differs in more. So the search goes first through a relaxed game (Pearl
// 1984), in which these jumps can be taken back without loss. There the sets of men on a
// diagonal that such jumps lead to and fro between are one, a component; a position is a list
// of components, and the position with the least set of each stands for all (bounds.Components).
// A hop needs a set of each of its diagonals in which men stand as it needs them, and leads to
// the components that it makes of these. What hops of lines do is done in this game, too, by
// losing no more: jumps along a diagonal to two cells on or back stay within a component. So
//
//   - if it does not lead to the goal by losing 4n − g or less, no line does, and
//   - from any position of a line no less is lost than there must be in it.
//
// Back from the goal, too, it is a game of this kind, counted from the opposite corner: a jump
// ahead that is taken back is one ahead from there, and any hop loses the same. So the second
// pass goes back from the goal through what the first has found, and the third, through the
// game itself as above, leaves out what the second has not. bounds.NewRelaxedBound says of
// components what bounds.NewLossBound says of sets.
//
// 13 men on 16×16, 86 hops: 2.2 million positions of the relaxed game, and behind them 17 of the
// game itself in place of 14 million; 19 men, 118 hops: 20 million, and the goal is not among
// them (2026-11).
package losses
