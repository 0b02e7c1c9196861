package site

import (
	"context"
	"log/slog"
	"sync"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver"
	"github.com/halma-solve/halma-solve/solver/peg"
)

// winTables are tables of the positions of peg solitaire that can be won, for the
// goals that hints were asked for first. They are made in the background, one after
// the other.
type winTables struct {
	ctx    context.Context
	memory int64
	log    *slog.Logger

	searching sync.Mutex // held while a table is made or a hint is searched for
	working   sync.WaitGroup

	mu     sync.Mutex
	tables map[[32]byte]*peg.WinTable // by the fingerprint of board and goal; nil while it is made
}

// mostTables is how many are kept: each takes up to 64 MiB.
const mostTables = 1

// mostHoles is the size of the largest board that has a table, in holes.
const mostHoles = 33

func newWinTables(ctx context.Context, l Limits, log *slog.Logger) *winTables {
	return &winTables{ctx: ctx, memory: l.HintMemory, log: log, tables: map[[32]byte]*peg.WinTable{}}
}

// of returns the table for the goal of a puzzle, if there is one.
func (t *winTables) of(p *puzzles.Puzzle) (*peg.WinTable, bool) {
	name, ok := goalOf(p)
	if !ok {
		return nil, false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	table := t.tables[name]
	return table, table != nil
}

// order begins the table for the goal of a puzzle, if it can have one and there is room.
func (t *winTables) order(p *puzzles.Puzzle) {
	name, ok := goalOf(p)
	if !ok {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, begun := t.tables[name]; begun || len(t.tables) >= mostTables || t.ctx.Err() != nil {
		return
	}
	t.tables[name] = nil
	t.working.Go(func() { t.make(name, p) })
}

// goalOf names the table that a puzzle needs, false if it can have none.
func goalOf(p *puzzles.Puzzle) (name [32]byte, ok bool) {
	if p.Game != puzzles.GameSolo || p.Goal.Len() != 1 || p.Board.Len() > mostHoles {
		return name, false
	}
	end := *p
	end.Start, end.Count = p.Goal, positions.Moves
	return end.Fingerprint(), true
}

// make makes a table.
func (t *winTables) make(name [32]byte, p *puzzles.Puzzle) {
	t.searching.Lock()
	defer t.searching.Unlock()
	table, _, err := peg.LoadWinTable(t.ctx, nil, p, solver.Options{Memory: t.memory + solver.LeastMemory, Workers: 1})
	if err != nil {
		if t.ctx.Err() == nil {
			t.log.Warn("a table of what can be won was not made", "puzzle", p.String(), "error", err)
		}
		return // the entry stays: it is not tried again
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.tables[name] = table
}

// wait waits until nothing is made any more.
func (t *winTables) wait() { t.working.Wait() }
