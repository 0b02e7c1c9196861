package layers

import (
	"fmt"

	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/certificate"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// exhaustible is up to how many positions a puzzle is searched through when nothing
// else settles it.
const exhaustible = 1 << 24

// Exhaust searches through all positions, if they are few enough, and settles
// the puzzle.
func Exhaust(k *session.Knowledge) error {
	if n, err := NewNumbering(k.Puzzle()); err != nil || n.Size > exhaustible {
		return nil
	}
	r := k.Run
	return r.Phase("breadth first", func() (string, int, error) {
		e, err := BreadthFirst(r.Ctx, k.Puzzle(), r.Workers)
		switch {
		case err != nil && r.Stop() != nil:
			return "", 0, r.Stop()
		case err != nil:
			return "", 0, err
		}
		var steps []certificate.Step
		if session.HasCertificates(k.Puzzle()) {
			steps = append(steps, CertifyAll(k.Puzzle(), e))
		}
		if e.Distance < 0 {
			var sum uint64
			for _, n := range e.Layers {
				sum += n
			}
			return "no line", 0, k.Deny(fmt.Sprintf("complete breadth-first search: the goal is not among the %d positions that can be reached", sum), steps...)
		}
		if err := k.Raise(e.Distance, "complete breadth-first search", steps...); err != nil {
			return "", 0, err
		}
		return fmt.Sprintf("%d %s", e.Distance, k.Puzzle().Count), 0, k.Offer(e.Line)
	})
}

// CertifyAll is the step of a complete breadth-first search.
func CertifyAll(p *puzzles.Puzzle, e *Exhaustion) certificate.Step {
	s := certificate.Step{Kind: certificate.BreadthFirst, Marked: p.Marked.Len() > 0, Rules: p.Arrival.String(), Value: e.Distance}
	for d, n := range e.Layers {
		s.Layers = append(s.Layers, certificate.Layer{Depth: d, Positions: int64(n)})
	}
	return s
}
