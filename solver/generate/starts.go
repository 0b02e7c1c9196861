package generate

import (
	"fmt"
	"math/rand/v2"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// Starts says where the men of connection and treffpunkt start.
type Starts string

// The starts.
const (
	AnyStart    Starts = "any"    // each of the others at random
	FigureStart Starts = "figure" // a random connected figure
	CourtStart  Starts = "court"  // the court of an army, in any corner
	WalkStart   Starts = "walk"   // where random moves backwards from a goal lead
)

// checkFigures is Check for connection and treffpunkt.
func (o *Options) checkFigures() error {
	b, men := o.Game.Board, o.Game.Men()
	switch o.Starts {
	case AnyStart, FigureStart:
	case CourtStart:
		if len(courtsOf(b, men)) == 0 {
			return fmt.Errorf("%w: the %s has no court of %d men", ErrOptions, b, men)
		}
	case WalkStart:
		if o.Symmetric {
			return fmt.Errorf("%w: random moves backwards do not lead to symmetric starts", ErrOptions)
		}
	default:
		if !o.Exhaustive {
			return fmt.Errorf("%w: unknown start %q", ErrOptions, o.Starts)
		}
	}
	switch {
	case o.Game.Arrival.KeepsGoal():
		return fmt.Errorf("%w: the goals of %s are no courts, its rules are free", ErrOptions, o.Kind)
	case o.Kind == Treffpunkt && 3*men > b.Len():
		return fmt.Errorf("%w: %d men are too many for the %s, a third of its cells at the most", ErrOptions, men, b)
	case o.Kind == Connection && len(Straights(b, men)) == 0:
		return fmt.Errorf("%w: no straight line across the %s has %d cells (there are lines of %s)", ErrOptions, b, men, straightLengths(b))
	}
	return nil
}

// start puts the men where a puzzle of connection or treffpunkt begins. avoid are
// cells that figures and courts leave free; mirror, if it is not nil, keeps them.
func (o *Options) start(r *rand.Rand, w *walker, goals []positions.Bits, mirror positions.Permutation, avoid positions.Bits) (positions.Bits, bool) {
	b, men := o.Game.Board, o.Game.Men()
	how := o.Starts
	courts := courtsOf(b, men)
	if how == AnyStart {
		ways := []Starts{FigureStart}
		if len(courts) > 0 {
			ways = append(ways, CourtStart)
		}
		if mirror == nil {
			ways = append(ways, WalkStart)
		}
		how = ways[r.IntN(len(ways))]
	}
	switch how {
	case CourtStart:
		turns := b.Symmetries()
		court := turns[r.IntN(len(turns))].Apply(courts[r.IntN(len(courts))])
		return court, !court.Intersects(avoid) && (mirror == nil || mirror.Apply(court) == court)
	case WalkStart:
		return walkBack(r, w, goals[r.IntN(len(goals))], o)
	}
	return grow(r, b, men, 1, mirror, avoid)
}

// courtsOf lists the courts of all armies of so many men.
func courtsOf(b *positions.Board, men int) (out []positions.Bits) {
	for _, name := range puzzles.Armies(b) {
		if court, err := puzzles.Court(b, name); err == nil && court.Len() == men {
			out = append(out, court)
		}
	}
	return out
}

// grow makes a random connected figure outside avoid, with mirror its own mirror
// image, from a random cell by cells at most reach steps in one direction from one
// that it has. It fails where there is no room.
func grow(r *rand.Rand, b *positions.Board, men, reach int, mirror positions.Permutation, avoid positions.Bits) (positions.Bits, bool) {
	with := func(set positions.Bits, c positions.Cell) positions.Bits {
		if set = set.With(c); mirror != nil {
			set = set.With(mirror[c])
		}
		return set
	}
	figure := with(positions.Bits{}, positions.Cell(r.IntN(b.Len())))
	for figure.Len() < men {
		var edge positions.Bits
		for _, c := range figure.Cells() {
			for _, n := range within(b, c, reach) {
				if figure.Has(n) || avoid.Has(n) {
					continue
				}
				if more := with(figure, n); more.Len() <= men && !more.Intersects(avoid) {
					edge = edge.With(n)
				}
			}
		}
		cells := edge.Cells()
		if len(cells) == 0 {
			return figure, false
		}
		figure = with(figure, cells[r.IntN(len(cells))])
	}
	return figure, figure.Len() == men && !figure.Intersects(avoid) && linked(b, figure, reach)
}
