package reports

import (
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/solver"
)

func TestMarkdownGolden(t *testing.T) {
	golden(t, "optimal.md", written(t, Markdown, []*solver.Result{samples(t)["optimal"]}, MarkdownOptions{}))
	golden(t, "picture.md", written(t, Markdown, []*solver.Result{samples(t)["optimal"]}, MarkdownOptions{Image: "a strip.svg", Title: "Four moves"}))
	golden(t, "three.md", written(t, Markdown, []*solver.Result{stored(t, "star-31.json"), pegResult(t), samples(t)["impossible"]}, MarkdownOptions{Title: "Three", Diagrams: NoDiagrams}))
}

// With the escaped signs taken out nothing is left that could be markup, so no
// text of a result is.
func TestMarkdownEscapes(t *testing.T) {
	escaped := regexp.MustCompile(`\\.`)
	for _, text := range append(hostile, "a | b\n# c\r\n- d", "`x` **b** __c__ ~~d~~ $e$ [f](g) ![h](i) <j>", "https://k.invalid www.l.invalid WWW.m.invalid", "\x1b[31m\u202e", `\\|`) {
		got := plainMarkdown(text)
		rest := escaped.ReplaceAllString(got, "")
		if strings.ContainsAny(rest, "\\`*_[]<>#|~&$!{}\n\r\x1b\u202e") || strings.Contains(rest, "://") || strings.Contains(strings.ToLower(rest), "www.") {
			t.Errorf("%q becomes %q", text, got)
		}
		if back := regexp.MustCompile(`\\(.)`).ReplaceAllString(got, "$1"); back != strings.TrimSpace(legible(text)) {
			t.Errorf("%q reads as %q", text, back)
		}
	}
	r := hostileResult(t)
	text := written(t, Markdown, []*solver.Result{r}, MarkdownOptions{Title: hostile[0]})
	for line := range strings.SplitSeq(text, "\n") {
		if strings.HasPrefix(line, "|") && strings.Count(escaped.ReplaceAllString(line, ""), "|") != 3 {
			t.Errorf("a row of other than two cells: %s", line)
		}
	}
	for image, want := range map[string]string{
		"a.svg":                  "a.svg",
		"dir/b c.svg":            "dir/b%20c.svg",
		"x>)[y](<javascript:z":   "x%3E%29[y]%28%3Cjavascript:z",
		"\x1b\n|\u00e9":          "%1B%0A%7C%C3%A9",
		"https://h.invalid/?a=b": "https://h.invalid/?a=b",
	} {
		if got := imageAddress(image); got != want {
			t.Errorf("%q becomes %q, want %q", image, got, want)
		}
	}
}

func TestMarkdownDiagrams(t *testing.T) {
	r := stored(t, "star-31.json")
	five, many := 5, 32
	for _, c := range []struct {
		o      MarkdownOptions
		fences int
		has    string
	}{
		{MarkdownOptions{}, 4, "after move 31"},
		{MarkdownOptions{Diagrams: AllDiagrams}, 4, "after move 17"},
		{MarkdownOptions{Diagrams: NoDiagrams}, 2, " 31  f12-g13"},
		{MarkdownOptions{Move: &five}, 4, "after move 5\n"},
		{MarkdownOptions{Image: "x.svg"}, 2, "](<x.svg>)"},
	} {
		text := written(t, Markdown, []*solver.Result{r}, c.o)
		if strings.Count(text, "```") != c.fences || !strings.Contains(text, c.has) {
			t.Errorf("%+v:\n%s", c.o, text)
		}
	}
	if err := Markdown(io.Discard, []*solver.Result{r}, MarkdownOptions{Move: &many}); !errors.Is(err, ErrMove) {
		t.Errorf("move 32: %v", err)
	}
	if err := Markdown(io.Discard, []*solver.Result{r, r}, MarkdownOptions{Image: "x"}); !errors.Is(err, ErrImage) {
		t.Errorf("one picture for two: %v", err)
	}
}
