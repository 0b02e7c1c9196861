package certificate

import (
	"errors"
	"fmt"

	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/verify"
)

// ErrWrong is wrapped when a certificate does not prove what it says, or when a
// layer was recomputed and differs.
var ErrWrong = errors.New("the certificate is wrong")

func wrong(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrWrong, fmt.Sprintf(format, args...))
}

// Finding is what Check found.
type Finding struct {
	Puzzle *puzzles.Puzzle
	Lower  int      // that the steps prove, if their layers are right
	Gains  []int    // F(0) …, proven by the steps
	Claims []string // what each step adds, in words, in the order of the argument
	// Impossible is set when the steps prove that there is no line.
	Impossible bool
}

// Check replays the line and derives the lower bound from the steps: that their
// bounds are proven by other steps, that layers follow without gap to an empty
// one or to the end, that no length is left out. It takes the layers' counts as
// they are written; [Recheck] recomputes them. Errors wrap [ErrText] or
// [ErrWrong].
func (c *Certificate) Check() (*Finding, error) {
	p, err := c.Puzzle.puzzle()
	if err != nil {
		return nil, err
	}
	if err := c.checkLine(p); err != nil {
		return nil, err
	}
	a := newArgument(p)
	if err := a.derive(c.Steps); err != nil {
		return nil, err
	}
	switch {
	case a.Lower < c.Lower:
		return nil, wrong("the steps prove at least %d %s, not %d", a.Lower, p.Count, c.Lower)
	case c.Upper != nil && c.Lower > *c.Upper:
		return nil, wrong("the lower bound %d is above the line's length %d", c.Lower, *c.Upper)
	}
	want := "bounded"
	switch {
	case a.Impossible:
		want = "impossible"
	case c.Upper == nil:
		want = "unknown"
	case c.Lower == *c.Upper:
		want = "optimal"
	}
	if c.Status != want {
		return nil, wrong("the status is %.20q and should be %q", c.Status, want)
	}
	return &a.Finding, nil
}

func (c *Certificate) checkLine(p *puzzles.Puzzle) error {
	if (c.Line == nil) != (c.Upper == nil) {
		return wrong("there is a line without an upper bound or the other way round")
	}
	if c.Line == nil {
		return nil
	}
	line, err := c.line(p)
	if err != nil {
		return err
	}
	if _, err := verify.Replay(p, line); err != nil {
		return wrong("line: %v", err)
	}
	if cost := p.Cost(line); cost != *c.Upper {
		return wrong("the line has %d %s, the upper bound is %d", cost, p.Count, *c.Upper)
	}
	return nil
}

// argument derives a lower bound.
type argument struct {
	*plain
	Finding
	refuted []bool // of the steps: used already
	parted  bool   // there was a step part
}

func newArgument(p *puzzles.Puzzle) *argument {
	return &argument{plain: newPlain(p, false), Finding: Finding{Puzzle: p, Lower: 1}}
}

func (a *argument) claim(format string, args ...any) {
	a.Claims = append(a.Claims, fmt.Sprintf(format, args...))
}

func (a *argument) derive(steps []Step) error {
	for _, s := range steps {
		if s.Marked && a.puzzle.Marked.Len() == 0 {
			return wrong("%s %d: of marked positions, but the puzzle has no mark", s.Kind, s.Moves)
		}
	}
	if err := a.gainsOf(steps); err != nil {
		return err
	}
	unit := a.puzzle.Count
	for _, s := range steps {
		switch s.Kind {
		case Near, Gain, Refutation:
		case Rows:
			a.claim("rows: the goal is %d abstract moves away", s.Value)
			a.Lower = max(a.Lower, s.Value)
		case Gains:
			least := a.byGains(a.Gains)
			if least < s.Value {
				return wrong("the gains rule out lines below %d %s, not below %d", least, unit, s.Value)
			}
			a.claim("gains: the greatest gains rule out every line below %d %s", least, unit)
			a.Lower = max(a.Lower, least)
		case BreadthFirst:
			if err := a.breadthFirst(s); err != nil {
				return err
			}
		case Assignment:
			price, err := a.newPriceList(s)
			if err != nil {
				return err
			}
			least := price.of(a.start)
			if least < s.Value {
				return wrong("the prices rule out lines below %d %s, not below %d", least, unit, s.Value)
			}
			a.claim("assignment: no men fill the goal with fewer than %d %s", least, unit)
			a.Lower = max(a.Lower, least)
		case Part:
			if err := a.part(s); err != nil {
				return err
			}
		default:
			return wrong("a step of the unknown kind %.40q", s.Kind)
		}
	}
	a.refuted = make([]bool, len(steps))
	for again := true; again; {
		again = false
		for i, s := range steps {
			if s.Kind != Refutation || a.refuted[i] || s.From > a.Lower {
				continue
			}
			if err := a.refutation(steps, i); err != nil {
				return err
			}
			again = true
		}
	}
	return nil
}

