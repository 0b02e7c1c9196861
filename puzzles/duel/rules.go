package duel

import "github.com/halma-solve/halma-solve/positions"

// Rules is a game, or a rule set of one: all that tells it from the others. It is
// made of four parts, in this order: armies, turns, conditions, ending. A file
// holds each: see the package comment on how to add one.
type Rules struct {
	Name    string // as users write it and files keep it
	Version int    // grows when the same name comes to mean something else
	Words   string // the rules in a line, for reports
	Play    string // how it is played, for who does not have the booklet: lines of at most 74 characters

	// Armies says where men start and where they go.
	Armies *Armies
	// Jumps are those of chains.
	Jumps positions.Jumps
	// Turns appends what the men of the side to move can do, whether the
	// conditions allow it or not.
	Turns func(g *Game, dst []Turn, v View) []Turn
	// Special tells about turns that do more than take a man to another cell;
	// nil if there are none.
	Special *Special
	// Conditions are applied to the turns one after the other.
	Conditions []Condition
	// Ending says how the game stands before a turn. That the side to move has
	// no turn, and so has lost, it need not see.
	Ending func(g *Game, v View) Ending
	// Pass says where a side without a turn passes; elsewhere, and everywhere if it
	// is nil, such a side has lost. If neither side has a turn both pass for ever: a
	// draw.
	Pass func(g *Game, v View) bool
	// Limit is nil if the number of turns made does not matter.
	Limit *Limit

	// Variants are readings of the rules from which users choose.
	Variants []Variant
	variants // chosen
}

// Special is a kind of turn that does more than take a man from its cell to
// another one.
type Special struct {
	Sign  string                             // between the cells of the turn in notation
	After func(g *Game, v View, t Turn) View // what it makes of v, as the mover sees it
}

// Condition drops turns that are not legal in v. It may use the slice again.
type Condition func(g *Game, v View, turns []Turn) []Turn

// Limit is a rule about the number of turns made.
type Limit struct {
	Turns  int                          // of both sides together
	Ending func(g *Game, v View) Ending // after them, where the game is not over otherwise
}

// all is the table of the rule sets. What stands here is known to every command,
// report, file and check.
var all = []*Rules{Booklet, Swap, Filled, Paper, Online, Schnell, Super, Farben, FarbenSimple, Guard, XXL, Connection2, Treff, Doppel, TwoColour}

// AllRules lists the rule sets.
func AllRules() []*Rules { return append([]*Rules(nil), all...) }

// keep returns the turns that are legal, in the slice they came in.
func keep(turns []Turn, legal func(Turn) bool) []Turn {
	kept := turns[:0]
	for _, t := range turns {
		if legal(t) {
			kept = append(kept, t)
		}
	}
	return kept
}
