package reports

import (
	"slices"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver"
)

// tracks follows every man through a legal line: tracks[n][m] is the cell of man
// m after n moves, [positions.NoCell] while it is not on the board. The men of
// the start come first, in the order of their cells.
func tracks(p *puzzles.Puzzle, line puzzles.Line) [][]positions.Cell {
	now := p.Start.Cells()
	if p.Game == puzzles.GameRetour {
		for range line.Hops() {
			now = append(now, positions.NoCell)
		}
	}
	out := [][]positions.Cell{slices.Clone(now)}
	placed := p.Men()
	for _, path := range line {
		mover := slices.Index(now, path[0])
		for i, over := range between(p.Board, path) {
			switch p.Game {
			case puzzles.GameSolo:
				now[slices.Index(now, over)] = positions.NoCell
			case puzzles.GameRetour:
				now[placed] = over
				placed++
			}
			now[mover] = path[i+1]
		}
		out = append(out, slices.Clone(now))
	}
	return out
}

// spoken says in words what happens in move n, from 1, of a line; the start for
// 0. It is read aloud where a reader asks for that.
func spoken(r *solver.Result, n int) string { return English.spoken(r, n) }

// spoken is [spoken] in a language.
func (l Language) spoken(r *solver.Result, n int) string {
	p := r.Puzzle
	if n == 0 {
		text := l.say("Start: %s on the %s.", l.say("%d men", p.Men()), l.board(p.Board))
		if len(r.Line) == 0 && r.Line != nil {
			text += " " + l.say("The goal is reached.")
		}
		return text
	}
	path := r.Line[n-1]
	names := p.Board.CellNames(path)
	from, stops := names[0], names[1:]
	var does string
	switch over := p.Board.CellNames(between(p.Board, path)); {
	case p.Game == puzzles.GameRetour && len(over) == 1:
		does = l.say("a man is placed on %s, and the man on %s jumps over it to %s", over[0], from, stops[0])
	case p.Game == puzzles.GameRetour:
		does = l.say("the man on %s jumps to %s over men placed on %s", from, l.list(stops), l.list(over))
	case !jumps(p, path):
		does = l.say("%s steps to %s", from, stops[0])
	case p.Game == puzzles.GameSolo:
		does = l.say("%s jumps to %s and takes %s", from, l.list(stops), l.list(over))
	case len(over) == 1:
		does = l.say("%s jumps over %s to %s", from, over[0], stops[0])
	default:
		does = l.say("%s jumps to %s, %d jumps", from, l.list(stops), len(stops))
	}
	text := l.say("Move %d of %d: %s.", n, len(r.Line), does)
	if n == len(r.Line) && p.Ended(p.After(r.Line, n), p.MarkedAfter(r.Line, n)) {
		text += " " + l.say("The goal is reached.")
	}
	return text
}
