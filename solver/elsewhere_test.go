package solver_test

import (
	"bytes"
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver"
)

// another is another machine, in this process: nothing but bytes goes there.
type another struct {
	helper *solver.Helper
	parts  atomic.Int64
	spoil  func(out []byte) []byte // nil: nothing is spoiled
}

func (a *another) Expand(ctx context.Context, about, in []byte, check func([]byte) error) error {
	a.parts.Add(1)
	out, err := a.helper.Expand(ctx, bytes.Clone(about), bytes.Clone(in))
	if err != nil {
		return err
	}
	if a.spoil != nil {
		out = a.spoil(out)
	}
	return check(out)
}

func (*another) Slots() int { return 2 }
func (*another) Grain() int { return 20 }

func newAnother(t *testing.T, p *puzzles.Puzzle) *another {
	t.Helper()
	h, err := solver.NewHelper(p, 64<<20)
	if err != nil {
		t.Fatal(err)
	}
	return &another{helper: h}
}

// With layers expanded elsewhere the answer is the same, and so is each layer of the
// certificate: under all rules, counts and marks, in memory and in files.
func TestElsewhere(t *testing.T) {
	parts := int64(0)
	for _, o := range []struct {
		game func(puzzles.Options) (*puzzles.Puzzle, error)
		puzzles.Options
	}{
		{puzzles.Highscore, puzzles.Options{Shape: positions.Square, Size: 5, Army: "6", Arrival: positions.Free}},
		{puzzles.Highscore, puzzles.Options{Shape: positions.Square, Size: 5, Army: "6", Arrival: positions.Booklet}},
		{puzzles.Highscore, puzzles.Options{Shape: positions.Rhombus, Size: 5, Army: "6", Arrival: positions.Booklet, Jumps: positions.Super}},
		{puzzles.Highscore, puzzles.Options{Shape: positions.Square, Size: 5, Army: "3", Arrival: positions.Free, Count: positions.Hops}},
		{puzzles.Treffhalma, puzzles.Options{Shape: positions.Square, Size: 5, Army: "3", Arrival: positions.Free}},
	} {
		p := positiontest.Must(t, o.game, o.Options)
		for _, always := range []bool{false, true} {
			limits := solver.Options{Workers: 2, Checkpoints: t.TempDir(), SaveAlways: always}
			want, err := solver.Solve(t.Context(), p, limits)
			if err != nil {
				t.Fatal(err)
			}
			other := newAnother(t, p)
			limits.Checkpoints, limits.Elsewhere = t.TempDir(), other
			got, err := solver.Solve(t.Context(), p, limits)
			if err != nil {
				t.Fatal(err)
			}
			parts += other.parts.Load()
			if got.Status != want.Status || got.Lower != want.Lower || got.Upper != want.Upper || got.Stats.Expanded != want.Stats.Expanded {
				t.Errorf("%s: %+v, want %+v", p, got.Stats, want.Stats)
			}
			if a, b := certificateOf(t, got), certificateOf(t, want); !bytes.Equal(a, b) {
				t.Errorf("%s: the certificate is\n%s\nwant\n%s", p, a, b)
			}
		}
	}
	if parts < 100 {
		t.Errorf("only %d parts were expanded elsewhere", parts)
	}
}

func certificateOf(t *testing.T, r *solver.Result) []byte {
	t.Helper()
	c, err := solver.Certify(r, "test")
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := c.Write(&text); err != nil {
		t.Fatal(err)
	}
	return text.Bytes()
}

// What comes back and is no run of positions of the puzzle ends the search.
func TestElsewhereRefuses(t *testing.T) {
	p := positiontest.Must(t, puzzles.Highscore, puzzles.Options{Shape: positions.Square, Size: 5, Army: "6", Arrival: positions.Free})
	for bit := range 40 {
		other := newAnother(t, p)
		other.spoil = func(out []byte) []byte {
			out = bytes.Clone(out)
			at := (bit*7919 + 13) % (8 * len(out))
			out[at/8] ^= 1 << (at % 8)
			return out
		}
		if _, err := solver.Solve(t.Context(), p, solver.Options{Workers: 1, Elsewhere: other}); err == nil {
			t.Errorf("bit %d of each run was flipped and nobody saw it", bit)
		}
	}
	if _, err := newAnother(t, p).helper.Expand(t.Context(), []byte(`{"bounds":{}}`), nil); err == nil {
		t.Error("a description of nothing is taken")
	}
	solo := positiontest.Must(t, puzzles.Solo, puzzles.Options{})
	if _, err := solver.NewHelper(solo, 64<<20); err == nil {
		t.Error("a helper for solo")
	}
	stop, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := newAnother(t, p).helper.Expand(stop, []byte(`{}`), nil); err == nil || errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
