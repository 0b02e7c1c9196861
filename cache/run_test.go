package cache

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"path/filepath"
	"slices"
	"strings"
	"sync"
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

// memoryRun writes a run to memory and opens it.
func memoryRun[K Key](t rapid.TB, shards map[int][]K, piece int) (*Run[K], RunInfo) {
	file := new(runBuffer)
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
		if err := verified(r); err != nil {
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
	if err := verified(r); err != nil {
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

// verified reads all of a run and compares it with its digest.
func verified[K Key](r *Run[K]) error {
	digest := NewRunDigest[K](r.Label())
	for shard := range Shards {
		keys, err := r.ReadShard(shard, nil)
		if err != nil {
			return err
		}
		digest.Add(keys)
	}
	return digest.Compare(r)
}
