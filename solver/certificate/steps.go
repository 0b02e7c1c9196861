package certificate

import (
	"fmt"
	"math"
	"reflect"
	"slices"
)

// maxMoves is the greatest number of moves that a step may speak of, and a line may
// have: far more than any line needs.
const maxMoves = 1000

// maxBounds is how many sets of bounds a refutation may have: a new one comes with
// each pause of a search.
const maxBounds = 100

// mostPositions is more than any layer has.
const mostPositions = 1_000_000_000_000_000

// name says which step it is.
func (s Step) name() string {
	switch s.Kind {
	case Near, Gain:
		return fmt.Sprintf("%s %d%s", s.Kind, s.Moves, s.mark())
	case Refutation:
		if s.From == s.Moves {
			return fmt.Sprintf("refutation of %d (%.20s)%s", s.Moves, s.Rules, s.mark())
		}
		return fmt.Sprintf("refutation of %d and %d (%.20s)%s", s.From, s.Moves, s.Rules, s.mark())
	case BreadthFirst:
		return fmt.Sprintf("breadth-first (%.20s)%s", s.Rules, s.mark())
	case Losses:
		return fmt.Sprintf("losses of %d hops", s.Moves)
	case Together, Late:
		return fmt.Sprintf("%s, %d turns", s.Kind, s.Moves)
	}
	return string(s.Kind)
}

// mark says of which positions a step is.
func (s Step) mark() string {
	if s.Marked {
		return ", with the mark"
	}
	return ""
}

// form checks all of a step that can be checked by itself: that it has the fields of
// its kind and no others, that all are in range, and that layers follow each other
// to where the step says.
func (m *model) form(s Step) error {
	if err := m.fields(s); err != nil {
		return err
	}
	if err := m.inRange(s); err != nil {
		return err
	}
	switch s.Kind {
	case Near:
		return m.follow(s, 0, s.Moves)
	case Gain:
		return m.formGain(s)
	case Refutation:
		return m.formRefutation(s)
	case BreadthFirst:
		return m.formBreadthFirst(s)
	case Losses:
		return m.formLosses(s)
	}
	return nil
}

// fields checks that a step has a known kind, rules and mark that the puzzle has,
// and no field that another kind has. Nothing of a step may be shown before.
func (m *model) fields(s Step) error {
	var only Step
	switch s.Kind {
	case Rows, Gains:
		only = Step{Kind: s.Kind, Value: s.Value}
	case Near:
		only = Step{Kind: s.Kind, Marked: s.Marked, Moves: s.Moves, Layers: s.Layers}
	case Gain:
		only = Step{Kind: s.Kind, Moves: s.Moves, Value: s.Value, Links: s.Links, Layers: s.Layers}
	case Refutation:
		only = Step{
			Kind: s.Kind, Marked: s.Marked, Rules: s.Rules, From: s.From, Moves: s.Moves, Met: s.Met,
			Prices: s.Prices, Weights: s.Weights, Potential: s.Potential, Unit: s.Unit, Bounds: s.Bounds, Layers: s.Layers,
		}
	case BreadthFirst:
		only = Step{Kind: s.Kind, Marked: s.Marked, Rules: s.Rules, Value: s.Value, Layers: s.Layers}
	case Losses:
		only = Step{Kind: s.Kind, Moves: s.Moves, Met: s.Met, Relaxed: s.Relaxed, Layers: s.Layers}
	case Assignment:
		only = Step{Kind: s.Kind, Value: s.Value, Prices: s.Prices}
	case Diagonals:
		only = Step{Kind: s.Kind, Value: s.Value, Weights: s.Weights}
	case Part:
		only = Step{Kind: s.Kind, Value: s.Value, Whole: s.Whole}
	default:
		return wrong("a step of the unknown kind %.40q", s.Kind)
	}
	if !reflect.DeepEqual(s, only) {
		return wrong("%s: it has a field that such a step does not have", s.Kind)
	}
	booklet := s.Rules == RulesBooklet || s.Rules == RulesBackwards && s.Kind == Refutation
	switch {
	case s.Kind != Refutation && s.Kind != BreadthFirst:
	case s.Rules != RulesFree && !booklet:
		return wrong("%s: the unknown rules %.40q", s.Kind, s.Rules)
	case booklet && !m.puzzle.Arrival.KeepsGoal():
		return wrong("%s: the puzzle is not of the booklet", s.name())
	}
	if s.Marked && m.puzzle.Marked.Len() == 0 {
		return wrong("%s: of marked positions, but the puzzle has no mark", s.Kind)
	}
	return nil
}

