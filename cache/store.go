package cache

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"github.com/dgraph-io/badger/v4"
	"github.com/dgraph-io/badger/v4/options"
	"github.com/dgraph-io/badger/v4/table"
)

// MaxValue and MaxKey are the sizes, in bytes, of the largest value and the
// largest key a Store takes. Greater checkpoints belong in files of their own.
const (
	MaxValue = 32 << 20
	MaxKey   = 1 << 10
)

// memTableSize is the size, in bytes, of each of the database's tables in RAM.
// Whoever lowers it must raise Format: Badger ends the program when the log of
// a crash does not fit into a table in RAM.
const memTableSize = 8 << 20

// Options say where a Store is and where it logs to.
type Options struct {
	Dir string       // the directory; made if it is missing
	Log *slog.Logger // gets what the database reports, at level debug; nil: nowhere
}

// Store keeps results, bounds and checkpoints on disk from one run to the
// next. Its methods may be called from many goroutines at once. One process
// has one Store per directory.
//
// Whatever is damaged or of another version reads as absent; nothing read from
// a Store ever differs from what was once put there under the same kind,
// fingerprint and key.
type Store struct {
	dir     string
	release func() error // gives the lock on dir back
	db      *badger.DB
	large   *largeFiles
	free    func(dir string) (uint64, error) // freeBytes, but for tests
	damaged atomic.Int64                     // damaged entries met by Get and Update

	lifetime sync.RWMutex // held for reading by every operation, for writing by Close
	closed   bool
}

// databaseOptions keep the database small: a store has few entries (a result
// and some bounds a puzzle, a checkpoint now and then).
//
// See doc.go for what was measured. Opening gets faster with smaller tables in
// RAM down to 8 MiB, and no further.
func databaseOptions(dir string, log *slog.Logger) badger.Options {
	o := badger.DefaultOptions(dir)
	o.MemTableSize = memTableSize
	o.NumMemtables = 2
	o.NumGoroutines = 1
	o.NumCompactors = 2 // the smallest number allowed
	o.NumLevelZeroTables = 3
	o.NumLevelZeroTablesStall = 6 // so no compaction takes more than 6 tables of 8 MiB at once
	o.BlockCacheSize = 0
	o.IndexCacheSize = 0
	o.Compression = options.None
	o.ValueThreshold = inlineLimit + envelopeOverhead + 1 // above all inline values: the value log stays empty
	o.ValueLogFileSize = 1 << 20
	o.ChecksumVerificationMode = options.OnBlockRead // all tables: checkTables
	o.SyncWrites = false                             // Sync is called at checkpoints
	o.MetricsEnabled = false
	o.Logger = nil
	if log != nil {
		o.Logger = databaseLog{log}
	}
	return o
}

// checkTables reads all tables of a database that is not open and returns an
// error, or panics, if one is damaged. Badger has the same check, but makes it
// in goroutines of its own, where damage ends in a panic that nobody can
// recover (seen with 4.9.6 for every flipped bit and every truncation of a
// table). The other files are checked by Badger without harm, see
// TestDamagedFiles. Tables that the manifest does not name are leftovers of a
// crash, which Badger removes.
func checkTables(o badger.Options) error {
	manifestFile, err := os.Open(filepath.Join(o.Dir, badger.ManifestFilename))
	if errors.Is(err, fs.ErrNotExist) {
		return nil // a new database
	}
	if err != nil {
		return err
	}
	defer manifestFile.Close()
	manifest, _, err := badger.ReplayManifestFile(manifestFile, o.ExternalMagicVersion, o)
	if err != nil {
		return err
	}
	for id := range manifest.Tables {
		data, err := os.ReadFile(table.NewFilename(id, o.Dir))
		if err != nil {
			return err
		}
		t, err := table.OpenInMemoryTable(data, id, &table.Options{ChkMode: options.OnBlockRead})
		if err != nil {
			return err
		}
		if err := t.VerifyChecksum(); err != nil {
			return err
		}
	}
	return nil
}

