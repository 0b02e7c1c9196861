package certificate

import (
	"fmt"
	"math"
	"reflect"

	"github.com/halma-solve/halma-solve/puzzles"
)

// deriveArmies is derive of a game of two armies. A step rules out games of one length,
// whatever is known of others; so those in question are all from the bound that needs no
// search, by counting turns or of the star, up to the first that no step rules out.
func deriveArmies(p *puzzles.Puzzle, steps []Step, rowCounts uint64) (*argument, error) {
	m := newArmies(p)
	a := &argument{
		model: m.model, Finding: Finding{Puzzle: p, Lower: 1}, steps: steps, used: make([]bool, len(steps)),
		lower: map[game]int{}, by: map[game]int{gameOf(p): -1}, upper: map[game]int{}, none: map[game]bool{},
	}
	a.lower[a.own()] = 1
	lengths := map[int]int{} // the steps that rule them out
	bases := map[Kind]bool{}
	for i, s := range steps {
		if err := m.form(s); err != nil {
			return nil, err
		}
		switch {
		case s.Kind != Turns && s.Kind != Part:
			if _, twice := lengths[s.Moves]; twice {
				return nil, wrong("%s: there is a step of this length already", s.name())
			}
			lengths[s.Moves] = i
			continue
		case bases[s.Kind]:
			return nil, wrong("%s: there is a step of this kind already", s.name())
		case s.Kind == Part:
			if err := a.part(s, i, rowCounts); err != nil {
				return nil, err
			}
		default:
			if s.Rows {
				m.askRows()
			}
			if least := m.leastTurns(); least != s.Value {
				return nil, wrong("the armies need at least %d turns, not %d", least, s.Value)
			}
			a.prove(a.own(), s.Value, i)
		}
		bases[s.Kind] = true
	}
	if base := a.by[a.own()]; base >= 0 {
		a.used[base] = true
	}
	for a.Lower = a.lower[a.own()]; ; a.Lower++ {
		i, out := lengths[a.Lower]
		if !out {
			break
		}
		a.used[i] = true
	}
	a.lower[a.own()] = a.Lower
	for i, s := range steps {
		switch {
		case !a.used[i]:
			a.idle = s.name()
		case s.Kind != Part: // which has spoken
			a.sayOfArmies(s)
		}
	}
	return a, nil
}

// sayOfArmies puts into words what a step adds.
func (a *argument) sayOfArmies(s Step) {
	switch s.Kind {
	case Turns:
		if s.Rows {
			a.claim("turns: the armies need at least %d, man by man and by the rows of all men", s.Value)
		} else {
			a.claim("turns: the armies need at least %d, man by man", s.Value)
		}
	case Together:
		a.claim("together: %d positions looked at, and no game of %d turns, so at least %d", s.Positions(), s.Moves, s.Moves+1)
	case Late:
		a.claim("late: by a search with late helpers no game of %d turns, so at least %d", s.Moves, s.Moves+1)
	}
}

// leastTurns is the least length that the rules of [armies.inTime] leave at the start.
func (a *armies) leastTurns() int {
	for length := 1; length < maxMoves; length++ {
		if n, b, winnerNext := turnsLeft(length, 0); a.inTime(a.start, n, b, winnerNext) {
			return length
		}
	}
	return maxMoves
}

// form checks all of a step that can be checked by itself.
func (a *armies) form(s Step) error {
	var only Step
	switch s.Kind {
	case Turns:
		only = Step{Kind: s.Kind, Value: s.Value, Rows: s.Rows}
	case Together:
		only = Step{Kind: s.Kind, Moves: s.Moves, Rows: s.Rows, Layers: s.Layers}
	case Late:
		only = Step{Kind: s.Kind, Moves: s.Moves}
	case Part:
		only = Step{Kind: s.Kind, Value: s.Value, Whole: s.Whole}
	default:
		return wrong("a step of the kind %.40q, which %s does not have", s.Kind, puzzles.GameShortest)
	}
	valued := s.Kind == Turns || s.Kind == Part
	switch {
	case !reflect.DeepEqual(s, only):
		return wrong("%s: it has a field that such a step does not have", s.Kind)
	case valued && (s.Value < 1 || s.Value > math.MaxInt32):
		return wrong("%s: the value %d", s.Kind, s.Value)
	case !valued && (s.Moves < 1 || s.Moves > maxMoves):
		return wrong("%s: it speaks of %d turns; up to %d are looked at", s.Kind, s.Moves, maxMoves)
	case s.Kind == Part && s.Whole == nil:
		return wrong("part: of what is not said")
	case s.Rows && !a.rowsFit():
		return wrong("%s: it asks for rows, and there are more than %d pairs of row counts", s.name(), MostRowPairs)
	case s.Kind == Together:
		return a.formLayers(s)
	}
	return nil
}

