package atlas

import "fmt"

// Duel is a game for two players that was solved completely.
type Duel struct {
	Board string `json:"board"`
	Size  int    `json:"size"`
	Men   int    `json:"men"` // of each side
	Rules string `json:"rules"`
	// Fingerprint is that of the game, in base 16: another one when rules of the same
	// name come to mean something else.
	Fingerprint string `json:"fingerprint"`
	// Value is that of the start for the side to move, which is the first: won, lost
	// or drawn.
	Value string `json:"value"`
	// Turns until the end with best play, null of a draw or where a limit of turns
	// decides.
	Turns *int `json:"turns"`
	// Positions are all there are; of those Won, Lost and Drawn are by the side to
	// move, Illegal can be no position of a game.
	Positions int64 `json:"positions"`
	Won       int64 `json:"won"`
	Lost      int64 `json:"lost"`
	Drawn     int64 `json:"drawn"`
	Illegal   int64 `json:"illegal"`
	Longest   *int  `json:"longest"` // turns of the longest win, null if there is none
	// Checked says that rules written apart from the solver went through all
	// positions ("prove --check").
	Checked bool    `json:"checked"`
	Program string  `json:"program"`
	Date    string  `json:"date"`
	Seconds float64 `json:"seconds"` // processor time
}

// ID names the game in one word: "duel-rhombus5-3-paper".
func (d *Duel) ID() string { return fmt.Sprintf("duel-%s%d-%d-%s", d.Board, d.Size, d.Men, d.Rules) }

// Command is the command line that solves it.
func (d *Duel) Command() string {
	check := ""
	if d.Checked {
		check = " --check"
	}
	return fmt.Sprintf("halma-solve prove --board %s --size %d --men %d --rules %s%s", d.Board, d.Size, d.Men, d.Rules, check)
}

// Result says who wins and in how many turns, as tables have it: "1 in 29", "2 in 12",
// "=", and "1" alone where a limit of turns decides.
func (d *Duel) Result() string {
	text := map[string]string{"won": "1", "lost": "2", "drawn": "="}[d.Value]
	if d.Turns != nil {
		text += fmt.Sprintf(" in %d", *d.Turns)
	}
	return text
}
