package positions

// ZobristVersion changes when the keys do: it is part of what is stored on disk.
const ZobristVersion = 1

// Zobrist is a table of random keys, one a cell. The key of a position is the
// exclusive or of its men's keys (Zobrist 1970), so a move changes it by two.
// Keys only choose slots, shards and an order among equals; two positions are
// the same only if all their words are.
type Zobrist [MaxCells]uint64

// NewZobrist returns the table of the current version, the same in every run.
func NewZobrist() *Zobrist {
	var z Zobrist
	state := uint64(0x48616c6d61<<8 | ZobristVersion) // "Halma" and the version
	for c := range z {
		// splitmix64 (Steele, Lea, Flood 2014)
		state += 0x9e3779b97f4a7c15
		x := state
		x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
		x = (x ^ x>>27) * 0x94d049bb133111eb
		z[c] = x ^ x>>31
	}
	return &z
}

// Key returns the key of the men on the given cells.
func (z *Zobrist) Key(men []uint8) uint64 {
	var k uint64
	for _, c := range men {
		k ^= z[c]
	}
	return k
}
