// Package puzzlefile reads and writes puzzles as JSON: files of their own, and the
// puzzle of a result or of a line of a batch. puzzle.schema.json describes the form;
// what it leaves open package puzzles decides. What a game is called and which of
// its fields say all is in the table of games there.
//
// [Parse] and [Fields] read, [Write], [Describe] and [OneLine] write; what is written
// here is read here as the same puzzle.
//
// # Stability
//
// Files of an older version are read as long as the module has the same major version;
// what is written is of the newest. Fields may be added with a new version only, for
// unknown ones are refused.
package puzzlefile
