package certificate

import (
	"context"
	"fmt"
	"math"
	"slices"
)

// Recomputed says how much of a step was recomputed.
type Recomputed struct {
	Step   string // in words
	Layers int    // recomputed and found equal
	Of     int    // layers in all; 0 for a step that Check has worked out
	Reason string // why not all, "" if all were
	// Instead is what proves the same as a step without layers, "" for others.
	Instead string
}

// Extent says how much of a certificate that is right was recomputed.
type Extent string

// The extents. Only Verified says that the bound is proven; of the others the
// layers that were not recomputed are believed.
const (
	ArgumentOnly Extent = "argument only"
	Partly       Extent = "partly recomputed"
	Verified     Extent = "verified"
)

// Layered reports whether steps rest on layers of positions, written or not, which Check
// believes. All else it works out, or names in Finding.Written.
func Layered(steps []Step) bool {
	return slices.ContainsFunc(steps, func(s Step) bool {
		return s.layers() > 0 || s.Kind == Late || s.Whole != nil && Layered(s.Whole.Steps)
	})
}

// Recheck recomputes the steps of a certificate that [Certificate.Check] has
// passed, each until it has looked at effort positions and row counts; no effort, 0,
// is no limit. tell is called after each step, and for the one that was under way when
// ctx ended. The extent is Verified when all of it was recomputed and found equal. The
// error wraps [ErrWrong] when a layer differs, or is that of ctx.
func (c *Certificate) Recheck(ctx context.Context, effort int, tell func(Recomputed)) (Extent, error) {
	if effort <= 0 {
		effort = math.MaxInt
	}
	extent := Verified
	err := recheckAll(ctx, Whole{c.Puzzle, c.Steps}, effort, func(r Recomputed) {
		if r.Reason != "" {
			extent = Partly
		}
		tell(r)
	})
	if err != nil {
		extent = Partly
	}
	return extent, err
}

