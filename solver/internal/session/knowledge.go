package session

import (
	"fmt"
	"slices"
	"time"

	"github.com/halma-solve/halma-solve/cache/files"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/verify"
	"github.com/halma-solve/halma-solve/solver/certificate"
)

// Knowledge is what is known of a puzzle so far. Lines get in only through the
// verifier. What is new goes to the store at once, but for the first second of a
// run, whose finds are soon made again.
type Knowledge struct {
	Run        *Run
	puzzle     *puzzles.Puzzle
	Store      Store    // may be nil
	saved      *Savings // see savings
	lower      int
	proof      string
	steps      []certificate.Step // that prove lower; none for games without certificates
	upper      int                // NoUpper without a line
	line       puzzles.Line
	moves      int
	hops       int
	impossible bool
	Rough      bool   // a line of this length that is better by the other count is still to be looked for
	late       bool   // the store does not know all yet
	past       *Stats // of the searches that the store's record is from; nil if it has none
	// Stricter is what is known of a puzzle that has this one as relaxation: it takes
	// over the lower bounds, and only its own progress is reported.
	Stricter *Knowledge
}

func NewKnowledge(p *puzzles.Puzzle, r *Run) *Knowledge {
	return &Knowledge{Run: r, puzzle: p, Store: r.Options.Store, lower: 1, proof: "start and goal differ", upper: NoUpper}
}

// Settled reports whether nothing is left to find out.
func (k *Knowledge) Settled() bool { return k.impossible || k.upper != NoUpper && k.lower >= k.upper }

// Offer takes a line if it is shorter than the best one, or as short and better
// by the other count. A line that the verifier rejects is a broken invariant.
func (k *Knowledge) Offer(line puzzles.Line) error {
	if k.puzzle.Count.EachHop() {
		line = chained(k.puzzle.Board, line)
	}
	report, err := verify.Replay(k.puzzle, line)
	if err != nil {
		return fmt.Errorf("search made an illegal line: %w", err)
	}
	cost, other := report.Moves, report.Hops
	known := k.hops
	if k.puzzle.Count.EachHop() {
		cost, other, known = report.Hops, report.Moves, k.moves
	}
	if cost < k.lower {
		return fmt.Errorf("a line of %d %s contradicts the proven lower bound %d", cost, k.puzzle.Unit(), k.lower)
	}
	if k.upper != NoUpper && (cost > k.upper || cost == k.upper && other >= known) {
		return nil
	}
	shorter := k.upper == NoUpper || cost < k.upper
	k.line, k.upper, k.moves, k.hops = line, cost, report.Moves, report.Hops
	if !shorter {
		return nil
	}
	if k.Stricter == nil {
		k.Run.milestone(k.lower, k.upper, fmt.Sprintf("a line of %d %s (at least %d)", k.upper, k.puzzle.Unit(), k.lower))
	}
	return k.rememberSoon()
}

// Raise takes a proven lower bound and the steps that prove it, in addition to
// those that are known.
func (k *Knowledge) Raise(lower int, proof string, steps ...certificate.Step) error {
	if lower <= k.lower {
		return nil
	}
	if k.upper != NoUpper && lower > k.upper {
		return fmt.Errorf("a lower bound of %d contradicts a line of %d %s", lower, k.upper, k.puzzle.Unit())
	}
	k.lower, k.proof = lower, proof
	k.learnSteps(steps)
	if k.Stricter != nil {
		if err := k.Stricter.Raise(lower, ProofWithoutMark(proof), k.steps...); err != nil {
			return err
		}
	} else {
		k.Run.milestone(k.lower, k.upper, fmt.Sprintf("at least %d %s", lower, k.puzzle.Unit()))
	}
	return k.rememberSoon()
}

// Deny takes a proof that there is no line, and the steps of it.
func (k *Knowledge) Deny(proof string, steps ...certificate.Step) error {
	if k.line != nil {
		return fmt.Errorf("a proof that there is no line contradicts a line of %d %s: %s", k.upper, k.puzzle.Unit(), proof)
	}
	k.impossible, k.proof = true, proof
	k.learnSteps(steps)
	return nil
}

// BegunAtGoal reports whether the start of the puzzle is a goal, which settles it: the
// line without moves is one. The store, whose bounds begin with 1, has nothing to say of it.
func (k *Knowledge) BegunAtGoal() (bool, error) {
	if !k.puzzle.Ended(k.puzzle.Start, k.puzzle.Marked) {
		return false, nil
	}
	k.LeaveStore()
	k.lower, k.proof = 0, "the start is a goal"
	return true, k.Offer(puzzles.Line{})
}

