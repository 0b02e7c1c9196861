package certificate

import "github.com/halma-solve/halma-solve/puzzles"

// ProvenGains returns F(0) … as far as steps of the kinds near and gain prove it for
// a puzzle, by the argument of [Certificate.Check]. Errors wrap [ErrWrong].
func ProvenGains(p *puzzles.Puzzle, steps []Step) ([]int, error) {
	a, err := derive(p, steps, 0)
	if err != nil {
		return nil, err
	}
	return a.Gains, nil
}
