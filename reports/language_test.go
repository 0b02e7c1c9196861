package reports

import (
	"html"
	"io"
	"io/fs"
	"maps"
	"math/big"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles/atlas"
	"github.com/halma-solve/halma-solve/puzzles/contest"
	"github.com/halma-solve/halma-solve/puzzles/duel"
	"github.com/halma-solve/halma-solve/solver"
)

// saidTexts are the texts that the sources of pages say: in Go, in templates, in scripts.
func saidTexts(t *testing.T) map[string]bool {
	t.Helper()
	said := make(map[string]bool)
	collect := func(text, pattern string) {
		for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
			said[m[1]] = true
		}
	}
	for _, dir := range []string{".", "page", "site", "site/page"} {
		err := fs.WalkDir(os.DirFS(dir), ".", func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() && path != "." {
				if e.IsDir() {
					return fs.SkipDir
				}
				return err
			}
			if e.IsDir() || strings.HasSuffix(path, "_test.go") {
				return nil
			}
			data, err := os.ReadFile(dir + "/" + path)
			if err != nil {
				return err
			}
			switch text := string(data); {
			case strings.HasSuffix(path, ".go"):
				collect(text, `\.[sS]ay\("([^"]*)"`)
				collect(text, `\badd\("([^"]{12,})"`)
			case strings.HasSuffix(path, ".html"):
				collect(text, `\{\{-?t "([^"]*)"`)
				collect(text, `\{\{t "([^"]*)"`)
			case strings.HasSuffix(path, ".js"):
				collect(text, spokenByScript.String())
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, word := range slices.Concat(spokenWords, sentences) {
		said[word] = true
	}
	return said
}

// howToPlay are the rules of games for two and more as pages tell them.
func howToPlay() map[string]bool {
	told := make(map[string]bool)
	for _, rules := range duel.AllRules() {
		told[onOneLine(rules.Play)] = true
	}
	for _, kind := range contest.Kinds() {
		told[onOneLine(kind.Text)] = true
	}
	return told
}

// Every language has a text for all that pages say, with the same values in it, and for
// nothing else.
func TestLanguagesAreWhole(t *testing.T) {
	said := saidTexts(t)
	if len(said) < 200 {
		t.Fatalf("only %d texts are said", len(said))
	}
	// Rules that were changed lately may wait for their texts, two at the most: pages leave
	// them out meanwhile.
	told, waiting := howToPlay(), 2
	values := regexp.MustCompile(`%[a-z]|%\.1f|\{\d\}`)
	// In a script values have numbers and may stand in any order.
	ordered := func(text string) []string {
		list := values.FindAllString(text, -1)
		if strings.Contains(text, "{0}") {
			slices.Sort(list)
		}
		return list
	}
	for _, l := range Languages() {
		words, err := wordsOf(l)
		if err != nil {
			t.Fatal(err)
		}
		if l != English {
			for _, text := range slices.Sorted(maps.Keys(said)) {
				if words[text].other == "" {
					t.Errorf("%s: %q is not translated", l, text)
				}
			}
			var missing []string
			for text := range told {
				if words[text].other == "" {
					missing = append(missing, text)
				}
			}
			if len(missing) > waiting {
				t.Errorf("%s: how these are played is not translated: %q", l, missing)
			}
		}
		for text, e := range words {
			if !said[text] && !told[text] && len(text) < longText {
				t.Errorf("%s: nobody says %q", l, text)
			}
			for _, form := range []string{e.one, e.other} {
				if form != "" && !slices.Equal(ordered(form), ordered(text)) {
					t.Errorf("%s: %q has other values than %q", l, form, text)
				}
			}
		}
	}
}

// Numbers choose between one and more, also where a language counts 0 with 1.
func TestLanguagesCount(t *testing.T) {
	for _, c := range []struct {
		l    Language
		n    int
		want string
	}{
		{"", 1, "1 move"},
		{English, 27, "27 moves"},
		{German, 1, "1 Zug"},
		{German, 2, "2 Züge"},
		{French, 1, "1 coup"},
		{French, 3, "3 coups"},
		{Spanish, 1, "1 jugada"},
		{Italian, 5, "5 mosse"},
		{Dutch, 0, "0 zetten"},
	} {
		if got := c.l.moves(c.n); got != c.want {
			t.Errorf("%s: %q, want %q", c.l, got, c.want)
		}
	}
	for l, want := range map[Language]string{English: "1,234.5 · 9.2 s", German: "1.234,5 · 9,2 s"} {
		if got := l.decimal(1234.5) + " · " + l.decimals("9.2 s"); got != want {
			t.Errorf("%s: %q, want %q", l, got, want)
		}
	}
	if got := German.word("leicht"); got != "leicht" {
		t.Errorf("a word that is no key becomes %q", got)
	}
	if got := German.word("Solutions"); got != "Solutions" { // a level of this name is a user's
		t.Errorf("a user's word becomes %q", got)
	}
}

// fragmentsOf are what is said in English, cut at its values: whole texts, and parts of
// several words of those with values.
func fragmentsOf(said map[string]bool) (whole map[string]bool, parts []string) {
	whole = make(map[string]bool)
	value := regexp.MustCompile(`%[a-z]|%\.1f|\{\d\}`)
	for text := range said {
		if !value.MatchString(text) {
			whole[text] = true
		}
		for _, part := range value.Split(text, -1) {
			if part = strings.Trim(part, " ,;:.()"); strings.Count(part, " ") > 1 {
				parts = append(parts, part)
			}
		}
	}
	return whole, parts
}

// shownOn are the texts that a page shows or has read aloud, and what its script says.
func shownOn(page string) []string {
	page = regexp.MustCompile(`(?s)<script>.*?</script>|<style.*?</style>`).ReplaceAllString(page, "\n")
	var spoken strings.Builder
	for _, m := range regexp.MustCompile(`(?:aria-label|title)="([^"]*)"|"text":"([^"]*)"`).FindAllStringSubmatch(page, -1) {
		spoken.WriteString(m[1] + m[2] + "\n")
	}
	page = regexp.MustCompile(`(?s)<script.*?</script>`).ReplaceAllString(page, "\n")
	text := html.UnescapeString(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(page, "\n") + spoken.String())
	var list []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			list = append(list, line)
		}
	}
	return list
}

