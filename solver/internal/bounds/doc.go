// Package bounds has the lower bounds of the searches. Each is a theorem whose proof
// stands where it is implemented, and which tests hold against exhaustive search.
//
//	rows.go          the row abstraction: how many men are in each row, and how many
//	                 rows a number of moves can gain at most (lift)
//	projection.go    its pattern database: exact distances of all row counts
//	corridor.go      which row counts have a walk that keeps to given sums of rows,
//	                 by depth, to the goal or to a height
//	rowfilter.go     asks either of them for all moves of a position at once
//	bands.go         the finer abstraction: rows divided by a label of their cells,
//	                 too many counts for a database; bandkey.go packs them
//	passage.go       decides for bands by depth-first search what a corridor decides
//	                 for rows, with a memory of answers (passagememo.go)
//	classes.go       what men must do one by one: parities that jumps keep
//	prices.go        the same in hops: cheapest assignment of men to holes
//
// A rise is a passage to a height, a sum of rows, instead of the goal. In the code,
// rise is also the most rows by which one move lifts the foremost man, and leap the
// most by which it takes any man ahead.
package bounds
