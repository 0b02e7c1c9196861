package transfer

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/verify"
	"github.com/halma-solve/halma-solve/solver/certificate"
	"github.com/halma-solve/halma-solve/solver/internal/bounds"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
	"github.com/halma-solve/halma-solve/solver/internal/losses"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// attack is one Solve in the width of its board: the prepared puzzle, what the
// searches have in common, and a method for each of them.
type attack[W positions.Words] struct {
	*session.Run
	*session.Knowledge
	space      *layers.Space[W]
	rows       *bounds.Rows
	bound      *bounds.Projection // nil if there are too many row counts
	table      *gainTable[W]
	classes    *bounds.ClassBound[W]
	prices     *transferPrices[W] // nil if moves are counted
	diagonals  *bounds.DiagonalBound
	potential  *bounds.Potential // that the prices make; nil for none, see byHalves
	lossTables *losses.Tables    // nil until they are wanted
	losses     *byLosses[W]      // the search in work, nil for none
	keys       *bounds.Keys      // set if there are too many row counts for a pattern database
	halfway    bool              // a refutation with keys has come to its middle
	small      int               // row counts of a projection that is not worth a checkpoint
	plain      relaxation        // the puzzle without its mark; nil if it has none
	label      string            // before the names of phases
	savedSteps []byte            // of the gain table, as they are saved
	sent       sentRows          // what other machines have of bound

	trials map[trialName]*trial[W] // of the lengths in work
	halves map[int]*losingHalf[W]  // by length
}

// trialName is which lengths are searched under which rules.
type trialName struct {
	from, to int
	rules    string
}

// trial is the complete search of some lengths under one set of rules. It may be
// paused.
type trial[W positions.Words] struct {
	search  *refutation[W]
	journal *layers.Journal[W] // kept until its length is settled: the others of the length rest on it
	done    bool
	line    puzzles.Line // when done; nil if there is none
	step    certificate.Step
}

// prepare builds what is cheap and takes the bounds that need no search.
func (a *attack[W]) prepare() error {
	if a.plain != nil {
		if err := a.plain.prepare(); err != nil {
			return err
		}
		a.rows, a.bound, _, _ = a.plain.bounds()
		a.table = newGainTable(a.space, a.rows)
		a.adoptGains()
		if err := a.learnAgain(); err != nil {
			return err
		}
		return a.boundByMen()
	}
	if err := a.boundByMen(); err != nil {
		return err
	}
	a.rows = bounds.NewRows(a.space)
	a.table = newGainTable(a.space, a.rows)
	if err := a.raiseByGains(); err != nil {
		return err
	}
	if bounds.CountRows(a.rows) > uint64(a.small) {
		// A line of many short hops has too many ways among row counts to search through
		// without a table; the prices do better.
		p := a.Puzzle()
		if bounds.CountRows(a.rows) > largeProjection && (!p.Count.EachHop() || p.Jumps == positions.Super) {
			a.keys = a.newKeys()
		}
		if err := a.projectAgain(); err != nil {
			return err
		}
		return a.learnAgain()
	}
	if err := a.project(); err != nil {
		return err
	}
	start := a.rows.Count(a.space.CellsOf(&a.space.Start))
	distance := int(a.bound.Distance[a.bound.Rank(&start)])
	if err := a.Raise(distance, session.ProofOfRows, certificate.Step{Kind: certificate.Rows, Value: distance}); err != nil {
		return err
	}
	return a.learnAgain()
}

// phase runs f as a phase of the run.
func (a *attack[W]) phase(name string, f func() (outcome string, widest int, err error)) error {
	return a.Run.Phase(a.label+name, f)
}

// beam runs a beam search.
func (a *attack[W]) beam(o beamOptions) (over func() error, err error) {
	file := fmt.Sprintf("beam-%d-%d-%d-%d-%d", o.width, o.onset, o.weight, o.reach, o.limit)
	if a.bound == nil {
		file += "-without-rows"
	}
	b := newBeam(a.Run, a.space, a.bound, a.diagonals, a.journal(file), o)
	name := fmt.Sprintf("beam %d/%d/%d", o.width, o.onset, o.weight)
	err = a.phase(name, func() (string, int, error) { return a.Shorter(b.search()) })
	return b.files.Over, err
}

