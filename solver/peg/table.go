package peg

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/bits"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// WinTable knows of every position of a board whether one man can be left on a
// hole of the goal: 23,475,688 positions up to symmetry on the english cross with
// the goal d4, of which 1,679,072 come up in games from d4. It is a bit for each
// position of the goal's Reiss class, 64 MiB on that board. It does not change once
// made and may be shared.
type WinTable struct {
	end    *puzzles.Puzzle // the goal alone
	blocks *blockLayout
	set    blockSet
	count  int64
	toGoal *patternBound
}

// tableParts is the number of values that a table is kept in, each far below the
// greatest that a store takes; greatestKept is the greatest table that is kept.
const (
	tableParts   = 64
	greatestKept = 256 << 20
)

// LoadWinTable returns the table for the board and the goal of a puzzle of solo,
// whatever its start. It is read from the store, or worked out and put there;
// store may be nil. built says that it was worked out. The errors are those of the
// store and, wrapped in [ErrUnsettled], limits.
func LoadWinTable(ctx context.Context, store *cache.Store, p *puzzles.Puzzle, o session.Options) (t *WinTable, built bool, err error) {
	task, err := endOf(p)
	if err != nil {
		return nil, false, err
	}
	ctx, cancel := session.Within(ctx, o.Time)
	defer cancel()
	run := session.NewRun(ctx, o)
	g := newGame(task)
	b, err := newBlockLayout(g, g.start, 1, run.Memory)
	if err != nil {
		return nil, false, fmt.Errorf("%w: %w", ErrUnsettled, err)
	}
	t = &WinTable{end: task, blocks: b, set: b.newSet(), toGoal: newPatternBound(g, true)}
	fingerprint := task.Fingerprint()
	if b.bytes() > greatestKept {
		store = nil
	}
	built = store == nil || !t.read(store, fingerprint)
	if built {
		clear(t.set)
		b.add(t.set, g.start)
		if err := b.reach(run, t.set, &b.up); err != nil {
			return nil, false, fmt.Errorf("%w: %w", ErrUnsettled, err)
		}
		if store != nil {
			err = t.write(store, fingerprint)
		}
	}
	size := int64(0)
	for _, w := range t.set {
		size += int64(bits.OnesCount64(w))
	}
	t.count = newOrbitCounter(g, b).all(t.set, size)
	return t, built, err
}

// endOf is the puzzle with the goal of another one that is over when it begins.
func endOf(p *puzzles.Puzzle) (*puzzles.Puzzle, error) {
	switch {
	case p.Game != puzzles.GameSolo:
		return nil, fmt.Errorf("tables of what can be won are for solo, not for %s", p.Game)
	case p.Goal.Len() != 1:
		return nil, fmt.Errorf("tables of what can be won have one hole as their goal, not %d", p.Goal.Len())
	}
	end := *p
	end.Start, end.Army, end.Count = p.Goal, "1", positions.Moves
	return &end, nil
}

// Wins reports whether a position can be won. It takes some nanoseconds.
func (t *WinTable) Wins(men positions.Bits) bool {
	b := t.blocks
	return men[1]|men[2]|men[3] == 0 && men[0]>>len(b.parities) == 0 && b.holds(t.set, men[0])
}

// tableKey names one part of a table in the store. Its number changes with the
// layout of positions.
func tableKey(part int) []byte { return fmt.Appendf(nil, "winnable/2/%02d", part) }

// part returns the words of a part of the set.
func (t *WinTable) part(n int) []uint64 {
	return t.set[len(t.set)*n/tableParts : len(t.set)*(n+1)/tableParts]
}

// write puts the words of the table into the store.
func (t *WinTable) write(store *cache.Store, fingerprint [32]byte) error {
	for n := range tableParts {
		words := t.part(n)
		value := make([]byte, 0, 8*len(words))
		for _, w := range words {
			value = binary.LittleEndian.AppendUint64(value, w)
		}
		if err := store.Put(cache.KindBound, fingerprint, tableKey(n), value); err != nil {
			return fmt.Errorf("keep the win table: %w", err)
		}
	}
	if err := store.Sync(); err != nil {
		return fmt.Errorf("keep the win table: %w", err)
	}
	return nil
}

// read fills the table from the store. It is false if anything is missing or not
// as it was written.
func (t *WinTable) read(store *cache.Store, fingerprint [32]byte) bool {
	for n := range tableParts {
		words := t.part(n)
		value, ok, err := store.Get(cache.KindBound, fingerprint, tableKey(n))
		if err != nil || !ok || len(value) != 8*len(words) {
			return false
		}
		for i := range words {
			words[i] = binary.LittleEndian.Uint64(value[8*i:])
		}
	}
	return true
}
