package peg

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/bits"
	"slices"
	"unsafe"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/verify"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// ErrUnsettled is returned by [CountLines], [Explore], [WinnablePositions] and the makers
// of tables when a limit came first.
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
// have as many. Limits, of the memory for counts, too, are errors that wrap [ErrUnsettled].
func CountLines(ctx context.Context, p *puzzles.Puzzle, length, list int, o session.Options) (*session.Solutions, error) {
	ctx, cancel := session.Within(ctx, o.Time)
	defer cancel()
	o.Memory = session.TablesOf(o.Memory)
	moves := *p
	moves.Count = positions.Moves
	r := session.NewRun(ctx, o)
	c := &lineCounter{run: r, game: newGame(&moves), length: length}
	if length == 0 {
		one := big.NewInt(1)
		return &session.Solutions{Sequences: one, UpToSymmetry: one, First: []puzzles.Line{{}}[:min(list, 1)]}, nil
	}
	err := r.Phase(fmt.Sprintf("lines of %d", length), func() (string, int, error) {
		widest, err := c.findLayers()
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
	c.each(c.game.start, func(after uint64, path []positions.Cell) bool {
		if n := c.count(1, after); n.Sign() > 0 {
			s.Openings = append(s.Openings, session.Opening{Path: slices.Clone(path), Lines: n})
		}
		return true
	})
	if c.err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnsettled, c.err)
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
	run    *session.Run
	game   *game
	length int
	on     []*positionSet
	lines  []map[uint64]*big.Int // by depth, canonical
	bytes  int64                 // of all these, and of the lines that are listed
	moves  int                   // that were looked at
	err    error                 // the limit that came before all were counted
}

// bytesCounted is what a count takes in a map, and bytesListed a move of a line in a list
// (2026-11: 90 to 120 bytes a count of two words at the most).
const (
	bytesCounted = 128
	bytesListed  = 64
)

// hold notes bytes that are kept to the end, and that there is no memory for them.
func (c *lineCounter) hold(bytes int64) {
	if c.bytes += bytes; c.bytes > c.run.Memory && c.err == nil {
		c.err = session.ErrMemory
	}
}

// findLayers fills on.
func (c *lineCounter) findLayers() (widest int, err error) {
	g, r := c.game, c.run
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
	r.Hold(alive.bytes(), func() int64 { return both.held() + c.bytes })
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
	front.seen.Clear() // no layer is made any more
	back.seen.Clear()
	m := len(front.layers) - 1
	middle := newPositionSet(back.last()).of(front.last())
	c.on = make([]*positionSet, c.length+1)
	if err = c.keep(m, middle); err != nil {
		return widest, err
	}
	err = c.walk(&g.forward, middle, front.layers, m, -1)
	if err == nil {
		err = c.walk(&g.backward, middle, back.layers, m, 1)
	}
	return widest, err
}

// walk goes from the meeting to an end by layers that a side made, and notes the positions on a
// line.
func (c *lineCounter) walk(made *side, from []uint64, layers [][]uint64, depth, step int) error {
	for k := len(layers) - 2; k >= 0; k-- {
		next, err := c.before(made, from, layers[k])
		if err != nil {
			return err
		}
		slices.Sort(next)
		from = slices.Compact(next)
		depth += step
		if err := c.keep(depth, from); err != nil {
			return err
		}
	}
	return nil
}

// keep keeps the positions on a line at some depth, if there is memory for them beside the
// layers.
func (c *lineCounter) keep(depth int, on []uint64) error {
	c.on[depth] = newPositionSet(on)
	c.bytes += c.on[depth].bytes()
	if c.run.InUse() > c.run.Memory {
		return session.ErrMemory
	}
	return nil
}

// before returns the positions of a layer from which a move of the side that made it leads to one
// of some, in canonical form, some of them twice. They are looked for by moves taken back; but where
// these are too many, as with a lone man who may have swept a large board, by all moves from the layer.
func (c *lineCounter) before(made *side, to, layer []uint64) (found []uint64, err error) {
	x := newExpander(c.game, c.game.opposite(made), &patternBound{}, nil)
	x.stop, x.room = c.run.Stop, min(c.run.Memory/4, manyMoves*int64(unsafe.Sizeof(views{})))
	in := newPositionSet(layer)
	err = x.expand(to, never, func(q uint64) {
		if in.has(q) {
			found = append(found, q)
		}
	})
	if errors.Is(err, session.ErrMemory) {
		return c.madeOf(made, to, layer)
	}
	return found, err
}

// madeOf is before by the moves of the side that made the layer.
func (c *lineCounter) madeOf(made *side, to, layer []uint64) (found []uint64, err error) {
	x := newExpander(c.game, made, &patternBound{}, nil)
	x.stop, x.room = c.run.Stop, c.run.Memory/4
	in := newPositionSet(to)
	for i, p := range layer {
		err = x.expand(layer[i:i+1], never, func(q uint64) {
			if in.has(q) {
				found = append(found, p)
			}
		})
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

// each calls visit with all moves from p, until it returns false or a limit comes.
func (c *lineCounter) each(p uint64, visit func(after uint64, path []positions.Cell) bool) {
	c.game.eachMove(&c.game.forward, p, false, func(after uint64, path []positions.Cell) bool {
		if c.moves++; c.moves%manyMoves == 0 && c.err == nil {
			c.err = c.run.Stop()
		}
		return c.err == nil && visit(after, path)
	})
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
	c.each(p, func(after uint64, _ []positions.Cell) bool {
		n.Add(n, c.count(depth+1, after))
		return true
	})
	c.lines[depth][canonical] = n
	c.hold(bytesCounted)
	return n
}

// unmoved returns the number of lines that a symmetry takes into themselves: all
// their cells are cells that it does not move. These lie on one axis at most, along which so
// few games can be played that no counts are kept.
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
		c.each(p, func(after uint64, path []positions.Cell) bool {
			if fixed(path) && c.on[depth+1].has(c.game.canonicalOf(after)) {
				n.Add(n, from(depth+1, after))
			}
			return true
		})
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
		c.hold(bytesListed * int64(c.length))
		return
	}
	c.each(p, func(after uint64, path []positions.Cell) bool {
		if c.count(depth+1, after).Sign() > 0 {
			c.list(n, depth+1, after, append(before, slices.Clone(path)), out)
		}
		return len(*out) < n
	})
}
