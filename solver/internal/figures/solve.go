package figures

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/bounds"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// attack is one Solve of a puzzle with figures.
type attack[W positions.Words] struct {
	*session.Run
	*session.Knowledge
	space     *layers.Space[W]
	ends      []positions.Bits // positions that make a figure; nil if there are too many
	perimeter []*layers.Layer[W]
	groups    [][]puzzles.Pattern

	paused *bothEnds[W] // of the length in work, if it spent its share
	losses *byLosses[W] // in its place where diagonals bound what hops lose
}

// perimeterSize is how many positions near the figures are listed for beams.
const perimeterSize = 100_000

// Search settles a puzzle with figures.
//
// Puzzles without marked men in which every move counts as one are searched like
// those without figures, in rounds of growing effort: beams, then refutations by
// searches from both ends. All others, and what takes more memory than there is,
// are left to iterative deepening.
func Search(k *session.Knowledge) error {
	switch positions.WordsFor(k.Puzzle().Board.Len()) {
	case 1:
		return searchWide[[1]uint64](k)
	case 2:
		return searchWide[[2]uint64](k)
	default:
		return searchWide[[4]uint64](k)
	}
}

// searchWide is Search in the width of the board.
func searchWide[W positions.Words](k *session.Knowledge) error {
	r, p := k.Run, k.Puzzle()
	bound := bounds.NewFigureBound[W](p, puzzles.Pattern{Men: p.Start, Marked: p.Marked}, p.Patterns())
	start, marks := positions.Narrow[W](p.Start), positions.Narrow[W](p.Marked)
	bound.Load(&start, &marks)
	err := k.Raise(bound.HereByMen(), session.ProofOfClasses(p.Count))
	if err == nil {
		err = k.Raise(bound.Here(), session.ProofOfDiagonals)
	}
	if err != nil {
		return err
	}
	method := r.Options.Method
	if method == "" {
		method = session.BothEnds
	}
	through := p.Count.EachHop() && p.Arrival.KeepsGoal() // moves of several hops
	if method == session.BothEnds && p.Marked == (positions.Bits{}) && !through {
		a := &attack[W]{Run: r, Knowledge: k, space: newSpace[W](p)}
		err := a.rounds()
		if !errors.Is(err, session.ErrMemory) && !errors.Is(err, session.ErrUndecided) {
			return err
		}
	}
	k.Rough = false // a line of this search is not polished
	return deepen[W](r, k)
}

// rounds searches until the puzzle is settled. It returns ErrUndecided if the
// positions that make a figure are too many to begin with, and no line is known
// to be shortest.
func (a *attack[W]) rounds() error {
	if list, ok := goalPositions(a.Puzzle()); ok {
		a.ends = list
	}
	if len(a.ends) == 0 && a.ends != nil {
		return a.Deny("no position makes a figure")
	}
	a.group()
	if err := a.surround(); err != nil {
		return err
	}
	if err := a.TakeUp(); err != nil {
		return err
	}
	s := a.Standing
	if s.ProofFull {
		return session.ErrMemory
	}
	err := a.searchInRounds()
	if s.ProofFull = errors.Is(err, session.ErrMemory); s.ProofFull {
		err = errors.Join(err, a.Save(true))
	}
	return err
}

// searchInRounds is what rounds does once all is prepared.
func (a *attack[W]) searchInRounds() error {
	s := a.Standing
	err := a.InRounds(session.Rounds{
		BeamsWait: func() bool { return s.Round > 0 && a.ends != nil && !s.BeamsLag(a.Work) },
		Beams:     a.beamsOfRound,
		Exhaust:   func() error { return layers.Exhaust(a.Knowledge) },
		Prove: func() error {
			switch {
			case a.ends == nil && s.Round >= session.BeamsWaitFrom:
				return errors.Join(session.ErrUndecided, a.Save(true))
			case a.ends == nil:
				return nil
			}
			if err := a.refutations(s.Budget); !errors.Is(err, session.ErrBudget) {
				return err
			}
			return nil
		},
	})
	if err != nil {
		return err
	}
	return a.polish()
}

