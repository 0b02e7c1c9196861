package submission

import (
	"github.com/halma-solve/halma-solve/positions"
)

// cellNames finds the cells of a board by their names.
type cellNames struct {
	board   *positions.Board
	byName  [26][positions.MaxDrawn + 1]positions.Cell // letter, row from 1
	byPlace [10][10]positions.Cell                     // column and row from 1
	digits  bool                                       // two digits are a name
}

func newCellNames(b *positions.Board) *cellNames {
	n := &cellNames{board: b, digits: !b.Shape().Courts()}
	for i := range n.byName {
		for j := range n.byName[i] {
			n.byName[i][j] = positions.NoCell
		}
	}
	for i := range n.byPlace {
		for j := range n.byPlace[i] {
			n.byPlace[i][j] = positions.NoCell
		}
	}
	for c := range positions.Cell(b.Len()) {
		name := b.Name(c)
		letter, row := int(name[0]-'a'), 0
		for _, d := range name[1:] {
			row = 10*row + int(d-'0')
		}
		n.byName[letter][row] = c
		if letter < 9 && row <= 9 {
			n.byPlace[letter+1][row] = c
		} else {
			n.digits = false
		}
	}
	return n
}

// read reads the name of a cell at the start of text and returns its length, or
// 0 if there is none.
func (n *cellNames) read(text []byte) (c positions.Cell, length int) {
	if len(text) < 2 {
		return positions.NoCell, 0
	}
	first, second := text[0], text[1]
	letter := first | 0x20
	c = positions.NoCell
	switch {
	case letter >= 'a' && letter <= 'z' && second >= '1' && second <= '9':
		row := int(second - '0')
		length = 2
		if len(text) > 2 && isDigit(text[2]) {
			row = 10*row + int(text[2]-'0')
			length = 3
		}
		if row > positions.MaxDrawn {
			return positions.NoCell, 0
		}
		c = n.byName[letter-'a'][row]
	case n.digits && isDigit(first) && isDigit(second):
		c = n.byPlace[first-'0'][second-'0']
		length = 2
	}
	if c == positions.NoCell || len(text) > length && isWord(text[length]) {
		return positions.NoCell, 0
	}
	return c, length
}

// unknown is the fault for a text at an offset that should begin with a cell.
func (n *cellNames) unknown(text []byte, at int) *fault {
	end := at
	for end < len(text) && end < at+16 && (isWord(text[end]) || text[end] >= 0x80) {
		end++
	}
	if end == at || separator(text[at:]) > 0 {
		return nil
	}
	_, err := n.board.ParseCell(string(text[at:end]))
	if err == nil { // as when a name is glued to a word
		return failAt(at, "%.12q is no cell", text[at:end])
	}
	return failAt(at, "%v", err)
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

func isWord(b byte) bool { return isDigit(b) || b|0x20 >= 'a' && b|0x20 <= 'z' || b == '_' }
