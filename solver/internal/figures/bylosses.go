package figures

import (
	"errors"
	"fmt"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/bounds"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
	"github.com/halma-solve/halma-solve/solver/internal/losses"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// byLosses are the searches for lines of so many hops by what they lose, where hops are
// short and on a square (package losses): one for each position that makes a figure, up to
// the mirror, and is near enough. They may be paused.
type byLosses[W positions.Words] struct {
	hops     int
	targets  []*target
	next     int // target in work
	search   *losses.Search[W]
	journals []*layers.Journal[W] // of all searches of the length, until it is settled
	shared   *bounds.Diagonals    // whose losses all targets share
}

// target is a position that makes a figure.
type target struct {
	men       positions.Bits
	diagonals *bounds.Diagonals
	least     int  // hops there are needed
	exact     bool // least is by what is lost, not by the rows alone
}

// newByLosses returns the targets, none of them the mirror image of another one.
func (a *attack[W]) newByLosses() *byLosses[W] {
	b := &byLosses[W]{}
	seen := map[W]bool{}
	for _, men := range a.ends {
		w, _ := a.space.Canonical(positions.Narrow[W](men))
		if seen[w] {
			continue
		}
		seen[w] = true
		board, start := a.Puzzle().Board, a.Puzzle().Start
		d := bounds.NewDiagonals(board, start, men, bounds.Ahead(board, start, men))
		if b.shared == nil {
			b.shared = d
		}
		d.Share(b.shared)
		b.targets = append(b.targets, &target{men: men, diagonals: d, least: bounds.HopsFor(d.Rows())})
	}
	return b
}

// within reports whether the target may be so many hops from the start.
func (t *target) within(hops int) bool {
	if t.least <= hops && !t.exact {
		bound := bounds.NewLossBound(t.diagonals)
		bound.Load(&t.diagonals.Start)
		t.least, t.exact = bounds.HopsFor(t.diagonals.Rows()+bound.Loss()), true
	}
	return t.least <= hops
}

// targetsByLosses returns the targets of searches by losses.
func (a *attack[W]) targetsByLosses() *byLosses[W] {
	if a.losses == nil {
		a.losses = a.newByLosses()
	}
	return a.losses
}

// lengthByLosses looks for a line of so many hops.
func (a *attack[W]) lengthByLosses(hops, budget int) (line puzzles.Line, err error) {
	b := a.targetsByLosses()
	if b.hops != hops {
		b.hops, b.next, b.search, b.journals = hops, 0, nil, nil
	}
	began, widest := a.Work, 0
	err = a.Phase(fmt.Sprintf("losses %d", hops), func() (string, int, error) {
		a.Park(0)
		for ; b.next < len(b.targets) && line == nil; b.next++ {
			if !b.targets[b.next].within(hops) {
				continue
			}
			if b.search == nil {
				a.prepare(b.targets[b.next])
			}
			line, err = b.search.Advance(budget - int(a.Work-began))
			widest = max(widest, b.search.Widest)
			if errors.Is(err, session.ErrBudget) {
				a.Standing.Proving("").Paused[b.name()] = b.search.Done()
				a.Park(b.search.Held())
			}
			if err != nil {
				return "", widest, err
			}
			a.Standing.Proving("").Paused[b.name()] = b.search.Done()
			b.search = nil
		}
		if line == nil {
			return "no line", widest, nil
		}
		return fmt.Sprintf("%d %s", a.Puzzle().Cost(line), a.Puzzle().Count), widest, nil
	})
	return line, err
}

// name is that of the search for the target in work.
func (b *byLosses[W]) name() string { return fmt.Sprintf("losses-%d-%d", b.hops, b.next) }

// prepare makes the search for a target.
func (a *attack[W]) prepare(t *target) {
	b := a.losses
	space, tables := a.wayTo(t)
	j := layers.JournalOf(a.Knowledge, space, b.name())
	b.journals = append(b.journals, j)
	b.search = losses.NewSearch(a.Run, space, j, tables, b.hops)
	b.search.Paid = a.Standing.Proving("").Paused[b.name()]
}

// wayTo returns what searches by losses need whose goal is a target.
func (a *attack[W]) wayTo(t *target) (*layers.Space[W], *losses.Tables) {
	p := *a.Puzzle()
	p.Goal, p.Goals = t.men, []puzzles.Pattern{{Men: t.men}}
	return losses.NewSpace[W](&p, t.diagonals), losses.NewTables(t.diagonals)
}

// beamByLosses runs a beam by what hops lose for the target of a number, if there may be a
// line below the limit. There are many targets, so it is a tenth as wide as other beams.
func (a *attack[W]) beamByLosses(number, limit int) (over func() error, err error) {
	t, width := a.losses.targets[number], max(1, a.Standing.Width/10)
	if !t.within(limit - 1) {
		return func() error { return nil }, nil
	}
	space, tables := a.wayTo(t)
	j := layers.JournalOf(a.Knowledge, space, fmt.Sprintf("beam-%d-by-losses-%d-%d", width, number, limit))
	b := losses.NewBeam(a.Run, space, j, tables, limit-1, width)
	err = a.Phase(fmt.Sprintf("beam %d by losses", width), func() (string, int, error) { return a.Shorter(b.Search()) })
	return b.Over, err
}
