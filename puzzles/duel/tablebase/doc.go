// Package tablebase reads and writes files with the values of all positions of a
// two-player game. It knows the rules by package duel and nothing of the solver,
// so a file can be checked without it.
//
// # Format
//
//	"HALMATB1"                       8 bytes
//	length of the header             4 bytes, little endian
//	header                           JSON: see [Header]
//	SHA-256 of every block           32 bytes each, in the order of the blocks
//	SHA-256 of all that is above     32 bytes, the seal
//	value blocks, distance blocks
//
// The positions are numbered row by row. A row is a set of cells of the side that
// waits, as that side sees it, in the order of their ranks in the combinatorial
// number system; if the board has a mirror that keeps the start area, only sets
// whose rank is not greater than that of their mirror image have a row. Within a
// row the positions are numbered by the rank of the set of the side to move, as
// it sees it, among the cells that the other side leaves free.
//
// A value block holds 262,144 values of 2 bits, the first in the lowest bits of
// the first byte: 0 drawn, 1 lost, 2 won, 3 illegal. A distance block, if there
// are any, holds the distances of the same positions, a byte each: the turns to
// the end of the game, 0 for drawn and illegal positions. The last block of each
// kind is as short as possible.
//
// No block is used before its checksum has been compared.
package tablebase