// inRange checks the numbers of a step.
func (m *model) inRange(s Step) error {
	least := 0
	switch s.Kind {
	case Rows, Gains, Assignment, Diagonals, Part:
		least = 1
	case BreadthFirst:
		least = -1
	}
	switch {
	case s.Value < least || s.Value > math.MaxInt32:
		return wrong("%s: the value %d", s.Kind, s.Value)
	case s.Moves < 0 || s.Moves > maxMoves || s.From < 0 || s.From > maxMoves || s.Met < 0 || s.Met > maxMoves:
		return wrong("%s: it speaks of %d, %d and %d moves; up to %d are looked at", s.Kind, s.From, s.Moves, s.Met, maxMoves)
	case s.Kind == Gain && s.Moves == 0:
		return wrong("gain: in no moves")
	case s.Links && !m.linkable():
		return wrong("%s: %s", s.name(), noLinks)
	case s.Kind == Part && s.Whole == nil:
		return wrong("part: of what is not said")
	}
	return nil
}

// follow checks that the layers of a step have the depths from first on, that none
// but the last is empty, and that none is beyond the depth end.
//
// A layer holds successors of the one before, so it has no more positions than that
// has moves: each man to each empty cell. A layer of the near positions is all that
// there is at its depth.
func (m *model) follow(s Step, first, end int) error {
	n := len(s.Layers)
	if n == 0 || n > end-first+1 || s.Kind == Near && n != end-first+1 {
		return wrong("%s: there are %d layers for the depths %d … %d", s.name(), n, first, end)
	}
	before := int64(1)
	for i, l := range s.Layers {
		most := min(before, mostPositions/1000) * int64(m.men*(m.cells-m.men))
		switch {
		case l.Depth == 0:
			most = 1
		case s.Kind == BreadthFirst: // turns of several hops skip layers
			most = mostPositions
		}
		switch {
		case l.Depth != first+i:
			return wrong("%s: layer %d has the depth %d", s.name(), first+i, l.Depth)
		case l.Positions < 0 || l.Positions > most:
			return wrong("%s: %d positions at depth %d, after %d", s.name(), l.Positions, l.Depth, before)
		case l.Positions == 0 && i < n-1 && (s.Kind != BreadthFirst || m.chains()):
			return wrong("%s: the search goes on after an empty layer at depth %d", s.name(), l.Depth)
		case s.Kind != Refutation && l.Bounds != 0:
			return wrong("%s: depth %d has bounds", s.name(), l.Depth)
		}
		if err := m.summary(s, l); err != nil {
			return err
		}
		before = l.Positions
	}
	return nil
}

// summary checks what is said of a layer's positions: the digest has its form, and
// that of no position, and of the start, is known.
func (m *model) summary(s Step, l Layer) error {
	if s.Kind == BreadthFirst {
		if l.Gain != 0 || l.Digest != "" {
			return wrong("%s: depth %d has a gain or digest", s.name(), l.Depth)
		}
		return nil
	}
	var known Sum
	if l.Depth == 0 {
		known.Add(m.canonical(m.start))
	}
	none := l.Positions == 0
	switch {
	case len(l.Digest) != 32 || slices.ContainsFunc([]byte(l.Digest), func(b byte) bool { return (b < '0' || b > '9') && (b < 'a' || b > 'f') }):
		return wrong("%s: the digest %.40q at depth %d is not of 32 hexadecimal digits", s.name(), l.Digest, l.Depth)
	case l.Gain < 0 || l.Gain > m.mostGain || none && l.Gain != 0:
		return wrong("%s: a gain of %d at depth %d", s.name(), l.Gain, l.Depth)
	case (none || l.Depth == 0) && l.Digest != known.String() || none != (l.Digest == Sum{}.String()):
		return wrong("%s: the digest %s at depth %d is not of %d positions", s.name(), l.Digest, l.Depth, l.Positions)
	case l.Depth == 0 && (none || l.Gain != 0):
		return wrong("%s: the start is not at depth 0", s.name())
	}
	return nil
}