// prove sharpens the bounds and refutes lengths within a budget of positions. If
// the puzzle has a mark, the plain one has to be settled first.
func (a *attack[W]) prove(budget int) error {
	if a.Settled() { // by a line of the beams: sharper bounds would come too late
		return nil
	}
	if a.plain != nil {
		if ready, err := a.proveUnmarked(budget); !ready || err != nil {
			return err
		}
	}
	if a.byLossesOnly() {
		return a.settleByLosses(budget)
	}
	if err := a.equip(budget); err != nil {
		return err
	}
	return a.refutations(budget)
}

// refutations settles the lengths from the lower bound up until the puzzle is
// settled or so many positions are expanded.
func (a *attack[W]) refutations(budget int) error {
	p := a.proving()
	defer a.MeterProof()()
	p.Begin(a.Work)
	if err := a.Save(false); err != nil {
		return err
	}
	for !a.Settled() {
		from, to := a.lengths()
		line, err := a.complete(from, to, budget-int(a.Work-p.Began))
		if err != nil {
			return err
		}
		if err := a.settle(from, to, line); err != nil {
			return err
		}
	}
	return nil
}

// lengths returns those that the next refutation covers: the lower bound, and if that
// is odd the next length, which has the same midpoints, unless it has a line. That is for
// those who need both: an odd length alone has fewer midpoints, but where hops are counted
// two lengths one by one took up to 2.7 times as long as both at once (longer on seven of
// ten boards, whose proofs take 2 s to 73 s; 2026-11).
func (a *attack[W]) lengths() (from, to int) {
	from = a.Lower()
	to = from
	if from%2 == 1 && (a.Upper() == session.NoUpper || from+1 < a.Upper()) {
		to++
	}
	return from, to
}

// settle takes what the trials of the lengths from … to have found: a shortest line,
// or that there is none.
func (a *attack[W]) settle(from, to int, line puzzles.Line) error {
	steps, over := a.stepsOfTrials(), a.trials
	a.trials = nil
	lower := to + 1
	if line != nil {
		lower = a.Puzzle().Cost(line)
	}
	if lower > from {
		if err := a.Raise(lower, session.ProofOfMidpoints(a.Puzzle().Count, lower-1), steps...); err != nil {
			return err
		}
	}
	if line != nil {
		if err := a.Offer(line); err != nil {
			return err
		}
	}
	clear(a.proving().Paused)
	if err := a.Save(true); err != nil {
		return err
	}
	for _, t := range over {
		if err := t.journal.Remove(); err != nil {
			return err
		}
	}
	return nil
}

// proving returns where the searches of this attack are.
func (a *attack[W]) proving() *session.Proving { return a.Standing.Proving(a.label) }

// stepsOfTrials returns what the trials that are done prove, and what they rest
// on.
func (a *attack[W]) stepsOfTrials() []certificate.Step {
	steps := slices.Clone(a.table.steps)
	for _, rules := range []string{certificate.RulesFree, certificate.RulesBooklet, certificate.RulesBackwards} {
		for name, t := range a.trials {
			if t.done && name.rules == rules {
				steps = append(steps, t.step)
			}
		}
	}
	return steps
}

// polish looks for a line of the proven length that is best by the other
// count, if that is cheap: the complete search sees all lines, but for that by losses.
func (a *attack[W]) polish() error {
	if a.Rough = a.Rough && !a.Impossible() && !a.byLossesOnly(); !a.Rough {
		return nil
	}
	budget := min(max(session.LeastPolish, int(a.Work/2)), session.MostPolish)
	if a.lastRefuted() > int64(budget) {
		a.Rough = false
		return nil
	}
	line, err := a.complete(a.Lower(), a.Lower(), budget)
	if err != nil && !errors.Is(err, session.ErrBudget) && !errors.Is(err, session.ErrMemory) && !errors.Is(err, session.ErrUndecided) {
		return err
	}
	a.Rough = false
	if err != nil || line == nil {
		return nil
	}
	return a.Offer(line)
}

// lastRefuted returns how many positions the refutation of the greatest length took, 0
// if there was none. A complete search of the length after it takes no less.
func (a *attack[W]) lastRefuted() (positions int64) {
	length := 0
	for _, s := range a.Steps() {
		if s.Kind == certificate.Refutation && s.Moves > length {
			length, positions = s.Moves, s.Positions()
		}
	}
	return positions
}

