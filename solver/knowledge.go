package solver

import (
	"fmt"
	"time"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/verify"
)

// knowledge is what is known of a puzzle so far. Lines get in only through the
// verifier. What is new goes to the store at once, but for the first second of a
// run, whose finds are soon made again.
type knowledge struct {
	run        *run
	puzzle     *puzzles.Puzzle
	store      Store // may be nil
	lower      int
	proof      string
	upper      int // NoUpper without a line
	line       puzzles.Line
	moves      int
	hops       int
	impossible bool
}

func newKnowledge(p *puzzles.Puzzle, r *run) *knowledge {
	return &knowledge{run: r, puzzle: p, store: r.options.Store, lower: 1, proof: "start and goal differ", upper: NoUpper}
}

// settled reports whether nothing is left to find out.
func (k *knowledge) settled() bool { return k.impossible || k.upper != NoUpper && k.lower >= k.upper }

// offer takes a line if it is shorter than the best one, or as short and better
// by the other count. A line that the verifier rejects is a broken invariant.
func (k *knowledge) offer(line puzzles.Line) error {
	if k.puzzle.Count == positions.Hops {
		line = chained(k.puzzle.Board, line)
	}
	report, err := verify.Replay(k.puzzle, line)
	if err != nil {
		return fmt.Errorf("search made an illegal line: %w", err)
	}
	cost, other := report.Moves, report.Hops
	known := k.hops
	if k.puzzle.Count == positions.Hops {
		cost, other, known = report.Hops, report.Moves, k.moves
	}
	if cost < k.lower {
		return fmt.Errorf("a line of %d %s contradicts the proven lower bound %d", cost, k.puzzle.Count, k.lower)
	}
	if k.upper != NoUpper && (cost > k.upper || cost == k.upper && other >= known) {
		return nil
	}
	shorter := k.upper == NoUpper || cost < k.upper
	k.line, k.upper, k.moves, k.hops = line, cost, report.Moves, report.Hops
	if !shorter {
		return nil
	}
	k.run.milestone(k.lower, k.upper, fmt.Sprintf("a line of %d %s (at least %d)", k.upper, k.puzzle.Count, k.lower))
	return k.rememberSoon()
}

// raise takes a proven lower bound.
func (k *knowledge) raise(lower int, proof string) error {
	if lower <= k.lower {
		return nil
	}
	if k.upper != NoUpper && lower > k.upper {
		return fmt.Errorf("a lower bound of %d contradicts a line of %d %s", lower, k.upper, k.puzzle.Count)
	}
	k.lower, k.proof = lower, proof
	k.run.milestone(k.lower, k.upper, fmt.Sprintf("at least %d %s", lower, k.puzzle.Count))
	return k.rememberSoon()
}

func (k *knowledge) result(stopped string) *Result {
	r := &Result{
		Puzzle: k.puzzle, Status: Bounded, Lower: k.lower, Upper: k.upper, Line: k.line,
		Moves: k.moves, Hops: k.hops, Proof: k.proof, Interrupted: stopped, Stats: k.run.stats(),
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

// recall takes over what the store has, as far as the verifier agrees.
func (k *knowledge) recall() {
	if k.store == nil {
		return
	}
	rec, ok := k.store.Get(k.puzzle.Fingerprint())
	if !ok {
		return
	}
	if rec.Line != nil {
		report, err := verify.Replay(k.puzzle, rec.Line)
		if err != nil || k.puzzle.Cost(rec.Line) < rec.Lower {
			return // a damaged entry is a miss
		}
		k.line, k.upper, k.moves, k.hops = rec.Line, k.puzzle.Cost(rec.Line), report.Moves, report.Hops
	}
	if rec.Lower > k.lower {
		k.lower, k.proof = rec.Lower, rec.Proof
	}
	k.impossible = rec.Impossible && rec.Line == nil
	if k.impossible {
		k.proof = rec.Proof
	}
	k.run.event.Lower, k.run.event.Upper = k.lower, k.upper
}

// remember gives the store what is known.
func (k *knowledge) remember() error {
	if k.store == nil {
		return nil
	}
	rec := Record{Lower: k.lower, Proof: k.proof, Line: k.line, Impossible: k.impossible}
	if k.line != nil {
		rec.Cost, rec.Other = k.moves, k.hops
		if k.puzzle.Count == positions.Hops {
			rec.Cost, rec.Other = k.hops, k.moves
		}
	}
	return k.store.Put(k.puzzle.Fingerprint(), rec)
}

func (k *knowledge) rememberSoon() error {
	if time.Since(k.run.started) < time.Second {
		return nil
	}
	return k.remember()
}
