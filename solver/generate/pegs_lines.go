package generate

import (
	"math"
	"math/big"
	"slices"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// pegLines counts the shortest lines of a position of solo.
type pegLines struct {
	pegs  *pegs
	on    pegLengths
	count map[uint64]*big.Int // lines from a position on a line
}

// openings lists the first moves of all lines of length moves.
func (l *pegLines) openings(men uint64, length int) (out [][]positions.Cell) {
	l.pegs.paths(men, func(after uint64, path []positions.Cell) bool {
		if l.on(after, length-1) {
			out = append(out, slices.Clone(path))
		}
		return true
	})
	return out
}

// all returns the number of lines of length moves: the sum over the first moves,
// every path of cells being one of its own, of the lines from where they lead.
func (l *pegLines) all(men uint64, length int) *big.Int {
	if length == 0 {
		return big.NewInt(1)
	}
	if n, ok := l.count[men]; ok {
		return n
	}
	n := new(big.Int)
	l.pegs.paths(men, func(after uint64, _ []positions.Cell) bool {
		if l.on(after, length-1) {
			n.Add(n, l.all(after, length-1))
		}
		return true
	})
	if l.count == nil {
		l.count = make(map[uint64]*big.Int)
	}
	l.count[men] = n
	return n
}

// first returns the line that takes, at each of its moves, the first one in the
// order of the cells that it begins with and of the jumps.
func (l *pegLines) first(men uint64, length int) (line puzzles.Line) {
	for ; length > 0; length-- {
		l.pegs.paths(men, func(after uint64, path []positions.Cell) bool {
			if !l.on(after, length-1) {
				return true
			}
			line = append(line, slices.Clone(path))
			men = after
			return false
		})
	}
	return line
}

// choices counts the moves from a position, every path one of its own.
func (p *pegs) choices(men uint64) (n int) {
	p.paths(men, func(uint64, []positions.Cell) bool { n++; return n < math.MaxInt32 })
	return n
}

// imagesOfLine lists the images of a line under maps, each once.
func imagesOfLine(maps []positions.Permutation, line puzzles.Line) (images []puzzles.Line) {
	for _, m := range maps {
		image := make(puzzles.Line, len(line))
		for i, path := range line {
			for _, c := range path {
				image[i] = append(image[i], m[c])
			}
		}
		same := func(o puzzles.Line) bool { return slices.EqualFunc(o, image, slices.Equal) }
		if !slices.ContainsFunc(images, same) {
			images = append(images, image)
		}
	}
	return images
}
