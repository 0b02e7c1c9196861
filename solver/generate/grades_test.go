package generate

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/halma-solve/halma-solve/positions/positiontest"

	"github.com/halma-solve/halma-solve/cache"
)

func openStore(t *testing.T, dir string) *cache.Store {
	t.Helper()
	s, err := cache.Open(cache.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// emitKept runs a batch with a store that keeps all grades, however fast they
// came.
func emitKept(t *testing.T, b *Batch) (out []byte, tally Tally) {
	t.Helper()
	defer func(was time.Duration) { slowGrade = was }(slowGrade)
	slowGrade = 0
	tally, err := b.Run(context.Background(), func(p *Puzzle) error {
		text, err := json.Marshal(p)
		out = append(append(out, text...), '\n')
		return err
	})
	if err != nil || tally.Unkept != nil {
		t.Fatal(err, tally.Unkept)
	}
	return out, tally
}

// Without a store, with an empty one, and with one that knows everything: the same
// bytes, and the same counts of what was dropped and why.
func TestGradesChangeNothing(t *testing.T) {
	positiontest.Long(t)
	for name, o := range batches(t) {
		t.Run(name, func(t *testing.T) {
			const count = 2
			dir := t.TempDir()
			none, noneTally := emitKept(t, &Batch{Options: o, Count: count, Effort: 1000, Workers: 2})
			store := openStore(t, dir)
			cold, coldTally := emitKept(t, &Batch{Options: o, Count: count, Effort: 1000, Workers: 2, Store: store})
			if err := store.Close(); err != nil {
				t.Fatal(err)
			}
			store = openStore(t, dir)
			defer store.Close()
			warm, warmTally := emitKept(t, &Batch{Options: o, Count: count, Effort: 1000, Workers: 1, Store: store})
			if !bytes.Equal(none, cold) || !bytes.Equal(none, warm) {
				t.Errorf("without a store\n%s, with an empty one\n%s, with a full one\n%s", none, cold, warm)
			}
			made := warmTally.Candidates - warmTally.Dropped[string(notMade)]
			if noneTally.Recalled != 0 || warmTally.Recalled < made { // workers are ahead
				t.Errorf("%d candidates of at least %d were in the store", warmTally.Recalled, made)
			}
			for _, tally := range []Tally{coldTally, warmTally} {
				for why, n := range noneTally.Dropped {
					if tally.Dropped[why] != n {
						t.Errorf("%s: %d, without a store %d", why, tally.Dropped[why], n)
					}
				}
			}

			// A batch that asks for more, or for less, of the same candidates.
			for _, unique := range []Unique{UniqueNone, UniqueFirst} {
				other := o
				other.Unique = unique
				want, wantTally := emitKept(t, &Batch{Options: other, Count: 2, Effort: 1000, Workers: 2})
				got, gotTally := emitKept(t, &Batch{Options: other, Count: 2, Effort: 1000, Workers: 2, Store: store})
				if !bytes.Equal(want, got) {
					t.Errorf("unique %s: with a store\n%s, without\n%s", unique, got, want)
				}
				if gotTally.Recalled == 0 && o.Unique == UniqueNone {
					t.Errorf("unique %s: nothing was in the store", unique)
				}
				for why, n := range wantTally.Dropped {
					if gotTally.Dropped[why] != n {
						t.Errorf("unique %s, %s: %d, without a store %d", unique, why, gotTally.Dropped[why], n)
					}
				}
			}
		})
	}
}

// A grade that was tampered with is a miss, or the line is that of another legal
// solution.
func TestDamagedGrades(t *testing.T) {
	o := batches(t)["free"]
	var puzzle *Puzzle
	_, err := (&Batch{Options: o, Count: 1, Effort: 1000, Workers: 1}).Run(context.Background(), func(p *Puzzle) error { puzzle = p; return nil })
	if err != nil {
		t.Fatal(err)
	}
	store := openStore(t, t.TempDir())
	defer store.Close()
	g := newGrades(&o, store)
	fingerprint, key := puzzle.Task.Fingerprint(), gradeKey(&o, puzzle)
	g.keep(fingerprint, key, puzzle, "")
	whole, ok, err := store.Get(cache.KindGrade, fingerprint, key)
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	fresh := func() *Puzzle {
		return &Puzzle{Kind: puzzle.Kind, Task: puzzle.Task, Index: puzzle.Index, Form: puzzle.Form}
	}
	if why, ok := g.recall(fresh(), whole); !ok || why != "" {
		t.Fatalf("%s is %q, %t", whole, why, ok)
	}
	change := func(f func(k *keptGrade)) []byte {
		var k keptGrade
		if err := json.Unmarshal(whole, &k); err != nil {
			t.Fatal(err)
		}
		f(&k)
		text, err := json.Marshal(k)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	for name, value := range map[string][]byte{
		"empty":         {},
		"torn":          whole[:len(whole)/2],
		"no line":       change(func(k *keptGrade) { k.Line = nil }),
		"illegal":       change(func(k *keptGrade) { k.Line[0] = k.Line[1] }),
		"too short":     change(func(k *keptGrade) { k.Line = k.Line[1:]; k.Features.Choices = k.Features.Choices[1:] }),
		"off the board": change(func(k *keptGrade) { k.Line[0][0] = 255 }),
		"no features":   change(func(k *keptGrade) { k.Features = nil }),
		"other choices": change(func(k *keptGrade) { k.Features.Choices = k.Features.Choices[1:] }),
		"other quiet":   change(func(k *keptGrade) { k.Features.Quiet++ }),
		"no lines":      change(func(k *keptGrade) { k.Lines = nil }),
		"no first":      change(func(k *keptGrade) { k.First = 0 }),
		"some verdict":  []byte(`{"why":"nobody knows"}`),
		"other unique":  []byte(`{"why":"not unique","unique":"line"}`),
	} {
		if why, ok := g.recall(fresh(), value); ok {
			t.Errorf("%s: %s is taken for %q", name, value, why)
		}
	}

	// Another range of lengths, another puzzle: another key.
	longer := o
	longer.MaxMoves++
	if slices.Equal(key, gradeKey(&longer, puzzle)) {
		t.Error("the range of lengths is not in the key")
	}
	turned := *puzzle
	turned.Task = puzzle.Task.From(puzzle.Task.After(puzzle.Line, 1), puzzle.Task.Marked)
	if slices.Equal(key, gradeKey(&o, &turned)) {
		t.Error("the puzzle is not in the key")
	}

	// A store that takes nothing more is no reason to stop.
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	g = newGrades(&o, store)
	g.least = 0
	why, err := g.of(context.Background(), fresh(), func(context.Context, *Puzzle) (verdict, error) { return tooLong, nil })
	if _, unkept := g.counts(); why != tooLong || err != nil || unkept == nil {
		t.Errorf("%q, %v, %v", why, err, unkept)
	}
}
