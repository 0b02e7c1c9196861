package site

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"html/template"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"

	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver"
)

//go:embed page
var pageFiles embed.FS

// pages are the templates of the site's own pages in each language. They have no script.
var pages = sync.OnceValue(func() map[reports.Language]*template.Template {
	all := map[reports.Language]*template.Template{}
	for _, l := range reports.Languages() {
		all[l] = template.Must(template.New("").Funcs(template.FuncMap{"t": l.Say, "puzzle": l.Puzzle, "game": l.Game}).ParseFS(pageFiles, "page/*.html"))
	}
	return all
})

// wants is the language that the reader of a page wants.
func wants(r *http.Request) reports.Language {
	return reports.LanguageOf(r.Header.Get("Accept-Language"))
}

// style is that of all of them, and pagePolicy the security policy that names it.
var (
	style      = mustRead("page/site.css")
	pagePolicy = "default-src 'none'; style-src 'sha256-" + hashOf(style) + "'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

// playPolicy is sent with the page of a puzzle, whose own policy, in its head, allows
// its own script and style only.
const playPolicy = "frame-ancestors 'none'; form-action 'none'; base-uri 'none'; object-src 'none'"

func mustRead(name string) string {
	text, err := pageFiles.ReadFile(name)
	if err != nil {
		panic(err) // it is a part of the program
	}
	return string(text)
}

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return base64.StdEncoding.EncodeToString(sum[:])
}

// page is what the templates show.
type page struct {
	Lang    reports.Language
	Title   string
	Style   template.CSS
	Up      string // what leads to the index
	Content any
}

// show answers with a page of the site.
func (s *Site) show(w http.ResponseWriter, r *http.Request, status int, name string, p page) error {
	out, free := buffer()
	defer free()
	p.Style, p.Lang = template.CSS(style), wants(r)
	if err := pages()[p.Lang].ExecuteTemplate(out, name, p); err != nil {
		return err
	}
	w.Header().Set("Content-Security-Policy", pagePolicy)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	w.Header().Set("Vary", "Accept-Language")
	w.WriteHeader(status)
	_, _ = w.Write(out.Bytes()) // who does not read the answer does not get it
	return nil
}

// indexRow is a set on the index.
type indexRow struct {
	Number  int
	Name    string
	Puzzles int
	Lines   int // of players
}

// gameRow is a tablebase on the index.
type gameRow struct{ Address, Name, Game string }

// indexPage is what the index shows.
type indexPage struct {
	Sets  []indexRow
	Games []gameRow
}

// showIndex shows the sets.
func (s *Site) showIndex(w http.ResponseWriter, r *http.Request) error {
	var c indexPage
	for _, t := range s.sortedTables() {
		c.Games = append(c.Games, gameRow{url.PathEscape(t.Name), t.Name, t.game.String()})
	}
	for i, set := range s.catalog.list() {
		row := indexRow{Number: i + 1, Name: set.name, Puzzles: len(set.puzzles)}
		for _, p := range set.puzzles {
			_, n := p.ranking.top(0, 0)
			row.Lines += n
		}
		c.Sets = append(c.Sets, row)
	}
	return s.show(w, r, http.StatusOK, "index.html", page{Title: wants(r).Say("Puzzles to play"), Content: c})
}

// puzzlesOnPage is how many puzzles a page of a set has.
const puzzlesOnPage = 200

// setPage is a part of a set.
type setPage struct {
	Name           string
	Puzzles        []listedPuzzle
	First, Last    int
	All            int
	Previous, Next int // from which puzzle; 0 for none
}

// showSet shows the puzzles of a set.
func (s *Site) showSet(w http.ResponseWriter, r *http.Request) error {
	sets := s.catalog.list()
	n, err := strconv.Atoi(r.PathValue("set"))
	if err != nil || n < 1 || n > len(sets) {
		return notFound.because("there are %d sets", len(sets))
	}
	from, _, err := part(r.URL.Query())
	if err != nil {
		return err
	}
	set := sets[n-1]
	from = min(from, max(1, len(set.puzzles)))
	c := setPage{Name: set.name, First: from, All: len(set.puzzles)}
	for _, p := range set.puzzles[from-1 : min(from-1+puzzlesOnPage, len(set.puzzles))] {
		c.Puzzles = append(c.Puzzles, s.catalog.listed(p, set.name))
	}
	if c.Last = from + len(c.Puzzles) - 1; c.Last < c.All {
		c.Next = c.Last + 1
	}
	if from > 1 {
		c.Previous = max(1, from-puzzlesOnPage)
	}
	return s.show(w, r, http.StatusOK, "set.html", page{Title: wants(r).Puzzle(set.name), Up: "../", Content: c})
}

// rankingPage is what the page of a ranking shows.
type rankingPage struct {
	*rankingPart
	Best     string // what is known of the optimum
	Jumps    bool   // are all hops of the game
	Previous int
	Next     int
	Keeps    bool
	Told     string // what became of a line that was handed in
	Refused  string
	Nickname string // that was given
	Line     string
}

