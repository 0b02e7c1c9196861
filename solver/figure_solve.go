package solver

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// figureAttack is one Solve of a puzzle with figures.
type figureAttack[W positions.Words] struct {
	*run
	*knowledge
	space     *space[W]
	ends      []positions.Bits // positions that make a figure; nil if there are too many
	perimeter []*layer[W]
	groups    [][]puzzles.Pattern

	paused *bothEnds[W] // of the length in work, if it spent its share
}

// figurePerimeter is how many positions near the figures are listed for beams.
const figurePerimeter = 100_000

// searchFigures settles a puzzle with figures.
//
// Puzzles without marked men in which every move counts as one are searched like
// those without figures, in rounds of growing effort: beams, then refutations by
// searches from both ends. All others, and what takes more memory than there is,
// are left to iterative deepening.
func searchFigures(k *knowledge) error {
	switch positions.WordsFor(k.puzzle.Board.Len()) {
	case 1:
		return searchWide[[1]uint64](k)
	case 2:
		return searchWide[[2]uint64](k)
	default:
		return searchWide[[4]uint64](k)
	}
}

// searchWide is searchFigures in the width of the board.
func searchWide[W positions.Words](k *knowledge) error {
	r, p := k.run, k.puzzle
	bound := newFigureBound[W](p, puzzles.Pattern{Men: p.Start, Marked: p.Marked}, p.Patterns())
	start, marks := positions.Narrow[W](p.Start), positions.Narrow[W](p.Marked)
	bound.load(&start, &marks)
	if bound.here() == 0 {
		return k.begunAtGoal("the start makes a figure")
	}
	if err := k.raise(bound.here(), proofOfClasses(p.Count)); err != nil {
		return err
	}
	method := r.options.Method
	if method == "" {
		method = BothEnds
	}
	through := p.Count.EachHop() && p.Arrival.KeepsGoal() // moves of several hops
	if method == BothEnds && p.Marked == (positions.Bits{}) && !through {
		a := &figureAttack[W]{run: r, knowledge: k, space: newFigureSpace[W](p)}
		err := a.rounds()
		if !errors.Is(err, errMemory) && !errors.Is(err, errUndecided) {
			return err
		}
	}
	k.rough = false // a line of this search is not polished
	return deepen[W](r, k)
}

// rounds searches until the puzzle is settled. It returns errUndecided if the
// positions that make a figure are too many to begin with, and no line is known
// to be shortest.
func (a *figureAttack[W]) rounds() error {
	if list, ok := goalPositions(a.puzzle); ok {
		a.ends = list
	}
	if len(a.ends) == 0 && a.ends != nil {
		return a.deny("no position makes a figure")
	}
	a.group()
	if err := a.surround(); err != nil {
		return err
	}
	if err := a.takeUp(); err != nil {
		return err
	}
	s := a.standing
	if s.ProofFull {
		return errMemory
	}
	err := a.searchInRounds()
	if s.ProofFull = errors.Is(err, errMemory); s.ProofFull {
		err = errors.Join(err, a.save(true))
	}
	return err
}

// searchInRounds is what rounds does once all is prepared.
func (a *figureAttack[W]) searchInRounds() error {
	for s := a.standing; !a.settled(); {
		if !s.Beamed {
			runs := s.Round == 0 || a.ends == nil || s.beamsLag(a.work)
			if runs {
				if err := a.beams(s.Width); err != nil {
					return err
				}
			}
			s.beamsOver(runs)
			if err := a.save(false); err != nil {
				return err
			}
		}
		if s.Round == 0 && a.upper == NoUpper {
			if err := exhaust(a.knowledge); err != nil {
				return err
			}
		}
		if a.ends == nil && s.Round >= beamsWaitFrom {
			return errors.Join(errUndecided, a.save(true))
		}
		if a.ends != nil {
			if err := a.refutations(s.Budget); err != nil && !errors.Is(err, errBudget) {
				return err
			}
		}
		s.next()
		if err := a.save(true); err != nil {
			return err
		}
	}
	return a.polish()
}

// surround lists the positions near the figures.
func (a *figureAttack[W]) surround() error {
	if a.ends == nil {
		return nil
	}
	a.perimeter = []*layer[W]{layerOf(a.space, a.ends)}
	return a.phase("perimeter", func() (outcome string, widest int, err error) {
		_, backward := figureZones(a.puzzle)
		sw := newSweep(a.run, a.space, backward, func() filter[W] { return everything[W]{} })
		size := a.perimeter[0].size()
		for size*40 < figurePerimeter {
			d := len(a.perimeter)
			if err := sw.expand(a.perimeter[d-1]); err != nil {
				return "", 0, err
			}
			next, err := sw.gather(a.perimeter...)
			if err != nil {
				return "", 0, err
			}
			if next.size() == 0 {
				break
			}
			a.perimeter = append(a.perimeter, next)
			size = next.size()
		}
		a.run.table("perimeter", bytesOf(a.perimeter))
		return fmt.Sprintf("%d layers", len(a.perimeter)), size, nil
	})
}

