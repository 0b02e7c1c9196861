package together

import (
	"cmp"
	"fmt"
	"slices"
	"sync"
	"unsafe"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// hunt looks for games of one length, turn by turn.
type hunt[W positions.Words] struct {
	*session.Run
	space  *space[W]
	turns  int
	width  int // of a beam; 0: all positions are kept, so no line is a proof
	layers [][]position[W]
	full   bool // every position that may be in time was kept
	widest int
}

// winnerMoves reports whether the winner makes the turn after so many.
func (h *hunt[W]) winnerMoves(made int) bool { return (h.turns-made)%2 == 1 }

// left returns the turns of both sides after so many.
func (h *hunt[W]) left(made int) (winner, helpers int) {
	return (h.turns - made + 1) / 2, (h.turns - made) / 2
}

// shards is how many tables the positions of a layer are spread over, tasks how many
// positions are expanded at a time.
const (
	shards  = 256
	atATime = 64
)

// shard is a part of a layer under construction.
type shard[W positions.Words] struct {
	mu  sync.Mutex
	set map[position[W]]struct{}
}

// beamPlies is how far ahead beams ask what can enter: farther costs more time than it
// is worth where most positions are dropped anyway.
const beamPlies = 2

// bytesEach is about how much a position takes in a table under construction.
func (h *hunt[W]) bytesEach() int64 { return int64(unsafe.Sizeof(position[W]{})) * 5 / 2 }

// search returns a line of the length, nil if there is none or the beam missed it. It
// stops with [session.ErrBudget] once so many positions have been expanded.
func (h *hunt[W]) search(budget int64) (puzzles.Line, error) {
	s := h.space
	if !s.mayLast(h.turns) {
		return nil, nil
	}
	h.full = true
	a, b := h.left(0)
	first := newJudge(s.table, s.puzzle.Board, s.puzzle.Goal)
	if !first.inTime(positions.Widen(s.start.winner), positions.Widen(s.start.helpers), a, b, h.winnerMoves(0)) {
		return nil, nil
	}
	h.layers = [][]position[W]{{s.canonical(s.start)}}
	for made := range h.turns {
		last := h.layers[made]
		if err := h.Afford(); err != nil {
			return nil, err
		}
		if budget -= int64(len(last)); budget < 0 {
			return nil, session.ErrBudget
		}
		h.Enter(made, h.turns, len(last))
		next, err := h.expand(last, made)
		h.Work += int64(len(last))
		if err != nil || len(next) == 0 {
			return nil, err
		}
		h.widest = max(h.widest, len(next))
		h.layers = append(h.layers, next)
	}
	return h.line()
}

// expand returns the positions after the next turn from which the game may be won in
// time, in a fixed order.
func (h *hunt[W]) expand(last []position[W], made int) ([]position[W], error) {
	var parts [shards]shard[W]
	for i := range parts {
		parts[i].set = map[position[W]]struct{}{}
	}
	var kept int64
	for _, l := range h.layers {
		kept += int64(len(l)) * int64(unsafe.Sizeof(position[W]{}))
	}
	h.Hold(kept, func() int64 {
		n := 0
		for i := range parts {
			parts[i].mu.Lock()
			n += len(parts[i].set)
			parts[i].mu.Unlock()
		}
		return int64(n) * h.bytesEach()
	})
	workers := make([]*expander[W], h.Workers)
	for i := range workers {
		workers[i] = newExpander(h, made, &parts)
	}
	err := h.Share((len(last)+atATime-1)/atATime, func(worker, task int) int {
		group := last[task*atATime : min((task+1)*atATime, len(last))]
		for _, p := range group {
			workers[worker].expand(p)
		}
		return len(group)
	}, func(worker int) {
		w := workers[worker]
		h.Generated.Add(w.generated)
		h.Pruned.Add(w.pruned)
		h.Duplicates.Add(w.duplicates)
	})
	if err != nil {
		return nil, err
	}
	var next []position[W]
	for i := range parts {
		for p := range parts[i].set {
			next = append(next, p)
		}
		parts[i].set = nil
	}
	if h.width > 0 && len(next) > h.width {
		h.full = false
		return h.best(next), nil
	}
	slices.SortFunc(next, order)
	return next, nil
}

func order[W positions.Words](p, q position[W]) int { return p.compare(&q) }

// best returns the positions with the greatest scores: the rows that the winner's men
// still have to go, those of men far behind counting more; half of those from the
// helpers' court to the middle; and how far all stand aside of the middle. It proves
// nothing; which ones are taken does not hang on the order of the workers. (Measured
// 2026-11 on the 9×9 rhombus with 10 men, games of 32 turns: width 1,000 finds one; with
// 2 instead of 5 for a column aside it takes 2,000, without the square more.)
func (h *hunt[W]) best(list []position[W]) []position[W] {
	type scored struct {
		position[W]
		score int
	}
	board, goal := h.space.puzzle.Board, h.space.puzzle.Goal
	middle, home := board.Advance(positions.Cell(board.Len()-1))/2, board.Advance(positions.Cell(board.Len()-1))
	for _, c := range goal.Cells() {
		home = min(home, board.Advance(c))
	}
	all := make([]scored, len(list))
	for i, p := range list {
		all[i].position = p
		each(&p.winner, func(c uint8) {
			rows := max(home-board.Advance(positions.Cell(c)), 0)
			all[i].score -= 20*rows + rows*rows + 5*h.space.aside(c)
		})
		each(&p.helpers, func(c uint8) {
			all[i].score -= 10*max(board.Advance(positions.Cell(c))-middle, 0) + 5*h.space.aside(c)
		})
	}
	slices.SortFunc(all, func(p, q scored) int {
		return cmp.Or(cmp.Compare(q.score, p.score), p.compare(&q.position))
	})
	kept := make([]position[W], h.width)
	for i := range kept {
		kept[i] = all[i].position
	}
	slices.SortFunc(kept, order)
	return kept
}

// aside is how far a cell is from its mirror image, and so from the line between the
// courts; 0 on a board without one.
func (s *space[W]) aside(c uint8) int {
	if s.mirror == nil {
		return 0
	}
	p, q := s.puzzle.Board.Point(positions.Cell(c)), s.puzzle.Board.Point(s.mirror[c])
	return max(p.X-q.X, q.X-p.X)
}

// expander is a goroutine's share of a layer.
type expander[W positions.Words] struct {
	*walker[W]
	*judge
	hunt       *hunt[W]
	parts      *[shards]shard[W]
	a, b       int // turns left after the next one
	winner     bool
	generated  int64
	pruned     int64
	duplicates int64
}

func newExpander[W positions.Words](h *hunt[W], made int, parts *[shards]shard[W]) *expander[W] {
	e := &expander[W]{
		walker: newWalker(h.space), judge: newJudge(h.space.table, h.space.puzzle.Board, h.space.puzzle.Goal),
		hunt: h, parts: parts, winner: h.winnerMoves(made),
	}
	if h.width > 0 {
		e.horizon = beamPlies
	}
	e.a, e.b = h.left(made + 1)
	return e
}

// expand puts the positions after a turn of p into the tables.
func (e *expander[W]) expand(p position[W]) {
	e.turns(p, e.winner, func(_ positions.Move, after position[W]) bool {
		e.generated++
		winner, helpers := positions.Widen(after.winner), positions.Widen(after.helpers)
		if e.over(&after) {
			return true
		}
		if !e.counts(winner, helpers, e.a, e.b) {
			e.pruned++
			return true
		}
		after = e.hunt.space.canonical(after)
		part := &e.parts[hash(&after)%shards]
		part.mu.Lock()
		_, known := part.set[after]
		part.mu.Unlock()
		switch {
		case known:
			e.duplicates++
		case e.inTime(winner, helpers, e.a, e.b, !e.winner):
			part.mu.Lock()
			part.set[after] = struct{}{}
			part.mu.Unlock()
		default:
			e.pruned++
		}
		return true
	})
}

// over reports whether the game has ended before its last turn: the winner's court is
// full of helpers, or the goal of winners while turns are left, in a shorter game.
func (e *expander[W]) over(p *position[W]) bool {
	s := e.hunt.space
	return p.helpers == s.home || p.winner == s.goal && e.a+e.b > 0
}

// hash spreads positions.
func hash[W positions.Words](p *position[W]) uint64 {
	h := uint64(0)
	for k := range len(p.winner) {
		h = (h ^ p.winner[k]) * 0x9E3779B97F4A7C15
		h = (h ^ h>>29 ^ p.helpers[k]) * 0xBF58476D1CE4E5B9
	}
	return h ^ h>>32
}

// line returns a game through the layers: back from a won position to the start over
// positions one turn apart, then forward with the turns themselves.
func (h *hunt[W]) line() (puzzles.Line, error) {
	s, w := h.space, newWalker(h.space)
	end := slices.IndexFunc(h.layers[h.turns], func(p position[W]) bool { return p.winner == s.goal })
	if end < 0 {
		return nil, nil
	}
	way := make([]position[W], h.turns+1)
	way[h.turns] = h.layers[h.turns][end]
	for made := h.turns - 1; made >= 0; made-- {
		before := slices.IndexFunc(h.layers[made], func(p position[W]) bool {
			found := false
			w.turns(p, h.winnerMoves(made), func(_ positions.Move, after position[W]) bool {
				found = s.canonical(after) == way[made+1]
				return !found
			})
			return found
		})
		if before < 0 {
			return nil, fmt.Errorf("a position after %d turns comes from none before", made+1)
		}
		way[made] = h.layers[made][before]
	}
	var line puzzles.Line
	at := s.start
	for made := range h.turns {
		var next position[W]
		w.turns(at, h.winnerMoves(made), func(m positions.Move, after position[W]) bool {
			if s.canonical(after) != way[made+1] {
				return true
			}
			men := positions.Widen(at.winner).Or(positions.Widen(at.helpers))
			line = append(line, positions.Path(s.table, men, positions.Cell(m.From), positions.Cell(m.To)))
			next = after
			return false
		})
		at = next
	}
	return line, nil
}
