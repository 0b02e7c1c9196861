package certificate

import "slices"

// refutation makes the layers of a refutation again; the package's comment says
// what they hold.
func (r *recheck) refutation() error {
	s := r.step
	r.begin()
	middle := (s.Moves + 1) / 2
	corridors := make([]verdicts, len(s.Bounds))
	goal := r.canonical(r.goal)
	for d := 1; d <= s.Moves; d++ {
		layer, ok := s.layer(d)
		if !ok {
			return wrong("%s: there is no layer at depth %d", s.name(), d)
		}
		b := s.Bounds[layer.Bounds]
		var price *priceList
		if b.Priced {
			var err error
			if price, err = r.newPriceList(s); err != nil {
				return err
			}
		}
		r.late = func(men field) bool {
			return price != nil && price.of(men) > s.Moves-d || b.Classes && r.byClasses(men) > s.Moves-d
		}
		if b.Rows && corridors[layer.Bounds].second == nil {
			corridors[layer.Bounds] = r.newVerdicts(b)
		}
		keep := func(second bool) func([]byte) (bool, error) {
			v := corridors[layer.Bounds]
			c := v.first
			if second || b.Height && d == middle {
				c = v.second
			}
			return func(k []byte) (bool, error) { return r.keeps(k, d, second, b, c) }
		}
		next, err := r.expand(r.layers[d-1], s.Rules, keep(d > middle), r.before(d)...)
		if err != nil {
			return err
		}
		if d == middle && (s.Moves%2 == 1 || s.From < s.Moves) {
			early := r.layers[d-1].filter(func(code []byte) bool { return 2*r.gainOf(code) > r.total })
			more, err := r.expand(early, s.Rules, keep(true), r.before(d)...)
			if err != nil {
				return err
			}
			for code := range more.all() {
				next.add(code)
			}
		}
		if d == s.Moves-b.Near && d >= middle {
			if next, err = r.dropFar(next, b.Near); err != nil {
				return err
			}
		}
		r.layers = append(r.layers, next)
		r.forget(d)
		if err := r.compare(d, next); err != nil {
			return err
		}
		met := next.has(goal)
		switch {
		case met && d < s.From:
			return wrong("%s: the goal is met after %d", s.name(), d)
		case met:
			if s.Met != d {
				return wrong("%s: the goal is met after %d", s.name(), d)
			}
			return nil
		case next.size == 0:
			return nil
		}
	}
	if s.Met != 0 {
		return wrong("%s: the goal is not met", s.name())
	}
	return nil
}

// verdicts are the corridors of both parts, nil without row abstraction.
type verdicts struct{ first, second *corridor }

// newVerdicts returns the corridors under the given bounds. In the first part of
// an odd length the goal may be one move later; see the package's comment.
func (r *recheck) newVerdicts(b Bounds) (v verdicts) {
	goal := r.counts(r.goal)
	v.second = r.newCorridor(r.leastSums(b, r.step.Moves), goal, r.spend)
	switch {
	case b.Height:
		least := make([]int, (r.step.Moves+1)/2+1)
		least[len(least)-1] = r.need()
		v.first = r.newCorridor(least, nil, r.spend)
	case r.step.Moves%2 == 1:
		v.first = r.newCorridor(r.leastSums(b, r.step.Moves+1), goal, r.spend)
	default:
		v.first = v.second
	}
	return v
}

// layer returns what a step says of a depth.
func (s Step) layer(depth int) (Layer, bool) {
	for _, l := range s.Layers {
		if l.Depth == depth {
			return l, true
		}
	}
	return Layer{}, false
}

// leastAfter is the least sum of rows at depth t ≥ ⌈L/2⌉ in the second part.
func (r *recheck) leastAfter(b Bounds, t int) int { return r.leastOf(b, r.step.Moves-t) }

// leastOf is leastAfter with so many moves left.
func (r *recheck) leastOf(b Bounds, left int) int {
	return r.startSum + r.total - r.greatest(b.Gains, left)[left]
}

// need is the least sum of rows at depth ⌈L/2⌉.
func (r *recheck) need() int { return (r.total+1)/2 + r.startSum }

// leastSums are the least sums of rows by depth, for a goal at the given depth.
func (r *recheck) leastSums(b Bounds, length int) []int {
	least := make([]int, length+1)
	middle := (r.step.Moves + 1) / 2
	least[middle] = r.need()
	for t := middle + 1; t <= length; t++ {
		least[t] = r.leastOf(b, length-t)
	}
	return least
}

// keeps is the verdict on a position at depth d by its row counts. In the second
// part no gain is asked for at depth ⌈L/2⌉ itself.
func (r *recheck) keeps(k []byte, d int, second bool, b Bounds, c *corridor) (bool, error) {
	middle := (r.step.Moves + 1) / 2
	sum := rowSum(k)
	if second && sum < r.leastAfter(b, d) {
		return false, nil
	}
	if c == nil {
		return second || sum+r.lift(k, middle-d) >= r.need(), nil
	}
	if sum < c.least[d] && (!second || d != middle) {
		return false, nil
	}
	return c.goesOn(k, d)
}

// dropFar drops the positions whose image under σ is not within near moves of the
// start.
func (r *recheck) dropFar(layer *codes, near int) (*codes, error) {
	if len(r.near) != near+1 {
		list := &recheck{plain: r.plain, ctx: r.ctx, left: r.left}
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
