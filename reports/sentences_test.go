package reports

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/atlas"
	"github.com/halma-solve/halma-solve/puzzles/duel"
	"github.com/halma-solve/halma-solve/solver"
)

// isSentence reports whether a text is one of sentences, and what stands in it, too.
func isSentence(text string) bool {
	return slices.ContainsFunc(shapes(), func(s shape) bool { return s.like.MatchString(text) })
}

// Whatever the sources say of bounds and of lines is among the sentences: each of their
// texts of several words is a part of one.
func TestSentencesAreThose(t *testing.T) {
	all := strings.Join(sentences, "\n")
	literal := regexp.MustCompile(`"((?:[^"\\]|\\.)*)"`)
	for _, source := range []struct {
		files string
		lines *regexp.Regexp
		least int // so many texts are found
	}{
		{"../solver/*/*.go", regexp.MustCompile(`Deny\(|Raise\(|Explain\(|[pP]roofOf\w+ +=|midst|parity|too few`), 8},
		{"../solver/internal/*/*.go", regexp.MustCompile(`Deny\(|Raise\(|Explain\(|ProofOf\w+ +=|: proof:|even without|no line of %d|found none of|the least number of`), 10},
		{"../puzzles/verify/*.go", regexp.MustCompile(`^\s+(return|reason =) `), 25},
		{"../puzzles/contest/*.go", regexp.MustCompile(`Summary:|(return|turns :=) .*(together|forces|hold him|home"|wins|turns of all)`), 15},
		{"../reports/[cd][ou][ne]*.go", regexp.MustCompile(`return (winner|fmt.Sprintf\(|text \+ fmt.Sprintf\()?"(the %s side|not settled|the first side|the second side|\+0|%\+d)`), 5},
		{"../puzzles/submission/chain_pegs.go", regexp.MustCompile(`return dst, `), 2},
	} {
		files, err := filepath.Glob(source.files)
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(string(text)) {
				if strings.HasSuffix(file, "_test.go") || strings.HasSuffix(file, "illegal.go") || strings.Contains(line, "Errorf(") || !source.lines.MatchString(line) {
					continue
				}
				for _, m := range literal.FindAllStringSubmatch(line, -1) {
					text := strings.NewReplacer("%d %s", "%d moves", "of %s that", "of moves that", "ends%s found", "ends found", "%s; of the", "; of the", "%s; a line", "; a line", "the %s side", "%s", "%+d: ", "", "%+d is", "%s is", "from %+d to %+d", "from %s to %s", "the %s is", "%s is", "than the %s, which", "than %s, which",
						"the first and the %s player", "the %s and the %s player", "in %d turns of all players", "in %s", "the first side, which", "%s, which", "the second side wins by", "%s wins by", "turns, the first is", "turns, %s is").Replace(strings.TrimSpace(m[1]))
					if strings.Count(text, " ") < 2 || strings.HasPrefix(text, "%w") {
						continue
					}
					found++
					if !strings.Contains(all, text) {
						t.Errorf("%s: %q is no sentence that pages know", file, text)
					}
				}
			}
		}
		if found < source.least {
			t.Errorf("%s: only %d texts", source.files, found)
		}
	}
	for _, rules := range duel.AllRules() {
		if len(onOneLine(rules.Play)) < longText {
			t.Errorf("%s: its rules are too short to be looked up: %q", rules, rules.Play)
		}
		if !isSentence(rules.Words) {
			t.Errorf("%s: %q is no sentence that pages know", rules, rules.Words)
		}
	}
}

// What the atlas says is said in every language, and what searches say of themselves.
func TestSentencesAreSaid(t *testing.T) {
	said := map[string]bool{}
	for _, e := range atlas.Entries() {
		said[e.Proof] = true
	}
	square := puzzles.Options{Shape: positions.Square, Size: 4, Army: "3"}
	hops := square
	hops.Count = positions.Hops
	for _, p := range []*puzzles.Puzzle{
		positiontest.Must(t, puzzles.Highscore, square), positiontest.Must(t, puzzles.Treffhalma, hops),
		positiontest.Must(t, puzzles.Connection, puzzles.Options{Size: 2}),
		positiontest.Must(t, puzzles.Solo, puzzles.Options{Shape: positions.Triangle, Size: 4, From: "a2", To: puzzles.AnyHole}),
	} {
		r, err := solver.Solve(t.Context(), p, solver.Options{Workers: 1, Layers: true})
		if err != nil {
			t.Fatal(err)
		}
		said[r.Proof] = true
		for _, phase := range r.Stats.Phases {
			said[phase.Name], said[phase.Outcome] = true, true
			for _, layer := range phase.Layers {
				for _, cut := range layer.Cuts {
					said[cut.Bound] = true
				}
			}
		}
	}
	delete(said, "")
	if len(said) < 40 {
		t.Errorf("only %d texts", len(said))
	}
	for text := range said {
		if !isSentence(text) {
			t.Errorf("%q is no sentence that pages know", text)
		}
		for _, l := range Languages()[1:] {
			if strings.Count(text, " ") > 3 && l.sentence(text) == text {
				t.Errorf("%s: %q stays", l, text)
			}
		}
	}
}

// Values keep their places, sentences within sentences are said, too, and what nobody
// of us has said stays as it is.
func TestSentences(t *testing.T) {
	for text, want := range map[string]string{
		"even without the mark: complete breadth-first search":        "auch ohne die Markierung: vollständige Breitensuche",
		"every line is one on the star 4 (121 holes); there: a proof": "jeder Weg ist auch einer auf dem größeren Brett (Stern 4 (121 Löcher)); dort: a proof",
		"refute 25-26 (free)":                                            "Widerlegung von 25-26 (frei)",
		"13428122 positions are on a line":                               "13.428.122 Stellungen liegen auf einem Weg",
		"there is no man on a1, and no chain of jumps leads from a to b": "auf a1 steht kein Stein, und keine Sprungfolge führt von a nach b",
		"my own proof": "my own proof",
	} {
		if got := German.sentence(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
		if got := English.sentence(text); got != text {
			t.Errorf("%q becomes %q in English", text, got)
		}
	}
	for text, want := range map[string]string{
		"shortest, square 5×5, 3 (6 men), free rules, short jumps, counted in moves": "Kürzestes Spiel, Quadrat 5×5, je 3 Steine, freie Regeln, kurze Sprünge, gezählt in Zügen",
		"shortest, square 5×5, 1 (2 men)":                                            "Kürzestes Spiel, Quadrat 5×5, je 1 Stein",
		"shortest, square 5×5, 6 men, free rules":                                    "Kürzestes Spiel, Quadrat 5×5, je 3 Steine, freie Regeln", // on the way
		"shortest, square 9×9, block2x2 (8 men)":                                     "Kürzestes Spiel, Quadrat 9×9, block2x2 (je 4 Steine)",
		"shortest, x": "Kürzestes Spiel, x",
	} {
		if got := German.puzzleName(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
	if got, want := English.puzzleName("shortest, square 5×5, 3 (6 men), free rules"), "shortest, square 5×5, 3 men a side, free rules"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := German.puzzleName("solo, wiegleb"); got != "Solitär, Wieglebs Kreuz" {
		t.Errorf("%q", got)
	}
	if got, want := German.puzzleName("solo, english cross (33 holes), 6 directions, 32 men, counted in moves"), "Solitär, englisches Kreuz (33 Löcher), 6 Richtungen, 32 Steine, gezählt in Zügen"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
