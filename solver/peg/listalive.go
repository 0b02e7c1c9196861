package peg

import (
	"errors"
	"slices"

	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// aliveList looks for all alive positions by single jumps from both ends. After as many
// jumps from the start all positions have as many men, so a position is in one layer of
// each side, and is alive just if it is in both. Where the layers meet the alive ones are
// told, and from there those of the layers before: what jumps taken back make of alive
// positions, if it is in its layer.
//
// It does what sweeps of blocks do, in memory for what pagoda functions and regions leave
// over (diamond, e1 to e9, 2026-11: at most 11 million positions in a layer, of 2^37 of the class).
type aliveList struct {
	front, back *front // layers by single jumps
}

func newAliveList(r *session.Run, g *game, toGoal, fromStart *patternBound) *aliveList {
	return &aliveList{
		front: newJumpFront(r, g, &g.forward, toGoal, []uint64{g.start}),
		back:  newJumpFront(r, g, &g.backward, fromStart, g.goals),
	}
}

// newJumpFront is newFront for layers by single jumps, without what regions along the rows
// and columns and pagoda functions rule out. No line has more moves than jumps, so positions
// from which more moves are needed than jumps are left are on none, either.
func newJumpFront(r *session.Run, g *game, side *side, b *patternBound, ends []uint64) *front {
	f := newFront(r, g, side, &patternBound{lines: b.lines, pagodas: b.pagodas}, nil, ends)
	for _, w := range f.workers {
		w.expander.short = true
	}
	return f
}

// growByJump is grow for layers by single jumps. No two of them have a position in common.
func (f *front) growByJump() error {
	err := f.grow(f.game.jumpsOf())
	f.seen.Clear()
	for _, w := range f.workers {
		f.bytes.Add(-8 * int64(w.counted))
		w.fresh, w.counted = nil, 0
	}
	return err
}

// listWorth is how many positions a list may have for each that its round may expand: single
// jumps are quick.
const listWorth = 16

// expected returns about how many positions the layers of a side will have when so many
// more are made, and the widest of them; of the layers alone until the last has at least
// few. From layer to layer the growth is taken to fall by as much as it did last (2026-11,
// diamond, e1 to e9: 70 to 78 million, of layers of 30,000 already 130, of 1.5 billion on
// wiegleb 50).
func (f *front) expected(more, few int) (all, widest float64) {
	n := len(f.layers)
	for _, layer := range f.layers {
		all += float64(len(layer))
	}
	size := float64(len(f.last()))
	widest = size
	if n < 3 || len(f.last()) < few {
		return all, widest
	}
	growth := size / float64(len(f.layers[n-2]))
	fall := min(1, growth*float64(len(f.layers[n-3]))/float64(len(f.layers[n-2])))
	for range more {
		growth *= fall
		size *= growth
		all += size
		widest = max(widest, size)
	}
	return all, widest
}

// Bytes of a position in a layer, and what more it takes in the widest one while that is
// made, and when it meets another.
const (
	listedBytes = 8
	makingBytes = 40
)

// worth reports whether a list is expected to be worth a round of so many positions, and
// to fit.
func (l *aliveList) worth(budget int, memory int64) bool {
	more, few := (l.left()+1)/2, budget/listWorth
	ahead, inFront := l.front.expected(more, few)
	behind, inBack := l.back.expected(more, few)
	return ahead+behind <= listWorth*float64(budget) &&
		listedBytes*(ahead+behind)+makingBytes*max(inFront, inBack) <= float64(memory)
}

// left returns after how many more jumps the sides meet.
func (l *aliveList) left() int {
	return l.front.game.jumpsOf() - len(l.front.layers) - len(l.back.layers) + 2
}

func (l *aliveList) held() int64 { return l.front.held() + l.back.held() }

// walk returns the alive positions of the layers of a side before the last one, as far as
// jumps of the other side, back, lead to them from those of the last.
func (l *aliveList) walk(f *front, back *side, alive []uint64) (all []uint64, err error) {
	for k := len(f.layers) - 2; k >= 0; k-- {
		made := newJumpFront(f.Run, f.game, back, &patternBound{}, alive)
		f.Hold(8*int64(len(all)), func() int64 { return l.held() + made.held() })
		if err := made.growByJump(); err != nil {
			return nil, err
		}
		alive = newPositionSet(made.last()).of(f.layers[k])
		all = append(all, alive...)
	}
	return all, nil
}

// all returns all alive positions, of layers that meet.
func (l *aliveList) all() ([]uint64, error) {
	middle := newPositionSet(l.back.last()).of(l.front.last())
	front, err := l.walk(l.front, &l.front.game.backward, middle)
	if err != nil {
		return nil, err
	}
	back, err := l.walk(l.back, &l.back.game.forward, middle)
	return slices.Concat(middle, front, back), err
}

// make makes layers until they meet, as long as that is worth a round of so many positions.
func (l *aliveList) make(budget int, memory int64) (met bool, widest int, err error) {
	for l.left() > 0 {
		if !l.worth(budget, memory) {
			return false, widest, nil
		}
		near := l.front
		if len(l.back.last()) < len(near.last()) {
			near = l.back
		}
		if err := near.growByJump(); err != nil {
			return false, widest, err
		}
		widest = max(widest, len(near.last()))
	}
	return true, widest, nil
}

// listFilter makes the filter of a list, if that is worth a round of so many positions.
func (s *lineSearch) listFilter(budget int) error {
	if s.noList {
		return nil
	}
	if s.list == nil {
		s.list = newAliveList(s.Run, s.game, s.toGoal, s.fromStart)
	}
	l := s.list
	s.Table(tableOfList, 0)
	room := s.Memory - s.InUse()
	if !l.worth(budget, room) {
		s.Table(tableOfList, l.held())
		return nil
	}
	return s.Phase("filter", func() (string, int, error) {
		s.Hold(0, l.held)
		met, widest, err := l.make(budget, room)
		if err == nil && !met {
			s.Table(tableOfList, l.held())
			return "too many for now", widest, nil
		}
		var all []uint64
		if err == nil {
			all, err = l.all()
		}
		s.list, s.noList = nil, true
		switch {
		case errors.Is(err, session.ErrMemory) || 9<<setLog(len(all)) > room:
			return "no memory for it", widest, nil
		case err != nil:
			return "", widest, err
		case len(all) == 0:
			return "nothing", widest, s.Deny(proofOfNothing)
		}
		s.filter(&aliveFilter{listed: newPositionSet(all)})
		return onALine(int64(len(all))), widest, nil
	})
}

// tableOfList is what the layers of a paused list are called.
const tableOfList = "list"
