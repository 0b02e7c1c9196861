package certificate

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/halma-solve/halma-solve/puzzles"
)

// argument derives a lower bound from steps.
//
// A bound is one of a game: the puzzle's own, or one with the free rules or without
// the mark, see [game]. A refutation of L moves under some rules needs that no line
// of its own game is shorter, since a layer does not hold what layers before it
// hold: that no line of a stricter game is shorter is not enough.
type argument struct {
	*model
	Finding
	steps []Step
	used  []bool // by step: the bound needs it
	idle  string // one that it does not need, "" if there is none
	lower map[game]int
	by    map[game]int  // the step that gave lower, −1 for none
	rests map[int]int   // of a refutation: the step that gave the bound it begins from
	upper map[game]int  // length of a line, as far as one is known
	none  map[game]bool // there is no line at all
	// near are the lists of positions near the start, without and with the mark, −1
	// for none; gain are the steps of single gains by their number of moves.
	near [2]int
	gain map[int]int
	most []int // F(0) …, and beyond what is proven by what it implies
}

// derive goes through the steps. The distance among row counts is worked out if
// there are at most so many of them.
func derive(p *puzzles.Puzzle, steps []Step, rowCounts uint64) (*argument, error) {
	if p.Alternates() {
		return deriveArmies(p, steps, rowCounts)
	}
	a := &argument{
		model: newModel(p, false), Finding: Finding{Puzzle: p, Lower: 1}, steps: steps, used: make([]bool, len(steps)),
		lower: map[game]int{}, by: map[game]int{}, rests: map[int]int{}, upper: map[game]int{}, none: map[game]bool{},
		near: [2]int{-1, -1}, gain: map[int]int{},
	}
	for _, g := range games {
		a.lower[g], a.by[g] = 1, -1
	}
	for _, part := range []func() error{a.forms, a.establishGains, func() error { return a.bases(rowCounts) }, a.refutations} {
		if err := part(); err != nil {
			return nil, err
		}
	}
	a.Lower, a.Impossible = a.lower[a.own()], a.none[a.own()]
	a.conclude()
	return a, nil
}

// own is the game that the puzzle is.
func (a *argument) own() game { return gameOf(a.puzzle) }

func (a *argument) claim(format string, args ...any) {
	a.Claims = append(a.Claims, fmt.Sprintf(format, args...))
}

// forms checks each step by itself, and that none is there twice.
func (a *argument) forms() error {
	type key struct {
		kind        Kind
		rules       string
		marked      bool
		from, moves int
	}
	seen := map[key]bool{}
	marked := newModel(a.puzzle, true)
	for _, s := range a.steps {
		m := a.model
		if s.Marked {
			m = marked
		}
		if err := m.form(s); err != nil {
			return err
		}
		k := key{s.Kind, s.Rules, s.Marked, s.From, s.Moves}
		if s.Kind == Near {
			k.moves = 0
		}
		if seen[k] {
			return wrong("%s: there is a step of this kind already", s.name())
		}
		seen[k] = true
	}
	return nil
}

// establishGains takes F from the steps near and gain, as far as they reach without
// a gap. All agree on it.
func (a *argument) establishGains() error {
	for i, s := range a.steps {
		switch {
		case s.Kind == Near && s.Marked:
			a.near[1] = i
		case s.Kind == Near:
			a.near[0] = i
		case s.Kind == Gain:
			a.gain[s.Moves] = i
		}
	}
	a.Gains = []int{0}
	for n := 1; n <= maxMoves; n++ {
		best, known := a.Gains[n-1], false
		for _, i := range a.provers(n) {
			value := a.steps[i].gainIn(n)
			value = max(value, a.Gains[n-1]) // a position may be reached a move later, too
			if known && value != best || a.steps[i].Kind == Gain && a.steps[i].Value != value {
				return wrong("%s: a gain of %d in %d contradicts what else is proven", a.steps[i].name(), a.steps[i].gainIn(n), n)
			}
			best, known = value, true
		}
		if !known {
			break
		}
		if ceiling := a.greatest(a.Gains, n)[n]; best > ceiling {
			return wrong("%s: a gain of %d in %d moves, but no more than %d is possible", a.steps[a.provers(n)[0]].name(), best, n, ceiling)
		}
		a.Gains = append(a.Gains, best)
	}
	a.most = a.greatest(a.Gains, maxMoves)
	for _, s := range a.steps {
		if s.Kind == Losses {
			continue // its layers are not by moves
		}
		for _, l := range s.Layers {
			if l.Gain > a.most[l.Depth] {
				return wrong("%s: a gain of %d at depth %d, but the most there is %d", s.name(), l.Gain, l.Depth, a.most[l.Depth])
			}
		}
	}
	return nil
}