func recheckAll(ctx context.Context, w Whole, effort int, tell func(Recomputed)) error {
	p, err := w.Puzzle.puzzle()
	if err != nil {
		return err
	}
	for _, s := range w.Steps {
		if s.Kind == Part {
			err := recheckAll(ctx, *s.Whole, effort, func(r Recomputed) {
				r.Step += ", on the " + s.Whole.Puzzle.board()
				tell(r)
			})
			if err != nil {
				return err
			}
			continue
		}
		r := &recheck{model: newModel(p, s.Marked), ctx: ctx, step: s, left: effort}
		run := r.run
		if p.Alternates() {
			run = r.armies
		}
		out, err := run()
		if err == nil || ctx.Err() != nil {
			tell(out)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// recheck recomputes one step.
type recheck struct {
	*model
	ctx    context.Context
	step   Step
	left   int
	layers []*codes
	keep   int // depth up to which layers are needed to the end
	passed int // layers found equal
	near   []*codes
	// late says of a position that it is to be dropped for what its men have to do.
	late func(men field) bool
}

func (r *recheck) spend() error {
	if r.left--; r.left < 0 {
		return errEffort
	}
	if r.left%1024 == 0 {
		return r.ctx.Err()
	}
	return nil
}

func (r *recheck) run() (Recomputed, error) {
	s := r.step
	out := Recomputed{Step: s.name(), Of: s.layers()}
	var err error
	switch s.Kind {
	case Rows:
		out.Step = fmt.Sprintf("rows: distance %d", s.Value)
		if r.rowCounts() > MaxRowCounts {
			out.Reason = "taken as written: there are too many row counts"
		}
	case Near:
		out.Step = fmt.Sprintf("near: all positions within %d%s", s.Moves, s.mark())
		_, err = r.spread(s.Moves, true)
	case Gain:
		out.Step = fmt.Sprintf("gain: at most %d in %d", s.Value, s.Moves)
		err = r.gain()
	case Gains, Assignment, Diagonals:
		out.Step = fmt.Sprintf("%s: no line below %d", s.Kind, s.Value)
	case Refutation:
		err = r.refutation()
	case Losses:
		err = r.losses()
	case BreadthFirst:
		err = r.breadthFirst()
	}
	return r.outcome(out, err)
}

// outcome completes what is said of a step.
func (r *recheck) outcome(out Recomputed, err error) (Recomputed, error) {
	out.Layers = r.passed
	switch {
	case err == errEffort:
		out.Reason, err = "the effort is spent", nil
	case err != nil:
		out.Reason = "interrupted"
	}
	return out, err
}

// layers returns how many a step has.
func (s Step) layers() int { return len(s.Relaxed) + len(s.Layers) }

// layer returns what a step says of a depth.
func (s Step) layer(depth int) (Layer, bool) { return atDepth(s.Layers, depth) }

func atDepth(layers []Layer, depth int) (Layer, bool) {
	for _, l := range layers {
		if l.Depth == depth {
			return l, true
		}
	}
	return Layer{}, false
}

// compare compares a recomputed layer with the certificate's.
func (r *recheck) compare(depth int, layer *codes) error {
	return r.compareWith(r.step.Layers, depth, layer)
}

// compareWith compares a recomputed layer with one of those that the step has.
func (r *recheck) compareWith(layers []Layer, depth int, layer *codes) error {
	l, ok := atDepth(layers, depth)
	if !ok {
		return wrong("%s: there is no layer at depth %d", r.step.name(), depth)
	}
	var sum Sum
	gain := 0
	for code := range layer.all() {
		sum.Add(code)
		gain = max(gain, r.gainOf(code))
	}
	digest := sum.String()
	if int64(layer.size) != l.Positions || gain != l.Gain || digest != l.Digest {
		return wrong("%s: at depth %d are %d positions with a gain of at most %d, digest %s; it says %d, %d, %.40q",
			r.step.name(), depth, layer.size, gain, digest, l.Positions, l.Gain, l.Digest)
	}
	r.passed++
	return nil
}

// expand returns the positions one move from those of a layer that keep passes by
// their row counts, in canonical form, without those of the layers given.
func (r *recheck) expand(from *codes, rules string, keep func(counts []byte) (bool, error), without ...*codes) (*codes, error) {
	next := newCodes(r.width())
	here, there := make([]byte, r.width()), make([]byte, r.width())
	for code := range from.all() {
		if err := r.spend(); err != nil {
			return nil, err
		}
		men := r.decode(code)
		mirrored := r.code(r.image(men, r.mirror))
		counts := r.counts(men)
		var asked, passed [maxRows]uint32 // by row of departure: sets of rows of arrival
	moves:
		for _, mv := range r.moves(men, rules) {
			a, b := r.row[mv.from], r.row[mv.to]
			if asked[a]>>b&1 == 0 {
				counts[a]--
				counts[b]++
				pass, err := keep(counts)
				counts[a]++
				counts[b]--
				if err != nil {
					return nil, err
				}
				asked[a] |= 1 << b
				if pass {
					passed[a] |= 1 << b
				}
			}
			if passed[a]>>b&1 == 0 || r.late != nil && r.late(r.moved(men, mv)) {
				continue
			}
			copy(here, code)
			copy(there, mirrored)
			r.shift(here, mv.from, mv.to, men[mv.from])
			r.shift(there, int(r.mirror[mv.from]), int(r.mirror[mv.to]), men[mv.from])
			child := smaller(here, there)
			for _, known := range without {
				if known.has(child) {
					continue moves
				}
			}
			next.add(child)
		}
	}
	return next, nil
}

// shift makes a move in a code.
func (r *recheck) shift(code []byte, from, to int, who byte) {
	r.take(code, from)
	r.put(code, to, who)
}

func everything([]byte) (bool, error) { return true, nil }

// begin makes the start the only layer.
func (r *recheck) begin() {
	r.layers = []*codes{r.only(r.canonical(r.start))}
}

// only is the set of one code.
func (r *recheck) only(code []byte) *codes {
	set := newCodes(r.width())
	set.add(code)
	return set
}

// before returns the layers whose positions do not belong into the one at depth.
func (r *recheck) before(depth int) []*codes {
	return r.layers[max(0, depth-2):depth]
}

// spread lists all positions within n moves of the start of the free game.
func (r *recheck) spread(n int, check bool) ([]*codes, error) {
	r.begin()
	for d := 0; d <= n; d++ {
		if d > 0 {
			next, err := r.expand(r.layers[d-1], RulesFree, everything, r.before(d)...)
			if err != nil {
				return nil, err
			}
			r.layers = append(r.layers, next)
		}
		if !check {
			continue
		}
		if err := r.compare(d, r.layers[d]); err != nil {
			return nil, err
		}
	}
	return r.layers, nil
}

// gain searches for a gain above value.
func (r *recheck) gain() error {
	n := r.step.Moves
	least := make([]int, n+1)
	least[n] = r.step.Value + 1 + r.startSum
	c := r.newCorridor(least, nil, r.spend)
	links := newLinked(c, n)
	r.begin()
	for d := 1; d <= n; d++ {
		next, err := r.expand(r.layers[d-1], RulesFree, func(k []byte) (bool, error) {
			if rowSum(k) < least[d] {
				return false, nil
			}
			return c.goesOn(k, d)
		}, r.before(d)...)
		if err == nil && r.step.Links {
			next, err = r.dropUnlinked(links, next, d)
		}
		if err != nil {
			return err
		}
		if err := r.compareLast(d, next); err != nil {
			return err
		}
		if next.size == 0 {
			break
		}
	}
	return nil
}

// compareLast takes the layer at a depth as the last one and compares it. It drops
// the one that no later layer needs.
func (r *recheck) compareLast(depth int, next *codes) error {
	r.layers = append(r.layers, next)
	if depth >= 2 && depth-2 > r.keep {
		r.layers[depth-2] = nil
	}
	return r.compare(depth, next)
}

// breadthFirst goes through all positions in the order of their distance.
func (r *recheck) breadthFirst() error {
	seen := newCodes(r.width())
	goal := r.code(r.goal)
	found := []*codes{r.only(r.code(r.start))} // by distance; some may be nearer
	for d := 0; d < len(found); d++ {
		layer := 0
		for code := range found[d].all() {
			if seen.has(code) {
				continue
			}
			if err := r.spend(); err != nil {
				return err
			}
			seen.add(code)
			layer++
			men := r.decode(code)
			for _, mv := range r.moves(men, r.step.Rules) {
				at := d + 1
				if r.puzzle.Count.EachHop() {
					at = d + mv.hops
				}
				for len(found) <= at {
					found = append(found, newCodes(r.width()))
				}
				if after := r.code(r.moved(men, mv)); !seen.has(after) {
					found[at].add(after)
				}
			}
		}
		found[d] = nil
		done, err := r.compareDistance(d, layer, seen.has(goal))
		if done || err != nil {
			return err
		}
	}
	if r.step.Value >= 0 {
		return wrong("breadth-first: the goal cannot be reached")
	}
	if r.passed < len(r.step.Layers) {
		return wrong("breadth-first: there are no positions at distance %d", r.passed)
	}
	return nil
}

// compareDistance compares how many positions are at a distance with the
// certificate's number; done is true at the goal's.
func (r *recheck) compareDistance(d, positions int, met bool) (done bool, err error) {
	if d >= len(r.step.Layers) {
		if positions > 0 {
			return false, wrong("breadth-first: there are positions at distance %d", d)
		}
		return false, nil
	}
	if want := r.step.Layers[d].Positions; int64(positions) != want {
		return false, wrong("breadth-first: there are %d positions at distance %d, it says %d", positions, d, want)
	}
	r.passed++
	if met && d != r.step.Value {
		return false, wrong("breadth-first: the goal is at distance %d, not %d", d, r.step.Value)
	}
	return met, nil
}