// Open opens the store in a directory, or makes one if the directory is empty
// or missing. After a crash it first recovers what had been written.
//
// The errors are ErrLocked, ErrReadOnly, ErrCorrupt, ErrForeign, ErrVersion,
// ErrFull, and those of the file system.
func Open(opts Options) (*Store, error) {
	s := &Store{dir: opts.Dir, free: freeBytes}
	if opts.Dir == "" {
		return nil, errors.New("store without a directory")
	}
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		if info, statErr := os.Stat(s.dir); statErr == nil && !info.IsDir() {
			return nil, foreignError(s.dir)
		}
		return nil, fileError(s.dir, err)
	}
	// A foreign directory is refused before anything is written to it.
	if _, err := inspectDir(s.dir); err != nil {
		return nil, err
	}
	release, err := lockDir(s.dir)
	if err != nil {
		return nil, err
	}
	s.release = release
	if err := s.open(opts.Log); err != nil {
		_ = release() // err says more
		return nil, err
	}
	return s, nil
}

// open does what is left of Open once the directory is locked.
func (s *Store) open(log *slog.Logger) error {
	state, err := inspectDir(s.dir) // again: it may have changed before the lock
	if err != nil {
		return err
	}
	if err := s.room(0); err != nil {
		return err
	}
	if state == dirEmpty {
		if err := writeMarker(s.dir); err != nil {
			return fileError(s.dir, err)
		}
	}
	if err := checkMarker(s.dir); err != nil {
		return err
	}
	o := databaseOptions(filepath.Join(s.dir, databaseName), log)
	err = s.contain(func() error {
		if err := removeEmptyLogs(o.Dir); err != nil {
			return err
		}
		if err := checkTables(o); err != nil {
			return err
		}
		var err error
		s.db, err = badger.Open(o)
		return err
	})
	if err != nil {
		return s.databaseError(err)
	}
	if err := s.openLarge(); err != nil {
		_ = s.contain(s.db.Close) // err says more
		return err
	}
	return nil
}

// openLarge opens the folder of large values and removes those that no entry
// names.
func (s *Store) openLarge() error {
	large, numbers, err := openLarge(filepath.Join(s.dir, largeName))
	if err != nil {
		return fileError(s.dir, err)
	}
	s.large = large
	if len(numbers) == 0 {
		return nil
	}
	used := map[uint64]bool{}
	err = s.scan(func(_ []byte, f form, payload []byte, ok bool) {
		if number, isNumber := largeNumber(payload); ok && f == formLarge && isNumber {
			used[number] = true
		}
	})
	if err != nil {
		return err
	}
	if err := large.sweep(numbers, used); err != nil {
		return fileError(s.dir, err)
	}
	return nil
}

// Close flushes everything to the disk, closes the store and frees the
// directory for others. Closing twice is fine.
func (s *Store) Close() error {
	s.lifetime.Lock()
	defer s.lifetime.Unlock()
	if s.closed {
		return nil
	}
	s.closed = true
	err := s.contain(s.db.Close)
	if err != nil {
		err = s.databaseError(err)
	}
	if releaseErr := s.release(); releaseErr != nil {
		err = errors.Join(err, fileError(s.dir, releaseErr))
	}
	return err
}

// Sync brings what has been put to the disk, so that it outlives a power cut.
// (What has been put outlives the end of the process without it.) Entries that
// filled up a table in RAM a moment ago are excepted until that table has been
// flushed in the background. The errors are ErrFull,
// ErrCorrupt and ErrClosed.
func (s *Store) Sync() error {
	return s.operate(func() error {
		if err := s.room(0); err != nil {
			return err
		}
		if err := s.contain(s.db.Sync); err != nil {
			return s.databaseError(err)
		}
		return nil
	})
}

