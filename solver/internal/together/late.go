package together

import (
	"fmt"
	"slices"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// late refutes games of one length, by the winner's turns, with helpers who may pass and
// so move as late as they can: see [block]. A layer holds the positions after so many
// turns of the winner with the greatest stock that the helpers can have then.
type late[W positions.Words] struct {
	sweep[W]
	open    bool  // there is a game, or one in which helpers pass
	planned int64 // positions expanded for plans of the open ones
}

// newLate returns one for games of so many turns.
func newLate[W positions.Words](r *session.Run, s *space[W], turns int) *late[W] {
	return &late[W]{sweep: sweep[W]{Run: r, space: s, turns: turns, end: (turns + 1) / 2}}
}

// left returns how many turns the winner has left.
func (l *late[W]) left() int { return l.end - l.made }

// refutes reports whether no game of the length is won, even if helpers may pass. It
// pauses with [session.ErrBudget] rather than expand more positions than budget in all.
// What it did before it paused counts as work again: a run that begins anew from what is
// saved decides alike.
func (l *late[W]) refutes(budget int64) (bool, error) {
	s := l.space
	l.Work += l.done + l.planned
	if l.open {
		return false, nil
	}
	if len(l.layers) == 0 {
		stock := 1 - l.turns%2
		first := s.judge()
		if first.inStock(positions.Widen(s.start.winner), positions.Widen(s.start.helpers), l.left(), stock) {
			l.begin(stocked[W]{s.canonical(s.start), source{stock: int32(stock)}})
		} else {
			l.begin()
		}
	}
	for l.more() {
		err := l.grow(budget, func(t *table[W]) worker[W] { return newSeeker(s, l.left()-1, t) }, func(all []stocked[W]) []stocked[W] {
			l.open = slices.ContainsFunc(all, func(p stocked[W]) bool { return p.winner == s.goal })
			return all
		})
		if err != nil {
			return false, err
		}
		if l.open {
			return false, nil
		}
	}
	return true, nil
}

// plans returns the ways of the winner in games that were not refuted, each once: where he
// stands after each of his turns. Nobody knows whether helpers who may not pass can follow;
// so far they mostly could. There are none if he is at the goal too soon: then games that
// are shorter have been refuted in which no helper passes, but not those in which some do.
func (l *late[W]) plans() (plans [][]W) {
	if l.made < l.end {
		return nil
	}
	known := map[string]bool{}
	for end, p := range l.last() {
		if p.winner != l.space.goal {
			continue
		}
		var plan []W
		for _, p := range l.way(end)[1:] {
			plan = append(plan, p.winner)
		}
		if key := fmt.Sprint(plan); !known[key] {
			known[key] = true
			plans = append(plans, plan)
		}
	}
	return plans
}

// seeker is a goroutine's share of a layer.
type seeker[W positions.Words] struct {
	*block[W]
	tally
	left  int   // turns of the winner after the next
	from  int32 // the place of what is expanded
	table *table[W]
}

func newSeeker[W positions.Words](s *space[W], left int, t *table[W]) *seeker[W] {
	e := &seeker[W]{block: newBlock(s), left: left, table: t}
	e.emit = e.take
	return e
}

// expand puts the positions after the next turn of the winner into the table.
func (e *seeker[W]) expand(p *stocked[W], at int) {
	e.from = int32(at)
	e.block.expand(p.position, e.left+1, int(p.stock))
}

// take puts a position into the table unless the game cannot be won from it in time.
func (e *seeker[W]) take(p position[W], stock int) {
	e.generated++
	winner := positions.Widen(p.winner)
	won := p.winner == e.space.goal
	if !won && !e.counts(winner, positions.Widen(p.helpers), e.left, stock+e.left-1) {
		e.pruned++
		return
	}
	p = e.space.canonical(p)
	with := source{int32(stock), e.from}
	switch {
	case e.table.has(&p, with):
		e.duplicates++
	case won || e.inStock(positions.Widen(p.winner), positions.Widen(p.helpers), e.left, stock):
		e.table.put(&p, with)
	default:
		e.pruned++
	}
}
