package site

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/reports/internal/solvedtest"
)

// serving answers on a free port until stop is called, which returns when all is over.
func serving(t *testing.T, h http.Handler) (address string, stop func()) {
	t.Helper()
	on, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- Serve(ctx, on, h, nil, slog.New(slog.DiscardHandler)) }()
	stop = func() {
		cancel()
		if ended != nil {
			if err := <-ended; err != nil {
				t.Error(err)
			}
		}
		ended = nil
	}
	t.Cleanup(stop)
	return on.Addr().String(), stop
}

// TestEnd has the server end while a request is at work: that is answered, and no
// new one is.
func TestEnd(t *testing.T) {
	entered, go_on := make(chan struct{}), make(chan struct{})
	address, stop := serving(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		close(entered)
		<-go_on
		_, _ = io.WriteString(w, "done")
	}))
	answer := make(chan string, 1)
	go func() {
		r, err := http.Get("http://" + address)
		if err != nil {
			answer <- err.Error()
			return
		}
		defer r.Body.Close()
		text, _ := io.ReadAll(r.Body)
		answer <- string(text)
	}()
	<-entered
	stopped := make(chan struct{})
	go func() { stop(); close(stopped) }()
	for {
		c, err := net.Dial("tcp", address)
		if err != nil {
			break // nobody listens any more
		}
		_ = c.Close()
	}
	close(go_on)
	if text := <-answer; text != "done" {
		t.Error(text)
	}
	<-stopped
	http.DefaultClient.CloseIdleConnections()
}

// TestRawRequests sends what no browser would.
func TestRawRequests(t *testing.T) {
	s, _ := newSite(t, t.TempDir(), Options{Limits: Limits{Body: 1 << 10}})
	address, _ := serving(t, s)
	post := "POST /api/verify HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
	for _, x := range []struct{ text, want string }{
		{"GET /../../etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n", "HTTP/1.1 307"},
		{"GET /puzzles/%2e%2e%2f%2e%2e%2fetc HTTP/1.1\r\nHost: x\r\n\r\n", "HTTP/1.1 404"},
		{"GET /puzzles/star1%00 HTTP/1.1\r\nHost: x\r\n\r\n", "HTTP/1.1 404"},
		{"GET /puzzles/\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n", "HTTP/1.1 404"},
		{"GET /healthz HTTP/1.1\r\nHost: x\r\nX: " + strings.Repeat("x", 1<<16) + "\r\n\r\n", "HTTP/1.1 431"},
		{"GET /healthz HTTP/1.1\r\n\r\n", "HTTP/1.1 400"},
		{"nonsense\r\n\r\n", "HTTP/1.1 400"},
		{"TRACE /api/verify HTTP/1.1\r\nHost: x\r\n\r\n", "HTTP/1.1 405"},
		{post + "Content-Length: 99999999999\r\n\r\n{", "HTTP/1.1 413"},
		{post + "Transfer-Encoding: chunked\r\n\r\n1000\r\n" + strings.Repeat(" ", 1<<12) + "\r\n0\r\n\r\n", "HTTP/1.1 413"},
		{post + "Content-Length: 3\r\n\r\n{\xff}", "HTTP/1.1 400"},
		{post + "Origin: https://elsewhere.example\r\nContent-Length: 2\r\n\r\n{}", "HTTP/1.1 403"},
		{post + "Sec-Fetch-Site: cross-site\r\nContent-Length: 2\r\n\r\n{}", "HTTP/1.1 403"},
	} {
		c, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		_, err = io.WriteString(c, x.text)
		line, readErr := bufio.NewReader(c).ReadString('\n')
		if !strings.HasPrefix(line, x.want) {
			t.Errorf("%.120q: %q %v %v", x.text, line, err, readErr)
		}
		_ = c.Close()
	}
}

