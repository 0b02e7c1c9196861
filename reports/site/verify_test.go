package site

import (
	"fmt"
	"strings"
	"testing"
)

func TestVerifySaysWhatIsTrue(t *testing.T) {
	s, _ := newSite(t, "", Options{})
	description := `{"schema":"halma-solve/puzzle/2","game":"highscore","board":"star","size":1,"men":3,"rules":"free"}`
	for body, want := range map[string]string{
		`{"id":"a","puzzle":"star1","line":` + quoted(shortest) + `}`:              `"status":"solved","moves":4,"hops":6,"goal":true,"lower":4,"upper":4,"above":[0,0]`,
		`{"puzzle":"star1","line":` + quoted(longer) + `}`:                         `"above":[1,1]`,
		`{"puzzle":` + description + `,"line":` + quoted(shortest) + `}`:           `"status":"solved"`,
		`{"puzzle":"star1","line":[["a1","c3"],"b2-b3"]}`:                          `"status":"unfinished"`,
		`{"puzzle":"star1","line":[]}`:                                             `"status":"unfinished","moves":0`,
		`{"puzzle":"star1","line":"a1-a5"}`:                                        `"status":"illegal"`,
		`{"puzzle":"square5","line":"a1-e5"}`:                                      `"status":"illegal"`,
		`{"puzzle":"star1","line":"a1-z5"}`:                                        `problems/unreadable`,
		`{"puzzle":"nothing","line":"a1-a2"}`:                                      `there is no puzzle of this name here`,
		`{"line":"a1-a2"}`:                                                         `it is not said of which puzzle this is a line`,
		`{"puzzle":"star1","line":"` + strings.Repeat("a1-a2 a2-a1 ", 1200) + `"}`: `more than 2000 moves`,
		`{"puzzle":"star1","line":"a1-c3"} {}`:                                     `unexpected`,
		`[[["a1","c3"]]]`:                                                          `of which puzzle`,
		`<script>`:                                                                 `problems/unreadable`,
		``:                                                                         `problems/unreadable`,
	} {
		if got := tell("/api/verify", body).of(s).Body.String(); !strings.Contains(got, want) {
			t.Errorf("%.100s: %s in the place of %s", body, got, want)
		}
	}
}

// TestVerifyKeepsTheOrder sends more lines than go into one batch, some of them
// broken, and counts what comes back.
func TestVerifyKeepsTheOrder(t *testing.T) {
	s, _ := newSite(t, "", Options{})
	const lines = 5000
	var in strings.Builder
	for i := range lines {
		switch i % 5 {
		case 3:
			fmt.Fprintf(&in, "{\"id\":%d,\"line\":\"a1-a5\"}\n", i)
		case 4:
			fmt.Fprintf(&in, "{\"id\":%d,\n", i)
		default:
			fmt.Fprintf(&in, "{\"id\":%d,\"line\":%q}\n", i, shortest)
		}
	}
	out := strings.Split(strings.TrimSpace(stream("/api/verify?puzzle=star1", in.String()).of(s).Body.String()), "\n")
	if len(out) != lines+1 {
		t.Fatalf("%d lines", len(out))
	}
	for i, line := range out[:lines] {
		want := fmt.Sprintf(`{"number":%d,"at":%d,"id":%d,`, i+1, i+1, i)
		if i%5 == 4 {
			want = fmt.Sprintf(`{"number":%d,"at":%d,`, i+1, i+1)
		}
		if !strings.HasPrefix(line, want) {
			t.Fatalf("line %d: %s", i+1, line)
		}
	}
	if want := `"submissions":5000,"solved":3000,"unfinished":0,"illegal":1000,"unreadable":1000}`; !strings.HasSuffix(out[lines], want) {
		t.Error(out[lines])
	}
}

// TestVerifySaysWhereTheStreamBroke sends more than is allowed: what came first is
// answered, and the last line says why there is no more.
func TestVerifySaysWhereTheStreamBroke(t *testing.T) {
	s, _ := newSite(t, "", Options{Limits: Limits{Batch: 1 << 10}})
	body := strings.Repeat(`{"line":`+quoted(shortest)+"}\n", 100)
	out := strings.Split(strings.TrimSpace(stream("/api/verify?puzzle=star1", body).of(s).Body.String()), "\n")
	if n := len(out); n < 10 || !strings.Contains(out[0], `"status":"solved"`) || !strings.Contains(out[n-1], "problems/too-large") {
		t.Errorf("%d lines, the last: %s", n, out[n-1])
	}
}
