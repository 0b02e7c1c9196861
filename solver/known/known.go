// Package known answers from what has been proven already: what a store keeps from
// earlier searches, and the atlas that is a part of the program.
//
// Nothing in the atlas is believed for what it is. An entry comes to a search as a
// [solver.Record], and whoever takes that up replays its line with package verify and
// derives its bound again from the steps of its certificate; an entry that fails is as
// if it were not there. Entries of games without certificates were proven by a run and
// are believed, as records of a store are.
package known

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/atlas"
	"github.com/halma-solve/halma-solve/puzzles/submission"
	"github.com/halma-solve/halma-solve/solver"
)

// FromAtlas is the source of a bound of a result from outside that an entry of the
// atlas proves.
const FromAtlas solver.Source = "atlas"

// Record returns what an entry says as the record of a store. Errors are about an
// entry that is none of its puzzle.
func Record(e *atlas.Entry, p *puzzles.Puzzle) (rec solver.Record, err error) {
	rec = solver.Record{Lower: e.Lower, Proof: e.Proof}
	if rec.Line, err = e.Moves(p); err != nil {
		return rec, err
	}
	if e.Certified() {
		if err := json.Unmarshal(e.Steps, &rec.Steps); err != nil {
			return rec, fmt.Errorf("steps of %s: %w", e.ID(), err)
		}
	}
	rec.Cost, rec.Other = len(rec.Line), rec.Line.Hops()
	if p.Count.EachHop() {
		rec.Cost, rec.Other = rec.Other, rec.Cost
	}
	return rec, nil
}

// Answers is a [solver.Store] that asks a store, which keeps all that is new, and then
// the atlas. Several goroutines may use it.
type Answers struct {
	// Find returns the entry of a puzzle, nil if there is none: [atlas.Find].
	Find func(fingerprint [32]byte) *atlas.Entry
	// Fresh has nothing known but what was found since.
	Fresh bool

	kept  solver.Store // nil: nothing is kept
	mu    sync.Mutex
	found map[[32]byte]solver.Record // since, if Fresh
	given map[[32]byte]*atlas.Entry  // entries that said more than the store
}

// New returns what a store, which may be nil, and the atlas know.
func New(kept solver.Store) *Answers {
	return &Answers{Find: atlas.Find, kept: kept, found: map[[32]byte]solver.Record{}, given: map[[32]byte]*atlas.Entry{}}
}

// Get implements [solver.Store].
func (a *Answers) Get(fingerprint [32]byte) (rec solver.Record, ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.Fresh {
		rec, ok = a.found[fingerprint]
		return rec, ok
	}
	if a.kept != nil {
		rec, ok = a.kept.Get(fingerprint)
	}
	e := a.Find(fingerprint)
	if e == nil {
		return rec, ok
	}
	p, err := e.Puzzle()
	if err != nil || p.Fingerprint() != fingerprint {
		return rec, ok
	}
	proven, err := Record(e, p)
	if err != nil {
		return rec, ok
	}
	merged, more := better(rec, ok, proven)
	if more {
		a.given[fingerprint] = e
	}
	return merged, true
}

// better returns a record, if there is one, with what another one has in addition; more
// says whether that is anything. If both cannot be true, what a store kept is damaged.
func better(rec solver.Record, ok bool, proven solver.Record) (merged solver.Record, more bool) {
	if !ok || rec.Impossible || rec.Line != nil && rec.Cost < proven.Lower || rec.Lower > proven.Cost {
		return proven, true
	}
	if proven.Lower > rec.Lower {
		rec.Lower, rec.Proof, rec.Steps, more = proven.Lower, proven.Proof, proven.Steps, true
	}
	if rec.Line == nil || proven.Cost < rec.Cost {
		rec.Line, rec.Cost, rec.Other, rec.Rough, more = proven.Line, proven.Cost, proven.Other, false, true
	}
	return rec, more
}

// Put implements [solver.Store].
func (a *Answers) Put(fingerprint [32]byte, rec solver.Record) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.Fresh {
		a.found[fingerprint] = rec
	}
	if a.kept == nil {
		return nil
	}
	return a.kept.Put(fingerprint, rec)
}

// Bounds implements [solver.BoundStore].
func (a *Answers) Bounds(fingerprint [32]byte) ([]byte, bool) {
	if s, ok := a.kept.(solver.BoundStore); ok && !a.Fresh {
		return s.Bounds(fingerprint)
	}
	return nil, false
}

// PutBounds implements [solver.BoundStore].
func (a *Answers) PutBounds(fingerprint [32]byte, block []byte) error {
	if s, ok := a.kept.(solver.BoundStore); ok {
		return s.PutBounds(fingerprint, block)
	}
	return nil
}

// Behind lists the entries of the atlas that were asked for, knew more than the store
// and have the bound or the length of the line of a result that the store alone does
// not have.
func (a *Answers) Behind(r *solver.Result) (list []*atlas.Entry) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.kept != nil {
		if rec, ok := a.kept.Get(r.Puzzle.Fingerprint()); ok && rec.Line != nil && rec.Lower == r.Lower && rec.Cost == r.Upper {
			return nil
		}
	}
	for _, e := range a.given {
		if e.Lower == r.Lower || e.Upper == r.Upper {
			list = append(list, e)
		}
	}
	slices.SortFunc(list, func(a, b *atlas.Entry) int { return cmp.Compare(a.ID(), b.ID()) })
	return list
}

// Source says in a sentence what entries are and how to do without them.
func Source(list []*atlas.Entry) string {
	var parts []string
	for _, e := range list {
		how := "its certificate's bound was derived again just now"
		if !e.Certified() {
			how = "proven by a run, not certified"
		}
		parts = append(parts, fmt.Sprintf("%s of %s (%s)", e.ID(), e.Date, how))
	}
	if len(parts) == 0 {
		return ""
	}
	return "the atlas of proven results: " + strings.Join(parts, ", ") + "; --fresh searches anew"
}

// Bounds is what a result says to those who check submissions.
func Bounds(r *solver.Result) (b submission.Bounds) {
	if r.Upper != solver.NoUpper {
		b.Upper = r.Upper
	}
	if r.Lower > 1 || b.Upper > 0 { // 1 is what is known of any puzzle
		b.Lower = r.Lower
	}
	b.Impossible = r.Status == solver.Impossible
	return b
}
