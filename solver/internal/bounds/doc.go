// Package bounds has the lower bounds of the searches. Each is a theorem whose proof
// stands where it is implemented, and which tests hold against exhaustive search.
//
//	rows.go          the row abstraction: how many men are in each row, and how many
//	                 rows a number of moves can gain at most (Lift)
//	corridor.go      which row counts have a walk that keeps to given sums of rows,
//	                 by depth, to the goal or to a height: a depth-first search that
//	                 two encodings of row counts serve
//	projection.go    the one where they can all be numbered: the pattern database, exact
//	                 distances of all row counts
//	keys.go          the other, for any number of them: keys of two words, and a memory
//	                 that forgets (keymemo.go)
//	rowfilter.go     asks a corridor or a distance for all moves of a position at once
//	verdicts.go      the same with a memory, where the answer is yes or no
//	links.go         how the men of neighbouring rows stand: over which rows chains climb;
//	                 six directions only
//	linkcorridor.go  a corridor in which men climb by links
//	classes.go       what men must do one by one: parities that jumps keep
//	prices.go        the same in hops: cheapest assignment of men to holes
//
// In the code, rise is the most rows by which one move lifts the foremost man, and
// leap the most by which it takes any man ahead.
package bounds
