package losses

import (
	"errors"
	"slices"
	"sync/atomic"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/certificate"
	"github.com/halma-solve/halma-solve/solver/internal/bounds"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// Search is a complete search for lines of so many hops at most, in three passes: through the
// relaxed game; if that leads to the goal back through it, by what the first has found; and
// through the game itself, by what the second has found.
type Search[W positions.Words] struct {
	pass[W]
	relaxed, back *pass[W] // nil until they are wanted
	leads         bool     // the first leads to the goal
	Paid          int      // layers up to which an earlier run counted the work
	// Describes says for other machines how successors of the relaxed game are made; nil: they
	// have no part.
	Describes func(About) ([]byte, error)

	tables *Tables
	hops   int
	Line   puzzles.Line // with the fewest hops, when one was found

	workers    []*successors[W]
	remembered atomic.Int64 // bytes of what they remember
}

// NewSearch returns a search for lines of so many hops from the start of a space to its
// goal. Layers are kept in j, which may be nil.
func NewSearch[W positions.Words](r *session.Run, s *layers.Space[W], j *layers.Journal[W], t *Tables, hops int) *Search[W] {
	out := &Search[W]{tables: t, hops: hops}
	var makers []maker[W]
	for range r.Workers {
		w := &successors[W]{generator: t.newGenerator(&out.remembered), space: s}
		out.workers, makers = append(out.workers, w), append(makers, w)
	}
	out.pass = newPass(r, s, j, rowsOfHop*hops-t.Rows(), makers)
	out.held = func() int64 { return out.Held() - out.Bytes() }
	return out
}

// relax prepares the passes through the relaxed game.
func (s *Search[W]) relax() {
	s.relaxed = s.relaxedPass("relaxed", s.tables.relaxed, s.Space.Start)
	s.back = s.relaxedPass("back", newRelaxation(newGeometry(s.tables.Reversed())), s.Space.Goal)
	s.relaxed.describe = s.Describes
	s.back.by, s.back.held = s.relaxed, s.relaxed.Bytes
	s.Journal, s.by = within(s.Journal, "game", s.Space), s.back
}

// relaxedPass returns a pass through the relaxed game from a position.
func (s *Search[W]) relaxedPass(name string, r *relaxation, from W) *pass[W] {
	space := *s.Space
	space.Start = standIn[W](r, menOf(&from, nil))
	var makers []maker[W]
	for range s.Workers {
		makers = append(makers, newRelaxed(r, &space))
	}
	p := newPass(s.Run, &space, within(s.Journal, name, &space), s.most, makers)
	p.losses, p.relaxation = relaxedLosses, r
	return &p
}

// within returns a journal in the directory of another one, which may be nil.
func within[W positions.Words](j *layers.Journal[W], name string, s *layers.Space[W]) *layers.Journal[W] {
	if j == nil {
		return nil
	}
	of := *j
	of.Name, of.Space = j.Name+"/"+name, s
	return &of
}

// Done returns how many layers were made.
func (s *Search[W]) Done() int {
	done := s.lost - 1
	if s.relaxed != nil {
		done += s.relaxed.lost - 1 + s.back.lost - 1
	}
	return done
}

// Held returns the bytes that the search holds while it is paused.
func (s *Search[W]) Held() int64 {
	held := s.Bytes() + s.remembered.Load()
	if s.relaxed != nil {
		held += s.relaxed.Bytes() + s.back.Bytes()
	}
	return held
}

// NewSpace returns the space of a puzzle in which a position and its mirror image are on the
// same rows, counted as the diagonals have them: else no two are mirror images.
func NewSpace[W positions.Words](p *puzzles.Puzzle, d *bounds.Diagonals) *layers.Space[W] {
	s := layers.NewSpace[W](p)
	for c := range s.Cells {
		if d.Advance[s.Mirror[c]] != d.Advance[c] {
			for c := range s.Cells {
				s.Mirror[c] = uint8(c)
			}
			break
		}
	}
	return s
}

// Advance goes on with the search. It returns a line with the fewest hops, or nil if there is
// none. It pauses with ErrBudget before a layer that would take the positions expanded in this
// call over the budget; call it again to go on.
func (s *Search[W]) Advance(budget int) (line puzzles.Line, err error) {
	if s.Done() == 0 {
		if line, err := s.finish(0); line != nil || err != nil || s.most < 0 {
			return line, err
		}
	}
	if s.relaxed == nil {
		s.relax()
	}
	defer func() { s.Widest = max(s.Widest, s.relaxed.Widest, s.back.Widest) }()
	spend := func(positions int) error {
		if budget -= positions; budget < 0 {
			return session.ErrBudget
		}
		return nil
	}
	all := func() (bool, error) { return false, nil }
	if err := s.relaxed.advance(s.Paid, spend, all); err != nil {
		return nil, err
	}
	if !s.leads {
		s.leads, err = s.relaxed.has(menOf(&s.Space.Goal, nil), s.most)
		if !s.leads || err != nil {
			return nil, err
		}
	}
	if err := s.back.advance(s.Paid-s.most, spend, all); err != nil {
		return nil, err
	}
	s.relaxed.Layers = nil // nobody asks for them any more
	err = s.advance(s.Paid-2*s.most, spend, func() (bool, error) {
		line, err = s.finish(s.lost)
		return line != nil, err
	})
	return line, err
}

// NewSweep returns a sweep that makes the successors of a description in the relaxed game.
func NewSweep[W positions.Words](r *session.Run, s *layers.Space[W], t *Tables, about About) *layers.Sweep[W] {
	return layers.NewSweepOf(r, s, func() layers.Successors[W] {
		m := newRelaxed(t.relaxed, s)
		m.begin(about)
		return m
	})
}

// finish looks for a position of a layer that can be made the goal without loss, and returns
// the line that leads there and on to the goal; nil if there is none.
func (s *Search[W]) finish(lost int) (puzzles.Line, error) {
	if (lost-s.most)%rowsOfHop != 0 || lost > s.most {
		return nil, nil
	}
	end, found, err := s.first(lost, func(g *successors[W], w *W) bool {
		g.loadFrom(w)
		return g.settled()
	})
	if !found || err != nil {
		return nil, err
	}
	s.Line, err = s.lineTo(end, lost)
	return s.Line, err
}

// idle returns the workers, for whoever has work for one.
func (s *Search[W]) idle() chan *successors[W] {
	idle := make(chan *successors[W], len(s.workers))
	for _, g := range s.workers {
		idle <- g
	}
	return idle
}

// first returns the first position of a layer of which is is true.
func (s *Search[W]) first(lost int, is func(g *successors[W], w *W) bool) (first W, found bool, err error) {
	idle := s.idle()
	some, err := s.Layers[lost].Filter(s.Workers, func(w *W) bool {
		g := <-idle
		defer func() { idle <- g }()
		return is(g, w)
	})
	if err != nil {
		return first, false, err
	}
	for _, shard := range some.Shards {
		if len(shard) > 0 {
			return shard[0], true, nil
		}
	}
	return first, false, nil
}

var errBroken = errors.New("a position of a search by losses comes from nowhere")

// lineTo returns a line that leads to a position of a layer, and on to the goal.
func (s *Search[W]) lineTo(end W, lost int) (line puzzles.Line, err error) {
	path := []W{end}
	for lost > 0 {
		before, at, err := s.before(path[0], lost)
		if err != nil {
			return nil, err
		}
		path, lost = slices.Insert(path, 0, before), at
	}
	g := s.workers[0]
	g.Room = s.most
	w := s.Space.Start
	for _, then := range path[1:] {
		hops, next, ok := s.hopsTo(g, &w, &then)
		if !ok {
			return nil, errBroken
		}
		line, w = append(line, hops...), next
	}
	g.loadFrom(&w)
	for on, set := range g.bound.Goal[:g.bound.N] {
		line = append(line, g.jumps(on, set)...)
	}
	return line, nil
}

// before returns a position of which another one, of a layer, is a successor, and its layer.
func (s *Search[W]) before(w W, lost int) (before W, at int, err error) {
	sets := s.setsOf(&w)
	image := s.Space.Permuted(&w, &s.Space.Mirror)
	mirrored := s.setsOf(&image)
	for _, by := range hopLosses {
		if by > lost {
			break
		}
		before, found, err := s.first(lost-by, func(g *successors[W], from *W) bool {
			here := s.setsOf(from)
			if differing(here, sets) > 3 && differing(here, mirrored) > 3 {
				return false
			}
			g.About = About{Lost: by, Room: s.most - lost}
			_, _, ok := s.hopsBy(g, from, &w)
			return ok
		})
		if found || err != nil {
			return before, lost - by, err
		}
	}
	return before, 0, errBroken
}

func (s *Search[W]) setsOf(w *W) []uint32 {
	sets := s.tables.bound.SetsOf(s.Space.CellsOf(w))
	return sets[:]
}

// differing returns on how many diagonals two positions differ.
func differing(a, b []uint32) (n int) {
	for i := range a {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}

// hopsTo returns a change of a position by any hop that makes it another one up to the
// mirror.
func (s *Search[W]) hopsTo(g *successors[W], from, to *W) (line puzzles.Line, after W, ok bool) {
	for _, g.Lost = range hopLosses {
		if line, after, ok = s.hopsBy(g, from, to); ok {
			break
		}
	}
	return line, after, ok
}

// hopsBy is hopsTo by a hop that loses so much.
func (s *Search[W]) hopsBy(g *successors[W], from, to *W) (line puzzles.Line, after W, ok bool) {
	g.loadFrom(from)
	g.each(func(c *change) {
		if ok {
			return
		}
		then := g.after(from, c)
		if canonical, _ := s.Space.Canonical(then); canonical == *to {
			line, after, ok = g.hops(c), then, true
		}
	})
	return line, after, ok
}

// Certify returns what a certificate says of the search, which is done.
func (s *Search[W]) Certify() certificate.Step {
	step := certificate.Step{Kind: certificate.Losses, Moves: s.hops, Layers: s.Described}
	if s.relaxed != nil {
		step.Relaxed = s.relaxed.Described
	}
	if s.Line != nil {
		step.Met = len(s.Line)
	}
	return step
}
