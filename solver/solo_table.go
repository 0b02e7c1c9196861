package solver

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/bits"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// WinTable knows of every position of a board whether one man can be left on a
// hole of the goal: 23,475,688 positions up to symmetry on the english cross with
// the goal d4, of which 1,679,072 come up in games from d4. It takes an eighth of
// a byte for each position of the goal's Reiss class, 64 MiB on that board. It
// does not change once made and may be shared.
type WinTable struct {
	reach *pegReach
	set   *reachSet
	count int64
}

// tableParts is the number of values that a table is kept in, each far below the
// greatest that a store takes.
const tableParts = 32

// LoadWinTable returns the table for the board and the goal of a puzzle of solo,
// whatever its start. It is read from the store, or worked out and put there;
// store may be nil. built says that it was worked out. The errors are those of the
// store and, wrapped in [ErrUnsettled], limits.
func LoadWinTable(ctx context.Context, store *cache.Store, p *puzzles.Puzzle, o Options) (t *WinTable, built bool, err error) {
	if p.Game != puzzles.GameSolo {
		return nil, false, fmt.Errorf("a win table is for solo, not for %s", p.Game)
	}
	task := *p
	task.Start, task.Army, task.Count = positions.BitsOf(p.Goal.Cells()[0]), "1", positions.Moves
	if task.Goal.Len() != 1 {
		return nil, false, fmt.Errorf("a win table has one hole as its goal, not %d", task.Goal.Len())
	}
	run := newRun(ctx, o)
	t = &WinTable{reach: newPegReach(newPegGame(&task))}
	budget := run.memory
	if t.set, err = t.reach.newSet(&budget); err != nil {
		return nil, false, fmt.Errorf("%w: %w", ErrUnsettled, err)
	}
	fingerprint := task.Fingerprint()
	if store != nil && t.read(store, fingerprint) {
		return t, false, nil
	}
	clear(t.set.bits)
	t.count = 0
	layer := t.reach.ends(sieve{set: t.set}, t.reach.goals...)
	for len(layer) > 0 {
		if 11*8*int64(len(layer)) > budget {
			return nil, false, fmt.Errorf("%w: %w", ErrUnsettled, errMemory)
		}
		t.count += int64(len(layer))
		if layer, err = t.reach.sift(run, layer, t.reach.backward, sieve{set: t.set}, nil); err != nil {
			return nil, false, fmt.Errorf("%w: %w", ErrUnsettled, err)
		}
	}
	if store != nil {
		err = t.write(store, fingerprint)
	}
	return t, true, err
}

// Len returns the number of positions that can be won, up to the symmetries that
// keep the goal.
func (t *WinTable) Len() int64 { return t.count }

// Wins reports whether a position can be won. It takes less than a microsecond.
func (t *WinTable) Wins(men positions.Bits) bool {
	r := t.reach
	var p uint64
	for m := men[0]; m != 0; m &= m - 1 {
		c := bits.TrailingZeros64(m)
		if c >= r.cells {
			return false
		}
		p |= 1 << r.place[c]
	}
	if men[1]|men[2]|men[3] != 0 {
		return false
	}
	c := r.canonicalOf(p)
	i := c & (1<<r.free - 1)
	return r.position(i) == c && t.set.bits[i>>6]>>(i&63)&1 != 0
}

// tableKey names one part of a table in the store. Its number changes with the
// layout of positions.
func tableKey(part int) []byte { return fmt.Appendf(nil, "winnable/1/%02d", part) }

// write puts the table into the store: of each part the number of positions and
// the gaps between their indices, as varints (about a byte each).
func (t *WinTable) write(store *cache.Store, fingerprint [32]byte) error {
	for part := range tableParts {
		words := t.part(part)
		value := []byte{}
		last, n := uint64(0), uint64(0)
		for k, w := range words {
			for ; w != 0; w &= w - 1 {
				i := uint64(k)<<6 + uint64(bits.TrailingZeros64(w)) + 1
				value = binary.AppendUvarint(value, i-last)
				last = i
				n++
			}
		}
		value = append(binary.AppendUvarint(nil, n), value...)
		if err := store.Put(cache.KindBound, fingerprint, tableKey(part), value); err != nil {
			return fmt.Errorf("keep the win table: %w", err)
		}
	}
	if err := store.Sync(); err != nil {
		return fmt.Errorf("keep the win table: %w", err)
	}
	return nil
}

// part returns the words of a part of the set.
func (t *WinTable) part(n int) []uint64 {
	words := len(t.set.bits)
	return t.set.bits[words*n/tableParts : words*(n+1)/tableParts]
}

// read fills the table from the store. It is false if anything is missing or not
// as it was written.
func (t *WinTable) read(store *cache.Store, fingerprint [32]byte) bool {
	for part := range tableParts {
		value, ok, err := store.Get(cache.KindBound, fingerprint, tableKey(part))
		if err != nil || !ok {
			return false
		}
		words := t.part(part)
		n, used := binary.Uvarint(value)
		if used <= 0 {
			return false
		}
		value = value[used:]
		t.count += int64(n)
		at := uint64(0)
		for ; n > 0; n-- {
			gap, used := binary.Uvarint(value)
			if used <= 0 || gap == 0 || gap > uint64(len(words))<<6-at {
				return false
			}
			value = value[used:]
			at += gap
			words[(at-1)>>6] |= 1 << ((at - 1) & 63)
		}
		if len(value) > 0 {
			return false
		}
	}
	return true
}
