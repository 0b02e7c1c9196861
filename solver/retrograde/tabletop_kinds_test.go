package retrograde

import (
	"slices"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// Courts of the tabletop, and men of two kinds.

// twoKinds places the starred men and says where each letter has to go.
func (t *tabletop) twoKinds(g *duel.Game) {
	at := func(points ...positions.Point) (out []int) {
		for _, p := range points {
			out = append(out, t.number[p])
		}
		return out
	}
	far := func(p positions.Point) positions.Point { // opposite on the square
		return positions.Point{X: t.size - 1 - p.X, Y: t.size - 1 - p.Y}
	}
	if t.rules == "two-colour" {
		n := t.size
		sw, nw := positions.Point{X: -n, Y: -n}, positions.Point{X: -2 * n, Y: n}
		ne, se := positions.Point{X: n, Y: n}, positions.Point{X: 2 * n, Y: -n}
		// of A, a, B and b
		start := map[string][]positions.Point{
			"facing":     {sw, nw, ne, se},
			"own":        {sw, ne, nw, se},
			"facing-far": {sw, se, ne, nw},
		}[g.Rules.Variant("points")]
		t.home = [2][]int{at(start[:2]...), at(start[2:]...)}
		t.court = map[byte][]int{}
		for i, p := range start {
			t.court["AaBb"[i]] = at(positions.Point{X: -p.X, Y: -p.Y})
		}
		t.last = t.court
		return
	}
	court := []positions.Point{{}, {X: 1}, {Y: 1}} // a1 b1 a2
	star := 0
	switch {
	case t.rules == "doppel" && g.Men == 2:
		court = court[1:]
	case t.rules == "treff" && g.Men == 2:
		court = []positions.Point{{}, {Y: 1}}
	case g.Rules.Variant("pattern") == "rows":
		star = 2
	}
	starred := court[star]
	others := slices.Delete(slices.Clone(court), star, star+1)
	turned := func(list []positions.Point) (out []positions.Point) {
		for _, p := range list {
			out = append(out, far(p))
		}
		return out
	}
	t.home = [2][]int{at(court...), at(turned(court)...)}
	t.last = map[byte][]int{'A': at(far(starred)), 'a': at(turned(others)...), 'B': at(starred), 'b': at(others...)}
	t.court = map[byte][]int{'A': t.home[1], 'a': t.home[1], 'B': t.home[0], 'b': t.home[0]}
}

// staying counts the men of a side that stand in their own court.
func (t *tabletop) staying(board string, side int) (n int) {
	for _, c := range men(board, letters(side)) {
		if t.stays(board[c], side, c) {
			n++
		}
	}
	return n
}

// stays reports whether a man on a cell would stand in its own court: not if the cell
// is of its goal as well.
func (t *tabletop) stays(letter byte, side, c int) bool {
	return slices.Contains(t.home[side], c) && !slices.Contains(t.goalOf(letter, side), c)
}

// goalOf lists the court that a man may not leave.
func (t *tabletop) goalOf(letter byte, side int) []int {
	if t.court != nil {
		return t.court[letter]
	}
	return t.goal[side]
}

// clearing keeps the turns that take a man out of his court or, if there are none,
// those that bring one nearer to the outside.
func (t *tabletop) clearing(board string, turns [][2]int, side int) (kept [][2]int) {
	home := t.home[side]
	away := func(c int) (n int) {
		for reach := []int{c}; ; n++ {
			var more []int
			for _, at := range reach {
				if !slices.Contains(home, at) {
					return n
				}
				for _, d := range t.directions {
					if to := t.next(at, d); to >= 0 {
						more = append(more, to)
					}
				}
			}
			reach = more
		}
	}
	for _, turn := range turns {
		if letter := board[turn[0]]; t.stays(letter, side, turn[0]) && !t.stays(letter, side, turn[1]) {
			kept = append(kept, turn)
		}
	}
	if kept == nil {
		for _, turn := range turns {
			if letter := board[turn[0]]; t.stays(letter, side, turn[0]) && t.stays(letter, side, turn[1]) && away(turn[1]) < away(turn[0]) {
				kept = append(kept, turn)
			}
		}
	}
	return kept
}
