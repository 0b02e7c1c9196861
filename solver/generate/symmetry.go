package generate

import (
	"fmt"
	"slices"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// task is what makes two puzzles of one batch the same: start and goals, of all
// images under the symmetries of the board the least.
type task struct {
	start, goal positions.Bits
	figures     string // of several, in order
}

func taskOf(p *puzzles.Puzzle) (least task) {
	for i, m := range p.Board.Symmetries() {
		t := task{start: m.Apply(p.Start), goal: m.Apply(p.Goal)}
		if len(p.Goals) > 1 {
			t.figures = fmt.Sprint(imageOf(m, figuresOf(p)))
		}
		if i == 0 || t.before(least) {
			least = t
		}
	}
	return least
}

func (t task) before(u task) bool {
	switch {
	case t.start != u.start:
		return t.start.Less(u.start)
	case t.goal != u.goal:
		return t.goal.Less(u.goal)
	}
	return t.figures < u.figures
}

// figuresOf lists the positions that solve a puzzle, in order: of solo, where they
// are many, the cells of the last man instead.
func figuresOf(p *puzzles.Puzzle) []positions.Bits {
	if len(p.Goals) < 2 {
		return []positions.Bits{p.Goal}
	}
	var out []positions.Bits
	for _, g := range p.Goals {
		out = append(out, g.Men)
	}
	slices.SortFunc(out, compareBits)
	return out
}

func compareBits(a, b positions.Bits) int {
	switch {
	case a == b:
		return 0
	case a.Less(b):
		return -1
	}
	return 1
}

// imageOf is the image of a list of sets, in order.
func imageOf(m positions.Permutation, sets []positions.Bits) []positions.Bits {
	var out []positions.Bits
	for _, set := range sets {
		out = append(out, m.Apply(set))
	}
	slices.SortFunc(out, compareBits)
	return out
}

// keepers are the symmetries of the board that keep the start and the set of goals,
// the identity among them.
func keepers(p *puzzles.Puzzle) (out []positions.Permutation) {
	for _, m := range p.Board.Symmetries() {
		if m.Apply(p.Start) == p.Start && keepsGoals(m, p) {
			out = append(out, m)
		}
	}
	return out
}

// keepsGoals reports whether a symmetry keeps the set of goals.
func keepsGoals(m positions.Permutation, p *puzzles.Puzzle) bool {
	goals := figuresOf(p)
	return m.Apply(p.Goal) == p.Goal && slices.Equal(imageOf(m, goals), goals)
}

// distinctUnder counts positions, images under maps once.
func distinctUnder(maps []positions.Permutation, list []positions.Bits) int {
	seen := make(map[positions.Bits]bool)
	n := 0
	for _, b := range list {
		if seen[b] {
			continue
		}
		n++
		for _, m := range maps {
			seen[m.Apply(b)] = true
		}
	}
	return n
}

// imagesOf counts the images of a Halma line under maps, by its positions.
func imagesOf(p *puzzles.Puzzle, maps []positions.Permutation, line puzzles.Line) int {
	var images [][]positions.Bits
	for _, m := range maps {
		var image []positions.Bits
		for n := range len(line) + 1 {
			image = append(image, m.Apply(p.After(line, n)))
		}
		if !slices.ContainsFunc(images, func(o []positions.Bits) bool { return slices.Equal(o, image) }) {
			images = append(images, image)
		}
	}
	return len(images)
}
