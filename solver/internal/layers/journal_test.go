package layers

import (
	"encoding/binary"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/cespare/xxhash/v2"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// TestOpenChecksKeysAndDigest opens runs whose checksums are right: one as it was written,
// others with a key in the shard of another, a key that is no position, or another digest.
func TestOpenChecksKeysAndDigest(t *testing.T) {
	p := positiontest.Must(t, puzzles.Highscore, puzzles.Options{Shape: positions.Square, Size: 5, Army: "6", Arrival: positions.Free})
	s := NewSpace[[1]uint64](p)
	run := session.NewRun(t.Context(), session.Options{Workers: 2})
	j := &Journal[[1]uint64]{Run: run, Saved: session.NewSavings(t.TempDir(), p), Space: s, Name: "search"}
	if err := j.Saved.Open(); err != nil {
		t.Fatal(err)
	}
	start, key := s.Canonical(s.Start)
	home := cache.ShardOf(key)
	none := start
	none[0] ^= 1 << 24 // one man more
	var last [1]uint64 // of the last shard
	for random := rand.New(rand.NewPCG(1, 2)); cache.ShardOf(key) != cache.Shards-1; {
		last = [1]uint64{}
		for _, c := range random.Perm(s.Cells)[:p.Men()] {
			positions.Flip(&last, uint8(c))
		}
		last, key = s.Canonical(last)
	}
	for _, c := range []struct {
		name   string
		shard  int
		key    [1]uint64
		digest byte // changes a byte
		opens  bool
	}{
		{"as written", home, start, 0, true},
		{"of the last shard", cache.Shards - 1, last, 0, true},
		{"in another shard", (home + 1) % cache.Shards, start, 0, false},
		{"no position", home, none, 0, false},
		{"another digest", home, start, 1, false},
	} {
		id := j.layerID(3, nil)
		path := j.Saved.Path(id.File)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		head, err := id.Head()
		if err != nil {
			t.Fatal(err)
		}
		w, err := cache.CreateRun[[1]uint64](path, head)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Append(c.shard, [][1]uint64{c.key}); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Close(); err != nil {
			t.Fatal(err)
		}
		changeDigest(t, path, c.digest, 16+len(head))
		opened, _, err := j.Open(id)
		if err != nil || (opened != nil) != c.opens {
			t.Errorf("%s: opened %t, %v", c.name, opened != nil, err)
		}
		if opened != nil {
			_ = opened.Close()
		}
		if _, err := os.Stat(path); (err == nil) != c.opens {
			t.Errorf("%s: the file stays: %t", c.name, err == nil)
		}
	}
}

// TestLeadingLooksAtNoFiles: which positions lead on is not told of a layer that is in a file, and
// not wrongly.
func TestLeadingLooksAtNoFiles(t *testing.T) {
	p := positiontest.Must(t, puzzles.Highscore, puzzles.Options{Shape: positions.Square, Size: 5, Army: "6", Arrival: positions.Free})
	s := NewSpace[[1]uint64](p)
	run := session.NewRun(t.Context(), session.Options{Workers: 2})
	j := &Journal[[1]uint64]{Run: run, Saved: session.NewSavings(t.TempDir(), p), Space: s, Name: "search"}
	l := NewLayered(run, s, nil)
	sw := NewSweep(run, s, nil, func() Filter[[1]uint64] { return Everything[[1]uint64]{} })
	for d := 1; d <= 2; d++ {
		if err := l.Step(sw, d, 2, func() Stage[[1]uint64] { return PlainStage(l.Layers[d-1], func() int64 { return 0 }) }); err != nil {
			t.Fatal(err)
		}
	}
	all := l.Layers
	if told := Leading(run, s, nil, all, nil); len(told) != 3 || told[0] != 1 || told[1] != int64(all[1].Size()) {
		t.Fatalf("%d lead on, of %d and %d positions", told, all[1].Size(), all[2].Size())
	}
	var err error
	if all[1], err = j.onDisk(j.layerID(1, nil), all[1]); err != nil {
		t.Fatal(err)
	}
	if told := Leading(run, s, nil, all, nil); told != nil {
		t.Errorf("%d lead on by way of a file", told)
	}
	if err := all[1].file.Close(); err != nil {
		t.Error(err)
	}
}

// changeDigest changes a byte of the digest of a run and mends the checksum over header,
// index and footer.
func changeDigest(t *testing.T, path string, by byte, header int) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const footer = 72
	end := len(data) - footer
	data[end] ^= by
	index := binary.BigEndian.Uint64(data[end+48:])
	sum := xxhash.New()
	_, _ = sum.Write(data[:header])
	_, _ = sum.Write(data[index : end+56])
	if by == 0 && sum.Sum64() != binary.BigEndian.Uint64(data[end+56:]) {
		t.Fatal("the checksum of a run is another than this test works out")
	}
	binary.BigEndian.PutUint64(data[end+56:], sum.Sum64())
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}
