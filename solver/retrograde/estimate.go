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

	valuesFactor = 1.2 // without bytes
)

// EstimateOf returns what [Solve] or [SolveOnline] would take. Errors wrap
// [positions.ErrTooMany].
func EstimateOf(g *duel.Game, workers int) (Estimate, error) { return estimate(g, workers, false) }

// EstimateValues returns what [SolveValues] would take.
func EstimateValues(g *duel.Game, workers int) (Estimate, error) { return estimate(g, workers, true) }

func estimate(g *duel.Game, workers int, values bool) (Estimate, error) {
	_, rows, cols, mirror, err := sizes(g)
	if err != nil {
		return Estimate{}, err
	}
	n := g.Board.Len()
	if n < 2*g.Men || cols != 0 && int64(rows) > 1<<46/int64(cols) {
		return Estimate{}, fmt.Errorf("%w: %d men a side on %d cells", positions.ErrTooMany, g.Men, n)
	}
	stored := int64(rows) * int64(cols)
	rules, err := rulesOf(g)
	if err != nil {
		return Estimate{}, err
	}
	limited := g.Rules.Limit != nil
	planes := int64(2) // of positions settled in a level
	switch {
	case limited:
		planes = 10
	case rules.wonAtOnce:
		planes = 4
	}
	e := Estimate{
		Positions: positionsOf(g), Stored: stored,
		Bytes: stored + stored/4 + planes*stored/8 + tablesOf(g, cols) + int64(max(workers, 1))*span*int64(cols)/8,
	}
	if values { // two more planes for bytes and values, and twice the room of workers
		e.Bytes += (planes+2)*stored/8 + int64(max(workers, 1))*span*int64(cols)/8 - stored - stored/4 - planes*stored/8
	}
	legal := e.Positions / 2
	if mirror {
		legal /= 2
	}
	// A man has about as many steps as there are directions, less what the
	// edge and other men take, and a jump or two.
	turns := float64(g.Men) * (float64(g.Board.Directions())*0.8 + 1)
	ns := float64(legal) * (float64(perPosition) + turns*float64(perTurn))
	if limited {
		ns *= 8
	}
	if values {
		ns *= valuesFactor
	}
	e.Time = time.Duration(ns)
	return e, nil
}
