// Package atlas holds the results that the project has proven, as data: of each puzzle
// a line, a lower bound, how the bound was proven, and what made them.
//
// It is knowledge and not an answer that was typed in: every entry was written by the
// program from a run of its own or from a certificate ("halma-solve atlas build"), and
// whoever asks replays the line and derives the bound again from the steps of the
// certificate (package solver/known). Entries of games without certificates say that a
// run has proven them.
//
// # Vocabulary
//
// A question is a puzzle as the options of its game's command ask for it. An entry
// answers a question. What follows from another entry has none of its own: the free
// rules ask for less than the booklet's, so a bound holds for both, and so does a line
// that keeps to the booklet's rules. A duel is the result of a game for two players,
// solved completely.
//
// # The data
//
//	entries.jsonl.gz   an entry a line, in the order of [Plan]
//	duels.jsonl.gz     a duel a line
package atlas
