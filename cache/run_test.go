package cache

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"pgregory.net/rapid"
)

func compareRunKeys[K Key](a, b K) int { return compareKeys(&a, &b) }

// runKeys draws sorted keys: some close together, some far apart, some at the
// ends of the range and of the words.
func runKeys[K Key](t *rapid.T, most int) []K {
	words := rapid.OneOf(
		rapid.Uint64(),
		rapid.Uint64Range(0, 300),
		rapid.SampledFrom([]uint64{0, 1, 1 << 62, 1 << 63, ^uint64(0), ^uint64(0) - 1}),
	)
	keys := make([]K, rapid.IntRange(0, most).Draw(t, "keys"))
	for i := range keys {
		for j := range len(keys[i]) {
			keys[i][j] = words.Draw(t, "word")
		}
	}
	slices.SortFunc(keys, compareRunKeys[K])
	return slices.Compact(keys)
}

// testLabel is the label of runs in tests.
var testLabel = []byte("layer 9\n")

// fillRun appends the keys of each shard in pieces of the given size.
func fillRun[K Key](t rapid.TB, w *RunWriter[K], shards map[int][]K, piece int) {
	for shard := range Shards {
		for keys := range slices.Chunk(shards[shard], piece) {
			if err := w.Append(shard, keys); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// createRun writes the keys of each shard in pieces of the given size.
func createRun[K Key](t testing.TB, path string, shards map[int][]K, piece int) RunInfo {
	t.Helper()
	w, err := CreateRun[K](path, testLabel)
	if err != nil {
		t.Fatal(err)
	}
	fillRun(t, w, shards, piece)
	info, err := w.Close()
	if err != nil {
		t.Fatal(err)
	}
	return info
}

// memoryFile is a file in memory.
type memoryFile struct{ bytes.Buffer }

func (*memoryFile) Sync() error  { return nil }
func (*memoryFile) Close() error { return nil }

// memoryRun writes a run to memory and opens it.
func memoryRun[K Key](t rapid.TB, shards map[int][]K, piece int) (*Run[K], RunInfo) {
	file := new(memoryFile)
	w, err := newRunWriter[K](filepath.Join("nowhere", "run"), testLabel, file)
	if err != nil {
		t.Fatal(err)
	}
	fillRun(t, w, shards, piece)
	info, err := w.finish()
	if err != nil {
		t.Fatal(err)
	}
	if info.Bytes != int64(file.Len()) {
		t.Fatalf("%d bytes, the file has %d", info.Bytes, file.Len())
	}
	r, err := openRun[K]("memory", bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		t.Fatal(err)
	}
	return r, info
}

func openedRun[K Key](t testing.TB, path string) *Run[K] {
	t.Helper()
	r, err := OpenRun[K](path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() })
	return r
}

func allOf[K Key](r *RunReader[K]) (keys []K) {
	for k, ok := r.Next(); ok; k, ok = r.Next() {
		keys = append(keys, k)
	}
	return keys
}

func wantNames(t testing.TB, dir string, want ...string) {
	t.Helper()
	if got, want := fileNames(t, dir), strings.Join(want, " "); got != want {
		t.Errorf("files %q, want %q", got, want)
	}
}

func TestRunRoundTrip(t *testing.T) {
	t.Run("1 word", testRunRoundTrip[[1]uint64])
	t.Run("2 words", testRunRoundTrip[[2]uint64])
	t.Run("4 words", testRunRoundTrip[[4]uint64])
	t.Run("5 words", testRunRoundTrip[[5]uint64])
}

func testRunRoundTrip[K Key](t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shards := map[int][]K{}
		for _, shard := range rapid.SliceOfNDistinct(rapid.IntRange(0, Shards-1), 0, 5, rapid.ID).Draw(t, "shards") {
			shards[shard] = runKeys[K](t, 60)
		}
		r, info := memoryRun(t, shards, rapid.IntRange(1, 40).Draw(t, "piece"))
		digest, n := sha256.New(), int64(0)
		digest.Write(testLabel)
		for shard := range Shards {
			for _, k := range shards[shard] {
				n++
				for j := len(k) - 1; j >= 0; j-- {
					_ = binary.Write(digest, binary.BigEndian, k[j])
				}
			}
		}
		want := RunInfo{Keys: n, Bytes: info.Bytes, Digest: [32]byte(digest.Sum(nil))}
		if info != want || r.Info() != want || r.Len() != n {
			t.Fatalf("written %+v, opened %+v, want %+v", info, r.Info(), want)
		}
		if err := r.Verify(nil); err != nil {
			t.Fatal(err)
		}
		var prefix K
		prefix[0] = 7
		for shard := range Shards {
			got, err := r.ReadShard(shard, []K{prefix})
			if err != nil || got[0] != prefix || !slices.Equal(got[1:], shards[shard]) {
				t.Fatalf("shard %d: read %v, %v, want %v", shard, got, err, shards[shard])
			}
			reader := r.Shard(shard)
			if got := allOf(reader); reader.Err() != nil || !slices.Equal(got, shards[shard]) {
				t.Fatalf("shard %d: streamed %v, %v, want %v", shard, got, reader.Err(), shards[shard])
			}
			if r.ShardLen(shard) != int64(len(shards[shard])) {
				t.Fatalf("shard %d has %d keys, want %d", shard, r.ShardLen(shard), len(shards[shard]))
			}
		}
	})
}

