package peg

import (
	"math/bits"
	"slices"
	"sync/atomic"

	"github.com/halma-solve/halma-solve/solver/internal/parallel"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// moveSearch is a breadth-first search by moves, chains of jumps of one man, over
// sets of positions. The layers are symmetric: only leaders among the blocks are expanded,
// and what comes of them is taken to the leaders, and then to all images.
type moveSearch struct {
	blocks *blockLayout
	jumps  *blockJumps
	by     [][]*blockJump // by the cell of the moving man
	seen   blockSet       // what is at most as many moves away as last
	last   blockSet       // the last layer
	holds  blockSet       // the places of leaders that are not empty in it
	next   []findings     // by worker
}

// findings are a set of positions and the places of the blocks that may have any. Blocks
// are scattered over memory, so those without are not looked at.
type findings struct{ set, places blockSet }

// newMoveSearch starts a search from one position, which the symmetries of the layout keep.
// It has a set for each worker, one more, and seen, which it clears.
func newMoveSearch(b *blockLayout, jumps *blockJumps, start uint64, workers int, seen blockSet) *moveSearch {
	s := &moveSearch{blocks: b, jumps: jumps, by: make([][]*blockJump, len(b.parities)), seen: seen, last: b.newSet()}
	clear(seen)
	s.holds = make(blockSet, len(b.order)/64+1)
	for range workers {
		s.next = append(s.next, findings{b.newSet(), make(blockSet, len(s.holds))})
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
	s.holds.add(b.indexOf(b.addressOf(start)) >> b.stride)
	return s
}

// step makes the next layer and returns its size.
func (s *moveSearch) step(run *session.Run) (size int64, err error) {
	b := s.blocks
	free := make(chan findings, len(s.next))
	for _, next := range s.next {
		free <- next
	}
	err = parallel.InParts(len(s.next), len(b.order), 1<<13, func(from, to int) error {
		next := <-free
		defer func() { free <- next }()
		w := &moveWorker{moveSearch: s, next: next}
		for i, block := range b.order[from:to] {
			if s.holds.has(uint64(from + i)) {
				w.expand(block, b.at(s.last, from+i))
			}
		}
		return run.Stop()
	})
	if err != nil {
		return 0, err
	}
	var total atomic.Int64
	err = parallel.InParts(len(s.next), len(b.order), 1<<13, func(from, to int) error {
		size, image := 0, make([]uint64, b.words)
		for i, block := range b.order[from:to] {
			if b.images.leads(block) {
				size += s.gather(block, from+i, image)
			}
		}
		total.Add(int64(size))
		return run.Stop()
	})
	for _, next := range s.next {
		clear(next.places)
	}
	return total.Load(), err
}

// gather makes the next layer in the block of a place, a leader, and its images, and
// returns how many positions it has there. image is space for a block. (A block that
// several symmetries make of the leader goes back by each of them.)
func (s *moveSearch) gather(block uint32, place int, image []uint64) (size int) {
	b := s.blocks
	group := b.group(block)
	last := b.at(s.last, place)
	places := append(make([]int, 0, mostMaps), place) // of the block and its images
	held := s.holds.has(uint64(place))
	clear(last)
	found := s.take(last, place)
	for i := range b.images.all {
		number := b.images.all[i].of(block)
		at := b.place(number, group)
		if !slices.Contains(places, at) {
			places = append(places, at)
		}
		clear(image)
		if s.take(image, at) {
			found = true
			b.images.all[b.images.inverse[i]].move(image, b.rimParity(number))
			for k, w := range image {
				last[k] |= w
			}
		}
	}
	if found {
		for k, w := range b.at(s.seen, place) {
			last[k] &^= w
			size += bits.OnesCount64(last[k])
		}
	}
	switch {
	case size > 0:
		b.copyToImages(s.last, block, group)
		s.holds.add(uint64(place))
	case held:
		s.holds[place>>6] &^= 1 << (place & 63)
	}
	for _, at := range places {
		if found {
			for _, next := range s.next {
				clear(b.at(next.set, at))
			}
		}
		switch layer := b.at(s.last, at); {
		case size > 0:
			for k, seen := 0, b.at(s.seen, at); k < len(seen); k++ {
				seen[k] |= layer[k]
			}
		case held:
			clear(layer)
		}
	}
	return size * len(places)
}

// take adds to out what workers found in the block of a place, and reports whether there
// may be any.
func (s *moveSearch) take(out []uint64, place int) (found bool) {
	for _, next := range s.next {
		if next.places.has(uint64(place)) {
			found = true
			for k, w := range s.blocks.at(next.set, place) {
				out[k] |= w
			}
		}
	}
	return found
}

// moveWorker expands blocks.
type moveWorker struct {
	*moveSearch
	next  findings
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
	next := b.at(w.next.set, place)
	w.next.places.add(uint64(place))
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
