// Package reports turns what is known of a puzzle into text, pages and pictures
// for people and into JSON for programs, and reads that JSON back.
//
// # Vocabulary
//
// A report is one rendering of one or several [solver.Result]. A panel is one
// drawing of the board in text with a caption. The key panels of a line are its
// start, its middle and its end. A canvas says where the cells of a board lie in
// a picture; ground is what is drawn below the men; marks show a move: its
// arrows, the cell it left, the men it took off or placed. A frame is a position
// of a page's player with the move that led there.
//
// # The forms
//
//	Text      for terminals: result in words, numbered moves, panels, statistics
//	JSON      for programs: one object with a fixed order of fields
//	HTML      one page that steps through lines and needs nothing but itself
//	SVG       a picture of one position, or a strip of a line
//	Markdown  for READMEs: a table of facts, moves, panels or a linked picture
//	Atlas     what is proven: tables as text, Markdown, CSV and JSON, a page of maps
//
// All are functions of the result and the options alone: no clock, no
// environment, no terminal. Equal results give equal bytes, so that two runs can
// be compared with diff. What differs between runs (times, counters) is written
// only when asked for, or when the result brings it along.
//
// # What comes from outside
//
// A line is replayed by the verifier before a page, a picture or Markdown shows
// it. The free texts of a result (the proof, what stopped a search, names and
// outcomes of phases) are never markup: the page is written by html/template and
// its security policy allows its own script and style only, by their hashes;
// pictures escape titles; Markdown escapes every sign that could begin markup.
//
// # Stability
//
// JSON has versions of its own, and older ones are read; unknown fields of results are
// passed over. Text, pages and pictures are for people: their looks change with any
// version.
package reports
