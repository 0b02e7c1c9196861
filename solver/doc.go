// Package solver searches for shortest lines of puzzles and proves them shortest.
// [Solve] is the way in.
//
// # Vocabulary
//
// A position is the set of cells with men, in 1, 2 or 4 machine words
// ([positions.Words]). A layer holds the positions of one depth. The gain of a
// position is the number of rows its men have advanced, all together. σ is the
// half turn of the board, which swaps start and goal; the mirror is a reflection
// that keeps both. A line is a sequence of moves from the start to the goal; read
// backwards and turned by σ it is a line again, because moves can be taken back.
// A midpoint is a position in the middle of a line. To refute a length is to prove
// that there is no line of it. A beam keeps the best positions of each layer only.
//
// # The way of a Solve
//
//	                 ┌────────── rounds of growing effort ──────────┐
//	puzzle ─ space ─ │ beams (beam.go)         → shorter lines      │ ─ result
//	           │     │ equip (equip.go)        → better bounds      │
//	           │     │ refutations (refute.go) → greater lower bound│
//	           │     └──────────────────────────────────────────────┘
//	 rows, gains: the bounds, by projection and         knowledge: what is known;
//	 corridor or by bands and passage;
//	 sweep, layer, layered, journal: layers in memory   lines pass the verifier,
//	 and in files                                       the store keeps the best
//
// Peg solitaire (solo_*.go) has searches of its own: by moves from both ends
// (solo_search.go), with pattern databases as bounds (solo_pattern.go) and exact
// sets of what can be reached and won as a filter (solo_blocks.go, solo_alive.go).
//
// Puzzles with figures have no σ, so no midpoints: start and goal differ. They
// are searched from both ends (figure_meet.go), each pruned by what the other is
// away at least (figure_bound.go: steps and jumps that the men need, by the
// classes of cells that jumps keep; figure_prices.go: hops), after beams for a
// first line (figure_beam.go). What that does not cover, marked men and moves of
// several hops, and what does not fit into the memory is left to iterative
// deepening with a table of bounds (deepening*.go, transpositions.go), whose
// costliest entries outlive the run.
//
// # Memory of a layer
//
//	table:  256 shards by the top byte of the Zobrist key, each an open-addressing
//	        set of exact keys (cache.Table)
//	layer:  the same 256 shards, each a sorted slice of positions, 8, 16 or 32
//	        bytes each; or a file of sorted, compressed runs (cache.Run)
//
// A layer does not depend on who found what first, so neither does anything that
// is made of layers: answers, lines and counts are the same with any number of
// workers, any amount of memory, and after any interruption.
//
// # Literature
//
// Kuhn, The Hungarian method (1955). Zobrist, A new hashing method with
// application for game playing (1970). Pohl, Bi-directional search (1971). Korf,
// Depth-first iterative-deepening (1985). Bisiani, Beam search (1987). Auslander,
// Benjamin and Wilkerson, Optimal leapfrogging (1993). Breuker, Uiterwijk and van
// den Herik, Replacement schemes for transposition tables (1994). Reinefeld and
// Marsland, Enhanced iterative-deepening search (1994). Culberson and Schaeffer,
// Pattern databases (1998). Korf, Best-first frontier search with delayed
// duplicate detection (2004). Bell, The shortest game of Chinese checkers and
// related problems (2009), whose values the tests pin.
package solver
