// Package tablebase reads and writes files with the values of all positions of a game
// of package contest that can be reached. It knows the rules by package contest and
// nothing of the solver, so a file can be checked without it.
//
// # Format
//
//	"HALMACT1"                       8 bytes
//	length of the header             4 bytes, little endian
//	header                           JSON: see [Header]
//	levels                           those of the rules, from 0 on
//	SHA-256 of all that is above     32 bytes, the seal
//
// A level with positions is a bit for each number of the level, in words of 8 bytes,
// the first number in the lowest bit of the first: whether the position is there. The
// values of those that are follow in the order of their numbers, in 2 bytes each: see
// contest.Packed; of games with dice both bounds of the chance, in 8 bytes each: see
// contest.PackedChance. All numbers are little endian. If the header says symmetric, one
// position, the canonical one of the rules, stands for all that symmetries make of it.
//
// A file is read as a whole, and used only if the seal is right.
package tablebase
