package puzzles

import (
	"strconv"

	"github.com/halma-solve/halma-solve/positions"
)

// Lines says which straight lines solve a puzzle of the game connection.
type Lines uint8

// The choices of lines.
const (
	// OwnLines are the two from the own tip.
	OwnLines Lines = iota
	// AnyLines are all six edges of the star's two big triangles.
	AnyLines
)

// String returns "own" or "any".
func (l Lines) String() string { return [...]string{"own", "any"}[l] }

// Connection returns the puzzle that turns the men of a point into a straight
// line. Errors wrap [positions.ErrBoard].
//
// On a star of size s the tips of two points next but one to each other are 3s
// steps apart, so the line between them, an edge of a big triangle, has 3s+1
// holes. The men are those of a point and its base row, (s+1)(s+2)/2; with size 4
// they are two more than the line has holes, and the ends of the base row stay
// empty. With sizes 1 and 2 they are one fewer, and the line begins at the own
// tip (with [AnyLines] at either tip) and ends one hole before the other.
func Connection(o Options) (*Puzzle, error) {
	b, err := positions.NewBoard(positions.Star, o.Size)
	if err != nil {
		return nil, err
	}
	s := b.Size()
	start, _ := starPoint(b, s+1)
	holes := 3*s + 1
	for k := 0; start.Len() > holes; k++ {
		base := positions.Point{X: k, Y: -s}
		start = start.Without(b.CellAt(base)).Without(b.CellAt(positions.Point{X: s - k, Y: -s}))
	}
	p := &Puzzle{
		Game: GameConnection, Board: b, Army: strconv.Itoa(start.Len()),
		Arrival: positions.Free, // a line is no court
		Jumps:   o.Jumps, Count: o.Count, Start: start,
	}
	tip := positions.Point{X: s, Y: -2 * s}
	var own positions.Bits
	for k := range start.Len() {
		own = own.With(b.CellAt(positions.Point{X: tip.X - k, Y: tip.Y + k}))
	}
	seen := map[positions.Bits]bool{}
	for _, m := range b.Symmetries() {
		if o.Lines == OwnLines && m[b.CellAt(tip)] != b.CellAt(tip) {
			continue
		}
		if line := m.Apply(own); !seen[line] {
			seen[line] = true
			p.Goals = append(p.Goals, Pattern{Men: line})
			p.Goal = p.Goal.Or(line)
		}
	}
	return p, nil
}

// notConnection is the check of puzzles that are called connection.
func notConnection(p *Puzzle) string {
	for _, lines := range []Lines{OwnLines, AnyLines} {
		q, err := Connection(Options{Size: p.Board.Size(), Lines: lines, Jumps: p.Jumps, Count: p.Count})
		if err == nil && p.Board.Shape() == positions.Star && q.Fingerprint() == p.Fingerprint() {
			return ""
		}
	}
	return "start and goals differ"
}