// TestHalfRequests goes away in the middle of requests: the server goes on, and
// nothing is left of them (TestMain looks for goroutines).
func TestHalfRequests(t *testing.T) {
	s, _ := newSite(t, t.TempDir(), Options{})
	address, stop := serving(t, s)
	for _, text := range []string{
		"GET /hea", "POST /api/verify HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
		"POST /api/verify HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-ndjson\r\nContent-Length: 100\r\n\r\n[]\n",
	} {
		for range 20 {
			c, err := net.Dial("tcp", address)
			if err != nil {
				t.Fatal(err)
			}
			_, _ = io.WriteString(c, text)
			_ = c.Close()
		}
	}
	r, err := http.Get("http://" + address + "/healthz")
	if err != nil || r.StatusCode != http.StatusOK {
		t.Fatal(r, err)
	}
	_ = r.Body.Close()
	http.DefaultClient.CloseIdleConnections()
	stop()
	if n := len(s.guard.together); n != 0 {
		t.Errorf("%d requests are still at work", n)
	}
}

// TestSlowBody sends a body too slowly: the time for a request ends it.
func TestSlowBody(t *testing.T) {
	s, _ := newSite(t, "", Options{})
	server := httptest.NewUnstartedServer(s)
	server.Config = Server(s, slog.New(slog.DiscardHandler))
	server.Config.ReadTimeout = 200 * time.Millisecond
	server.Start()
	defer server.Close()
	c, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	fmt.Fprintf(c, "POST /api/verify HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{")
	line, err := bufio.NewReader(c).ReadString('\n')
	if err != nil || !strings.HasPrefix(line, "HTTP/1.1 408") {
		t.Error(line, err)
	}
}

// TestRateAndNumber sends more than one address may, one after the other and at once.
func TestRateAndNumber(t *testing.T) {
	s, _ := newSite(t, "", Options{Limits: Limits{Rate: 1e-6, Burst: 3}})
	codes := map[int]int{}
	for range 5 {
		w := ask("/healthz").of(s)
		codes[w.Code]++
		if w.Code != http.StatusOK && w.Header().Get("Retry-After") == "" {
			t.Error("nobody is told when to come again")
		}
	}
	if codes[200] != 3 || codes[429] != 2 {
		t.Error(codes)
	}
	g := newGuard(Limits{PerAddress: 2, Together: 3, Rate: -1, Batches: 1}.orDefault(), true)
	enter := func(from string) error {
		r := httptest.NewRequest("GET", "/", nil)
		r.Header.Add("X-Forwarded-For", "9.9.9.9, "+from)
		_, err := g.enter(r)
		return err
	}
	for i, x := range []struct {
		from string
		want string
	}{{"2001:db8::1", ""}, {"2001:db8::ffff", ""}, {"2001:db8:0:0:1::", "too-many"}, {"2001:db8:0:1::", ""}, {"1.2.3.4", "busy"}} {
		err := enter(x.from)
		var p *problem
		if errors.As(err, &p) != (x.want != "") || p != nil && !strings.HasSuffix(p.Type, x.want) {
			t.Errorf("%d: %s: %v", i, x.from, err)
		}
	}
}

// TestManyAddresses has more addresses ask than are remembered.
func TestManyAddresses(t *testing.T) {
	g := newGuard(Limits{}.orDefault(), true)
	for i := range mostVisitors + 500 {
		r := httptest.NewRequest("GET", "/", nil)
		r.Header.Set("X-Forwarded-For", fmt.Sprintf("10.%d.%d.%d", i>>16, i>>8&255, i&255))
		if leave, err := g.enter(r); err == nil {
			leave()
		}
	}
	if n := len(g.visitors); n > mostVisitors+1 {
		t.Errorf("%d addresses are remembered", n)
	}
}

func TestHeaders(t *testing.T) {
	s, _ := newSite(t, t.TempDir(), Options{})
	for _, path := range []string{"/", "/sets/1", "/puzzles/star1", "/puzzles/star1/ranking", "/api/puzzles", "/none", "/openapi.json"} {
		w := ask(path).of(s)
		h := w.Header()
		if h.Get("Set-Cookie") != "" || h.Get("X-Content-Type-Options") != "nosniff" || !strings.Contains(h.Get("Content-Security-Policy"), "frame-ancestors 'none'") {
			t.Errorf("%s: %v", path, h)
		}
		if body := w.Body.String(); strings.Contains(h.Get("Content-Type"), "html") && !strings.Contains(path, "star1") && strings.Contains(body, "<script") {
			t.Errorf("%s has a script", path)
		}
	}
}

