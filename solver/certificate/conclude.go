package certificate

import (
	"slices"
	"sort"
)

// conclude marks the steps that the bound needs and puts what they add into words.
// Each bound rests on one step, which rests on one bound of its game, and on F.
func (a *argument) conclude() {
	if a.Impossible {
		a.used[slices.IndexFunc(a.steps, func(s Step) bool { return s.Kind == BreadthFirst && s.Value < 0 })] = true
	}
	reach := 0 // F(reach) is needed
	for i := a.by[a.own()]; i >= 0; {
		s, before := a.steps[i], -1
		a.used[i] = true
		switch s.Kind {
		case Gains:
			reach = max(reach, a.reachFor(s.Value))
		case Refutation:
			before = a.rests[i]
			reach = max(reach, a.needs(s))
			if j := a.partner(s); s.Rules == RulesBooklet {
				a.used[j] = true
				reach = max(reach, a.needs(a.steps[j]))
			}
		}
		i = before
	}
	for n := 1; n <= reach; n++ {
		provers := a.provers(n)
		if !slices.ContainsFunc(provers, func(i int) bool { return a.used[i] }) {
			a.used[provers[0]] = true
		}
	}
	for i, s := range a.steps {
		if a.used[i] {
			a.say(s)
		} else {
			a.idle = s.name()
		}
	}
}

// needs marks the list of positions that a refutation uses, and returns up to which
// n it uses F(n).
func (a *argument) needs(s Step) (reach int) {
	for _, b := range s.Bounds {
		if b.Near >= 0 {
			a.used[a.nearOf(s)] = true
		}
		reach = max(reach, len(b.Gains)-1)
	}
	return reach
}

// reachFor returns the least n for which F(0) … F(n) rule out all lines below length.
func (a *argument) reachFor(length int) int {
	return sort.Search(len(a.Gains)-1, func(n int) bool {
		return byGains(a.greatest(a.Gains[:n+1], maxMoves), a.total) >= length
	})
}

// say puts into words what a step adds.
func (a *argument) say(s Step) {
	unit := a.puzzle.Count
	switch s.Kind {
	case Rows:
		a.claim("rows: the goal is %d abstract moves away", s.Value)
	case Near:
		a.claim("near: %d positions within %d of the start%s", s.Positions(), s.Moves, s.mark())
	case Gain:
		a.claim("gain: at most %d rows in %d (%d positions looked at)", s.Value, s.Moves, s.Positions())
	case Gains:
		a.claim("gains: the greatest gains rule out every line below %d %s", s.Value, unit)
	case Assignment:
		a.claim("assignment: no men fill the goal with fewer than %d %s", s.Value, unit)
	case Diagonals:
		a.claim("diagonals: what hops lose there rules out every line below %d %s", s.Value, unit)
	case Losses:
		lower, _ := s.proves()
		a.claim("%s: %d positions looked at, so at least %d", s.name(), s.Positions(), lower)
	case BreadthFirst:
		if s.Value < 0 {
			a.claim("breadth-first: the goal is not among the %d positions that can be reached%s", s.Positions(), s.mark())
			return
		}
		a.claim("breadth-first: the goal is at distance %d%s", s.Value, s.mark())
	case Part:
		a.claim("part: every line is one on the %s, so at least %d", s.Whole.Puzzle.board(), s.Value)
	case Refutation:
		lower, _ := s.proves()
		if s.Rules == RulesFree {
			a.claim("%s: %d positions looked at, so at least %d", s.name(), s.Positions(), lower)
			return
		}
		a.claim("%s: %d positions looked at, so of lines through such midpoints at least %d", s.name(), s.Positions(), lower)
	}
}

// Positions returns how many positions the layers of a step hold.
func (s Step) Positions() (n int64) {
	for _, layers := range [][]Layer{s.Relaxed, s.Layers} {
		for _, l := range layers {
			n += l.Positions
		}
	}
	return n
}
