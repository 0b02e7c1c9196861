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
	Resident  int64         // of memory if tables and mail are in a file
	Time      time.Duration // of one worker
}

// An analysis takes about as long for a position as a sample: measured on games from
// 300,000 to 9,600,000,000 positions. Men of two kinds, exchanges and passes, of which the
// sample has none, make it about twice as long.
const (
	valuesFactor  = 0.6
	tableFactor   = 0.65
	limitedFactor = 40
	slowFactor    = 2
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
	stored := int64(rows) * int64(cols)
	plane := 8 * int64(rows) * int64((cols+63)/64)
	limited := g.Rules.Limit != nil
	workers = max(workers, 1)
	e := Estimate{Positions: positionsOf(g), Stored: stored}
	// Mail: chunks that are full, two for each row and worker that are not, a slab for
	// each worker, and boxes.
	perRow := int64(workers) * (64 + 2*16)
	mail := stored / mailShare(stored)
	if of, err := rulesOf(g); err == nil && of.canPair() && g.Marked == 0 {
		mail = min(mail, stored/pairShare+pairMail)
	}
	mail += int64(rows)*perRow + int64(workers)*2*slabBytes
	e.Bytes = 2*plane + mail + tablesOf(g, rows)
	// Boxes, and the chunks that rows are writing to: without these pages each letter
	// would be read from the disk.
	e.Resident = tablesOf(g, rows) + int64(rows)*int64(workers+1)*(64+64) + int64(workers)*(2*slabBytes+8*int64(cols))
	switch {
	case limited:
		e.Bytes += 2*plane + stored + 2*mail
	case !values:
		e.Bytes += stored
	}
	sample, err := sampled(g)
	factor := tableFactor
	switch {
	case limited:
		factor = limitedFactor
	case values:
		factor = valuesFactor
	}
	if g.Marked > 0 || g.Rules.Special != nil || g.Rules.Pass != nil {
		factor *= slowFactor
	}
	e.Time = time.Duration(factor * float64(stored) * float64(sample))
	return e, err
}

// Where levels are done in pairs, mail takes a byte for so many stored positions at the
// most, and what the levels before the first pair take. (Measured, in all: 21 MB for
// 1,060,000,000 positions, 101 for 2,400,000,000, 185 for 15,800,000,000.)
const (
	pairShare = 28
	pairMail  = 24 << 20
)

// mailShare: of so many stored positions one is settled in the fullest level, about a
// byte each.
func mailShare(stored int64) int64 {
	switch {
	case stored > 1<<30:
		return 20
	case stored > 1<<26:
		return 12
	case stored > 1<<22:
		return 5
	default:
		return 1
	}
}
