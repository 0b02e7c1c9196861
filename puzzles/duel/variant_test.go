package duel

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
)

func TestVariants(t *testing.T) {
	for text, want := range map[string]string{
		"paper":                                     "paper",
		"farben":                                    "farben",
		"farben:dark=even":                          "farben",
		"farben:dark=odd":                           "farben:dark=odd",
		"farben:free-courts=all:dark=odd":           "farben:dark=odd:free-courts=all",
		"farben:dark=odd:dark=even":                 "farben",
		"farben:free-courts=goal:dark=odd":          "farben:dark=odd",
		"farben:free-courts=all:dark=even:dark=odd": "farben:dark=odd:free-courts=all",
	} {
		r := positiontest.Must(t, ParseRules, text)
		again := positiontest.Must(t, ParseRules, r.String())
		if r.String() != want || again.String() != want || (r == r.Base()) == strings.Contains(want, ":") {
			t.Errorf("%s is %s, then %s; want %s", text, r, again, want)
		}
	}
	for text, message := range map[string]string{
		"chess":               "unknown rules",
		"online:clear-by=0":   "from 1 to 500",
		"online:clear-by=050": "from 1 to 500",
		"guard:guards=2":      "unknown reading",
		"farben:":             "no variant",
		"farben:dark":         "unknown reading",
		"farben:dark=":        "unknown reading",
		"farben:dark=Odd":     "unknown reading",
		"farben:lightest=odd": "no variant",
		"farben:dark=odd:":    "no variant",
		"paper:dark=odd":      "have no variants",
	} {
		if _, err := ParseRules(text); err == nil || !strings.Contains(err.Error(), message) {
			t.Errorf("%q: %v, want %q", text, err, message)
		}
	}
}

// TestVariantsAreOtherGames: none can be taken for another.
func TestVariantsAreOtherGames(t *testing.T) {
	seen := make(map[[32]byte]string)
	for _, name := range []string{"farben", "farben:dark=odd", "farben:free-courts=all", "farben:dark=odd:free-courts=all", "farben-simple"} {
		g := game(t, positions.Square, 4, 3, positiontest.Must(t, ParseRules, name))
		if !strings.Contains(g.String(), name+" rules") {
			t.Errorf("%s is called %s", name, g)
		}
		if other, ok := seen[g.Fingerprint()]; ok {
			t.Errorf("%s has the fingerprint of %s", name, other)
		}
		seen[g.Fingerprint()] = name
	}
}

// The help explains each game in six lines.
func TestRulesAreToldInFewLines(t *testing.T) {
	for _, r := range AllRules() {
		lines := strings.Split(r.Play, "\n")
		for _, line := range lines {
			if utf8.RuneCountInString(line) > 76 {
				t.Errorf("%s: %q is too long a line for the help", r, line)
			}
		}
		if len(lines) > 6 {
			t.Errorf("%s is explained in %d lines, six are enough", r, len(lines))
		}
	}
}
