package transfer

import (
	"bytes"
	"cmp"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions/positiontest"

	"github.com/halma-solve/halma-solve/solver/internal/layers"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// Every file of a run is replaced by every other one, and by those of runs for
// other lengths and of other puzzles. What is proven is what an undisturbed run
// proves.
func TestSwappedFilesAreNotBelieved(t *testing.T) {
	positiontest.Long(t)
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
	slices.SortFunc(sources, func(a, b source) int {
		return cmp.Or(strings.Compare(a.name, b.name), bytes.Compare(a.data, b.data))
	})
	pairs, tried := 0, 0
	for _, v := range all {
		for _, f := range v.shots {
			for name, data := range f {
				for _, s := range sources {
					if bytes.Equal(s.data, data) {
						continue
					}
					if pairs++; pairs%positiontest.Of(1200, 1) != 0 {
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
	positiontest.Long(t)
	pairs := 0
	for _, v := range theVictims(t)[1:] {
		f := v.shots[1]
		for name := range f {
			for other, data := range f {
				if name != other && strings.Contains(name, "layer-") && strings.Contains(other, "layer-") {
					pairs++
					v.goesOn(t, f, name, data, name+" replaced by "+other)
				}
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
	positiontest.Long(t)
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
					if n < 0 || n >= len(data) || random.IntN(positiontest.Of(16, 1)) > 0 {
						continue
					}
					tried++
					v.goesOn(t, f, name, data[:n], name+" cut off")
				}
			}
			for range positiontest.Of(12, 250) {
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
	positiontest.Long(t)
	v := theVictims(t)[2]
	flips, kinds := 0, map[string]bool{}
	for name, data := range v.shots[0] {
		kind, _, _ := strings.Cut(filepath.Base(name), "-")
		if kinds[kind] && !positiontest.Whole() {
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
		j := &layers.Journal[[1]uint64]{Run: session.NewRun(t.Context(), session.Options{Workers: 2}), Saved: s, Space: layers.NewSpace[[1]uint64](v.puzzle), Name: strings.TrimSuffix(search, "/")}
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
				if (i*8+bit)%positiontest.Of(3, 1) != 0 {
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
