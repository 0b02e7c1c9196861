// Package reports turns what is known of a puzzle into text for people and into
// JSON for programs, and reads that JSON back.
//
// # Vocabulary
//
// A report is one rendering of one [solver.Result]. A panel is one drawing of
// the board with a caption. The key panels of a line are its start, its middle
// and its end.
//
// # The two forms
//
//	Text  for people: result in words, numbered moves, panels, statistics
//	JSON  for programs: one object with a fixed order of fields
//
// Both are functions of the result and the options alone: no clock, no
// environment, no terminal. Equal results give equal bytes, so that two runs can
// be compared with diff. What differs between runs (times, counters) is written
// only when asked for.
package reports
