package retrograde

import (
	"fmt"
	"time"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// Estimate is what the analysis of a game takes.
type Estimate struct {
	Positions int64         // both sides to move counted
	Stored    int64         // positions with a place in the tables
	Bytes     int64         // of memory
	Time      time.Duration // of one worker
}

// Measured on one core of a 2026 server: what a stored position costs to set up,
// and what each of its turns costs.
const (
	perPosition = 10 * time.Nanosecond
	perTurn     = 9 * time.Nanosecond
)

// EstimateOf returns what [Solve] or [SolveOnline] would take. Errors wrap
// [positions.ErrTooMany].
func EstimateOf(g *duel.Game, workers int) (Estimate, error) { return estimate(g, workers, false) }

// EstimateValues returns what [SolveValues] would take.
func EstimateValues(g *duel.Game, workers int) (Estimate, error) { return estimate(g, workers, true) }

func estimate(g *duel.Game, workers int, values bool) (Estimate, error) {
	rows, cols, err := sizes(g)
	if err != nil {
		return Estimate{}, err
	}
	if int64(rows) > 1<<46/int64(cols) {
		return Estimate{}, fmt.Errorf("%w: %d men a side on %d cells", positions.ErrTooMany, g.Men, g.Board.Len())
	}
	if _, err := rulesOf(g); err != nil {
		return Estimate{}, err
	}
	stored := int64(rows) * int64(cols)
	plane := 8 * int64(rows) * int64((cols+63)/64)
	limited := g.Rules.Limit != nil
	workers = max(workers, 1)
	e := Estimate{Positions: positionsOf(g), Stored: stored}
	// Mail: chunks that are full, two for each row and worker that are not, a slab for
	// each worker, and boxes.
	perRow := int64(workers) * (64 + 2*16)
	mail := stored/mailShare(stored) + int64(rows)*perRow + int64(workers)*2*slabBytes
	e.Bytes = 2*plane + mail + tablesOf(g, rows)
	switch {
	case limited:
		e.Bytes += 2*plane + stored + 2*mail
	case !values:
		e.Bytes += stored
	}
	// A man has about as many steps as there are directions, less what the
	// edge and other men take, and a jump or two.
	turns := float64(g.Men) * (float64(g.Board.Directions())*0.8 + 1)
	ns := float64(stored) * (float64(perPosition) + turns*float64(perTurn))
	if limited {
		ns *= 8
	}
	e.Time = time.Duration(ns)
	return e, nil
}

// mailShare: of so many stored positions one is settled in the fullest level, about a
// byte each.
func mailShare(stored int64) int64 {
	switch {
	case stored > 1<<30:
		return 18
	case stored > 1<<26:
		return 12
	case stored > 1<<22:
		return 5
	default:
		return 1
	}
}
