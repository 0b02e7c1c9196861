package site

import (
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles/duel/tablebase"
)

// Tablebase is one that positions are looked up in.
type Tablebase struct {
	Name string // in addresses
	File *tablebase.File
}

// longestPosition is the length of the longest text of a position, in bytes.
const longestPosition = 1 << 12

// probe looks a position up, or lists the tablebases.
func (s *Site) probe(w http.ResponseWriter, r *http.Request) error {
	query := r.URL.Query()
	if query.Has("tablebase") || query.Has("position") {
		return s.probed(w, query.Get("tablebase"), query.Get("position"))
	}
	type listed struct {
		Name string `json:"name"`
		tablebase.Header
		Start string `json:"start"`
		Seal  string `json:"seal"`
	}
	list := []listed{}
	for _, t := range s.tables {
		list = append(list, listed{t.Name, t.File.Header, t.File.Game.Format(t.File.Game.Start()), t.File.Seal()})
	}
	slices.SortFunc(list, func(a, b listed) int { return strings.Compare(a.Name, b.Name) })
	return writeJSON(w, http.StatusOK, struct {
		Tablebases []listed `json:"tablebases"`
	}{list})
}

// probed answers what a tablebase says of a position, its start if none is named.
func (s *Site) probed(w http.ResponseWriter, name, position string) error {
	t, ok := s.tables[name]
	if !ok {
		return noTablebase.because("%.80q is none", name)
	}
	at := t.File.Game.Start()
	if position != "" {
		var err error
		if len(position) > longestPosition {
			return badPosition.because("it is longer than %d bytes", longestPosition)
		}
		if at, err = t.File.Game.ParsePosition(position); err != nil {
			var syntax *positions.SyntaxError
			if errors.As(err, &syntax) {
				return badPosition.because("at character %d: %s", syntax.Column, syntax.Msg)
			}
			return badPosition.because("%v", err)
		}
	}
	answer, err := t.File.Answer(at)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, answer)
}
