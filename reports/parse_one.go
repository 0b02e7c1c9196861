package reports

import "github.com/halma-solve/halma-solve/puzzles"

// ParsePuzzle reads the puzzle of a result alone: the object that [JSON] writes
// as the field "puzzle". Errors are of type [*positions.SyntaxError].
func ParsePuzzle(text []byte) (*puzzles.Puzzle, error) {
	d := newDecoder(text)
	if err := d.check(); err != nil {
		return nil, err
	}
	var f puzzleFields
	if err := f.read(d); err != nil {
		return nil, err
	}
	return f.build(d)
}
