package bounds

import "math/bits"

// Passage decides, in a band abstraction, whether a position at some depth can
// still be on a line that keeps to known bounds. There are two kinds. With sum(k)
// the sum of the rows of all men, counts k at a depth t
//
//	lead on to a height  if sum(k) ≥ need, or t < length and some abstract move
//	                     turns k into k' that lead on from t+1;
//	lead on to the goal  if k is the goal's, or t < length and some abstract
//	                     move turns k into k' with sum(k') ≥ least[t+1] that
//	                     lead on from t+1.
//
// least never decreases. A position at depth t whose counts do not lead on to a
// height is on no line that has a sum of need or more at any of the depths t …
// length. One whose counts do not lead on to the goal is on no line that is
// there at one of these depths and has a sum of at least least[u] at each depth
// u > t before.
//
// Proof. The counts along the line from t on make abstract moves, or stay where a
// move stays within its band. Take out the stays. What was at depth j is now at
// some depth i ≤ j, and least[i] ≤ least[j], so the bounds still hold; and the
// end comes no later. By induction from the end k leads on.
//
// In the same way counts that lead on from t+1 do so from t. So there are just
// two depths to remember for each k.
//
// Answers come from depth-first search with memory and are functions of k and t
// alone; how much memory there is, and what is forgotten, is a matter of time
// only. When the run is to end, whatever is not known yet leads on, which drops
// nothing; searches throw away what they did from then on (layered.hasty).
type Passage struct {
	*Bands
	length int
	need   int            // to a height: at least this sum
	least  []int          // to the goal: [t] 0 … length; else nil
	goal   BandKey        // to the goal
	goals  [maxBands]int8 // counts of the goal
	Memo   *passageMemo
}

// NewPassage returns a passage to the goal at the last depth of least. Its
// memory takes at most so many bytes.
func NewPassage(b *Bands, goal BandKey, least []int, memory int64) *Passage {
	p := &Passage{Bands: b, length: len(least) - 1, least: least, goal: goal, Memo: newPassageMemo(memory)}
	var at bandPlace
	b.read(goal, &at)
	for i, n := range at.k {
		p.goals[i] = int8(n)
	}
	return p
}

// NewRise returns a passage to a sum of at least need.
func NewRise(b *Bands, length, need int, memory int64) *Passage {
	return &Passage{Bands: b, length: length, need: need, Memo: newPassageMemo(memory)}
}

// LongestPassage is the greatest length: depths and their successors are kept in
// depthBits.
const LongestPassage = depthMask - 1

// Leads reports whether counts lead on from depth t ≤ length.
func (p *Passage) Leads(key BandKey, sum, t int) bool {
	if p.least == nil && sum >= p.need || p.least != nil && key == p.goal {
		return true
	}
	if t == p.length {
		return false
	}
	open, shut := p.Memo.look(key)
	if t < open {
		return true
	}
	if t >= shut {
		return false
	}
	select {
	case <-p.Done:
		return true
	default:
	}
	answer := p.search(key, sum, t)
	p.Memo.note(key, t, answer)
	return answer
}

// search tries the abstract moves, the hindmost men and their longest jumps
// first: those are most often the way.
func (p *Passage) search(key BandKey, sum, t int) bool {
	var at bandPlace
	p.read(key, &at)
	if p.hopeless(&at, sum, t) {
		return false
	}
	// Men that are more than the goal has in their bands have a move to make.
	left := p.length - t
	surplus, floor := 0, 0
	if p.least != nil {
		surplus, floor = p.surplus(&at), p.least[t+1]
		if surplus > left {
			return false
		}
	}
	for todo := at.taken; todo != 0; todo &= todo - 1 {
		a := uint8(bits.TrailingZeros64(todo))
		out := surplus // without the mover
		if int8(at.k[a]) > p.goals[a] {
			out--
		}
		for m := p.reachable(&at, a); m != 0; {
			c := uint8(63 - bits.LeadingZeros64(m))
			m &^= 1 << c
			after := sum + int(p.advance[c]) - int(p.advance[a])
			if after < floor {
				break // the rest is no farther ahead
			}
			if p.least != nil && (out >= left || out == left-1 && int8(at.k[c]) >= p.goals[c]) {
				continue
			}
			if p.Leads(at.moved(key, a, c), after, t+1) {
				return true
			}
		}
	}
	return false
}

// surplus returns how many men are more than the goal has in their bands.
func (p *Passage) surplus(at *bandPlace) (n int) {
	for todo := at.taken; todo != 0; todo &= todo - 1 {
		i := bits.TrailingZeros64(todo)
		n += int(max(0, int8(at.k[i])-p.goals[i]))
	}
	return n
}

// hopeless reports whether lifts rule out the end or a bound on the way.
func (p *Passage) hopeless(at *bandPlace, sum, t int) bool {
	var lifts [maxBands]int
	if p.least == nil {
		n := min(p.length-t, maxBands-1)
		p.lifts(at, lifts[:n+1])
		return n == p.length-t && sum+lifts[n] < p.need
	}
	if p.least[p.length] <= sum {
		return false
	}
	n := min(p.length-t+1, maxBands)
	p.lifts(at, lifts[:n])
	for u := 1; u < n; u++ {
		if sum+lifts[u] < p.least[t+u] {
			return true
		}
	}
	return false
}
