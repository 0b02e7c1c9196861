package reports

import (
	"flag"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/solver"
)

var shots = flag.String("shots", "", "a directory for pictures of the pages that the browser test opens")

// stored reads a result of testdata, one that this program has found: what it
// claims is taken over as proven.
func stored(t testing.TB, name string) *solver.Result {
	t.Helper()
	text := positiontest.Must(t, os.ReadFile, filepath.Join("testdata", name))
	r := positiontest.Must(t, ParseJSON, text)
	c := r.Claim
	r.Lower, r.Proof, r.Solutions, r.Claim = c.Lower, c.Proof, c.Solutions, nil
	if r.Line != nil && r.Lower == r.Upper {
		r.Status = solver.Optimal
	}
	return r
}

// pageOf writes a page into a file and returns its address.
func pageOf(t testing.TB, results []*solver.Result, o HTMLOptions) string {
	t.Helper()
	out := written(t, HTML, results, o)
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, []byte(out), 0o600); err != nil {
		t.Fatal(err)
	}
	return "file://" + file
}

// menShown reads the position that the page shows from where its men stand.
const menShown = `[...document.querySelectorAll("article:not(.away) .man")].filter(m => m.getAttribute("visibility") !== "hidden")
	.map(m => m.getAttribute("transform"))`

// shows checks that the page shows the position after n moves of the result.
func shows(t *testing.T, b *browser, r *solver.Result, n int) {
	t.Helper()
	var got, want []string
	b.eval(menShown, &got)
	cv := newCanvas(r.Puzzle.Board)
	for _, c := range r.Puzzle.After(r.Line, n).Cells() {
		want = append(want, fmt.Sprintf("translate(%d %d)", cv.spots[c].X, cv.spots[c].Y))
	}
	slices.Sort(got)
	slices.Sort(want)
	for i := range got {
		got[i] = strings.ReplaceAll(got[i], ",", " ")
	}
	if !slices.Equal(got, want) {
		t.Fatalf("%s after %d moves: men at\n%v, want\n%v", heading(r.Puzzle), n, got, want)
	}
	const here = `document.querySelector("article:not(.away) `
	for selector, want := range map[string]string{
		`.now").textContent`:    spoken(r, n),
		`.men-on").textContent`: menOn(r.Puzzle.Board, r.Puzzle.After(r.Line, n)),
		`.count").textContent`:  fmt.Sprintf("%d / %d", n, len(r.Line)),
		`.slider").value`:       fmt.Sprint(n),
	} {
		if got := b.text(here + selector); got != want {
			t.Fatalf("after %d moves %s is %q, want %q", n, selector, got, want)
		}
	}
	heads := cv.marksAt(r, n).Heads
	if got := b.text(here + `.heads").getAttribute("d")`); got != heads {
		t.Fatalf("after %d moves the arrows are %q, want %q", n, got, heads)
	}
	current := b.text(`[...document.querySelectorAll("article:not(.away) [aria-current=step]")].map(e => e.dataset.move).join()`)
	if want := fmt.Sprint(n); current != want && (n > 0 || current != "") {
		t.Fatalf("after %d moves the list marks move %q", n, current)
	}
}

// quiet checks that the page has complained of nothing and asked for nothing.
func quiet(t *testing.T, b *browser, address string) {
	t.Helper()
	if c := b.complaints(); len(c) > 0 {
		t.Errorf("the console of %s says %s", address, strings.Join(c, "\n"))
	}
	for _, r := range b.requests() {
		if u, err := url.Parse(r); err != nil || u.Scheme != "data" && r != address {
			t.Errorf("the page asked for %s", r)
		}
	}
}

// TestPageInBrowser opens pages in a real browser and uses them as a person
// does. It is skipped where there is none; frames_test.go and html_test.go check
// all that Go works out for the page in any case.
func TestPageInBrowser(t *testing.T) {
	b := startBrowser(t)
	b.run(t, "star", testStarInBrowser)
	b.run(t, "several", testSeveralInBrowser)
	b.run(t, "play", testPlayInBrowser)
	b.run(t, "hostile", testHostileInBrowser)
	b.run(t, "phone", testPhoneInBrowser)
	b.run(t, "names", testNamesInBrowser)
	b.run(t, "no script", testNoScriptInBrowser)
	b.run(t, "pictures", testPicturesInBrowser)
}

