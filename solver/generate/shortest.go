package generate

import (
	"maps"
	"math"

	"github.com/halma-solve/halma-solve/positions"
)

// Shortest lines of a Halma puzzle by two breadth-first searches, from the start
// and backwards from the goal, complete up to the layers in which they meet:
//
//	start ─ layer 1 ─ … ─ layer a  =  layer b ─ … ─ layer 1 ─ goal
//
// Of several goals, each of which solves the puzzle, the search backwards begins
// with all: its layers are then as far from the nearest of them, and what follows
// is the same.
//
// Every position in layer a of the one and b of the other is a+b moves from
// start to goal by a shortest line if no layers with a smaller sum have met; and
// each shortest line goes through just one of them. The number of shortest lines
// is therefore the sum over these positions of the numbers of ways to them from
// either side, which the layers carry along.
//
// This shares the move generator with solver, but neither searches nor bounds:
// both must find the same length.

// front is a search from one end. One that is shared is not changed any more.
type front struct {
	backward bool
	at       map[positions.Bits]place
	layers   [][]positions.Bits
}

// place is where a position is in a front.
type place struct {
	depth int
	ways  uint64 // shortest ways from the end, manyWays or more: manyWays
}

const manyWays = math.MaxUint32

func newFront(from []positions.Bits, backward bool) *front {
	f := &front{backward: backward, at: make(map[positions.Bits]place), layers: [][]positions.Bits{from}}
	for _, men := range from {
		f.at[men] = place{0, 1}
	}
	return f
}

func (f *front) depth() int             { return len(f.layers) - 1 }
func (f *front) last() []positions.Bits { return f.layers[f.depth()] }

// grow adds a layer, of the positions that keep does not refuse; nil refuses
// none. If that came to more than most positions it returns false, and the front
// is as before.
func (f *front) grow(w *walker, keep func(positions.Bits) bool, most int) bool {
	depth := len(f.layers)
	var layer []positions.Bits
	for _, men := range f.last() {
		ways := f.at[men].ways
		for _, m := range w.turns(men, f.backward) {
			next := after(men, m)
			at, known := f.at[next]
			switch {
			case !known:
				if keep != nil && !keep(next) {
					continue
				}
				layer = append(layer, next)
				at.depth = depth
			case at.depth != depth:
				continue
			}
			at.ways = min(at.ways+ways, manyWays)
			f.at[next] = at
		}
		if len(f.at) > most {
			maps.DeleteFunc(f.at, func(_ positions.Bits, at place) bool { return at.depth == depth })
			return false
		}
	}
	f.layers = append(f.layers, layer)
	return true
}

// lines are the shortest lines of a puzzle.
type lines struct {
	length int
	count  uint64           // manyWays or more: manyWays
	firsts []positions.Bits // the positions after all first moves
}

// verdict says why there are no lines.
type verdict string

const (
	tooShort verdict = "shorter than wanted"
	tooLong  verdict = "longer than wanted, or no way at all"
	tooLarge verdict = "too many positions to search"
)

// shortest finds the shortest lines from start to the nearest of some goals, of at
// most longest moves. back is the search from the goals; it grows if it is not
// shared.
func shortest(w *walker, start positions.Bits, goals []positions.Bits, back *front, shared bool, shortestWanted, longest, most int) (lines, verdict) {
	// A man outside a goal needs a move, and no move takes two there: with more of
	// them than moves left, for every goal, there is no line of at most longest moves.
	within := func(men positions.Bits, left int) bool {
		for _, goal := range goals {
			if men.AndNot(goal).Len() <= left {
				return true
			}
		}
		return false
	}
	if !within(start, longest) {
		return lines{}, tooLong
	}
	fore := newFront([]positions.Bits{start}, false)
	for {
		a, b := fore.depth(), back.depth()
		if shared && a == 0 {
			if at, ok := back.at[start]; ok {
				b = at.depth
			}
		}
		if meeting := meet(fore, back, a, b); meeting != nil {
			if a+b < shortestWanted {
				return lines{}, tooShort
			}
			return trace(w, fore, back, meeting, a, b), ""
		}
		if a+b >= longest || len(fore.last()) == 0 || len(back.last()) == 0 {
			return lines{}, tooLong
		}
		grown := false
		if shared || len(fore.last()) <= len(back.last()) {
			left := longest - a - 1
			grown = fore.grow(w, func(men positions.Bits) bool { return within(men, left) }, most)
		} else {
			grown = back.grow(w, nil, most)
		}
		if !grown {
			return lines{}, tooLarge
		}
	}
}

// meet lists the positions of layer a of fore that are in layer b of back.
func meet(fore, back *front, a, b int) (out []positions.Bits) {
	small, other, depth := fore.layers[a], back, b
	if len(back.layers[b]) < len(small) {
		small, other, depth = back.layers[b], fore, a
	}
	for _, men := range small {
		if at, ok := other.at[men]; ok && at.depth == depth {
			out = append(out, men)
		}
	}
	return out
}

// trace counts the lines through a meeting and goes back to their first moves.
func trace(w *walker, fore, back *front, meeting []positions.Bits, a, b int) lines {
	l := lines{length: a + b}
	for _, men := range meeting {
		l.count = min(l.count+min(fore.at[men].ways*back.at[men].ways, manyWays), manyWays)
	}
	if a == 0 { // the start itself is in back
		for _, m := range w.turns(meeting[0], false) {
			next := after(meeting[0], m)
			if at, ok := back.at[next]; ok && at.depth == b-1 {
				l.firsts = append(l.firsts, next)
			}
		}
		return l
	}
	on := meeting
	for depth := a - 1; depth >= 1; depth-- {
		seen := make(map[positions.Bits]bool)
		var before []positions.Bits
		for _, men := range on {
			for _, m := range w.turns(men, true) {
				prev := after(men, m)
				if at, ok := fore.at[prev]; ok && at.depth == depth && !seen[prev] {
					seen[prev] = true
					before = append(before, prev)
				}
			}
		}
		on = before
	}
	l.firsts = on
	return l
}
