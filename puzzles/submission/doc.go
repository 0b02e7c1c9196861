// Package submission reads lines that players hand in, checks them, and reads
// and writes the forms in which other programs keep boards and lines.
//
// # Vocabulary
//
// A submission is one player's line for a puzzle, well-formed or not. An input is
// a text with any number of submissions. A verdict says what is true of one. An
// item is a submission that has been cut out of its input but not looked at.
//
// # The way of a submission
//
//	Reader    cuts an input into items, a batch at a time
//	Checker   reads an item, finds the cells that were left out, replays it
//	Verdict   what came of it
//	Each      does all this on several goroutines, and keeps the order
//
// Nothing here trusts its input. Memory is bounded by [Limits] and does not grow
// with the input, time grows with its length, and whatever comes in, the answer
// is a verdict or an error that names line and column. A verdict is never made
// here: whether a move is legal says package verify alone.
//
// # Forms of a submission
//
//  1. a3-c5-e5            a list of moves, numbered or not; > and -> are as good
//
//  2. b2-b3  # comment    as -, and // as #; commas and semicolons may stand
//
//  3. c1-g5               between moves
//
//     {"id": "ann", "line": [["a3","c5","e5"], "b2-b3"]}     JSON
//
// A move that names its first and last cell only stands for a chain between them
// (see [Checker.Check]). On boards of peg solitaire with rows and columns from 1
// to 9, two digits, column and row, are a cell as well: 46-44 is d6-d4.
//
// A comment "# puzzle: " behind the moves of a list says, in JSON, what they are a
// line of.
//
// In a list a submission ends before the number 1, at a line of three or more -
// or =, and at an empty line that no number above 1 follows. In JSON the moves
// are in "line", or in "moves" if that is no number; "id" is repeated in the
// verdict, "puzzle" is what the tool's own results have there. Moves, hops and
// upper, if they are numbers, must be those of the line. Other fields are not
// looked at; one that is may not come twice. A list of moves alone, or a text in
// quotes, is a submission as well, and a list of objects is as many submissions.
//
// # Stability
//
// Within a major version whatever is read today is read, as the same moves. Forms may be
// added; the words of a reason may change.
package submission
