package peg

import (
	"context"
	"fmt"
	"math/bits"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/parallel"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// DistanceTable knows of every position of a board the least number of moves that
// leave one man on a hole of the goal. It is made by breadth-first search by moves
// backwards from that hole, over the bitmaps of blockLayout, and holds what
// [WinTable] says of a position in more words: the number of moves plus one, or 0
// if it cannot be won, as a number of distanceBits digits.
//
//	word of 64 positions │ digit 0 │ digit 1 │ … │ next word …
//
// On the english cross: 320 MiB, and 576 MiB while two workers make it.
type DistanceTable struct {
	blocks  *blockLayout
	digits  []uint64
	longest int
}

// distanceBits is the number of binary digits of an entry. No line has more moves
// than jumps, nor more jumps than men less one.
const distanceBits = 5

// NewDistanceTable makes the table for the board and the goal of a puzzle of solo,
// whatever its start. Limits are errors that wrap [ErrUnsettled].
func NewDistanceTable(ctx context.Context, p *puzzles.Puzzle, o session.Options) (*DistanceTable, error) {
	task, err := endOf(p)
	if err != nil {
		return nil, err
	}
	ctx, cancel := session.Within(ctx, o.Time)
	defer cancel()
	run := session.NewRun(ctx, o)
	g := newGame(task)
	const sets = distanceBits + 2 // those of the table, seen and last; one more a worker
	b, err := newBlockLayout(g, g.start, sets+1, run.Memory)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnsettled, err)
	}
	return tableOf(run, g, b, min(run.Workers, int((run.Memory-4*int64(len(b.order)))/b.bytes())-sets))
}

// tableOf makes the table of the positions from which the start of a game can be reached
// backwards.
func tableOf(run *session.Run, g *game, b *blockLayout, workers int) (*DistanceTable, error) {
	t := &DistanceTable{blocks: b, digits: make([]uint64, distanceBits*b.words*len(b.order))}
	s := newMoveSearch(b, &b.up, g.start, workers, b.newSet())
	for depth := 0; ; depth++ {
		if depth+1 >= 1<<distanceBits {
			return nil, fmt.Errorf("%w: a line of %d moves does not fit into a table", ErrUnsettled, depth)
		}
		err := parallel.InParts(workers, len(s.last), 1<<16, func(from, to int) error {
			for i, w := range s.last[from:to] {
				if w != 0 {
					at := t.digits[distanceBits*(from+i):][:distanceBits]
					for m := uint(depth + 1); m != 0; m &= m - 1 {
						at[bits.TrailingZeros(m)] |= w
					}
				}
			}
			return run.Stop()
		})
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrUnsettled, err)
		}
		size, err := s.step(run)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrUnsettled, err)
		}
		if size == 0 {
			t.longest = depth
			return t, nil
		}
	}
}

// Moves returns the least number of moves from a position to the goal, or −1 if it
// cannot be won.
func (t *DistanceTable) Moves(men positions.Bits) int {
	b := t.blocks
	if men[1]|men[2]|men[3] != 0 || men[0]>>len(b.parities) != 0 || b.classOf(men[0]) != b.class {
		return -1
	}
	index := b.indexOf(b.addressOf(men[0]))
	n := 0
	for i, w := range t.digits[distanceBits*(index>>6):][:distanceBits] {
		n |= int(w>>(index&63)&1) << i
	}
	return n - 1
}
