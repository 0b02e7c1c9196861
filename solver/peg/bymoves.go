package peg

import (
	"math/bits"
	"sync/atomic"

	"github.com/halma-solve/halma-solve/solver/internal/parallel"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// moveSearch is a breadth-first search by moves, chains of jumps of one man, over
// sets of positions.
type moveSearch struct {
	blocks *blockLayout
	jumps  *blockJumps
	by     [][]*blockJump // by the cell of the moving man
	seen   blockSet       // what is at most as many moves away as last
	last   blockSet       // the last layer
	next   []blockSet     // by worker: what it found
}

// newMoveSearch starts a search from one position. It has a set for each worker,
// one more, and seen, which it clears.
func newMoveSearch(b *blockLayout, jumps *blockJumps, start uint64, workers int, seen blockSet) *moveSearch {
	s := &moveSearch{blocks: b, jumps: jumps, by: make([][]*blockJump, len(b.parities)), seen: seen, last: b.newSet()}
	clear(seen)
	for range workers {
		s.next = append(s.next, b.newSet())
	}
	add := func(jumps []blockJump) {
		for i := range jumps {
			s.by[jumps[i].from] = append(s.by[jumps[i].from], &jumps[i])
		}
	}
	for _, batches := range [][]jumpBatch{jumps.core, jumps.mixed} {
		for i := range batches {
			add(batches[i].jumps)
		}
	}
	add(jumps.rim)
	b.add(s.seen, start)
	b.add(s.last, start)
	return s
}

// step makes the next layer and returns its size.
func (s *moveSearch) step(run *session.Run) (size int64, err error) {
	b := s.blocks
	free := make(chan blockSet, len(s.next))
	for _, set := range s.next {
		free <- set
	}
	err = parallel.InParts(len(s.next), len(b.order), 1<<13, func(from, to int) error {
		next := <-free
		defer func() { free <- next }()
		w := &moveWorker{moveSearch: s, next: next}
		for i, block := range b.order[from:to] {
			if in := b.at(s.last, from+i); !empty(in) {
				w.expand(block, in)
			}
		}
		return run.Stop()
	})
	if err != nil {
		return 0, err
	}
	var total atomic.Int64
	err = parallel.InParts(len(s.next), len(s.last), 1<<16, func(from, to int) error {
		seen, last := s.seen[from:to], s.last[from:to]
		size := int64(0)
		for i := range last {
			w := uint64(0)
			for _, set := range s.next {
				w |= set[from+i]
			}
			w &^= seen[i]
			seen[i] |= w
			last[i] = w
			size += int64(bits.OnesCount64(w))
		}
		for _, set := range s.next {
			clear(set[from:to])
		}
		total.Add(size)
		return run.Stop()
	})
	return total.Load(), err
}

// moveWorker expands blocks.
type moveWorker struct {
	*moveSearch
	next  blockSet
	stack [][]uint64 // blocks on the way of a chain
	depth int
}

// expand adds to next what moves make of the positions in of a block.
func (w *moveWorker) expand(block uint32, in []uint64) {
	b := w.blocks
	parity, group := b.rimParity(block), b.group(block)
	for _, batches := range [2][]jumpBatch{w.jumps.core, w.jumps.mixed} {
		for i := range batches {
			batch := &batches[i]
			for m := lookUp(&batch.away, block); m != 0; m &= m - 1 {
				w.follow(block, group, in, parity, &batch.jumps[bits.TrailingZeros64(m)])
			}
		}
	}
	for i := range w.jumps.rim {
		w.follow(block, group, in, parity, &w.jumps.rim[i])
	}
}

// follow makes a jump of the positions in of a block and goes on from there with
// the same man. Positions that have been seen before are left there: what the man
// makes of them by going on is also made by a move that begins with them, so it
// comes up in a layer that is not later.
func (w *moveWorker) follow(block uint32, group int, in []uint64, parity uint8, j *blockJump) {
	b := w.blocks
	to := block ^ j.core
	group += j.lighter
	place := b.place(to, group)
	next := b.at(w.next, place)
	goesOn := false
	for _, more := range w.by[j.to] {
		goesOn = goesOn || (^to^more.want)&more.core == 0 && more.to != j.from // who has just been jumped
	}
	if !goesOn {
		j.move(next, in, parity)
		return
	}
	if w.depth == len(w.stack) {
		w.stack = append(w.stack, make([]uint64, b.words))
	}
	out := w.stack[w.depth]
	clear(out)
	j.move(out, in, parity)
	found := uint64(0)
	seen := b.at(w.seen, place)
	for i := 0; i < len(out); i += 8 {
		o, n, s := (*[8]uint64)(out[i:]), (*[8]uint64)(next[i:]), (*[8]uint64)(seen[i:])
		for k := range o {
			fresh := o[k] &^ s[k]
			o[k] = fresh
			n[k] |= fresh
			found |= fresh
		}
	}
	if found == 0 {
		return
	}
	w.depth++
	for _, more := range w.by[j.to] {
		if (^to^more.want)&more.core == 0 && more.to != j.from {
			w.follow(to, group, out, parity^j.parity, more)
		}
	}
	w.depth--
}