// beams runs a beam search of every profile for each group of figures, but for
// those that are done.
func (a *figureAttack[W]) beams(width int) error {
	s := a.standing
	s.BeamWork.start(a.work)
	defer func() { s.BeamWork.stop(a.work) }()
	for s.Beams < len(a.groups)*len(figureProfiles) {
		if a.settled() {
			return nil
		}
		profile := figureProfiles[s.Beams%len(figureProfiles)]
		profile.width, profile.limit = width, a.upper
		if profile.limit == NoUpper {
			profile.limit = 8 * a.space.cells
		}
		files, err := a.beam(s.Beams/len(figureProfiles), profile)
		if err != nil {
			return err
		}
		s.Beams++
		if err := files.over(); err != nil {
			return err
		}
	}
	return nil
}

// beam runs a beam search for a group of figures.
func (a *figureAttack[W]) beam(group int, o figureBeamOptions) (*beamFiles[W], error) {
	j := journalOf(a.knowledge, a.space, fmt.Sprintf("beam-%d-%d-%d-%d-%d", group, o.width, o.bound, o.prices, o.limit))
	b := &figureBeam[W]{
		run: a.run, space: a.space, perimeter: a.perimeter, aims: a.groups[group], options: o, files: newBeamFiles(a.run, j),
	}
	name := fmt.Sprintf("beam %d/%d/%d", o.width, o.bound, o.prices)
	if len(a.groups) > 1 {
		name += fmt.Sprintf(" for %d", group+1)
	}
	err := a.phase(name, func() (string, int, error) {
		line, widest, err := b.search()
		if err != nil || line == nil {
			return "nothing shorter", widest, err
		}
		return fmt.Sprintf("%d %s", a.puzzle.Cost(line), a.puzzle.Count), widest, a.offer(line)
	})
	return &b.files, err
}

// mostGroups is how many groups of figures beams head for one by one.
const mostGroups = 6

// group sorts the figures into groups of those that the mirror takes into each
// other, those with the least bound first. A beam for all figures at once would
// spread its positions over all of them.
func (a *figureAttack[W]) group() {
	patterns := a.puzzle.Patterns()
	mirror := figureMirror(a.puzzle)
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
		b := newFigureBound[W](a.puzzle, puzzles.Pattern{Men: a.puzzle.Start}, group)
		var none W
		b.load(&a.space.start, &none)
		return b.here()
	}
	slices.SortStableFunc(a.groups, func(g, h []puzzles.Pattern) int { return cmp.Compare(least(g), least(h)) })
}

// refutations settles the lengths from the lower bound up until the puzzle is
// settled or so many positions are expanded.
func (a *figureAttack[W]) refutations(budget int) error {
	s, p := a.standing, a.standing.proving("")
	s.ProofWork.start(a.work)
	defer func() { s.ProofWork.stop(a.work) }()
	p.begin(a.work)
	if err := a.save(false); err != nil {
		return err
	}
	for !a.settled() {
		length := a.lower
		line, err := a.ofLength(length, budget-int(a.work-p.Began))
		if err != nil {
			return err
		}
		clear(p.Paused)
		if line != nil {
			a.rough = false
			return a.offer(line)
		}
		if err := a.raise(length+1, proofOfBothEnds(a.puzzle.Count, length)); err != nil {
			return err
		}
		if err := a.save(true); err != nil {
			return err
		}
		for _, j := range a.journals(length) { // the bound is in the store
			if err := j.remove(); err != nil {
				return err
			}
		}
	}
	return nil
}

// ofLength looks for a line of so many moves; it is known that none is shorter.
func (a *figureAttack[W]) ofLength(length, budget int) (line puzzles.Line, err error) {
	p, name := a.standing.proving(""), fmt.Sprintf("both ends %d", length)
	err = a.phase(name, func() (string, int, error) {
		m := a.paused
		if m == nil || m.length != length {
			m = newBothEnds(a.run, a.space, a.ends, length, a.journals(length))
			m.paid = p.Paused[name]
		}
		a.paused = nil
		a.park(0)
		line, err = m.search(budget)
		if errors.Is(err, errBudget) {
			p.Paused[name] = m.depth()
			a.paused = m
			a.park(m.bytes())
		}
		if line == nil {
			return "no line", m.widest(), err
		}
		return fmt.Sprintf("%d %s", a.puzzle.Cost(line), a.puzzle.Count), m.widest(), err
	})
	return line, err
}

// journals returns those of the two sides of the search for a length.
func (a *figureAttack[W]) journals(length int) (out [2]*journal[W]) {
	for i := range out {
		out[i] = journalOf(a.knowledge, a.space, fmt.Sprintf("both-ends-%d-%d", length, i))
	}
	return out
}

// polish looks for a line of the proven length that is best by the other count,
// if that is cheap: the complete search sees all lines.
func (a *figureAttack[W]) polish() error {
	if a.rough = a.rough && !a.impossible && a.ends != nil; !a.rough {
		return nil
	}
	line, err := a.ofLength(a.lower, min(max(leastPolish, int(a.work/2)), mostPolish))
	if err != nil && !errors.Is(err, errBudget) && !errors.Is(err, errMemory) {
		return err
	}
	a.rough = false
	if err != nil || line == nil {
		return nil
	}
	return a.offer(line)
}

// proofOfBothEnds is the sentence for a length that was refuted.
func proofOfBothEnds(c positions.Count, length int) string {
	return fmt.Sprintf("complete search from both ends found no line of %d %s; shorter ones were refuted the same way or by the bound on the steps and jumps that the men need", length, c)
}
