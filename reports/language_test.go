package reports

import (
	"io/fs"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

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
	for _, dir := range []string{".", "page"} {
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
				collect(text, `\.say\("([^"]*)"`)
				collect(text, `\badd\("([^"]{12,})"`)
			case strings.HasSuffix(path, ".html"):
				collect(text, `\{\{-?t "([^"]*)"`)
				collect(text, `\{\{t "([^"]*)"`)
			case strings.HasSuffix(path, ".js"):
				collect(text, `[^\w.]t\("([^"]*)"`)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, word := range spokenWords {
		said[word] = true
	}
	return said
}

// Every language has a text for all that pages say, with the same values in it, and for
// nothing else.
func TestLanguagesAreWhole(t *testing.T) {
	said := saidTexts(t)
	if len(said) < 200 {
		t.Fatalf("only %d texts are said", len(said))
	}
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
		}
		for text, e := range words {
			if !said[text] {
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
	if got := German.word("leicht"); got != "leicht" {
		t.Errorf("a word that is no key becomes %q", got)
	}
	if got := German.word("Solutions"); got != "Solutions" { // a level of this name is a user's
		t.Errorf("a user's word becomes %q", got)
	}
}

// Pages and sheets are in one language: no text of theirs is left in English.
func TestPagesInLanguages(t *testing.T) {
	list := aBook(t, 12)
	for _, l := range Languages()[1:] {
		for name, text := range map[string]string{
			"sheet": written(t, Sheet, list, SheetOptions{Language: l}),
			"page":  written(t, HTML, []*solver.Result{stored(t, "star-31.json"), stored(t, "solo-18.json")}, HTMLOptions{Language: l}),
		} {
			if !strings.Contains(text, `<html lang="`+string(l)+`"`) {
				t.Errorf("%s: the %s does not say its language", l, name)
			}
			text = regexp.MustCompile(`(?s)<dt>[^<]*</dt><dd>complete search.*?</dd>`).ReplaceAllString(text, "") // proofs are in English,
			text = regexp.MustCompile(`(?s)<table>.*?</table>`).ReplaceAllString(text, "")                        // and phases of searches
			shown := regexp.MustCompile(`(?s)<script.*?</script>|<style.*?</style>|<[^>]*>`).ReplaceAllString(text, "\n")
			for _, english := range []string{"Solutions", "moves", " man ", "Copy a link", "What is known", "Show the", "Leave one", "neighbouring empty", "steps to", "jumps over"} {
				if strings.Contains(shown, english) && !(l == French && english == "Solutions") {
					i := strings.Index(shown, english)
					t.Errorf("%s: the %s says %q", l, name, shown[max(0, i-60):min(len(shown), i+60)])
				}
			}
		}
	}
}
