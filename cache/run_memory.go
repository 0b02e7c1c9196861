package cache

import (
	"bytes"
	"io"
)

// runBuffer is a file of a run in memory.
type runBuffer struct{ bytes.Buffer }

// Sync does nothing: there is no disk.
func (*runBuffer) Sync() error { return nil }

// Close does nothing.
func (*runBuffer) Close() error { return nil }

// inMemory is what errors call a run without a file.
const inMemory = "a run in memory"

// EncodeRun returns the bytes of a run with a label, whose shards shard returns. The
// same label and keys give the same bytes.
func EncodeRun[K Key](label []byte, shard func(i int) ([]K, error)) ([]byte, error) {
	file := new(runBuffer)
	w, err := newRunWriter[K](inMemory, label, file)
	if err != nil {
		return nil, err
	}
	for i := range Shards {
		keys, err := shard(i)
		if err == nil {
			err = w.Append(i, keys)
		}
		if err != nil {
			return nil, err
		}
	}
	if _, err := w.finish(); err != nil {
		return nil, err
	}
	w.end()
	return file.Bytes(), nil
}

// DecodeRun opens what [EncodeRun] has returned. The bytes must not change as long as
// the run is in use. Errors are those of [OpenRun] about damage.
func DecodeRun[K Key](data []byte) (*Run[K], error) {
	r, err := openRun[K](inMemory, bytes.NewReader(data), int64(len(data)))
	if err == nil {
		r.closer = io.NopCloser(nil)
	}
	return r, err
}
