package duel

import "fmt"

// Rules is a rule set: see the package comment.
type Rules uint8

// The rule sets.
const (
	Booklet Rules = iota // the printed game
	Swap                 // its variant 1: swaps before a goal cell
	Filled               // its variant 2: a filled goal court wins
	Paper                // Sturtevant, ACG 2019
	Online               // 50 moves to clear the court
)

var rulesNames = [...]string{"booklet", "swap", "filled", "paper", "online"}

// AllRules lists the rule sets.
func AllRules() []Rules { return []Rules{Booklet, Swap, Filled, Paper, Online} }

// String returns the name of the rule set as users write it.
func (r Rules) String() string {
	if int(r) >= len(rulesNames) {
		return fmt.Sprintf("Rules(%d)", uint8(r))
	}
	return rulesNames[r]
}

// ParseRules reads the name of a rule set.
func ParseRules(name string) (Rules, error) {
	for r, n := range rulesNames {
		if n == name {
			return Rules(r), nil
		}
	}
	return 0, fmt.Errorf("unknown rules %q (the rule sets are booklet, swap, filled, paper and online)", name)
}

// Arrival reports whether a man in its goal court must stay there.
func (r Rules) Arrival() bool { return r != Paper }

// Duty reports whether the clearing duty applies.
func (r Rules) Duty() bool { return r == Booklet || r == Swap || r == Filled }
