package retrograde

import "github.com/halma-solve/halma-solve/puzzles/duel"

// state is what is known of all stored positions. As long as a position is open
// its byte counts the legal turns that may still save it; once it is settled, the
// byte is its distance in turns.
//
//	values  2 bits a position: 0 open (drawn at the end), 1 lost, 2 won, 3 illegal
//	bytes   1 byte a position
type state struct {
	*space
	frontier
	kernel *kernel
	values []uint64
	bytes  []uint8
}

// maxPlies is the greatest distance that fits a byte.
const maxPlies = 255

func newState(s *space, k *kernel) *state {
	return &state{
		space: s, kernel: k,
		values: make([]uint64, s.rows*s.cols/32), bytes: make([]uint8, s.rows*s.cols),
	}
}

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

// planesOf splits the values into planes.
func planesOf(s *state) (p [2]plane) {
	for kind := range p {
		p[kind] = s.newPlane()
		for i := range s.rows * s.cols {
			if s.values[i>>5]>>(i&31*2)&3 == uint64(kind+1) {
				p[kind].set(i)
			}
		}
	}
	return p
}
