package site

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/submission"
	"github.com/halma-solve/halma-solve/solver"
)

// hinted is the answer to who asks how to go on. Lower and Upper are in the puzzle's
// count and of the moves that are still needed.
type hinted struct {
	Puzzle string `json:"puzzle"`
	Moves  int    `json:"moves"` // made so far
	Hops   int    `json:"hops"`
	Goal   bool   `json:"goal"`  // it is reached
	Lower  int    `json:"lower"` // no line from here is shorter
	Upper  *int   `json:"upper"` // length of the line that begins with Move; null for none
	Dead   bool   `json:"dead"`  // proven: no line leads from here to the goal
	// Move is the first one of that line, or one after which the goal can be reached;
	// null if none is known.
	Move   []string `json:"move"`
	Source string   `json:"source"` // of the answer: see the constants
}

// The sources of hints.
const (
	fromRules  = "rules"  // the goal is reached
	fromLine   = "line"   // a line that is known goes through this position
	fromTable  = "table"  // a table of all positions from which the goal can be reached
	fromSearch = "search" // a search within its budget
	fromNobody = "none"   // the search was too short, or there was none
)

// hint says how to go on from where a line ends, or from a position of a game for two.
func (s *Site) hint(w http.ResponseWriter, r *http.Request) error {
	if _, err := mediaOf(r, typeJSON); err != nil {
		return err
	}
	body, free := buffer()
	defer free()
	if err := read(body, w, r, s.limits.Body); err != nil {
		return err
	}
	var game struct{ Tablebase, Position string }
	if err := json.Unmarshal(body.Bytes(), &game); err != nil {
		return unreadable.because("%v", err)
	}
	if game.Tablebase != "" {
		return s.probed(w, game.Tablebase, game.Position, "", false)
	}
	v, err := s.standing(bytes.Clone(body.Bytes()))
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, s.hintFor(r.Context(), v))
}

// standing is where a line of the puzzle that it names ends.
type standing struct {
	puzzle      *puzzles.Puzzle
	line        puzzles.Line
	men, marked positions.Bits
	goal        bool
	bounds      submission.Bounds
}

func (s *Site) standing(body []byte) (*standing, error) {
	checker, pool, err := s.checker(nil)
	if err != nil {
		return nil, err
	}
	defer pool.Put(checker)
	v := checker.Check(submission.Item{Number: 1, Line: 1, Column: 1, Text: body, JSON: true})
	switch v.Status {
	case submission.Unreadable:
		return nil, unreadable.in(v.At)
	case submission.Illegal:
		return nil, notSolved.because("move %d: %s", v.Move, v.Reason)
	}
	at := &standing{puzzle: v.Puzzle, line: v.Played(), goal: v.Valid(), bounds: v.Bounds}
	at.men, at.marked = v.Puzzle.After(at.line, len(at.line)), markedAfter(v.Puzzle, at.line, len(at.line))
	return at, nil
}

// markedAfter is where the marked men are after n moves of a legal line.
func markedAfter(p *puzzles.Puzzle, line puzzles.Line, n int) positions.Bits {
	if p.Marked.Len() == 0 {
		return positions.Bits{}
	}
	return p.MarkedAfter(line, n)
}

// hintFor asks one source after the other.
func (s *Site) hintFor(ctx context.Context, at *standing) hinted {
	p := at.puzzle
	h := hinted{
		Puzzle: p.String(), Moves: len(at.line), Hops: at.line.Hops(), Goal: at.goal, Source: fromRules,
		// No line is shorter, so what was played and what is left are no less together.
		Lower: max(0, at.bounds.Lower-p.Cost(at.line)),
	}
	defer func() { s.meter.hints.WithLabelValues(h.Source).Inc() }()
	if at.goal {
		h.Lower, h.Upper = 0, new(int)
		return h
	}
	if at.onLine(&h, s.catalog.recallLine(p)) {
		return h
	}
	if s.catalog.of(p) != nil { // strangers do not choose what is made
		// Afterwards, for nothing is searched while a table is made.
		defer s.wins.order(p)
		if wins, ok := s.wins.of(p); ok {
			h.Source = fromTable
			if h.Dead = !wins.Wins(at.men); h.Dead {
				return h
			}
		}
	}
	at.search(ctx, s, &h)
	return h
}

// recallLine is the shortest line known of a puzzle, nil for none.
func (c *catalog) recallLine(p *puzzles.Puzzle) puzzles.Line {
	if own := c.of(p); own != nil {
		return c.result(own).Line
	}
	return c.recall(p).Line
}

// onLine looks for the position on a line that is known, where it comes last. What
// can follow depends on the position alone, so the rest of the line is one from here.
func (at *standing) onLine(h *hinted, line puzzles.Line) bool {
	next := at.puzzle.NextAfter(at.line, len(at.line))
	for n := len(line) - 1; n >= 0; n-- {
		if next != puzzles.AnyArmy && next == at.puzzle.NextAfter(line, n+1) {
			continue // there the other army moves
		}
		if at.puzzle.After(line, n) == at.men && markedAfter(at.puzzle, line, n) == at.marked {
			h.goesOn(at.puzzle, line[n:], fromLine)
			return true
		}
	}
	return false
}

// goesOn takes a line from the position to the goal.
func (h *hinted) goesOn(p *puzzles.Puzzle, line puzzles.Line, from string) {
	cost := p.Cost(line)
	h.Upper, h.Source = &cost, from
	if len(line) > 0 {
		h.Move = p.Board.CellNames(line[0])
	}
}

// search searches for a line from the position, if nobody else searches.
func (at *standing) search(ctx context.Context, s *Site, h *hinted) {
	if s.limits.HintTime < 0 || !s.wins.searching.TryLock() {
		h.nothing()
		return
	}
	defer s.wins.searching.Unlock()
	ctx, cancel := context.WithTimeout(ctx, s.limits.HintTime)
	defer cancel()
	r, err := solver.Solve(ctx, at.puzzle.Rest(at.line, len(at.line)), solver.Options{
		Time: s.limits.HintTime, Memory: s.limits.HintMemory, Workers: 1,
	})
	if err != nil {
		s.log.Warn("a search for a hint failed", "puzzle", h.Puzzle, "error", err)
		h.nothing()
		return
	}
	h.Lower, h.Dead = max(h.Lower, r.Lower), r.Status == solver.Impossible
	switch {
	case r.Line != nil:
		h.goesOn(at.puzzle, r.Line, fromSearch)
	case h.Dead:
		h.Source = fromSearch
	default:
		h.nothing()
	}
}

// nothing is the answer when a search has not found a line.
func (h *hinted) nothing() {
	if h.Source != fromTable { // which knows that there is one
		h.Source = fromNobody
	}
}
