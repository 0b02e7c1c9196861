package cache

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/cespare/xxhash/v2"
	"github.com/klauspost/compress/zstd"

	"github.com/halma-solve/halma-solve/cache/files"
)

// RunInfo describes a run.
type RunInfo struct {
	Keys  int64
	Bytes int64 // of the file
	// Digest is the SHA-256 of the label and the keys in the order of the run,
	// each as a big-endian number of 8, 16, 32 or 40 bytes. It does not depend
	// on the format or the compression. It does not tell in which shard a key is.
	Digest [sha256.Size]byte
}

// RunWriter writes a run to a temporary file beside its path, and gives it its
// name once it is whole. It belongs to one goroutine; no two may write the same
// path at once. Memory: under 2 MiB for usual keys, 5 MiB at worst, and the encoder.
type RunWriter[K Key] struct {
	path   string
	label  []byte
	file   runFile
	zstd   *zstd.Encoder
	offset int64
	failed error // what a call after the end of the writer returns

	shard int
	last  K
	n     int    // keys of the open block
	raw   []byte // the open block
	out   []byte // a block on its way into the file

	index  []runBlock
	keys   int64
	digest *RunDigest[K]
}

// runFile is what a writer needs of its file.
type runFile interface {
	io.WriteCloser
	Sync() error
}

// maxRunLabel is the most bytes of a label.
const maxRunLabel = 1<<16 - 1

// CreateRun begins a run with a label of up to 65,535 bytes, which says what it is
// to whoever opens it. A temporary file that a killed writer has left for the
// same path goes; a run at the path stays until Close replaces it.
func CreateRun[K Key](path string, label []byte) (*RunWriter[K], error) {
	if len(label) > maxRunLabel {
		return nil, fmt.Errorf("%s: a label of %d bytes", path, len(label))
	}
	file, err := files.Fresh(path+tempSuffix, 0o600)
	if err != nil {
		return nil, runFileError(path, err)
	}
	return newRunWriter[K](path, label, file)
}

func newRunWriter[K Key](path string, label []byte, file runFile) (*RunWriter[K], error) {
	w := &RunWriter[K]{path: path, label: bytes.Clone(label), file: file, digest: NewRunDigest[K](label)}
	var err error
	if w.zstd, err = runEncoder(); err != nil {
		return nil, w.fail(fmt.Errorf("%s: %w", path, err))
	}
	if err := w.write(runHeader(len(w.last), w.label)); err != nil {
		return nil, err
	}
	return w, nil
}

// Append adds keys to a shard, in strictly increasing order within it and also
// from call to call. Shards come in increasing order; any may be left out. After
// an error the temporary file is gone and the writer of no more use. Errors:
// [ErrRunOrder], [ErrRunShard], [ErrRunClosed], [ErrFull], or those of the file.
func (w *RunWriter[K]) Append(shard int, keys []K) error {
	if w.failed != nil {
		return w.failed
	}
	if shard < 0 || shard >= Shards {
		return w.fail(runShardError(w.path, shard))
	}
	if shard < w.shard {
		return w.fail(fmt.Errorf("%s: %w: shard %d after %d", w.path, ErrRunOrder, shard, w.shard))
	}
	follows := shard == w.shard && w.hasKeys(shard)
	if shard != w.shard {
		if err := w.flush(); err != nil {
			return err
		}
		w.shard = shard
	}
	for i := range keys {
		k := &keys[i]
		if w.n > 0 {
			raw, ok := appendDelta(w.raw, &w.last, k)
			if !ok {
				return w.fail(w.disorder())
			}
			w.raw = raw
		} else {
			if follows && compareKeys(&w.last, k) >= 0 {
				return w.fail(w.disorder())
			}
			w.raw = appendKey(w.raw, k)
		}
		w.last, follows = *k, true
		w.n++
		w.digest.add(k)
		if w.n == runBlockKeys {
			if err := w.flush(); err != nil {
				return err
			}
		}
	}
	return nil
}

// hasKeys reports whether the shard, the last one begun, has keys.
func (w *RunWriter[K]) hasKeys(shard int) bool {
	return w.n > 0 || len(w.index) > 0 && int(w.index[len(w.index)-1].shard) == shard
}

func (w *RunWriter[K]) disorder() error {
	return fmt.Errorf("%s: %w: key %d, in shard %d, is not above the one before", w.path, ErrRunOrder, w.keys+int64(w.n), w.shard)
}

