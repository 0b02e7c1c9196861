package reports_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/puzzles/contest"
	"github.com/halma-solve/halma-solve/puzzles/contest/tablebase"
	"github.com/halma-solve/halma-solve/reports"
)

// playDice plays a game with dice against a server: first by a seed, whose rolls and turns
// are known here, then with rolls of the reader's choice.
func playDice(t *testing.T, b reports.Browser, file *tablebase.File, address string) {
	b.Open(address)
	b.Click(".match-open")
	settle(b)
	for _, seed := range []uint64{5, 77} {
		said := seeded(b, seed)
		followDice(t, b, file, seed, said)
	}
	b.Photograph("served-dice")
	chooseRolls(t, b, file)
	if said := b.Complaints(); len(said) > 0 {
		t.Errorf("the console says %s", strings.Join(said, "\n"))
	}
}

// seeded begins a game with a seed.
func seeded(b reports.Browser, seed uint64) string {
	b.Eval(fmt.Sprintf(`(() => { const e = document.querySelector(".self [data-see=seed]"); e.value = %d; e.dispatchEvent(new Event("change")); })()`, seed), nil)
	return settle(b)
}

// followDice makes the worst turns of the first side from the list, and best ones as the
// server does for the second, on the page and here.
func followDice(t *testing.T, b reports.Browser, file *tablebase.File, seed uint64, said string) {
	t.Helper()
	g, p := file.Game, file.From
	dice := g.Rules.(contest.Dice)
	answers := ""
	for turn := range 80 {
		rolls, err := g.RolledChoices(file, p)
		if err != nil {
			t.Fatal(err)
		}
		if len(rolls) == 0 {
			want := map[int]string{-1: "you have lost", 0: "a draw", 1: "you have won"}[g.Score(p)*[2]int{1, -1}[p.Turn]]
			if !strings.Contains(said, "The game is over: "+want+".") || !strings.Contains(said, answers) {
				t.Errorf("seed %d: at the end it says %q, want %q and %q", seed, said, want, answers)
			}
			return
		}
		at := contest.Fall(dice.Rolls(), seed, turn)
		name := rolls[at].Roll.Name
		if contest.AlikeChoices(rolls) {
			at, name = 0, ""
		}
		choices := rolls[at].Choices
		if p.Turn == 1 {
			best := word(g.FormatTurn(p, choices[0].After))
			if name != "" {
				best = name + ": " + best
			}
			answers, p = "The server answers "+best, choices[0].After
			continue
		}
		if name != "" && !strings.HasSuffix(said, "You roll "+name+".") || !strings.Contains(said, answers) {
			t.Fatalf("seed %d, turn %d: it says %q, want roll %s and %q", seed, turn, said, name, answers)
		}
		if got := b.Text(`String(document.querySelectorAll(".self .turns [data-turn]").length)`); got != fmt.Sprint(len(choices)) {
			t.Fatalf("seed %d, turn %d: %s turns are listed, not %d", seed, turn, got, len(choices))
		}
		worst := choices[len(choices)-1]
		b.Eval(fmt.Sprintf(`document.querySelectorAll(".self .turns [data-turn]")[%d].click()`, len(choices)-1), nil)
		said = settle(b)
		if name := word(g.FormatTurn(p, worst.After)); !strings.HasPrefix(said, name+" is worth ") {
			t.Fatalf("seed %d: after %s it says %q", seed, name, said)
		}
		answers, p = "", worst.After
	}
	t.Errorf("seed %d: the game does not end", seed)
}

// word is a turn as a page names it.
func word(turn string) string {
	if turn == "pass" || turn == "again" {
		return "a pass"
	}
	return turn
}

// chooseRolls gives both sides their rolls, chooses a man and where one is to come, which
// leaves the turns that do both, and takes a turn back.
func chooseRolls(t *testing.T, b reports.Browser, file *tablebase.File) {
	b.Click(".self [data-see=picks]")
	b.Click(".self [data-act=restart]")
	if got := settle(b); !strings.HasSuffix(got, "Choose a roll: the first side is to move.") {
		t.Fatalf("before the first roll it says %q", got)
	}
	rolls, err := file.Game.RolledChoices(file, file.From)
	if err != nil {
		t.Fatal(err)
	}
	b.Eval(`document.querySelector(".self .rolls").open = true`, nil)
	for i := range rolls { // another one may be chosen as long as no turn is made
		b.Click(fmt.Sprintf(`.self [data-roll="%d"]`, i))
		if got, want := settle(b), "You roll "+rolls[i].Roll.Name+"."; !strings.HasSuffix(got, want) {
			t.Fatalf("it says %q, want %q", got, want)
		}
		if got := b.Text(`String(document.querySelectorAll(".self .turns [data-turn]").length)`); got != fmt.Sprint(len(rolls[i].Choices)) {
			t.Fatalf("roll %s: %s turns are listed, not %d", rolls[i].Roll.Name, got, len(rolls[i].Choices))
		}
	}
	last := rolls[len(rolls)-1]
	chooseMan(t, b, file.Game, file.From, last.Choices)
	b.Eval(`document.querySelector(".self .turns [data-turn]").click()`, nil)
	if got := settle(b); !strings.HasSuffix(got, "Choose a roll: the second side is to move.") {
		t.Fatalf("before the second roll it says %q", got)
	}
	b.Click(`.self [data-roll="0"]`)
	if got := settle(b); !strings.Contains(got, "The server answers "+rolls[0].Roll.Name+": ") || !strings.HasSuffix(got, "Choose a roll: the first side is to move.") {
		t.Fatalf("after the second roll it says %q", got)
	}
	b.Click(".self [data-act=undo]")
	if got := settle(b); got != "Undone. You roll "+last.Roll.Name+"." {
		t.Errorf("after undo it says %q", got)
	}
}

// chooseMan clicks on a man and on a cell, of which there are some such that several turns
// lead from the one to the other.
func chooseMan(t *testing.T, b reports.Browser, g *contest.Game, p contest.Position, choices []contest.ChanceChoice) {
	t.Helper()
	turns := map[[2]string]int{}
	for _, c := range choices {
		left, came := g.Moved(p, c.After)
		for _, from := range g.Board.Names(left) {
			for _, to := range g.Board.Names(came) {
				turns[[2]string{from, to}]++
			}
		}
	}
	for cells, n := range turns {
		if n < 2 || n == len(choices) {
			continue
		}
		b.Click(`.self .man[data-cell="` + cells[0] + `"]`)
		if got := settle(b); !strings.HasPrefix(got, cells[0]+" can go to ") {
			t.Fatalf("the man on %s: %q", cells[0], got)
		}
		b.Click(`.self .target[data-cell="` + cells[1] + `"]`)
		if got := settle(b); !strings.HasPrefix(got, "Several turns lead there") {
			t.Fatalf("from %s to %s: %q", cells[0], cells[1], got)
		}
		if got := b.Text(`String(document.querySelectorAll(".self .turns [data-turn]").length)`); got != fmt.Sprint(n) {
			t.Fatalf("from %s to %s %s turns are listed, not %d", cells[0], cells[1], got, n)
		}
		return
	}
	t.Fatalf("no cells with several turns: %v", turns)
}
