package reports

import (
	"bytes"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/solver"
)

// rendered are all forms of a report.
func rendered(t *testing.T, r *solver.Result) map[string]string {
	t.Helper()
	out := make(map[string]string)
	move := 1
	for form, write := range map[string]func(*bytes.Buffer) error{
		"text":     func(b *bytes.Buffer) error { return Text(b, r, TextOptions{Stats: true, Width: 2000}) },
		"HTML":     func(b *bytes.Buffer) error { return HTML(b, []*solver.Result{r}, HTMLOptions{}) },
		"SVG":      func(b *bytes.Buffer) error { return SVG(b, r, SVGOptions{}) },
		"position": func(b *bytes.Buffer) error { return SVG(b, r, SVGOptions{Move: &move}) },
		"Markdown": func(b *bytes.Buffer) error { return Markdown(b, []*solver.Result{r}, MarkdownOptions{}) },
		"JSON":     func(b *bytes.Buffer) error { return JSON(b, r, JSONOptions{}) },
	} {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatalf("%s: %v", form, err)
		}
		out[form] = b.String()
	}
	return out
}

// No form of a report calls proven what is only claimed, and all do what is.
func TestClaimedIsNotProven(t *testing.T) {
	own := samples(t)["optimal"]
	claim := own.AsClaim()
	for form, text := range rendered(t, claim) {
		for _, lie := range []string{"proven optimal", "both are proven", `"optimal"`, "at least 4 proven"} {
			if strings.Contains(text, lie) {
				t.Errorf("%s says %q of a claim", form, lie)
			}
		}
		if !strings.Contains(text, "claimed") {
			t.Errorf("%s does not call it claimed", form)
		}
	}
	if err := claim.Attach(4, 4, false, "argument only"); err != nil {
		t.Fatal(err)
	}
	for form, text := range rendered(t, claim) {
		if strings.Contains(text, "proven optimal") || form != "JSON" && !strings.Contains(text, "argument only") {
			t.Errorf("%s does not say how far the certificate was checked", form)
		}
	}
	if err := claim.Learn(own, solver.FromCheck); err != nil {
		t.Fatal(err)
	}
	for form, text := range rendered(t, claim) {
		if form != "JSON" && !strings.Contains(text, "proven optimal here") {
			t.Errorf("%s does not say that it is proven", form)
		}
	}
}

// What was a claim stays one when it is written and read again.
func TestClaimedJSON(t *testing.T) {
	first := samples(t)["bounded"].AsClaim()
	out := written(t, JSON, first, JSONOptions{})
	again := positiontest.Must(t, ParseJSON, []byte(out))
	sameResult(t, "again", again, first)
	if again.Claim.Lower != 28 || again.Lower != 1 {
		t.Errorf("claimed %d, proven %d", again.Claim.Lower, again.Lower)
	}
	for change, want := range map[[2]string]string{
		{`"lower": 28,`, `"lower": 32,`}:                        "lower is 32, but the line has 31 moves",
		{`"impossible": false`, `"impossible": true`}:           "impossible, but there is a line",
		{`"impossible": false`, `"impossible": 0`}:              "true or false",
		{`"impossible": false,`, ``}:                            `"impossible" is missing`,
		{`"impossible"`, `"Impossible"`}:                        `unknown field "Impossible"`,
		{`"impossible": false`, `"impossible":false,"lower":1`}: `"lower" comes twice`,
	} {
		text := strings.Replace(out, change[0], change[1], 1)
		if _, err := ParseJSON([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", change[1], err, want)
		}
	}
}
