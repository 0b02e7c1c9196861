package site

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles/contest"
	contestbase "github.com/halma-solve/halma-solve/puzzles/contest/tablebase"
	"github.com/halma-solve/halma-solve/puzzles/duel/tablebase"
	"github.com/halma-solve/halma-solve/reports"
)

// Tablebase is one that positions are looked up in: [Race] and [Contest] make them.
type Tablebase struct {
	Name string // in addresses

	game   reports.Solved
	header any // what the file says of itself
	seal   string
}

// Race is the tablebase of a race for two.
func Race(name string, f *tablebase.File) Tablebase {
	return Tablebase{name, reports.SolvedDuel(f.Game, f), f.Header, f.Seal()}
}

// Contest is the tablebase of another game for two or more.
func Contest(name string, f *contestbase.File) Tablebase {
	if f.Game.Kind.Chance {
		return Tablebase{name, reports.SolvedChances(f.Game, f, f.From), f.Header, f.Seal()}
	}
	return Tablebase{name, reports.SolvedContest(f.Game, f, f.From), f.Header, f.Seal()}
}

// listed is a tablebase in the list of all: what its file says of itself, name, seal and
// where play begins.
func (t Tablebase) listed() (map[string]any, error) {
	text, err := json.Marshal(t.header)
	if err != nil {
		return nil, err
	}
	all := map[string]any{}
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, err
	}
	all["name"], all["start"], all["seal"] = t.Name, t.game.Start(), t.seal
	return all, nil
}

// sortedTables are all tablebases by their names.
func (s *Site) sortedTables() (list []Tablebase) {
	for _, t := range s.tables {
		list = append(list, t)
	}
	slices.SortFunc(list, func(a, b Tablebase) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// longestPosition is the length of the longest text of a position, in bytes.
const longestPosition = 1 << 12

// probe looks a position up, or lists the tablebases.
func (s *Site) probe(w http.ResponseWriter, r *http.Request) error {
	query := r.URL.Query()
	if query.Has("tablebase") || query.Has("position") {
		turns := query.Get("turns")
		if turns != "" && turns != "best" && turns != "all" {
			return wrongQuery.because("turns is best or all")
		}
		return s.probed(w, query.Get("tablebase"), query.Get("position"), query.Get("roll"), turns == "all")
	}
	list := []map[string]any{}
	for _, t := range s.sortedTables() {
		one, err := t.listed()
		if err != nil {
			return err
		}
		list = append(list, one)
	}
	return writeJSON(w, http.StatusOK, struct {
		Tablebases []map[string]any `json:"tablebases"`
	}{list})
}

// probed answers what a tablebase says of a position, its start if none is named, and of
// games with dice the turns with a roll.
func (s *Site) probed(w http.ResponseWriter, name, position, roll string, turns bool) error {
	t, err := s.table(name)
	if err != nil {
		return err
	}
	if len(position) > longestPosition {
		return badPosition.because("it is longer than %d bytes", longestPosition)
	}
	scene, err := t.game.Scene(position, roll)
	var syntax *positions.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return badPosition.because("at character %d: %s", syntax.Column, syntax.Msg)
	case errors.Is(err, reports.ErrRoll):
		return wrongQuery.because("%v", err)
	case errors.Is(err, contest.ErrNotReached):
		return badPosition.because("the tablebase does not have it: it was not reached from where play begins")
	case err != nil:
		return err
	}
	return writeJSON(w, http.StatusOK, reports.NewProbe(scene, turns, true))
}

// table is the tablebase of a name.
func (s *Site) table(name string) (Tablebase, error) {
	t, ok := s.tables[name]
	if !ok {
		return t, noTablebase.because("%.80q is none", name)
	}
	return t, nil
}

// showTablebase shows the page on which its game is played against it.
func (s *Site) showTablebase(w http.ResponseWriter, r *http.Request) error {
	t, err := s.table(r.PathValue("name"))
	if err != nil {
		return err
	}
	return s.showMade(w, r, t.Name, func(out io.Writer) error {
		served := &reports.Served{Game: t.game, Probe: "../api/probe?tablebase=" + url.QueryEscape(t.Name)}
		if err := reports.HTML(out, nil, reports.HTMLOptions{Served: served, Language: wants(r)}); err != nil {
			return fmt.Errorf("the page of the tablebase %s: %w", t.Name, err)
		}
		return nil
	})
}
