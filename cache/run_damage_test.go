package cache

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"
)

// smallRun is a run with a raw and a compressed block, as bytes.
func smallRun(t testing.TB) ([]byte, map[int][][2]uint64) {
	t.Helper()
	packed := make([][2]uint64, 100)
	for i := range packed {
		packed[i] = [2]uint64{uint64(i) * 5, 3}
	}
	shards := map[int][][2]uint64{0: {{1, 1}, {1 << 40, 1}, {2, 1 << 50}}, 77: packed}
	path := filepath.Join(t.TempDir(), "run")
	createRun(t, path, shards, 1000)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	r, err := openRun[[2]uint64](path, bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	if len(r.blocks) != 2 || r.blocks[0].coding != runRaw || r.blocks[1].coding != runZstd {
		t.Fatalf("blocks %+v: the test needs one of each coding", r.blocks)
	}
	return data, shards
}

// readBytes opens data as a run and reads all of it, both ways.
func readBytes[K Key](data []byte) (map[int][]K, error) {
	r, err := openRun[K]("the run", bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	shards := map[int][]K{}
	for shard := range Shards {
		keys, err := r.ReadShard(shard, nil)
		reader := r.Shard(shard)
		streamed := allOf(reader)
		if (err == nil) != (reader.Err() == nil) || err == nil && !slices.Equal(keys, streamed) {
			panic("ReadShard and Shard differ")
		}
		if err != nil {
			return nil, err
		}
		for i := range keys {
			if i > 0 && compareKeys(&keys[i-1], &keys[i]) >= 0 {
				panic("keys out of order")
			}
		}
		if int64(len(keys)) != r.ShardLen(shard) {
			panic("wrong number of keys")
		}
		if len(keys) > 0 {
			shards[shard] = keys
		}
	}
	return shards, verified(r)
}

func isRunError(err error) bool {
	return errors.Is(err, ErrRunForeign) || errors.Is(err, ErrRunVersion) || errors.Is(err, ErrRunWidth) || errors.Is(err, ErrRunDamaged)
}

// TestRunFlips alters every byte of a file in several ways. Every byte is
// covered by a checksum or a comparison, so each must be an error.
func TestRunFlips(t *testing.T) {
	data, _ := smallRun(t)
	for i := range data {
		for _, flip := range []byte{1, 2, 0x80, 0xff, data[i]} {
			if flip == 0 {
				continue
			}
			bad := bytes.Clone(data)
			bad[i] ^= flip
			if _, err := readBytes[[2]uint64](bad); !isRunError(err) || !strings.HasPrefix(err.Error(), "the run: ") {
				t.Errorf("byte %d of %d with %#x: %v", i, len(data), flip, err)
			}
		}
	}
}

// TestRunFlipsWithChecksums alters every byte and makes the checksum of the
// index, then also those of the blocks, right again. What passes must still be
// sorted keys, as readBytes checks, and those that the digest names.
func TestRunFlipsWithChecksums(t *testing.T) {
	data, shards := smallRun(t)
	for i := range data {
		for _, flip := range []byte{1, 2, 0x80, 0xff} {
			bad := bytes.Clone(data)
			bad[i] ^= flip
			mendRun(bad, 2)
			got, err := readBytes[[2]uint64](bad)
			if err != nil {
				if !isRunError(err) {
					t.Errorf("byte %d with %#x: %v", i, flip, err)
				}
				continue
			}
			for shard, keys := range got { // the digest does not cover shard numbers
				if !slices.Equal(keys, shards[0]) && !slices.Equal(keys, shards[77]) {
					t.Errorf("byte %d with %#x: shard %d is %v", i, flip, shard, keys)
				}
			}
		}
	}
}

// mendRun makes the checksums and the copies of heads of a run right, as far as
// its lengths make sense.
func mendRun(data []byte, words int) {
	if len(data) < runHeaderSize+runFooterSize {
		return
	}
	footer := data[len(data)-runFooterSize:]
	blocks, indexOffset := binary.BigEndian.Uint64(footer[32+8:]), binary.BigEndian.Uint64(footer[48:])
	if end := uint64(len(data) - runFooterSize); indexOffset > end || blocks > end/runEntrySize || indexOffset+blocks*runEntrySize != end {
		return
	}
	index := data[indexOffset : len(data)-runFooterSize]
	for e := index; len(e) > 0; e = e[runEntrySize:] {
		b := parseRunBlock(e)
		if b.offset < 0 || b.offset+runHeadSize > int64(indexOffset) || b.end() > int64(indexOffset) {
			continue
		}
		b.checksum = xxhash.Sum64(data[b.offset+runHeadSize : b.end()])
		b.appendEntry(e[:0])
		copy(data[b.offset:], e[8:runEntrySize])
	}
	label := data[runHeaderSize:min(runHeaderSize+int(binary.BigEndian.Uint16(data[14:])), len(data))]
	sum := newRunIndexSum(words, label)
	sum.add(index)
	sum.add(footer[:56])
	binary.BigEndian.PutUint64(footer[56:], sum.sum())
}

func TestRunTruncations(t *testing.T) {
	data, _ := smallRun(t)
	for n := range data {
		if _, err := readBytes[[2]uint64](data[:n]); !errors.Is(err, ErrRunDamaged) {
			t.Errorf("the first %d bytes of %d: %v", n, len(data), err)
		}
	}
	for _, more := range [][]byte{{0}, data} {
		if _, err := readBytes[[2]uint64](slices.Concat(data, more)); !errors.Is(err, ErrRunDamaged) {
			t.Errorf("with %d more bytes: %v", len(more), err)
		}
	}
}

func TestRunErrors(t *testing.T) {
	data, _ := smallRun(t)
	dir := t.TempDir()
	path := filepath.Join(dir, "run")
	open := func(edit func(b []byte) []byte) error {
		writeFile(t, path, string(edit(bytes.Clone(data))))
		r, err := OpenRun[[2]uint64](path)
		if err == nil {
			_, err = r.ReadShard(77, nil)
			_ = r.Close()
		}
		return err
	}
	wantError(t, open(func([]byte) []byte { return []byte("another file") }), ErrRunForeign, path)
	wantError(t, open(func([]byte) []byte { return nil }), ErrRunDamaged, path)
	wantError(t, open(func(b []byte) []byte { b[11]++; return b }), ErrRunVersion, path)
	wantError(t, open(func(b []byte) []byte { b[15] = 3; return b }), ErrRunDamaged, path)
	err := open(func(b []byte) []byte {
		b[binary.BigEndian.Uint64(b[len(b)-24:])-1] ^= 1 // the last byte of the last block
		return b
	})
	wantError(t, err, ErrRunDamaged, path)
	if !strings.Contains(err.Error(), "block 1") {
		t.Errorf("no block number in %q", err)
	}
	writeFile(t, path, string(data))
	_, err = OpenRun[[1]uint64](path)
	wantError(t, err, ErrRunWidth, path)
	_, err = OpenRun[[4]uint64](path)
	wantError(t, err, ErrRunWidth, path)

	r := openedRun[[2]uint64](t, path)
	for _, shard := range []int{-1, Shards} {
		_, err = r.ReadShard(shard, nil)
		wantError(t, err, ErrRunShard, path)
		reader := r.Shard(shard)
		if _, ok := reader.Next(); ok || r.ShardLen(shard) != 0 {
			t.Errorf("shard %d has keys", shard)
		}
		wantError(t, reader.Err(), ErrRunShard, path)
		wantError(t, MergeShard(shard, []*Run[[2]uint64]{r}, nil, nil), ErrRunShard, path)
	}
}

// TestRunDigest: keys that are not those of the digest.
func TestRunDigest(t *testing.T) {
	data, _ := smallRun(t)
	data[len(data)-runFooterSize] ^= 1
	mendRun(data, 2)
	_, err := readBytes[[2]uint64](data)
	wantError(t, err, ErrRunDamaged, "digest")
}

// TestRunBomb: a small block that unpacks to far more than it says.
func TestRunBomb(t *testing.T) {
	encoder, err := runEncoder()
	if err != nil {
		t.Fatal(err)
	}
	bomb := encoder.EncodeAll(make([]byte, 64<<20), nil)
	b := runBlock{offset: runHeaderSize, stored: uint32(len(bomb)), raw: uint32(len(bomb)) + 1, shard: 0, coding: runZstd}
	b.keys = min(runBlockKeys, b.raw-15)
	f := runFooter{keys: uint64(b.keys), blocks: 1, indexOffset: uint64(b.end())}
	data := append(b.appendHead(runHeader(2, nil)), bomb...)
	data = append(f.appendCovered(b.appendEntry(data)), "checksumHALMAEND"...)
	mendRun(data, 2)
	r, err := openRun[[2]uint64]("bomb", bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err = r.ReadShard(0, nil)
	runtime.ReadMemStats(&after)
	wantError(t, err, ErrRunDamaged, "block 0")
	if used := after.TotalAlloc - before.TotalAlloc; used > 16<<20 {
		t.Errorf("%d MiB for a file of %d KiB", used>>20, len(data)>>10)
	}
}
