package reports

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions/positiontest"
)

const verdictLines = `{"number":1,"at":1,"id":"ann<b>","puzzle":"one, counted in moves","valid":true,"status":"solved","moves":5,"hops":6,"goal":true,"lower":4,"upper":4,"above":[1,1]}
{"number":2,"at":2,"id":7,"puzzle":"one, counted in moves","valid":true,"status":"solved","moves":4,"hops":9,"goal":true,"lower":4,"upper":4,"above":[0,0]}
{"number":3,"at":3,"id":null,"puzzle":"two, counted in hops","valid":true,"status":"solved","moves":9,"hops":9,"goal":true,"lower":null,"upper":null,"above":[null,null]}
{"number":4,"at":4,"id":"cleo","puzzle":"two, counted in hops","valid":true,"status":"solved","moves":3,"hops":12,"goal":true,"lower":3,"upper":null,"above":[null,9]}
{"number":5,"at":5,"id":"dan","puzzle":"one, counted in moves","valid":false,"status":"illegal","moves":1,"hops":1,"reason":"there is no man on a1","move":2}
{"number":6,"at":6,"id":null,"valid":false,"status":"unreadable","moves":0,"hops":0,"reason":"<img src=x onerror=alert(1)>"}
{"schema":"halma-solve/verdict/2","submissions":6,"solved":4,"unfinished":0,"illegal":1,"unreadable":1}
`

func verdictPage(t *testing.T) string {
	t.Helper()
	p := positiontest.Must(t, ParseVerdicts, []byte(verdictLines))
	var out bytes.Buffer
	if err := p.HTML(&out, HTMLOptions{}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestVerdictPage: the best lines are those that are shortest in what their puzzle
// counts, and no text is markup.
func TestVerdictPage(t *testing.T) {
	text := verdictPage(t)
	for _, want := range []string{
		"4 solved, 1 illegal, 1 unreadable, as the file says",
		"<td>one, counted in moves</td><td>7</td><td>4</td><td>2</td><td>3</td>",
		"<td>two, counted in hops</td><td>number 3</td><td>9</td><td>2</td><td>2</td>",
		`<tr data-status="solved" class="best"><td>2</td><td>7</td>`,
		"<td>1 above the optimum</td>", "<td>optimal</td>", "<td>at most 9 above the optimum</td>", "<td>nothing is proven of the optimum</td>",
		"move 2: there is no man on a1", "ann&lt;b&gt;", "&lt;img src=x",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if n := strings.Count(text, `class="best"`); n != 2 || strings.Contains(text, "<img") {
		t.Errorf("%d best lines; markup: %t", n, strings.Contains(text, "<img"))
	}
}

func TestParseVerdictsRefuses(t *testing.T) {
	for text, message := range map[string]string{
		`{"number": 1, "status": "solved"`:                        "unexpected EOF",
		`{"number": 1, "status": "great"}`:                        `"great" is no status`,
		`{"number": "x", "status": "solved"}`:                     "cannot unmarshal",
		`{"schema": "halma-solve/verdict/2"}`:                     "no verdicts",
		strings.Repeat(`{"status":"solved"}`+"\n", MaxVerdicts+1): "more than 20000",
	} {
		if _, err := ParseVerdicts([]byte(text)); err == nil || !strings.Contains(err.Error(), message) {
			t.Errorf("%.40s: %v, want %s", text, err, message)
		}
	}
}

// The filters of the page, in a real browser.
func TestVerdictPageInBrowser(t *testing.T) {
	b := startBrowser(t)
	file := filepath.Join(t.TempDir(), "verdicts.html")
	if err := os.WriteFile(file, []byte(verdictPage(t)), 0o600); err != nil {
		t.Fatal(err)
	}
	b.run(t, "filters", func(t *testing.T, b *browser) {
		b.view(1100, 700, "light", true)
		b.open("file://" + file)
		const rows = `[...document.querySelectorAll("#rows tbody tr")].filter(r => r.offsetParent).map(r => r.cells[0].textContent).join(" ")`
		for _, step := range []struct{ do, want, shown string }{
			{"", "1 2 3 4 5 6", "6 shown"},
			{`document.querySelector(".filters input[value=solved]").click()`, "5 6", "2 shown"},
			{`find = document.getElementById("find"); find.value = "MAN ON"; find.dispatchEvent(new Event("input"))`, "5", "1 shown"},
			{`document.querySelector(".filters input[value=illegal]").click()`, "", "0 shown"},
		} {
			if step.do != "" {
				b.text(`(() => { ` + step.do + `; return "" })()`)
			}
			if got, shown := b.text(rows), b.text(`document.getElementById("shown").textContent`); got != step.want || shown != step.shown {
				t.Errorf("after %q rows %q (%s), want %q", step.do, got, shown, step.want)
			}
		}
	})
}