// provers lists the steps that prove F(n).
func (a *argument) provers(n int) (out []int) {
	for _, i := range a.near {
		if i >= 0 && n <= a.steps[i].Moves {
			out = append(out, i)
		}
	}
	if i, ok := a.gain[n]; ok {
		out = append(out, i)
	}
	return out
}

// gainIn is what a step near or gain says of n moves.
func (s Step) gainIn(n int) int {
	if s.Kind == Gain {
		return s.Value
	}
	return s.Layers[n].Gain
}

// prove takes a lower bound of a game, which holds for those that ask for more.
func (a *argument) prove(g game, lower, by int) {
	for _, o := range games {
		if o.asksAll(g) && lower > a.lower[o] {
			a.lower[o], a.by[o] = lower, by
		}
	}
}

// met takes note of a line of a game, which is one of those that ask for less.
func (a *argument) met(g game, length int, who string) error {
	for _, o := range games {
		if !g.asksAll(o) {
			continue
		}
		switch {
		case a.none[o]:
			return wrong("a step says that there is no line, but %s has one of %d %s", who, length, a.puzzle.Unit())
		case a.lower[o] > length:
			return wrong("the steps prove at least %d %s, but by %s %d are enough", a.lower[o], a.puzzle.Unit(), who, length)
		}
		if old, ok := a.upper[o]; !ok || length < old {
			a.upper[o] = length
		}
	}
	return nil
}

// bases takes the bounds that need no others.
func (a *argument) bases(rowCounts uint64) error {
	free := game{}
	for i, s := range a.steps {
		switch s.Kind {
		case Rows:
			if err := a.rows(s, rowCounts); err != nil {
				return err
			}
			a.prove(free, s.Value, i)
		case Gains:
			if least := byGains(a.most, a.total); least < s.Value {
				return wrong("the gains rule out lines below %d %s, not below %d", least, a.puzzle.Unit(), s.Value)
			}
			a.prove(free, s.Value, i)
		case Assignment:
			price, err := a.newPriceList(s)
			if err != nil {
				return err
			}
			if least := price.of(a.start); least != s.Value {
				return wrong("the prices rule out lines below %d %s, not below %d", least, a.puzzle.Unit(), s.Value)
			}
			a.prove(free, s.Value, i)
		case Diagonals:
			losses, err := a.newLosses(s)
			if err != nil {
				return err
			}
			if least := losses.of(a.start); least != s.Value {
				return wrong("the diagonals rule out lines below %d %s, not below %d", least, a.puzzle.Unit(), s.Value)
			}
			a.prove(free, s.Value, i)
		case Losses:
			lower, line := s.proves()
			a.prove(free, lower, i)
			if line {
				if err := a.met(free, lower, s.name()); err != nil {
					return err
				}
			}
		case BreadthFirst:
			for _, o := range games {
				a.none[o] = a.none[o] || s.Value < 0 && o.asksAll(s.game())
			}
			a.prove(s.game(), s.Value, i)
		case Part:
			if err := a.part(s, i, rowCounts); err != nil {
				return err
			}
		}
	}
	return nil
}

// rows works out the distance among row counts, if they are few enough.
func (a *argument) rows(s Step, most uint64) error {
	if n := a.rowCounts(); n > most {
		a.Written = append(a.Written, fmt.Sprintf("rows: that the goal is %d abstract moves away (more than %d row counts)", s.Value, most))
		return nil
	}
	if d := a.rowDistance(); d != s.Value {
		return wrong("the goal is %d abstract moves away, not %d", d, s.Value)
	}
	return nil
}

