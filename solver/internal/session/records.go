package session

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/puzzlefile"
	"github.com/halma-solve/halma-solve/solver/certificate"
)

// Store keeps records between runs.
type Store interface {
	// Get returns what is kept for a puzzle; ok is false when nothing usable is
	// there. The caller checks the line before it believes it.
	Get(fingerprint [32]byte) (r Record, ok bool)
	// Put merges r with what is kept: the greater lower bound and the better
	// line survive. Once it returns, the record outlives the process.
	Put(fingerprint [32]byte, r Record) error
}

// Record is what a store keeps of a puzzle: a proven lower bound and the best
// line known.
type Record struct {
	Lower int    `json:"lower"`
	Proof string `json:"proof"`
	// Steps prove Lower, for the games that have certificates.
	Steps []certificate.Step `json:"steps,omitempty"`
	Line  puzzles.Line       `json:"line,omitempty"`
	Cost  int                `json:"cost,omitempty"`  // of Line, in the puzzle's count
	Other int                `json:"other,omitempty"` // of Line, by the other count
	// Rough is set while a line as short as Line that is better by the other count
	// is still to be looked for.
	Rough bool `json:"rough,omitempty"`
	// Impossible is set when it is proven that there is no line.
	Impossible bool `json:"impossible,omitempty"`
	// Puzzle is what the record is of, as a file has it; nil in older ones. It is for
	// lists: a record belongs to its fingerprint.
	Puzzle json.RawMessage `json:"puzzle,omitempty"`
	// Stats add up the searches that the record is from; nil in older ones.
	Stats *Stats `json:"stats,omitempty"`
}

// Merge returns the best of both records.
func (r Record) Merge(o Record) Record {
	if o.Lower > r.Lower {
		r.Lower, r.Proof, r.Steps = o.Lower, o.Proof, o.Steps
	}
	if o.Line != nil && (r.Line == nil || o.Cost < r.Cost || o.Cost == r.Cost && o.Other < r.Other) {
		r.Line, r.Cost, r.Other = o.Line, o.Cost, o.Other
	}
	r.Rough = o.Rough // the later word
	if o.Puzzle != nil {
		r.Puzzle = o.Puzzle
	}
	switch {
	case r.Stats == nil:
		r.Stats = o.Stats
	case o.Stats != nil:
		sum := r.Stats.then(*o.Stats)
		r.Stats = &sum
	}
	if o.Impossible && !r.Impossible {
		r.Impossible, r.Proof, r.Steps = true, o.Proof, o.Steps
	}
	return r
}

// recordKey is the key of records below a puzzle's fingerprint. Its number
// changes with the meaning of [Record], and when a bound that an older version may
// have kept is not to be believed: until 2026-11-21 refutations of a single odd
// length could drop a midpoint one move before the middle; until 2026-11-22 the
// booklet's game could be refuted by a search of the free one that has shorter
// lines, and iterative deepening for one of several figures kept bounds that forgot
// the others.
var recordKey = []byte("record/3")

// Records is a [Store] in a [cache.Store].
type Records struct{ store *cache.Store }

// NewRecords returns the records in s, which the caller opens and closes.
func NewRecords(s *cache.Store) *Records { return &Records{s} }

// Get implements [Store]. What cannot be read is a miss.
func (r *Records) Get(fingerprint [32]byte) (Record, bool) {
	value, ok, err := r.store.Get(cache.KindResult, fingerprint, recordKey)
	if err != nil || !ok {
		return Record{}, false
	}
	return parseRecord(value)
}

// parseRecord reads a record that is to be believed. Until 2026-11-29 iterative deepening
// called what needs 255 moves or hops and more impossible.
func parseRecord(value []byte) (rec Record, ok bool) {
	if json.Unmarshal(value, &rec) != nil || rec.Impossible && rec.Lower >= 254 {
		return Record{}, false
	}
	return rec, true
}

// Puzzles lists the puzzles that records say they are of, in the order of their
// fingerprints; rest are the fingerprints of the records that do not say it. Its errors
// are those of [cache.Store].
func (r *Records) Puzzles() (list []*puzzles.Puzzle, rest [][32]byte, err error) {
	fingerprints, err := r.store.ResultsWith(recordKey)
	for _, fingerprint := range fingerprints {
		rec, _ := r.Get(fingerprint)
		p, err := puzzlefile.Parse(rec.Puzzle)
		if err != nil || p.Fingerprint() != fingerprint {
			rest = append(rest, fingerprint)
			continue
		}
		list = append(list, p)
	}
	return list, rest, err
}

// inFiles is a puzzle as files have it, on one line; nil if it cannot be written.
func inFiles(p *puzzles.Puzzle) json.RawMessage {
	var text, line bytes.Buffer
	if puzzlefile.Write(&text, p) != nil || json.Compact(&line, text.Bytes()) != nil {
		return nil
	}
	return line.Bytes()
}

// Put implements [Store]. Its errors are those of [cache.Store].
func (r *Records) Put(fingerprint [32]byte, rec Record) error {
	err := r.store.Update(cache.KindResult, fingerprint, recordKey, func(old []byte) ([]byte, error) {
		best := rec
		if known, ok := parseRecord(old); ok && !known.contradicts(rec) {
			best = known.Merge(rec)
		}
		return json.Marshal(best)
	})
	if err == nil {
		err = r.store.Sync()
	}
	if err != nil {
		return fmt.Errorf("keep the result: %w", err)
	}
	return nil
}

// contradicts reports whether both records cannot be true: then the older one is
// damaged, for the newer one was just worked out.
func (r Record) contradicts(o Record) bool {
	return r.Line != nil && r.Cost < o.Lower || o.Line != nil && o.Cost < r.Lower ||
		r.Impossible && o.Line != nil || o.Impossible && r.Line != nil
}

// boundsKey is the key of blocks of bounds below a puzzle's fingerprint. Its
// number changes with their form or meaning, and when older ones are not to be
// believed (see recordKey).
var boundsKey = []byte("positions/2")

// Bounds implements [BoundStore].
func (r *Records) Bounds(fingerprint [32]byte) ([]byte, bool) {
	block, ok, err := r.store.Get(cache.KindBound, fingerprint, boundsKey)
	return block, ok && err == nil
}

// PutBounds implements [BoundStore]. Its errors are those of [cache.Store].
func (r *Records) PutBounds(fingerprint [32]byte, block []byte) error {
	var err error
	if block == nil {
		err = r.store.Delete(cache.KindBound, fingerprint, boundsKey)
	} else {
		err = r.store.Put(cache.KindBound, fingerprint, boundsKey, block)
	}
	if err == nil {
		err = r.store.Sync()
	}
	if err != nil {
		return fmt.Errorf("keep the bounds: %w", err)
	}
	return nil
}
