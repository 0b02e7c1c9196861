package puzzles

import (
	"errors"
	"fmt"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
)

// ErrTarget is wrapped by errors about a figure that the game treffpunkt does not
// have, or that the men cannot make.
var ErrTarget = errors.New("no such target")

// DefaultTarget is the figure of treffpunkt when none is named. The printed one
// is not known.
const DefaultTarget = "hexagon"

// target is a built-in figure of a square board: which places belong to it,
// counted from its middle, and which numbers of men it takes.
type target struct {
	name string
	has  func(x, y, k int) bool // with k as small as the number of men allows
}

// targets are centred on the cell of the lower left of the four in the middle of a
// board of even size (h8 on 16×16), and symmetric about the diagonal that the men
// travel on.
//
//	hexagon   1, 7, 19, … men    diamond  1, 5, 13, … men
//	square    1, 9, 25, … men    cross    1, 5, 9, 13, … men
//	diagonal  1, 3, 5, … men     triangle 1, 3, 6, 10, 15, … men
var targets = []target{
	{"hexagon", func(x, y, k int) bool { return max(abs(x), abs(y), abs(x-y)) <= k }},
	{"diamond", func(x, y, k int) bool { return abs(x)+abs(y) <= k }},
	{"square", func(x, y, k int) bool { return max(abs(x), abs(y)) <= k }},
	{"cross", func(x, y, k int) bool { return x*y == 0 && max(abs(x), abs(y)) <= k }},
	{"diagonal", func(x, y, k int) bool { return x == y && abs(x) <= k }},
	{"triangle", func(x, y, k int) bool {
		a, b := x+k/3, y+k/3 // the corner is k/3 before the middle
		return a >= 0 && b >= 0 && a+b <= k
	}},
}

func abs(x int) int { return max(x, -x) }

// Targets lists the names of the built-in figures.
func Targets() []string {
	var names []string
	for _, t := range targets {
		names = append(names, t.name)
	}
	return names
}

// figure returns the target made of so many men on b.
func (t target) figure(b *positions.Board, men int) (positions.Bits, bool) {
	middle := (b.Size() - 1) / 2
	for k := range b.Size() {
		var set positions.Bits
		inside := true
		for y := -k; y <= k; y++ {
			for x := -k; x <= k; x++ {
				if !t.has(x, y, k) {
					continue
				}
				c := b.CellAt(positions.Point{X: middle + x, Y: middle + y})
				if inside = inside && c != positions.NoCell; inside {
					set = set.With(c)
				}
			}
		}
		if inside && set.Len() == men {
			return set, true
		}
	}
	return positions.Bits{}, false
}

// Treffpunkt returns the puzzle that takes an army from its court to a figure in
// the middle. Errors wrap [positions.ErrBoard], [ErrArmy] or [ErrTarget].
func Treffpunkt(o Options) (*Puzzle, error) {
	b, start, err := o.court(GameTreffpunkt, positions.Square)
	if err != nil {
		return nil, err
	}
	figure := o.Figure
	if figure == (positions.Bits{}) {
		if figure, err = builtIn(b, start.Len(), o.Target); err != nil {
			return nil, err
		}
	}
	if figure.Len() != start.Len() {
		return nil, fmt.Errorf("%w: the figure has %d cells, there are %d men", ErrTarget, figure.Len(), start.Len())
	}
	return &Puzzle{
		Game: GameTreffpunkt, Board: b, Army: o.army(b),
		Arrival: positions.Free, // a figure is no court
		Jumps:   o.Jumps, Count: o.Count,
		Start: start, Goal: figure, Goals: []Pattern{{Men: figure}},
	}, nil
}

// builtIn returns the named figure for so many men.
func builtIn(b *positions.Board, men int, name string) (positions.Bits, error) {
	if name == "" {
		name = DefaultTarget
	}
	if b.Shape() != positions.Square {
		return positions.Bits{}, fmt.Errorf("%w: %q on the %s (built-in figures are for square boards; draw one)", ErrTarget, name, b)
	}
	var fit []string
	known := false
	for _, t := range targets {
		figure, ok := t.figure(b, men)
		if known = known || t.name == name; ok && t.name == name {
			return figure, nil
		}
		if ok {
			fit = append(fit, t.name)
		}
	}
	suits := "none fits, draw one"
	if fit != nil {
		suits = "these fit: " + strings.Join(fit, ", ")
	}
	if !known {
		return positions.Bits{}, fmt.Errorf("%w: %q (built-in are %s)", ErrTarget, name, strings.Join(Targets(), ", "))
	}
	return positions.Bits{}, fmt.Errorf("%w: no %s of %d men on the %s; %s", ErrTarget, name, men, b, suits)
}

// notTreffpunkt is the check of puzzles that are called treffpunkt.
func notTreffpunkt(p *Puzzle) string {
	if set, ok := Corner(p.Board, p.Army); !ok || set != p.Start || p.Marked != (positions.Bits{}) {
		return "the men do not start in a court"
	}
	return ""
}
