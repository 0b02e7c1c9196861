package solver

import (
	"fmt"

	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/certificate"
)

// exhaustible is up to how many positions a puzzle is searched through when nothing
// else settles it.
const exhaustible = 1 << 24

// exhaust searches through all positions, if they are few enough, and settles
// the puzzle.
func exhaust(k *knowledge) error {
	if n, err := newNumbering(k.puzzle); err != nil || n.size > exhaustible {
		return nil
	}
	r := k.run
	return r.phase("breadth first", func() (string, int, error) {
		e, err := BreadthFirst(r.ctx, k.puzzle, r.workers)
		switch {
		case err != nil && r.stop() != nil:
			return "", 0, r.stop()
		case err != nil:
			return "", 0, err
		}
		var steps []certificate.Step
		if hasCertificates(k.puzzle) {
			steps = append(steps, certifyAll(k.puzzle, e))
		}
		if e.Distance < 0 {
			var sum uint64
			for _, n := range e.Layers {
				sum += n
			}
			return "no line", 0, k.deny(fmt.Sprintf("complete breadth-first search: the goal is not among the %d positions that can be reached", sum), steps...)
		}
		if err := k.raise(e.Distance, "complete breadth-first search", steps...); err != nil {
			return "", 0, err
		}
		return fmt.Sprintf("%d %s", e.Distance, k.puzzle.Count), 0, k.offer(e.Line)
	})
}

// certifyAll is the step of a complete breadth-first search.
func certifyAll(p *puzzles.Puzzle, e *Exhaustion) certificate.Step {
	s := certificate.Step{Kind: certificate.BreadthFirst, Marked: p.Marked.Len() > 0, Rules: p.Arrival.String(), Value: e.Distance}
	for d, n := range e.Layers {
		s.Layers = append(s.Layers, certificate.Layer{Depth: d, Positions: int64(n)})
	}
	return s
}
