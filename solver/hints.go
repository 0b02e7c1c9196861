package solver

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/peg"
)

// Hint is a move and what is known of the position after it.
type Hint struct {
	Path  []positions.Cell
	After Remaining
}

// MostHints is how many moves are looked at. Of a lone man who sweeps a large board with eight
// directions there are more than memory holds.
const MostHints = 1 << 12

// Hints searches from the start of a puzzle, half of o.Time for the position
// itself and half for what follows each of its legal moves, [MostHints] at the most, and returns the moves,
// the most promising first: by the length of the best line known through them,
// then by the bound on all others. dead is as for [Analyze]. An error is one of
// [Solve].
func Hints(ctx context.Context, p *puzzles.Puzzle, dead func(positions.Bits) bool, o Options) (*Result, []Hint, error) {
	began := time.Now()
	first := o
	first.Time = o.Time / 2
	r, err := Solve(ctx, p, first)
	if err != nil {
		return nil, nil, err
	}
	var hints []Hint
	moves := movesFrom(p)
	for i, path := range moves {
		h := Hint{Path: path, After: Remaining{Upper: NoUpper}}
		line := puzzles.Line{path}
		cost := p.Cost(line)
		h.After.Lower = max(0, r.Lower-cost)
		if len(r.Line) > 0 && slices.Equal(path, r.Line[0]) {
			h.After.Upper, h.After.Line = r.Upper-cost, r.Line[1:]
		}
		rest := p.Rest(line, 1)
		switch {
		case h.After.settled():
		case r.Status == Impossible: // else the moves to the goal from there would be a line
			h.After.Dead = true
		case dead != nil && dead(rest.Start):
			h.After.Dead = true
		case p.Ended(rest.Start, rest.Marked):
			h.After = Remaining{Upper: 0}
		case ctx.Err() == nil && (o.Time == 0 || time.Since(began) < 2*o.Time): // many moves, a millisecond each
			part := afterMove(o, p.Board.FormatPath(path))
			if o.Time > 0 {
				part.Time = max((o.Time-time.Since(began))/time.Duration(len(moves)-i), time.Millisecond)
			}
			after, err := Solve(ctx, rest, part)
			if err != nil {
				return r, hints, err
			}
			h.take(after)
		}
		hints = append(hints, h)
	}
	slices.SortStableFunc(hints, func(a, b Hint) int {
		return cmp.Or(cmp.Compare(a.rank(p), b.rank(p)), cmp.Compare(a.After.Lower, b.After.Lower))
	})
	return r, hints, nil
}

func (h *Hint) take(r *Result) {
	h.After.Lower = max(h.After.Lower, r.Lower)
	h.After.Dead = r.Status == Impossible
	if r.Upper != NoUpper && (h.After.Upper == NoUpper || r.Upper < h.After.Upper) {
		h.After.Upper, h.After.Line = r.Upper, r.Line
	}
}

// rank is the length of the best line known through the move.
func (h *Hint) rank(p *puzzles.Puzzle) int {
	const unknown = 1 << 20
	switch {
	case h.After.Dead:
		return 2 * unknown
	case h.After.Upper == NoUpper:
		return unknown
	}
	return h.After.Upper + p.Cost(puzzles.Line{h.Path})
}

// movesFrom lists the legal moves from the start of a puzzle, one for each pair
// of a first and a last cell, in peg games one for each position and last cell.
func movesFrom(p *puzzles.Puzzle) (paths [][]positions.Cell) {
	if p.Game.Pegs() {
		return peg.FirstMoves(p, MostHints)
	}
	t := positions.NewMoveTable(p.Board, p.Jumps)
	g := positions.NewGenerator(t, nil, positions.Moves)
	men := p.Start
	positions.Load(g, (*[4]uint64)(&men))
	for _, m := range g.Append(nil) {
		from, to := positions.Cell(m.From), positions.Cell(m.To)
		if p.Arrival.KeepsGoal() && p.Goal.Has(from) && !p.Goal.Has(to) {
			continue
		}
		if p.Next != puzzles.AnyArmy && p.Marked.Has(from) != (p.Next == puzzles.MarkedArmy) {
			continue
		}
		paths = append(paths, positions.Path(t, men, from, to))
	}
	return paths
}
