package site

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/puzzles/atlas"
	"github.com/halma-solve/halma-solve/puzzles/submission"
	"github.com/halma-solve/halma-solve/solver"
	"github.com/halma-solve/halma-solve/solver/known"
)

// Options say what a site shows and what it allows.
type Options struct {
	Sets       []Set
	Tablebases []Tablebase
	// Known says what is proven of puzzles; nil: the atlas.
	Known solver.Store
	// Store keeps the lines of players; it is the caller's to close, after
	// [Site.Close]. nil: none are kept, and who hands one in is told so.
	Store  *cache.Store
	Limits Limits
	// Token is what the administrator sends as a bearer token; "": there is none.
	Token string
	// BehindProxy takes the address of a request from the last entry of its header
	// X-Forwarded-For, which the proxy must write.
	BehindProxy bool
	// Log gets what the administrator should know; nil: nobody does.
	Log *slog.Logger
}

// Site is an [http.Handler]. Its links are relative, so it may stand below any path
// with [http.StripPrefix].
type Site struct {
	options  Options
	limits   Limits
	log      *slog.Logger
	known    solver.Store
	catalog  *catalog
	keeper   *keeper // nil: nothing is kept
	tables   map[string]Tablebase
	wins     *winTables
	guard    *guard
	meter    *meter
	played   madePages
	mux      *http.ServeMux
	handler  http.Handler
	checkers sync.Pool // for lines that say their puzzle
	ctx      context.Context
	stop     context.CancelFunc
	began    time.Time
}

// New makes a site. It reads what the store has kept, replays each line, and leaves
// out, with a word in the log, those that are none. Errors are those of the store, or
// about puzzles and tablebases that cannot be told apart.
func New(o Options) (*Site, error) {
	s := &Site{options: o, limits: o.Limits.orDefault(), log: o.Log, known: o.Known, tables: map[string]Tablebase{}, began: time.Now()}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if s.known == nil {
		s.known = known.New(nil)
	}
	for _, t := range o.Tablebases {
		if _, twice := s.tables[t.Name]; twice || t.Name == "" {
			return nil, fmt.Errorf("two tablebases have the name %q", t.Name)
		}
		s.tables[t.Name] = t
	}
	var err error
	if s.catalog, err = newCatalog(o.Sets, s.known, s.log); err != nil {
		return nil, err
	}
	s.guard = newGuard(s.limits, o.BehindProxy)
	s.ctx, s.stop = context.WithCancel(context.Background())
	s.wins = newWinTables(s.ctx, s.limits, s.log)
	s.meter = newMeter(s)
	if o.Store != nil {
		if s.keeper, err = s.newKeeper(o.Store); err != nil {
			s.stop()
			return nil, err
		}
	}
	s.route()
	return s, nil
}

// ServeHTTP implements [http.Handler].
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Close ends what works in the background, when lines that came in have been kept.
// Lines that come later are refused. Closing twice is fine.
func (s *Site) Close() {
	s.stop()
	if s.keeper != nil {
		s.keeper.close()
	}
	s.wins.wait()
}

// rules are how lines are checked that say their puzzle; with a puzzle of the site
// they must be of that.
func (s *Site) rules(p *puzzle) submission.Options {
	o := submission.Options{
		ParsePuzzle: s.catalog.parse, Bounds: s.catalog.bounds,
		Limits: submission.Limits{Bytes: int(s.limits.Body), Moves: s.limits.Moves},
	}
	if p != nil {
		o.Puzzle, o.Only = p.task, true
	}
	return o
}

// checker returns a checker for lines of p, or, if it is nil, for lines that say
// their puzzle. It goes back to the pool.
func (s *Site) checker(p *puzzle) (*submission.Checker, *sync.Pool, error) {
	pool := &s.checkers
	if p != nil {
		pool = &p.checkers
	}
	if c, ok := pool.Get().(*submission.Checker); ok {
		return c, pool, nil
	}
	c, err := submission.NewChecker(s.rules(p))
	return c, pool, err
}

// alarm logs a line that is shorter than is proven possible, with all that is needed
// to find out who is wrong, and reports whether it is one.
func (s *Site) alarm(v *submission.Verdict, text []byte) bool {
	b := v.Bounds
	if !v.Valid() || !b.Impossible && v.Cost() >= b.Lower {
		return false
	}
	r := s.catalog.recall(v.Puzzle)
	description, err := describe(v.Puzzle)
	s.log.Error("a legal line is shorter than is proven possible: a proof or the checker is wrong; please report it",
		"puzzle", v.Name, "description", string(description), "line", atlas.FormatLine(v.Puzzle.Board, v.Played()), "cost", v.Cost(),
		"lower", b.Lower, "impossible", b.Impossible, "proof", r.Proof, "body", string(text[:min(len(text), 64<<10)]), "error", err)
	s.meter.impossible.Inc()
	return true
}