// Pages and sheets are in one language: no text of theirs is left in English. They have
// every kind of result, an analysis, games for two under all rules, verdicts, the atlas.
func TestPagesInLanguages(t *testing.T) {
	said := saidTexts(t)
	whole, parts := fragmentsOf(said)
	book, lost := aBook(t, 12), wasted(t)
	results := []*solver.Result{stored(t, "star-31.json"), stored(t, "solo-18.json"), ResultOf(lost)}
	for _, name := range slices.Sorted(maps.Keys(samples(t))) {
		r := samples(t)[name]
		if Drawable(r) != nil {
			continue
		}
		r.Proof = "complete breadth-first search" // not words of the test
		results = append(results, r)
		claim := r.AsClaim()
		claim.Solutions = &solver.Solutions{Sequences: big.NewInt(1234), UpToSymmetry: big.NewInt(617)}
		results = append(results, claim)
	}
	options := HTMLOptions{Analyses: map[*solver.Result]*solver.Analysis{results[2]: lost}}
	for _, rules := range duel.AllRules() {
		if rules.Limit == nil {
			options.Duels = append(options.Duels, smallDuel(t, rules))
		}
	}
	options.Duels[0].FromFile = true
	for _, c := range smallGames {
		d, _ := smallContest(t, c.name, c.options)
		options.Contests = append(options.Contests, d)
	}
	for _, c := range smallDice {
		d, _ := smallChances(t, c.name, c.options)
		options.Chances = append(options.Chances, d)
	}
	verdicts := positiontest.Must(t, ParseVerdicts, []byte(verdictLines+
		`{"number":7,"puzzle":"highscore, star 4 (121 holes), 15 men, booklet rules, short jumps, counted in hops","status":"unfinished","reason":"the men do not fill the goal: missing on a1, b2"}`))
	entries := slices.DeleteFunc(slices.Clone(atlas.Entries()), func(e *atlas.Entry) bool { return e.Size > 4 || e.Directions > 0 })
	for _, l := range Languages()[1:] {
		words, err := wordsOf(l)
		if err != nil {
			t.Fatal(err)
		}
		var own strings.Builder // what the language says may be English, too
		for _, e := range words {
			own.WriteString(e.one + "\n" + e.other + "\n")
		}
		options.Language = l
		var proven strings.Builder
		if err := AtlasHTML(&proven, entries, atlas.Duels(), l); err != nil {
			t.Fatal(err)
		}
		for name, text := range map[string]string{
			"sheet":    written(t, Sheet, book, SheetOptions{Language: l}),
			"page":     written(t, HTML, results, options),
			"verdicts": written(t, func(w io.Writer, p *VerdictPage, o HTMLOptions) error { return p.HTML(w, o) }, verdicts, options),
			"atlas":    proven.String(),
		} {
			if !strings.Contains(text, `<html lang="`+string(l)+`"`) {
				t.Errorf("%s: the %s does not say its language", l, name)
			}
			if i := strings.IndexRune(text, unicode.ReplacementChar); i >= 0 {
				t.Errorf("%s: the %s has lost a letter in %q", l, name, text[max(0, i-60):min(len(text), i+60)])
			}
			for _, line := range shownOn(text) {
				if whole[line] && !strings.Contains(own.String(), "\n"+line+"\n") {
					t.Errorf("%s: the %s says %q", l, name, line)
				}
				for _, part := range parts {
					if strings.Contains(line, part) && !strings.Contains(own.String(), part) {
						t.Errorf("%s: the %s says %q in %q", l, name, part, line)
					}
				}
			}
		}
	}
}
