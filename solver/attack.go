package solver

import (
	"errors"
	"fmt"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/verify"
)

// attack is one Solve in the width of its board: the prepared puzzle, what the
// searches have in common, and a method for each of them.
type attack[W positions.Words] struct {
	*run
	*knowledge
	space *space[W]
	rows  *rows
	bound *projection // nil if there are too many row counts

	length int                  // of the refutations below
	trials map[string]*trial[W] // by rules
}

// trial is the complete search of one length under one set of rules. It may be
// paused.
type trial[W positions.Words] struct {
	search *refutation[W]
	done   bool
	line   puzzles.Line // when done; nil if there is none
}

// prepare builds the abstraction and takes the bound that it gives at once.
func (a *attack[W]) prepare() error {
	a.rows = newRows(a.space)
	if n := countRows(a.rows); n <= projectionSize {
		err := a.phase("row abstraction", func() (string, int, error) {
			var err error
			a.bound, err = newProjection(a.run, a.rows, a.rows.count(cellsOf(&a.space.goal)))
			return fmt.Sprintf("%d row counts", n), 0, err
		})
		if err != nil {
			return err
		}
	}
	start := a.rows.count(cellsOf(&a.space.start))
	if a.bound != nil {
		return a.raise(int(a.bound.distance[a.bound.rank(&start)]), proofOfRows)
	}
	n := 1
	for a.rows.lift(&start, n) < a.space.totalGain {
		n++
	}
	return a.raise(n, proofOfGain)
}

// beams runs a beam search of every profile.
func (a *attack[W]) beams(width int) error {
	for _, profile := range beamProfiles {
		if a.settled() {
			return nil
		}
		profile.width, profile.limit = width, a.upper
		if profile.limit == NoUpper {
			profile.limit = 4 * (a.space.totalGain + a.space.cells)
		}
		name := fmt.Sprintf("beam %d/%d/%d", width, profile.onset, profile.weight)
		err := a.phase(name, func() (string, int, error) {
			line, widest, err := newBeam(a.run, a.space, a.bound, profile).search()
			if err != nil || line == nil {
				return "nothing shorter", widest, err
			}
			return fmt.Sprintf("%d %s", a.puzzle.Cost(line), a.puzzle.Count), widest, a.offer(line)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// exhaust searches through all positions, if they are few enough, and settles
// the puzzle.
func (a *attack[W]) exhaust() error {
	ranker, err := positions.NewRanker(a.puzzle.Board.Len(), a.puzzle.Men())
	if err != nil || ranker.Len() > exhaustible {
		return nil
	}
	return a.phase("breadth first", func() (string, int, error) {
		e, err := BreadthFirst(a.ctx, a.puzzle, a.workers)
		switch {
		case err != nil && a.stop() != nil:
			return "", 0, a.stop()
		case err != nil:
			return "", 0, err
		case e.Distance < 0:
			var sum uint64
			for _, n := range e.Layers {
				sum += n
			}
			a.impossible, a.proof = true, fmt.Sprintf("complete breadth-first search: the goal is not among the %d positions that can be reached", sum)
			return "no line", 0, nil
		}
		if err := a.raise(e.Distance, "complete breadth-first search"); err != nil {
			return "", 0, err
		}
		return fmt.Sprintf("%d %s", e.Distance, a.puzzle.Count), 0, a.offer(e.Line)
	})
}

// refutations settles one length after the other, from the lower bound up,
// until the puzzle is settled or so many positions are expanded.
func (a *attack[W]) refutations(budget int) error {
	before := a.expanded.Load()
	for !a.settled() {
		length := a.lower
		line, err := a.complete(length, budget-int(a.expanded.Load()-before))
		if err != nil {
			return err
		}
		if line != nil {
			return a.offer(line)
		}
		if err := a.raise(length+1, proofOfMidpoints(a.puzzle.Count, length)); err != nil {
			return err
		}
	}
	return nil
}

// polish looks for a line of the proven length that is best by the other
// count, if that is cheap: the complete search sees all lines.
func (a *attack[W]) polish() error {
	if a.impossible {
		return nil
	}
	line, err := a.complete(a.lower, max(polishBudget, int(a.expanded.Load()/2)))
	if errors.Is(err, errBudget) || errors.Is(err, errMemory) || errors.Is(err, errUndecided) {
		return nil
	}
	if err != nil || line == nil {
		return err
	}
	return a.offer(line)
}

// complete looks for a line of exactly the given length; no shorter one exists.
// It returns nil if it proved that there is none.
//
// Under booklet rules the free game goes first: it is a relaxation and takes one
// pass where the booklet's takes two. Only if the line it finds breaks the
// arrival rule is the booklet's own game searched: as it is played, and as the
// mirrored reversals of its lines. When hops are counted, that search would miss
// chains through a court, so errUndecided is returned: the bound stays.
func (a *attack[W]) complete(length, budget int) (puzzles.Line, error) {
	line, err := a.midpoints(length, budget, "free", nil)
	if line == nil || err != nil || a.puzzle.Arrival == positions.Free {
		return line, err
	}
	if _, illegal := verify.Replay(a.puzzle, line); illegal == nil {
		return line, nil
	}
	if a.puzzle.Count == positions.Hops {
		return nil, errUndecided
	}
	p := a.puzzle
	line, err = a.midpoints(length, budget, "booklet", positions.NewZones(p.Start, p.Goal, true, false))
	if line != nil || err != nil {
		return line, err
	}
	line, err = a.midpoints(length, budget, "booklet backwards", positions.NewZones(p.Start, p.Goal, false, true))
	if line != nil {
		line = a.space.reversed(line)
	}
	return line, err
}

// midpoints goes on with the search for one length under one set of rules.
func (a *attack[W]) midpoints(length, budget int, rules string, zones *positions.Zones) (puzzles.Line, error) {
	if a.length != length {
		a.length, a.trials = length, map[string]*trial[W]{}
	}
	t := a.trials[rules]
	if t == nil {
		t = &trial[W]{search: newRefutation(a.run, a.space, a.rows, a.bound, zones, length)}
		a.trials[rules] = t
	}
	if t.done {
		return t.line, nil
	}
	a.park(0)
	err := a.phase(fmt.Sprintf("refute %d (%s)", length, rules), func() (outcome string, widest int, err error) {
		t.line, err = t.search.advance(budget)
		outcome = fmt.Sprintf("no line of %d %s", length, a.puzzle.Count)
		if t.line != nil {
			outcome = "found a line"
		}
		return outcome, t.search.widest, err
	})
	switch {
	case errors.Is(err, errBudget):
		a.park(t.search.bytes())
	case err == nil:
		t.done, t.search = true, nil
	}
	return t.line, err
}