// Explain says in other words how the known bound is proven.
func (k *Knowledge) Explain(proof string) { k.proof = proof }

// LeaveStore keeps what is found from now on out of the store.
func (k *Knowledge) LeaveStore() { k.Store = nil }

// learnSteps takes steps of a proof.
func (k *Knowledge) learnSteps(steps []certificate.Step) {
	for _, s := range steps {
		k.steps = certificate.Add(k.steps, s)
	}
}

func (k *Knowledge) Result(stopped string) *Result {
	r := &Result{
		Puzzle: k.puzzle, Status: Bounded, Lower: k.lower, Upper: k.upper, Line: k.line,
		Moves: k.moves, Hops: k.hops, Proof: k.proof, Steps: k.steps, Interrupted: stopped, Stats: k.Run.Stats(),
	}
	switch {
	case k.impossible:
		r.Status = Impossible
	case k.upper == NoUpper:
		r.Status = Unknown
	case k.lower >= k.upper:
		r.Status = Optimal
	}
	return r
}

// Recall takes over what the store has, as far as the verifier agrees, of the
// puzzle itself and of the same under the other rules of arrival: the free game
// is a relaxation, so what it proves holds for the booklet's, too, and a line
// may be legal under both. A marked puzzle has a second relaxation, itself without
// the mark, one on a rhombus another, the same on the star, and one of solo whose last
// man has a hole of his own that where any will do.
func (k *Knowledge) Recall() {
	if k.Store == nil {
		return
	}
	k.takeBoth(k.puzzle)
	k.takeOther(k.puzzle)
	if MarksOne(k.puzzle) {
		k.takeBoth(k.puzzle.Unmarked())
		k.takeOther(k.puzzle.Unmarked())
	}
	k.takeHoles()
	if k.Stricter == nil {
		k.Run.begin(k.lower, k.upper)
	}
}

// takeBoth takes over what the records of a puzzle under both rules of arrival
// say.
func (k *Knowledge) takeBoth(of *puzzles.Puzzle) {
	k.take(of)
	switch {
	case of.Game.Pegs():
	case of.Arrival.KeepsGoal():
		k.take(of.With(positions.Free))
	default:
		k.take(of.With(positions.Booklet))
	}
}

// record returns what the store has of a puzzle. A record whose line is illegal or
// shorter than its bound, or whose steps do not prove the bound of a game that has
// certificates, is damaged: a miss.
func (k *Knowledge) record(of *puzzles.Puzzle) (Record, bool) {
	rec, ok := k.Store.Get(of.Fingerprint())
	if ok && rec.Line != nil {
		_, err := verify.Replay(of, rec.Line)
		ok = err == nil && of.Cost(rec.Line) >= rec.Lower
	}
	if ok && HasCertificates(of) {
		_, err := certificate.Prune(of, rec.Steps, rec.Lower, rec.Impossible)
		ok = err == nil
	}
	return rec, ok
}

// take takes over what the record of a puzzle says about this one.
func (k *Knowledge) take(of *puzzles.Puzzle) {
	rec, ok := k.record(of)
	if !ok {
		return
	}
	if rec.Line != nil {
		k.takeLine(rec.Line)
	}
	if of.Fingerprint() == k.puzzle.Fingerprint() {
		k.Rough, k.past = k.Rough || rec.Rough, rec.Stats
	}
	if of.Arrival != k.puzzle.Arrival && of.Arrival.KeepsGoal() && !rec.provesFree(of) {
		return // what holds under the stricter rules need not hold here
	}
	if of.Marked != k.puzzle.Marked {
		rec.Proof = ProofWithoutMark(rec.Proof)
	}
	if of.Goal != k.puzzle.Goal && of.Game.Pegs() {
		rec.Proof = ProofToAnyHole(rec.Proof)
	}
	if rec.Lower > k.lower && (k.upper == NoUpper || rec.Lower <= k.upper) {
		k.lower, k.proof, k.steps = rec.Lower, rec.Proof, rec.Steps
	}
	if rec.Impossible && rec.Line == nil && k.line == nil {
		k.impossible, k.proof, k.steps = true, rec.Proof, rec.Steps
	}
}

// provesFree reports whether the bound of a record of the booklet's game is proven of the
// free game: most are, since that is searched first.
func (r *Record) provesFree(of *puzzles.Puzzle) bool {
	if !HasCertificates(of) {
		return false
	}
	_, err := certificate.Prune(of.With(positions.Free), r.Steps, r.Lower, r.Impossible)
	return err == nil
}

