package retrograde

// span is how many rows of a plane are turned over at a time: what is read of a
// line of the processor's cache is used at once, what is written stays in it.
const span = 4 * tile

// gather reads a plane by columns. After a turn the side that moved waits, so
// what follows from position (row a, column b) concerns positions whose turn led
// to column a in row b: gather puts into dst, for each row b from, from+1, …, the
// set of all such a. dst has span rows of cols/64 words. It returns false if all
// of them are empty.
func (s *space) gather(dst []uint64, p plane, from int) bool {
	clear(dst)
	words := s.cols / 64
	any := false
	for a := 0; a < s.rows; a += tile {
		for b := from; b < min(from+span, s.rows); b += tile {
			if s.turnTile(dst[(b-from)*words+a/64:], p, a, b/64) {
				any = true
			}
			if !s.mirror || a < s.shared {
				continue
			}
			// (mirror of a, b) has the value of (a, mirror of b).
			if s.turnTile(dst[(b-from)*words+(a+s.rows-s.shared)/64:], p, a, s.reflected(b)/64) {
				any = true
			}
		}
	}
	return any
}

// turnTile writes the 64×64 bits from row a and word column on, turned over, to
// dst: one word in each row. It returns false if all are 0.
func (s *space) turnTile(dst []uint64, p plane, a, column int) bool {
	words := s.cols / 64
	var m [tile]uint64
	var any uint64
	at := a*words + column
	for i := range m {
		m[i] = p[at]
		any |= m[i]
		at += words
	}
	if any == 0 {
		return false
	}
	transpose(&m)
	for i, w := range m {
		dst[i*words] = w
	}
	return true
}

// transpose turns over a matrix of 64×64 bits, bit j of word i being in column j
// of row i: quarters are swapped, then quarters of quarters (Warren, Hacker's
// Delight, 7-3).
func transpose(m *[tile]uint64) {
	mask := uint64(0x00000000ffffffff)
	for j := 32; j != 0; j >>= 1 {
		for k := 0; k < tile; k = (k + j + 1) &^ j {
			t := (m[k]>>j ^ m[(k+j)&63]) & mask
			m[k] ^= t << j
			m[(k+j)&63] ^= t
		}
		mask ^= mask << (j >> 1)
	}
}
