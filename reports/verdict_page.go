package reports

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
)

// MaxVerdicts is the greatest number of verdicts on a page.
const MaxVerdicts = 20_000

// verdictFields is a line of verdicts as it stands in the text, or the one that counts
// them, which alone has a schema.
type verdictFields struct {
	Schema string          `json:"schema"`
	Number int64           `json:"number"`
	ID     json.RawMessage `json:"id"`
	Puzzle string          `json:"puzzle"`
	Status string          `json:"status"`
	Moves  int             `json:"moves"`
	Hops   int             `json:"hops"`
	Above  []*int          `json:"above"`
	Reason string          `json:"reason"`
	Move   int             `json:"move"`
}

// VerdictPage is what a page shows of verdicts.
type VerdictPage struct {
	verdicts []verdictFields
	counts   map[string]int // by status
}

// ParseVerdicts reads verdicts as [VerdictJSON] writes them, at most [MaxVerdicts].
// They are the word of whoever wrote them. Errors are of type
// [*positions.SyntaxError].
func ParseVerdicts(text []byte) (*VerdictPage, error) {
	p := &VerdictPage{counts: map[string]int{}}
	d := json.NewDecoder(bytes.NewReader(text))
	for d.More() {
		at := int(d.InputOffset())
		var v verdictFields
		err := d.Decode(&v)
		switch {
		case err != nil:
			return nil, positions.SyntaxErrorAt(text, at, "%s", strings.TrimPrefix(err.Error(), "json: "))
		case v.Schema != "":
			continue
		case !slices.Contains(verdictStatuses, v.Status):
			return nil, positions.SyntaxErrorAt(text, at, "%.20q is no status of a verdict", v.Status)
		case len(p.verdicts) == MaxVerdicts:
			return nil, positions.SyntaxErrorAt(text, at, "more than %d verdicts; a page has no more", MaxVerdicts)
		}
		p.verdicts = append(p.verdicts, v)
		p.counts[v.Status]++
	}
	if len(p.verdicts) == 0 {
		return nil, &positions.SyntaxError{Line: 1, Column: 1, Msg: "there are no verdicts in it"}
	}
	return p, nil
}

// verdictStatuses are the words of package submission, what is good first.
var verdictStatuses = []string{"solved", "unfinished", "illegal", "unreadable"}

// cost is the length of a line in what its puzzle counts.
func (v verdictFields) cost() int {
	if strings.HasSuffix(v.Puzzle, "counted in hops") {
		return v.Hops
	}
	return v.Moves
}

// id is the ID as text, "" for none.
func (v verdictFields) id() string {
	var text string
	if json.Unmarshal(v.ID, &text) == nil {
		return text
	}
	if string(v.ID) == "null" {
		return ""
	}
	return string(v.ID)
}

// inWords says how a solved line compares with the optimum, or what is wrong.
func (v verdictFields) inWords(l Language) string {
	switch {
	case v.Status != "solved" && v.Move > 0:
		return l.say("move %d: %s", v.Move, l.sentence(v.Reason))
	case v.Status != "solved":
		return l.sentence(v.Reason)
	case len(v.Above) != 2 || v.Above[1] == nil:
		return l.say("nothing is proven of the optimum")
	case *v.Above[1] == 0:
		return l.say("optimal")
	case v.Above[0] != nil && *v.Above[0] == *v.Above[1]:
		return l.say("%d above the optimum", *v.Above[1])
	}
	return l.say("at most %d above the optimum", *v.Above[1])
}

// verdictRow is a verdict in the table.
type verdictRow struct {
	Number       int64
	ID, Puzzle   string
	Status, Word string // the status as files have it, and in the language of the page
	Text         string
	Moves, Hops  int
	Best         bool // no line for its puzzle is shorter
}

// verdictBest are the shortest lines for a puzzle.
type verdictBest struct {
	Puzzle      string
	Submissions int
	Solved      int
	Cost        string
	By          string
}

// bestOf finds the shortest lines of each puzzle and marks them.
func (p *VerdictPage) bestOf(l Language, rows []verdictRow) (list []verdictBest) {
	const named = 5
	index := map[string]int{}
	least := map[string]int{}
	for _, v := range p.verdicts {
		if _, ok := index[v.Puzzle]; !ok && v.Puzzle != "" {
			index[v.Puzzle] = len(list)
			list = append(list, verdictBest{Puzzle: legible(l.puzzleName(v.Puzzle))})
		}
		if n, ok := least[v.Puzzle]; v.Status == "solved" && (!ok || v.cost() < n) {
			least[v.Puzzle] = v.cost()
		}
	}
	by := make([][]string, len(list))
	for i, v := range p.verdicts {
		k, ok := index[v.Puzzle]
		if !ok {
			continue
		}
		list[k].Submissions++
		if v.Status != "solved" {
			continue
		}
		list[k].Solved++
		if v.cost() == least[v.Puzzle] {
			rows[i].Best = true
			name := legible(v.id())
			if name == "" {
				name = l.say("number %d", v.Number)
			}
			by[k] = append(by[k], name)
			list[k].Cost = fmt.Sprint(v.cost())
		}
	}
	for k, names := range by {
		if len(names) > named {
			names = append(names[:named], l.say("and %d more", len(names)-named))
		}
		list[k].By = strings.Join(names, ", ")
	}
	return list
}

// onlyPegs reports whether all puzzles that are named are peg solitaire.
func (p *VerdictPage) onlyPegs() bool {
	pegs := false
	for _, v := range p.verdicts {
		if v.Puzzle != "" && !isPegs(v.Puzzle) {
			return false
		}
		pegs = pegs || v.Puzzle != ""
	}
	return pegs
}

// HTML writes the page: a table that can be filtered by status, and the best line for
// each puzzle. Its texts are shown as they are, never as markup.
func (p *VerdictPage) HTML(w io.Writer, o HTMLOptions) error {
	style, script, err := pageParts("page/page.css", "page/words.js", "page/verdicts.js")
	if err != nil {
		return err
	}
	l := o.Language
	rows := make([]verdictRow, len(p.verdicts))
	for i, v := range p.verdicts {
		rows[i] = verdictRow{
			Number: v.Number, ID: legible(v.id()), Puzzle: legible(l.puzzleName(v.Puzzle)), Status: v.Status, Word: l.word(v.Status),
			Text: legible(v.inWords(l)), Moves: v.Moves, Hops: v.Hops,
		}
	}
	type count struct {
		Status, Word string
		N            int
	}
	page := struct {
		head
		Heading, Theme string
		Script         template.JS
		Counts         []count
		Best           []verdictBest
		Rows           []verdictRow
		Jumps          bool // all hops are
	}{
		head: newHead(o.Title, style, script), Theme: o.Theme.attribute(), Script: template.JS(script), Best: p.bestOf(l, rows), Rows: rows,
		Jumps: p.onlyPegs(),
	}
	page.in(l, script)
	if page.Title == "" {
		page.Title = l.say("%d submissions", len(rows))
	}
	page.Heading = page.Title
	for _, status := range verdictStatuses {
		if p.counts[status] > 0 {
			page.Counts = append(page.Counts, count{status, l.word(status), p.counts[status]})
		}
	}
	return writePage(w, "verdicts.html", l, page)
}
