package transfer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles/verify"
	"github.com/halma-solve/halma-solve/solver/internal/bounds"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
	"github.com/halma-solve/halma-solve/solver/internal/losses"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// byLosses is the search of one length by what is lost. It may be paused.
type byLosses[W positions.Words] struct {
	hops    int
	search  *losses.Search[W]
	journal *layers.Journal[W]
}

// atFirst is how many positions the search by losses may expand before any beam: so many
// take about a tenth of a second, and settle most small puzzles.
const atFirst = 10_000

// byLossesOnly reports whether complete searches are those by what hops lose. They do not
// see a mark, and of men who do not go ahead they know little.
func (a *attack[W]) byLossesOnly() bool {
	return a.plain == nil && a.diagonals != nil && a.space.TotalGain > 0 &&
		bounds.Ahead(a.Puzzle().Board, a.Puzzle().Start, a.Puzzle().Goal) == [2]bool{}
}

// tryByLosses gives the search by losses a try before the first beam.
func (a *attack[W]) tryByLosses() error {
	s := a.Standing
	if !a.byLossesOnly() || a.Options.Beam > 0 || s.Round > 0 || s.Beamed || s.Beams > 0 || a.Settled() {
		return nil
	}
	err := a.settleByLosses(atFirst)
	a.proving().Began = -1 // the round's begin later
	for _, later := range []error{session.ErrBudget, session.ErrMemory, session.ErrUndecided} {
		if errors.Is(err, later) {
			return nil
		}
	}
	return err
}

// settleByLosses settles the lengths from the lower bound up, where diagonals bound what
// hops lose, until the puzzle is settled or so many positions are expanded.
func (a *attack[W]) settleByLosses(budget int) error {
	defer a.MeterProof()()
	p := a.proving()
	p.Begin(a.Work)
	if err := a.Save(false); err != nil {
		return err
	}
	for !a.Settled() {
		if err := a.lengthByLosses(budget - int(a.Work-p.Began)); err != nil {
			return err
		}
	}
	return nil
}

// lengthByLosses settles the length of the lower bound.
//
// A line that is found is one of the free game. If it is not one of the booklet's, others
// may be: ErrUndecided is returned.
func (a *attack[W]) lengthByLosses(budget int) error {
	hops := a.Lower()
	name := fmt.Sprintf("losses %d", hops)
	if a.losses == nil || a.losses.hops != hops {
		j := a.journal(fmt.Sprintf("losses-%d", hops))
		a.losses = &byLosses[W]{hops, losses.NewSearch(a.Run, a.space, j, a.tablesOfLosses(), hops), j}
		a.losses.search.Describes = func(about losses.About) ([]byte, error) {
			text, err := json.Marshal(about)
			if err != nil {
				return nil, err
			}
			return json.Marshal(stageAbout{Unmarked: true, Losses: text})
		}
		a.losses.search.Paid = a.proving().Paused[name]
	}
	search := a.losses.search
	a.Park(0)
	var found bool
	err := a.phase(name, func() (outcome string, widest int, err error) {
		line, err := search.Advance(budget)
		if outcome = "no line"; line != nil {
			outcome = fmt.Sprintf("%d %s", a.Puzzle().Cost(line), a.Puzzle().Count)
		}
		found = line != nil
		return outcome, search.Widest, err
	})
	if errors.Is(err, session.ErrBudget) {
		a.proving().Paused[name] = search.Done()
		a.Park(search.Held())
	}
	if err != nil {
		return err
	}
	return a.settleLength(hops, found)
}

// settleLength takes what the search of a length has found.
func (a *attack[W]) settleLength(hops int, found bool) error {
	search, journal := a.losses.search, a.losses.journal
	a.losses = nil
	lower := hops + 1
	if found {
		lower = a.Puzzle().Cost(search.Line)
	}
	if err := a.Raise(lower, session.ProofOfLosses(lower-1), search.Certify()); err != nil {
		return err
	}
	clear(a.proving().Paused)
	if err := errors.Join(a.Save(true), journal.Remove()); err != nil {
		return err
	}
	if !found {
		return nil
	}
	if _, illegal := verify.Replay(a.Puzzle(), search.Line); illegal != nil {
		return session.ErrUndecided
	}
	return a.Offer(search.Line)
}

// beamByLosses runs a beam by what hops lose. Of a line that is not one of the booklet's
// nothing is taken.
func (a *attack[W]) beamByLosses(o beamOptions) (over func() error, err error) {
	j := a.journal(fmt.Sprintf("beam-%d-by-losses-%d", o.width, o.limit))
	b := losses.NewBeam(a.Run, a.space, j, a.tablesOfLosses(), o.limit-1, o.width)
	err = a.phase(fmt.Sprintf("beam %d by losses", o.width), func() (string, int, error) {
		line, widest, err := b.Search()
		if _, illegal := verify.Replay(a.Puzzle(), line); line != nil && illegal != nil {
			line = nil
		}
		return a.Shorter(line, widest, err)
	})
	return b.Over, err
}

func (a *attack[W]) tablesOfLosses() *losses.Tables {
	if a.lossTables == nil {
		a.lossTables = losses.NewTables(a.diagonals.Diagonals)
	}
	return a.lossTables
}

// stageByLosses makes the stage of a search by losses.
func (a *attack[W]) stageByLosses(text []byte) (stage, error) {
	var about losses.About
	err := json.Unmarshal(text, &about)
	if err != nil || !a.byLossesOnly() || !about.Possible(longestLength) {
		return nil, fmt.Errorf("%w: the description says nothing that is possible", ErrAbout)
	}
	a.tablesOfLosses() // before tasks share them
	return &lossStage[W]{a, about}, nil
}

// lossStage is the first pass of a search by losses, through the relaxed game, where some
// layer is expanded for some loss.
type lossStage[W positions.Words] struct {
	*attack[W]
	about losses.About
}

// do implements stage.
func (s *lossStage[W]) do(ctx context.Context, o *layers.Order, objects session.Objects) ([]byte, error) {
	if o.Merge != "" {
		return nil, fmt.Errorf("%w: no layer is put together so", ErrAbout)
	}
	crew := layers.Crew[W]{
		Run:   session.NewRun(ctx, session.Options{Workers: 1, Memory: s.Run.Options.Memory}),
		Space: s.space, Objects: objects,
		NewSweep: func(r *session.Run) *layers.Sweep[W] {
			return losses.NewSweep(r, s.space, s.lossTables, s.about)
		},
	}
	return crew.Do(ctx, o)
}