// part takes over the bound of the transfer on a board of which this one is a part.
func (a *argument) part(s Step) error {
	switch {
	case s.Whole == nil:
		return wrong("part: of what is not said")
	case a.parted:
		return wrong("part: there is a step of this kind already")
	}
	a.parted = true
	whole, err := s.Whole.Puzzle.puzzle()
	if err != nil {
		return err
	}
	if !a.puzzle.IsPartOf(whole) {
		return wrong("part: the lines of %s are not lines of %s", a.puzzle, whole)
	}
	of := newArgument(whole)
	if err := of.derive(s.Whole.Steps); err != nil {
		return err
	}
	if of.Lower < s.Value {
		return wrong("part: the steps prove at least %d %s on the %s, not %d", of.Lower, whole.Count, whole.Board, s.Value)
	}
	for _, claim := range of.Claims {
		a.claim("%s, on the %s", claim, s.Whole.Puzzle.board())
	}
	a.claim("part: every line is one on the %s, so at least %d", s.Whole.Puzzle.board(), of.Lower)
	a.Lower = max(a.Lower, of.Lower)
	return nil
}

// gainsOf establishes F.
func (a *argument) gainsOf(steps []Step) error {
	proven := map[int]int{0: 0}
	for _, s := range steps {
		switch s.Kind {
		case Near:
			if len(s.Layers) != s.Moves+1 {
				return wrong("near %d: there are %d layers", s.Moves, len(s.Layers))
			}
			if err := follow(s, 0); err != nil {
				return err
			}
			for _, l := range s.Layers {
				proven[l.Depth] = l.Gain
			}
			a.claim("near: %d positions within %d of the start%s", positionsOf(s), s.Moves, s.mark())
		case Gain:
			if err := follow(s, 1); err != nil {
				return err
			}
			last := s.Layers[len(s.Layers)-1]
			if last.Positions != 0 || last.Depth > s.Moves {
				return wrong("gain in %d: the last layer is not empty", s.Moves)
			}
			proven[s.Moves] = s.Value
			a.claim("gain: at most %d rows in %d (%d positions looked at)", s.Value, s.Moves, positionsOf(s))
		}
	}
	for n := 0; ; n++ {
		gain, ok := proven[n]
		if !ok || n > maxMoves {
			return nil
		}
		if n > 0 {
			gain = max(gain, a.Gains[n-1])
		}
		a.Gains = append(a.Gains, gain)
	}
}

func positionsOf(s Step) int64 {
	var n int64
	for _, l := range s.Layers {
		n += l.Positions
	}
	return n
}

// maxMoves is the greatest number of moves that a step may speak of: far more
// than any line needs.
const maxMoves = 1000

// follow checks that layers follow each other from a depth on, and that none but
// the last is empty.
func follow(s Step, first int) error {
	if s.Moves < 0 || s.Moves > maxMoves {
		return wrong("%s %d: more than %d moves", s.Kind, s.Moves, maxMoves)
	}
	for i, l := range s.Layers {
		switch {
		case l.Depth != first+i:
			return wrong("%s %d: layer %d has the depth %d", s.Kind, s.Moves, first+i, l.Depth)
		case l.Positions < 0, l.Positions == 0 && i < len(s.Layers)-1:
			return wrong("%s %d: the search goes on after an empty layer at depth %d", s.Kind, s.Moves, l.Depth)
		}
	}
	if len(s.Layers) == 0 {
		return wrong("%s %d: no layers", s.Kind, s.Moves)
	}
	return nil
}

