package reports

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles/contest"
	"github.com/halma-solve/halma-solve/puzzles/jsontext"
)

// readSolved reads the JSON of a solved game into fields, of which schema is one, and
// makes sure that it is of the wanted version. Errors are of type
// [*positions.SyntaxError].
func readSolved(text []byte, fields any, schema *string, wanted string) error {
	reader, err := jsontext.NewReader(text, MaxJSON)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, fields); err != nil {
		return wrongSolved(err)
	}
	return reader.Version(jsontext.Word{Text: *schema}, wanted)
}

// wrongSolved is an error about the JSON of a solved game as a whole.
func wrongSolved(err error) error {
	return &positions.SyntaxError{Line: 1, Column: 1, Msg: strings.TrimPrefix(err.Error(), "json: ")}
}

// contestGameFields is a game of package contest as it stands in the text.
type contestGameFields struct {
	Name    string            `json:"name"`
	Version int               `json:"version"`
	Options map[string]string `json:"options"`
	From    string            `json:"from"`
}

// kind returns the kind of the game, which must be one with dice, or without.
func (f *contestGameFields) kind(dice bool) (*contest.Kind, error) {
	kind := contest.KindOf(f.Name)
	switch {
	case kind == nil || kind.Chance != dice:
		return nil, fmt.Errorf("there is no game %.40q %s dice", f.Name, map[bool]string{true: "with", false: "without"}[dice])
	case f.Version != kind.Version:
		return nil, fmt.Errorf("it is of version %d of %s, here is version %d", f.Version, kind, kind.Version)
	}
	return kind, nil
}

// game makes the game and returns where play begins.
func (f *contestGameFields) game(kind *contest.Kind) (*contest.Game, contest.Position, error) {
	g, err := contest.New(kind, f.Options)
	if err != nil {
		return nil, contest.Position{}, err
	}
	from, err := g.Parse(f.From)
	if err != nil {
		return nil, contest.Position{}, fmt.Errorf("where play begins: %w", err)
	}
	return g, from, nil
}
