// Package peg solves the games in which men that are jumped leave the board: solo and
// retour.
//
//	game.go, chain.go    positions in one word, moves and their inverse
//	search.go            refutes lengths by breadth-first search from both ends, by
//	                     moves (bymoves.go); beams (beam.go) look for shorter lines;
//	                     lines are made of layers (trace.go)
//	pattern.go           lower bounds: pattern databases of regions of the board
//	pagoda.go            positions ruled out by sums of values of the holes, found by
//	                     random games (findpagodas.go) and linear programs (leastrest.go)
//	landmarks.go         lower bounds: men of whom some must move, and the fewest who meet
//	                     all such conditions (planner.go), also one move after the other
//	                     (inorder.go); they cut layers and beams where that is worth it
//	                     (cutlayer.go)
//	alive.go, blocks.go  exact sets of what can be reached and won, as a filter; swept
//	                     block by block (sweep.go, blockjumps.go), or listed by single
//	                     jumps where sets do not fit (listalive.go)
//	winnable.go, table.go, distances.go   such sets as tables of their own
//	all.go               counts all shortest lines
//	explore.go           counts what can be reached from a start, up to symmetry
//	settle.go            confirms that a line is shortest
package peg
