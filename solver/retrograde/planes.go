package retrograde

import "math/bits"

// plane is a bit for every stored position: rows·cols bits, row after row.
type plane []uint64

func (s *space) newPlane() plane { return make(plane, s.rows*s.cols/64) }

// row returns the words of one row.
func (p plane) row(s *space, row int) []uint64 {
	n := s.cols / 64
	return p[row*n : (row+1)*n]
}

func (p plane) has(place int) bool { return p[place>>6]>>(place&63)&1 != 0 }

func (p plane) set(place int) { p[place>>6] |= 1 << (place & 63) }

// eachBit calls f with the numbers of the bits that are set, in order.
func eachBit(words []uint64, f func(bit int)) {
	for i, word := range words {
		for ; word != 0; word &= word - 1 {
			f(i<<6 | bits.TrailingZeros64(word))
		}
	}
}

// The kinds of settled positions, the index of planes.
const (
	lost = iota
	won
)

// frontier holds the positions that were settled last, by kind.
type frontier struct {
	now  [2]plane // settled in the last level; may be nil if there are none
	next [2]plane // settled in this level; nil if there can be none
	any  [2]bool  // whether now has a bit
	pool []plane  // planes of zeros
	made int      // planes, those in use elsewhere included
}

// take returns a plane of zeros.
func (f *frontier) take(s *space) plane {
	if n := len(f.pool); n > 0 {
		p := f.pool[n-1]
		f.pool = f.pool[:n-1]
		return p
	}
	f.made++
	return s.newPlane()
}

// prepare makes room for a level. Positions won come from lost ones and
// conversely, so most levels but the first need one plane only.
func (f *frontier) prepare(s *space, first bool) {
	for kind := range f.next {
		if first || f.any[1-kind] {
			f.next[kind] = f.take(s)
		}
	}
}

// advance makes the next planes the present ones; found says which have a bit.
func (f *frontier) advance(found [2]bool) {
	for kind, old := range f.now {
		if old != nil {
			clear(old)
			f.pool = append(f.pool, old)
		}
		f.now[kind], f.next[kind] = f.next[kind], nil
		if p := f.now[kind]; p != nil && !found[kind] {
			f.now[kind], f.pool = nil, append(f.pool, p)
		}
	}
	f.any = found
}
