package submission

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// list reads a list of moves.
type list struct {
	names *cellNames
	limit int // moves
	into  *Moves
}

// puzzleRemark begins the comment that says the puzzle of a list, as JSON.
const puzzleRemark = "# puzzle: "

// remarkedPuzzle returns where the puzzle stands in the comments of a list; empty if
// it does not.
func remarkedPuzzle(text []byte) span {
	begin := bytes.LastIndex(text, []byte("\n"+puzzleRemark))
	if begin < 0 {
		return span{}
	}
	begin += 1 + len(puzzleRemark)
	length := bytes.IndexByte(text[begin:], '\n')
	if length < 0 {
		length = len(text) - begin
	}
	return span{begin, begin + len(bytes.TrimRight(text[begin:begin+length], " \t\r"))}
}

// WriteList writes a line as a list of moves, with its puzzle, a JSON value that
// [Options.ParsePuzzle] reads, in a comment behind them.
func WriteList(w io.Writer, b *positions.Board, line puzzles.Line, puzzle []byte) error {
	var out bytes.Buffer
	for i, path := range line {
		fmt.Fprintf(&out, "%d. %s\n", i+1, b.FormatPath(path))
	}
	out.WriteString(puzzleRemark)
	if err := json.Compact(&out, puzzle); err != nil {
		return err
	}
	out.WriteByte('\n')
	_, err := w.Write(out.Bytes())
	return err
}

// readList appends the moves of text to l.into.
func (l *list) readList(text []byte) *fault {
	due := 0 // the number that has been read and waits for its move
	at := 0
	for {
		at = skipBetween(text, at)
		if at == len(text) {
			break
		}
		if n, length, ok := moveNumber(text[at:]); ok {
			if due > 0 {
				return failAt(at, "move %d is missing before number %s", due, shown(text[at:at+length]))
			}
			if n != l.into.Len()+1 {
				return failAt(at, "number %s where move %d is due", shown(bytes.TrimRight(text[at:at+length], ".):")), l.into.Len()+1)
			}
			due = n
			at += length
			continue
		}
		next, f := l.readPath(text, at, true)
		if f != nil {
			return f
		}
		at, due = next, 0
	}
	if due > 0 {
		return failAt(len(text), "move %d is missing", due)
	}
	return nil
}

// readPath reads one move from offset at and returns where it ends. With broken
// a line may end behind a separator.
func (l *list) readPath(text []byte, at int, broken bool) (int, *fault) {
	begin := at
	if l.into.Len() >= l.limit {
		return at, failAt(at, "more than %d moves", l.limit)
	}
	for {
		c, length := l.names.read(text[at:])
		if length == 0 {
			return at, l.noCell(text, at)
		}
		l.into.add(c)
		at += length
		sep := skipSpaces(text, at)
		length = separator(text[sep:])
		if length == 0 {
			break
		}
		at = skipSpaces(text, sep+length)
		if broken {
			at = skipWhite(text, at)
		}
	}
	if l.into.open() < 2 {
		return at, failAt(begin, "a move needs at least two cells, such as a3-c5")
	}
	if at < len(text) && text[at] > ' ' && text[at] != ',' && text[at] != ';' && text[at] != '#' && !bytes.HasPrefix(text[at:], []byte("//")) {
		return at, failAt(at, "unexpected %s behind a move", shown(text[at:]))
	}
	l.into.end()
	return at, nil
}

// noCell is the fault where a cell should stand.
func (l *list) noCell(text []byte, at int) *fault {
	if f := l.names.unknown(text, at); f != nil {
		return f
	}
	if at == len(text) || text[at] == '\n' || text[at] == '\r' {
		return failAt(at, "a cell is missing here")
	}
	return failAt(at, "unexpected %s: moves are written as a3-c5-e5", shown(text[at:]))
}

// shown is the first character of a text, or a number, as a message shows it.
func shown(text []byte) string {
	n := 0
	for n < len(text) && n < 9 && isDigit(text[n]) {
		n++
	}
	if n > 0 {
		return string(text[:n])
	}
	for _, r := range string(text[:min(len(text), 4)]) {
		return fmt.Sprintf("%q", r)
	}
	return "nothing"
}

// moveNumber reads "12." or "12)" or "12:" at the start of text, or "12" if a
// space and no separator follows, so that it is no cell.
func moveNumber(text []byte) (n, length int, ok bool) {
	for length < len(text) && isDigit(text[length]) {
		if n < 1e8 {
			n = 10*n + int(text[length]-'0')
		}
		length++
	}
	if length == 0 || length == len(text) {
		return 0, 0, false
	}
	switch text[length] {
	case '.', ')', ':':
		return n, length + 1, true
	case ' ', '\t':
		next := skipSpaces(text, length)
		return n, length, next < len(text) && separator(text[next:]) == 0
	}
	return 0, 0, false
}

// separators stand between the cells of a move.
var separators = [][]byte{[]byte("->"), []byte("-"), []byte(">"), []byte("–"), []byte("→")}

// separator returns the length of the separator at the start of text, 0 if there
// is none.
func separator(text []byte) int {
	if len(text) == 0 || text[0] < 0x80 && text[0] != '-' && text[0] != '>' {
		return 0
	}
	for _, s := range separators {
		if bytes.HasPrefix(text, s) {
			return len(s)
		}
	}
	return 0
}

// skipBetween skips what may stand between moves: white space, commas,
// semicolons and comments.
func skipBetween(text []byte, at int) int {
	for at < len(text) {
		switch c := text[at]; {
		case c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == ',' || c == ';':
			at++
		case c == '#' || c == '/' && bytes.HasPrefix(text[at:], []byte("//")):
			n := bytes.IndexByte(text[at:], '\n')
			if n < 0 {
				return len(text)
			}
			at += n + 1
		default:
			return at
		}
	}
	return at
}

func skipSpaces(text []byte, at int) int {
	for at < len(text) && (text[at] == ' ' || text[at] == '\t') {
		at++
	}
	return at
}

func skipWhite(text []byte, at int) int {
	for at < len(text) && (text[at] == ' ' || text[at] == '\t' || text[at] == '\r' || text[at] == '\n') {
		at++
	}
	return at
}
