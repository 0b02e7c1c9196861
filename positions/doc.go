// Package positions knows boards and how men move on them. It knows no goals.
//
// # Vocabulary
//
// A board is a set of cells with neighbours in 4, 6 or 8 directions. A position is
// the set of cells with men. A step goes to a neighbouring empty cell; a jump
// crosses one man to the empty cell right behind it (or, with super jumps, as far
// behind it as it stood ahead); a chain is one or more jumps of one man. A move is
// one turn, a hop is a step or a single jump. An arrival rule restricts where a
// turn may end by where it began: see [Zones].
//
// # Layout
//
//	Board      geometry: cells, neighbours, names, symmetries, diagrams
//	MoveTable  steps, jumps, rays and lines of a board in flat arrays
//	Generator  the moves of one position, without allocation
//	Ends       the same as sets of cells, from which some can be taken before they are listed
//	Bits       a set of cells, 256 bits; Words is the same in 1, 2 or 4 words
//	Zobrist    random keys of cells; Ranker numbers sets of k cells
//
// Cells are numbered along the rows from the bottom, so bit 0 is a1:
//
//	star of size 1        square 3×3
//	5         12          3   6 7 8
//	4     8  9 10 11      2   3 4 5
//	3      5  6  7        1   0 1 2
//	2     1  2  3  4          a b c
//	1          0
//
// # Stability
//
// Names of cells, the notation of moves, drawings and the order of cells stay as they
// are within a major version: fingerprints and files rest on them. Boards may be added.
package positions
