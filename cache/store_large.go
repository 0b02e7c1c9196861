package cache

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/halma-solve/halma-solve/cache/files"
)

// Values above inlineLimit live in a file each, in the folder large, and the
// database holds only the file's number. Badger's own value log would take
// them too, but it gives the room of an overwritten value back only long after
// (when its tables have been flushed and compacted, which a store with few
// entries hardly ever does): a checkpoint of 30 MB every minute would fill a
// disk with 2 GB an hour. A file is removed the moment it is replaced.
//
// A number is used once in the life of an open store, and a file is never
// changed: it is written whole, then the database entry is committed, then the
// file of the old value goes. A crash in between leaves a file that no entry
// names; sweep removes such files when the store is opened.
type largeFiles struct {
	dir  string
	last atomic.Uint64 // the highest number in use
}

// inlineLimit is the size, in bytes, of the largest value kept in the database
// itself. It must stay below 15 % of memTableSize, Badger's limit for one
// transaction.
const inlineLimit = 256 << 10

// openLarge makes the folder if need be and lists the numbers of its files.
// Files left half-written are removed. What is no regular file is not ours.
func openLarge(dir string) (*largeFiles, []uint64, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, nil, err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, nil, err
	}
	l := &largeFiles{dir: dir}
	var numbers []uint64
	for _, entry := range entries {
		if !entry.Type().IsRegular() {
			continue
		}
		if strings.HasSuffix(entry.Name(), tempSuffix) {
			if err := os.Remove(filepath.Join(dir, entry.Name())); err != nil {
				return nil, nil, err
			}
			continue
		}
		number, err := strconv.ParseUint(entry.Name(), 16, 64)
		if err != nil || l.path(number) != filepath.Join(dir, entry.Name()) {
			continue // not ours
		}
		numbers = append(numbers, number)
		l.last.Store(max(l.last.Load(), number))
	}
	return l, numbers, nil
}

// sweep removes the files whose numbers are not in use.
func (l *largeFiles) sweep(numbers []uint64, used map[uint64]bool) error {
	for _, number := range numbers {
		if !used[number] {
			if err := l.remove(number); err != nil {
				return err
			}
		}
	}
	return nil
}

func (l *largeFiles) path(number uint64) string {
	return filepath.Join(l.dir, fmt.Sprintf("%016x", number))
}

// write stores a value under a new number and returns the number as the
// payload for the database entry. The value is on the disk when it returns.
func (l *largeFiles) write(key, value []byte) (payload []byte, err error) {
	number := l.last.Add(1)
	if err := files.Write(l.path(number), 0o600, seal(formValue, key, value)); err != nil {
		return nil, err
	}
	return binary.BigEndian.AppendUint64(nil, number), nil
}

// read gives the value a payload stands for, and ok=false when the file is
// missing, unreadable or not the one that was written for this key.
func (l *largeFiles) read(key, payload []byte) (value []byte, ok bool) {
	number, ok := largeNumber(payload)
	if !ok {
		return nil, false
	}
	info, err := os.Stat(l.path(number))
	if err != nil || info.Size() > MaxValue+envelopeOverhead {
		return nil, false
	}
	data, err := os.ReadFile(l.path(number))
	if err != nil {
		return nil, false
	}
	f, value, ok := unseal(key, data)
	if !ok || f != formValue {
		return nil, false
	}
	return value, true
}

// has tells whether the file that a payload names is there.
func (l *largeFiles) has(payload []byte) bool {
	number, ok := largeNumber(payload)
	if !ok {
		return false
	}
	_, err := os.Stat(l.path(number))
	return err == nil
}

func (l *largeFiles) remove(number uint64) error {
	if err := os.Remove(l.path(number)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func largeNumber(payload []byte) (number uint64, ok bool) {
	if len(payload) != 8 {
		return 0, false
	}
	return binary.BigEndian.Uint64(payload), true
}
