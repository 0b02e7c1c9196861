package peg

import (
	"fmt"
	"slices"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// manyMoves is how many moves of a position are listed to find which one a line takes. A
// lone man may have swept a large board with eight directions in more ways than there is
// memory for.
const manyMoves = 1 << 16

// trace walks from p, a position of the last layer, to the first layer. Of the
// moves into the layer before it takes the one to the least position. s is the side that
// leads there, not the one that made the layers.
func (g *game) trace(s *side, p uint64, layers [][]uint64) (puzzles.Line, error) {
	var line puzzles.Line
	for k := len(layers) - 2; k >= 0; k-- {
		var best *move
		if list := g.movesUpTo(manyMoves, s, p, true); len(list) < manyMoves {
			best = g.among(list, layers[k])
		} else {
			best = g.madeBy(s, p, layers[k])
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
// moves from there: those were made once already, when the layer was expanded.
func (g *game) madeBy(s *side, p uint64, layer []uint64) *move {
	made := g.opposite(s)
	x := newExpander(g, made, &patternBound{}, nil)
	wanted := g.canonicalOf(p)
	for _, c := range slices.Sorted(slices.Values(layer)) {
		found := false
		if err := x.expand([]uint64{c}, never, func(q uint64) { found = found || q == wanted }); err != nil || !found {
			continue
		}
		for v := range g.maps {
			from := g.image[v].of(c)
			var way *move
			g.eachMove(made, from, true, func(after uint64, path []positions.Cell) bool {
				if after == p {
					way = &move{from, inTime(made, path)}
				}
				return way == nil
			})
			if way != nil {
				return way
			}
		}
	}
	return nil
}

// lineThrough makes the line through p, which is in a layer of each side.
func (g *game) lineThrough(p uint64, m *meeting) (puzzles.Line, error) {
	upTo := func(f *front) [][]uint64 {
		n := slices.IndexFunc(f.layers, func(layer []uint64) bool { return slices.Contains(layer, p) })
		return f.layers[:n+1]
	}
	line, err := g.trace(&g.backward, p, upTo(m.front))
	if err != nil {
		return nil, err
	}
	slices.Reverse(line)
	rest, err := g.trace(&g.forward, p, upTo(m.back))
	return append(line, rest...), err
}
