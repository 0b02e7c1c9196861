package peg

import (
	"context"
	"errors"
	"fmt"

	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// Confirm looks for a line of a puzzle of solo that is shorter than a given one,
// by the searches of [Solve] but for those that only look for a first line, and so
// proves that there is none, or finds one.
//
// t, of the same board and goal, may be nil. With it positions that cannot be won
// are left out from the start, without a search for them: of a line through a
// position all that comes later can be won, too, and so can what is met on the way
// of a move, since the move might have ended there. Backwards from the goal
// nothing else comes up.
func Confirm(ctx context.Context, p *puzzles.Puzzle, line puzzles.Line, t *WinTable, o session.Options) (*session.Result, error) {
	if p.Game != puzzles.GameSolo {
		return nil, fmt.Errorf("lines of solo can be confirmed, not of %s", p.Game)
	}
	ctx, cancel := session.Within(ctx, o.Time)
	defer cancel()
	r := session.NewRun(ctx, o)
	k := session.NewKnowledge(p, r)
	if err := k.Offer(line); err != nil {
		return nil, err
	}
	s := &lineSearch{Run: r, Knowledge: k, game: newGame(p), noBeam: true}
	if t != nil {
		if end, err := endOf(p); err != nil || end.Fingerprint() != t.end.Fingerprint() {
			return nil, errors.Join(err, errors.New("the table of what can be won is of another board or goal"))
		}
		s.toGoal, s.alive, s.through = t.toGoal, &aliveFilter{blocks: t.blocks, set: t.set}, "can be won"
		s.game.look(t.blocks)
	}
	err := s.search()
	stopped := r.EndedBy(err)
	if stopped != "" {
		err = nil
	}
	return k.Result(stopped), err
}
