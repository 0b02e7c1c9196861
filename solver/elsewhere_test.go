package solver_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver"
)

// another is another machine, in this process: nothing but bytes goes there.
type another struct {
	helper *solver.Helper
	grain  int
	wide   int
	spoil  func(out []byte) []byte // nil: nothing is spoiled
	swap   func(in []byte) []byte  // likewise, of objects
	stop   func()                  // called when there are no calls left; nil: never
	calls  int                     // that are left

	mu      sync.Mutex
	kinds   map[string]int // orders, by what they ask for
	objects map[string][]byte
	most    int // bytes of objects at once
}

// call is a call with a context, which it may be the last one to find open.
func (a *another) call(ctx context.Context) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.calls--; a.calls < 0 && a.stop != nil {
		a.stop()
	}
	return ctx.Err()
}

func (a *another) Do(ctx context.Context, order []byte, check func([]byte) error) error {
	if err := a.call(ctx); err != nil {
		return err
	}
	var what struct {
		Groups []int  `json:"groups"`
		Merge  string `json:"merge"`
		About  struct {
			Losses *struct{} `json:"losses"`
		} `json:"about"`
	}
	if err := json.Unmarshal(order, &what); err != nil {
		return err
	}
	kind := "expand"
	switch {
	case what.Merge != "":
		kind = "merge"
	case what.Groups != nil:
		kind = "spread"
	case what.About.Losses != nil:
		kind = "losses"
	}
	a.mu.Lock()
	a.kinds[kind]++
	a.mu.Unlock()
	out, err := a.helper.Do(ctx, bytes.Clone(order), a)
	if err != nil {
		return err
	}
	if a.spoil != nil {
		out = a.spoil(out)
	}
	return check(out)
}

func (a *another) Put(ctx context.Context, data []byte) (string, error) {
	if err := a.call(ctx); err != nil {
		return "", err
	}
	name := fmt.Sprintf("%x", sha256.Sum256(data))
	a.mu.Lock()
	defer a.mu.Unlock()
	a.objects[name] = bytes.Clone(data)
	total := 0
	for _, o := range a.objects {
		total += len(o)
	}
	a.most = max(a.most, total)
	return name, nil
}

func (a *another) Get(_ context.Context, name string) ([]byte, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	data, ok := a.objects[name]
	if !ok {
		return nil, errors.New("there is no object " + name)
	}
	if a.swap != nil {
		data = a.swap(data)
	}
	return data, nil
}

func (a *another) Remove(_ context.Context, name string) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.objects, name)
	return nil
}

func (*another) Slots() int   { return 2 }
func (a *another) Grain() int { return a.grain }
func (a *another) Wide() int  { return a.wide }

// newAnother returns one that puts layers together that come of so many positions.
func newAnother(t *testing.T, p *puzzles.Puzzle, wide int) *another {
	t.Helper()
	h, err := solver.NewHelper(p, 64<<20)
	if err != nil {
		t.Fatal(err)
	}
	return &another{helper: h, grain: 20, wide: wide, kinds: map[string]int{}, objects: map[string][]byte{}}
}

// never is a width that no layer has.
const never = 1 << 62

// With layers expanded elsewhere the answer is the same, and so is each layer of the
// certificate: under all rules, counts and marks, in memory and in files.
func TestElsewhere(t *testing.T) {
	orders := map[string]int{}
	for _, o := range []struct {
		game func(puzzles.Options) (*puzzles.Puzzle, error)
		puzzles.Options
	}{
		{puzzles.Highscore, puzzles.Options{Shape: positions.Square, Size: 5, Army: "6", Arrival: positions.Free}},
		{puzzles.Highscore, puzzles.Options{Shape: positions.Square, Size: 5, Army: "6", Arrival: positions.Booklet}},
		{puzzles.Highscore, puzzles.Options{Shape: positions.Rhombus, Size: 5, Army: "6", Arrival: positions.Booklet, Jumps: positions.Super}},
		{puzzles.Highscore, puzzles.Options{Shape: positions.Rhombus, Size: 5, Army: "6", Arrival: positions.Free}},                                                // with links
		{puzzles.Highscore, puzzles.Options{Shape: positions.Square, Size: 8, Army: "3", Arrival: positions.Free, Count: positions.Hops}},                          // by losses
		{puzzles.Highscore, puzzles.Options{Shape: positions.Rhombus, Size: 7, Army: "3", Arrival: positions.Free, Jumps: positions.Super, Count: positions.Hops}}, // by halves
		{puzzles.Treffhalma, puzzles.Options{Shape: positions.Square, Size: 5, Army: "3", Arrival: positions.Free}},
	} {
		p := positiontest.Must(t, o.game, o.Options)
		for round, always := range []bool{false, true, false, true} {
			limits := solver.Options{Workers: 2, Checkpoints: t.TempDir(), SaveAlways: always}
			want, err := solver.Solve(t.Context(), p, limits)
			if err != nil {
				t.Fatal(err)
			}
			other := newAnother(t, p, []int{never, never, 20, 200}[round])
			limits.Checkpoints, limits.Elsewhere = t.TempDir(), other
			got, err := solver.Solve(t.Context(), p, limits)
			if err != nil {
				t.Fatal(err)
			}
			for kind, n := range other.kinds {
				orders[kind] += n
			}
			if got.Status != want.Status || got.Lower != want.Lower || got.Upper != want.Upper || got.Stats.Expanded != want.Stats.Expanded {
				t.Errorf("%s: %+v, want %+v", p, got.Stats, want.Stats)
			}
			if a, b := certificateOf(t, got), certificateOf(t, want); !bytes.Equal(a, b) {
				t.Errorf("%s: the certificate is\n%s\nwant\n%s", p, a, b)
			}
		}
	}
	for kind, least := range map[string]int{"expand": 100, "spread": 100, "merge": 30, "losses": 30} {
		if orders[kind] < least {
			t.Errorf("%d orders of the kind %s, of %v", orders[kind], kind, orders)
		}
	}
}

