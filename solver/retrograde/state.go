package retrograde

import (
	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// state is what is known of all stored positions. As long as a position is open
// its byte counts the legal turns that may still save it; once it is settled, the
// byte is its distance in turns.
//
//	values  2 bits a position: 0 open (drawn at the end), 1 lost, 2 won, 3 illegal
//	bytes   1 byte a position
type state struct {
	*space
	kernel *kernel
	values []uint64
	bytes  []uint8
	now    [2]plane // settled in the last level, by kind: see lost and won
	next   [2]plane // settled in this level
	any    [2]bool  // whether now has a bit
	pool   []plane  // planes of zeros
}

// The kinds of settled positions, the index of planes.
const (
	lost = iota
	won
)

// maxPlies is the greatest distance that fits a byte.
const maxPlies = 255

// rowValues returns the values of a row, 32 in a word.
func (s *state) rowValues(row int) []uint64 {
	n := s.cols / 32
	return s.values[row*n : (row+1)*n]
}

func (s *state) rowBytes(row int) []uint8 { return s.bytes[row*s.cols : (row+1)*s.cols] }

// value returns the value with a column of a row.
func value(values []uint64, col int) duel.Value {
	return duel.Value(values[col>>5] >> (col & 31 * 2) & 3)
}

func newState(s *space) *state {
	return &state{
		space: s, kernel: newKernel(s.game),
		values: make([]uint64, s.rows*s.cols/32), bytes: make([]uint8, s.rows*s.cols),
	}
}

// fresh makes a plane of zeros the next one of a kind.
func (s *state) fresh(kind int) {
	if s.next[kind] != nil {
		return
	}
	if n := len(s.pool); n > 0 {
		s.next[kind], s.pool = s.pool[n-1], s.pool[:n-1]
		return
	}
	s.next[kind] = s.newPlane()
}

// advance makes the next planes the present ones.
func (s *state) advance(found [2]bool) {
	for kind := range s.now {
		if p := s.now[kind]; p != nil {
			clear(p)
			s.pool = append(s.pool, p)
		}
		s.now[kind], s.next[kind] = s.next[kind], nil
		if p := s.now[kind]; p != nil && !found[kind] {
			s.now[kind], s.pool = nil, append(s.pool, p)
		}
	}
	s.any = found
}
