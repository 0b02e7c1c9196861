package retrograde

import (
	"fmt"

	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// rules are a rule set of package duel in other words, for sets of cells and whole
// rows: what the kernel asks about the rules. They are written anew here, so that
// going through all positions by package duel checks them.
type rules struct {
	arrival bool // a man that stands in its goal as its turn begins stays there
	duty    bool // the clearing duty
	stay    int  // how many men need not leave; a court with no more is cleared
	strict  bool // it stays there with every cell that it touches
	// ending returns the value of a position that stands before any turn, and
	// whether it does.
	ending func(r *row, mine, marked uint64) (duel.Value, bool)
	// quiet reports whether no position is over, by ending, in which my men are rest
	// and one more, none marked; it may miss some. nil: nothing is known.
	quiet func(r *row, rest uint64) bool
	// wonAtOnce says that positions can be won before any turn, so that a level
	// has won and lost positions.
	wonAtOnce bool
	// closed returns the cells to which no man may go while my other men stand on
	// rest, since the position would be illegal; nil if there are none.
	closed func(r *row, rest uint64) uint64
	// closing returns the cells with one more man on which there may be closed cells for
	// one of my other men, rest; nil if there are no closed cells. It may name too many.
	closing func(r *row, rest uint64) uint64
	// reach returns the cells to which the man on a cell may go while my others stand
	// on rest and it touches no cell but those allowed, courts but those of its own turns
	// left aside; the same from which it can have come. nil stands for steps and chains.
	reach func(r *row, cell int, rest, allowed uint64) uint64
	// special makes the turns that are not one man's to another cell; nil if there
	// are none.
	special special
	// late returns the same as ending for a game that is not over otherwise when
	// the limit of turns is; nil if there is no limit.
	late func(r *row, mine, marked uint64) (duel.Value, bool)
}

// special is a kind of turn that changes both armies, or none.
type special interface {
	// count returns how many such turns an open position has.
	count(r *row, mine uint64) int
	// after appends what they make of a position.
	after(dst []armies, r *row, mine uint64) []armies
	// before appends the positions from which one has led to this one, as it
	// was seen by who made it.
	before(dst []armies, r *row, mine uint64) []armies
}

// armies are those of a position, in the view of who makes a turn, also after it.
type armies struct{ mine, theirs uint64 }

// ruleSets is the table of the rule sets that can be solved.
var ruleSets = map[*duel.Rules]func(g *duel.Game) rules{
	duel.Booklet: booklet,
	duel.Swap:    swap,
	duel.Filled:  filled,
	duel.Paper:   paper,
	duel.Online:  online,
	duel.Schnell: booklet, // from ring to ring
	duel.Super:   booklet, // by long jumps
	duel.Farben:  farben, duel.FarbenSimple: farbenSimple,
	duel.Guard: guard,
	duel.XXL:   xxl, duel.Connection2: connection2,
	// with men of two kinds
	duel.Treff: booklet, duel.Doppel: booklet, duel.TwoColour: booklet,
}

// rulesOf returns the rules of a game.
func rulesOf(g *duel.Game) (rules, error) {
	of, ok := ruleSets[g.Rules.Base()]
	if !ok {
		return rules{}, fmt.Errorf("retrograde: nothing is known of the rules %s", g.Rules)
	}
	r := of(g)
	r.strict = r.arrival && g.Rules.Variant("arrival") == "strict"
	return r, nil
}

func booklet(*duel.Game) rules {
	return rules{arrival: true, duty: true, ending: raceEnding, quiet: raceQuiet}
}

func guard(g *duel.Game) rules {
	return rules{duty: g.Rules.Variant("guards") != "all", stay: 1, ending: raceEnding, quiet: raceQuiet}
}

func xxl(*duel.Game) rules { return rules{ending: raceEnding, quiet: raceQuiet} }

func filled(*duel.Game) rules {
	return rules{arrival: true, duty: true, ending: filledEnding, wonAtOnce: true}
}

func online(*duel.Game) rules { return rules{ending: raceEnding, late: uncleared} }

// raceEnding is the end of a race in which my men get home by my turns only.
func raceEnding(r *row, mine, marked uint64) (duel.Value, bool) {
	switch {
	case mine&marked&^r.places[1]|mine&^marked&^r.places[0] == 0:
		return duel.ValueIllegal, true
	case r.lost:
		return duel.ValueLost, true
	}
	return 0, false
}

// raceQuiet: one of the others is not home, and theirs are not.
func raceQuiet(r *row, rest uint64) bool { return !r.lost && rest&^(r.places[0]|r.places[1]) != 0 }

// filledEnding: a full goal court with one of mine in it wins.
func filledEnding(r *row, mine, marked uint64) (duel.Value, bool) {
	if v, over := raceEnding(r, mine, marked); over {
		return v, true
	}
	return duel.ValueWon, (mine|r.theirs)&r.goal == r.goal && mine&r.goal != 0
}

// uncleared: a man in its own court loses. A draw has the number of illegal
// positions: it is settled and nobody has won.
func uncleared(r *row, mine, _ uint64) (duel.Value, bool) {
	switch here, there := mine&r.home != 0, r.theirs&r.theirHome != 0; {
	case here && there:
		return duel.ValueIllegal, true
	case here:
		return duel.ValueLost, true
	case there:
		return duel.ValueWon, true
	}
	return 0, false
}
