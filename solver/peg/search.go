package peg

import (
	"errors"
	"fmt"
	"slices"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// lineSearch looks for a line of the fewest moves of a peg game and a proof that
// there is none of fewer.
type lineSearch struct {
	*session.Run
	*session.Knowledge // of the puzzle counted in moves
	game               *game
	toGoal             *patternBound
	fromStart          *patternBound
	budget             int64                // positions that may have been expanded when the refutations pause
	paused             *meeting             // may be nil
	alive              *aliveFilter         // may be nil
	through            string               // what those in alive can
	noFilter           bool                 // there is no memory for alive in blocks
	list               *aliveList           // under way; may be nil
	noList             bool                 // alive is not listed any more
	pagodas            bool                 // pagoda functions were looked for
	marks              *landmarks           // cut layers; may be nil
	noBeam             bool                 // no shorter lines are looked for
	lone               int                  // positions behind the goals, if they were listed
	told               []session.LayerStats // of the length in work, if they are asked for
}

// Search settles a puzzle of solo or retour. First come arguments without
// search; then rounds, each with a beam of growing width, but for the first, and
// refutations of the lengths from the lower bound up with a growing budget (refine says what
// these leave out).
//
// Counted in hops every line is as long as every other, so the line wanted is
// the one of fewest moves: the search is the same.
func Search(k *session.Knowledge) error {
	if k.Puzzle().Count.EachHop() {
		return searchHops(k.Run, k)
	}
	return (&lineSearch{Run: k.Run, Knowledge: k, game: newGame(k.Puzzle())}).search()
}

func (s *lineSearch) search() error {
	r, k := s.Run, s.Knowledge
	if reason := s.game.impossible(); reason != "" {
		return k.Deny(reason)
	}
	shared := s.toGoal != nil
	if !shared {
		s.toGoal = newPatternBound(s.game, true)
	}
	s.game.addMerson(s.toGoal.of(s.game, s.game.start))
	if !shared {
		s.toGoal.addMerson(s.game, true)
	}
	s.fromStart = newPatternBound(s.game, false)
	lower := s.toGoal.of(s.game, s.game.start)
	if lower == never {
		return k.Deny(proofOfRegion)
	}
	if k.Upper() == session.NoUpper && newPagodaFinder(s.game, true).against(s.game.start) != nil {
		return k.Deny(proofOfPagoda)
	}
	if err := k.Raise(lower, proofOfRegions); err != nil {
		return err
	}
	if width := r.Options.Beam; width > 0 {
		s.findMarks()
		if err := s.findPagodas(); err != nil {
			return err
		}
		return k.InBeams(func() error { return s.beam(width) })
	}
	width, budget := firstPegWidth, firstPegBudget
	for round := 0; !k.Settled(); round++ {
		filtered := s.alive != nil
		if err := s.refine(round, budget); err != nil {
			return err
		}
		if k.Settled() {
			break
		}
		if !filtered && s.alive != nil {
			width /= 2 // a beam that leaves out what is dead finds as much by half
		}
		if round > 0 && s.wantsBeam() {
			if err := s.beamIfRoom(width); err != nil {
				return err
			}
		}
		s.budget = r.Expanded.Load() + int64(budget)
		if err := s.refutations(); err != nil && !errors.Is(err, session.ErrBudget) {
			return err
		}
		width, budget = min(width*session.EffortGrowth, widestPegBeam), budget*budgetGrowth
	}
	return nil
}

// Efforts of the first round, in positions, and the widest beam.
const (
	firstPegWidth  = 1000
	firstPegBudget = 20_000
	widestPegBeam  = 1 << 20

	// Refutations, for which the filter does most, gain by longer rounds.
	budgetGrowth = 8
)

// Sentences that say how bounds were proven.
const (
	proofOfRegion  = "a region of the board can never become what the goal has there, whatever stands elsewhere (pattern database)"
	proofOfRegions = "moves that must begin in each region of the board, added up (pattern databases)"
	proofOfPagoda  = "no jump raises the sum of certain values of the holes over the men, and the goal's is greater than that of the start (pagoda function)"
	proofOfNothing = "complete search: of all that can be reached from the start nothing leads to the goal"
	proofOfTake    = "every jump takes just one man off, or places one"
)

// proofOfMeeting is the sentence for a length that was refuted. Only positions
// that can what through says were looked at; all if it is "".
func (s *lineSearch) proofOfMeeting(length int) string {
	through, bounds := s.through, "pattern databases"
	if through != "" {
		through = fmt.Sprintf(", through all positions that %s,", through)
	}
	if s.marks != nil {
		bounds += " or landmarks"
	}
	return fmt.Sprintf("complete search by moves from both ends%s found no line of %d; fewer were refuted the same way or by %s", through, length, bounds)
}

// searchHops settles a puzzle counted in hops by the same puzzle counted in
// moves. The store keeps what is known of the latter.
func searchHops(r *session.Run, k *session.Knowledge) error {
	k.LeaveStore()
	p := *k.Puzzle()
	p.Count = positions.Moves
	inMoves := session.NewKnowledge(&p, r)
	inMoves.Recall()
	var err error
	if !inMoves.Settled() {
		err = Search(inMoves)
	}
	if err == nil || isLimit(err) {
		err = errors.Join(err, inMoves.Remember())
	}
	if raised := k.Raise(newGame(k.Puzzle()).jumpsOf(), proofOfTake); raised != nil {
		return raised
	}
	switch {
	case inMoves.Impossible():
		return errors.Join(err, k.Deny(inMoves.Proof()))
	case inMoves.Line() == nil:
		return err
	case inMoves.Settled():
		k.Explain(fmt.Sprintf("%s; of the lines this one has the fewest moves: %s", proofOfTake, inMoves.Proof()))
	default:
		k.Explain(fmt.Sprintf("%s; a line may have fewer moves, but at least %d", proofOfTake, inMoves.Lower()))
	}
	return errors.Join(err, k.Offer(inMoves.Line()))
}

// isLimit reports whether a search ended because it had to.
func isLimit(err error) bool { return session.LimitOf(err) != "" }

// impossible returns an argument why no line can lead from start to goal, or "".
func (g *game) impossible() string {
	b := g.puzzle.Board
	class := func(p uint64) uint8 { return positions.ReissClass(b, positions.Bits{p}) }
	from := class(g.start)
	same := false
	for _, p := range g.goals {
		same = same || class(p) == from
	}
	switch {
	case !same:
		return fmt.Sprintf("parity: start (class %d of %d) and goal (class %d) are in different Reiss classes, and no jump leaves its class", from, positions.ReissClasses(b), class(g.goals[0]))
	case g.jumpsOf() < 0:
		return "the men are too few: every jump takes one off"
	}
	return ""
}

// refine gives the searches of a round more to leave out: all that is not alive, once it
// is worth the work and there is memory, until then what pagoda functions rule out; with more
// than rows and columns also what is too far from a last man by landmarks.
func (s *lineSearch) refine(round, budget int) error {
	if err := s.blockFilter(budget); err != nil {
		return err
	}
	if round == 0 && !s.noFilter {
		return nil
	}
	s.findMarks()
	if s.alive != nil {
		return nil
	}
	if err := s.findPagodas(); err != nil {
		return err
	}
	return s.listFilter(budget)
}

// findPagodas looks for pagoda functions of both sides, once. A search under way is begun
// anew.
func (s *lineSearch) findPagodas() error {
	if s.pagodas {
		return nil
	}
	s.pagodas = true
	return s.Phase("pagoda functions", func() (outcome string, _ int, err error) {
		if s.toGoal.pagodas, err = findPagodas(s.Run, s.game, true); err != nil {
			return "", 0, err
		}
		if s.fromStart.pagodas, err = findPagodas(s.Run, s.game, false); err != nil {
			return "", 0, err
		}
		if s.toGoal.pagodas.words+s.fromStart.pagodas.words == 0 {
			return "none", 0, nil
		}
		s.paused = nil
		s.Park(0)
		return "found", 0, nil
	})
}

// refutations refutes lengths from the lower bound up until one is found to have
// a line or the budget is spent. If two lengths are left and there is a filter, it asks for
// both at once: most often there is a line of neither. (Without a filter the longer one
// can take many times as much: triangle of side 8 from d1, 2026-11.)
func (s *lineSearch) refutations() error {
	for !s.Settled() {
		length := s.Lower()
		if s.alive != nil && s.Upper()-length == 2 {
			length++
		}
		err := s.Phase(fmt.Sprintf("refute %d", length), func() (string, int, error) { return s.meet(length) })
		if err != nil {
			return err
		}
		s.Detail(s.told)
	}
	return nil
}

// meeting is a search for a line of some length that may pause.
type meeting struct {
	length      int
	front, back *front
	widest      int
}

func (s *lineSearch) newMeeting(length int) *meeting {
	return newMeeting(s.Run, s.game, s.toGoal, s.fromStart, s.alive, length)
}

func newMeeting(r *session.Run, g *game, toGoal, fromStart *patternBound, alive *aliveFilter, length int) *meeting {
	return &meeting{
		length: length,
		front:  newFront(r, g, &g.forward, toGoal, alive, []uint64{g.start}),
		back:   newFront(r, g, &g.backward, fromStart, alive, g.goals),
	}
}

// taking returns the side whose moves take men off.
func (m *meeting) taking() *front {
	if side, _ := m.front.game.taking(); side == m.back.side {
		return m.back
	}
	return m.front
}

// held returns the bytes of both sides.
func (m *meeting) held() int64 { return m.front.held() + m.back.held() }

// meet looks for a line of at most length moves, all shorter than the lower bound being
// refuted. The shortest line has a position that is m moves behind the start and as many
// before the goal as are left, for every m, and not less from either, or there were a
// shorter line. So of two breadth-first searches that grow towards each other one touches
// the other's layer of these, when their depths add up to length: its last one, or of
// those before it one by which the line is shorter. Both leave out
// positions whose distance to the other end is too great by the pattern
// databases. Memory: 8 bytes a position in layers, 11 to 16 in tables; at last no tables, but 18 to 36
// in the set of the positions to touch.
func (s *lineSearch) meet(length int) (outcome string, widest int, err error) {
	m := s.paused
	if m == nil || m.length != length {
		m = s.newMeeting(length)
		m.taking().marks = s.marks
		s.paused, s.told = m, nil
	}
	s.Park(0)
	s.Hold(s.alive.bytes(), m.held)
	for {
		near, far := m.front, m.back
		if far.width(s.lone) < near.width(s.lone) {
			near, far = far, near
		}
		if s.Expanded.Load() > s.budget {
			s.Park(m.held())
			return "", m.widest, session.ErrBudget
		}
		depth := len(near.layers) + len(far.layers) - 1 // after one more layer
		if depth >= length {
			if len(far.layers) <= length-s.Lower() { // it lacks a layer of a shorter line
				near, far = far, near
			}
			return s.join(m, near, far)
		}
		if err := near.grow(length); err != nil {
			return "", m.widest, err
		}
		if len(near.layers) == 2 && near.side.backward {
			s.lone = max(s.lone, len(near.last()))
		}
		if s.Options.Layers {
			s.told = append(s.told, near.tell())
		}
		m.widest = max(m.widest, len(near.last()))
		if len(near.last()) == 0 {
			s.paused = nil
			if !near.limited.Load() {
				return "no line of any length", m.widest, s.Deny("complete search: no line at all leads from start to goal")
			}
			return s.none(length, m.widest)
		}
	}
}

// loneWidth is what the layer behind a lone man is taken for until one was made. In six
// directions he can have swept almost anything: a third of a million on the triangle of
// side 8, from each hole.
func loneWidth(g *game) int {
	if !g.straight() {
		return max(1000, 1<<(g.cells/2))
	}
	return 1000
}

// widestLone is the width of a layer behind a lone man, if it is known where he stands, from
// which on there is no memory for it (64 holes, eight directions).
const widestLone = 1 << 28

// width is how wide the last layer counts when it is decided which side grows; lone is the width
// of the layer behind the goals, if it is known. What the last man may have come from, if he may
// stand anywhere, is the widest layer of all: 11 million positions on the triangle of side 9, where
// to refute 12 moves from the other side alone takes a few thousand.
func (f *front) width(lone int) int {
	n := len(f.last())
	if len(f.layers) > 1 || n == 1 && loneWidth(f.game) <= widestLone {
		return n
	}
	return max(n*loneWidth(f.game), lone)
}

// join looks whether one more move of the near side touches the far side.
func (s *lineSearch) join(m *meeting, near, far *front) (string, int, error) {
	defer func() { s.paused = nil }()
	near.seen.Clear() // no layer is made any more
	far.seen.Clear()
	shortest := len(far.layers) - 1 - (m.length - s.Lower()) // layer of lines as short as the lower bound
	set := newPositionSet(slices.Concat(far.layers[shortest:]...))
	s.Hold(s.alive.bytes()+set.bytes(), m.held)
	p, ok, err := near.touch(m.length, set)
	if err != nil {
		return "", m.widest, err
	}
	if !ok {
		return s.none(m.length, m.widest)
	}
	near.layers = append(near.layers, []uint64{p})
	line, err := s.game.lineThrough(p, m)
	if err != nil {
		return "", m.widest, err
	}
	return fmt.Sprintf("%d moves", len(line)), m.widest, s.Offer(line)
}

func (s *lineSearch) none(length, widest int) (string, int, error) {
	outcome := fmt.Sprintf("no line of %d moves", length)
	if length >= s.game.jumpsOf() { // a line cannot have more moves than jumps
		return outcome, widest, s.Deny("complete search by moves from both ends found no line of any possible length")
	}
	return outcome, widest, s.Raise(length+1, s.proofOfMeeting(length))
}
