package generate

import (
	"slices"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// task is what makes two puzzles of one batch the same: start and goal, of all
// images under the symmetries of the board the least.
type task struct{ start, goal positions.Bits }

func taskOf(p *puzzles.Puzzle) (least task) {
	for i, m := range p.Board.Symmetries() {
		t := task{m.Apply(p.Start), m.Apply(p.Goal)}
		if i == 0 || t.start.Less(least.start) || t.start == least.start && t.goal.Less(least.goal) {
			least = t
		}
	}
	return least
}

// keepers are the symmetries of the board that keep start and goal, the identity
// among them.
func keepers(p *puzzles.Puzzle) (out []positions.Permutation) {
	for _, m := range p.Board.Symmetries() {
		if m.Apply(p.Start) == p.Start && m.Apply(p.Goal) == p.Goal {
			out = append(out, m)
		}
	}
	return out
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
