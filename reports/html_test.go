package reports

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"regexp"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/verify"
	"github.com/halma-solve/halma-solve/solver"
)

// hostile are texts that would be markup if anybody let them.
var hostile = []string{
	`</title></script><script>window.hacked = 1</script>`,
	`<img src=x onerror="window.hacked = 1">`,
	`"><svg onload=window.hacked=1> ' onfocus='window.hacked=1' autofocus x='`,
	`{{.Policy}} ]]> --> <!-- <style>*{display:none}</style> &lt;b&gt; javascript:window.hacked=1`,
	`</dd><base href="https://example.invalid/"><iframe src=javascript:window.hacked=1>`,
}

// hostileResult has such a text in every field that is free.
func hostileResult(t testing.TB) *solver.Result {
	r := *samples(t)["optimal"]
	p := *r.Puzzle
	r.Puzzle, p.Name = &p, strings.Join(hostile, " ")
	r.Proof, r.Interrupted = hostile[1], hostile[2]
	r.Stats = solver.Stats{Expanded: 1, Phases: []solver.Phase{{Name: hostile[3], Outcome: hostile[4], Layers: []solver.LayerStats{{Cuts: []solver.Cut{{Bound: hostile[4], Count: 1}}}}}}}
	return &r
}

// everyPage are results of every kind.
func everyPage(t testing.TB) []*solver.Result {
	return []*solver.Result{
		stored(t, "star-31.json"), stored(t, "square-43.json"), stored(t, "rhombus-17.json"), stored(t, "solo-18.json"),
		retour(t), pegResult(t), samples(t)["unknown"], samples(t)["impossible"], hostileResult(t),
	}
}

// The policy names just the style and the script that are in the page.
func TestPolicyNamesWhatIsThere(t *testing.T) {
	text := written(t, HTML, everyPage(t), HTMLOptions{})
	policy := html.UnescapeString(inside(t, text, `http-equiv="Content-Security-Policy" content="`, `"`))
	for _, part := range []struct{ directive, begin, end string }{
		{"script-src ", "<script>", "</script>"},
		{"style-src ", "<style>", "</style>"},
	} {
		sum := sha256.Sum256([]byte(inside(t, text, part.begin, part.end)))
		want := part.directive + "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "';"
		if !strings.Contains(policy, want) {
			t.Errorf("the policy %q lacks %q", policy, want)
		}
		if strings.Count(text, part.begin) != 1 {
			t.Errorf("%d times %s", strings.Count(text, part.begin), part.begin)
		}
	}
	if !strings.HasPrefix(policy, "default-src 'none';") || strings.Contains(policy, "unsafe") {
		t.Errorf("the policy is %q", policy)
	}
}

func inside(t *testing.T, text, begin, end string) string {
	t.Helper()
	_, rest, ok := strings.Cut(text, begin)
	inner, _, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatalf("no %s…%s", begin, end)
	}
	return inner
}

// The page needs nothing else: no address, but the name of the SVG format.
func TestPageIsSelfContained(t *testing.T) {
	text := written(t, HTML, everyPage(t)[:8], HTMLOptions{})
	text = strings.ReplaceAll(text, "xmlns='http://www.w3.org/2000/svg'", "")
	text = strings.ReplaceAll(text, "ObjectURL(", "") // of what the page itself has made
	if m := regexp.MustCompile(`(?i)https?:|//[a-z]+\.|url\(|@import|\bsrc=|<link [^>]*href="[^d#]`).FindString(text); m != "" {
		t.Errorf("the page has %q", m)
	}
}

// The data of the script are the positions of the line.
func TestPageHasThePositions(t *testing.T) {
	for _, r := range everyPage(t) {
		text := written(t, HTML, []*solver.Result{r}, HTMLOptions{})
		if len(r.Line) == 0 {
			if strings.Contains(text, `class="line"`) || strings.Contains(text, `class="slider"`) {
				t.Errorf("%s: a player without a line", heading(r.Puzzle))
			}
			continue
		}
		var p player
		if err := json.Unmarshal([]byte(inside(t, text, `<script type="application/json" class="line">`, "</script>")), &p); err != nil {
			t.Fatalf("%s: %v", heading(r.Puzzle), err)
		}
		for n, f := range p.Frames {
			var men positions.Bits
			for _, c := range f.Men {
				if c != positions.NoCell {
					men = men.With(c)
				}
			}
			if men != r.Puzzle.After(r.Line, n) {
				t.Errorf("%s: frame %d is another position", heading(r.Puzzle), n)
			}
		}
		if n := strings.Count(text, "data-move="); n != len(r.Line) {
			t.Errorf("%s: %d of %d moves in the list", heading(r.Puzzle), n, len(r.Line))
		}
		for _, at := range []int{0, 1, len(r.Line), len(r.Line) + 5} {
			text := written(t, HTML, []*solver.Result{r}, HTMLOptions{Move: at})
			at = min(at, len(r.Line))
			if !strings.Contains(text, fmt.Sprintf(`data-at="%d"`, at)) || !strings.Contains(text, html.EscapeString(spoken(r, at))) {
				t.Errorf("%s: the page does not open at %d", heading(r.Puzzle), at)
			}
			shown := strings.Count(text, `<g class="man`) - strings.Count(text, `visibility="hidden"`)
			if want := r.Puzzle.After(r.Line, at).Len(); shown != want {
				t.Errorf("%s: %d men drawn after %d moves, want %d", heading(r.Puzzle), shown, at, want)
			}
		}
	}
}

