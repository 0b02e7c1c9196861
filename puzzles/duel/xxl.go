package duel

import "github.com/halma-solve/halma-solve/positions"

// XXL is the game of the XXL star for two: with one empty point between them.
var XXL = &Rules{
	Name:    "xxl",
	Version: 1,
	Words:   "from two points of the star with one between them to the points opposite, which are empty; no arrival, no clearing duty",
	Play: `The game of the XXL star: the sides begin in two points of the star with
one empty point between them, and each goes to the point opposite its own,
where nobody began. Men may leave the goal and there is no duty, so an
enemy man may sit in it for ever: then nobody wins. Three players sit on
alternate points; here they are two.`,
	Armies: EmptyGoals,
	Turns:  StepsAndChains,
	Ending: raceEnding,
}

// EmptyGoals are the armies of [XXL]: the first side begins at the tip a1, the second
// in the next point but one, clockwise, and each goes to the point opposite its own.
// The reflection that exchanges the two points exchanges the goals, too.
var EmptyGoals = &Armies{
	Shapes:  []positions.Shape{positions.Star},
	Numbers: []int{1, 2, 3, 4, 6, 10},
	Start:   areaCells,
	Goal: func(b *positions.Board, men int) Set {
		cells, _ := areaCells(b, men)
		return turned(SetOf(cells...), b.Len())
	},
	Exchange: func(b *positions.Board) positions.Permutation { return reflection(b, 2) },
}

// reflection returns the reflection of the star that exchanges the tip a1 with the
// tip n points on, clockwise.
func reflection(b *positions.Board, n int) positions.Permutation {
	for _, s := range b.Symmetries() {
		if s[0] == starTip(b, n) && s[s[0]] == 0 {
			return s
		}
	}
	return nil
}

// starTip returns the tip n points on from a1, clockwise: S, SW, NW, N, NE, SE.
func starTip(b *positions.Board, n int) positions.Cell {
	s := b.Size()
	return b.CellAt([...]positions.Point{{X: s, Y: -2 * s}, {X: -s, Y: -s}, {X: -2 * s, Y: s}, {X: -s, Y: 2 * s}, {X: s, Y: s}, {X: 2 * s, Y: -s}}[n])
}