// formGain checks a search for a gain above value. It ends empty. Who has a greater
// gain before may stay there, so no layer has one.
func (m *model) formGain(s Step) error {
	if err := m.follow(s, 1, s.Moves); err != nil {
		return err
	}
	if last := s.Layers[len(s.Layers)-1]; last.Positions != 0 {
		return wrong("%s: the last layer is not empty", s.name())
	}
	for _, l := range s.Layers {
		if l.Gain > s.Value {
			return wrong("%s: a gain of %d at depth %d, but %d is said to be the most", s.name(), l.Gain, l.Depth, s.Value)
		}
	}
	return nil
}

// formRefutation checks where a refutation ends, and what its layers are pruned by.
func (m *model) formRefutation(s Step) error {
	switch {
	case s.Rules != RulesFree && m.puzzle.Count.EachHop():
		return wrong("%s: when hops are counted, chains lead through the courts, which this search does not see", s.name())
	case s.From < 1 || s.Moves != s.From && (s.Moves != s.From+1 || s.Moves%2 != 0):
		return wrong("%s: one search covers one length, or an odd and the next", s.name())
	}
	if err := m.follow(s, 1, s.Moves); err != nil {
		return err
	}
	if err := m.formBounds(s); err != nil {
		return err
	}
	last := s.Layers[len(s.Layers)-1]
	switch {
	case s.Met != 0 && (s.Met < s.From || s.Met > s.Moves || last.Depth != s.Met || last.Gain < m.total):
		return wrong("%s: it met the goal after %d and ends at depth %d with a gain of %d", s.name(), s.Met, last.Depth, last.Gain)
	case s.Met == 0 && last.Positions != 0 && last.Depth != s.Moves:
		return wrong("%s: it ends at depth %d with positions left", s.name(), last.Depth)
	}
	return nil
}

// formBounds checks the bounds of a refutation: each is there once and used, and
// there are prices and weights just if they are asked for.
func (m *model) formBounds(s Step) error {
	if len(s.Bounds) > maxBounds {
		return wrong("%s: %d sets of bounds, up to %d are looked at", s.name(), len(s.Bounds), maxBounds)
	}
	used := make([]bool, len(s.Bounds))
	for _, l := range s.Layers {
		if l.Bounds < 0 || l.Bounds >= len(s.Bounds) {
			return wrong("%s: depth %d has no bounds", s.name(), l.Depth)
		}
		used[l.Bounds] = true
	}
	for _, l := range s.Layers {
		if b, i := s.Bounds[l.Bounds], s.blunter(l); i >= 0 {
			return wrong("%s: at depth %d images are asked for by %v, of a layer that was pruned by %v", s.name(), l.Depth, b, s.Bounds[i])
		}
	}
	priced, weighed, halved := false, false, false
	for i, b := range s.Bounds {
		switch {
		case !used[i] || slices.ContainsFunc(s.Bounds[:i], b.Equal):
			return wrong("%s: bounds that are used by no layer, or are there twice", s.name())
		case b.Near < -1 || b.Near > maxMoves:
			return wrong("%s: positions within %d", s.name(), b.Near)
		case b.Height && !b.Rows:
			return wrong("%s: rows lead to a height without rows", s.name())
		case b.Links && (!b.Rows || b.Height || !m.linkable()):
			return wrong("%s: %s", s.name(), noLinks)
		case b.Assigned && m.chains():
			return wrong("%s: an assignment of men is for hops, not for moves", s.name())
		case b.Images && s.Rules != RulesFree:
			return wrong("%s: images are for the free game", s.name())
		case b.Potential && (b.Rows || b.Height || b.Links || b.Sums || b.Near >= 0 || len(b.Gains) != 1):
			return wrong("%s: by a potential nothing is asked of rows", s.name())
		case b.Potential != s.Bounds[0].Potential:
			return wrong("%s: midpoints by a potential in some layers only", s.name())
		case b.Sums && (!b.Height || !b.Images):
			return wrong("%s: sums alone are for rows that lead to a height, and with images", s.name())
		}
		priced, weighed, halved = priced || b.Priced, weighed || b.Diagonals, b.Potential
	}
	if !priced && s.Prices != nil || !weighed && s.Weights != nil || !halved && (s.Potential != nil || s.Unit != 0) {
		return wrong("%s: it has a field that such a step does not have", s.Kind)
	}
	if priced {
		if _, err := m.newPriceList(s); err != nil {
			return err
		}
	}
	if halved {
		if _, err := m.newPotential(s); err != nil {
			return err
		}
	}
	if weighed {
		return m.weighable(s)
	}
	return nil
}

