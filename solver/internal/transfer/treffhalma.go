package transfer

import (
	"errors"
	"slices"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/solver/certificate"
	"github.com/halma-solve/halma-solve/solver/internal/bounds"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
	"github.com/halma-solve/halma-solve/solver/internal/session"
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
	about() *session.Knowledge
	prepare() error
	equip(budget int) error
	prove(budget int) error
	// bounds returns the row bounds as far as they are made (projection may be
	// nil), the proven greatest gains and the steps that prove these.
	bounds() (*bounds.Rows, *bounds.Projection, []int, []certificate.Step)
}

// searchMarked runs the rounds for a puzzle with a mark.
func searchMarked(k *session.Knowledge) error {
	plain := session.NewKnowledge(k.Puzzle().Unmarked(), k.Run)
	plain.Stricter = k
	plain.Recall()
	var err error
	switch positions.MarkedWordsFor(k.Puzzle().Board.Len()) {
	case 1:
		err = newMarkedAttack[[1]uint64](k, plain).rounds()
	case 2:
		err = newMarkedAttack[[2]uint64](k, plain).rounds()
	case 4:
		err = newMarkedAttack[[4]uint64](k, plain).rounds()
	default:
		err = newMarkedAttack[[5]uint64](k, plain).rounds()
	}
	return errors.Join(err, plain.Remember())
}

func newMarkedAttack[W positions.Words](k, plain *session.Knowledge) *attack[W] {
	a := newAttack[W](k)
	switch positions.WordsFor(k.Puzzle().Board.Len()) {
	case 1:
		a.plain = newPlainAttack[[1]uint64](plain)
	case 2:
		a.plain = newPlainAttack[[2]uint64](plain)
	default:
		a.plain = newPlainAttack[[4]uint64](plain)
	}
	return a
}

func newPlainAttack[W positions.Words](k *session.Knowledge) *attack[W] {
	a := newAttack[W](k)
	a.label = "without mark: "
	return a
}

func (a *attack[W]) about() *session.Knowledge { return a.Knowledge }

func (a *attack[W]) bounds() (*bounds.Rows, *bounds.Projection, []int, []certificate.Step) {
	return a.rows, a.bound, a.table.gains, a.table.steps
}

// proveUnmarked goes on with the plain puzzle. ready is true when it is settled,
// or its search can do no more, so that marked positions are next.
func (a *attack[W]) proveUnmarked(budget int) (ready bool, err error) {
	plain := a.plain.about()
	if a.Line() != nil {
		if err := plain.Offer(a.Line()); err != nil {
			return false, err
		}
	}
	p := a.proving()
	if plain.Settled() || p.Stuck {
		return true, nil
	}
	defer a.MeterProof()()
	if plain.Upper() == session.NoUpper {
		err = layers.Exhaust(a.plain.about())
	}
	if err == nil {
		err = a.plain.prove(budget)
	}
	if errors.Is(err, session.ErrUndecided) {
		p.Stuck = true
		err = layers.Exhaust(a.plain.about())
	}
	if plain.Impossible() {
		err = errors.Join(err, a.Deny(session.ProofWithoutMark(plain.Proof()), plain.Steps()...))
	}
	return !a.Settled(), err
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