// The line of 31 moves for 15 men, step by step to the goal and back.
func testStarInBrowser(t *testing.T, b *browser) {
	r := stored(t, "star-31.json")
	if len(r.Line) != 31 {
		t.Fatalf("a line of %d moves", len(r.Line))
	}
	address := pageOf(t, []*solver.Result{r}, HTMLOptions{})
	b.view(1280, 900, "light", true)
	b.open(address)
	shows(t, b, r, 0)
	for n := range r.Line {
		b.press("ArrowRight")
		shows(t, b, r, n+1)
	}
	shown := b.text(`document.querySelector(".men-on").textContent`)
	if want := menOn(r.Puzzle.Board, r.Puzzle.Goal); shown != want {
		t.Errorf("the men end on %s, the goal is %s", shown, want)
	}
	b.press("ArrowRight") // there is no more
	shows(t, b, r, 31)
	for _, use := range []struct {
		do   func()
		want int
	}{
		{func() { b.press("ArrowLeft") }, 30},
		{func() { b.press("Home") }, 0},
		{func() { b.press("ArrowLeft") }, 0},
		{func() { b.press("End") }, 31},
		{func() { b.click(`[data-go=back]`) }, 30},
		{func() { b.click(`[data-go=next]`) }, 31},
		{func() { b.click(`[data-go=first]`) }, 0},
		{func() { b.click(`[data-go=last]`) }, 31},
		{func() { b.click(`[data-move="7"]`) }, 7},
		{func() { b.eval(`document.querySelector("[data-move='20']").focus()`, nil); b.press("Enter") }, 20},
		{func() { b.eval(`document.querySelector(".slider").focus()`, nil); b.press("ArrowRight") }, 21},
		{func() { b.press("Home") }, 0},
		{func() { b.press("End") }, 31},
	} {
		use.do()
		shows(t, b, r, use.want)
	}
	b.click(".show-trails")
	var all string
	for n := range r.Line {
		all += newCanvas(r.Puzzle.Board).marksAt(r, n+1).Shaft
	}
	if got := b.text(`document.querySelector(".trails").getAttribute("d")`); got != all {
		t.Errorf("all ways are %.80s, want %.80s", got, all)
	}
	quiet(t, b, address)
	// It is printed on white paper, also for those who read it in the dark.
	b.eval(`document.documentElement.dataset.theme = "dark"`, nil)
	b.call("Emulation.setEmulatedMedia", arguments{"media": "print"}, nil)
	if got := b.text(`[document.documentElement, document.querySelector("article")].map(e => getComputedStyle(e).backgroundColor).join("; ")`); got != "rgb(255, 255, 255); rgb(255, 255, 255)" {
		t.Errorf("it is printed on %s", got)
	}
	b.call("Emulation.setEmulatedMedia", arguments{"media": ""}, nil)
}

// Several puzzles share a page: the address says which is shown, and keys go to
// that one.
func testSeveralInBrowser(t *testing.T, b *browser) {
	results := []*solver.Result{stored(t, "solo-18.json"), stored(t, "square-43.json"), samples(t)["unknown"], retour(t)}
	address := pageOf(t, results, HTMLOptions{Title: "Four"})
	b.view(1280, 900, "light", true)
	b.open(address)
	for i, r := range results {
		choose(t, b, i+1)
		if r.Line == nil {
			b.press("ArrowRight") // nothing to step through
			continue
		}
		for n := range r.Line {
			b.press("ArrowRight")
			shows(t, b, r, n+1)
		}
		b.press("Home")
		shows(t, b, r, 0)
		b.press("End")
		shows(t, b, r, len(r.Line))
	}
	b.open(address + "#puzzle-2")
	if got := b.text(`document.querySelector("article:not(.away)").id`); got != "puzzle-2" {
		t.Errorf("the address opens %s", got)
	}
	b.open(address + "#puzzle-99")
	b.eval(`location.hash = "#%22]"`, nil)
	if got := b.text(`document.querySelector("article:not(.away)").id`); got != "puzzle-1" && got != "puzzle-2" {
		t.Errorf("the address opens %s", got)
	}
	if c := b.complaints(); len(c) > 0 {
		t.Errorf("the console says %s", strings.Join(c, "\n"))
	}
}

// choose follows the link to a puzzle.
func choose(t *testing.T, b *browser, number int) {
	t.Helper()
	b.click(fmt.Sprintf(`nav li:nth-child(%d) a`, number))
	waitFor(t, func() bool {
		return b.text(`[...document.querySelectorAll("article:not(.away)")].map(a => a.id).join()`) == fmt.Sprintf("puzzle-%d", number)
	})
}

