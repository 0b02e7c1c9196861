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
// # Packages
//
// Solver is the facade: what others call, and nothing that searches.
//
//	transfer, figures  the searches for games that keep their men, by their goals
//	                   (internal)
//	peg                the games in which men leave the board: solo and retour
//	losses             the search for short hops on a square that both of these use
//	                   (internal)
//	bounds             lower bounds, with their proofs; internal/bounds names them
//	layers             positions, breadth-first search by layers, in memory and files
//	session            limits, progress, what is known, what is saved
//	certificate        proofs in files and the program that checks them, which shares
//	                   nothing with the searches
//	generate           puzzles in batches
//	retrograde         games for two
//
// A search for one puzzle begins in session (Answer), which asks the store and then
// calls the Search of the package for that kind of puzzle.
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
// Depth-first iterative-deepening (1985). Bisiani, Beam search (1987). Ow and Morton,
// Filtered beam search in scheduling (1988). Auslander,
// Benjamin and Wilkerson, Optimal leapfrogging (1993). Breuker, Uiterwijk and van
// den Herik, Replacement schemes for transposition tables (1994). Reinefeld and
// Marsland, Enhanced iterative-deepening search (1994). Culberson and Schaeffer,
// Pattern databases (1998). Korf, Best-first frontier search with delayed
// duplicate detection (2004). Bell, The shortest game of Chinese checkers and
// related problems (2009), whose values the tests pin.
//
// # Stability
//
// Within a major version statuses and bounds keep their meaning, and one that is proven
// stays true. Which of several shortest lines is found, node counts, the words of proofs
// and what a store keeps may change with any version.
package solver
