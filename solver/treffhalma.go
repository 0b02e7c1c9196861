package solver

import (
	"errors"
	"slices"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/solver/certificate"
)

// Treffhalma is solved as what it is, highscore with one thing more to ask for.
// The plain puzzle, without the mark, is a relaxation: every marked line is a line
// of it, so its lower bounds hold. Complete searches through plain positions are
// several times smaller than those through marked ones (mark.go). So beams look
// for marked lines, and the lower bound is raised by plain searches until the
// plain puzzle is settled. Only for lengths from its optimum on, which plain
// searches cannot rule out, are marked positions searched completely.
//
// Whatever is found out about the plain puzzle on the way goes to the store under
// its own name; if it is settled there already, nothing of it is done again.

// relaxation is the search for the plain puzzle, in whatever width.
type relaxation interface {
	about() *knowledge
	prepare() error
	equip(budget int) error
	prove(budget int) error
	// bounds returns the row bounds as far as they are made (projection may be
	// nil), the proven greatest gains and the steps that prove these.
	bounds() (*rows, *projection, []int, []certificate.Step)
}

// searchMarked runs the rounds for a puzzle with a mark.
func searchMarked(k *knowledge) error {
	plain := newKnowledge(k.puzzle.Unmarked(), k.run)
	plain.stricter = k
	plain.recall()
	var err error
	switch positions.MarkedWordsFor(k.puzzle.Board.Len()) {
	case 1:
		err = newMarkedAttack[[1]uint64](k, plain).rounds()
	case 2:
		err = newMarkedAttack[[2]uint64](k, plain).rounds()
	case 4:
		err = newMarkedAttack[[4]uint64](k, plain).rounds()
	default:
		err = newMarkedAttack[[5]uint64](k, plain).rounds()
	}
	return errors.Join(err, plain.remember())
}

func newMarkedAttack[W positions.Words](k, plain *knowledge) *attack[W] {
	a := newAttack[W](k)
	switch positions.WordsFor(k.puzzle.Board.Len()) {
	case 1:
		a.plain = newPlainAttack[[1]uint64](plain)
	case 2:
		a.plain = newPlainAttack[[2]uint64](plain)
	default:
		a.plain = newPlainAttack[[4]uint64](plain)
	}
	return a
}

func newPlainAttack[W positions.Words](k *knowledge) *attack[W] {
	a := newAttack[W](k)
	a.label = "without mark: "
	return a
}

func (a *attack[W]) about() *knowledge { return a.knowledge }

func (a *attack[W]) bounds() (*rows, *projection, []int, []certificate.Step) {
	return a.rows, a.bound, a.table.gains, a.table.steps
}

// proveUnmarked goes on with the plain puzzle. ready is true when it is settled,
// or its search can do no more, so that marked positions are next.
func (a *attack[W]) proveUnmarked(budget int) (ready bool, err error) {
	plain := a.plain.about()
	if a.line != nil {
		if err := plain.offer(a.line); err != nil {
			return false, err
		}
	}
	s, p := a.standing, a.proving()
	if plain.settled() || p.Stuck {
		return true, nil
	}
	s.ProofWork.start(a.work)
	defer func() { s.ProofWork.stop(a.work) }()
	if plain.upper == NoUpper {
		err = exhaust(a.plain.about())
	}
	if err == nil {
		err = a.plain.prove(budget)
	}
	if errors.Is(err, errUndecided) {
		p.Stuck = true
		err = exhaust(a.plain.about())
	}
	if plain.impossible {
		err = errors.Join(err, a.deny(proofWithoutMark(plain.proof), plain.steps...))
	}
	return !a.settled(), err
}

// equipAsUnmarked takes over the bounds of the plain puzzle.
func (a *attack[W]) equipAsUnmarked(budget int) error {
	if err := a.plain.equip(budget); err != nil {
		return err
	}
	_, bound, _, _ := a.plain.bounds()
	a.adoptGains()
	if bound == nil || a.bound != nil {
		return nil
	}
	a.bound = bound
	return a.startOver()
}

// adoptGains takes over the gain table of the plain puzzle.
func (a *attack[W]) adoptGains() {
	_, _, gains, steps := a.plain.bounds()
	if len(gains) <= len(a.table.gains) {
		return
	}
	a.table.gains = slices.Clone(gains)
	for _, s := range steps {
		a.table.steps = certificate.Add(a.table.steps, s)
	}
}
