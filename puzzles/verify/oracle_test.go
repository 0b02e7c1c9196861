package verify_test

import (
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// oracle is the rules written a third time, as naively as can be: it walks from
// neighbour to neighbour and tries every chain without a cell met twice. It is
// for small boards.
type oracle struct {
	b     *positions.Board
	super bool
	men   map[positions.Cell]bool
}

func newOracle(b *positions.Board, jumps positions.Jumps, men positions.Bits) *oracle {
	o := &oracle{b: b, super: jumps == positions.Super, men: map[positions.Cell]bool{}}
	for _, c := range men.Cells() {
		o.men[c] = true
	}
	return o
}

// steps returns the empty neighbours of c.
func (o *oracle) steps(c positions.Cell) (to []positions.Cell) {
	for d := range o.b.Directions() {
		if n := o.b.Neighbour(c, d); n != positions.NoCell && !o.men[n] {
			to = append(to, n)
		}
	}
	return to
}

// jumps returns where a man that has been lifted from c may land.
func (o *oracle) jumps(c positions.Cell) (to []positions.Cell) {
	for d := range o.b.Directions() {
		met, at, walked := 0, 0, 0
		for n := o.b.Neighbour(c, d); n != positions.NoCell; n = o.b.Neighbour(n, d) {
			walked++
			if o.men[n] {
				met++
				at = walked
			}
			if met > 1 {
				break
			}
			if met == 1 && walked == 2*at && (o.super || at == 1) {
				to = append(to, n)
			}
		}
	}
	return to
}

// turns returns the least number of hops to each cell that the man on from
// reaches in one turn, whatever the goal.
func (o *oracle) turns(from positions.Cell) map[positions.Cell]int {
	least := map[positions.Cell]int{}
	note := func(c positions.Cell, hops int) {
		if old, ok := least[c]; !ok || hops < old {
			least[c] = hops
		}
	}
	for _, c := range o.steps(from) {
		note(c, 1)
	}
	delete(o.men, from)
	on := map[positions.Cell]bool{from: true}
	var chain func(c positions.Cell, hops int)
	chain = func(c positions.Cell, hops int) {
		for _, land := range o.jumps(c) {
			if on[land] {
				continue
			}
			note(land, hops+1)
			on[land] = true
			chain(land, hops+1)
			delete(on, land)
		}
	}
	chain(from, 0)
	o.men[from] = true
	return least
}

// legal reports whether path is a turn of the puzzle p in the oracle's position.
func (o *oracle) legal(p *puzzles.Puzzle, path []positions.Cell) bool {
	if len(path) < 2 {
		return false
	}
	for _, c := range path {
		if c < 0 || int(c) >= o.b.Len() {
			return false
		}
	}
	first, last := path[0], path[len(path)-1]
	if !o.men[first] || first == last {
		return false
	}
	if p.Arrival == positions.Booklet && p.Goal.Has(first) && !p.Goal.Has(last) {
		return false
	}
	if len(path) == 2 && has(o.steps(first), last) {
		return true
	}
	delete(o.men, first)
	defer func() { o.men[first] = true }()
	for i, c := range path[1:] {
		if !has(o.jumps(path[i]), c) {
			return false
		}
	}
	return true
}

func has(cells []positions.Cell, c positions.Cell) bool {
	for _, d := range cells {
		if c == d {
			return true
		}
	}
	return false
}

// firstWrong returns the number of the first illegal move of line, one more
// than it has if it only misses the goal, 0 if it solves p.
func firstWrong(p *puzzles.Puzzle, line puzzles.Line) int {
	o := newOracle(p.Board, p.Jumps, p.Start)
	for i, path := range line {
		if !o.legal(p, path) {
			return i + 1
		}
		delete(o.men, path[0])
		o.men[path[len(path)-1]] = true
	}
	for _, c := range p.Goal.Cells() {
		if !o.men[c] {
			return len(line) + 1
		}
	}
	return 0
}
