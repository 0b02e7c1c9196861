package certificate

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/halma-solve/halma-solve/positions"
)

// Recomputed says how much of a step was recomputed.
type Recomputed struct {
	Step   string // in words
	Layers int    // recomputed and found equal
	Of     int    // layers in all; 0 for a step that Check has worked out
	Reason string // why not all, "" if all were
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
		r := &recheck{plain: newPlain(p, s.Marked), ctx: ctx, step: s, left: effort}
		out, err := r.run()
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
	*plain
	ctx    context.Context
	step   Step
	left   int
	layers []map[string]struct{}
	passed int // layers found equal
	near   []map[string]struct{}
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
	out := Recomputed{Step: s.name(), Of: len(s.Layers)}
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
	case Gains, Assignment:
		out.Step = fmt.Sprintf("%s: no line below %d", s.Kind, s.Value)
	case Refutation:
		err = r.refutation()
	case BreadthFirst:
		err = r.breadthFirst()
	}
	out.Layers = r.passed
	switch {
	case err == errEffort:
		out.Reason, err = "the effort is spent", nil
	case err != nil:
		out.Reason = "interrupted"
	}
	return out, err
}

// compare compares a recomputed layer with the certificate's.
func (r *recheck) compare(depth int, layer map[string]struct{}) error {
	for _, l := range r.step.Layers {
		if l.Depth != depth {
			continue
		}
		var sum Sum
		gain := 0
		for code := range layer {
			sum.Add([]byte(code))
			gain = max(gain, r.sum(r.decode(code))-r.startSum)
		}
		digest := sum.String()
		if int64(len(layer)) != l.Positions || gain != l.Gain || digest != l.Digest {
			return wrong("%s: at depth %d are %d positions with a gain of at most %d, digest %s; it says %d, %d, %.40q",
				r.step.name(), depth, len(layer), gain, digest, l.Positions, l.Gain, l.Digest)
		}
		r.passed++
		return nil
	}
	return wrong("%s: there is no layer at depth %d", r.step.name(), depth)
}

// expand returns the positions one move from those of a layer that keep passes,
// in canonical form, without those of the layers given.
func (r *recheck) expand(from map[string]struct{}, rules string, keep func(counts string) (bool, error), without ...map[string]struct{}) (map[string]struct{}, error) {
	next := map[string]struct{}{}
	for _, code := range slices.Sorted(maps.Keys(from)) { // in order, so that the effort reaches as far every time
		if err := r.spend(); err != nil {
			return nil, err
		}
		men := r.decode(code)
		verdicts := map[string]bool{}
	moves:
		for _, mv := range r.moves(men, rules) {
			after := r.moved(men, mv)
			if r.late != nil && r.late(after) {
				continue
			}
			counts := r.counts(after)
			child := r.canonical(after)
			for _, known := range without {
				if _, ok := known[child]; ok {
					continue moves
				}
			}
			pass, asked := verdicts[counts]
			if !asked {
				var err error
				if pass, err = keep(counts); err != nil {
					return nil, err
				}
				verdicts[counts] = pass
			}
			if pass {
				next[child] = struct{}{}
			}
		}
	}
	return next, nil
}

func everything(string) (bool, error) { return true, nil }

// begin makes the start the only layer.
func (r *recheck) begin() {
	r.layers = []map[string]struct{}{{r.canonical(r.start): {}}}
}

// before returns the layers whose positions do not belong into the one at depth.
func (r *recheck) before(depth int) []map[string]struct{} {
	return r.layers[max(0, depth-2):depth]
}

// spread lists all positions within n moves of the start of the free game.
func (r *recheck) spread(n int, check bool) ([]map[string]struct{}, error) {
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
	c := r.newCorridor(least, "", r.spend)
	r.begin()
	for d := 1; d <= n; d++ {
		next, err := r.expand(r.layers[d-1], RulesFree, func(k string) (bool, error) {
			if rowSum(k) < least[d] {
				return false, nil
			}
			return c.goesOn(k, d)
		}, r.before(d)...)
		if err != nil {
			return err
		}
		r.layers = append(r.layers, next)
		if err := r.compare(d, next); err != nil {
			return err
		}
		if len(next) == 0 {
			break
		}
	}
	return nil
}

// breadthFirst goes through all positions in the order of their distance.
func (r *recheck) breadthFirst() error {
	rules := r.step.Rules
	start, goal := string(r.code(r.start)), r.code(r.goal)
	seen := map[string]struct{}{}
	found := []map[string]struct{}{{start: {}}} // by distance
	for d := 0; d < len(found); d++ {
		layer := map[string]struct{}{}
		for _, code := range slices.Sorted(maps.Keys(found[d])) {
			if _, old := seen[code]; old {
				continue
			}
			if err := r.spend(); err != nil {
				return err
			}
			seen[code], layer[code] = struct{}{}, struct{}{}
			men := r.decode(code)
			for _, mv := range r.moves(men, rules) {
				step := 1
				if r.puzzle.Count == positions.Hops {
					step = mv.hops
				}
				for len(found) <= d+step {
					found = append(found, map[string]struct{}{})
				}
				found[d+step][string(r.code(r.moved(men, mv)))] = struct{}{}
			}
		}
		found[d] = nil
		_, met := layer[string(goal)]
		if len(layer) == 0 && d >= len(r.step.Layers) {
			continue
		}
		if d >= len(r.step.Layers) {
			return wrong("breadth-first: there are positions at distance %d", d)
		}
		if want := r.step.Layers[d].Positions; int64(len(layer)) != want {
			return wrong("breadth-first: there are %d positions at distance %d, it says %d", len(layer), d, want)
		}
		r.passed++
		if met {
			if d != r.step.Value {
				return wrong("breadth-first: the goal is at distance %d, not %d", d, r.step.Value)
			}
			return nil
		}
	}
	if r.step.Value >= 0 {
		return wrong("breadth-first: the goal cannot be reached")
	}
	return nil
}