// A pattern database that is sent is taken if it may be the right one, else made.
func TestElsewhereRows(t *testing.T) {
	p := positiontest.Must(t, puzzles.Highscore, puzzles.Options{Shape: positions.Square, Size: 5, Army: "6", Arrival: positions.Free})
	want, err := solver.Solve(t.Context(), p, solver.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	const rows = 1660 // row counts, a byte each
	for _, swap := range []func([]byte) []byte{bytes.Clone, func(in []byte) []byte { return in[1:] }, func(in []byte) []byte { return make([]byte, len(in)) }} {
		other, sent := newAnother(t, p, 20), 0
		other.swap = func(in []byte) []byte {
			if len(in) != rows {
				return in
			}
			sent++
			return swap(in)
		}
		got, err := solver.Solve(t.Context(), p, solver.Options{Workers: 1, Elsewhere: other})
		if err != nil {
			t.Fatal(err)
		}
		if a, b := certificateOf(t, got), certificateOf(t, want); !bytes.Equal(a, b) {
			t.Errorf("the certificate is\n%s\nwant\n%s", a, b)
		}
		if sent == 0 {
			t.Error("no pattern database was sent")
		}
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

// A search that is interrupted in whatever call to another machine ends as interrupted,
// with what it has proven.
func TestElsewhereInterrupted(t *testing.T) {
	p := positiontest.Must(t, puzzles.Highscore, puzzles.Options{Shape: positions.Square, Size: 5, Army: "6", Arrival: positions.Free})
	const far = 1000
	for calls := range far {
		ctx, cancel := context.WithCancel(t.Context())
		other := newAnother(t, p, 20)
		other.calls, other.stop = calls, cancel
		got, err := solver.Solve(ctx, p, solver.Options{Workers: 1, Elsewhere: other})
		cancel()
		switch {
		case err != nil:
			t.Fatalf("after %d calls: %v", calls, err)
		case got.Status == solver.Optimal && calls > 10:
			return
		case got.Interrupted != solver.StoppedByInterrupt || got.Lower < 1:
			t.Fatalf("after %d calls: %v, stopped by %q, at least %d", calls, got.Status, got.Interrupted, got.Lower)
		}
	}
	t.Fatalf("not done after %d calls", far)
}

// What comes back and is no run of positions of the puzzle ends the search.
func TestElsewhereRefuses(t *testing.T) {
	p := positiontest.Must(t, puzzles.Highscore, puzzles.Options{Shape: positions.Square, Size: 5, Army: "6", Arrival: positions.Free})
	for bit := range 80 {
		other := newAnother(t, p, []int{never, 20}[bit%2])
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
	for _, order := range []string{"", "{}", `{"about":{"bounds":{}},"to":256}`, `{"about":{},"merge":"x","to":256}`} {
		other := newAnother(t, p, never)
		if _, err := other.helper.Do(t.Context(), []byte(order), other); err == nil {
			t.Errorf("%s is taken for an order", order)
		}
	}
	solo := positiontest.Must(t, puzzles.Solo, puzzles.Options{})
	if _, err := solver.NewHelper(solo, 64<<20); err == nil {
		t.Error("a helper for solo")
	}
}
