package tablebase

import (
	"fmt"

	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// Answer is what a file says of a position.
type Answer struct {
	Position string   `json:"position"`
	Value    string   `json:"value"` // for the side to move
	Turns    *int     `json:"turns"` // to the end with best play; nil if there is none or it is not known
	Best     []string `json:"best"`  // all best turns
	Claimed  bool     `json:"claimed"`
}

// Answer looks a position and its best turns up. Errors wrap [ErrDamaged] or
// [duel.ErrInconsistent], or come from reading.
func (f *File) Answer(p duel.Position) (a Answer, err error) {
	g := f.Game
	v := g.View(p)
	value, plies, err := f.Lookup(v)
	if err != nil {
		return a, err
	}
	choices, err := g.Choices(f, v)
	if err != nil {
		return a, err
	}
	best := duel.Best(choices)
	if value != duel.ValueIllegal && len(best) > 0 && (best[0].Value != value || best[0].Plies != plies) {
		return a, fmt.Errorf("%w: %s is %s, but its best turn is %s", duel.ErrInconsistent, g.Format(p), value, best[0].Value)
	}
	a = Answer{Position: g.Format(p), Value: value.String(), Best: make([]string, len(best)), Claimed: true}
	for i, b := range best {
		a.Best[i] = g.FormatTurn(v, b.Turn, p.Turn)
	}
	if plies != duel.NoPlies {
		a.Turns = &plies
	}
	return a, nil
}
