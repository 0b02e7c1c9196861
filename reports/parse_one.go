package reports

import (
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/jsontext"
	"github.com/halma-solve/halma-solve/puzzles/puzzlefile"
)

// ParsePuzzle reads the puzzle of a result alone: the object that [JSON] writes
// as its field puzzle. Errors are of type [*positions.SyntaxError].
func ParsePuzzle(text []byte) (*puzzles.Puzzle, error) {
	d, err := jsontext.NewReader(text, MaxJSON)
	if err != nil {
		return nil, err
	}
	var f puzzlefile.Fields
	if err := f.Read(d); err != nil {
		return nil, err
	}
	return f.Build(d)
}
