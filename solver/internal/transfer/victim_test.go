package transfer

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/certificate"
	"github.com/halma-solve/halma-solve/solver/internal/cases"
	"github.com/halma-solve/halma-solve/solver/internal/layers"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

func mustJSON(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// victim is a search whose files are damaged: through the lengths up to the
// optimum, so that it fails if a position of a line is lost.
type victim struct {
	puzzle  *puzzles.Puzzle
	optimum int
	name    trialName
	step    string // that it makes undisturbed
	shots   []snapshot
}

func newVictim(t *testing.T, o puzzles.Options, from int) *victim {
	t.Helper()
	p := positiontest.Must(t, puzzles.Highscore, o)
	e := cases.Explored(t, p)
	v := &victim{puzzle: p, optimum: e.Distance, name: trialName{e.Distance - from, e.Distance, certificate.RulesFree}}
	step, err := v.run(t, session.NewRun(context.Background(), session.Options{Workers: 1}))
	if err != nil {
		t.Fatal(err)
	}
	v.step = step
	return v
}

// run runs the search, with everything that long searches save, and returns its
// step.
func (v *victim) run(t *testing.T, r *session.Run) (string, error) {
	t.Helper()
	a := &attack[[1]uint64]{Run: r, Knowledge: session.NewKnowledge(v.puzzle, r), space: layers.NewSpace[[1]uint64](v.puzzle)}
	err := a.prepare()
	if err == nil && a.bound == nil {
		err = a.project()
	}
	if err == nil {
		_, _, err = a.table.widen(r, a.space, 60)
	}
	if err == nil { // so that the same is learnt with and without a checkpoint
		err = a.raiseByGains()
	}
	if err == nil {
		err = a.learn(1 << 40)
	}
	if err != nil {
		return "", err
	}
	line, err := a.midpoints(v.name, 1<<40, nil)
	if err != nil {
		return "", err
	}
	if len(line) != v.optimum {
		t.Errorf("%s: a line of %d, the optimum is %d", v.puzzle, len(line), v.optimum)
	}
	return mustJSON(t, a.trials[v.name].step), nil
}

// snapshot is the files of a journal by their paths.
type snapshot map[string][]byte

// stopped returns what a run leaves that is ended after so many looks at the clock,
// and whether it came to its end before.
func (v *victim) stopped(t *testing.T, looks int) (out snapshot, done bool) {
	t.Helper()
	dir := t.TempDir()
	r := session.NewRun(cases.NewCountdown(looks), session.Options{Workers: 1, Checkpoints: dir})
	r.Pace = eager
	_, err := v.run(t, r)
	if err != nil && !errors.Is(err, session.ErrInterrupt) {
		t.Fatal(err)
	}
	out, done = snapshot{}, err == nil
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err == nil {
			out[name], err = os.ReadFile(path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out, done
}

// goesOn runs the search from snapshot, of which one was changed, and compares what it
// proves with what it should.
func (v *victim) goesOn(t *testing.T, from snapshot, changed string, content []byte, what string) {
	t.Helper()
	dir, err := os.MkdirTemp("", "halma-solve-test-")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	for name, data := range from {
		if name == changed {
			data = content
		}
		path := filepath.Join(dir, name)
		err := os.MkdirAll(filepath.Dir(path), 0o700)
		if err == nil {
			err = os.WriteFile(path, data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	step, err := v.run(t, session.NewRun(context.Background(), session.Options{Workers: 1, Checkpoints: dir}))
	if err != nil {
		t.Errorf("%s: %v", what, err)
	}
	if step != v.step {
		t.Errorf("%s: it proves\n%s, want\n%s", what, step, v.step)
	}
}

// snapshots returns the files of two runs that were stopped: of the first one that left
// parts, and of the last one of those with the most layers.
func (v *victim) snapshots(t *testing.T) []snapshot {
	t.Helper()
	var out []snapshot
	most := 0
	kinds := map[string]bool{}
	for looks := 100; ; looks += 3 + looks/15 {
		f, done := v.stopped(t, looks)
		if done {
			break
		}
		parts, layers := 0, 0
		for name := range f {
			kind, _, _ := strings.Cut(filepath.Base(name), "-")
			if strings.HasPrefix(filepath.Base(filepath.Dir(name)), "gain") {
				kind += " of a gain"
			}
			kinds[kind] = true
			switch kind {
			case "part":
				parts++
			case "layer":
				layers++
			}
		}
		switch {
		case len(out) == 0 && parts > 1 && layers > 1:
			out = append(out, f)
		case len(out) > 0 && parts > 0 && layers >= most:
			out, most = append(out[:1], f), layers
		}
	}
	if len(out) < 2 {
		t.Fatalf("%s: %d snapshots with parts, files of the kinds %v", v.puzzle, len(out), kinds)
	}
	return out
}

var victims []*victim

// theVictims returns two searches of the same puzzle and two of others, with the
// files of two stopped runs of each. They are made once.
func theVictims(t *testing.T) []*victim {
	t.Helper()
	if victims == nil {
		rhombus := puzzles.Options{Shape: positions.Rhombus, Size: 5, Army: "3", Jumps: positions.Super, Arrival: positions.Free}
		all := []*victim{
			newVictim(t, rhombus, 0),
			newVictim(t, rhombus, 1),
			newVictim(t, puzzles.Options{Shape: positions.Star, Size: 2, Army: "3", Arrival: positions.Free}, 0),
			newVictim(t, puzzles.Options{Shape: positions.Square, Size: 5, Army: "6", Arrival: positions.Free}, 0),
		}
		for _, v := range all {
			v.shots = v.snapshots(t)
		}
		victims = all
	}
	return victims
}
