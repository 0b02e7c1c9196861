package transfer

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/halma-solve/halma-solve/solver/certificate"
	"github.com/halma-solve/halma-solve/solver/internal/bounds"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// What pays for itself depends on how much a round is going to spend.
const (
	smallProjection = 8 << 20   // row counts of a pattern database that is built before anything else
	largeProjection = 256 << 20 // row counts of the largest one
	largePerimeter  = 2 << 20   // positions near the start that are listed at most
)

// equip sharpens the bounds before refutations of the given budget.
func (a *attack[W]) equip(budget int) error {
	_, to := a.lengths()
	byHalves := a.byHalves(to) // then nothing is asked of rows
	if a.plain != nil {
		if err := a.equipAsUnmarked(budget); err != nil {
			return err
		}
	} else if a.bound == nil && a.pays(budget) && !byHalves {
		if err := a.project(); err != nil {
			return err
		}
		if err := a.startOver(); err != nil {
			return err
		}
	}
	if byHalves {
		return nil
	}
	if err := a.surround(min(largePerimeter, budget/10)); err != nil {
		return err
	}
	if a.plain == nil && (a.bound != nil || a.halfway) && budget >= learnAt {
		if err := a.learn(budget / 4); err != nil {
			return err
		}
	}
	return a.raiseByGains()
}

// surround lists up to so many positions near the start for the gain table, unless
// it has them. What an earlier run had listed is counted in its work.
func (a *attack[W]) surround(most int) error {
	p := a.proving()
	if a.table.radius() >= 0 && most <= p.Perimeter {
		return nil
	}
	again, work := most <= p.Perimeter, a.Work
	p.Perimeter = max(most, p.Perimeter)
	err := a.phase("perimeter", func() (string, int, error) { return a.table.widen(a.Run, a.space, p.Perimeter) })
	if again {
		a.Work = work
	}
	a.Run.Table(a.label+"perimeter", layers.BytesOf(a.table.perimeter))
	return err
}

// surroundAgain is surround for a run that begins where an earlier one was.
func (a *attack[W]) surroundAgain() error {
	if p := a.proving(); p.Perimeter > 0 {
		return a.surround(p.Perimeter)
	}
	return nil
}

// awaitsGains reports whether a refutation is to pause at the middle, so that the gain
// table is extended first. Gains are asked from there on alone, and where there is no
// pattern database to tell how far row counts are from the goal, they help images keep the
// second half small. But to prove them takes longer than the first half, and if that has
// no midpoints there is no second one (13 men on 16×16 in 29 and 30 moves: 72 s for
// gains, 19 s for the first half as far as it came beside them, 2026-11).
func (a *attack[W]) awaitsGains() bool {
	return a.bound == nil && a.keys != nil && !a.halfway && a.lacksGains()
}

// lacksGains reports whether more gains than are proven are worth it to a refutation; see
// refutation.leastAfter. The greatest that it asks for is that of the moves which are left
// one move after the middle. It takes longest to prove, and what it would cut there images
// cut, too (13 men on the star in 28 moves: 1,818,000 positions to prove it, for 9,000 of
// 20,518,000 less; 2026-11).
func (a *attack[W]) lacksGains() bool { return len(a.table.gains) < a.Lower()/2 }

// learnAt is the budget from which on the gain table is extended by search.
const learnAt = 1 << 20

// pruner returns what decides in searches of the gain table.
func (a *attack[W]) pruner() pruner[W] {
	if a.bound != nil {
		return pruneBy(a.space, a.rows, bounds.Encoding(a.bound))
	}
	return pruneBy(a.space, a.rows, bounds.Encoding(a.keys))
}

// newKeys returns what encodes row counts of which there are too many for a pattern
// database, nil if nothing does.
func (a *attack[W]) newKeys() *bounds.Keys {
	return bounds.NewKeys(a.rows, a.rows.Count(a.space.CellsOf(&a.space.Goal)), a.Memory/8, a.Ctx.Done())
}

// pays reports whether a pattern database beyond smallProjection is worth its
// time and fits into the memory.
func (a *attack[W]) pays(budget int) bool {
	n := bounds.CountRows(a.rows)
	return n <= largeProjection && n <= uint64(budget)*20 && a.fits(n)
}

// fits reports whether there is memory for a pattern database of n row counts, and
// for the set of those in work while it is built.
func (a *attack[W]) fits(n uint64) bool { return int64(n)*9/8 <= a.Memory/8 }

// startOver drops the trials under way: with the better bound they are done
// faster anew than from where they are.
func (a *attack[W]) startOver() error {
	for _, t := range a.trials {
		if t.search == nil {
			continue
		}
		if err := t.search.Journal.Remove(); err != nil {
			return err
		}
	}
	a.trials = nil
	clear(a.proving().Paused)
	a.Park(0)
	return nil
}

// projectAgain takes the pattern database of an earlier run, if there is one, so
// that its trials go on with the bounds they had.
func (a *attack[W]) projectAgain() error {
	saved := a.Savings()
	if n := bounds.CountRows(a.rows); saved == nil || n > largeProjection || !a.fits(n) {
		return nil
	}
	for _, file := range []string{RowsFile, rowsBegunFile} {
		if _, err := os.Stat(saved.Path(file)); err == nil {
			return a.project()
		}
	}
	return nil // the usual case: there is none
}

