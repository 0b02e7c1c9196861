package cache

import (
	"bytes"
	"errors"
	"slices"
	"testing"
)

// A run in memory has the same bytes each time and the same keys again, and damage
// is seen.
func TestRunInMemory(t *testing.T) {
	keys := manyKeys[[2]uint64](1000, 3)
	label := []byte("what it is")
	encode := func() []byte {
		data, err := EncodeRun(label, func(i int) ([][2]uint64, error) {
			if i != 7 {
				return nil, nil
			}
			return keys, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	data := encode()
	if !bytes.Equal(data, encode()) {
		t.Error("two encodings differ")
	}
	r, err := DecodeRun[[2]uint64](data)
	if err != nil {
		t.Fatal(err)
	}
	got, err := r.ReadShard(7, nil)
	if err != nil || !slices.Equal(got, keys) || string(r.Label()) != string(label) || r.Len() != 1000 || r.Close() != nil {
		t.Errorf("%d keys, label %q, %v", len(got), r.Label(), err)
	}
	if _, err := DecodeRun[[1]uint64](data); !errors.Is(err, ErrRunWidth) {
		t.Error(err)
	}
	if _, err := DecodeRun[[2]uint64](data[:len(data)-1]); !errors.Is(err, ErrRunDamaged) {
		t.Error(err)
	}
	wrong := errors.New("no shard")
	if _, err := EncodeRun(label, func(int) ([][2]uint64, error) { return nil, wrong }); !errors.Is(err, wrong) {
		t.Error(err)
	}
	if _, err := EncodeRun(label, func(int) ([][2]uint64, error) { return [][2]uint64{{2}, {1}}, nil }); !errors.Is(err, ErrRunOrder) {
		t.Error(err)
	}
}
