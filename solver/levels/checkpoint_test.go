package levels

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/halma-solve/halma-solve/puzzles/contest"
)

// countdown is a context that ends when it has been asked so many times.
type countdown struct {
	context.Context
	left atomic.Int64
}

func countdownOf(n int) *countdown {
	c := &countdown{Context: context.Background()}
	c.left.Store(int64(n))
	return c
}

func (c *countdown) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// checkpointGames have levels of all sorts.
var checkpointGames = []struct {
	name    string
	options map[string]string
}{
	{"topsecret", nil},
	{"cats", map[string]string{"size": "3", "cats": "1", "mice": "6"}},
	{"gomoku", map[string]string{"size": "3x4", "men": "3"}},
	{"dutch", map[string]string{"size": "3x5"}},
	{"tippy", map[string]string{"size": "3"}},
	{"several", map[string]string{"size": "1"}},
}

// headOf returns the first line of a checkpoint.
func headOf(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	head, _, _ := bytes.Cut(text, []byte("\n"))
	return string(head)
}

// TestGoesOn stops runs after a few parts, again and again, and goes on, half of the games
// with other numbers of workers: the table is that of a run without a break.
func TestGoesOn(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	stages := map[string]int{}
	for i, c := range checkpointGames {
		g := game(t, c.name, c.options)
		o := Options{Plain: i%3 == 2}
		want := solved(t, g, o)
		o.Checkpoint = filepath.Join(t.TempDir(), "state")
		var got *Table
		for stops := 0; got == nil; stops++ {
			if o.Workers = 1; i%2 == 1 {
				o.Workers += stops % 3
			}
			var err error
			if got, err = Solve(countdownOf(2+random.IntN(100)), g, o); errors.Is(err, context.Canceled) {
				head := headOf(t, o.Checkpoint)
				for _, stage := range []string{`"phase":"reach"`, `"step":0,"from":1`, `"step":1`, `"step":2`} {
					if strings.Contains(head, stage) {
						stages[stage]++
					}
				}
			} else if err != nil {
				t.Fatal(err)
			}
			if stops > 20_000 {
				t.Fatalf("%s: it does not get on: %s", g, headOf(t, o.Checkpoint))
			}
		}
		sameTables(t, got, want)
	}
	if len(stages) < 4 {
		t.Errorf("stopped at %v only", stages)
	}
}

// sameTables compares tables as wholes.
func sameTables(t *testing.T, got, want *Table) {
	t.Helper()
	for at := range want.levels {
		marks, values := want.Level(at)
		others, otherValues := got.Level(at)
		if !slices.Equal(marks.Words, others.Words) || marks.Count != others.Count || !slices.Equal(values, otherValues) {
			t.Errorf("%s: level %d is another one", want.Game, at)
		}
	}
}

// TestChancesGoOn does the same with dice.
func TestChancesGoOn(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 5))
	for i, options := range []map[string]string{{"size": "2x6"}, {"lines": "folk"}} {
		g := game(t, "rakado", options)
		want, err := SolveChances(t.Context(), g, Options{})
		if err != nil {
			t.Fatal(err)
		}
		o := Options{Checkpoint: filepath.Join(t.TempDir(), "state")}
		phases := map[string]bool{}
		for stops := 0; ; stops++ {
			o.Workers = 1 + stops%3*i
			got, err := SolveChances(countdownOf(2+random.IntN(40+4*stops)), g, o)
			if err == nil {
				if !slices.Equal(got.lower, want.lower) || !slices.Equal(got.upper, want.upper) || got.Sweeps != want.Sweeps || got.Rests != want.Rests {
					t.Errorf("%s: other chances", g)
				}
				break
			}
			if !errors.Is(err, context.Canceled) || stops > 2_000 {
				t.Fatalf("stop %d: %v", stops, err)
			}
			for _, phase := range []string{phaseReach, phaseTurns, phaseSolve} {
				if strings.Contains(headOf(t, o.Checkpoint), `"phase":"`+phase+`"`) {
					phases[phase] = true
				}
			}
		}
		if i == 0 && len(phases) < 3 {
			t.Errorf("%s: stopped in %v only", g, phases)
		}
	}
}

// watcher is a context that ends when the checkpoint is in a stage, and keeps it.
type watcher struct {
	context.Context
	path, stage string
	text        []byte
}

func (w *watcher) Err() error {
	if text, err := os.ReadFile(w.path); w.text == nil && err == nil {
		if head, _, _ := bytes.Cut(text, []byte("\n")); bytes.Contains(head, []byte(w.stage)) {
			w.text = text
		}
	}
	if w.text != nil {
		return context.Canceled
	}
	return nil
}

// stoppedAt returns the checkpoint of a run that is stopped in a stage, as its first line
// says it.
func stoppedAt(t *testing.T, g *contest.Game, o Options, stage string) []byte {
	t.Helper()
	o.Checkpoint, o.SaveAlways = filepath.Join(t.TempDir(), "state"), true
	w := &watcher{Context: context.Background(), path: o.Checkpoint, stage: stage}
	if _, err := Solve(w, g, o); !errors.Is(err, context.Canceled) {
		t.Fatalf("it was never stopped at %s: %v", stage, err)
	}
	return w.text
}