// complete looks for a shortest line of from … to moves; it is known that none is
// shorter. It returns nil if it proved that there is none.
//
// Under booklet rules the free game goes first: it is a relaxation and takes one
// pass where the booklet's takes two. Only if the line it finds breaks the
// arrival rule is the booklet's own game searched: as it is played, and as the
// mirrored reversals of its lines. Once that has refuted a length the free game is
// left out: it may have shorter lines, and then a search of it for these lengths
// proves nothing. When hops are counted, the booklet's search would miss
// chains through a court, so ErrUndecided is returned: the bound stays.
func (a *attack[W]) complete(from, to, budget int) (puzzles.Line, error) {
	p := a.Puzzle()
	if !p.Arrival.KeepsGoal() || !a.RestsOnArrival() {
		line, err := a.midpoints(trialName{from, to, certificate.RulesFree}, budget, nil)
		if line == nil || err != nil || !p.Arrival.KeepsGoal() {
			return line, err
		}
		if _, illegal := verify.Replay(p, line); illegal == nil {
			return line, nil
		}
		from = p.Cost(line)
	}
	if p.Count.EachHop() {
		return nil, session.ErrUndecided
	}
	line, err := a.midpoints(trialName{from, to, certificate.RulesBooklet}, budget, zonesOf(p, certificate.RulesBooklet))
	if err != nil || len(line) == from {
		return line, err
	}
	back, err := a.midpoints(trialName{from, to, certificate.RulesBackwards}, budget, zonesOf(p, certificate.RulesBackwards))
	if err != nil {
		return nil, err
	}
	if back != nil && (line == nil || len(back) < len(line)) {
		return a.space.Reversed(back), nil
	}
	return line, nil
}

// zonesOf returns the zones of the rules of a trial, nil for the free game.
func zonesOf(p *puzzles.Puzzle, rules string) *positions.Zones {
	switch rules {
	case certificate.RulesBooklet:
		return positions.NewZones(p.Start, p.Goal, true, false)
	case certificate.RulesBackwards:
		return positions.NewZones(p.Start, p.Goal, false, true)
	}
	return nil
}

// midpoints goes on with one trial.
func (a *attack[W]) midpoints(name trialName, budget int, zones *positions.Zones) (puzzles.Line, error) {
	t := a.trials[name]
	if t == nil {
		j := a.journal(fmt.Sprintf("refute-%d-%d-%s", name.from, name.to, strings.ReplaceAll(name.rules, " ", "-")))
		o := refutationOptions[W]{
			from: name.from, length: name.to, zones: zones, rules: name.rules,
			rows: a.rows, table: a.table, bound: a.bound, classes: a.classes, prices: a.prices, diagonals: a.diagonals,
			sent: &a.sent,
		}
		if name.to < bounds.LongestCorridor {
			o.keys = a.keys
		}
		var err error
		if o.half, err = a.halfFor(name.to); err != nil {
			return nil, err
		}
		if o.half != nil {
			o.bound, o.keys = nil, nil
		}
		t = &trial[W]{journal: j, search: newRefutation(a.Run, a.space, j, o)}
		t.search.paid = a.proving().Paused[name.String()]
		if a.trials == nil {
			a.trials = map[trialName]*trial[W]{}
		}
		a.trials[name] = t
	}
	if t.done {
		return t.line, nil
	}
	a.Park(0)
	t.search.pauses = t.search.half == nil && a.awaitsGains()
	err := a.phase(name.String(), func() (outcome string, widest int, err error) {
		t.line, err = t.search.advance(budget)
		outcome = "no line"
		if t.line != nil {
			outcome = fmt.Sprintf("%d %s", a.Puzzle().Cost(t.line), a.Puzzle().Count)
		}
		return outcome, t.search.Widest, err
	})
	switch {
	case errors.Is(err, session.ErrBudget):
		a.halfway = a.halfway || t.search.depth == t.search.middle
		a.proving().Paused[name.String()] = len(t.search.Layers) - 1
		a.Park(t.search.Bytes() + t.search.tables()())
	case err == nil:
		a.proving().Paused[name.String()] = name.to
		a.Detail(t.search.tallied())
		t.done, t.step, t.search = true, t.search.certify(name.rules), nil
	}
	return t.line, err
}

// String names the trial as a phase: "refute 25-26 (free)".
func (n trialName) String() string {
	if n.from == n.to {
		return fmt.Sprintf("refute %d (%s)", n.to, n.rules)
	}
	return fmt.Sprintf("refute %d-%d (%s)", n.from, n.to, n.rules)
}