// Space plays to the end, men travel unless the reader wants calm, and Space
// stops.
func testPlayInBrowser(t *testing.T, b *browser) {
	r := stored(t, "star-31.json")
	address := pageOf(t, []*solver.Result{r}, HTMLOptions{Move: 30})
	for _, calm := range []bool{true, false} {
		b.view(1280, 900, "dark", calm)
		b.open(address)
		shows(t, b, r, 30)
		b.eval(`(() => { window.travels = 0; const animate = Element.prototype.animate;
			Element.prototype.animate = function (...a) { window.travels++; return animate.apply(this, a); }; })()`, nil)
		b.press(" ")
		if got := b.text(`document.querySelector(".play").getAttribute("aria-label")`); got != "Pause (space)" {
			t.Errorf("while it plays the button is %q", got)
		}
		waitFor(t, func() bool { return b.text(`document.querySelector(".slider").value`) == "31" })
		if got := b.text(`String(window.travels)`); (got == "0") != calm {
			t.Errorf("calm %v: %s men travel", calm, got)
		}
		shows(t, b, r, 31)
		if got := b.text(`document.querySelector(".play").getAttribute("aria-label")`); got != "Play (space)" {
			t.Errorf("at the end the button is %q", got)
		}
	}
	b.press(" ") // from the start again
	waitFor(t, func() bool { return b.text(`document.querySelector(".slider").value`) == "1" })
	b.press(" ")
	shows(t, b, r, 1)
	time.Sleep(1500 * time.Millisecond)
	shows(t, b, r, 1)

	was := b.text(`getComputedStyle(document.documentElement).backgroundColor`)
	b.click("#theme")
	if got := b.text(`getComputedStyle(document.documentElement).backgroundColor`); got == was {
		t.Errorf("the background stays %s", was)
	}
	if got := b.text(`document.getElementById("theme").getAttribute("aria-pressed")`); got != "false" {
		t.Errorf("light after dark: pressed is %s", got)
	}
	b.eval(`localStorage.clear()`, nil)
	quiet(t, b, address)
}

func waitFor(t *testing.T, done func() bool) {
	t.Helper()
	for range 400 {
		if done() {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("waited in vain")
}

// Texts from outside are shown, and do nothing.
func testHostileInBrowser(t *testing.T, b *browser) {
	r := hostileResult(t)
	address := pageOf(t, []*solver.Result{r, r}, HTMLOptions{Title: hostile[0]})
	b.view(1280, 900, "light", true)
	b.open(address)
	b.press("End")
	if got := b.text(`String(window.hacked)`); got != "undefined" {
		t.Errorf("a text was run: %s", got)
	}
	if got := b.text(`["script:not([type])", "img", "iframe", "a:not(nav a)", "form", "object", "base", "[onerror]", "[onload]", "[style]"]
		.map(s => document.querySelectorAll(s).length).join()`); got != "1,0,0,0,0,0,0,0,0,0" {
		t.Errorf("elements that the texts made: %s", got)
	}
	shown := b.text(`document.querySelector("article").textContent + document.title`)
	for _, text := range hostile {
		if want := strings.Join(strings.Fields(legible(text)), " "); !strings.Contains(strings.Join(strings.Fields(shown), " "), want) {
			t.Errorf("%q is not shown", want)
		}
	}
	quiet(t, b, address)
	// Even markup that got in could not run: the policy forbids it.
	b.eval(`document.body.insertAdjacentHTML("beforeend", "<img src=x onerror='window.hacked = 1'>")`, nil)
	b.eval(`(() => { const s = document.createElement("script"); s.textContent = "window.hacked = 2"; document.body.append(s); })()`, nil)
	b.eval(`fetch("https://example.invalid/").catch(() => 0).then(() => 1)`, nil)
	if got := b.text(`String(window.hacked)`); got != "undefined" {
		t.Errorf("the policy let a script run: %s", got)
	}
	blocked := strings.Count(strings.Join(b.complaints(), "\n"), "Content Security Policy")
	if blocked < 3 {
		t.Errorf("the policy stopped %d of 3 things", blocked)
	}
}

// retour is the solution of solo read backwards.
func retour(t testing.TB) *solver.Result {
	t.Helper()
	solo := stored(t, "solo-18.json")
	p := *solo.Puzzle
	p.Game, p.Army, p.Start, p.Goal = "retour", "1", p.Goal, p.Start
	r := &solver.Result{Puzzle: &p, Status: solver.Optimal, Lower: 18, Upper: 18, Moves: 18, Hops: 31, Proof: "solo read backwards"}
	for _, path := range slices.Backward(solo.Line) {
		back := slices.Clone(path)
		slices.Reverse(back)
		r.Line = append(r.Line, back)
	}
	return r
}
