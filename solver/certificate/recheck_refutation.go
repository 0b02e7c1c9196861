package certificate

import "slices"

// refutation makes the layers of a refutation again; the package's comment says
// what they hold.
func (r *recheck) refutation() error {
	s := r.step
	r.begin()
	if slices.ContainsFunc(s.Bounds, func(b Bounds) bool { return b.Images }) {
		r.keep = (s.Moves + 1) / 2
	}
	regimes := make([]*regime, len(s.Bounds))
	goal := r.canonical(r.goal)
	for d := 1; d <= s.Moves; d++ {
		layer, ok := s.layer(d)
		if !ok {
			return wrong("%s: there is no layer at depth %d", s.name(), d)
		}
		if regimes[layer.Bounds] == nil {
			var err error
			if regimes[layer.Bounds], err = r.newRegime(s.Bounds[layer.Bounds]); err != nil {
				return err
			}
		}
		next, err := r.under(regimes[layer.Bounds], d)
		if err != nil {
			return err
		}
		if err := r.compareLast(d, next); err != nil {
			return err
		}
		met := next.has(goal)
		switch {
		case met && d != s.Met:
			return wrong("%s: the goal is met after %d", s.name(), d)
		case met || next.size == 0:
			return nil
		}
	}
	if s.Met != 0 {
		return wrong("%s: the goal is not met", s.name())
	}
	return nil
}

// under makes the layer at depth d under the given bounds.
func (r *recheck) under(b *regime, d int) (*codes, error) {
	s := r.step
	middle := b.middle
	r.late = func(men field) bool {
		return b.price != nil && b.price.of(men) > s.Moves-d || b.losses != nil && b.losses.of(men) > s.Moves-d || b.Classes && r.byClasses(men) > s.Moves-d
	}
	if b.potential != nil {
		return r.byPotential(b, d)
	}
	last := r.layers[d-1]
	if b.Images && d > middle {
		var err error
		if last, err = r.dropUnmet(b, last, d-1); err != nil {
			return nil, err
		}
	}
	next, err := r.expand(last, s.Rules, b.keep(d, d > middle), r.before(d)...)
	if err != nil {
		return nil, err
	}
	if d == middle && (s.Moves%2 == 1 || s.From < s.Moves) {
		early := r.layers[d-1].filter(func(code []byte) bool { return 2*r.gainOf(code) > r.total })
		more, err := r.expand(early, s.Rules, b.keep(d, true), r.before(d)...)
		if err != nil {
			return nil, err
		}
		for code := range more.all() {
			next.add(code)
		}
	}
	if next, err = r.dropUnassigned(b, next, s.Moves-d); err != nil {
		return nil, err
	}
	if d == s.Moves-b.Near && d >= middle {
		if next, err = r.dropFar(next, b.Near); err != nil {
			return nil, err
		}
	}
	if b.Links && d < middle {
		return r.dropUnlinked(b.toMiddle, next, d)
	}
	if b.Links {
		return r.dropUnlinked(b.toGoal, next, d)
	}
	return next, nil
}

// dropUnmet drops from the layer at depth d the positions whose image ought to be in a
// layer of the first half, and is not.
func (r *recheck) dropUnmet(b *regime, layer *codes, d int) (*codes, error) {
	t := r.step.Moves - d // at least 1
	in := r.layers[t : t+1]
	if r.step.From < r.step.Moves {
		in = r.layers[t-1 : t+1]
	}
	var failed error
	out := layer.filter(func(code []byte) bool {
		if failed != nil {
			return false
		}
		men := r.image(r.decode(code), r.turn)
		image := r.canonical(men)
		if slices.ContainsFunc(in, func(l *codes) bool { return l.has(image) }) {
			return true
		}
		if b.potential != nil {
			return 2*b.potential.lost(men, t) > b.potential.all(b.length)
		}
		counts := r.counts(men)
		if !b.Rows {
			return rowSum(counts)+r.lift(counts, b.middle-t) < b.need
		}
		there := rowSum(counts) >= b.image.least[t]
		if there && failed == nil {
			there, failed = b.image.goesOn(counts, t)
		}
		if there && failed == nil && b.Links {
			there, failed = b.image.leads(counts, r.links(men), t)
		}
		return !there
	})
	return out, failed
}

// dropUnassigned drops the positions whose cheapest assignment costs more than so many hops.
func (r *recheck) dropUnassigned(b *regime, layer *codes, left int) (*codes, error) {
	if !b.Assigned {
		return layer, nil
	}
	a := b.men
	var failed error
	out := layer.filter(func(code []byte) bool {
		for range len(a.others)/8 + 1 { // of large armies one takes as long as many positions
			if failed == nil {
				failed = r.spend()
			}
		}
		return failed == nil && a.of(r.decode(code)) <= left
	})
	return out, failed
}

