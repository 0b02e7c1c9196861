package reports

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver"
	"github.com/halma-solve/halma-solve/solver/known"
)

// Headline says in one line what is known: "27 moves, proven optimal" or
// "31 moves found; at least 28 are needed (gap 3)". What a result from outside
// says alone is called claimed.
func Headline(r *solver.Result) string { return English.headline(r) }

// headline is [Headline] in a language.
func (l Language) headline(r *solver.Result) string {
	unit := Unit(r.Puzzle)
	switch {
	case r.Unproven():
		return l.claimInWords(r)
	case r.Status == solver.Optimal && provenNow(r):
		return l.say("%s, proven optimal here", l.counted(r.Upper, unit))
	case r.Status == solver.Impossible:
		return l.say("no solution: proven impossible")
	case r.Status == solver.Optimal:
		return l.say("%s, proven optimal", l.counted(r.Upper, unit))
	case knownElsewhere(r) && r.Claim.Known <= r.Lower:
		return l.say("no line in the file; one of %s is known, proven optimal", l.counted(r.Claim.Known, unit))
	case knownElsewhere(r):
		return l.say("no line in the file; one of %s is known (at least %d needed)", l.counted(r.Claim.Known, unit), r.Lower)
	case r.Upper == solver.NoUpper && l.or() != English:
		return l.say("no solution found yet; at least %s needed", l.counted(r.Lower, unit))
	case r.Upper == solver.NoUpper:
		return "no solution found yet; at least " + counted(r.Lower, unit) + " " + are(r.Lower) + " needed"
	case l.or() != English:
		return l.say("%s found; at least %d needed (gap %d)", l.counted(r.Upper, unit), r.Lower, r.Upper-r.Lower)
	default:
		return fmt.Sprintf("%s found; at least %d %s needed (gap %d)", counted(r.Upper, unit), r.Lower, are(r.Lower), r.Upper-r.Lower)
	}
}

// counted is [counted] in a language.
func (l Language) counted(n int, unit string) string {
	switch unit {
	case "hops":
		return l.say("%d hops", n)
	case "jumps":
		return l.say("%d jumps", n)
	case "turns":
		return l.say("%d turns in all", n)
	}
	return l.moves(n)
}

// Unit is what a puzzle is counted in, as people say it: that of [puzzles.Puzzle.Unit],
// but of peg solitaire, where nobody steps, hops are called jumps.
func Unit(p *puzzles.Puzzle) string {
	if p.Count.EachHop() {
		return hopUnit(p)
	}
	return p.Unit()
}

// hopUnit is what the hops of a puzzle are called.
func hopUnit(p *puzzles.Puzzle) string {
	if p.Game.Pegs() {
		return "jumps"
	}
	return "hops"
}

// hops is how many hops a line has: "74 hops", "31 jumps".
func (l Language) hops(p *puzzles.Puzzle, line puzzles.Line) string {
	return l.counted(line.Hops(), hopUnit(p))
}

// made is how many moves a line has, or turns of two armies.
func (l Language) made(p *puzzles.Puzzle, n int) string {
	if p.Alternates() {
		return l.say("%d turns in all", n)
	}
	return l.moves(n)
}

// provenNow reports whether the bound of a result from outside was proven on the
// spot.
func provenNow(r *solver.Result) bool { return r.Claim != nil && r.Claim.Source == solver.FromCheck }

// knownElsewhere reports whether a line is known of a puzzle whose file has none.
func knownElsewhere(r *solver.Result) bool {
	return r.Upper == solver.NoUpper && r.Claim != nil && r.Claim.Known != solver.NoUpper
}

// claimInWords is the headline of a result that claims more than is proven.
func (l Language) claimInWords(r *solver.Result) string {
	c, unit := r.Claim, Unit(r.Puzzle)
	found, least := l.counted(r.Upper, unit), l.counted(c.Lower, unit)
	if !r.Certified() {
		switch {
		case c.Impossible:
			return l.say("no solution: claimed impossible")
		case r.Upper == solver.NoUpper:
			return l.say("no solution found yet; at least %s claimed to be needed", least)
		case c.Lower == r.Upper:
			return l.say("%s, claimed optimal", found)
		}
		return l.say("%s found; at least %d claimed to be needed (gap %d)", found, c.Lower, r.Upper-c.Lower)
	}
	level := l.sentence(c.Level)
	switch {
	case c.Impossible:
		return l.say("no solution: impossible by its certificate (%s)", level)
	case r.Upper == solver.NoUpper:
		return l.say("no solution found yet; at least %s to be needed by its certificate (%s)", least, level)
	case c.Lower == r.Upper:
		return l.say("%s, optimal by its certificate (%s)", found, level)
	}
	return l.say("%s found; at least %d to be needed by its certificate (%s) (gap %d)", found, c.Lower, level, r.Upper-c.Lower)
}

