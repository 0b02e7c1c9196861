package reports

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/solver"
)

// On a phone nothing is wider than the screen, and what is touched is large.
func testPhoneInBrowser(t *testing.T, b *browser) {
	for _, file := range []string{"star-31.json", "square-43.json", "solo-18.json"} {
		r := stored(t, file)
		address := pageOf(t, []*solver.Result{r}, HTMLOptions{Move: 9})
		for _, scheme := range schemes() {
			b.view(390, 844, scheme, true)
			b.open(address)
			if got := b.text(`String(document.scrollingElement.scrollWidth)`); got != "390" {
				t.Errorf("%s is %s pixels wide on a phone of 390", file, got)
			}
			if got := b.text(`[...document.querySelectorAll("button, .slider, .legend label")].filter(e => {
				const r = e.getBoundingClientRect(); return r.width < 24 || r.height < 24; }).map(e => e.outerHTML).join()`); got != "" {
				t.Errorf("too small to touch: %s", got)
			}
			quiet(t, b, address)
			photograph(b, strings.TrimSuffix(file, ".json")+"-phone-"+scheme, true)
		}
		if *shots != "" {
			for _, scheme := range schemes() {
				b.view(1280, 900, scheme, true)
				b.open(address)
				photograph(b, strings.TrimSuffix(file, ".json")+"-"+scheme, false)
			}
		}
	}
	all := []*solver.Result{
		stored(t, "star-31.json"), stored(t, "rhombus-17.json"), stored(t, "solo-18.json"), retour(t),
		samples(t)["unknown"], samples(t)["impossible"], pegResult(t), samples(t)["optimal"],
	}
	b.view(390, 844, "light", true)
	b.open(pageOf(t, all, HTMLOptions{}))
	if got := b.text(`String(document.scrollingElement.scrollWidth)`); got != "390" {
		t.Errorf("the page of several is %s pixels wide on a phone of 390", got)
	}
	photograph(b, "several-phone", false)
	b.view(1280, 1400, "light", true)
	for i := range all {
		choose(t, b, i+1)
		b.press("ArrowRight")
		b.eval(`document.querySelector("article:not(.away) .show-names").click()`, nil)
		photograph(b, fmt.Sprintf("several-%d", i+1), false)
	}
}

// schemes are the colours in which a page is laid out: both where pictures are wanted,
// else one, for sizes do not depend on them.
func schemes() []string {
	if *shots != "" {
		return []string{"light", "dark"}
	}
	return []string{"light"}
}

// photograph saves a picture if somebody wants to look at them.
func photograph(b *browser, name string, whole bool) {
	if *shots != "" {
		b.shoot(filepath.Join(*shots, name+".png"), whole)
	}
}

// rolesIn counts what is on a page by its role for who has it read aloud, and fails
// if something has no name whose role needs one.
func rolesIn(t *testing.T, b *browser, named ...string) map[string]int {
	t.Helper()
	type value struct{ Value any }
	var tree struct {
		Nodes []struct {
			Ignored    bool
			Role, Name value
		}
	}
	b.call("Accessibility.getFullAXTree", nil, &tree)
	roles := make(map[string]int)
	for _, n := range tree.Nodes {
		if n.Ignored {
			continue
		}
		role, _ := n.Role.Value.(string)
		roles[role]++
		if name, _ := n.Name.Value.(string); strings.TrimSpace(name) == "" && slices.Contains(named, role) {
			t.Errorf("a %s without a name", role)
		}
	}
	return roles
}

// Everything that can be operated has a name that can be read aloud, the board
// has one, too, and Tab reaches the controls.
func testNamesInBrowser(t *testing.T, b *browser) {
	b.view(1280, 900, "light", true)
	b.open(pageOf(t, []*solver.Result{stored(t, "star-31.json"), stored(t, "solo-18.json")}, HTMLOptions{}))
	roles := rolesIn(t, b, "button", "slider", "checkbox", "link", "img", "image", "navigation", "article", "heading")
	for role, least := range map[string]int{"button": 31 + 5 + 1, "slider": 1, "link": 2, "navigation": 1, "main": 1, "heading": 4, "article": 1} {
		if roles[role] < least {
			t.Errorf("%d of the role %s, want %d", roles[role], role, least)
		}
	}
	b.press("Tab")
	if got := b.text(`document.activeElement.id`); got != "theme" {
		t.Errorf("Tab goes to %q first", got)
	}
	if got := b.text(`getComputedStyle(document.activeElement).outlineStyle`); got == "none" {
		t.Error("the focus cannot be seen")
	}
	seen := ""
	for range 12 {
		b.press("Tab")
		seen += b.text(`document.activeElement.dataset.go || document.activeElement.className`) + " "
	}
	for _, want := range []string{"slider", "first", "back", "play", "next", "last", "show-names"} {
		if !strings.Contains(seen, want) {
			t.Errorf("Tab does not reach %s, only %s", want, seen)
		}
	}
}

// Without script the page still shows the position, the moves and the facts.
func testNoScriptInBrowser(t *testing.T, b *browser) {
	r := stored(t, "star-31.json")
	address := pageOf(t, []*solver.Result{r}, HTMLOptions{Move: 31})
	b.call("Emulation.setScriptExecutionDisabled", arguments{"value": true}, nil)
	b.open(address)
	b.call("Emulation.setScriptExecutionDisabled", arguments{"value": false}, nil)
	shown := b.text(`document.body.innerText`)
	for _, want := range []string{spoken(r, 31), Headline(r), r.Puzzle.Board.FormatPath(r.Line[30])} {
		if !strings.Contains(shown, want) {
			t.Errorf("without script %q is not shown", want)
		}
	}
	if got := b.text(`String([...document.querySelectorAll(".script-only")].filter(e => e.offsetParent).length)`); got != "0" {
		t.Errorf("%s controls are there that do nothing", got)
	}
	var men []string
	b.eval(menShown, &men)
	if len(men) != r.Puzzle.Men() {
		t.Errorf("%d men", len(men))
	}
	photograph(b, "no-script", false)
}

// Pictures are well-formed and have the size they say.
func testPicturesInBrowser(t *testing.T, b *browser) {
	last := 18
	for name, o := range map[string]SVGOptions{
		"strip": {}, "key": {Diagrams: KeyDiagrams}, "end": {Move: &last}, "dark": {Move: &last, Theme: DarkTheme},
	} {
		for _, file := range []string{"star-31.json", "solo-18.json", "square-43.json"} {
			out := written(t, SVG, stored(t, file), o)
			path := filepath.Join(t.TempDir(), "picture.svg")
			if err := os.WriteFile(path, []byte(out), 0o600); err != nil {
				t.Fatal(err)
			}
			b.view(1600, 1100, "light", true)
			b.open("file://" + path)
			if got := b.text(`document.documentElement.nodeName + document.querySelectorAll("parsererror").length`); got != "svg0" {
				t.Errorf("%s %s is %s", file, name, got)
			}
			quiet(t, b, "file://"+path)
			photograph(b, "svg-"+name+"-"+strings.TrimSuffix(file, ".json"), false)
		}
	}
}