// blunter returns which bounds of the first half dropped positions that the bounds of a
// layer of the second one, which asks for images, expect there; −1 for none.
func (s Step) blunter(of Layer) int {
	middle, b := (s.Moves+1)/2, s.Bounds[of.Bounds]
	if !b.Images || of.Depth <= middle {
		return -1
	}
	for _, l := range s.Layers {
		if l.Depth <= middle && !b.AsFar(s.Bounds[l.Bounds]) {
			return l.Bounds
		}
	}
	return -1
}

// formBreadthFirst checks that the layers lead to the distance.
func (m *model) formBreadthFirst(s Step) error {
	end := s.Value
	if end < 0 {
		end = maxMoves
	}
	if err := m.follow(s, 0, end); err != nil {
		return err
	}
	last := s.Layers[len(s.Layers)-1]
	if s.Value >= 0 && (last.Positions == 0 || last.Depth != s.Value) {
		return wrong("%s: %d layers do not lead to a distance of %d", s.name(), len(s.Layers), s.Value)
	}
	return nil
}

// formLosses checks that the layers are those of all losses that a line of so many hops
// may have, or up to that of the line that was found.
func (m *model) formLosses(s Step) error {
	if err := m.onDiagonals(s); err != nil {
		return err
	}
	end := 4*s.Moves - m.total
	switch {
	case s.Moves < 1 || end < 0:
		return wrong("%s: so many hops do not gain %d rows", s.name(), m.total)
	case s.Met > s.Moves:
		return wrong("%s: it met the goal after %d", s.name(), s.Met)
	case s.Met > 0:
		end = 4*s.Met - m.total
	}
	if all := 4*s.Moves - m.total; len(s.Relaxed) > 0 {
		if err := m.formLost(s, s.Relaxed, all); err != nil {
			return err
		}
		if len(s.Layers) == 0 && s.Met == 0 {
			return nil // the relaxed game does not lead to the goal
		}
	}
	if end > 0 && s.Met > 0 && len(s.Layers) == end && s.Layers[end-1].Positions == 0 {
		return wrong("%s: it met the goal after %d, in no position", s.name(), s.Met)
	}
	return m.formLost(s, s.Layers, end)
}

// formLost checks that layers are those of all losses up to the last one.
func (m *model) formLost(s Step, layers []Layer, last int) error {
	if len(layers) != max(0, last) || last < 0 {
		return wrong("%s: there are %d layers for %d rows that may be lost", s.name(), len(layers), last)
	}
	for i, l := range layers {
		switch {
		case l.Depth != i+1:
			return wrong("%s: layer %d has the depth %d", s.name(), i+1, l.Depth)
		case l.Positions < 0 || l.Positions > mostPositions:
			return wrong("%s: %d positions at depth %d", s.name(), l.Positions, l.Depth)
		case l.Bounds != 0:
			return wrong("%s: depth %d has bounds", s.name(), l.Depth)
		}
		if err := m.summary(s, l); err != nil {
			return err
		}
	}
	return nil
}
