package site

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// TestHints asks on the line that is known, off it, at its end, and where nothing can
// be won any more.
func TestHints(t *testing.T) {
	board, men, err := positions.ParseDrawn("oo.\n")
	if err != nil {
		t.Fatal(err)
	}
	small, err := puzzles.Solo(puzzles.Options{Board: board, Men: men, To: "c1"})
	if err != nil {
		t.Fatal(err)
	}
	sets := append(testSets(t), Set{Name: "drawn", Puzzles: []Puzzle{{Name: "small", Task: small}}})
	s, _ := newSite(t, "", Options{Sets: sets, Limits: Limits{HintTime: time.Minute}})
	for _, x := range []struct {
		puzzle, line, source string
		lower, upper         int // −1: none
		goal, dead           bool
		move                 string
	}{
		{star1, "", fromLine, 4, 4, false, false, "a1 c3"},
		{star1, "a1-c3", fromLine, 3, 3, false, false, "b2 d2 c4"},
		{star1, "b2-b3", fromSearch, 4, 4, false, false, ""},
		{star1, shortest, fromRules, 0, 0, true, false, ""},
		{"small", "", fromSearch, 1, 1, false, false, "a1 c1"},
	} {
		var h hinted
		tell("/api/hint", `{"puzzle":`+quoted(x.puzzle)+`,"line":`+quoted(x.line)+`}`).must(t, s, http.StatusOK, &h)
		upper := -1
		if h.Upper != nil {
			upper = *h.Upper
		}
		if h.Source != x.source || h.Lower != x.lower || upper != x.upper || h.Goal != x.goal || h.Dead != x.dead || x.move != "" && strings.Join(h.Move, " ") != x.move {
			t.Errorf("%s %q: %+v, upper %d", x.puzzle, x.line, h, upper)
		}
	}
}

// TestHintsWithoutBudget says what is known without a search.
func TestHintsWithoutBudget(t *testing.T) {
	s, _ := newSite(t, "", Options{Limits: Limits{HintTime: -1}})
	var h hinted
	tell("/api/hint", `{"puzzle":"star1","line":"b2-b3"}`).must(t, s, http.StatusOK, &h)
	if h.Source != fromNobody || h.Lower != 3 || h.Upper != nil || h.Move != nil {
		t.Errorf("%+v", h)
	}
}
