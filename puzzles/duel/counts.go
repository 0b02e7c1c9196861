package duel

// Counts are numbers of positions, both sides to move counted.
type Counts struct {
	Positions int64 // all ways to place the men, times two
	Illegal   int64 // of them that cannot arise
	Won       int64 // for the side to move
	Lost      int64 // for the side to move
	Drawn     int64
}

// Add counts n positions of a value.
func (c *Counts) Add(v Value, n int64) {
	c.Positions += n
	switch v {
	case ValueIllegal:
		c.Illegal += n
	case ValueWon:
		c.Won += n
	case ValueLost:
		c.Lost += n
	case ValueDrawn:
		c.Drawn += n
	}
}

// FirstWins returns how many positions the first side wins, whoever is to move:
// by the half turn of the board, half of all that somebody wins.
func (c Counts) FirstWins() int64 { return (c.Won + c.Lost) / 2 }
