package duel

// Guard is the guard variant of the XXL star: each side may leave one man in its own
// court as long as it likes, so that the opponent cannot fill it.
var Guard = &Rules{
	Name:    "guard",
	Version: 1,
	Words:   "men may leave the goal; once the opponent has at most one man in his court, all but one must leave the own one",
	Play: `The variant of the XXL star: men may leave the goal, and each side may
leave one man in its own court as long as it likes, so that nobody fills
it. (The booklet is silent about the others; here the clearing duty is for
them, once the opponent has at most one man in his court.)`,
	Armies:     Courts,
	Turns:      StepsAndChains,
	Conditions: []Condition{clearingDuty(1)},
	Ending:     raceEnding,
	Variants: []Variant{{
		Name: "guards", Words: []string{"1", "all"}, Usage: "how many men need never leave the own court",
		Set: func(r *Rules, _ string) error { r.Conditions = nil; return nil },
	}},
}
