package retrograde

import (
	"time"

	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// Table holds the value and the distance of every position of a game.
type Table struct {
	Values
	Turns     int64 // legal turns of all positions that are not over, of one side to move
	distances []uint8
}

// Lookup returns the value of a position and the number of turns to the end,
// [duel.NoPlies] for drawn and illegal positions. There is never an error.
func (t *Table) Lookup(v duel.View) (duel.Value, int, error) {
	row, col := t.table.at(v)
	plies := int(t.distances[row*t.table.cols+col])
	value := t.table.value(v, row, col)
	if value == duel.ValueLost || value == duel.ValueWon {
		return value, plies, nil
	}
	return value, duel.NoPlies, nil
}

// result returns what the analysis has found.
func (a *analysis) result() *Table {
	t := &Table{
		Values: Values{
			Game: a.game, Levels: a.levels, Plies: a.plies, Elapsed: time.Since(a.began),
			Counts: duel.Counts{Positions: positionsOf(a.game), Illegal: 2 * a.illegal},
			Bytes:  a.mailBytes + tablesOf(a.game, a.rows),
			table:  a.table, in: a.chunks.in,
		},
		Turns: a.turns, distances: a.distances,
	}
	if t.in == nil {
		t.Bytes += 2*8*int64(a.rows*a.words) + int64(len(a.distances)) + a.chunks.bytes()
	}
	for _, l := range a.levels {
		t.Counts.Lost += 2 * l.Lost
		t.Counts.Won += 2 * l.Won
	}
	t.Counts.Drawn = t.Counts.Positions - t.Counts.Illegal - t.Counts.Lost - t.Counts.Won
	if t.Counts.Won > 0 {
		t.longest = a.view(int(a.longest/int64(a.cols)), int(a.longest%int64(a.cols)))
	}
	return t
}

// positionsOf returns 2·C(n,p)·C(n−p,p), times the ways in which men are marked.
func positionsOf(g *duel.Game) int64 {
	n, ways := g.Board.Len(), int64(choose(g.Men, g.Marked))
	return 2 * int64(choose(n, g.Men)) * int64(choose(n-g.Men, g.Men)) * ways * ways
}

// tablesOf is the memory of the tables of a space.
func tablesOf(g *duel.Game, rows int) int64 {
	n, ways := g.Board.Len(), int64(choose(g.Men, g.Marked))
	return 4*int64(choose(n, g.Men))*ways + 33*int64(rows) + 4*64*int64(g.Men+1)
}