// manyKeys are n keys with differences of all lengths.
func manyKeys[K Key](n int, seed uint64) []K {
	keys := make([]K, n)
	var k K
	x := seed
	for i := range keys {
		x = x*6364136223846793005 + 1442695040888963407
		j := int(x>>33) % 1000 / 998 * (len(k) - 1) // a jump at times
		k[j] += 1 + x>>40>>(x>>59)
		if j == 0 && k[0] < 1<<24 { // wrapped around: go on above
			k[len(k)-1]++
		}
		keys[i] = k
	}
	slices.SortFunc(keys, compareRunKeys[K])
	return slices.Compact(keys)
}

// TestRunBlocks: shards of several blocks, read by many goroutines at once.
func TestRunBlocks(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run")
	shards := map[int][][2]uint64{
		3:   manyKeys[[2]uint64](2*runBlockKeys+17, 1),
		4:   manyKeys[[2]uint64](runBlockKeys, 2),
		255: manyKeys[[2]uint64](5, 3),
	}
	createRun(t, path, shards, 50_000)
	r := openedRun[[2]uint64](t, path)
	if err := r.Verify(nil); err != nil {
		t.Fatal(err)
	}
	if len(r.blocks) < 5 {
		t.Fatalf("%d blocks: the test shows little", len(r.blocks))
	}
	var group sync.WaitGroup
	for _, shard := range []int{3, 4, 255, 3, 4, 7} {
		group.Go(func() {
			got, err := r.ReadShard(shard, nil)
			if err != nil || !slices.Equal(got, shards[shard]) {
				t.Errorf("shard %d: %d keys, %v, want %d", shard, len(got), err, len(shards[shard]))
			}
		})
		group.Go(func() {
			reader := r.Shard(shard)
			if got := allOf(reader); reader.Err() != nil || !slices.Equal(got, shards[shard]) {
				t.Errorf("shard %d: %d keys, %v, want %d", shard, len(got), reader.Err(), len(shards[shard]))
			}
		})
	}
	group.Wait()
	reader := r.Shard(3)
	if _, ok := reader.Next(); !ok {
		t.Fatal("no key")
	}
	reader.Stop()
	if k, ok := reader.Next(); ok || reader.Err() != nil {
		t.Errorf("after Stop: %v, %v", k, reader.Err())
	}
}

func TestRunReadsWithoutAllocations(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run")
	keys := manyKeys[[4]uint64](20_000, 1)
	createRun(t, path, map[int][][4]uint64{9: keys}, len(keys))
	r := openedRun[[4]uint64](t, path)
	dst := make([][4]uint64, 0, len(keys))
	allocs := testing.AllocsPerRun(5, func() {
		var err error
		if dst, err = r.ReadShard(9, dst[:0]); err != nil {
			t.Fatal(err)
		}
		reader := r.Shard(9)
		for _, ok := reader.Next(); ok; _, ok = reader.Next() {
		}
	})
	if allocs > 50 {
		t.Errorf("%v allocations for %d keys", allocs, 2*len(keys))
	}
}

func TestRunRefusesDisorder(t *testing.T) {
	type key = [2]uint64
	one, two := key{5, 1}, key{4, 2}
	for name, c := range map[string]struct {
		fill func(w *RunWriter[key]) error
		want error
	}{
		"equal":          {func(w *RunWriter[key]) error { return w.Append(1, []key{one, one}) }, ErrRunOrder},
		"falling":        {func(w *RunWriter[key]) error { return w.Append(1, []key{two, one}) }, ErrRunOrder},
		"between calls":  {func(w *RunWriter[key]) error { return errors.Join(w.Append(1, []key{two}), w.Append(1, []key{one})) }, ErrRunOrder},
		"shards":         {func(w *RunWriter[key]) error { return errors.Join(w.Append(2, []key{one}), w.Append(1, []key{two})) }, ErrRunOrder},
		"shard too high": {func(w *RunWriter[key]) error { return w.Append(Shards, []key{one}) }, ErrRunShard},
		"shard too low":  {func(w *RunWriter[key]) error { return w.Append(-1, []key{one}) }, ErrRunShard},
		"between blocks": {func(w *RunWriter[key]) error {
			keys := make([]key, runBlockKeys)
			for i := range keys {
				keys[i][1] = uint64(i)
			}
			return errors.Join(w.Append(1, keys), w.Append(1, keys[runBlockKeys-1:]))
		}, ErrRunOrder},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			w, err := CreateRun[key](filepath.Join(dir, "run"), nil)
			if err != nil {
				t.Fatal(err)
			}
			wantError(t, c.fill(w), c.want, dir)
			wantError(t, w.Append(200, []key{one}), ErrRunClosed, dir)
			_, err = w.Close()
			wantError(t, err, ErrRunClosed, dir)
			wantNames(t, dir)
		})
	}
}

