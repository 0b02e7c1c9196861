package site

import (
	"net/http/httptest"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/halma-solve/halma-solve/reports/internal/solvedtest"
)

// fuzzedCall hands a fuzzed body to one call. Whatever comes in, the answer is no
// fault of the site, and what it says of itself is true.
func fuzzedCall(f *testing.F, method, path, media string, seeds ...string) {
	f.Helper()
	for _, seed := range seeds {
		f.Add([]byte(seed))
	}
	s, _ := newSite(f, f.TempDir(), Options{Token: testToken, Limits: Limits{HintTime: -1, Together: 1 << 10, PerAddress: 1 << 10}})
	f.Fuzz(func(t *testing.T, body []byte) {
		w := call{method, path, media, string(body), testToken}.of(s)
		sane(t, w)
	})
}

func sane(t *testing.T, w *httptest.ResponseRecorder) {
	t.Helper()
	if w.Code >= 500 && w.Code != 501 && w.Code != 507 {
		t.Errorf("status %d: %s", w.Code, w.Body)
	}
	if !utf8.Valid(w.Body.Bytes()) {
		t.Errorf("no UTF-8: %q", w.Body)
	}
}

func FuzzVerify(f *testing.F) {
	fuzzedCall(f, "POST", "/api/verify?puzzle=star1", typeJSON, quoted(shortest), `[{"line":[]}]`, `{"puzzle":"star1","line":[["a1","c3"]]}`)
}

func FuzzVerifyStream(f *testing.F) {
	fuzzedCall(f, "POST", "/api/verify", typeLines, `{"puzzle":"star1","line":"a1-c3"}`+"\n", "[]\n{}\n")
}

func FuzzSubmission(f *testing.F) {
	fuzzedCall(f, "POST", "/api/puzzles/star1/submissions", typeJSON, named("ann", shortest), named("\u202e", longer), "{}")
}

func FuzzForm(f *testing.F) {
	fuzzedCall(f, "POST", "/puzzles/star1/ranking", typeForm, "nickname=ann&line=a1-c3", "nickname=%ff&line=%00")
}

func FuzzHint(f *testing.F) {
	fuzzedCall(f, "POST", "/api/hint", typeJSON, `{"puzzle":"star1","line":"a1-c3"}`, `{"tablebase":"x","position":"a1/b1/first"}`)
}

func FuzzRestore(f *testing.F) {
	fuzzedCall(f, "POST", "/api/restore", typeLines, `{"nickname":"ann","puzzle":"star1","line":"a1-c3"}`+"\n")
}

// FuzzAddress asks for any address that a request can have.
func FuzzAddress(f *testing.F) {
	for _, seed := range []string{"/", "/sets/2?from=1", "/puzzles/star1", "/puzzles/star1/ranking?limit=2", "/api/puzzles?set=x", "/api/puzzles/star1", "/api/probe?tablebase=tiny&position=a1/b1/first", "/api/probe?tablebase=tiny&turns=all", "/tablebases/tiny", "/schemas/verdict", "/api/puzzles/x/ranking/y", "/../%2e%2e/\x00"} {
		f.Add("GET", seed)
	}
	file := solvedtest.Race(f)
	s, _ := newSite(f, f.TempDir(), Options{Tablebases: []Tablebase{Race("tiny", file)}})
	f.Fuzz(func(t *testing.T, method, path string) {
		if strings.ContainsFunc(method, func(r rune) bool { return r <= ' ' || r >= 0x7f }) || method == "" {
			t.Skip("no method")
		}
		sane(t, call{method: method, path: path}.of(s))
	})
}

// FuzzNickname cleans nicknames: what comes out stays as it is when cleaned again.
func FuzzNickname(f *testing.F) {
	for _, seed := range []string{"ann", " a  b ", "z\u0301\u0301\u0301 \u0301x", "\u202ea", "\xff", "İ"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		clean, err := cleanNickname(text)
		if err != nil {
			return
		}
		if again, err := cleanNickname(clean); again != clean || err != nil || utf8.RuneCountInString(clean) > longestNickname {
			t.Errorf("%q: %q, then %q, %v", text, clean, again, err)
		}
	})
}