// showRanking shows the ranking of a puzzle with a form for one more line.
func (s *Site) showRanking(w http.ResponseWriter, r *http.Request) error {
	return s.showRankingWith(w, r, http.StatusOK, rankingPage{})
}

func (s *Site) showRankingWith(w http.ResponseWriter, r *http.Request, status int, c rankingPage) error {
	part, p, err := s.rankingPart(r)
	if err != nil {
		return err
	}
	c.rankingPart, c.Keeps, c.Jumps = part, s.keeper != nil, p.task.Game.Pegs()
	c.Best, c.Previous, c.Next = wants(r).Headline(s.catalog.result(p)), part.previous, part.next
	return s.show(w, r, status, "ranking.html", page{Title: wants(r).Puzzle(p.words), Up: "../../", Content: c})
}

// takeForm keeps a line that was put into the form, as the list of moves that the
// page of the puzzle shows, or in any other form that a submission has.
func (s *Site) takeForm(w http.ResponseWriter, r *http.Request) error {
	if _, err := mediaOf(r, typeForm); err != nil {
		return err
	}
	p, err := s.puzzleOf(r)
	if err != nil {
		return err
	}
	r.Body = http.MaxBytesReader(w, r.Body, s.limits.Body)
	if err := r.ParseForm(); err != nil {
		return bodyError(err)
	}
	c := rankingPage{Nickname: strings.ToValidUTF8(r.PostForm.Get("nickname"), "?"), Line: strings.ToValidUTF8(r.PostForm.Get("line"), "?")}
	taken, err := s.takeText(p, c.Nickname, c.Line)
	l := wants(r)
	var refused *problem
	switch {
	case errors.As(err, &refused) && refused.Status < http.StatusInternalServerError:
		c.Refused = l.Sentence(refused.Error())
		return s.showRankingWith(w, r, refused.Status, c)
	case err != nil:
		return err
	case taken.Record:
		c.Told = l.Say("A new record! No line was known that is as short.")
	case taken.Kept:
		c.Told = l.Say("It is kept, in place %d.", taken.Place)
	default:
		c.Told = l.Say("It is right, but %s has one here that is as good, in place %d.", taken.Nickname, taken.Place)
	}
	c.Nickname, c.Line = taken.Nickname, ""
	return s.showRankingWith(w, r, http.StatusOK, c)
}

// showPuzzle shows the page of a puzzle.
func (s *Site) showPuzzle(w http.ResponseWriter, r *http.Request) error {
	p, err := s.puzzleOf(r)
	if err != nil {
		return err
	}
	return s.showMade(w, r, p.id, func(out io.Writer) error {
		if err := reports.HTML(out, []*solver.Result{s.catalog.result(p)}, reports.HTMLOptions{Language: wants(r)}); err != nil {
			return fmt.Errorf("the page of %s: %w", p.id, err)
		}
		return nil
	})
}

// showMade shows a page with a script, which is made when it is asked for first. Its name
// tells it from all others of its route.
func (s *Site) showMade(w http.ResponseWriter, r *http.Request, name string, make func(io.Writer) error) error {
	made, err := s.played.page(r.Pattern+" "+string(wants(r))+" "+name, make)
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Security-Policy", playPolicy)
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-cache")
	h.Set("ETag", made.tag)
	h.Set("Vary", "Accept-Encoding, Accept-Language")
	if r.Header.Get("If-None-Match") == made.tag {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	h.Set("Content-Encoding", "gzip")
	if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		h.Del("Content-Encoding")
		return made.plain(w)
	}
	_, _ = w.Write(made.packed) // who does not read the answer does not get it
	return nil
}

// madePages are the pages with a script that were asked for last.
type madePages struct {
	mu   sync.Mutex
	made map[string]*madePage
}

// mostMade is how many pages are kept, of some 25 KB each.
const mostMade = 256

// madePage is such a page.
type madePage struct {
	packed []byte
	tag    string
}

func (m *madePages) page(name string, make func(io.Writer) error) (*madePage, error) {
	m.mu.Lock()
	made := m.made[name]
	m.mu.Unlock()
	if made != nil {
		return made, nil
	}
	var text, packed bytes.Buffer
	if err := make(&text); err != nil {
		return nil, err
	}
	to, err := gzip.NewWriterLevel(&packed, gzip.BestSpeed)
	if err == nil {
		_, err = to.Write(text.Bytes())
	}
	if err == nil {
		err = to.Close()
	}
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(text.Bytes())
	made = &madePage{packed: packed.Bytes(), tag: `"` + hex.EncodeToString(sum[:8]) + `"`}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.made == nil || len(m.made) >= mostMade {
		m.made = map[string]*madePage{}
	}
	m.made[name] = made
	return made, nil
}

// plain writes the page as it is.
func (m *madePage) plain(w http.ResponseWriter) error {
	from, err := gzip.NewReader(bytes.NewReader(m.packed))
	if err != nil {
		return err
	}
	_, _ = io.Copy(w, from) // who does not read the answer does not get it
	return nil
}