// sealed gives the text of a checkpoint, without its checksum, a right one.
func sealed(text []byte) []byte {
	sum := sha256.Sum256(text)
	return append(slices.Clone(text), sum[:]...)
}

// TestRefusesBadCheckpoints cuts and alters files, also with checksums that are right, and
// takes those of other work.
func TestRefusesBadCheckpoints(t *testing.T) {
	g := game(t, "topsecret", nil)
	good := stoppedAt(t, g, Options{}, `"level":4,"turns":3,"step":1`)
	path := filepath.Join(t.TempDir(), "state")
	refused := func(text []byte, g *contest.Game, o Options, why string) {
		t.Helper()
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		o.Checkpoint = path
		if _, err := Solve(t.Context(), g, o); !errors.Is(err, ErrCheckpoint) || !strings.Contains(err.Error(), why) {
			t.Errorf("not refused for %q: %v", why, err)
		}
	}
	refused(nil, g, Options{}, "no first line")
	refused(good[:len(good)/2], g, Options{}, "cut off")
	refused(good[:len(good)-1], g, Options{}, "cut off")
	refused(append(slices.Clone(good), 0), g, Options{}, "after its checksum")
	for _, at := range []int{len(good) * 2 / 3, len(good) - 1} {
		bad := slices.Clone(good)
		bad[at] ^= 4
		refused(bad, g, Options{}, "")
	}
	refused(good, game(t, "topsecret", map[string]string{"size": "6"}), Options{}, "of another game")
	refused(good, game(t, "gomoku", nil), Options{}, "of another game")
	refused(good, g, Options{Plain: true}, "from another position")
	p := g.AppendTurns(nil, g.Start())[0].After
	refused(good, g, Options{Roots: []contest.Position{p}}, "from another position")
	end := len(good) - sha256.Size
	for _, c := range []struct{ old, other, why string }{
		{`levels/1"`, `levels/2"`, "no checkpoint of this version"},
		{`"codes":`, `"codes":1`, "no checkpoint of this version"},
		{`"phase":"solve"`, `"phase":"turns"`, "it goes on with"},
		{`"level":4`, `"level":40`, "it goes on with"},
		{`"level":4`, `"level":-1`, "it goes on with"},
		{`"turns":3`, `"turns":40000`, "it goes on with"},
		{`"step":1`, `"step":3`, "it goes on with"},
		{`"from":`, `"from":1`, "it goes on with"},
		{`"positions":`, `"positions":1`, "marks are wrong"},
		{`"level":4`, `"level":5`, ""},
	} {
		bad := bytes.Replace(good[:end], []byte(c.old), []byte(c.other), 1)
		if bytes.Equal(bad, good[:end]) {
			t.Fatalf("%s is not there", c.old)
		}
		refused(sealed(bad), g, Options{}, c.why)
	}
	// Tables that are wrong: values of the levels that are solved stand behind all marks.
	body := bytes.IndexByte(good, '\n') + 1
	bad := slices.Clone(good[:end])
	for i := range bad[body:] {
		bad[body+i] = 0xff
	}
	refused(sealed(bad), g, Options{}, "marks are wrong")
	clear(bad[body:])
	refused(sealed(bad), g, Options{}, "marks are wrong")
}

// TestForgedCheckpointsEnd alters single bytes under right checksums: nothing but an error
// or a table may come of it, and no more memory be asked for than there is.
func TestForgedCheckpointsEnd(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	path := filepath.Join(t.TempDir(), "state")
	for _, stage := range []string{`"phase":"reach"`, `"turns":2,"step":0`, `"turns":2,"step":2`} {
		g := game(t, "topsecret", nil)
		good := stoppedAt(t, g, Options{}, stage)
		end := len(good) - sha256.Size
		tables, errs := 0, 0
		for range 25 {
			bad := slices.Clone(good[:end])
			bad[random.IntN(end)] ^= 1 << random.IntN(8)
			if err := os.WriteFile(path, sealed(bad), 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := Solve(t.Context(), g, Options{Checkpoint: path, Memory: 1 << 20}); err != nil {
				errs++
			} else {
				tables++
			}
		}
		if tables == 0 || errs == 0 {
			t.Errorf("%s: %d tables and %d errors", stage, tables, errs)
		}
	}
}

// TestCheckpointsKeepToTheMemory: what a file asks for is refused as all else.
func TestCheckpointsKeepToTheMemory(t *testing.T) {
	g := game(t, "topsecret", nil)
	path := filepath.Join(t.TempDir(), "state")
	if err := os.WriteFile(path, stoppedAt(t, g, Options{}, `"turns":3,"step":0`), 0o600); err != nil {
		t.Fatal(err)
	}
	var memory *MemoryError
	if _, err := Solve(t.Context(), g, Options{Checkpoint: path, Memory: 20_000}); !errors.As(err, &memory) {
		t.Errorf("%v", err)
	}
	if _, err := Solve(t.Context(), g, Options{Checkpoint: path}); err != nil {
		t.Error(err)
	}
}