// formLayers checks that layers follow each other from the start to an empty one. There
// are no more successors of a position than men who move times empty cells.
func (a *armies) formLayers(s Step) error {
	if n := len(s.Layers); n == 0 || n > s.Moves+1 {
		return wrong("%s: there are %d layers", s.name(), n)
	}
	most := int64(1)
	for i, l := range s.Layers {
		last := i == len(s.Layers)-1
		var known Sum
		if i == 0 && !last {
			known.Add(a.canonical2(a.start))
		}
		switch {
		case l.Depth != i || l.Gain != 0 || l.Bounds != 0:
			return wrong("%s: layer %d has the depth %d, a gain or bounds", s.name(), i, l.Depth)
		case l.Positions < 0 || l.Positions > most || last != (l.Positions == 0):
			return wrong("%s: %d positions after %d turns", s.name(), l.Positions, i)
		}
		sum, ok := ParseSum(l.Digest)
		if !ok || (last || i == 0) && sum != known || !last && sum == (Sum{}) {
			return wrong("%s: the digest %.40q after %d turns is not of %d positions", s.name(), l.Digest, i, l.Positions)
		}
		most = min(l.Positions, mostPositions/1000) * int64(a.men/2*(a.cells-a.men))
	}
	return nil
}

// armies makes one step of a game of two armies again.
func (r *recheck) armies() (Recomputed, error) {
	s := r.step
	out := Recomputed{Step: s.name(), Of: len(s.Layers)}
	var err error
	switch s.Kind {
	case Turns:
		out.Step = fmt.Sprintf("turns: no game below %d", s.Value)
	case Together:
		_, err = r.byTurns(r.compareTurns)
	case Late:
		var layers int
		layers, err = r.byTurns(nil)
		if err == nil {
			out.Instead = fmt.Sprintf("no such game by %d layers of the search by turns, either", layers)
		}
	}
	return r.outcome(out, err)
}

// byTurns makes the layers of all games of the step's length until one is empty, and
// returns how many there were. Each is given to compare, if there is such.
func (r *recheck) byTurns(compare func(depth int, layer *codes) error) (layers int, err error) {
	a := newArmies(r.puzzle)
	if r.step.Rows {
		a.askRows()
	}
	length := r.step.Moves
	layer := newCodes(2 * ((a.cells + 7) / 8))
	if n, b, winnerNext := turnsLeft(length, 0); a.inTime(a.start, n, b, winnerNext) {
		layer.add(a.canonical2(a.start))
	}
	for made := 0; ; made++ {
		if compare != nil {
			if err := compare(made, layer); err != nil {
				return made, err
			}
		}
		switch {
		case layer.size == 0:
			return made + 1, nil
		case made == length: // all positions then have the winner in the goal
			return made + 1, wrong("%s: there is a game of %d turns", r.step.name(), length)
		}
		if layer, err = r.turnsFrom(a, layer, made); err != nil {
			return made, err
		}
	}
}

// turnsFrom makes the layer after the next turn.
func (r *recheck) turnsFrom(a *armies, layer *codes, made int) (*codes, error) {
	next := newCodes(layer.width)
	n, b, winnerNext := turnsLeft(r.step.Moves, made+1)
	mover := theMarked
	if winnerNext {
		mover = aMan
	}
	known := map[string]bool{} // whether it is kept
	for code := range layer.all() {
		if err := r.spend(); err != nil {
			return nil, err
		}
		men := a.men2(code)
		for _, mv := range a.moves(men, RulesFree) {
			if men[mv.from] != mover {
				continue
			}
			after := a.moved(men, mv)
			if a.over(after, n+b) {
				continue
			}
			to := a.canonical2(after)
			if _, met := known[string(to)]; met {
				continue
			}
			if known[string(to)] = a.inTime(after, n, b, winnerNext); known[string(to)] {
				next.add(to)
			}
		}
	}
	return next, nil
}

// compareTurns compares a layer with the certificate's.
func (r *recheck) compareTurns(depth int, layer *codes) error {
	var sum Sum
	for code := range layer.all() {
		sum.Add(code)
	}
	if depth >= len(r.step.Layers) {
		return wrong("%s: there are positions after %d turns", r.step.name(), depth-1)
	}
	if l := r.step.Layers[depth]; int64(layer.size) != l.Positions || sum.String() != l.Digest {
		return wrong("%s: after %d turns are %d positions, digest %s; it says %d, %.40q",
			r.step.name(), depth, layer.size, sum, l.Positions, l.Digest)
	}
	r.passed++
	return nil
}
