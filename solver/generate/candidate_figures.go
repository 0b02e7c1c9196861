package generate

import (
	"math/rand/v2"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// connection chooses the lines that are to be made, all of them, those of one
// direction, or a single one, and a start.
func connection(r *rand.Rand, w *walker, all []Straight, o *Options) (*puzzles.Puzzle, bool) {
	one := all[r.IntN(len(all))]
	wide := r.IntN(3)
	var goals []positions.Bits
	for _, s := range all {
		if wide == 0 || wide == 1 && s.direction == one.direction || s == one {
			goals = append(goals, s.Cells)
		}
	}
	p := withGoals(o.Game, goals)
	var mirror positions.Permutation
	if o.Symmetric {
		var ok bool
		if mirror, ok = mirrorKeeping(r, p); !ok {
			return nil, false
		}
	}
	start, ok := o.start(r, w, goals, mirror, positions.Bits{})
	if !ok {
		return nil, false
	}
	return p.From(start, positions.Bits{}), true
}

// treffpunkt grows a figure, every other one symmetric, and chooses a start that,
// unless it is made by moves backwards, has no cell of it. With Symmetric both have
// the same mirror.
func treffpunkt(r *rand.Rand, w *walker, o *Options) (*puzzles.Puzzle, bool) {
	b, men := o.Game.Board, o.Game.Men()
	mirrors := mirrorsOf(b, positions.Bits{})
	mirror := mirrors[r.IntN(len(mirrors))]
	if !o.Symmetric && r.IntN(2) == 0 {
		mirror = nil
	}
	target, ok := grow(r, b, men, 1, mirror, positions.Bits{})
	if !ok {
		return nil, false
	}
	if !o.Symmetric {
		mirror = nil
	}
	p := withGoals(o.Game, []positions.Bits{target})
	start, ok := o.start(r, w, []positions.Bits{target}, mirror, target)
	if !ok {
		return nil, false
	}
	return p.From(start, positions.Bits{}), true
}

// withGoals is a puzzle with other goals.
func withGoals(game *puzzles.Puzzle, goals []positions.Bits) *puzzles.Puzzle {
	p := *game
	p.Goal, p.Goals = positions.Bits{}, nil
	for _, g := range goals {
		p.Goal = p.Goal.Or(g)
		p.Goals = append(p.Goals, puzzles.Pattern{Men: g})
	}
	return &p
}

// mirrorKeeping chooses a reflection that keeps the set of goals.
func mirrorKeeping(r *rand.Rand, p *puzzles.Puzzle) (positions.Permutation, bool) {
	var keeping []positions.Permutation
	for _, m := range mirrorsOf(p.Board, p.Goal) {
		if keepsGoals(m, p) {
			keeping = append(keeping, m)
		}
	}
	if len(keeping) == 0 {
		return nil, false
	}
	return keeping[r.IntN(len(keeping))], true
}
