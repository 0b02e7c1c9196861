package reports

import (
	"strings"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/solver"
)

// fact is one line of the table of a page or a Markdown report.
type fact struct{ Name, Text string }

// factsOf lists what is known of a puzzle, without the headline.
func factsOf(r *solver.Result) []fact { return English.factsOf(r) }

func (l Language) factsOf(r *solver.Result) []fact {
	var facts []fact
	add := func(name, text string) {
		if text != "" {
			facts = append(facts, fact{name, text})
		}
	}
	if r.Line != nil {
		add("Line", l.say("%s, %s; replayed by the independent verifier", l.made(r.Puzzle, len(r.Line)), l.hops(r.Puzzle, r.Line)))
	}
	for _, f := range append(l.solutionFacts(r), l.proofFacts(r)...) {
		add(f.Name, f.Text)
	}
	add("Status", l.meaning(r))
	if r.Interrupted != "" {
		add("Stopped", l.ended(r))
	}
	add("Rules", strings.Join(l.resultRulesInWords(r), "; "))
	return facts
}

// searchFacts lists the totals of a search; nothing if there are none.
func (l Language) searchFacts(r *solver.Result) []fact {
	s := &r.Stats
	if !searched(r) {
		if r.Cached {
			return []fact{{"Search", l.cachedInWords(r)}}
		}
		return nil
	}
	var facts []fact
	switch {
	case r.Cached:
		facts = []fact{{"Search", l.cachedInWords(r)}, {"Account", l.say("of the searches that found it")}}
	case r.Claim != nil:
		facts = []fact{{"Account", l.say("that of the file")}}
	}
	return append(facts, []fact{
		{"Time", l.decimals(Clock(s.Elapsed))},
		{"Memory", l.say("%s at the most", l.decimals(Bytes(s.PeakBytes)))},
		{"Expanded", l.say("%s positions", l.number(s.Expanded))},
		{"Generated", l.say("%s moves", l.number(s.Generated))},
		{"Duplicates", l.number(s.Duplicates)},
		{"Pruned", l.number(s.Pruned)},
	}...)
}

// cachedInWords says that nothing was searched, or that a file says so.
func (l Language) cachedInWords(r *solver.Result) string {
	if r.Claim != nil {
		return l.say("none, as the file says: answered by a store")
	}
	return l.say("answered by the store or the atlas, nothing was searched")
}

// searched reports whether the result tells of a search.
func searched(r *solver.Result) bool {
	return r.Stats.Expanded > 0 || len(r.Stats.Phases) > 0
}

// phaseRows is the table of the phases of a search, its head first; nil if there
// are none.
func (l Language) phaseRows(s *solver.Stats) [][]string {
	if len(s.Phases) == 0 {
		return nil
	}
	rows := [][]string{l.words([]string{"phase", "outcome", "expanded", "widest layer", "time"})}
	for _, ph := range s.Phases {
		rows = append(rows, []string{l.sentence(ph.Name), l.sentence(ph.Outcome), l.number(ph.Expanded), l.number(ph.Widest), l.decimals(Clock(ph.Elapsed))})
	}
	return rows
}

// menOn names the cells of the men, as a list to copy.
func menOn(b *positions.Board, men positions.Bits) string {
	return strings.Join(b.Names(men), " ")
}
