package generate

import (
	"context"
	"math/bits"
)

// The shortest lines of a position of solo by a breadth-first search by moves. It
// shares the bitmaps of what can be won with solver, but no search: both must find
// the same length.

// pegSearch is such a search. It belongs to one goroutine.
type pegSearch struct {
	pegs  *pegs
	goal  uint64            // the holes on which the last man may end
	alive func(uint64) bool // whether a position can be won; nil: not known
	most  int               // positions after which it gives up; 0: never
	moves pegMoves
	seen  pegDepths
}

// pegLengths tells of a position of solo whether its shortest line has so many
// moves. It need not know it of positions that no shortest line leads through.
type pegLengths func(men uint64, moves int) bool

const tooFar, hopeless = -1, -2

// lengths returns the length of the shortest lines from men, at most longest moves,
// and those lines. ok is false if it gave up; then, or when ctx ends, what else it
// returns has no meaning. The length is tooFar if there is no such line, or hopeless
// if it is known that there is none of any length.
//
// Layer k has the positions k moves behind men and not less. The search ends with
// the first layer that has a goal; the positions on a line of that length are found
// from there backwards, in each layer those from which a move leads to one that is
// known to be on a line. On the way of such a move all positions have been reached,
// since it might have ended there.
func (s *pegSearch) lengths(ctx context.Context, men uint64, longest int) (length int, on pegLengths, ok bool) {
	s.seen.clear()
	s.seen.put(men, 0)
	layer := []uint64{men}
	var ends []uint64
	if s.won(men) {
		ends = layer
	}
	if s.alive != nil && !s.alive(men) {
		return hopeless, nil, true
	}
	for length = 0; ends == nil; length++ {
		switch {
		case len(layer) == 0:
			return hopeless, nil, true
		case length == longest:
			return tooFar, nil, true
		}
		var next []uint64
		for i, p := range layer {
			if i&1023 == 0 && ctx.Err() != nil || s.most > 0 && s.seen.size > s.most {
				return 0, nil, false
			}
			for _, q := range s.moves.after(&s.pegs.ahead, p, s.alive) {
				if s.seen.put(q.men, uint8(length+1)) {
					next = append(next, q.men)
					if s.won(q.men) {
						ends = append(ends, q.men)
					}
				}
			}
		}
		layer = next
	}
	reached := func(men uint64) bool { _, in := s.seen.get(men); return in }
	left := make(map[uint64]int)
	for _, p := range ends {
		left[p] = 0
	}
	for n := 1; n <= length; n++ {
		var before []uint64
		for _, p := range ends {
			for _, q := range s.moves.after(&s.pegs.behind, p, reached) {
				depth, _ := s.seen.get(q.men)
				if _, in := left[q.men]; !in && int(depth) == length-n {
					left[q.men] = n
					before = append(before, q.men)
				}
			}
		}
		ends = before
	}
	return length, func(men uint64, moves int) bool { n, in := left[men]; return in && n == moves }, true
}

// won reports whether one man is left, on a hole of the goal.
func (s *pegSearch) won(men uint64) bool { return men&(men-1) == 0 && men&s.goal != 0 }

// pegDepths is a table of positions with the layers that they are in: open
// addressing, at most half of the slots in use.
type pegDepths struct {
	men    []uint64 // 0 is empty: every position has a man
	depths []uint8
	size   int
}

// fewDepths is the size of a table that is kept for the next search.
const fewDepths = 1 << 16

func (t *pegDepths) clear() {
	if t.size = 0; len(t.men) == fewDepths {
		clear(t.men)
		return
	}
	t.men, t.depths = make([]uint64, fewDepths), make([]uint8, fewDepths)
}

// slot returns the slot of a position, or the empty one for it.
func (t *pegDepths) slot(men uint64) int {
	at := int(men * 0x9e3779b97f4a7c15 >> (64 - bits.TrailingZeros(uint(len(t.men)))))
	for t.men[at] != 0 && t.men[at] != men {
		at = (at + 1) & (len(t.men) - 1)
	}
	return at
}

// put adds a position and reports whether it is new.
func (t *pegDepths) put(men uint64, depth uint8) bool {
	at := t.slot(men)
	if t.men[at] != 0 {
		return false
	}
	t.men[at], t.depths[at] = men, depth
	if t.size++; 2*t.size > len(t.men) {
		old := *t
		t.men, t.depths = make([]uint64, 2*len(old.men)), make([]uint8, 2*len(old.men))
		for i, men := range old.men {
			if men != 0 {
				at := t.slot(men)
				t.men[at], t.depths[at] = men, old.depths[i]
			}
		}
	}
	return true
}

func (t *pegDepths) get(men uint64) (depth uint8, in bool) {
	at := t.slot(men)
	return t.depths[at], t.men[at] != 0
}
