package site

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/halma-solve/halma-solve/puzzles/submission"
	"github.com/halma-solve/halma-solve/reports"
)

// takenLine is the answer to a line that was handed in.
type takenLine struct {
	// Kept is set if the line stands in the ranking now; else the nickname had one
	// there that is as good.
	Kept     bool            `json:"kept"`
	Nickname string          `json:"nickname"` // cleaned
	Place    int             `json:"place"`    // of the nickname in the ranking, from 1
	Record   bool            `json:"record"`   // no line was known that is as short
	Verdict  json.RawMessage `json:"verdict"`
	Best     *kept           `json:"best"` // of the nickname
}

// takeSubmission keeps a line that solves its puzzle.
func (s *Site) takeSubmission(w http.ResponseWriter, r *http.Request) error {
	if _, err := mediaOf(r, typeJSON); err != nil {
		return err
	}
	p, err := s.puzzleOf(r)
	if err != nil {
		return err
	}
	body, free := buffer()
	defer free()
	if err := read(body, w, r, s.limits.Body); err != nil {
		return err
	}
	var from struct {
		Nickname string `json:"nickname"`
	}
	if err := json.Unmarshal(body.Bytes(), &from); err != nil {
		return unreadable.because("%v", err)
	}
	taken, err := s.take(p, from.Nickname, body.Bytes())
	if err != nil {
		return err
	}
	if !taken.Kept {
		return writeJSON(w, http.StatusOK, taken)
	}
	w.Header().Set("Location", "ranking")
	return writeJSON(w, http.StatusCreated, taken)
}

// take checks a submission for a puzzle and keeps its line.
func (s *Site) take(p *puzzle, nickname string, text []byte) (*takenLine, error) {
	if s.keeper == nil {
		return nil, nothingKept.because("it was started without a store")
	}
	nickname, err := cleanNickname(nickname)
	if err != nil {
		return nil, err
	}
	job, verdict, err := s.judge(p, nickname, text)
	if err != nil {
		return nil, err
	}
	a := s.keeper.ask(job)
	if a.err != nil {
		return nil, a.err
	}
	return &takenLine{Kept: a.kept, Nickname: a.line.Nickname, Place: a.place, Record: a.kept && a.line.Record, Verdict: verdict, Best: a.line}, nil
}

// takeText is take for a line as a form has it: in JSON, or as a list of moves.
func (s *Site) takeText(p *puzzle, nickname, text string) (*takenLine, error) {
	body := []byte(text)
	if trimmed := strings.TrimSpace(text); !strings.HasPrefix(trimmed, "{") && !strings.HasPrefix(trimmed, "[") {
		var err error
		if body, err = json.Marshal(struct {
			Line string `json:"line"`
		}{text}); err != nil {
			return nil, err
		}
	}
	return s.take(p, nickname, body)
}

// judge replays a submission for a puzzle. It is a problem if the line does not solve
// it, or is too good to be true.
func (s *Site) judge(p *puzzle, nickname string, text []byte) (*keeping, json.RawMessage, error) {
	checker, pool, err := s.checker(p)
	if err != nil {
		return nil, nil, err
	}
	defer pool.Put(checker)
	v, err := s.check(checker, text)
	if err != nil {
		return nil, nil, err
	}
	verdict := json.RawMessage(reports.VerdictJSON(nil, v))
	if !v.Valid() {
		refused := notSolved.because("%s", v.Reason)
		if v.Status == submission.Illegal {
			refused = notSolved.because("move %d: %s", v.Move, v.Reason)
		}
		refused.Verdict = verdict
		return nil, nil, refused
	}
	if b := v.Bounds; b.Impossible || v.Cost() < b.Lower {
		refused := beatsProof.because("at least %d %s are proven to be needed; this is being looked into", b.Lower, p.task.Count)
		refused.Verdict = verdict
		return nil, nil, refused
	}
	line, err := lineOf(nickname, v)
	return &keeping{puzzle: p, line: line, key: nicknameKey(nickname)}, verdict, err
}

