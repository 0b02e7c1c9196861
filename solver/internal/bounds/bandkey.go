package bounds

import "math/bits"

// BandKey is the counts of all bands, exactly: band by band from the lowest bit,
// a 1 for each man and then a 0.
type BandKey struct{ lo, hi uint64 }

// maxKeyBits is the room for men and bands in a key: what the memory of a
// passage leaves of two words.
const maxKeyBits = 128 - 2*depthBits

// key returns the key of counts.
func (b *Bands) key(k *[maxBands]uint8) (key BandKey) {
	at := uint(0)
	for i := range b.n {
		for range k[i] {
			key = key.or(one(at))
			at++
		}
		at++
	}
	return key
}

// read decodes a key.
func (b *Bands) read(key BandKey, p *bandPlace) {
	*p = bandPlace{}
	at := uint8(0)
	lo, hi := key.lo, key.hi
	for i := range b.n {
		on := uint8(bits.TrailingZeros64(^lo))
		p.start[i] = at
		if on > 0 {
			p.k[i] = on
			bit := uint64(1) << i
			p.taken |= bit
			if on == 1 {
				p.single |= bit
			}
			if on == b.capacity[i] {
				p.full |= bit
			}
		}
		at += on + 1
		lo = lo>>(on+1) | hi<<(63-on)
		hi >>= on + 1
	}
}

// moved returns the key after a man goes from band a to another band c. The bits
// between the place that the man leaves and the place that it takes shift by
// one towards the former.
func (p *bandPlace) moved(key BandKey, a, c uint8) BandKey {
	if a < c {
		from, to := uint(p.start[a]), uint(p.start[c])+uint(p.k[c])-1
		between := below(to + 1).andNot(below(from))
		return key.andNot(between).or(key.shiftDown().and(between).andNot(one(to))).or(one(to))
	}
	from, to := uint(p.start[a]), uint(p.start[c])
	between := below(from + 1).andNot(below(to))
	return key.andNot(between).or(key.shiftUp().and(between).andNot(one(to))).or(one(to))
}

func one(i uint) BandKey {
	if i < 64 {
		return BandKey{lo: 1 << i}
	}
	return BandKey{hi: 1 << (i - 64)}
}

// below returns the bits before bit i.
func below(i uint) BandKey {
	if i < 64 {
		return BandKey{lo: 1<<i - 1}
	}
	return BandKey{lo: ^uint64(0), hi: 1<<(i-64) - 1}
}

func (x BandKey) or(y BandKey) BandKey     { return BandKey{x.lo | y.lo, x.hi | y.hi} }
func (x BandKey) and(y BandKey) BandKey    { return BandKey{x.lo & y.lo, x.hi & y.hi} }
func (x BandKey) andNot(y BandKey) BandKey { return BandKey{x.lo &^ y.lo, x.hi &^ y.hi} }
func (x BandKey) shiftDown() BandKey       { return BandKey{x.lo>>1 | x.hi<<63, x.hi >> 1} }
func (x BandKey) shiftUp() BandKey         { return BandKey{x.lo << 1, x.hi<<1 | x.lo>>63} }
