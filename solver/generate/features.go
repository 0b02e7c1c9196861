package generate

import (
	"math"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// Features are what the difficulty of a puzzle is made of, along its minimal
// line: see the package's text.
type Features struct {
	Moves        int   `json:"moves"`
	Choices      []int `json:"choices"`       // legal moves at each position of the line
	WrongFirst   int   `json:"wrong_first"`   // first moves that look right and are not
	LongestChain int   `json:"longest_chain"` // jumps; 1 also for a step
	Quiet        int   `json:"quiet"`         // moves of one step or jump
	Away         int   `json:"away"`          // moves that end farther from the goal
	// First moves of solo after which no line leads to the goal. nil: it is not known,
	// or not solo.
	DeadFirst *int `json:"dead_first,omitempty"`
}

// From which difficulties on puzzles are no longer easy, and are hard.
const (
	EasyBelow = 20
	HardFrom  = 40
)

// Level is "easy", "medium" or "hard".
func Level(difficulty float64) string {
	switch {
	case difficulty < EasyBelow:
		return "easy"
	case difficulty < HardFrom:
		return "medium"
	}
	return "hard"
}

// Bits is how improbable a minimal line is for random moves, in halvings, of a
// puzzle with some number of them.
func (f *Features) Bits(lines float64) float64 {
	sum := 0.0
	for _, n := range f.Choices {
		sum += math.Log2(float64(n))
	}
	return max(0, sum-math.Log2(lines))
}

// Difficulty is the number that the package's text explains, to one decimal.
func (f *Features) Difficulty(lines float64) float64 {
	d := f.Bits(lines) + 2*float64(f.Away) + float64(f.Quiet)/2 + float64(f.LongestChain)/2 + math.Log2(1+float64(f.WrongFirst))
	return math.Round(d*10) / 10
}

// shape fills in what the line alone shows.
func (f *Features) shape(p *puzzles.Puzzle, line puzzles.Line, distance []int) {
	f.Moves = len(line)
	for _, path := range line {
		hops := len(path) - 1
		f.LongestChain = max(f.LongestChain, hops)
		if hops == 1 {
			f.Quiet++
		}
		if distance[path[hops]] > distance[path[0]] {
			f.Away++
		}
	}
}

// distances are the least numbers of steps from each cell to one of the goal over
// the empty board.
func distances(b *positions.Board, goal positions.Bits) []int {
	out := make([]int, b.Len())
	for c := range out {
		out[c] = -1
	}
	queue := goal.Cells()
	for _, c := range queue {
		out[c] = 0
	}
	for len(queue) > 0 {
		c := queue[0]
		queue = queue[1:]
		for d := range b.Directions() {
			if n := b.Neighbour(c, d); n != positions.NoCell && out[n] < 0 {
				out[n] = out[c] + 1
				queue = append(queue, n)
			}
		}
	}
	return out
}
