package certificate

import "github.com/halma-solve/halma-solve/puzzles"

// ProvenGains returns F(0) … as far as the steps prove it for a puzzle, by the
// argument of [Certificate.Check]. Errors wrap [ErrWrong].
func ProvenGains(p *puzzles.Puzzle, steps []Step) ([]int, error) {
	a := newArgument(p)
	if err := a.gainsOf(steps); err != nil {
		return nil, err
	}
	return a.Gains, nil
}