// Get reads an entry. ok is false when there is none, and also when there is
// one that is damaged or of another version, which is counted. The value is
// the caller's own copy. The errors are ErrCorrupt and ErrClosed.
func (s *Store) Get(kind Kind, fingerprint [32]byte, key []byte) (value []byte, ok bool, err error) {
	name := entryKey(kind, fingerprint, key)
	err = s.operate(func() error {
		var lastPayload []byte
		for {
			e, err := s.lookup(name)
			if err != nil || !e.found {
				return err
			}
			if e.damaged {
				s.damaged.Add(1)
				return nil
			}
			if e.form == formValue {
				value, ok = e.payload, true
				return nil
			}
			if value, ok = s.large.read(name, e.payload); ok {
				return nil
			}
			// Either the file is damaged, or the entry has been replaced
			// since it was looked up; then it names another file now.
			if bytes.Equal(e.payload, lastPayload) {
				s.damaged.Add(1)
				return nil
			}
			lastPayload = e.payload
		}
	})
	return value, ok, err
}

// Put stores an entry in place of any older one. The errors are ErrTooLarge,
// ErrFull, ErrCorrupt and ErrClosed.
func (s *Store) Put(kind Kind, fingerprint [32]byte, key, value []byte) error {
	return s.change(kind, fingerprint, key, func(storedEntry) (decision, error) {
		return decision{write: true, value: value}, nil
	})
}

// Update replaces an entry by what merge makes of it, as one step: no other
// change to the entry comes between. merge gets the old value, or nil when
// there is none or it is damaged, and returns the new one; when it returns nil,
// the entry stays as it is. It may be called several times, if others change
// the entry meanwhile; only its last answer counts. It must not use the Store
// itself, and its panics pass through. An error of merge is
// returned as it is; the others are those of Put.
func (s *Store) Update(kind Kind, fingerprint [32]byte, key []byte, merge func(old []byte) ([]byte, error)) error {
	name := entryKey(kind, fingerprint, key)
	return s.change(kind, fingerprint, key, func(old storedEntry) (decision, error) {
		var oldValue []byte
		switch {
		case !old.found:
		case old.damaged:
			s.damaged.Add(1)
		case old.form == formValue:
			oldValue = old.payload
		default:
			var ok bool
			if oldValue, ok = s.large.read(name, old.payload); ok {
				break
			}
			// Either the file is damaged, or the entry has been replaced
			// since the transaction began.
			now, err := s.lookup(name)
			if err != nil {
				return decision{}, err
			}
			if now.form != old.form || !bytes.Equal(now.payload, old.payload) {
				return decision{}, badger.ErrConflict
			}
			s.damaged.Add(1)
		}
		value, err := merge(oldValue)
		return decision{write: value != nil, value: value}, err
	})
}

// Delete removes an entry. There need not be one. The errors are those of Put.
func (s *Store) Delete(kind Kind, fingerprint [32]byte, key []byte) error {
	return s.change(kind, fingerprint, key, func(old storedEntry) (decision, error) {
		return decision{remove: old.found}, nil
	})
}

// change runs one transaction on one entry, and again when another one came
// between. decide is called without protection: its panics are the caller's.
func (s *Store) change(kind Kind, fingerprint [32]byte, key []byte, decide func(old storedEntry) (decision, error)) error {
	if len(key) > MaxKey {
		return &storeError{text: fmt.Sprintf("a key of %d bytes is too large for the store, the limit is %d", len(key), MaxKey), sentinel: ErrTooLarge}
	}
	name := entryKey(kind, fingerprint, key)
	return s.operate(func() error {
		for {
			err := s.try(name, decide)
			if !errors.Is(err, badger.ErrConflict) {
				return err
			}
		}
	})
}