func (a *argument) breadthFirst(s Step) error {
	if s.Rules != RulesFree && s.Rules != a.puzzle.Arrival.String() {
		return wrong("breadth-first under the rules %.40q", s.Rules)
	}
	if err := follow(s, 0); err != nil {
		return err
	}
	if s.Value < 0 {
		a.claim("breadth-first: the goal is not among the %d positions that can be reached%s", positionsOf(s), s.mark())
		a.Impossible = true
		return nil
	}
	if len(s.Layers) != s.Value+1 {
		return wrong("breadth-first: %d layers do not lead to a distance of %d", len(s.Layers), s.Value)
	}
	a.claim("breadth-first: the goal is at distance %d%s", s.Value, s.mark())
	a.Lower = max(a.Lower, s.Value)
	return nil
}

// refutation takes the step i, and for the booklet's own rules its partner.
func (a *argument) refutation(steps []Step, i int) error {
	s := steps[i]
	a.refuted[i] = true
	lower, err := a.refutes(s)
	if err != nil {
		return err
	}
	if s.Rules != RulesFree {
		partner := -1
		for j, o := range steps {
			if o.Kind == Refutation && o.From == s.From && o.Moves == s.Moves && o.Rules != s.Rules && o.Rules != RulesFree && o.Marked == s.Marked {
				partner = j
			}
		}
		if partner < 0 {
			return wrong("%s: a refutation under the rules %q needs its partner", s.name(), s.Rules)
		}
		a.refuted[partner] = true
		other, err := a.refutes(steps[partner])
		if err != nil {
			return err
		}
		lower = min(lower, other)
	}
	a.claim("%s: %d positions looked at, so at least %d", s.name(), positionsOf(s), lower)
	a.Lower = max(a.Lower, lower)
	return nil
}

func (s Step) name() string {
	if s.From == s.Moves {
		return fmt.Sprintf("refutation of %d (%s)%s", s.Moves, s.Rules, s.mark())
	}
	return fmt.Sprintf("refutation of %d and %d (%s)%s", s.From, s.Moves, s.Rules, s.mark())
}

// mark says of which positions a step is.
func (s Step) mark() string {
	if s.Marked {
		return ", with the mark"
	}
	return ""
}

// refutes returns the lower bound that a refutation proves.
func (a *argument) refutes(s Step) (lower int, err error) {
	booklet := s.Rules == RulesBooklet || s.Rules == RulesBackwards
	switch {
	case s.Rules != RulesFree && !booklet:
		return 0, wrong("%s: unknown rules", s.name())
	case booklet && !a.puzzle.Arrival.KeepsGoal():
		return 0, wrong("%s: the puzzle is not of the booklet", s.name())
	case booklet && a.puzzle.Count.EachHop():
		return 0, wrong("%s: when hops are counted, chains lead through the courts, which this search does not see", s.name())
	case s.From < 1 || s.Moves != s.From && (s.Moves != s.From+1 || s.Moves%2 != 0):
		return 0, wrong("%s: one search covers one length, or an odd and the next", s.name())
	}
	if err := follow(s, 1); err != nil {
		return 0, err
	}
	for _, l := range s.Layers {
		if l.Bounds < 0 || l.Bounds >= len(s.Bounds) {
			return 0, wrong("%s: depth %d has no bounds", s.name(), l.Depth)
		}
	}
	for _, b := range s.Bounds {
		if b.Priced {
			if _, err := a.newPriceList(s); err != nil {
				return 0, err
			}
		}
		if len(b.Gains) == 0 || len(b.Gains) > len(a.Gains) {
			return 0, wrong("%s: F is used up to %d, proven up to %d", s.name(), len(b.Gains)-1, len(a.Gains)-1)
		}
		for n, gain := range b.Gains {
			if gain < a.Gains[n] {
				return 0, wrong("%s: F(%d) = %d is used, only %d is proven", s.name(), n, gain, a.Gains[n])
			}
		}
	}
	last := s.Layers[len(s.Layers)-1]
	switch {
	case s.Met != 0:
		if s.Met < s.From || s.Met > s.Moves || last.Depth != s.Met || last.Positions == 0 {
			return 0, wrong("%s: it met the goal after %d and ends at depth %d", s.name(), s.Met, last.Depth)
		}
		return s.Met, nil
	case last.Positions != 0 && last.Depth != s.Moves:
		return 0, wrong("%s: it ends at depth %d with positions left", s.name(), last.Depth)
	}
	return s.Moves + 1, nil
}
