package tablebase

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"io"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// Write writes what a source knows of a game. The source must bear being asked by
// several goroutines. With distances the source must know them. Games with a limit
// of turns are refused: errors wrap [ErrFormat].
func Write(ctx context.Context, w io.WriterAt, g *duel.Game, s duel.Source, distances bool, workers int) error {
	if err := refuse(g); err != nil {
		return err
	}
	n, err := newNumbering(g)
	if err != nil {
		return err
	}
	header, err := json.Marshal(headerOf(g, n, distances))
	if err != nil {
		return err
	}
	l := layoutOf(headerOf(g, n, distances), len(header))
	sums := make([][sha256.Size]byte, l.blocks())
	var next atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	for range max(workers, 1) {
		group.Go(func() error {
			values, plies := make([]byte, perBlock/4), make([]byte, perBlock)
			for {
				i := int(next.Add(1)) - 1
				if i >= l.chunks {
					return nil
				}
				if err := ctx.Err(); err != nil {
					return err
				}
				if err := fill(n, s, l, i, values, plies); err != nil {
					return err
				}
				for k, data := range [][]byte{values, plies} {
					b := i + k*l.chunks
					if b >= l.blocks() {
						break
					}
					offset, length := l.block(b)
					sums[b] = sha256.Sum256(data[:length])
					if _, err := w.WriteAt(data[:length], offset); err != nil {
						return err
					}
				}
			}
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	_, err = w.WriteAt(encode(header, sums), 0)
	return err
}

// fill asks the source for the positions of a block.
func fill(n *numbering, s duel.Source, l layout, block int, values, plies []byte) error {
	clear(values)
	clear(plies)
	from := int64(block) * perBlock
	i := 0
	var failed error
	n.each(from, min(from+perBlock, l.positions), func(v duel.View) {
		value, distance, err := s.Lookup(v)
		if err != nil {
			failed = err
		}
		values[i>>2] |= byte(value) << (i & 3 * 2)
		if distance != duel.NoPlies {
			plies[i] = byte(distance)
		}
		i++
	})
	return failed
}
