package certificate

import "github.com/halma-solve/halma-solve/positions"

// potential gives each cell a number, to which a hop adds no more than unit for its man and
// takes no more away; σ turns it into its opposite, and the mirror leaves it alone. With T what
// it adds from the start to the goal, a line of ℓ hops loses ℓ·unit − T of what its hops could
// have added, and no hop gets any of that back.
type potential struct {
	of           []int // by cell
	unit         int
	start, total int // of the start; T
}

// mostUnit is more than any unit that is of use, and mostPotential than any number.
const (
	mostUnit      = 1_000
	mostPotential = 1_000_000
)

// newPotential reads the potential of a step. Errors wrap [ErrWrong].
func (m *model) newPotential(s Step) (*potential, error) {
	switch {
	case m.chains():
		return nil, wrong("%s: a potential is for hops, not for moves", s.name())
	case len(s.Potential) != m.cells:
		return nil, wrong("%s: %d potentials for %d cells", s.name(), len(s.Potential), m.cells)
	case s.Unit < 1 || s.Unit > mostUnit:
		return nil, wrong("%s: the unit %d", s.name(), s.Unit)
	}
	for c, n := range s.Potential {
		if n > mostPotential || n < -mostPotential {
			return nil, wrong("%s: the potential %d is beyond reason", s.name(), n)
		}
		if s.Potential[m.mirror[c]] != n || s.Potential[m.turn[c]] != -n {
			return nil, wrong("%s: the potential of %s is not that of its images", s.name(), m.board.Name(positions.Cell(c)))
		}
		for to, hops := range m.hopsFrom(c) {
			if hops == 1 && s.Potential[to]-n > s.Unit {
				return nil, wrong("%s: a hop from %s to %s adds %d to the potential, %d at most are allowed", s.name(),
					m.board.Name(positions.Cell(c)), m.board.Name(positions.Cell(to)), s.Potential[to]-n, s.Unit)
			}
		}
	}
	p := &potential{of: s.Potential, unit: s.Unit}
	p.start = p.sum(m.start)
	p.total = p.sum(m.goal) - p.start
	if p.all(s.Moves) < 0 {
		return nil, wrong("%s: so many hops do not add %d to the potential", s.name(), p.total)
	}
	return p, nil
}

func (p *potential) sum(men field) (sum int) {
	for c, who := range men {
		if who != nobody {
			sum += p.of[c]
		}
	}
	return sum
}

// all is what lines of so many hops lose.
func (p *potential) all(hops int) int { return p.unit*hops - p.total }

// lost is what a position at some depth has lost.
func (p *potential) lost(men field, depth int) int { return p.unit*depth - (p.sum(men) - p.start) }

// byPotential makes the layer at depth d of a refutation whose midpoints go by a potential.
func (r *recheck) byPotential(b *regime, d int) (*codes, error) {
	s, p, next := r.step, b.potential, newCodes(r.width())
	late, last := r.late, r.layers[d-1]
	// expand adds the positions one hop on, which may have lost so much.
	expand := func(from *codes, most int) error {
		r.late = func(men field) bool { return p.lost(men, d) > most || late(men) }
		found, err := r.expand(from, s.Rules, everything, r.before(d)...)
		if err != nil {
			return err
		}
		for code := range found.all() {
			next.add(code)
		}
		return nil
	}
	all := p.all(s.Moves)
	var err error
	switch {
	case d > b.middle:
		if b.Images {
			last, err = r.dropUnmet(b, last, d-1)
		}
		if err == nil {
			err = expand(last, all)
		}
	case d < b.middle || s.Moves%2 == 0:
		err = expand(last, all/2)
	}
	if d == b.middle && (s.Moves%2 == 1 || s.From < s.Moves) {
		odd, early := p.all(2*d-1), map[int]*codes{} // by what was lost
		for code := range last.all() {
			if lost := p.lost(r.decode(code), d-1); 2*lost <= odd {
				if early[lost] == nil {
					early[lost] = newCodes(r.width())
				}
				early[lost].add(code)
			}
		}
		for lost, some := range early {
			if err == nil {
				err = expand(some, odd-lost)
			}
		}
	}
	if err != nil {
		return nil, err
	}
	return r.dropUnassigned(b, next, s.Moves-d)
}
