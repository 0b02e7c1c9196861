package peg

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/bits"
	"slices"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/verify"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// ErrUnsettled is returned by [CountLines], [Explore] and [LoadWinTable] when a
// limit came first.
var ErrUnsettled = errors.New("not all could be counted within the limits")

// CountLines counts the lines of length moves of a puzzle of solo or retour, of
// which none has fewer, and returns the first list of them.
//
// Two breadth-first searches from both ends, as in the proof, give by their
// layers the positions that are on a line of that length: those of depth m in one
// and length−m in the other at the meeting, their neighbours in the layers before
// on either side. The lines are then counted from the goal backwards: the lines
// from a position are the sum over its moves, every path of cells being a move of
// its own, of the lines from where they lead. By symmetry all images of a position
// have as many.
func CountLines(ctx context.Context, p *puzzles.Puzzle, length, list int, o session.Options) (*session.Solutions, error) {
	if o.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.Time)
		defer cancel()
	}
	moves := *p
	moves.Count = positions.Moves
	r := session.NewRun(ctx, o)
	c := &lineCounter{game: newGame(&moves), length: length}
	if length == 0 {
		one := big.NewInt(1)
		return &session.Solutions{Sequences: one, UpToSymmetry: one, First: []puzzles.Line{{}}[:min(list, 1)]}, nil
	}
	err := r.Phase(fmt.Sprintf("lines of %d", length), func() (string, int, error) {
		widest, err := c.findLayers(r)
		return "found", widest, err
	})
	if isLimit(err) {
		return nil, fmt.Errorf("%w: %w", ErrUnsettled, err)
	}
	if err != nil {
		return nil, err
	}
	c.lines = make([]map[uint64]*big.Int, length+1)
	for k := range c.lines {
		c.lines[k] = make(map[uint64]*big.Int)
	}
	s := &session.Solutions{Sequences: c.count(0, c.game.start), UpToSymmetry: new(big.Int)}
	for _, m := range c.game.maps {
		s.UpToSymmetry.Add(s.UpToSymmetry, c.unmoved(m))
	}
	s.UpToSymmetry.Div(s.UpToSymmetry, big.NewInt(int64(len(c.game.maps)))) // Burnside
	c.list(list, 0, c.game.start, nil, &s.First)
	for _, m := range c.game.moves(&c.game.forward, c.game.start, false) {
		if n := c.count(1, m.after); n.Sign() > 0 {
			s.Openings = append(s.Openings, session.Opening{Path: m.path, Lines: n})
		}
	}
	for _, line := range s.First {
		if _, err := verify.Replay(&moves, line); err != nil {
			return nil, fmt.Errorf("counted an illegal line: %w", err)
		}
	}
	return s, nil
}

// filteredCells is the size of boards from which on the filter of live positions
// is worth its work.
const filteredCells = 30

// fewMen is the number up to which men leave so few positions, on any board, that
// they are listed sooner than the filter is made (2026-11: 16 men on the english
// cross, with the filter 16 s on a busy machine, without it some milliseconds).
const fewMen = 24

// lineCounter counts lines. on holds for every depth the canonical positions on
// a line.
type lineCounter struct {
	game   *game
	length int
	on     []*positionSet
	lines  []map[uint64]*big.Int // by depth, canonical
}

// findLayers fills on.
func (c *lineCounter) findLayers(r *session.Run) (widest int, err error) {
	g := c.game
	var alive *aliveFilter
	if g.cells >= filteredCells && bits.OnesCount64(g.start|g.goals[0]) > fewMen {
		alive, err = newAliveFilter(r, g, r.Memory/2)
		if err != nil && !errors.Is(err, session.ErrMemory) {
			return 0, err
		}
		if alive != nil {
			g.look(alive.blocks)
		}
	}
	both := newMeeting(r, g, newPatternBound(g, true), newPatternBound(g, false), alive, c.length)
	both.taking().marks = g.marks()
	front, back := both.front, both.back
	r.Hold(alive.bytes(), both.held)
	for len(front.layers)+len(back.layers)-2 < c.length {
		f := front
		if back.width(0) < front.width(0) {
			f = back
		}
		if err := f.grow(c.length); err != nil {
			return widest, err
		}
		widest = max(widest, len(f.last()))
	}
	m := len(front.layers) - 1
	middle := newPositionSet(back.last()).of(front.last())
	c.on = make([]*positionSet, c.length+1)
	c.on[m] = newPositionSet(middle)
	c.walk(&g.backward, middle, front.layers, m, -1)
	c.walk(&g.forward, middle, back.layers, m, 1)
	return widest, nil
}

// walk goes from the meeting to an end and notes the positions on a line.
func (c *lineCounter) walk(s *side, from []uint64, layers [][]uint64, depth, step int) {
	for k := len(layers) - 2; k >= 0; k-- {
		layer := newPositionSet(layers[k])
		var next []uint64
		for _, p := range from {
			for _, m := range c.game.moves(s, p, true) {
				if q := c.game.canonicalOf(m.after); layer.has(q) {
					next = append(next, q)
				}
			}
		}
		slices.Sort(next)
		from = slices.Compact(next)
		depth += step
		c.on[depth] = newPositionSet(from)
	}
}

// count returns the number of lines from p, a position at some depth.
func (c *lineCounter) count(depth int, p uint64) *big.Int {
	canonical := c.game.canonicalOf(p)
	if !c.on[depth].has(canonical) {
		return new(big.Int)
	}
	if depth == c.length {
		return big.NewInt(1)
	}
	if n, ok := c.lines[depth][canonical]; ok {
		return n
	}
	n := new(big.Int)
	for _, m := range c.game.moves(&c.game.forward, p, false) {
		n.Add(n, c.count(depth+1, m.after))
	}
	c.lines[depth][canonical] = n
	return n
}

// unmoved returns the number of lines that a symmetry takes into themselves: all
// their cells are cells that it does not move.
func (c *lineCounter) unmoved(m positions.Permutation) *big.Int {
	if m.IsIdentity() {
		return c.count(0, c.game.start)
	}
	fixed := func(path []positions.Cell) bool {
		return !slices.ContainsFunc(path, func(x positions.Cell) bool { return m[x] != x })
	}
	var from func(depth int, p uint64) *big.Int
	from = func(depth int, p uint64) *big.Int {
		if depth == c.length {
			return big.NewInt(1)
		}
		n := new(big.Int)
		for _, way := range c.game.moves(&c.game.forward, p, false) {
			if fixed(way.path) && c.on[depth+1].has(c.game.canonicalOf(way.after)) {
				n.Add(n, from(depth+1, way.after))
			}
		}
		return n
	}
	return from(0, c.game.start)
}

// list appends the first n lines in the order of the moves.
func (c *lineCounter) list(n, depth int, p uint64, before puzzles.Line, out *[]puzzles.Line) {
	if len(*out) >= n {
		return
	}
	if depth == c.length {
		*out = append(*out, slices.Clone(before))
		return
	}
	for _, m := range c.game.moves(&c.game.forward, p, false) {
		if c.count(depth+1, m.after).Sign() > 0 {
			c.list(n, depth+1, m.after, append(before, m.path), out)
		}
	}
}