// try is one attempt of change. The error is badger.ErrConflict when another
// transaction came between.
func (s *Store) try(name []byte, decide func(old storedEntry) (decision, error)) error {
	txn := s.db.NewTransaction(true)
	defer txn.Discard()
	old, err := s.read(txn, name)
	if err != nil {
		return err
	}
	todo, err := decide(old)
	if err != nil {
		return err
	}
	var written []byte // the payload that names the large file of the new value
	switch {
	case todo.write:
		if len(todo.value) > MaxValue {
			return &storeError{text: fmt.Sprintf("a value of %d bytes is too large for the store, the limit is %d", len(todo.value), MaxValue), sentinel: ErrTooLarge}
		}
		if err := s.room(len(todo.value)); err != nil {
			return err
		}
		f, payload := formValue, todo.value
		if len(todo.value) > inlineLimit {
			if written, err = s.large.write(name, todo.value); err != nil {
				return fileError(s.dir, err)
			}
			f, payload = formLarge, written
		}
		err = s.contain(func() error { return txn.Set(name, seal(f, name, payload)) })
	case todo.remove:
		if err := s.room(0); err != nil {
			return err
		}
		err = s.contain(func() error { return txn.Delete(name) })
	default:
		return nil
	}
	if err == nil {
		err = s.contain(txn.Commit)
	}
	if err != nil {
		s.dropLarge(written)
		if errors.Is(err, badger.ErrConflict) {
			return err
		}
		return s.databaseError(err)
	}
	if old.form == formLarge {
		s.dropLarge(old.payload)
	}
	return nil
}

// dropLarge removes the large file that a payload names, if any. A file that
// resists is swept when the store is opened next.
func (s *Store) dropLarge(payload []byte) {
	if number, ok := largeNumber(payload); ok {
		_ = s.large.remove(number)
	}
}

// lookup reads an entry in a transaction of its own.
func (s *Store) lookup(name []byte) (storedEntry, error) {
	txn := s.db.NewTransaction(false)
	defer txn.Discard()
	return s.read(txn, name)
}

// read reads an entry. An error of the database, other than a panic, means
// that it found the place damaged.
func (s *Store) read(txn *badger.Txn, name []byte) (storedEntry, error) {
	var e storedEntry
	err := s.contain(func() error {
		item, err := txn.Get(name)
		if errors.Is(err, badger.ErrKeyNotFound) {
			return nil
		}
		e.found = true
		var data []byte
		if err == nil {
			data, err = item.ValueCopy(nil)
		}
		if err != nil {
			e.damaged = true
			return nil
		}
		var ok bool
		e.form, e.payload, ok = unseal(name, data)
		e.damaged = !ok
		return nil
	})
	if err != nil {
		return storedEntry{}, s.databaseError(err)
	}
	return e, nil
}

// scan calls visit for every entry of this format, in no useful order. The
// slices are only valid during the call.
func (s *Store) scan(visit func(name []byte, f form, payload []byte, ok bool)) error {
	err := s.contain(func() error {
		return s.db.View(func(txn *badger.Txn) error {
			o := badger.DefaultIteratorOptions
			o.PrefetchValues = false
			o.Prefix = []byte{Format}
			it := txn.NewIterator(o)
			defer it.Close()
			for it.Rewind(); it.Valid(); it.Next() {
				item := it.Item()
				err := item.Value(func(data []byte) error {
					f, payload, ok := unseal(item.Key(), data)
					visit(item.Key(), f, payload, ok)
					return nil
				})
				if err != nil {
					visit(item.Key(), 0, nil, false)
				}
			}
			return nil
		})
	})
	if err != nil {
		return s.databaseError(err)
	}
	return nil
}

// operate runs an operation on the open store, or returns ErrClosed.
func (s *Store) operate(operation func() error) error {
	s.lifetime.RLock()
	defer s.lifetime.RUnlock()
	if s.closed {
		return &storeError{text: fmt.Sprintf("the store %s is closed", s.dir), sentinel: ErrClosed}
	}
	return operation()
}
