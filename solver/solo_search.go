package solver

import (
	"errors"
	"fmt"
	"slices"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// pegSearch looks for a line of the fewest moves of a peg game and a proof that
// there is none of fewer.
type pegSearch struct {
	*run
	*knowledge // of the puzzle counted in moves
	game       *pegGame
	toGoal     *pegBound
	fromStart  *pegBound
	budget     int64     // positions that may have been expanded when the refutations pause
	paused     *meeting  // may be nil
	alive      *pegAlive // may be nil
	through    string    // what those in alive can
	noFilter   bool      // there is no memory for alive
	noBeam     bool      // no shorter lines are looked for
}

// searchPegs settles a puzzle of solo or retour. First come arguments without
// search; then rounds, each with a beam of growing width and refutations of the
// lengths from the lower bound up with a growing budget. From some round on these
// leave out what is not alive (refine).
//
// Counted in hops every line is as long as every other, so the line wanted is
// the one of fewest moves: the search is the same.
func searchPegs(k *knowledge) error {
	if k.puzzle.Count.EachHop() {
		return searchPegHops(k.run, k)
	}
	return (&pegSearch{run: k.run, knowledge: k, game: newPegGame(k.puzzle)}).search()
}

func (s *pegSearch) search() error {
	r, k := s.run, s.knowledge
	if slices.Contains(s.game.goals, s.game.start) {
		return k.begunAtGoal("the start is the goal")
	}
	if reason := s.game.impossible(); reason != "" {
		return k.deny(reason)
	}
	if s.toGoal == nil {
		s.toGoal = newPegBound(s.game, true)
	}
	s.fromStart = newPegBound(s.game, false)
	lower := s.toGoal.of(s.game, s.game.start)
	if lower == never {
		return k.deny(proofOfRegion)
	}
	if err := k.raise(lower, proofOfRegions); err != nil {
		return err
	}
	width, budget := firstPegWidth, firstPegBudget
	for round := 0; !k.settled(); round++ {
		if err := s.refine(budget); err != nil {
			return err
		}
		if k.settled() {
			break
		}
		// The search that refutes the last length in question finds a line of it,
		// if there is one.
		if !s.noBeam && (k.upper == NoUpper || k.upper-k.lower > 1) {
			if err := s.beam(width); err != nil {
				return err
			}
		}
		s.budget = r.expanded.Load() + int64(budget)
		if err := s.refutations(); err != nil && !errors.Is(err, errBudget) {
			return err
		}
		width, budget = min(width*effortGrowth, widestPegBeam), budget*pegBudgetGrowth
	}
	return nil
}

// Efforts of the first round, in positions, and the widest beam.
const (
	firstPegWidth  = 1000
	firstPegBudget = 20_000
	widestPegBeam  = 1 << 20

	// Refutations, for which the filter does most, gain by longer rounds.
	pegBudgetGrowth = 8
)

// Sentences that say how bounds were proven.
const (
	proofOfRegion  = "a region of the board can never become what the goal has there, whatever stands elsewhere (pattern database)"
	proofOfRegions = "moves that must begin in each region of the board, added up (pattern databases)"
	proofOfTake    = "every jump takes just one man off, or places one"
)

// proofOfMeeting is the sentence for a length that was refuted. Only positions
// that can what through says were looked at; "" if all were.
func proofOfMeeting(length int, through string) string {
	if through != "" {
		through = fmt.Sprintf(", through all positions that %s,", through)
	}
	return fmt.Sprintf("complete search by moves from both ends%s found no line of %d; fewer were refuted the same way or by pattern databases", through, length)
}

// searchPegHops settles a puzzle counted in hops by the same puzzle counted in
// moves. The store keeps what is known of the latter.
func searchPegHops(r *run, k *knowledge) error {
	k.leaveStore()
	p := *k.puzzle
	p.Count = positions.Moves
	inMoves := newKnowledge(&p, r)
	inMoves.recall()
	var err error
	if !inMoves.settled() {
		err = searchPegs(inMoves)
	}
	if err == nil || isLimit(err) {
		err = errors.Join(err, inMoves.remember())
	}
	if inMoves.upper == 0 {
		return errors.Join(err, k.begunAtGoal(inMoves.proof))
	}
	if raised := k.raise(newPegGame(k.puzzle).jumpsOf(), proofOfTake); raised != nil {
		return raised
	}
	switch {
	case inMoves.impossible:
		return errors.Join(err, k.deny(inMoves.proof))
	case inMoves.line == nil:
		return err
	case inMoves.settled():
		k.explain(fmt.Sprintf("%s; of the lines this one has the fewest moves: %s", proofOfTake, inMoves.proof))
	default:
		k.explain(fmt.Sprintf("%s; a line may have fewer moves, but at least %d", proofOfTake, inMoves.lower))
	}
	return errors.Join(err, k.offer(inMoves.line))
}

// isLimit reports whether a search ended because it had to.
func isLimit(err error) bool {
	return errors.Is(err, errTime) || errors.Is(err, errMemory) || errors.Is(err, errInterrupt)
}

// impossible returns an argument why no line can lead from start to goal, or "".
func (g *pegGame) impossible() string {
	b := g.puzzle.Board
	class := func(p uint64) uint8 { return positions.ReissClass(b, positions.Bits{p}) }
	from := class(g.start)
	same := false
	for _, p := range g.goals {
		same = same || class(p) == from
	}
	switch {
	case !same:
		return fmt.Sprintf("parity: start (class %d of 16) and goal (class %d) are in different Reiss classes, and no jump leaves its class", from, class(g.goals[0]))
	case g.jumpsOf() < 0:
		return "the men are too few: every jump takes one off"
	}
	return ""
}

// refutations refutes lengths from the lower bound up until one is found to have
// a line or the budget is spent.
func (s *pegSearch) refutations() error {
	for !s.settled() {
		length := s.lower
		err := s.phase(fmt.Sprintf("refute %d", length), func() (string, int, error) { return s.meet(length) })
		if err != nil {
			return err
		}
	}
	return nil
}

// meeting is a search for a line of some length that may pause.
type meeting struct {
	length      int
	front, back *pegFront
	widest      int
}

// meet looks for a line of just length moves, all shorter ones being refuted. A
// line has a position that is m moves behind the start and length−m before the
// goal, for every m, and not less from either, or there were a shorter line; so
// of two breadth-first searches that grow towards each other one touches the
// other when their depths add up to length, if there is a line. Both leave out
// positions whose distance to the other end is too great by the pattern
// databases. Memory: 8 bytes a position in layers, 11 to 16 in tables.
func (s *pegSearch) meet(length int) (outcome string, widest int, err error) {
	g, m := s.game, s.paused
	if m == nil || m.length != length {
		m = &meeting{
			length: length,
			front:  newPegFront(s.run, g, &g.forward, s.toGoal, s.alive, []uint64{g.start}),
			back:   newPegFront(s.run, g, &g.backward, s.fromStart, s.alive, g.goals),
		}
		s.paused = m
	}
	s.park(0)
	s.hold(s.alive.bytes(), func() int64 { return m.front.held() + m.back.held() })
	for {
		near, far := m.front, m.back
		if len(far.last()) < len(near.last()) {
			near, far = far, near
		}
		if s.expanded.Load() > s.budget {
			s.park(m.front.held() + m.back.held())
			return "", m.widest, errBudget
		}
		depth := len(near.layers) + len(far.layers) - 1 // after one more layer
		if depth >= length {
			return s.join(m, near, far)
		}
		if err := near.grow(length); err != nil {
			return "", m.widest, err
		}
		m.widest = max(m.widest, len(near.last()))
		if len(near.last()) == 0 {
			s.paused = nil
			if !near.limited.Load() {
				return "no line of any length", m.widest, s.deny("complete search: no line at all leads from start to goal")
			}
			return s.none(length, m.widest)
		}
	}
}

// join looks whether one more move of the near side touches the far side.
func (s *pegSearch) join(m *meeting, near, far *pegFront) (string, int, error) {
	defer func() { s.paused = nil }()
	set := newPegSet(far.last())
	s.hold(s.alive.bytes()+set.bytes(), func() int64 { return m.front.held() + m.back.held() })
	p, ok, err := near.touch(m.length, set)
	if err != nil {
		return "", m.widest, err
	}
	if !ok {
		return s.none(m.length, m.widest)
	}
	near.layers = append(near.layers, []uint64{p})
	line, err := s.game.lineThrough(p, m.front.layers, m.back.layers)
	if err != nil {
		return "", m.widest, err
	}
	return fmt.Sprintf("a line of %d moves", m.length), m.widest, s.offer(line)
}

func (s *pegSearch) none(length, widest int) (string, int, error) {
	outcome := fmt.Sprintf("no line of %d moves", length)
	if length >= s.game.jumpsOf() { // a line cannot have more moves than jumps
		return outcome, widest, s.deny("complete search by moves from both ends found no line of any possible length")
	}
	return outcome, widest, s.raise(length+1, proofOfMeeting(length, s.through))
}

// lineThrough makes the line that goes through p of layers that grew from the
// start and layers that grew from the goal.
func (g *pegGame) lineThrough(p uint64, front, back [][]uint64) (puzzles.Line, error) {
	line, err := g.trace(&g.backward, p, front)
	if err != nil {
		return nil, err
	}
	slices.Reverse(line)
	rest, err := g.trace(&g.forward, p, back)
	return append(line, rest...), err
}

// trace walks from p, a position of the last layer, to the first layer. Of the
// moves into the layer before it takes the one to the least position.
func (g *pegGame) trace(s *pegSide, p uint64, layers [][]uint64) (puzzles.Line, error) {
	var line puzzles.Line
	for k := len(layers) - 2; k >= 0; k-- {
		ways := make(map[uint64]pegMove)
		for _, m := range g.moves(s, p, true) {
			c := g.canonicalOf(m.after)
			if old, ok := ways[c]; !ok || m.after < old.after {
				ways[c] = m
			}
		}
		var best *pegMove
		for _, c := range layers[k] {
			if m, ok := ways[c]; ok && (best == nil || m.after < best.after) {
				best = &m
			}
		}
		if best == nil {
			return nil, fmt.Errorf("a position of layer %d has no neighbour in the layer before", k+1)
		}
		line = append(line, best.path)
		p = best.after
	}
	return line, nil
}
