package known_test

import (
	"context"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/atlas"
	"github.com/halma-solve/halma-solve/solver"
	"github.com/halma-solve/halma-solve/solver/certificate"
	"github.com/halma-solve/halma-solve/solver/known"
)

func puzzleOf(t *testing.T, e *atlas.Entry) *puzzles.Puzzle {
	t.Helper()
	p, err := e.Puzzle()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// rechecked is up to how many positions the layers of a certificate hold that are made
// again here.
const rechecked = 300

// TestAtlas asks for every entry: a line and bounds come back only when the verifier
// has passed the line and the bound was derived from the certificate. That certificate
// is checked strictly, too, and if it is small its layers are made again.
func TestAtlas(t *testing.T) {
	again := 0
	for _, e := range atlas.Entries() {
		p := puzzleOf(t, e)
		r := solver.Recall(p, known.New(nil))
		if r.Line == nil || r.Lower != e.Lower || r.Upper != e.Upper {
			t.Errorf("%s: %d to %d are proven, the entry says %s", e.ID(), r.Lower, r.Upper, e.Length())
			continue
		}
		if info, _ := p.Game.Info(); !info.Certificates || e.Follows {
			continue
		}
		made, err := solver.Certify(r, e.Program)
		if err != nil {
			t.Errorf("%s: %v", e.ID(), err)
			continue
		}
		if sizeOf(made.Steps) > rechecked {
			continue
		}
		again++
		extent, err := made.Recheck(context.Background(), 0, func(certificate.Recomputed) {})
		if err != nil || extent != certificate.Verified {
			t.Errorf("%s: %s, %v", e.ID(), extent, err)
		}
	}
	if again < 20 {
		t.Errorf("only %d certificates were made again", again)
	}
}

// sizeOf is how many positions the layers of steps hold, those of the puzzles that
// theirs are parts of, too.
func sizeOf(steps []certificate.Step) (size int64) {
	for _, s := range steps {
		if s.Kind == certificate.Late {
			size += rechecked + 1 // nobody knows how large the search in its place is
		}
		size += s.Positions()
		if s.Whole != nil {
			size += sizeOf(s.Whole.Steps)
		}
	}
	return size
}

// TestForged changes entries: what is not true is as if it were not there.
func TestForged(t *testing.T) {
	e := atlas.Named("highscore-star4-10-free-moves-short")
	p := puzzleOf(t, e)
	for what, change := range map[string]func(*atlas.Entry){
		"a bound that the steps do not prove": func(e *atlas.Entry) { e.Lower++ },
		"a move that is not legal":            func(e *atlas.Entry) { e.Line[3] = "a1-a17" },
		"a line that does not arrive":         func(e *atlas.Entry) { e.Line = e.Line[:20] },
		"a cell that is none":                 func(e *atlas.Entry) { e.Line[0] = "a1-z9" },
		"no steps":                            func(e *atlas.Entry) { e.Steps = nil },
		"steps of another kind":               func(e *atlas.Entry) { e.Steps = []byte(`[{"kind":"gains","value":27}]`) },
		"broken steps":                        func(e *atlas.Entry) { e.Steps = []byte(`{`) },
		"another puzzle":                      func(e *atlas.Entry) { e.Men = "15" },
	} {
		forged := *e
		forged.Line = append([]string(nil), e.Line...)
		change(&forged)
		answers := known.New(nil)
		answers.Find = func(fingerprint [32]byte) *atlas.Entry {
			if fingerprint == p.Fingerprint() {
				return &forged
			}
			return nil
		}
		if r := solver.Recall(p, answers); r.Lower > 1 || r.Line != nil {
			t.Errorf("%s: at least %d, line %v", what, r.Lower, r.Line)
		}
	}
}

// TestAtOnce: the answer which people ask for first takes no search.
func TestAtOnce(t *testing.T) {
	p, err := puzzles.Highscore(puzzles.Options{})
	if err != nil {
		t.Fatal(err)
	}
	answers := known.New(nil)
	r, err := solver.Solve(context.Background(), p, solver.Options{Store: answers, Workers: 1})
	if err != nil || r.Status != solver.Optimal || r.Upper != 31 || !r.Cached {
		t.Fatalf("%s, %d moves, from the store %t, error %v", r.Status, r.Upper, r.Cached, err)
	}
	if r.Stats.Expanded > 0 {
		t.Errorf("%d positions were expanded", r.Stats.Expanded)
	}
	behind := answers.Behind(r)
	if len(behind) == 0 || known.Source(behind) == "" || known.Source(nil) != "" {
		t.Errorf("behind it are %v: %q", behind, known.Source(behind))
	}
}

// memory is a store in memory.
type memory map[[32]byte]solver.Record

func (m memory) Get(fingerprint [32]byte) (solver.Record, bool) {
	rec, ok := m[fingerprint]
	return rec, ok
}

func (m memory) Put(fingerprint [32]byte, rec solver.Record) error {
	m[fingerprint] = rec
	return nil
}

// TestFresh has a search begin from nothing, and keep what it finds.
func TestFresh(t *testing.T) {
	p, err := puzzles.Highscore(puzzles.Options{Shape: positions.Square, Size: 4, Army: "3"})
	if err != nil {
		t.Fatal(err)
	}
	kept := memory{}
	for _, fresh := range []bool{true, true, false} {
		answers := known.New(kept)
		answers.Fresh = fresh
		r, err := solver.Solve(context.Background(), p, solver.Options{Store: answers})
		if err != nil || r.Status != solver.Optimal || r.Upper != 5 {
			t.Fatalf("%s, %d moves, error %v", r.Status, r.Upper, err)
		}
		if r.Cached == fresh {
			t.Errorf("fresh %t: answered by what is known %t", fresh, r.Cached)
		}
		if _, ok := kept.Get(p.Fingerprint()); !ok {
			t.Error("the result is not kept")
		}
		if len(answers.Behind(r)) > 0 {
			t.Error("the atlas is named, and the store knew")
		}
	}
}

// TestBoth merges what a store and the atlas know, each better than the other in turn.
func TestBoth(t *testing.T) {
	e := atlas.Named("highscore-square4-3-free-moves-short")
	p := puzzleOf(t, e)
	full, err := known.Record(e, p)
	if err != nil {
		t.Fatal(err)
	}
	longer := full
	longer.Lower, longer.Steps, longer.Proof = 1, nil, "start and goal differ"
	worse := full
	worse.Line = append(puzzles.Line{full.Line[0], {full.Line[0][len(full.Line[0])-1], full.Line[0][0]}}, full.Line...)
	worse.Cost, worse.Other = len(worse.Line), worse.Line.Hops()
	damaged := full
	damaged.Lower = 99
	for name, c := range map[string]struct {
		rec  solver.Record
		from bool // the atlas is behind the answer
	}{
		"as much":        {full, false},
		"a lower bound":  {longer, true},
		"a longer line":  {worse, true},
		"an untrue word": {damaged, true},
	} {
		answers := known.New(memory{p.Fingerprint(): c.rec})
		r := solver.Recall(p, answers)
		if r.Lower != e.Lower || r.Upper != e.Upper {
			t.Errorf("%s: %d to %d, want %s", name, r.Lower, r.Upper, e.Length())
		}
		if got := len(answers.Behind(r)) > 0; got != c.from {
			t.Errorf("%s: the atlas is behind it: %t", name, got)
		}
	}
}

// bounds is a store that keeps bounds, too.
type bounds struct {
	memory
	block []byte
}

func (b *bounds) Bounds([32]byte) ([]byte, bool)           { return b.block, b.block != nil }
func (b *bounds) PutBounds(_ [32]byte, block []byte) error { b.block = block; return nil }

func TestBounds(t *testing.T) {
	store := &bounds{memory: memory{}}
	answers := known.New(store)
	if err := answers.PutBounds([32]byte{}, []byte{1}); err != nil || store.block == nil {
		t.Errorf("not kept, error %v", err)
	}
	if _, ok := answers.Bounds([32]byte{}); !ok {
		t.Error("not found")
	}
	answers.Fresh = true
	if _, ok := answers.Bounds([32]byte{}); ok {
		t.Error("found, and nothing was to be known")
	}
	none := known.New(nil)
	if _, ok := none.Bounds([32]byte{}); ok || none.PutBounds([32]byte{}, nil) != nil {
		t.Error("bounds without a store")
	}
}

// The atlas has lines of triangular solitaire as short as the published ones from the best
// hole of every side (OEIS A127500), and no bound that contradicts them.
func TestTrianglesAsPublished(t *testing.T) {
	shortest, least := map[int]int{}, map[int]int{}
	for _, e := range atlas.Entries() {
		if e.Board != positions.Triangle.String() || e.Game != puzzles.GameSolo || e.To != puzzles.AnyHole {
			continue
		}
		if n, ok := shortest[e.Size]; !ok || e.Upper < n {
			shortest[e.Size] = e.Upper
		}
		if n, ok := least[e.Size]; !ok || e.Lower < n {
			least[e.Size] = e.Lower
		}
	}
	for size, want := range map[int]int{4: 5, 5: 9, 6: 9, 7: 12, 8: 13, 9: 16, 10: 18} {
		if shortest[size] != want || least[size] > want {
			t.Errorf("side %d: a line of %d moves, at least %d for any hole, published are %d", size, shortest[size], least[size], want)
		}
	}
}
