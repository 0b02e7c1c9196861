package solver

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/halma-solve/halma-solve/solver/certificate"
)

// What pays for itself depends on how much a round is going to spend.
const (
	smallProjection = 8 << 20   // row counts of a pattern database that is built before anything else
	largeProjection = 256 << 20 // row counts of the largest one
	largePerimeter  = 2 << 20   // positions near the start that are listed at most
)

// equip sharpens the bounds before refutations of the given budget.
func (a *attack[W]) equip(budget int) error {
	if a.plain != nil {
		if err := a.equipAsUnmarked(budget); err != nil {
			return err
		}
	} else if a.bound == nil && a.pays(budget) {
		if err := a.project(); err != nil {
			return err
		}
		if err := a.startOver(); err != nil {
			return err
		}
	}
	if most := min(largePerimeter, budget/10); a.table.radius() < 0 || most > a.perimeterSize {
		a.perimeterSize = most
		err := a.phase("perimeter", func() (string, int, error) { return a.table.widen(a.run, a.space, most) })
		if err != nil {
			return err
		}
	}
	if a.plain == nil && (a.bound != nil || a.bands != nil) && budget >= learnAt {
		if err := a.learn(budget / 4); err != nil {
			return err
		}
	}
	return a.raiseByGains()
}

// learnAt is the budget from which on the gain table is extended by search.
const learnAt = 1 << 20

// riser returns what decides in searches of the gain table.
func (a *attack[W]) riser() riser[W] {
	if a.bound != nil {
		return rowRiser[W](a.bound)
	}
	return bandRiser[W](a.bands, a.memory/8)
}

// pays reports whether a pattern database beyond smallProjection is worth its
// time and fits into the memory.
func (a *attack[W]) pays(budget int) bool {
	n := countRows(a.rows)
	return n <= largeProjection && n <= uint64(budget)*20 && a.fits(n)
}

// fits reports whether there is memory for a pattern database of n row counts, and
// for the set of those in work while it is built.
func (a *attack[W]) fits(n uint64) bool { return int64(n)*9/8 <= a.memory/8 }

// startOver drops the trials under way: with the better bound they are done
// faster anew than from where they are.
func (a *attack[W]) startOver() error {
	for _, t := range a.trials {
		if t.search == nil {
			continue
		}
		if err := t.search.journal.remove(); err != nil {
			return err
		}
	}
	a.trials = nil
	a.park(0)
	return nil
}

// projectAgain takes the pattern database of an earlier run, if there is one, so
// that its trials go on with the bounds they had.
func (a *attack[W]) projectAgain() error {
	saved := a.savings()
	if n := countRows(a.rows); saved == nil || n > largeProjection || !a.fits(n) {
		return nil
	}
	if _, err := os.Stat(saved.path(rowsFile)); err != nil {
		return nil // the usual case: there is none
	}
	return a.project()
}

// project builds the pattern database, or takes it from the checkpoints.
func (a *attack[W]) project() error {
	return a.phase("row abstraction", func() (outcome string, widest int, err error) {
		p, goal := layOut(a.rows), a.rows.count(a.space.cellsOf(&a.space.goal))
		saved := a.savings()
		large := saved != nil && p.size > a.small
		if large {
			data, ok, err := saved.load(saved.identity(rowsFile))
			if err != nil {
				return "", 0, err
			}
			p.distance = data
			if ok && p.plausible(&goal) {
				a.bound = p
				return fmt.Sprintf("%d row counts, from a checkpoint", p.size), 0, nil
			}
		}
		if err := p.fill(a.run, goal); err != nil {
			return "", 0, err
		}
		a.bound = p
		if large {
			err = saved.save(saved.identity(rowsFile), p.distance)
		}
		return fmt.Sprintf("%d row counts", p.size), 0, err
	})
}

// learnAgain takes the gain table of an earlier run, if there is one: the steps that
// prove it, from which it is derived anew.
func (a *attack[W]) learnAgain() error {
	saved := a.savings()
	if saved == nil {
		return nil
	}
	data, ok, err := saved.load(saved.identity(gainsFile))
	if err != nil || !ok {
		return err
	}
	var steps []certificate.Step
	if json.Unmarshal(data, &steps) != nil {
		return nil
	}
	gains, err := certificate.ProvenGains(a.puzzle, steps)
	if err != nil {
		return nil // what proves nothing is a miss
	}
	a.savedSteps = data
	if len(gains) > len(a.table.gains) {
		a.table.gains, a.table.steps = gains, steps
		return a.raiseByGains()
	}
	for _, s := range steps { // of marked positions, when the plain puzzle knows more
		if s.Kind == certificate.Near {
			a.table.learnNear(s)
		}
	}
	return nil
}

// saveGains keeps the steps of the gain table, unless that was done: layers that
// were pruned by gains are believed only together with what proves these.
func (a *attack[W]) saveGains() error {
	saved := a.savings()
	if saved == nil {
		return nil
	}
	data, err := json.Marshal(a.table.steps)
	if err != nil || bytes.Equal(data, a.savedSteps) {
		return err
	}
	a.savedSteps = data
	return saved.save(saved.identity(gainsFile), data)
}

// learn extends the gain table as far as the budget allows. What is proven goes
// to the checkpoints.
func (a *attack[W]) learn(budget int) error {
	for len(a.table.gains) <= a.lower/2 { // more is not asked for: see refutation.leastAfter
		err := a.phase(fmt.Sprintf("gain in %d", len(a.table.gains)), func() (string, int, error) {
			return a.table.prove(a.run, a.space, a.riser(), a.journal, budget)
		})
		if errors.Is(err, errBudget) {
			return nil
		}
		if err != nil {
			return err
		}
		if a.bound == nil || a.bound.size > a.small {
			if err := a.saveGains(); err != nil {
				return err
			}
		}
		if err := a.raiseByGains(); err != nil {
			return err
		}
	}
	return nil
}

// raiseByGains takes the bound that the gain table gives: at depth k of a line of
// L moves no more than F(k) rows are gained and no more than F(L−k) are left, so
// F(k) + F(L−k) is at least the whole for every k.
func (a *attack[W]) raiseByGains() error {
	length := a.lower
	for a.upper == NoUpper || length < a.upper {
		possible := true
		for k := 0; k <= length; k++ {
			possible = possible && a.table.most(k)+a.table.most(length-k) >= a.space.totalGain
		}
		if possible {
			break
		}
		length++
	}
	steps := append(slices.Clone(a.table.steps), certificate.Step{Kind: certificate.Gains, Value: length})
	return a.raise(length, proofOfGain, steps...)
}

// The files of a puzzle besides the journals of its searches.
const (
	rowsFile  = "rows.bin"
	gainsFile = "gains.bin"
)

// savings returns what is saved of the puzzle, nil when no checkpoints are wanted.
func (a *attack[W]) savings() *savings {
	if a.saved == nil {
		a.saved = newSavings(a.options.Checkpoints, a.puzzle)
	}
	return a.saved
}

// journal returns the journal of a search with the given name, nil when no
// checkpoints are wanted.
func (a *attack[W]) journal(name string) *journal[W] {
	if saved := a.savings(); saved != nil {
		return &journal[W]{saved: saved, space: a.space, name: name, before: a.saveGains}
	}
	return nil
}
