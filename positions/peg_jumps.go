package positions

// PegJump is one way to jump in peg solitaire: a man on From jumps over the man
// on Over to the empty cell To, all three in a straight line next to each other.
// Of which of them is empty before and after, the game decides.
type PegJump struct{ From, Over, To Cell }

// PegJumps lists the jumps that b has room for, by cell and then by direction. With From and To exchanged each is also in the list.
func PegJumps(b *Board) []PegJump {
	var out []PegJump
	for c := range Cell(b.Len()) {
		for d := range b.Directions() {
			over := b.Neighbour(c, d)
			if over == NoCell {
				continue
			}
			if to := b.Neighbour(over, d); to != NoCell {
				out = append(out, PegJump{c, over, to})
			}
		}
	}
	return out
}

// ReissClass returns the class of a set of cells under the rule of three: with
// the cells coloured by (x+y) mod 3 and by (x−y) mod 3, the parities of
// n₀+n₁ and n₁+n₂ for both colourings, n being the numbers of men by colour.
// A jump changes three cells in a row. In a colouring that gives them three
// colours it changes all of n₀, n₁, n₂ by one, hence no such sum in parity: a game
// never leaves its class (M. Reiss, Crelle 54, 1857). With four directions both
// colourings do, with six the second: along (1,−1) it goes 0, 2, 1, while x+y stays;
// with eight neither. A colouring that does not counts nothing.
func ReissClass(b *Board, men Bits) uint8 {
	var n [2][3]int
	for _, c := range men.Cells() {
		p := b.Point(c)
		n[0][mod3(p.X+p.Y)]++
		n[1][mod3(p.X-p.Y)]++
	}
	class := 0
	for i, colour := range n {
		class <<= 2
		if b.Directions() <= 4+2*i {
			class |= (colour[0]+colour[1])&1<<1 | (colour[1]+colour[2])&1
		}
	}
	return uint8(class)
}

// ReissClasses returns how many classes [ReissClass] tells apart on a board.
func ReissClasses(b *Board) int { return map[int]int{4: 16, 6: 4, 8: 1}[b.Directions()] }

func mod3(x int) int { return (x%3 + 3) % 3 }
