// Package figures solves puzzles whose goal is one of several figures: connection and
// treffpunkt. They have no half turn that swaps start and goal, so no midpoints.
//
// After beams for a first line (beam.go) they are searched from both ends (meet.go),
// each pruned by what the other is away at least, in rounds (solve.go), or where hops are
// short and on a square by what they lose (bylosses.go, package losses). What that does not
// cover, marked men and moves of several hops, and what does not fit into the memory is left
// to iterative deepening (deepening.go, worker.go) with a table of bounds
// (transpositions.go), whose costliest entries outlive the run (store.go).
package figures