// part takes over the bound of the transfer on a board of which this one is a part.
func (a *argument) part(s Step, i int, rowCounts uint64) error {
	whole, err := s.Whole.Puzzle.puzzle()
	if err != nil {
		return err
	}
	if !a.puzzle.IsPartOf(whole) {
		return wrong("part: the lines of %s are not lines of %s", a.puzzle, whole)
	}
	of, err := derive(whole, s.Whole.Steps, rowCounts)
	if err != nil {
		return err
	}
	on := s.Whole.Puzzle.board()
	if of.idle != "" {
		a.idle = fmt.Sprintf("%s, on the %s", of.idle, on)
	}
	switch {
	case of.Impossible:
		return wrong("part: a line on the %s is said to be impossible", on)
	case of.Lower != s.Value:
		return wrong("part: the steps prove at least %d %s on the %s, not %d", of.Lower, whole.Unit(), whole.Board, s.Value)
	}
	for _, claim := range of.Claims {
		a.claim("%s, on the %s", claim, on)
	}
	for _, written := range of.Written {
		a.Written = append(a.Written, fmt.Sprintf("%s, on the %s", written, on))
	}
	for _, g := range games { // a line here is one there of the same game
		if of.own().asksAll(g) {
			a.prove(g, of.lower[g], i)
		}
	}
	return nil
}

// refutations takes all refutations, the shortest lengths first.
func (a *argument) refutations() error {
	var order []int
	for i, s := range a.steps {
		if s.Kind == Refutation {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int {
		s, o := a.steps[i], a.steps[j]
		return cmp.Or(cmp.Compare(s.Moves, o.Moves), cmp.Compare(s.From, o.From))
	})
	for _, i := range order {
		s := a.steps[i]
		if err := a.boundsProven(s); err != nil {
			return err
		}
		if s.Rules == RulesBackwards || s.From > a.lower[s.game()] {
			continue // taken with its partner, or not needed
		}
		lower, line := s.proves()
		if s.Rules == RulesBooklet {
			j := a.partner(s)
			if j < 0 {
				return wrong("%s: a refutation under the rules %q needs its partner", s.name(), s.Rules)
			}
			other, met := a.steps[j].proves()
			lower, line = min(lower, other), line || met
		}
		a.rests[i] = a.by[s.game()]
		a.prove(s.game(), lower, i)
		if line {
			if err := a.met(s.game(), lower, s.name()); err != nil {
				return err
			}
		}
	}
	for _, g := range games {
		if upper, ok := a.upper[g]; ok && a.lower[g] > upper {
			return wrong("the steps prove at least %d %s, and that there is a line of %d", a.lower[g], a.puzzle.Unit(), upper)
		}
	}
	return nil
}

// partner returns the other half of a refutation under the booklet's own rules, −1
// if there is none.
func (a *argument) partner(s Step) int {
	return slices.IndexFunc(a.steps, func(o Step) bool {
		return o.Kind == Refutation && o.Rules == RulesBackwards && o.From == s.From && o.Moves == s.Moves && o.Marked == s.Marked
	})
}

// proves returns the lower bound that a refutation proves, and whether it found a
// line of that length.
func (s Step) proves() (lower int, line bool) {
	if s.Met != 0 {
		return s.Met, true
	}
	return s.Moves + 1, false
}

// boundsProven checks that what layers were pruned by is what the steps prove.
func (a *argument) boundsProven(s Step) error {
	for _, b := range s.Bounds {
		if n := len(b.Gains); n == 0 || n > len(a.Gains) || !slices.Equal(b.Gains, a.Gains[:n]) {
			return wrong("%s: F is used up to %d, and not as it is proven: %v", s.name(), n-1, a.Gains)
		}
		if b.Near >= 0 {
			if i := a.nearOf(s); i < 0 || a.steps[i].Moves < b.Near {
				return wrong("%s: no step lists the positions within %d%s", s.name(), b.Near, s.mark())
			}
		}
	}
	return nil
}

// nearOf returns the list of positions near the start with the same mark as s.
func (a *argument) nearOf(s Step) int {
	if s.Marked {
		return a.near[1]
	}
	return a.near[0]
}