// project builds the pattern database, or takes it from the checkpoints. One that
// takes long to build is saved on the way, distance by distance.
func (a *attack[W]) project() error {
	return a.phase("row abstraction", func() (outcome string, widest int, err error) {
		p, goal := bounds.LayOut(a.rows), a.rows.Count(a.space.CellsOf(&a.space.Goal))
		whole, err := a.loadRows(p, RowsFile)
		if err != nil {
			return "", 0, err
		}
		if whole && p.Plausible(&goal) {
			a.bound = p
			a.Run.Table(a.label+"rows", int64(p.Size))
			return fmt.Sprintf("%d row counts, from a checkpoint", p.Size), 0, nil
		}
		begun, err := a.loadRows(p, rowsBegunFile)
		if err != nil {
			return "", 0, err
		}
		err = p.Fill(a.Run, goal, a.farthest(), a.saveRowsBegun(p))
		if err == nil && begun && !p.Plausible(&goal) {
			p.Distance = nil
			err = p.Fill(a.Run, goal, a.farthest(), nil)
		}
		if err != nil {
			return "", 0, err
		}
		a.bound = p
		a.Run.Table(a.label+"rows", int64(p.Size))
		return fmt.Sprintf("%d row counts", p.Size), 0, a.saveRows(p)
	})
}

// farthest returns up to which distance a pattern database is of use. Whoever is past the
// middle of the longest line that is to be refuted has no more moves left; before it a
// corridor finds by search what the table does not say. Most row counts are farther from the
// goal (star, 15 men, 31 moves: 96 of 116 million; building it takes 3.2 s in place of 24,
// and the layers are the same, 2026-11). Where hops are counted the table is built as a
// whole: half of it was not tried. What is built before anything else bounds the start, too.
func (a *attack[W]) farthest() int {
	if a.Upper() == session.NoUpper || a.Puzzle().Count.EachHop() || bounds.CountRows(a.rows) <= uint64(a.small) {
		return bounds.AllDistances
	}
	return max(0, (a.Upper()-1)/2-1)
}

// loadRows reads the table of a pattern database from a file. Without one of the
// right size it leaves p without a table.
func (a *attack[W]) loadRows(p *bounds.Projection, file string) (ok bool, err error) {
	p.Distance = nil
	saved := a.Savings()
	if saved == nil {
		return false, nil
	}
	data, ok, err := saved.Load(saved.Identity(file))
	if ok = ok && len(data) == p.Size; ok {
		p.Distance = data
	}
	return ok, err
}

// saveRows saves a pattern database: a small one only once the run is worth it.
func (a *attack[W]) saveRows(p *bounds.Projection) error {
	saved := a.Savings()
	if saved == nil || a.Options.Scratch {
		return nil
	}
	save := func() error {
		return errors.Join(saved.Save(saved.Identity(RowsFile), p.Distance), saved.Drop(saved.Identity(rowsBegunFile)))
	}
	if p.Size > a.small {
		return save()
	}
	a.Unsaved = append(a.Unsaved, save)
	return nil
}

// saveRowsBegun returns what saves a pattern database under way when it is time.
func (a *attack[W]) saveRowsBegun(p *bounds.Projection) func() error {
	saved, keeper := a.Savings(), a.Checkpointer()
	if saved == nil {
		return nil
	}
	return func() error {
		if !keeper.Due() {
			return nil
		}
		return keeper.Save(func() error { return saved.Save(saved.Identity(rowsBegunFile), p.Distance) })
	}
}

// learnAgain takes the gain table of an earlier run, if there is one: the steps that
// prove it, from which it is derived anew.
func (a *attack[W]) learnAgain() error {
	saved := a.Savings()
	if saved == nil {
		return nil
	}
	data, ok, err := saved.Load(saved.Identity(gainsFile))
	if err != nil || !ok {
		return err
	}
	var steps []certificate.Step
	if json.Unmarshal(data, &steps) != nil {
		return nil
	}
	gains, err := certificate.ProvenGains(a.Puzzle(), steps)
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
	saved := a.Savings()
	if saved == nil {
		return nil
	}
	data, err := json.Marshal(a.table.steps)
	if err != nil || bytes.Equal(data, a.savedSteps) {
		return err
	}
	a.savedSteps = data
	return saved.Save(saved.Identity(gainsFile), data)
}

// learn extends the gain table as far as the budget allows. What is proven goes
// to the checkpoints.
func (a *attack[W]) learn(budget int) error {
	for a.lacksGains() {
		err := a.phase(fmt.Sprintf("gain in %d", len(a.table.gains)), func() (string, int, error) {
			return a.table.prove(a.Run, a.space, a.pruner(), a.journal, budget)
		})
		if errors.Is(err, session.ErrBudget) {
			return nil
		}
		if err != nil {
			return err
		}
		if a.bound == nil || a.bound.Size > a.small || a.Worth() {
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
	length := a.Lower()
	for a.Upper() == session.NoUpper || length < a.Upper() {
		possible := true
		for k := 0; k <= length; k++ {
			possible = possible && a.table.most(k)+a.table.most(length-k) >= a.space.TotalGain
		}
		if possible {
			break
		}
		length++
	}
	steps := append(slices.Clone(a.table.steps), certificate.Step{Kind: certificate.Gains, Value: length})
	return a.Raise(length, session.ProofOfGain, steps...)
}

// The files of a puzzle besides the journals of its searches.
const (
	RowsFile      = "rows.bin"
	rowsBegunFile = "rows-begun.bin"
	gainsFile     = "gains.bin"
)

// journal returns the journal of a search with the given name, nil when no
// checkpoints are wanted.
func (a *attack[W]) journal(name string) *layers.Journal[W] {
	j := layers.JournalOf(a.Knowledge, a.space, name)
	if j != nil {
		j.Before = a.saveGains
	}
	return j
}