// surround lists the positions near the figures.
func (a *attack[W]) surround() error {
	if a.ends == nil {
		return nil
	}
	a.perimeter = []*layers.Layer[W]{layerOf(a.space, a.ends)}
	return a.Phase("perimeter", func() (outcome string, widest int, err error) {
		_, backward := zonesOf(a.Puzzle())
		sw := layers.NewSweep(a.Run, a.space, backward, func() layers.Filter[W] { return layers.Everything[W]{} })
		size := a.perimeter[0].Size()
		for size*40 < perimeterSize {
			d := len(a.perimeter)
			if err := sw.Expand(a.perimeter[d-1]); err != nil {
				return "", 0, err
			}
			next, err := sw.Gather(a.perimeter...)
			if err != nil {
				return "", 0, err
			}
			if next.Size() == 0 {
				break
			}
			a.perimeter = append(a.perimeter, next)
			size = next.Size()
		}
		a.Run.Table("perimeter", layers.BytesOf(a.perimeter))
		return fmt.Sprintf("%d layers", len(a.perimeter)), size, nil
	})
}

// beamsOfRound runs a beam search of every profile for each group of figures, and where
// diagonals bound what hops lose one for each position that makes a figure.
func (a *attack[W]) beamsOfRound() error {
	profiles := beamProfiles
	if a.space.HasReach() {
		profiles = filteredProfiles
	}
	byHops := len(a.groups) * len(profiles)
	all := byHops
	if a.ends != nil && bounds.HasDiagonals(a.Puzzle()) {
		all += len(a.targetsByLosses().targets)
	}
	return a.EachBeam(all, 8*a.space.Cells, func(i, limit int) (func() error, error) {
		if i >= byHops {
			return a.beamByLosses(i-byHops, limit)
		}
		profile := profiles[i%len(profiles)]
		profile.width, profile.limit = a.Standing.Width, limit
		return a.beam(i/len(profiles), profile)
	})
}

// beam runs a beam search for a group of figures.
func (a *attack[W]) beam(group int, o beamOptions) (over func() error, err error) {
	file := fmt.Sprintf("beam-%d-%d-%d-%d-%d-%d", group, o.width, o.bound, o.prices, o.reach, o.limit)
	j := layers.JournalOf(a.Knowledge, a.space, file)
	b := &beam[W]{
		Run: a.Run, space: a.space, perimeter: a.perimeter, aims: a.groups[group], options: o, files: layers.NewBeamFiles(a.Run, j),
	}
	name := fmt.Sprintf("beam %d/%d/%d", o.width, o.bound, o.prices)
	if o.reach > 0 {
		name += fmt.Sprintf("/%d", o.reach)
	}
	if len(a.groups) > 1 {
		name += fmt.Sprintf(" for %d", group+1)
	}
	err = a.Phase(name, func() (string, int, error) { return a.Shorter(b.search()) })
	return b.files.Over, err
}

// mostGroups is how many groups of figures beams head for one by one.
const mostGroups = 6

// group sorts the figures into groups of those that the mirror takes into each
// other, those with the least bound first. A beam for all figures at once would
// spread its positions over all of them.
func (a *attack[W]) group() {
	patterns := a.Puzzle().Patterns()
	mirror := mirror(a.Puzzle())
	for _, g := range patterns {
		image := puzzles.Pattern{Men: mirror.Apply(g.Men), Marked: mirror.Apply(g.Marked), Empty: mirror.Apply(g.Empty)}
		known := false
		for i, group := range a.groups {
			if slices.Contains(group, image) {
				a.groups[i], known = append(group, g), true
				break
			}
		}
		if !known {
			a.groups = append(a.groups, []puzzles.Pattern{g})
		}
	}
	if len(a.groups) > mostGroups {
		a.groups = [][]puzzles.Pattern{patterns}
	}
	least := func(group []puzzles.Pattern) int {
		b := bounds.NewFigureBound[W](a.Puzzle(), puzzles.Pattern{Men: a.Puzzle().Start}, group)
		var none W
		b.Load(&a.space.Start, &none)
		return b.Here()
	}
	slices.SortStableFunc(a.groups, func(g, h []puzzles.Pattern) int { return cmp.Compare(least(g), least(h)) })
}