// flush writes the open block.
func (w *RunWriter[K]) flush() error {
	if w.n == 0 {
		return nil
	}
	b := runBlock{offset: w.offset, raw: uint32(len(w.raw)), keys: uint32(w.n), shard: uint16(w.shard), coding: runZstd}
	w.out = append(w.out[:0], make([]byte, runHeadSize)...)
	w.out = w.zstd.EncodeAll(w.raw, w.out)
	if len(w.out)-runHeadSize >= len(w.raw) {
		b.coding = runRaw
		w.out = append(w.out[:runHeadSize], w.raw...)
	}
	payload := w.out[runHeadSize:]
	b.stored, b.checksum = uint32(len(payload)), xxhash.Sum64(payload)
	b.appendHead(w.out[:0])
	w.index = append(w.index, b)
	w.keys += int64(w.n)
	w.n, w.raw = 0, w.raw[:0]
	return w.write(w.out)
}

func (w *RunWriter[K]) write(b []byte) error {
	n, err := w.file.Write(b)
	w.offset += int64(n)
	if err != nil {
		return w.fail(runFileError(w.path, err))
	}
	return nil
}

// Close finishes the run, brings it to the disk and gives it its name. If that
// fails, no file is left but one that was at the path before. (If only the last
// step fails, bringing the name to the disk, the run is there.)
func (w *RunWriter[K]) Close() (RunInfo, error) {
	info, err := w.finish()
	if err != nil {
		return RunInfo{}, err
	}
	if err := files.Sync(w.file); err != nil {
		return RunInfo{}, w.fail(runFileError(w.path, err))
	}
	if err := w.file.Close(); err != nil {
		return RunInfo{}, w.fail(runFileError(w.path, err))
	}
	if err := os.Rename(w.path+tempSuffix, w.path); err != nil {
		return RunInfo{}, w.fail(runFileError(w.path, err))
	}
	w.end()
	if err := files.SyncDir(filepath.Dir(w.path)); err != nil {
		return RunInfo{}, runFileError(w.path, err)
	}
	return info, nil
}

// finish writes the rest of the file.
func (w *RunWriter[K]) finish() (RunInfo, error) {
	if w.failed != nil {
		return RunInfo{}, w.failed
	}
	if err := w.flush(); err != nil {
		return RunInfo{}, err
	}
	footer := runFooter{digest: w.digest.Sum(), keys: uint64(w.keys), blocks: uint64(len(w.index)), indexOffset: uint64(w.offset)}
	if err := w.writeIndex(&footer); err != nil {
		return RunInfo{}, err
	}
	return RunInfo{Keys: w.keys, Bytes: w.offset, Digest: footer.digest}, nil
}

// writeIndex writes the index and the footer.
func (w *RunWriter[K]) writeIndex(footer *runFooter) error {
	sum := newRunIndexSum(len(w.last), w.label)
	w.out = w.out[:0]
	for i := range w.index {
		w.out = w.index[i].appendEntry(w.out)
		if len(w.out) >= 64<<10 {
			sum.add(w.out)
			if err := w.write(w.out); err != nil {
				return err
			}
			w.out = w.out[:0]
		}
	}
	w.out = footer.appendCovered(w.out)
	sum.add(w.out)
	w.out = binary.BigEndian.AppendUint64(w.out, sum.sum())
	return w.write(append(w.out, runEndMagic...))
}

// Abort ends the writer and removes the temporary file. After Close, Abort or a
// failure it does nothing, so it may be deferred.
func (w *RunWriter[K]) Abort() error {
	if w.failed != nil {
		return nil
	}
	w.end()
	return w.discard()
}

// fail ends the writer because of err, which it returns.
func (w *RunWriter[K]) fail(err error) error {
	w.end()
	_ = w.discard() // err says what matters
	return err
}

// end makes the writer refuse everything from now on, and frees its memory.
func (w *RunWriter[K]) end() {
	w.failed = fmt.Errorf("%s: %w", w.path, ErrRunClosed)
	w.raw, w.out, w.index, w.digest = nil, nil, nil, nil
}

// discard closes and removes the temporary file.
func (w *RunWriter[K]) discard() error {
	err := w.file.Close()
	if errors.Is(err, os.ErrClosed) { // by Close
		err = nil
	}
	if err := errors.Join(err, os.Remove(w.path+tempSuffix)); err != nil {
		return runFileError(w.path, err)
	}
	return nil
}