// TestRunAppears: the name appears with Close and not before, what was there
// stays until then, and neither an aborted nor a killed writer leaves anything
// that disturbs the next one.
func TestRunAppears(t *testing.T) {
	type key = [1]uint64
	dir := t.TempDir()
	path := filepath.Join(dir, "run")
	begin := func(k key) *RunWriter[key] {
		w, err := CreateRun[key](path, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Append(0, []key{k}); err != nil {
			t.Fatal(err)
		}
		return w
	}
	want := func(k key) {
		t.Helper()
		got, err := openedRun[key](t, path).ReadShard(0, nil)
		if err != nil || !slices.Equal(got, []key{k}) {
			t.Errorf("read %v, %v, want %v", got, err, k)
		}
	}
	w := begin(key{1})
	wantNames(t, dir, "run.tmp")
	if err := w.Abort(); err != nil {
		t.Fatal(err)
	}
	wantNames(t, dir)
	if err := w.Abort(); err != nil {
		t.Errorf("the second Abort: %v", err)
	}

	w = begin(key{2})
	if _, err := w.Close(); err != nil {
		t.Fatal(err)
	}
	wantNames(t, dir, "run")
	want(key{2})
	if err := w.Abort(); err != nil {
		t.Errorf("Abort after Close: %v", err)
	}
	want(key{2})

	// What a killed writer leaves: longer than the next run, and not closed.
	writeFile(t, path+tempSuffix, string(make([]byte, 5000)))
	w = begin(key{3})
	want(key{2})
	if _, err := w.Close(); err != nil {
		t.Fatal(err)
	}
	wantNames(t, dir, "run")
	want(key{3})
}

// fullFile is a disk with room for some bytes.
type fullFile struct {
	runFile
	room int
}

func (f *fullFile) Write(b []byte) (int, error) {
	if f.room -= len(b); f.room < 0 {
		return 0, &os.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}
	}
	return f.runFile.Write(b)
}

func (f *fullFile) Sync() error {
	if f.room == 0 {
		return &os.PathError{Op: "sync", Path: "x", Err: syscall.ENOSPC}
	}
	return f.runFile.Sync()
}

func TestRunFullDisk(t *testing.T) {
	type key = [2]uint64
	shards := map[int][]key{0: {{1}, {2}}, 1: {{7}}}
	probe := createRun(t, filepath.Join(t.TempDir(), "run"), shards, 10)
	for room := range int(probe.Bytes) - runHeaderSize - len(testLabel) + 1 { // the last fails in Sync
		dir := t.TempDir()
		w, err := CreateRun[key](filepath.Join(dir, "run"), testLabel)
		if err != nil {
			t.Fatal(err)
		}
		w.file = &fullFile{w.file, room}
		err = errors.Join(w.Append(0, shards[0]), w.Append(1, shards[1]))
		if err == nil {
			_, err = w.Close()
		}
		wantError(t, err, ErrFull, dir)
		wantNames(t, dir)
	}
}

func TestRunInMissingDirectory(t *testing.T) {
	path := filepath.Join(t.TempDir(), "no", "run")
	if _, err := CreateRun[[1]uint64](path, nil); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("CreateRun: %v", err)
	}
	if _, err := OpenRun[[1]uint64](path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("OpenRun: %v", err)
	}
}

// The label comes back as it was given, and one that is too long is refused.
func TestRunLabel(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run")
	for _, n := range []int{0, 1, 300, maxRunLabel} {
		label := bytes.Repeat([]byte{'x'}, n)
		w, err := CreateRun[[1]uint64](path, label)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Append(3, [][1]uint64{{5}, {9}}); err != nil {
			t.Fatal(err)
		}
		info, err := w.Close()
		if err != nil || info.Digest != sha256.Sum256(append(label, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 9)) {
			t.Errorf("a label of %d bytes: %+v, %v", n, info, err)
		}
		r := openedRun[[1]uint64](t, path)
		if !bytes.Equal(r.Label(), label) || r.Verify(nil) != nil {
			t.Errorf("a label of %d bytes comes back as one of %d (%v)", n, len(r.Label()), r.Verify(nil))
		}
	}
	if _, err := CreateRun[[1]uint64](path, make([]byte, maxRunLabel+1)); err == nil {
		t.Error("a label that is too long is taken")
	}
}

// Verify shows all keys with their shards, and takes a no for damage.
func TestRunVerifyAsksWhereKeysBelong(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run")
	shards := map[int][][1]uint64{0: manyKeys[[1]uint64](3000, 1), 7: {{4}}}
	createRun(t, path, shards, 1000)
	r := openedRun[[1]uint64](t, path)
	seen := map[int][][1]uint64{}
	if err := r.Verify(func(shard int, keys [][1]uint64) bool {
		seen[shard] = append(seen[shard], keys...)
		return true
	}); err != nil || !slices.Equal(seen[0], shards[0]) || !slices.Equal(seen[7], shards[7]) {
		t.Errorf("%d and %d keys, %v", len(seen[0]), len(seen[7]), err)
	}
	wantError(t, r.Verify(func(shard int, _ [][1]uint64) bool { return shard != 7 }), ErrRunDamaged, "shard 7")
}
