package transfer

import (
	"fmt"
	"slices"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/solver/certificate"
	"github.com/halma-solve/halma-solve/solver/internal/bounds"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// gainTable knows how far an army can get from the start in few moves of the
// free game: for each number of moves n an upper bound F(n) of the rows gained,
// and, up to a radius, all positions themselves.
//
// F(n) is established by search, not by hope:
//
//   - up to the radius, all positions are listed;
//   - beyond it, a beam search shows a position with some gain g after n moves,
//     and a complete search for one with gain g+1 or more, pruned by the row
//     abstraction, finds none (or a better one, and goes on from there);
//   - where that would cost too much, F(n) ≤ F(n−1) + the most that one man can
//     gain, F(n) ≤ Rows.Lift, and F(n) ≤ what the men would have gained on the
//     foremost cells of the board. (The gain of the goal is no bound: an army that
//     is to form a ring or a block may on its way stand ahead of it.)
//
// Seen from the goal, the same table bounds the end of a line: σ and reversal
// make of the last n moves of a line the first n of another.
type gainTable[W positions.Words] struct {
	steps     []certificate.Step // that prove gains
	gains     []int              // F(0) …, never decreasing
	perimeter []*layers.Layer[W]
	fallback  func(n, last int) int // bound for n moves when `last` bounds n−1
}

func newGainTable[W positions.Words](s *layers.Space[W], rw *bounds.Rows) *gainTable[W] {
	start, greatest := rw.Count(s.CellsOf(&s.Start)), rw.Foremost()-s.StartGain
	return &gainTable[W]{
		gains: []int{0},
		fallback: func(n, last int) int {
			return min(last+s.Leap, rw.Lift(&start, n), greatest)
		},
	}
}

// most returns F(n).
func (t *gainTable[W]) most(n int) int { return t.mostBy(t.gains, n) }

// mostBy is most if F is established by search only as far as gains say.
func (t *gainTable[W]) mostBy(gains []int, n int) int {
	known := min(n, len(gains)-1)
	gain := gains[known]
	for i := known + 1; i <= n; i++ {
		gain = max(gain, t.fallback(i, gain))
	}
	return gain
}

// radius is the number of moves up to which all positions are known, −1 if the
// table has none.
func (t *gainTable[W]) radius() int { return len(t.perimeter) - 1 }

// reached reports whether a canonical position is at most so many moves, no more
// than the table's radius, from the start.
func (t *gainTable[W]) reached(w *W, key uint64, moves int) (bool, error) {
	for d := moves; d >= 0; d-- {
		if ok, err := t.perimeter[d].Has(w, key); ok || err != nil {
			return ok, err
		}
	}
	return false, nil
}

// widen lists all positions near the start while there are at most so many.
func (t *gainTable[W]) widen(r *session.Run, s *layers.Space[W], most int) (outcome string, widest int, err error) {
	// A layer is seldom more than this many times as wide as the one before.
	l, err := layersNear(r, s, func(total, _ int, last *layers.Layer[W]) bool { return total+last.Size()*12 <= most })
	if err != nil {
		return "", l.Widest, err
	}
	for d := len(t.gains); d < len(l.Layers); d++ {
		t.gains = append(t.gains, max(l.Described[d].Gain, t.gains[d-1]))
	}
	t.perimeter = l.Layers
	t.learnNear(certificate.Step{Kind: certificate.Near, Marked: s.Marked, Moves: t.radius(), Layers: l.Described})
	return fmt.Sprintf("%d positions within %d", l.Positions(), t.radius()), l.Widest, nil
}

// layersNear lists all positions near the start as long as more is true, which is asked
// with how many there are, the radius, and the last layer.
func layersNear[W positions.Words](r *session.Run, s *layers.Space[W], more func(total, radius int, last *layers.Layer[W]) bool) (*layers.Layered[W], error) {
	l := layers.NewLayered(r, s, nil)
	if err := l.Describe(0); err != nil {
		return &l, err
	}
	sw := layers.NewSweep(r, s, nil, func() layers.Filter[W] { return layers.Everything[W]{} })
	total := 1
	for d := 1; ; d++ {
		last := l.Layers[d-1]
		if last.Size() == 0 || !more(total, d-1, last) {
			return &l, nil
		}
		stage := func() layers.Stage[W] { return layers.PlainStage(last, func() int64 { return 0 }) }
		if err := l.Step(sw, d, 0, stage); err != nil {
			return &l, err
		}
		total += l.Layers[d].Size()
		if err := l.Describe(d); err != nil {
			return &l, err
		}
	}
}

// listUpTo lists all positions within a radius, for layers that were pruned by them
// elsewhere.
func (t *gainTable[W]) listUpTo(r *session.Run, s *layers.Space[W], radius int) error {
	if t.radius() >= radius {
		return nil
	}
	l, err := layersNear(r, s, func(total, at int, _ *layers.Layer[W]) bool { return at < radius && total <= largePerimeter })
	if err == nil && len(l.Layers) <= radius {
		err = fmt.Errorf("%w: nobody lists the positions within %d", ErrAbout, radius)
	}
	if err == nil {
		t.perimeter = l.Layers
	}
	return err
}

// listed returns how far from the start a step lists the positions, −1 without one.
func (t *gainTable[W]) listed(marked bool) int {
	for _, s := range t.steps {
		if s.Kind == certificate.Near && s.Marked == marked {
			return s.Moves
		}
	}
	return -1
}

// learnNear takes the step of a list of positions. It replaces one that goes less
// far; one from a checkpoint may go farther, and gains may rest on it.
func (t *gainTable[W]) learnNear(near certificate.Step) {
	for i, old := range t.steps {
		if old.Kind == near.Kind && old.Marked == near.Marked {
			if old.Moves > near.Moves {
				return
			}
			t.steps = slices.Delete(t.steps, i, i+1)
			break
		}
	}
	t.steps = append(t.steps, near)
}

// prove establishes F(n) for n one greater than known. With ErrBudget it gives
// up because a layer would have more than budget positions.
func (t *gainTable[W]) prove(r *session.Run, s *layers.Space[W], by pruner[W], journalOf func(name string) *layers.Journal[W], budget int) (outcome string, widest int, err error) {
	n := len(t.gains)
	if by.links != nil && n > longestGain {
		return "", 0, session.ErrBudget
	}
	b := newBeam(r, s, nil, nil, nil, beamOptions{width: gainBeamWidth, limit: 2*n + 2, onset: 1 << 20})
	if _, _, err := b.search(); err != nil {
		return "", 0, err
	}
	best := t.gains[n-1]
	for _, l := range b.layers[:min(n+1, len(b.layers))] {
		_, highest := b.gains(l)
		best = max(best, highest)
	}
	for {
		j := journalOf(fmt.Sprintf("gain-%02d-%d%s", n, best+1, by.suffix()))
		found, l, err := seekGain(r, s, by, j, n, best+1, budget)
		widest = max(widest, l.Widest)
		if err == nil {
			err = j.Remove()
		}
		if err != nil {
			return "", widest, err
		}
		if found <= best {
			t.gains = append(t.gains, best)
			t.steps = append(t.steps, certificate.Step{Kind: certificate.Gain, Marked: s.Marked, Moves: n, Value: best, Links: by.links != nil, Layers: l.Described})
			return fmt.Sprintf("%d rows", best), widest, nil
		}
		best = found
	}
}

// gainBeamWidth is the width of the beam that guesses F(n). A guess that is too
// low costs another search, never a wrong table.
const gainBeamWidth = 4000

// seekGain returns the greatest gain of at least need of a position n moves from
// the start, or 0 if there is none, and the search that found it.
func seekGain[W positions.Words](r *session.Run, s *layers.Space[W], by pruner[W], j *layers.Journal[W], n, need, budget int) (found int, l *layers.Layered[W], err error) {
	search := layers.NewLayered(r, s, j)
	l = &search
	l.Hasty = true // corridors with keys are
	p := by.of(n, need+s.StartGain)
	sw := layers.NewSweep(r, s, nil, p.newFilter)
	for depth := 1; depth <= n; depth++ {
		p.ask(depth)
		last := l.Layers[depth-1]
		if last.Size() > budget {
			return 0, l, session.ErrBudget
		}
		stage := func() layers.Stage[W] {
			p.makeRoom(last.Size(), r.Memory/16)
			out := layers.PlainStage(last, p.bytes)
			out.Keep = p.keep(s)
			return out
		}
		if err := l.Step(sw, depth, n, stage); err != nil {
			return 0, l, err
		}
		if err := l.Describe(depth); err != nil {
			return 0, l, err
		}
		if l.Layers[depth].Size() == 0 {
			return 0, l, nil
		}
	}
	return l.Described[n-1].Gain, l, nil
}

// pruning drops what cannot have a sum of rows after some moves from the start.
type pruning[W positions.Words] struct {
	asked     bounds.Question // of the successors; set between sweeps
	newFilter func() layers.Filter[W]
	corridor  *bounds.Corridor
	linked    *bounds.LinkCorridor[W] // nil for none
}

// ask makes the filters answer for successors at a depth.
func (p *pruning[W]) ask(depth int) {
	p.asked = bounds.Question{Depth: depth, Least: p.corridor.Least(depth), Corridor: p.corridor}
}

// bytes returns the memory that its filters share.
func (p *pruning[W]) bytes() int64 { return p.corridor.Bytes() + p.linked.Bytes() }

// makeRoom prepares for the successors of so many positions.
func (p *pruning[W]) makeRoom(positions int, most int64) {
	if p.linked != nil {
		p.linked.Room(positions, most)
	}
}

// keep drops what has not the links that it needs.
func (p *pruning[W]) keep(s *layers.Space[W]) layers.Keep[W] {
	if p.linked == nil {
		return nil
	}
	depth := p.asked.Depth
	return func(list []W) ([]W, error) { return p.linked.Keep(list, s.Men, depth, true), nil }
}

// pruner makes prunings by corridors.
type pruner[W positions.Words] struct {
	rows  *bounds.Rows
	names bounds.Encoding
	ranks *bounds.Projection // names, with links
	links *bounds.Links[W]   // nil for none
}

// pruneBy returns what makes prunings by an encoding, by links, too, where there are
// any.
func pruneBy[W positions.Words](s *layers.Space[W], rw *bounds.Rows, names bounds.Encoding) pruner[W] {
	p := pruner[W]{rows: rw, names: names}
	if ranks, ok := names.(*bounds.Projection); ok && bounds.LinksFit(ranks, longestGain) {
		p.ranks, p.links = ranks, bounds.NewLinks(s, rw)
	}
	return p
}

// longestGain is how many moves the gain table is proven for with links, whose memory
// has room for few more depths.
const longestGain = 50

// suffix tells the journals of searches with links from others: their layers differ.
func (p pruner[W]) suffix() string {
	if p.links != nil {
		return "-links"
	}
	return ""
}

// of returns the pruning for the sum of rows need after n moves.
func (p pruner[W]) of(n, need int) *pruning[W] {
	least := make([]int, n+1)
	least[n] = need
	out := &pruning[W]{corridor: p.names.Corridor(least, false)}
	if p.links != nil {
		out.linked = p.links.NewCorridor(p.ranks, out.corridor, n)
	}
	out.newFilter = func() layers.Filter[W] {
		return newVerdictFilter[W](p.rows, p.names, &out.asked, func() int { return out.asked.Depth })
	}
	return out
}

// verdictFilter drops the moves for which a verdict on row counts is no, before they are
// listed. It is a [layers.Narrower].
type verdictFilter[W positions.Words] struct {
	verdicts *bounds.Verdicts[W]
	question func() int // that the judge answers now; see bounds.Verdicts
}

func newVerdictFilter[W positions.Words](rw *bounds.Rows, names bounds.Encoding, judge bounds.Judge, question func() int) *verdictFilter[W] {
	return &verdictFilter[W]{bounds.NewVerdicts[W](rw, names, judge), question}
}

func (f *verdictFilter[W]) Narrow(men []uint8, ends []W) { f.verdicts.Narrow(men, ends, f.question()) }

// Prune has nothing left to do: what counts hops under zones, where moves are not in sets,
// is not searched (attack.complete).
func (f *verdictFilter[W]) Prune(*layers.Expander[W]) {}