// meaning explains the status in a few words.
func (l Language) meaning(r *solver.Result) string {
	switch {
	case r.Unproven() && r.Certified():
		return l.say("certified (%s): the bound follows if the layers of the certificate are right; verify --certificate FILE --recheck makes them again. Proven here: at least %d", l.sentence(r.Claim.Level), r.Lower)
	case r.Unproven():
		return l.say("claimed: the bound is the word of whoever made the file. Proven here: at least %d", r.Lower)
	case r.Status == solver.Optimal:
		return l.say("optimal: the line is legal and no line is shorter; both are proven")
	case r.Status == solver.Bounded:
		return l.say("bounded: the line is legal but may not be the shortest; see the bound")
	case r.Status == solver.Impossible:
		return l.say("impossible: it is proven that no line leads to the goal")
	}
	if knownElsewhere(r) {
		return l.say("unknown: the file has no line; halma-solve solve FILE shows the one that is known. The bound is proven")
	}
	return l.say("unknown: no line has been found yet; the bound is proven")
}

// proofFacts say how the bounds were obtained: those that are proven, and those
// that are claimed.
func (l Language) proofFacts(r *solver.Result) (facts []fact) {
	c := r.Claim
	if c == nil || c.Source != solver.Trivial {
		facts = append(facts, fact{"Proof", l.sentence(r.Proof)})
	}
	if c == nil {
		return facts
	}
	switch c.Source {
	case solver.FromStore:
		facts = append(facts, fact{"Source", l.say("the bound was proven by an earlier search on this computer")})
	case known.FromAtlas:
		facts = append(facts, fact{"Source", l.say("the bound is in the program's atlas of proven results (halma-solve atlas)")})
	case solver.FromCertificate:
		facts = append(facts, fact{"Source", l.say("the bound was proven by its certificate, all of which was worked out again")})
	case solver.FromCheck:
		facts = append(facts, fact{"Source", l.say("the bound was proven by a search for this report")})
	}
	if r.Unproven() && c.Proof != "" {
		facts = append(facts, fact{"Claim", l.sentence(c.Proof)})
	}
	return facts
}

// solutionFacts say how many shortest lines there are.
func (l Language) solutionFacts(r *solver.Result) (facts []fact) {
	if r.Solutions != nil {
		facts = append(facts, fact{"All", l.solutionsInWords(r.Solutions, r.Moves)})
	}
	if r.Claim != nil && r.Claim.Solutions != nil {
		facts = append(facts, fact{"All", l.say("claimed: %s", l.solutionsInWords(r.Claim.Solutions, r.Moves))})
	}
	return facts
}

// stopped explains what ended a search early.
func (l Language) stopped(limit string) string {
	switch limit {
	case solver.StoppedByTime:
		return l.say("the time limit was reached")
	case solver.StoppedByMemory:
		return l.say("the memory limit was reached")
	case solver.StoppedByPositions:
		return l.say("the limit of positions was reached")
	case solver.StoppedByBeams:
		return l.say("the beams found nothing shorter")
	case solver.StoppedByInterrupt:
		return l.say("interrupted")
	default:
		return limit
	}
}

// ended explains what ended the search for r early. The length of an optimal line
// is settled; what may go on then is the search for one that is better by the other
// count.
func (l Language) ended(r *solver.Result) string {
	text := l.stopped(r.Interrupted)
	if r.Status != solver.Optimal || r.Puzzle.Game.Pegs() {
		return text
	}
	if r.Puzzle.Count.EachHop() {
		return l.say("%s; a line as short with fewer moves may exist", text)
	}
	return l.say("%s; a line as short with fewer hops may exist", text)
}

// resultRulesInWords explains the rules of a result's puzzle, and says whether those
// of arrival matter.
func (l Language) resultRulesInWords(r *solver.Result) []string {
	words := l.rulesInWords(r.Puzzle)
	if !r.Alike() {
		return words
	}
	other := positions.Booklet
	if r.Puzzle.Arrival == other {
		other = positions.Free
	}
	return append(words, l.say("under the rules %s the optimum is the same: the line is legal under both, the bound proven for both", l.word(other.String())))
}

