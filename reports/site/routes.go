package site

import (
	"crypto/sha256"
	"crypto/subtle"
	_ "embed"
	"encoding/json"
	"net/http"
	"strings"
)

// route is a call that the site answers.
type route struct {
	name    string // for metrics
	pattern string // of [http.ServeMux]
	token   bool   // for the administrator alone
	answer  func(w http.ResponseWriter, r *http.Request) error
}

// routes lists all calls. Those below /api, and those without a page, are described
// in openapi.json.
func (s *Site) routes() []route {
	return []route{
		{name: "index", pattern: "GET /{$}", answer: s.showIndex},
		{name: "set", pattern: "GET /sets/{set}", answer: s.showSet},
		{name: "page", pattern: "GET /puzzles/{id}", answer: s.showPuzzle},
		{name: "ranking page", pattern: "GET /puzzles/{id}/ranking", answer: s.showRanking},
		{name: "form", pattern: "POST /puzzles/{id}/ranking", answer: s.takeForm},
		{name: "tablebase page", pattern: "GET /tablebases/{name}", answer: s.showTablebase},

		{name: "puzzles", pattern: "GET /api/puzzles", answer: s.listPuzzles},
		{name: "puzzle", pattern: "GET /api/puzzles/{id}", answer: s.tellPuzzle},
		{name: "verify", pattern: "POST /api/verify", answer: s.verify},
		{name: "submission", pattern: "POST /api/puzzles/{id}/submissions", answer: s.takeSubmission},
		{name: "ranking", pattern: "GET /api/puzzles/{id}/ranking", answer: s.tellRanking},
		{name: "hint", pattern: "POST /api/hint", answer: s.hint},
		{name: "probe", pattern: "GET /api/probe", answer: s.probe},

		{name: "remove", pattern: "DELETE /api/puzzles/{id}/ranking/{nickname}", token: true, answer: s.removeLine},
		{name: "backup", pattern: "GET /api/backup", token: true, answer: s.backup},
		{name: "restore", pattern: "POST /api/restore", token: true, answer: s.restore},

		{name: "description", pattern: "GET /openapi.json", answer: s.showDescription},
		{name: "schema", pattern: "GET /schemas/{name}", answer: s.showSchema},
		{name: "health", pattern: "GET /healthz", answer: s.health},
		{name: "metrics", pattern: "GET /metrics", token: s.options.Token != "", answer: s.metrics},
		{name: "nothing", pattern: "/", answer: s.nothing},
	}
}

// route makes the handler of the site.
func (s *Site) route() {
	s.mux = http.NewServeMux()
	for _, to := range s.routes() {
		s.mux.HandleFunc(to.pattern, func(w http.ResponseWriter, r *http.Request) { s.answer(to, w, r) })
	}
	own := http.NewCrossOriginProtection()
	own.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { otherSite.because("").write(w) }))
	checked := own.Handler(s.mux)
	s.handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Content-Security-Policy", apiPolicy)
		checked.ServeHTTP(w, r)
	})
}

// apiPolicy is the security policy of what is no page.
const apiPolicy = "default-src 'none'; frame-ancestors 'none'"

// nothing answers what no other route does.
func (s *Site) nothing(w http.ResponseWriter, r *http.Request) error {
	var allowed []string
	for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodDelete} {
		other := r.Clone(r.Context())
		other.Method = method
		if _, pattern := s.mux.Handler(other); pattern != "/" && pattern != "" {
			allowed = append(allowed, method)
		}
	}
	if len(allowed) == 0 {
		return notFound.because("")
	}
	w.Header().Set("Allow", strings.Join(allowed, ", "))
	return wrongMethod.because("it is %s", strings.Join(allowed, " or "))
}

// admit makes sure that a request is the administrator's.
func (s *Site) admit(r *http.Request) error {
	if s.options.Token == "" {
		return noTokenHere.because("")
	}
	given, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	is, want := sha256.Sum256([]byte(given)), sha256.Sum256([]byte(s.options.Token))
	if !ok || subtle.ConstantTimeCompare(is[:], want[:]) != 1 {
		return noToken.because("send it as \"Authorization: Bearer …\"")
	}
	return nil
}

// puzzleOf is the puzzle that the address of a request names.
func (s *Site) puzzleOf(r *http.Request) (*puzzle, error) {
	name := r.PathValue("id")
	if p := s.catalog.find(name); p != nil {
		return p, nil
	}
	return nil, noPuzzle.because("%.80q is neither ID nor name of one", name)
}

//go:embed openapi.json
var description []byte

// showDescription answers with the description of all calls.
func (s *Site) showDescription(w http.ResponseWriter, r *http.Request) error {
	return write(w, "application/json", description)
}

// writeJSON answers with a value as JSON.
func writeJSON(w http.ResponseWriter, status int, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", typeJSON)
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(append(text, '\n')) // who does not read the answer does not get it
	return nil
}

// write answers with a whole body.
func write(w http.ResponseWriter, media string, body []byte) error {
	h := w.Header()
	h.Set("Content-Type", media)
	h.Set("Cache-Control", "no-store")
	_, _ = w.Write(body) // who does not read the answer does not get it
	return nil
}
