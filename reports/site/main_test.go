package site

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/cache/files"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

func TestMain(m *testing.M) {
	files.WithoutSync = true
	goleak.VerifyTestMain(m)
}

const (
	star1   = "star1"   // the smallest star, 3 men: 4 moves are proven to be the least
	square5 = "square5" // 6 men on 5×5
	cross   = "cross"   // peg solitaire
)

// shortest is a solution of star1, longer one with a move more.
const (
	shortest = "a1-c3 b2-d2-c4 c2-d4-b4 c3-a5"
	longer   = "a1-c3 b2-d2-c4 c2-d4 d4-b4 c3-a5"
)

func testSets(t testing.TB) []Set {
	t.Helper()
	star, err := puzzles.Highscore(puzzles.Options{Size: 1, Arrival: positions.Free})
	if err != nil {
		t.Fatal(err)
	}
	square, err := puzzles.Highscore(puzzles.Options{Shape: positions.Square, Size: 5, Army: "6", Arrival: positions.Free})
	if err != nil {
		t.Fatal(err)
	}
	solo, err := puzzles.Solo(puzzles.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return []Set{{Name: "small", Puzzles: []Puzzle{{Name: star1, Task: star, Lower: 4, Upper: 4}, {Name: square5, Task: square}}}, {Name: "pegs", Puzzles: []Puzzle{{Name: cross, Task: solo}}}}
}

// journal is what a site has logged.
type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (j *journal) Write(b []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(b)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.String()
}

// newSite makes a site with the test sets, a store in dir unless that is "", and
// without limits of rate unless o has some.
func newSite(t testing.TB, dir string, o Options) (*Site, *journal) {
	t.Helper()
	said := new(journal)
	o.Log = slog.New(slog.NewTextHandler(said, nil))
	if o.Sets == nil {
		o.Sets = testSets(t)
	}
	if o.Limits.Rate == 0 {
		o.Limits.Rate = -1
	}
	if dir != "" {
		store, err := cache.Open(cache.Options{Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		o.Store = store
	}
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { closeSite(t, s) })
	return s, said
}

// closeSite closes a site and its store, so that another one can be made on it.
func closeSite(t testing.TB, s *Site) {
	t.Helper()
	s.Close()
	if s.options.Store != nil {
		if err := s.options.Store.Close(); err != nil {
			t.Error(err)
		}
	}
}

// call is a request and what must come of it.
type call struct {
	method, path, media, body, token string
}

func ask(path string) call          { return call{method: "GET", path: path} }
func tell(path, body string) call   { return call{"POST", path, typeJSON, body, ""} }
func stream(path, body string) call { return call{"POST", path, typeLines, body, ""} }
func hand(id, name, line string) call {
	return tell("/api/puzzles/"+id+"/submissions", named(name, line))
}
func (c call) with(token string) call { c.token = token; return c }
func quoted(text string) string       { b, _ := json.Marshal(text); return string(b) }
func named(nickname, line string) string {
	return `{"nickname":` + quoted(nickname) + `,"line":` + quoted(line) + `}`
}

// of sends a request to a handler.
func (c call) of(h http.Handler) *httptest.ResponseRecorder {
	r := httptest.NewRequest(c.method, "/", strings.NewReader(c.body))
	if u, err := r.URL.Parse(c.path); err == nil {
		r.URL = u
	}
	if c.media != "" {
		r.Header.Set("Content-Type", c.media)
	}
	if c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// must sends a request, checks the status, and reads the JSON of the answer into to.
func (c call) must(t testing.TB, h http.Handler, status int, to any) string {
	t.Helper()
	w := c.of(h)
	text := w.Body.String()
	if w.Code != status {
		t.Fatalf("%s %s %.200s: status %d, not %d: %.500s", c.method, c.path, c.body, w.Code, status, text)
	}
	if to != nil {
		if err := json.Unmarshal([]byte(text), to); err != nil {
			t.Fatalf("%s %s: %v in %.500s", c.method, c.path, err, text)
		}
	}
	return text
}