// rankingPart is a part of a ranking.
type rankingPart struct {
	ID       string  `json:"id"`
	Puzzle   string  `json:"puzzle"`
	Count    string  `json:"count"`
	Known    int     `json:"known"` // length of the shortest line known, 0 for none
	Lines    int     `json:"lines"` // in all
	From     int     `json:"from"`  // place of the first one here, from 1
	Ranking  []*kept `json:"ranking"`
	previous int
	next     int
}

// mostListed is how many lines or puzzles an answer lists, and usualListed where
// nobody asks for another number.
const (
	mostListed  = 1000
	usualListed = 100
)

// tellRanking lists the best lines of a puzzle.
func (s *Site) tellRanking(w http.ResponseWriter, r *http.Request) error {
	part, _, err := s.rankingPart(r)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, part)
}

func (s *Site) rankingPart(r *http.Request) (*rankingPart, *puzzle, error) {
	p, err := s.puzzleOf(r)
	if err != nil {
		return nil, nil, err
	}
	from, most, err := part(r.URL.Query())
	if err != nil {
		return nil, nil, err
	}
	list, all := p.ranking.top(from-1, most)
	out := &rankingPart{
		ID: p.id, Puzzle: p.words, Count: p.task.Count.String(), Known: p.ranking.shortest(),
		Lines: all, From: from, Ranking: append([]*kept{}, list...),
	}
	if from > 1 {
		out.previous = max(1, from-most)
	}
	if from-1+len(list) < all {
		out.next = from + len(list)
	}
	return out, p, nil
}

// part reads which part of a list is asked for: from a place, from 1, so many.
func part(query url.Values) (from, most int, err error) {
	from, most = 1, usualListed
	for _, q := range []struct {
		name    string
		is      *int
		largest int
	}{{"from", &from, 1 << 30}, {"limit", &most, mostListed}} {
		text := query.Get(q.name)
		if text == "" {
			continue
		}
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > q.largest {
			return 0, 0, wrongQuery.because("%s=%.40q is no whole number from 1 to %d", q.name, text, q.largest)
		}
		*q.is = n
	}
	return from, most, nil
}

// listedPuzzle is a puzzle in a list.
type listedPuzzle struct {
	ID     string `json:"id"`
	Name   string `json:"name,omitempty"`
	Set    string `json:"set"`
	Puzzle string `json:"puzzle"`
	Lower  int    `json:"lower"` // 0: not known
	Upper  int    `json:"upper"`
	Known  int    `json:"known"` // with the lines of players
	Lines  int    `json:"lines"`
}

func (c *catalog) listed(p *puzzle, name string) listedPuzzle {
	_, lines := p.ranking.top(0, 0)
	l := listedPuzzle{ID: p.id, Name: p.Name, Set: name, Puzzle: p.words, Lower: p.Lower, Upper: p.Upper, Known: p.ranking.shortest(), Lines: lines}
	if l.Known > 0 && l.Known < l.Lower {
		l.Lower = 0 // what its file claims is refuted
	}
	return l
}

// listPuzzles lists a part of all puzzles, or of a set.
func (s *Site) listPuzzles(w http.ResponseWriter, r *http.Request) error {
	from, most, err := part(r.URL.Query())
	if err != nil {
		return err
	}
	only, all := r.URL.Query().Get("set"), 0
	list := []listedPuzzle{}
	for _, set := range s.catalog.list() {
		if only != "" && set.name != only {
			continue
		}
		for _, p := range set.puzzles {
			if all++; all >= from && len(list) < most {
				list = append(list, s.catalog.listed(p, set.name))
			}
		}
	}
	return writeJSON(w, http.StatusOK, struct {
		All     int            `json:"all"`
		From    int            `json:"from"`
		Puzzles []listedPuzzle `json:"puzzles"`
	}{all, from, list})
}

// tellPuzzle answers with what is known of a puzzle, as the JSON of a result.
func (s *Site) tellPuzzle(w http.ResponseWriter, r *http.Request) error {
	p, err := s.puzzleOf(r)
	if err != nil {
		return err
	}
	out, free := buffer()
	defer free()
	if err := reports.JSON(out, s.catalog.result(p), reports.JSONOptions{}); err != nil {
		return fmt.Errorf("puzzle %s: %w", p.id, err)
	}
	return write(w, typeJSON, out.Bytes())
}
