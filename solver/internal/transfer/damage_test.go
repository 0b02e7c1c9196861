package transfer

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
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

// allDamages makes the tests of damaged journals go through all damages; without
// it they take a part of them.
var allDamages = flag.Bool("damages", false, "damage the files of journals in all ways")

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

// snapshots returns the files of runs that were stopped at several places. All
// kinds of files are among them.
func (v *victim) snapshots(t *testing.T) []snapshot {
	t.Helper()
	var out []snapshot
	kinds := map[string]bool{}
	for looks := 150; ; looks += 30 + looks/25 {
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
		if parts > 1 && layers > 1 {
			out = append(out, f)
		}
	}
	if len(out) < 2 {
		t.Fatalf("%s: %d snapshots with parts, files of the kinds %v", v.puzzle, len(out), kinds)
	}
	return []snapshot{out[0], out[len(out)-1]}
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

// Every file of a run is replaced by every other one, and by those of runs for
// other lengths and of other puzzles. What is proven is what an undisturbed run
// proves.
func TestSwappedFilesAreNotBelieved(t *testing.T) {
	cases.Long(t)
	all := theVictims(t)
	type source struct {
		name string
		data []byte
	}
	var sources []source
	for _, v := range all {
		for _, f := range v.shots {
			for name, data := range f {
				sources = append(sources, source{name, data})
			}
		}
	}
	slices.SortFunc(sources, func(a, b source) int { return strings.Compare(a.name+string(a.data), b.name+string(b.data)) })
	pairs, tried := 0, 0
	for _, v := range all {
		for _, f := range v.shots {
			for name, data := range f {
				for _, s := range sources {
					if bytes.Equal(s.data, data) {
						continue
					}
					if pairs++; !*allDamages && pairs%150 != 0 {
						continue
					}
					tried++
					v.goesOn(t, f, name, s.data, name+" replaced by "+s.name)
				}
			}
		}
	}
	t.Logf("%d of %d pairs of files", tried, pairs)
}

// Each layer of a run takes the place of each other one, as when files are copied:
// once a wrong optimum was certified with layer 6 in the place of layer 9.
func TestLayersUnderOtherNamesAreNotBelieved(t *testing.T) {
	cases.Long(t)
	v := theVictims(t)[2]
	f := v.shots[1]
	pairs := 0
	for name := range f {
		for other, data := range f {
			if name != other && strings.Contains(name, "layer-") && strings.Contains(other, "layer-") {
				pairs++
				v.goesOn(t, f, name, data, name+" replaced by "+other)
			}
		}
	}
	t.Logf("%d pairs of layers", pairs)
	if pairs < 30 {
		t.Errorf("only %d pairs of layers", pairs)
	}
}

// Files are cut off at each boundary and damaged at random, with and without
// mended checksums.
func TestDamagedFilesAreNotBelieved(t *testing.T) {
	cases.Long(t)
	random := rand.New(rand.NewPCG(7, 8))
	tried := 0
	for _, v := range theVictims(t)[:2] {
		for _, f := range v.shots {
			names := make([]string, 0, len(f))
			for name := range f {
				names = append(names, name)
			}
			slices.Sort(names)
			for _, name := range names {
				data := f[name]
				head := bytes.IndexByte(data, '\n') + 1
				for _, n := range []int{0, 1, 8, 16, head - 1, head, head + 1, len(data) / 2, len(data) - 72, len(data) - 32, len(data) - 1} {
					if n < 0 || n >= len(data) || !*allDamages && random.IntN(8) > 0 {
						continue
					}
					tried++
					v.goesOn(t, f, name, data[:n], name+" cut off")
				}
			}
			count := 25
			if *allDamages {
				count = 250
			}
			for range count {
				name := names[random.IntN(len(names))]
				tried++
				v.goesOn(t, f, name, damage(random, f[name]), name+" damaged")
			}
		}
	}
	t.Logf("%d damages", tried)
}

// damage returns data with some bytes changed, inserted, removed or swapped.
func damage(random *rand.Rand, data []byte) []byte {
	out := bytes.Clone(data)
	for range 1 + random.IntN(4) {
		at, to := random.IntN(len(out)), random.IntN(len(out))
		at, to = min(at, to), max(at, to)
		switch random.IntN(6) {
		case 0, 1, 2:
			out[at] ^= 1 << random.IntN(8)
		case 3:
			out = slices.Insert(out, at, byte(random.Uint32()))
		case 4:
			out = slices.Delete(out, at, min(at+1+random.IntN(8), len(out)-1))
		case 5:
			copy(out[at:], bytes.Clone(out[to:]))
		}
		if len(out) < 2 {
			break
		}
	}
	return out
}

// Every bit of the heads is flipped: such a file is not opened.
func TestFlippedHeadsAreNotBelieved(t *testing.T) {
	cases.Long(t)
	v := theVictims(t)[1]
	flips, kinds := 0, map[string]bool{}
	for name, data := range v.shots[0] {
		kind, _, _ := strings.Cut(filepath.Base(name), "-")
		if kinds[kind] && !*allDamages {
			continue
		}
		kinds[kind] = true
		dir := t.TempDir()
		s := session.NewSavings(dir, v.puzzle)
		file, ok := strings.CutPrefix(filepath.ToSlash(name), filepath.Base(s.Dir)+"/")
		if !ok {
			t.Fatal(name)
		}
		search, _ := filepath.Split(file)
		j := &layers.Journal[[1]uint64]{Saved: s, Space: layers.NewSpace[[1]uint64](v.puzzle), Name: strings.TrimSuffix(search, "/")}
		path := s.Path(file)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		head := bytes.IndexByte(data, '\n') + 1
		id := identityIn(t, data[:head])
		reads := func(content []byte) bool {
			if err := os.WriteFile(path, content, 0o600); err != nil {
				t.Fatal(err)
			}
			if strings.HasSuffix(file, ".run") {
				run, _, err := j.Open(id)
				if err != nil {
					t.Fatal(err)
				}
				if run != nil {
					_ = run.Close()
				}
				return run != nil
			}
			_, ok, err := s.Load(id)
			if err != nil {
				t.Fatal(err)
			}
			return ok
		}
		if !reads(data) {
			t.Fatalf("%s as it was is not read", file)
		}
		for i := range head {
			for bit := range 8 {
				if (i*8+bit)%3 != 0 && !*allDamages {
					continue
				}
				flips++
				bad := bytes.Clone(data)
				bad[i] ^= 1 << bit
				if reads(bad) {
					t.Errorf("%s with bit %d of byte %d flipped is read", file, bit, i)
				}
			}
		}
	}
	t.Logf("%d bits in files of the kinds %v", flips, kinds)
	if len(kinds) != 6 {
		t.Errorf("files of the kinds %v", kinds)
	}
}

// identityIn returns the identity at the head of a file.
func identityIn(t *testing.T, head []byte) (id session.Identity) {
	t.Helper()
	if err := json.Unmarshal(head[bytes.IndexByte(head, '{'):], &id); err != nil {
		t.Fatal(err)
	}
	return id
}
