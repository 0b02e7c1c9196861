package site

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/halma-solve/halma-solve/positions"
)

// problem is an error as a client gets it (RFC 9457).
type problem struct {
	Type   string `json:"type"`
	Title  string `json:"title"`
	Status int    `json:"status"`
	Detail string `json:"detail,omitempty"`
	// Line and Column are the place in the body, both from 1.
	Line   int `json:"line,omitempty"`
	Column int `json:"column,omitempty"`
	// Verdict is what the checker says of a line.
	Verdict json.RawMessage `json:"verdict,omitempty"`

	retry int // seconds after which to try again; 0: it makes no sense
}

// Error returns title and detail.
func (p *problem) Error() string {
	if p.Detail == "" {
		return p.Title
	}
	return p.Title + ": " + p.Detail
}

// kind is a sort of problems; its name ends their type.
type kind struct {
	name, title string
	status      int
}

// The problems of this site.
var (
	notFound       = kind{"not-found", "there is nothing here", http.StatusNotFound}
	noPuzzle       = kind{"no-puzzle", "there is no such puzzle", http.StatusNotFound}
	noTablebase    = kind{"no-tablebase", "there is no such tablebase", http.StatusNotFound}
	noNickname     = kind{"no-nickname", "nobody of this name has a line here", http.StatusNotFound}
	wrongMethod    = kind{"method", "this method is not for here", http.StatusMethodNotAllowed}
	wrongMedia     = kind{"media-type", "the body is of another type", http.StatusUnsupportedMediaType}
	wrongQuery     = kind{"query", "the address says something impossible", http.StatusBadRequest}
	unreadable     = kind{"unreadable", "the body cannot be read", http.StatusBadRequest}
	badNickname    = kind{"nickname", "this nickname cannot be used", http.StatusUnprocessableEntity}
	notSolved      = kind{"not-solved", "the line does not solve the puzzle", http.StatusUnprocessableEntity}
	beatsProof     = kind{"beats-proof", "the line is shorter than is proven possible", http.StatusUnprocessableEntity}
	badPosition    = kind{"position", "this is no position of the game", http.StatusUnprocessableEntity}
	tooLarge       = kind{"too-large", "the body is too large", http.StatusRequestEntityTooLarge}
	tooSlow        = kind{"too-slow", "the body did not come in time", http.StatusRequestTimeout}
	tooMany        = kind{"too-many", "too many requests from this address", http.StatusTooManyRequests}
	busy           = kind{"busy", "the server is busy", http.StatusServiceUnavailable}
	closing        = kind{"closing", "the server is about to end", http.StatusServiceUnavailable}
	nothingKept    = kind{"nothing-kept", "this server keeps no lines", http.StatusNotImplemented}
	full           = kind{"full", "no more lines can be kept", http.StatusInsufficientStorage}
	storeFailed    = kind{"store", "the line could not be kept", http.StatusInternalServerError}
	otherSite      = kind{"other-site", "requests of other sites' pages are refused", http.StatusForbidden}
	noToken        = kind{"token", "this call needs the token of the administrator", http.StatusUnauthorized}
	noTokenHere    = kind{"no-token", "this server was started without a token, so nobody may do this", http.StatusForbidden}
	internal       = kind{"internal", "something went wrong here", http.StatusInternalServerError}
	problemsPrefix = "https://halma-solve.example/problems/"
)

// because is a problem of the kind.
func (k kind) because(format string, args ...any) *problem {
	return &problem{Type: problemsPrefix + k.name, Title: k.title, Status: k.status, Detail: fmt.Sprintf(format, args...)}
}

// in is a problem of the kind at a place of the body, if err names one.
func (k kind) in(err error) *problem {
	p := k.because("%v", err)
	var syntax *positions.SyntaxError
	if errors.As(err, &syntax) {
		p.Detail, p.Line, p.Column = syntax.Msg, syntax.Line, syntax.Column
	}
	return p
}

// after says in how many seconds to try again.
func (p *problem) after(seconds int) *problem {
	p.retry = seconds
	return p
}

// write answers a request with the problem.
func (p *problem) write(w http.ResponseWriter) {
	h := w.Header()
	h.Set("Content-Type", "application/problem+json")
	h.Del("Content-Encoding")
	h.Del("ETag")
	h.Set("Cache-Control", "no-store")
	if p.retry > 0 {
		h.Set("Retry-After", fmt.Sprint(p.retry))
	}
	if p.Status == http.StatusUnauthorized {
		h.Set("WWW-Authenticate", `Bearer realm="halma-solve"`)
	}
	w.WriteHeader(p.Status)
	_, _ = w.Write(p.line()) // who does not read the answer does not get it
}

// line is the problem as a line of JSON.
func (p *problem) line() []byte {
	text, err := json.Marshal(p)
	if err != nil { // cannot be: a verdict is JSON
		text = []byte(`{"status":500}`)
	}
	return append(text, '\n')
}

// problemOf makes a problem of any error; ok is false for one that is a fault of
// this program or its disk, whose text is not for strangers.
func problemOf(err error) (p *problem, ok bool) {
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &p):
		return p, p.Status != http.StatusInternalServerError
	case errors.As(err, &large):
		return tooLarge.because("more than %d bytes", large.Limit), true
	}
	return internal.because(""), false
}