// takeLine takes a line that is shorter than the best one, if the verifier agrees.
func (k *Knowledge) takeLine(line puzzles.Line) {
	report, err := verify.Replay(k.puzzle, line)
	if cost := k.puzzle.Cost(line); err == nil && (k.upper == NoUpper || cost < k.upper) {
		k.line, k.upper, k.moves, k.hops = line, cost, report.Moves, report.Hops
	}
}

// Recalled is the result of a puzzle of which nothing was searched now.
func (k *Knowledge) Recalled() *Result {
	r := k.Result("")
	r.Cached = true
	if k.past != nil {
		r.Stats = *k.past
	}
	return r
}

// Remember gives the store what is known.
func (k *Knowledge) Remember() error { return k.remember(nil) }

// remember gives the store what is known, and the figures of the run when it is over.
func (k *Knowledge) remember(over *Stats) error {
	if k.Store == nil {
		return nil
	}
	k.late = false
	rec := Record{Lower: k.lower, Proof: k.proof, Steps: k.steps, Line: k.line, Impossible: k.impossible, Puzzle: inFiles(k.puzzle), Stats: over}
	rec.Rough = k.Rough && k.line != nil && k.Settled()
	if k.line != nil {
		rec.Cost, rec.Other = k.moves, k.hops
		if k.puzzle.Count.EachHop() {
			rec.Cost, rec.Other = k.hops, k.moves
		}
	}
	return k.Store.Put(k.puzzle.Fingerprint(), rec)
}

func (k *Knowledge) rememberSoon() error {
	if time.Since(k.Run.started) < time.Second {
		k.late = true
		return nil
	}
	return k.Remember()
}

// Savings returns what is saved of the puzzle, nil when no checkpoints are wanted.
func (k *Knowledge) Savings() *Savings {
	if k.saved == nil {
		k.saved = NewSavings(k.Run.Options.Checkpoints, k.puzzle)
	}
	return k.saved
}

// checkSavings refuses symbolic links in what is saved of the puzzle and of the one without
// its mark: searches remove files there, and those behind a link are not theirs.
func (k *Knowledge) checkSavings() error {
	if k.Run.Options.Checkpoints == "" {
		return nil
	}
	err := files.NoLinks(k.Savings().Dir)
	if err == nil && MarksOne(k.puzzle) {
		err = files.NoLinks(NewSavings(k.Run.Options.Checkpoints, k.puzzle.Unmarked()).Dir)
	}
	if err != nil {
		return fmt.Errorf("checkpoints: %w", err)
	}
	return nil
}

// forgetJournals removes what is saved of searches for the puzzle, which is
// settled, and for the one without its mark.
func (k *Knowledge) forgetJournals() error {
	if MarksOne(k.puzzle) {
		return forgetJournals(k.Run.Options.Checkpoints, k.puzzle, k.puzzle.Unmarked())
	}
	return forgetJournals(k.Run.Options.Checkpoints, k.puzzle)
}

// HasCertificates reports whether bounds of a puzzle come with the steps that prove
// them.
func HasCertificates(p *puzzles.Puzzle) bool {
	info, _ := p.Game.Info()
	return info.Certificates
}

// MarksOne reports whether p is a transfer with one marked man that has to end on
// the image of its start.
func MarksOne(p *puzzles.Puzzle) bool {
	if p.Game.Pegs() || len(p.Goals) != 1 || p.Marked.Len() != 1 || p.Start.Intersects(p.Goal) {
		return false
	}
	turn := puzzles.HalfTurn(p.Board)
	want := puzzles.Pattern{Men: turn.Apply(p.Start), Marked: turn.Apply(p.Marked)}
	return p.Goals[0] == want && p.Goal == want.Men
}

// RestsOnArrival reports whether the lower bound may be one of the booklet's game
// alone, above the optimum of the free one.
func (k *Knowledge) RestsOnArrival() bool {
	return len(k.steps) == 0 && k.lower > 1 || ofBooklet(k.steps)
}

// ofBooklet reports whether any of the steps is about the booklet's game alone.
func ofBooklet(steps []certificate.Step) bool {
	return slices.ContainsFunc(steps, func(s certificate.Step) bool {
		return s.Rules != "" && s.Rules != certificate.RulesFree || s.Whole != nil && ofBooklet(s.Whole.Steps)
	})
}
