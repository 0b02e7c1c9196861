package contest

import (
	"slices"
	"strings"
)

// Kind is a game of the booklets, on all its boards. A game that is to be added is
// a file with its rules and a Kind, and a line in [kinds].
type Kind struct {
	Name    string // as users write it
	Version int    // grows when the same name comes to mean something else
	Summary string // in a line
	Text    string // the rules in at most six lines of 76 characters: who has read them can play
	Options []Option
	Sides   [2]string // what the sides are called
	Men     []string  // what the sets of men of a position are called
	Hand    bool      // men are placed: positions tell how many are left
	Scores  bool      // the result is a difference of scores
	NoSides bool      // the side to move makes no difference and is not written
	Chance  bool      // dice are rolled: the rules are [Dice], and what a position is worth is a [Chance]
	Known   []Known   // what was worked out, smallest first

	make func(s Settings) (Rules, field, error)
}

// Known is the result of a game that was solved.
type Known struct {
	Options   string // those that are not the defaults, as on the command line: "--size=3 --men=2"
	Result    string // as [Game.Words] or [Chance.String] writes it, for the side that begins
	Positions int64  // that can be reached, each as it stands; 0: only the value is known
}

// Given returns the options as [New] takes them.
func (k Known) Given() map[string]string {
	given := map[string]string{}
	for option := range strings.FieldsSeq(k.Options) {
		name, value, _ := strings.Cut(strings.TrimPrefix(option, "--"), "=")
		given[name] = value
	}
	return given
}

// kinds is the table of the games. What stands here every command, list and file
// knows.
var kinds = []*Kind{dutch, zug, topsecret, gomoku, tippy, gefangen2, cats, several, gefangen1, gomokuSeveral, tippySeveral, team, dice, rakado, rakado3}

// Kinds lists the games.
func Kinds() []*Kind { return slices.Clone(kinds) }

// String returns the name of the game.
func (k *Kind) String() string { return k.Name }

// KindOf returns the game of a name, nil if there is none.
func KindOf(name string) *Kind {
	for _, k := range kinds {
		if k.Name == name {
			return k
		}
	}
	return nil
}

// firstSecond are the sides of games whose sides have no names.
var firstSecond = [2]string{"first", "second"}
