package peg

import (
	"errors"
	"fmt"
	"slices"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// manyMoves is how many moves of a position are listed to find which one a line takes. A
// lone man may have swept a large board with eight directions in more ways than there is
// memory for.
const manyMoves = 1 << 16

// trace walks from p, a position of the last layer, to the first layer. Of the
// moves into the layer before it takes the one to the least position. s is the side that
// leads there, not the one that made the layers. The error is a limit of the run.
func (g *game) trace(r *session.Run, s *side, p uint64, layers [][]uint64) (puzzles.Line, error) {
	var line puzzles.Line
	for k := len(layers) - 2; k >= 0; k-- {
		var best *move
		if list := g.movesUpTo(manyMoves, s, p, true); len(list) < manyMoves {
			best = g.among(list, layers[k])
		} else {
			var err error
			if best, err = g.madeBy(r, s, p, layers[k]); err != nil {
				return nil, err
			}
		}
		if best == nil {
			return nil, fmt.Errorf("a position of layer %d has no neighbour in the layer before", k+1)
		}
		line = append(line, best.path)
		p = best.after
	}
	return line, nil
}

// among returns the move to the least position of a layer.
func (g *game) among(list []move, layer []uint64) (best *move) {
	ways := make(map[uint64]move)
	for _, m := range list {
		c := g.canonicalOf(m.after)
		if old, ok := ways[c]; !ok || m.after < old.after {
			ways[c] = m
		}
	}
	for _, c := range layer {
		if m, ok := ways[c]; ok && (best == nil || m.after < best.after) {
			best = &m
		}
	}
	return best
}

// madeBy returns a move to the least position of a layer that p was made of, found by the
// moves from there: as much work as it was to make the next layer, at worst, and more by
// what bounds have cut then. It ends with the run; a position whose chains there is no
// memory for is passed over as long as another one is found.
func (g *game) madeBy(r *session.Run, s *side, p uint64, layer []uint64) (*move, error) {
	made := g.opposite(s)
	x := newExpander(g, made, &patternBound{}, nil)
	x.stop, x.room = r.Stop, r.Memory/4
	wanted := g.canonicalOf(p)
	var full error
	for i, c := range slices.Sorted(slices.Values(layer)) {
		if i%session.ChunkSize == 0 {
			if err := r.Stop(); err != nil {
				return nil, err
			}
		}
		found := false
		err := x.expand([]uint64{c}, never, func(q uint64) { found = found || q == wanted })
		switch {
		case err != nil && !errors.Is(err, session.ErrMemory):
			return nil, err
		case found:
			return g.wayFrom(r, made, c, p)
		case err != nil:
			full = err
		}
	}
	return nil, full
}

// wayFrom returns the first move of a side that makes p of an image of c.
func (g *game) wayFrom(r *session.Run, made *side, c, p uint64) (way *move, err error) {
	n := 0
	for v := 0; v < len(g.maps) && way == nil && err == nil; v++ {
		from := g.image[v].of(c)
		g.eachMove(made, from, true, func(after uint64, path []positions.Cell) bool {
			if after == p {
				way = &move{from, inTime(made, path)}
			}
			if n++; n%manyMoves == 0 {
				err = r.Stop()
			}
			return way == nil && err == nil
		})
	}
	return way, err
}

// lineThrough makes the line through p, which is in a layer of each side.
func (g *game) lineThrough(p uint64, m *meeting) (puzzles.Line, error) {
	upTo := func(f *front) [][]uint64 {
		n := slices.IndexFunc(f.layers, func(layer []uint64) bool { return slices.Contains(layer, p) })
		return f.layers[:n+1]
	}
	line, err := g.trace(m.front.Run, &g.backward, p, upTo(m.front))
	if err != nil {
		return nil, err
	}
	slices.Reverse(line)
	rest, err := g.trace(m.back.Run, &g.forward, p, upTo(m.back))
	return append(line, rest...), err
}
