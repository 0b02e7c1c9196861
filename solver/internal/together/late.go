package together

import (
	"slices"
	"sync"
	"unsafe"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// late refutes games of one length, by the winner's turns, with helpers who may pass and
// so move as late as they can: see [block]. A layer holds the positions after so many
// turns of the winner with the greatest stock that the helpers can have then. One that
// has paused goes on from its last layer.
type late[W positions.Words] struct {
	*session.Run
	space  *space[W]
	turns  int
	left   int // turns of the winner
	layer  []stocked[W]
	done   int64 // positions expanded
	open   bool  // there is a game, or one in which helpers pass
	widest int
}

// newLate returns one for games of so many turns.
func newLate[W positions.Words](r *session.Run, s *space[W], turns int) *late[W] {
	return &late[W]{Run: r, space: s, turns: turns, left: (turns + 1) / 2, layer: []stocked[W]{{s.canonical(s.start), 1 - turns%2}}}
}

// stocked is a position with the helpers' stock.
type stocked[W positions.Words] struct {
	position[W]
	stock int
}

// part is a part of a layer under construction.
type part[W positions.Words] struct {
	mu  sync.Mutex
	set map[position[W]]int
}

// refutes reports whether no game of the length is won, even if helpers may pass. It
// pauses with [session.ErrBudget] rather than expand more positions than budget in all.
// What it did before it paused counts as work again: a run that begins anew from what is
// saved has to do it.
func (l *late[W]) refutes(budget int64) (bool, error) {
	s := l.space
	l.Work += l.done
	if l.open {
		return false, nil
	}
	if l.done == 0 {
		first := newJudge(s.table, s.puzzle.Board, s.puzzle.Goal)
		if !first.inStock(positions.Widen(s.start.winner), positions.Widen(s.start.helpers), l.left, l.layer[0].stock) {
			return true, nil
		}
	}
	for ; l.left > 0; l.left-- {
		if err := l.Afford(); err != nil {
			return false, err
		}
		n := len(l.layer)
		if l.done+int64(n) > budget {
			return false, session.ErrBudget
		}
		all := (l.turns + 1) / 2
		l.Enter(all-l.left, all, n)
		err := l.expand(l.left)
		l.Work, l.done = l.Work+int64(n), l.done+int64(n)
		if err != nil || len(l.layer) == 0 {
			return err == nil, err
		}
		l.widest = max(l.widest, len(l.layer))
		if slices.ContainsFunc(l.layer, func(p stocked[W]) bool { return p.winner == s.goal }) {
			l.open, l.layer = true, nil
			return false, nil
		}
	}
	return true, nil
}

// bytes returns the memory of the last layer.
func (l *late[W]) bytes() int64 { return int64(len(l.layer)) * int64(unsafe.Sizeof(stocked[W]{})) }

// expand makes the layer after the next turn of the winner, who has a turns left.
func (l *late[W]) expand(a int) error {
	var parts [shards]part[W]
	for i := range parts {
		parts[i].set = map[position[W]]int{}
	}
	size := int64(unsafe.Sizeof(stocked[W]{}))
	l.Hold(l.bytes(), func() int64 {
		n := 0
		for i := range parts {
			parts[i].mu.Lock()
			n += len(parts[i].set)
			parts[i].mu.Unlock()
		}
		return int64(n) * size * 5 / 2
	})
	workers := make([]*seeker[W], l.Workers)
	for i := range workers {
		workers[i] = newSeeker(l.space, a, &parts)
	}
	err := l.Share((len(l.layer)+atATime-1)/atATime, func(worker, task int) int {
		group := l.layer[task*atATime : min((task+1)*atATime, len(l.layer))]
		for _, p := range group {
			workers[worker].expand(p.position, a, p.stock)
		}
		return len(group)
	}, func(worker int) {
		w := workers[worker]
		l.Generated.Add(w.generated)
		l.Pruned.Add(w.pruned)
		l.Duplicates.Add(w.duplicates)
	})
	l.layer = nil
	if err != nil {
		return err
	}
	for i := range parts {
		for p, stock := range parts[i].set {
			l.layer = append(l.layer, stocked[W]{p, stock})
		}
		parts[i].set = nil
	}
	slices.SortFunc(l.layer, func(p, q stocked[W]) int { return p.compare(&q.position) })
	return nil
}

// seeker is a goroutine's share of a layer.
type seeker[W positions.Words] struct {
	*block[W]
	a                             int // winner's turns left after the next
	parts                         *[shards]part[W]
	generated, pruned, duplicates int64
}

func newSeeker[W positions.Words](s *space[W], a int, parts *[shards]part[W]) *seeker[W] {
	e := &seeker[W]{block: newBlock(s), a: a - 1, parts: parts}
	e.emit = e.take
	return e
}

// take puts a position into the tables unless the game cannot be won from it in time.
func (e *seeker[W]) take(p position[W], stock int) {
	e.generated++
	winner := positions.Widen(p.winner)
	if !e.counts(winner, positions.Widen(p.helpers), e.a, stock+e.a-1) && p.winner != e.space.goal {
		e.pruned++
		return
	}
	p = e.space.canonical(p)
	part := &e.parts[hash(&p)%shards]
	part.mu.Lock()
	have, known := part.set[p]
	part.mu.Unlock()
	switch {
	case known && have >= stock:
		e.duplicates++
		return
	case p.winner != e.space.goal && !e.inStock(positions.Widen(p.winner), positions.Widen(p.helpers), e.a, stock):
		e.pruned++
		return
	}
	part.mu.Lock()
	if have, known := part.set[p]; !known || have < stock {
		part.set[p] = stock
	}
	part.mu.Unlock()
}
