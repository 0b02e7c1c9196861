// Package levels solves games of package contest completely: it works out the value
// of every position that can be reached.
//
// # How
//
// The rules divide positions into levels that no turn raises, and number those of a
// level. First the levels are gone through downwards (space.go): the positions that
// turns lead to are marked, a bit each, level by level, until none is new. Then they
// are solved upwards, each level after all lower ones:
//
//   - where turns within a level cannot lead back (acyclic.go), a position has its
//     value when all that its turns lead to have theirs. Only passes stay in such a
//     level, so a few sweeps do;
//
//   - where they can (cyclic.go), by retrograde analysis: turn by turn of distance,
//     what may follow from the positions settled last is looked at again. What is
//     never settled is drawn.
//
//     level   code of a position:   0 1 2 3 4 5 6 7 8 …
//     reached, 1 bit:       1 0 1 1 0 0 1 0 1     set of codes
//     value, 2 bytes:       v   v v     v   v     by rank among the reached
//
// Of positions that symmetries of the rules make the same, one stands for all. Codes
// are exact and may be taken back to positions, so nothing depends on a hash. Workers
// write within their own codes or with atomic operations, and read values only that
// were settled before the sweep began: tables are the same with any number of them.
//
// Where turns cannot lead back at all, Forward (forward.go) works out the value of one
// position by null windows, and looks only at what matters for it.
//
// Games with dice have chances instead (chances.go): bounds of the expected score, by
// value iteration from below and from above; and fractions (exact.go) where only passes
// lead back.
//
// # Memory
//
// A bit for each code of the levels that are reached, a sixteenth more for finding
// ranks, and 2 bytes for each position; 2 bytes a position and 4 bits a code more for
// a level with cycles while it is worked at. A checkpoint (checkpoint.go) is a copy of all
// that in a file, from which a run that was stopped, or killed, goes on; it is read by the
// version that wrote it only.
//
// # Literature
//
// Ströhlein, Untersuchungen über kombinatorische Spiele (1970); Thompson, Retrograde
// analysis of certain endgames (1986); Gasser, Solving Nine Men's Morris (1996), which
// goes by levels of men placed and men left.
package levels