// TestPage asks for the page of a puzzle with and without compression, and again.
func TestPage(t *testing.T) {
	sets, err := Atlas()
	if err != nil {
		t.Fatal(err)
	}
	s, _ := newSite(t, "", Options{Sets: sets})
	for _, name := range []string{"highscore-star4-15-free-moves-short", "highscore-square16-19-booklet-moves-short", "solo-english-d4-d4-moves"} {
		path := "/puzzles/" + name
		plain := ask(path).of(s)
		r := httptest.NewRequest("GET", path, nil)
		r.Header.Set("Accept-Encoding", "br, gzip")
		packed := httptest.NewRecorder()
		s.ServeHTTP(packed, r)
		const most = 120 << 10
		if plain.Code != 200 || packed.Header().Get("Content-Encoding") != "gzip" || packed.Body.Len() > most || !strings.Contains(plain.Body.String(), "Play it yourself") {
			t.Errorf("%s: %d, %d bytes packed, %d plain", name, plain.Code, packed.Body.Len(), plain.Body.Len())
		}
		r.Header.Set("If-None-Match", packed.Header().Get("ETag"))
		again := httptest.NewRecorder()
		if s.ServeHTTP(again, r); again.Code != http.StatusNotModified || again.Body.Len() > 0 {
			t.Errorf("%s again: %d", name, again.Code)
		}
		t.Logf("%s: %d bytes, packed %d", name, plain.Body.Len(), packed.Body.Len())
	}
}

// TestTablebasePages: the page of a tablebase may ask this server and nobody else, what
// it asks is answered with all turns, and other pages may ask nobody.
func TestTablebasePages(t *testing.T) {
	s, _ := newSite(t, "", Options{Tablebases: []Tablebase{Race("tiny & small", solvedtest.Race(t)), Contest("tippy", solvedtest.Contest(t, "tippy", map[string]string{"size": "3", "men": "1"}))}})
	index := ask("/").must(t, s, 200, nil)
	for name, address := range map[string]string{"tiny & small": "tiny%20&amp;%20small", "tippy": "tippy"} {
		if !strings.Contains(index, `href="tablebases/`+address+`"`) {
			t.Errorf("the index does not lead to %s:\n%s", name, index)
		}
		page := ask("/tablebases/"+url.PathEscape(name)).must(t, s, 200, nil)
		if !strings.Contains(page, "connect-src &#39;self&#39;") || strings.Count(page, "connect-src") != 1 {
			t.Errorf("the policy of the page of %s is another", name)
		}
		asks := regexp.MustCompile(`"probe":"\.\.(/api/probe\?tablebase=[^"]*)"`).FindStringSubmatch(page)
		if asks == nil {
			t.Fatalf("the page of %s asks nobody", name)
		}
		var answer reports.Probe
		ask(asks[1]+"&turns=all&position=").must(t, s, 200, &answer)
		if answer.ProbedTurns == nil || len(answer.Choices) == 0 || len(answer.Men) != 2 {
			t.Errorf("%s is answered with %+v", name, answer)
		}
		var next reports.Probe
		ask(asks[1]+"&position="+url.QueryEscape(answer.Choices[0].After)).must(t, s, 200, &next)
		if next.ProbedTurns != nil || next.Position != answer.Choices[0].After {
			t.Errorf("after %s comes %+v", answer.Choices[0].Turn, next)
		}
	}
	ask("/tablebases/none").must(t, s, 404, nil)
	if page := ask("/puzzles/star1").must(t, s, 200, nil); strings.Contains(page, "connect-src") {
		t.Error("the page of a puzzle may ask somebody")
	}
}

// TestTLS answers over TLS.
func TestTLS(t *testing.T) {
	s, _ := newSite(t, "", Options{})
	other := httptest.NewTLSServer(s) // has a certificate
	defer other.Close()
	on, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		ended <- Serve(ctx, on, s, []tls.Certificate{other.TLS.Certificates[0]}, slog.New(slog.DiscardHandler))
	}()
	client := other.Client()
	_, port, _ := net.SplitHostPort(on.Addr().String())
	r, err := client.Get("https://127.0.0.1:" + port + "/healthz")
	if err != nil || r.StatusCode != http.StatusOK {
		t.Error(r, err)
	} else {
		_ = r.Body.Close()
	}
	client.CloseIdleConnections()
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