// No text of a result gets into the page as markup. What a browser makes of it
// is looked at in browser_test.go.
func TestPageEscapes(t *testing.T) {
	r := hostileResult(t)
	plain := *samples(t)["optimal"]
	plain.Proof, plain.Interrupted, plain.Stats = "x", "x", solver.Stats{Expanded: 1, Phases: []solver.Phase{{Name: "x", Outcome: "x", Layers: []solver.LayerStats{{Cuts: []solver.Cut{{Bound: "x", Count: 1}}}}}}}
	tags := regexp.MustCompile(`<[a-zA-Z/!][^>]*>`)
	shape := func(r *solver.Result, title string) string {
		text := written(t, HTML, []*solver.Result{r, r}, HTMLOptions{Title: title})
		return strings.Join(tags.FindAllString(text, -1), "\n")
	}
	if shape(r, hostile[0]) != shape(&plain, "x") {
		t.Error("the texts change the tags of the page")
	}
	text := written(t, HTML, []*solver.Result{r}, HTMLOptions{Title: hostile[0]})
	for _, h := range append(hostile, "<img", "<base", "<iframe", "onerror=\"") {
		if strings.Contains(text, h) {
			t.Errorf("the page has %q", h)
		}
	}
	r.Proof = "a\x1b[31mb\u202ec\x00d"
	if text := written(t, HTML, []*solver.Result{r}, HTMLOptions{}); strings.ContainsAny(text, "\x1b\u202e\x00") {
		t.Error("control characters get into the page")
	}
}

func TestPageOptions(t *testing.T) {
	r := samples(t)["optimal"]
	one := []*solver.Result{r}
	if a, b := written(t, HTML, one, HTMLOptions{}), written(t, HTML, one, HTMLOptions{Theme: AutoTheme}); a != b || strings.Contains(a, "<html lang=\"en\" data-theme") {
		t.Error("the usual theme is not auto, or pages differ")
	}
	if !strings.Contains(written(t, HTML, one, HTMLOptions{Theme: DarkTheme}), `<html lang="en" data-theme="dark">`) {
		t.Error("no dark page")
	}
	if text := written(t, HTML, one, HTMLOptions{}); strings.Contains(text, "<nav") || strings.Count(text, "<h1") != 1 || !strings.Contains(text, "<title>"+heading(r.Puzzle)+"</title>") {
		t.Error("a page of one result needs a heading and no navigation")
	}
	if text := written(t, HTML, []*solver.Result{r, r}, HTMLOptions{}); !strings.Contains(text, "<nav") || strings.Count(text, "<h1") != 1 || !strings.Contains(text, "<title>2 puzzles</title>") {
		t.Error("a page of two results needs a heading and a navigation")
	}
}

// Lines that are not legal or too long are not drawn, in no form.
func TestOnlyLegalLinesAreDrawn(t *testing.T) {
	star := positiontest.Must(t, puzzles.Highscore, puzzles.Options{})
	unfinished := found(star, walk(star, 10, 1), 1)
	offBoard := found(star, puzzles.Line{{3, 200}}, 1)
	nobody := found(star, puzzles.Line{{60, 61}}, 1)
	long := *samples(t)["optimal"]
	for range MaxDrawnMoves {
		long.Line = append(long.Line, long.Line[0])
	}
	for name, c := range map[string]struct {
		r       *solver.Result
		tooLong bool
	}{"unfinished": {unfinished, false}, "off the board": {offBoard, false}, "nobody there": {nobody, false}, "long": {&long, true}} {
		var out bytes.Buffer
		for form, err := range map[string]error{
			"HTML":     HTML(&out, []*solver.Result{c.r}, HTMLOptions{}),
			"SVG":      SVG(&out, c.r, SVGOptions{}),
			"Markdown": Markdown(&out, []*solver.Result{c.r}, MarkdownOptions{}),
		} {
			var illegal *verify.Illegal
			if c.tooLong != errors.Is(err, ErrTooLong) || c.tooLong == errors.As(err, &illegal) || out.Len() > 0 {
				t.Errorf("%s, %s: %v and %d bytes", name, form, err, out.Len())
			}
		}
	}
	r := samples(t)["optimal"]
	for form, err := range map[string]error{
		"HTML":     HTML(full{}, []*solver.Result{r}, HTMLOptions{}),
		"SVG":      SVG(full{}, r, SVGOptions{}),
		"Markdown": Markdown(full{}, []*solver.Result{r}, MarkdownOptions{}),
	} {
		if !errors.Is(err, errFull) {
			t.Errorf("%s on a full disk: %v", form, err)
		}
	}
}

// Pages of one puzzle stay small.
func TestPageIsSmall(t *testing.T) {
	for _, r := range everyPage(t) {
		if n := len(written(t, HTML, []*solver.Result{r}, HTMLOptions{})); n > 120_000 {
			t.Errorf("%s: %d bytes", heading(r.Puzzle), n)
		}
	}
}
