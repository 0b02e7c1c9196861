package cache

import (
	"bytes"
	"slices"
	"sync"

	"github.com/cespare/xxhash/v2"
)

// runWindow is how many keys a reader decodes at once.
const runWindow = 512

// RunReader gives the keys of one shard in increasing order. It belongs to one
// goroutine. It holds one block, stored and raw (some 500 KiB; 5 MiB at worst),
// until the last key has been read or Stop is called.
type RunReader[K Key] struct {
	run    *Run[K]
	block  int // the next one to load
	end    int
	buf    *runBuffers
	raw    []byte // what is left of the block
	left   int    // its keys
	last   K      // the last key decoded
	any    bool   // there is one
	window []K
	at     int // the next key of the window
	err    error
}

// runBuffers hold a block while it is read. They are used again and again.
type runBuffers struct {
	stored, raw, head []byte
}

var runBufferPool = sync.Pool{New: func() any { return new(runBuffers) }}

// Shard returns a reader of a shard.
func (r *Run[K]) Shard(shard int) *RunReader[K] {
	if shard < 0 || shard >= Shards {
		return &RunReader[K]{run: r, err: runShardError(r.path, shard)}
	}
	s := &r.shards[shard]
	return &RunReader[K]{run: r, block: s.first, end: s.end}
}

// Next returns the next key; ok is false after the last one and after an error.
func (r *RunReader[K]) Next() (k K, ok bool) {
	if r.at == len(r.window) && !r.fill() {
		return k, false
	}
	r.at++
	return r.window[r.at-1], true
}

// Err returns the error that ended the reader, if any: [ErrRunDamaged],
// [ErrRunShard], or one of the file.
func (r *RunReader[K]) Err() error { return r.err }

// Stop ends a reader before its last key.
func (r *RunReader[K]) Stop() {
	r.block, r.left, r.raw = r.end, 0, nil
	r.at, r.window = 0, r.window[:0]
	if r.buf != nil {
		runBufferPool.Put(r.buf)
		r.buf = nil
	}
}

// fill decodes the next window of keys.
func (r *RunReader[K]) fill() bool {
	r.at = 0
	var ok bool
	r.window, ok = r.decode(r.window[:0], runWindow)
	if !ok {
		r.Stop()
	}
	return ok
}

// decode appends up to n keys, of one block, to dst. ok is false if there are
// none or not all of them can be read; then dst is as it was.
func (r *RunReader[K]) decode(dst []K, n int) (_ []K, ok bool) {
	if r.err != nil {
		return dst, false
	}
	old := len(dst)
	if r.left == 0 {
		if r.block == r.end {
			return dst, false
		}
		if r.err = r.load(); r.err != nil {
			return dst, false
		}
		dst, n = append(dst, r.last), n-1
	}
	n = min(n, r.left)
	k, raw := r.last, r.raw
	for range n {
		size := addDelta(&k, raw)
		if size == 0 {
			r.err = runBlockDamaged(r.run.path, r.block-1, "keys")
			return dst[:old], false
		}
		raw = raw[size:]
		dst = append(dst, k)
	}
	r.last, r.raw, r.left = k, raw, r.left-n
	if r.left == 0 && len(raw) > 0 {
		r.err = runBlockDamaged(r.run.path, r.block-1, "bytes after the last key")
		return dst[:old], false
	}
	return dst, true
}

// load reads and checks the next block and decodes its first key.
func (r *RunReader[K]) load() error {
	if r.buf == nil {
		r.buf = runBufferPool.Get().(*runBuffers)
	}
	raw, err := r.run.readBlock(r.block, r.buf)
	if err != nil {
		return err
	}
	first := parseKey[K](raw)
	if r.any && compareKeys(&r.last, &first) >= 0 {
		return runBlockDamaged(r.run.path, r.block, "order of blocks")
	}
	r.last, r.any, r.raw = first, true, raw[8*len(first):]
	r.left = int(r.run.blocks[r.block].keys) - 1
	r.block++
	return nil
}

// readBlock returns the raw bytes of a block, which lie in buf and are at least
// as many as the index says keys need.
func (r *Run[K]) readBlock(block int, buf *runBuffers) ([]byte, error) {
	b := &r.blocks[block]
	buf.stored = slices.Grow(buf.stored[:0], runHeadSize+int(b.stored))[:runHeadSize+int(b.stored)]
	if err := r.readAt(buf.stored, b.offset); err != nil {
		return nil, err
	}
	head, payload := buf.stored[:runHeadSize], buf.stored[runHeadSize:]
	if buf.head = b.appendHead(buf.head[:0]); !bytes.Equal(head, buf.head) {
		return nil, runBlockDamaged(r.path, block, "head")
	}
	if xxhash.Sum64(payload) != b.checksum {
		return nil, runBlockDamaged(r.path, block, "checksum")
	}
	if b.coding == runRaw {
		return payload, nil
	}
	decoder, err := runDecoder()
	if err != nil {
		return nil, err
	}
	buf.raw = slices.Grow(buf.raw[:0], int(b.raw))
	raw, err := decoder.DecodeAll(payload, buf.raw[:0:b.raw])
	if err != nil {
		return nil, runBlockDamaged(r.path, block, err.Error())
	}
	if len(raw) != int(b.raw) {
		return nil, runBlockDamaged(r.path, block, "raw length")
	}
	return raw, nil
}

// ReadShard appends all keys of a shard to dst. After an error it returns dst as
// it was.
func (r *Run[K]) ReadShard(shard int, dst []K) ([]K, error) {
	old := len(dst)
	reader := r.Shard(shard)
	defer reader.Stop()
	if reader.err == nil && reader.block < reader.end {
		// No more at once than the bytes on the disk make likely.
		stored := r.blocks[reader.end-1].end() - r.blocks[reader.block].offset
		dst = slices.Grow(dst, int(min(r.ShardLen(shard), 16*stored)))
	}
	for ok := true; ok; {
		dst, ok = reader.decode(dst, runBlockKeys)
	}
	if reader.err != nil {
		return dst[:old], reader.err
	}
	return dst, nil
}
