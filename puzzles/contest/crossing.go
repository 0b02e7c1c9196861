package contest

import (
	"fmt"

	"github.com/halma-solve/halma-solve/positions"
)

// crossing is what games have in common in which two equal armies only go forward,
// each to an aim of its own. Who comes there first has won.
type crossing struct {
	field
	group
	*advance
	start Position
	loses bool                                // who has no turn, and does not pass
	home  func(p Position, side uint8) bool   // a side has reached its aim
	moves func(dst []Turn, p Position) []Turn // appends the turns that move a man
}

func (r *crossing) Start() Position { return r.start }

func (r *crossing) AppendTurns(dst []Turn, p Position) []Turn {
	if r.home(p, p.Turn^1) {
		return dst
	}
	first := len(dst)
	if dst = r.moves(dst, p); len(dst) > first || r.loses {
		return dst
	}
	if theirs := r.moves(nil, p.passed()); len(theirs) > 0 {
		dst = append(dst, Turn{After: p.passed()})
	}
	return dst
}

func (r *crossing) Score(p Position) int {
	if r.loses || r.home(p, p.Turn^1) {
		return -1
	}
	return 0
}

func (r *crossing) Check(p Position) error {
	for side, men := range p.Men[:2] {
		if n := r.start.Men[0].Len(); men.Len() != n {
			return fmt.Errorf("the %s side has %d men here, in this game %d", firstSecond[side], men.Len(), n)
		}
	}
	if r.home(p, p.Turn) {
		return fmt.Errorf("the side to move has reached its aim: the game was over before")
	}
	return nil
}

// moved is p after a man of the side to move has gone from one cell to another.
func (f field) moved(p Position, from, to positions.Cell) Position {
	p.Men[p.Turn] ^= 1<<uint(from) | 1<<uint(to)
	p.Turn ^= 1
	return p
}

// passWord is how a turn that changes nothing is written.
const passWord = "pass"
