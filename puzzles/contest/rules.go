package contest

// Rules are the rules of one game on one board. They are not changed once made and
// may be shared by goroutines.
type Rules interface {
	// Start returns the position at the beginning.
	Start() Position
	// AppendTurns appends the turns of the side to move, each position once. There
	// are none just if the game is over.
	AppendTurns(dst []Turn, p Position) []Turn
	// Score returns the result, for the side to move, of a position without turns:
	// 1 won, 0 drawn, -1 lost; of games with scores 0, the score is in the turns.
	Score(p Position) int
	// FormatTurn writes a turn of p by the position it leads to: cells with one sign
	// between two, as [Game.Path] reads them, or a word.
	FormatTurn(p, after Position) string
	// Check returns what is wrong with a position, nil if the game has it.
	Check(p Position) error

	// Levels divide the positions: no turn leads to a higher level. They are
	// numbered from 0, the last one played.
	Levels() []Level
	// Place returns the level of a position and its number there, which is below
	// the level's Codes and no other position's.
	Place(p Position) (level int, code uint64)
	// At undoes Place.
	At(level int, code uint64) Position

	// Canonical returns the one that stands for all positions that the symmetries
	// of the rules make of p: all have the same value for the side to move.
	Canonical(p Position) Position
	// Copies returns how many these are.
	Copies(p Position) int
}

// Level is a group of positions that is solved after all lower ones.
type Level struct {
	Codes  uint64 // numbers of positions are below it
	Cycles bool   // turns within the level can lead back
}

// Backward is what [Rules] have besides if turns within a level can be taken back.
type Backward interface {
	// AppendSources appends every position of the level of p that has a turn to p,
	// and perhaps others of the level.
	AppendSources(dst []Position, p Position) []Position
}

// Dice is what [Rules] have besides if turns depend on a roll. Their AppendTurns
// appends those of all rolls, each position once.
type Dice interface {
	// Rolls lists the rolls. Their weights are [MostWeight] together at the most.
	Rolls() []Roll
	// Rolled returns the turns with each roll, in the order of Rolls. There is one at
	// least with each, and be it a pass, unless the game is over: then it returns nil.
	Rolled(p Position) [][]Turn
}

// Roll is a throw of the dice.
type Roll struct {
	Name   string // "3", "2-5"
	Weight int    // how often it comes among as many as all weights together
}