// rulesInWords explains the rules of a puzzle, a sentence a line.
func (l Language) rulesInWords(p *puzzles.Puzzle) []string {
	if p.Game.Pegs() {
		return l.pegRulesInWords(p)
	}
	name := l.word(p.Arrival.String())
	if rules, set := p.Printed(); set != "" && rules == p.Arrival {
		name = l.say("%s, as printed with %s", name, l.word(set))
	}
	arrival := l.say("%s: a man whose turn ended in the goal court stays in it", name)
	if !p.Arrival.KeepsGoal() {
		arrival = l.say("%s: a man may leave the goal court again", name)
	}
	jumps := l.say("short jumps, over a neighbouring man to the cell right behind it")
	if p.Jumps.Long() {
		jumps = l.say("super jumps, over a man at any distance to the cell as far behind it")
	}
	count := l.say("counted in moves: a step or a whole chain of jumps is one")
	switch {
	case p.Alternates():
		count = l.say("counted in turns of both armies together: a step or a whole chain of jumps is one")
	case p.Count.EachHop():
		count = l.say("counted in hops: every step and every single jump is one")
	}
	if p.Goals == nil {
		return []string{arrival, jumps, count}
	}
	if p.Game == puzzles.GameTreffhalma {
		return []string{arrival, jumps, count, l.say("the marked man from %s must end on %s",
			strings.Join(p.Board.Names(p.Marked), ", "), strings.Join(p.Board.Names(p.Goals[0].Marked), ", "))}
	}
	if !p.Arrival.KeepsGoal() {
		arrival = l.say("free: a man may leave the goal again")
	}
	return append([]string{l.goalInWords(p)}, arrival, jumps, count)
}

// goalInWords says what solves a puzzle with figures.
func (l Language) goalInWords(p *puzzles.Puzzle) string {
	n := len(p.Goals)
	marked := slices.ContainsFunc(p.Goals, func(g puzzles.Pattern) bool { return g.Marked != (positions.Bits{}) })
	switch {
	case n > 1 && marked:
		return l.say("goal: one of %d figures, with the marked men on the cells marked", n)
	case n > 1:
		return l.say("goal: one of %d figures, whichever man ends where", n)
	case marked:
		return l.say("goal: the figure drawn, with the marked men on the cells marked")
	}
	return l.say("goal: the figure drawn, whichever man ends where")
}

// counted is "1 move", "27 moves", "1 hop", "74 hops", "31 jumps", "30 turns in
// all": see [Unit].
func counted(n int, unit string) string {
	if unit == "turns" {
		return quantity(n, "turn") + " in all"
	}
	return quantity(n, strings.TrimSuffix(unit, "s"))
}

func quantity(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

func are(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// Wrap breaks a text at spaces into lines of at most width characters; a longer
// word gets a line of its own.
func Wrap(text string, width int) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		switch {
		case line == "":
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) <= width:
			line += " " + word
		default:
			lines = append(lines, line)
			line = word
		}
	}
	return append(lines, line)
}

// heading names a puzzle: "Highscore, star 4 (121 holes), 15 men", with its name if it
// has one.
func heading(p *puzzles.Puzzle) string { return English.heading(p) }

func (l Language) heading(p *puzzles.Puzzle) string {
	text := l.word(capital(string(p.Game))) + ", " + l.board(p.Board) + ", " + l.army(p)
	if p.Name != "" {
		text += ", “" + p.Name + "”"
	}
	return text
}

// army names an army: "15 men", "ring (6 men)", "3 men a side" where there are two.
func (l Language) army(p *puzzles.Puzzle) string {
	men := l.say("%d men", p.Men())
	if p.Alternates() {
		men = l.side(p.Men() / 2)
	}
	if _, err := strconv.Atoi(p.Army); err == nil {
		return men
	}
	return p.Army + " (" + men + ")"
}

// side is how many men each of two armies has.
func (l Language) side(men int) string {
	if men == 1 {
		return l.say("1 man a side")
	}
	return l.say("%d men a side", men)
}

// capital returns a text with a capital letter.
func capital(text string) string {
	_, n := utf8.DecodeRuneInString(text)
	return strings.ToUpper(text[:n]) + text[n:]
}
