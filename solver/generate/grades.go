package generate

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/verify"
)

// Grades are kept from one batch to the next: the line and the features of a
// candidate, or why it was dropped. A kept one is used only where grading anew
// would come to the same, so that the puzzles of a batch do not depend on the
// store: its key has the generator's version, the range of lengths, which limits
// the searches, and the whole puzzle, not a hash of it. What is found there is
// believed as far as the length is concerned, as bounds in the store are; the line
// is replayed, and what it shows of the features is worked out again.

// slowGrade is how long grading must have taken for the grade to be kept. Taking a
// grade out of the store takes about 0.03 ms, putting it there 0.05 ms, and every
// opening of a store reads all of it: some 400 bytes a grade.
var slowGrade = 300 * time.Microsecond

// grades are the grades that a store keeps.
type grades struct {
	options  *Options
	store    *cache.Store // nil for none
	least    time.Duration
	recalled atomic.Int64

	mu     sync.Mutex
	unkept error // nothing is kept any more
}

func newGrades(o *Options, s *cache.Store) *grades {
	return &grades{options: o, store: s, least: slowGrade}
}

// counts returns how many grades were taken from the store, and why no more are
// put there, if that is so.
func (g *grades) counts() (recalled int64, unkept error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.recalled.Load(), g.unkept
}

// of grades a candidate by the store or else by grade, and keeps what that came
// to.
func (g *grades) of(ctx context.Context, p *Puzzle, grade func(context.Context, *Puzzle) (verdict, error)) (verdict, error) {
	if g.store == nil {
		return grade(ctx, p)
	}
	fingerprint, key := p.Task.Fingerprint(), gradeKey(g.options, p)
	if len(key) > cache.MaxKey {
		return grade(ctx, p)
	}
	// What cannot be read is a miss.
	if value, ok, err := g.store.Get(cache.KindGrade, fingerprint, key); err == nil && ok {
		if why, ok := g.recall(p, value); ok {
			g.recalled.Add(1)
			return why, nil
		}
	}
	began := time.Now()
	why, err := grade(ctx, p)
	if err == nil && time.Since(began) >= g.least {
		g.keep(fingerprint, key, p, why)
	}
	return why, err
}

// gradeKey names a grade: all that it depends on but for what must be unique.
// Enumerations, which search farther, have grades of their own.
func gradeKey(o *Options, p *Puzzle) []byte {
	which := ""
	if o.Exhaustive {
		which = "exhaustive "
	}
	return fmt.Appendf(nil, "grade/1 generate/%d %smoves=%d-%d %s", Version, which, o.MinMoves, o.MaxMoves, ID(p.Kind, p.Task))
}

// keptGrade is the form in the store.
type keptGrade struct {
	Why        verdict            `json:"why,omitempty"`    // a puzzle if empty
	Unique     Unique             `json:"unique,omitempty"` // what had to be, if it was dropped
	Line       [][]positions.Cell `json:"line,omitempty"`
	Lines      *big.Int           `json:"lines,omitempty"`
	MoreLines  bool               `json:"more_lines,omitempty"`
	First      int                `json:"first,omitempty"`
	LineUnique bool               `json:"line_unique,omitempty"`
	Features   *Features          `json:"features,omitempty"`
}

// keep puts a grade into the store. Once that has failed, as on a full disk, it
// does nothing: a batch can do without.
func (g *grades) keep(fingerprint [32]byte, key []byte, p *Puzzle, why verdict) {
	if _, unkept := g.counts(); unkept != nil {
		return
	}
	k := keptGrade{Why: why}
	if why != "" {
		k.Unique = g.options.Unique
	} else {
		k.Lines, k.MoreLines, k.First, k.LineUnique, k.Features = p.Lines, p.MoreLines, p.First, p.LineUnique, &p.Features
		for _, path := range p.Line {
			k.Line = append(k.Line, path)
		}
	}
	value, err := json.Marshal(k)
	if err == nil {
		err = g.store.Put(cache.KindGrade, fingerprint, key, value)
	}
	if err != nil {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.unkept = err
	}
}

// recall reads a grade. It is of no use if it was dropped for what another batch
// asked for, or if anything in it is not as it must be.
func (g *grades) recall(p *Puzzle, value []byte) (why verdict, ok bool) {
	var k keptGrade
	if json.Unmarshal(value, &k) != nil {
		return "", false
	}
	switch k.Why {
	case tooShort, tooLong, noSolution:
		return k.Why, true
	case notUnique, tooLarge: // uniqueness is looked at before and after what may be too large
		return k.Why, k.Unique == g.options.Unique
	case "":
	default:
		return "", false
	}
	var line puzzles.Line
	for _, path := range k.Line {
		line = append(line, path)
	}
	o := g.options
	if !o.wants(len(line), len(line)) || k.Features == nil || k.Lines == nil {
		return "", false
	}
	if _, err := verify.Replay(p.Task, line); err != nil {
		return "", false
	}
	found := *p
	found.Line, found.Lines, found.MoreLines, found.First, found.LineUnique, found.Features = line, k.Lines, k.MoreLines, k.First, k.LineUnique, *k.Features
	if !found.plausible() {
		return "", false
	}
	*p = found
	return o.wanted(p), true
}

// plausible reports whether the features of a puzzle from outside, whose line was replayed, are
// those that the line shows, as far as it shows them.
func (p *Puzzle) plausible() bool {
	f := &p.Features
	if len(p.Line) == 0 || len(f.Choices) != len(p.Line) || slices.ContainsFunc(f.Choices, func(n int) bool { return n < 1 }) ||
		p.Lines.Sign() <= 0 || p.First < 1 || p.First > f.Choices[0] || f.WrongFirst < 0 {
		return false
	}
	goal := p.Task.Goal
	if p.Kind != Solo {
		goal = p.Task.After(p.Line, len(p.Line))
	}
	var shown Features
	shown.shape(p.Task, p.Line, distances(p.Task.Board, goal))
	return shown.Moves == f.Moves && shown.LongestChain == f.LongestChain && shown.Quiet == f.Quiet && shown.Away == f.Away
}