// refutations settles the lengths from the lower bound up until the puzzle is
// settled or so many positions are expanded.
func (a *attack[W]) refutations(budget int) error {
	p := a.Standing.Proving("")
	defer a.MeterProof()()
	p.Begin(a.Work)
	if err := a.Save(false); err != nil {
		return err
	}
	for !a.Settled() {
		length := a.Lower()
		line, err := a.ofLength(length, budget-int(a.Work-p.Began))
		if err != nil {
			return err
		}
		clear(p.Paused)
		if line != nil {
			a.Rough = false
			return a.Offer(line)
		}
		if err := a.Raise(length+1, a.proofOf(length)); err != nil {
			return err
		}
		if err := a.Save(true); err != nil {
			return err
		}
		for _, j := range a.journalsOver(length) { // the bound is in the store
			if err := j.Remove(); err != nil {
				return err
			}
		}
	}
	return nil
}

// proofOf is the sentence for a length that was refuted.
func (a *attack[W]) proofOf(length int) string {
	if a.losses != nil {
		return session.ProofOfLosses(length)
	}
	return proofOfBothEnds(a.Puzzle().Count, length)
}

// journalsOver returns those of a length that is settled.
func (a *attack[W]) journalsOver(length int) []*layers.Journal[W] {
	if a.losses != nil {
		return a.losses.journals
	}
	both := a.journals(length)
	return both[:]
}

// ofLength looks for a line of so many moves; it is known that none is shorter.
func (a *attack[W]) ofLength(length, budget int) (line puzzles.Line, err error) {
	if bounds.HasDiagonals(a.Puzzle()) {
		return a.lengthByLosses(length, budget)
	}
	p, name := a.Standing.Proving(""), fmt.Sprintf("both ends %d", length)
	err = a.Phase(name, func() (string, int, error) {
		m := a.paused
		if m == nil || m.length != length {
			m = newBothEnds(a.Run, a.space, a.ends, length, a.journals(length))
			m.paid = p.Paused[name]
		}
		a.paused = nil
		a.Park(0)
		line, err = m.search(budget)
		if errors.Is(err, session.ErrBudget) {
			p.Paused[name] = m.depth()
			a.paused = m
			a.Park(m.bytes())
		}
		if line == nil {
			return "no line", m.widest(), err
		}
		return fmt.Sprintf("%d %s", a.Puzzle().Cost(line), a.Puzzle().Count), m.widest(), err
	})
	return line, err
}

// journals returns those of the two sides of the search for a length.
func (a *attack[W]) journals(length int) (out [2]*layers.Journal[W]) {
	for i := range out {
		out[i] = layers.JournalOf(a.Knowledge, a.space, fmt.Sprintf("both-ends-%d-%d", length, i))
	}
	return out
}

// polish looks for a line of the proven length that is best by the other count,
// if that is cheap: the complete search sees all lines, but for that by
// losses.
func (a *attack[W]) polish() error {
	if a.Rough = a.Rough && !a.Impossible() && a.ends != nil && !bounds.HasDiagonals(a.Puzzle()); !a.Rough {
		return nil
	}
	line, err := a.ofLength(a.Lower(), min(max(session.LeastPolish, int(a.Work/2)), session.MostPolish))
	if err != nil && !errors.Is(err, session.ErrBudget) && !errors.Is(err, session.ErrMemory) {
		return err
	}
	a.Rough = false
	if err != nil || line == nil {
		return nil
	}
	return a.Offer(line)
}

// proofOfBothEnds is the sentence for a length that was refuted.
func proofOfBothEnds(c positions.Count, length int) string {
	return fmt.Sprintf("complete search from both ends found no line of %d %s; shorter ones were refuted the same way or by the bound on the steps and jumps that the men need", length, c)
}