// dropUnlinked drops the positions that have not the links that they need to lead on.
func (r *recheck) dropUnlinked(to *linked, layer *codes, d int) (*codes, error) {
	var failed error
	out := layer.filter(func(code []byte) bool {
		if failed != nil {
			return false
		}
		men := r.decode(code)
		answer, err := to.leads(r.counts(men), r.links(men), d)
		failed = err
		return answer
	})
	return out, failed
}

// regime is what layers are pruned by under some bounds.
type regime struct {
	*model
	Bounds
	length int // L
	middle int // ⌈L/2⌉
	need   int // least sum of rows there
	most   []int
	price  *priceList // nil for none
	losses *losses    // nil for none
	men    assignment // of men to goal cells, with Assigned

	potential *potential // nil for none
	// Corridors of both parts, nil without row abstraction.
	first, second *corridor
	// The same with links; unused without them.
	toMiddle, toGoal *linked
	// How images lead on to the middle, asked of positions of the second half.
	image *linked
}

// newRegime prepares bounds. In the first part of an odd length the goal may be one
// move later; see the package's comment.
func (r *recheck) newRegime(b Bounds) (g *regime, err error) {
	length := r.step.Moves
	g = &regime{
		model: r.model, Bounds: b, length: length, middle: (length + 1) / 2,
		need: (r.total+1)/2 + r.startSum, most: r.greatest(b.Gains, length+1),
	}
	if b.Priced {
		if g.price, err = r.newPriceList(r.step); err != nil {
			return nil, err
		}
	}
	if b.Assigned {
		g.men = r.newAssignment()
	}
	if b.Potential {
		if g.potential, err = r.newPotential(r.step); err != nil {
			return nil, err
		}
	}
	if b.Diagonals {
		if g.losses, err = r.newLosses(r.step); err != nil {
			return nil, err
		}
	}
	if !b.Rows {
		return g, nil
	}
	goal := r.counts(r.goal)
	g.second = r.newCorridor(g.leastSums(length), goal, r.spend)
	switch {
	case b.Height:
		least := make([]int, g.middle+1)
		least[g.middle] = g.need
		g.first = r.newCorridor(least, nil, r.spend)
	case length%2 == 1:
		g.first = r.newCorridor(g.leastSums(length+1), goal, r.spend)
	default:
		g.first = g.second
	}
	g.toMiddle, g.toGoal = newLinked(g.first, g.middle), newLinked(g.second, length)
	g.image = newLinked(g.second, g.middle)
	if b.Height {
		g.image = g.toMiddle
	}
	return g, nil
}

// leastOf is the least sum of rows in the second part with so many moves left.
func (g *regime) leastOf(left int) int { return g.startSum + g.total - g.most[left] }

// leastSums are the least sums of rows by depth, for a goal at the given depth.
func (g *regime) leastSums(length int) []int {
	least := make([]int, length+1)
	least[g.middle] = g.need
	for t := g.middle + 1; t <= length; t++ {
		least[t] = g.leastOf(length - t)
	}
	return least
}

// keep returns the verdict on positions at depth d by their row counts. In the second
// part no gain is asked for at depth ⌈L/2⌉ itself.
func (g *regime) keep(d int, second bool) func(counts []byte) (bool, error) {
	c := g.first
	if second || g.Height && d == g.middle {
		c = g.second
	}
	return func(k []byte) (bool, error) {
		sum := rowSum(k)
		if second && sum < g.leastOf(g.length-d) {
			return false, nil
		}
		switch {
		case g.Sums && d >= g.middle:
			return second || sum >= g.need, nil
		case c == nil:
			return second || sum+g.lift(k, g.middle-d) >= g.need, nil
		}
		if sum < c.least[d] && (!second || d != g.middle) {
			return false, nil
		}
		return c.goesOn(k, d)
	}
}

// dropFar drops the positions whose image under σ is not within near moves of the
// start.
func (r *recheck) dropFar(layer *codes, near int) (*codes, error) {
	if len(r.near) != near+1 {
		list := &recheck{model: r.model, ctx: r.ctx, left: r.left}
		found, err := list.spread(near, false)
		r.left = list.left
		if err != nil {
			return nil, err
		}
		r.near = found
	}
	return layer.filter(func(code []byte) bool {
		image := r.canonical(r.image(r.decode(code), r.turn))
		return slices.ContainsFunc(r.near, func(l *codes) bool { return l.has(image) })
	}), nil
}
