package bounds

import (
	"math/bits"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
)

// maxBands is the greatest number of bands of a division: they are kept in
// 64-bit sets.
const maxBands = 64

// Bands is a division of a board into sets of cells of equal advance, and what
// moves do to it: an abstraction of the game that knows only how many men stand
// in each band.
//
// A man may step from band a to band c if some cell of a has a neighbour in c. It
// may jump from a over b to c if some jump of the board does, band b holds
// another man, and band c is not full without the mover. Every concrete move is
// such an abstract move or leaves all counts as they are. So what cannot be
// reached by abstract moves, with staying put allowed, cannot be reached at all.
type Bands struct {
	n        int
	men      int
	of       [positions.MaxCells]uint8
	advance  [maxBands]uint8 // never decreasing
	capacity [maxBands]uint8
	steps    [maxBands]uint64    // [a]: set of bands c
	jumps    [maxBands][]bandHop // [a]
	chains   bool                // a move may be a chain (count moves)
	Done     <-chan struct{}     // closed when the run is to end; may be nil

	// roof[t][n] is the greatest sum of the rows of men that have moved last in
	// different ones of the last n moves, with the foremost man on row t before:
	// see lift.
	roof [maxRows][maxBands]int16
}

type bandHop struct{ over, land uint8 }

// NewBands divides a board by advance and, within a row, by label (0 or more). It
// returns nil if the division has too many bands or the army too many men for a
// BandKey.
func NewBands[W positions.Words](s *layers.Space[W], label func(c positions.Cell) int) *Bands {
	b := &Bands{men: s.Puzzle.Men(), chains: !s.Puzzle.Count.EachHop()}
	for row := range s.Top + 1 {
		next := map[int]uint8{}
		for c := range positions.Cell(s.Cells) {
			if int(s.Advance[c]) != row {
				continue
			}
			l := label(c)
			i, ok := next[l]
			if !ok {
				if b.n == maxBands {
					return nil
				}
				i = uint8(b.n)
				next[l] = i
				b.advance[i] = uint8(row)
				b.n++
			}
			b.of[c] = i
			b.capacity[i]++
		}
	}
	if b.n+b.men > maxKeyBits {
		return nil
	}
	for c := range s.Cells {
		a := b.of[c]
		for _, to := range s.Table.Steps(uint8(c)) {
			b.steps[a] |= 1 << b.of[to]
		}
		b.steps[a] &^= 1 << a
		for _, h := range s.Table.Hops(uint8(c)) {
			hop := bandHop{b.of[h.Over], b.of[h.Land]}
			known := hop.land == a
			for _, k := range b.jumps[a] {
				known = known || k == hop
			}
			if !known {
				b.jumps[a] = append(b.jumps[a], hop)
			}
		}
	}
	for t := range s.Top + 1 {
		for n := range maxBands {
			for i := max(1, n-b.men+1); i <= n; i++ {
				b.roof[t][n] += int16(min(t+i*s.Rise, s.Top))
			}
		}
	}
	return b
}

// bandPlace is what the counts of a position say, made ready for moves.
type bandPlace struct {
	k      [maxBands]uint8 // men
	start  [maxBands]uint8 // where the band begins in the key
	taken  uint64          // bands with a man
	single uint64          // bands with just one man
	full   uint64          // bands without room
}

// Count returns the key of the counts of the men on the given cells.
func (b *Bands) Count(men []uint8) BandKey {
	var k [maxBands]uint8
	for _, c := range men {
		k[b.of[c]]++
	}
	return b.key(&k)
}

// reachable returns the set of bands, other than a, where a man of band a can
// end an abstract move. While it moves, band a has one man less.
func (b *Bands) reachable(p *bandPlace, a uint8) uint64 {
	self := uint64(1) << a
	taken := p.taken &^ (self & p.single)
	full := p.full &^ self
	seen := self
	for todo := self; todo != 0; {
		u := bits.TrailingZeros64(todo)
		todo &= todo - 1
		for _, h := range b.jumps[u] {
			bit := uint64(1) << h.land
			if taken>>h.over&1 != 0 && (full|seen)&bit == 0 {
				seen |= bit
				if b.chains {
					todo |= bit
				}
			}
		}
	}
	return (seen | b.steps[a]&^full) &^ self
}

// lifts writes to out[n], for 0 ≤ n < len(out), a bound of the rows that the
// army can gain in n more moves: Rows.Lift in one pass. Of the n moves, the last
// moves of min(n, men) men count; their roofs depend on the foremost row only,
// and they gain most if they are the hindmost men.
func (b *Bands) lifts(p *bandPlace, out []int) {
	top := b.advance[63-bits.LeadingZeros64(p.taken)]
	sum, n, last := 0, 1, 0
	out[0] = 0
	for todo := p.taken; todo != 0 && n < len(out); todo &= todo - 1 {
		i := bits.TrailingZeros64(todo)
		for m := p.k[i]; m > 0 && n < len(out); m-- {
			sum += int(b.advance[i])
			last = sum
			out[n] = int(b.roof[top][n]) - sum
			n++
		}
	}
	for ; n < len(out); n++ {
		out[n] = int(b.roof[top][n]) - last
	}
}
