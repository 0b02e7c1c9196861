package cache

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
)

// MaxValue and MaxKey are the sizes, in bytes, of the largest value and the
// largest key a Store takes. Greater checkpoints belong in files of their own.
const (
	MaxValue = 32 << 20
	MaxKey   = 1 << 10
)

// Options say where a Store is and where it logs to.
type Options struct {
	Dir string       // the directory; made if it is missing
	Log *slog.Logger // gets what the database reports, at level debug; nil: nowhere
	// Notice gets a line for the user when something damaged has been found and
	// set aside; nil: nobody does.
	Notice func(line string)
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
	log     *slog.Logger
	notice  func(line string)
	free    func(dir string) (uint64, error) // freeBytes, but for tests
	results *results
	damaged atomic.Int64 // damaged entries met by Get and Update

	opening sync.Mutex // held while db is looked at or opened
	db      *database  // nil until it is needed
	large   *largeFiles

	lifetime sync.RWMutex // held for reading by every operation, for writing by Close
	closed   bool
}

// Open opens the store in a directory, or makes one if the directory is empty
// or missing. After a crash it first recovers what had been written.
//
// The errors are ErrLocked, ErrReadOnly, ErrCorrupt, ErrForeign, ErrVersion,
// ErrFull, and those of the file system.
func Open(opts Options) (*Store, error) {
	s := &Store{dir: opts.Dir, log: opts.Log, notice: opts.Notice, free: freeBytes}
	if s.notice == nil {
		s.notice = func(string) {}
	}
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
	if err := s.open(); err != nil {
		_ = release() // err says more
		return nil, err
	}
	return s, nil
}

// open does what is left of Open once the directory is locked.
func (s *Store) open() error {
	state, err := inspectDir(s.dir) // again: it may have changed before the lock
	if err != nil {
		return err
	}
	if err := s.checkLinks(); err != nil {
		return err
	}
	if state == dirEmpty {
		if err := writeMarker(s.dir); err != nil {
			return fileError(s.dir, err)
		}
	}
	if err := s.checkMarker(); err != nil {
		return err
	}
	return s.openResults()
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
	err := errors.Join(s.results.close(), s.closeDatabase())
	if releaseErr := s.release(); releaseErr != nil {
		err = errors.Join(err, fileError(s.dir, releaseErr))
	}
	return err
}

// Sync brings what has been put to the disk, so that it outlives a power cut.
// (Results are there when Put returns. What has been put outlives the end of the
// process without it.) Entries that filled up a table in RAM a moment ago are
// excepted until that table has been flushed in the background. The errors are
// ErrFull, ErrCorrupt and ErrClosed.
func (s *Store) Sync() error {
	return s.operate(func() error {
		s.opening.Lock()
		db := s.db
		s.opening.Unlock()
		if db == nil {
			return nil
		}
		if err := s.room(0); err != nil {
			return err
		}
		if err := s.contain(db.Sync); err != nil {
			return s.databaseError(err)
		}
		return nil
	})
}

// Get reads an entry. ok is false when there is none, and also when there is
// one that is damaged or of another version, which is counted. The value is
// the caller's own copy. The errors are ErrCorrupt, ErrFull (the database cannot
// be opened on a full disk; results can be read) and ErrClosed.
func (s *Store) Get(kind Kind, fingerprint [32]byte, key []byte) (value []byte, ok bool, err error) {
	name := entryKey(kind, fingerprint, key)
	if kind == KindResult {
		err = s.operate(func() error {
			e := s.results.get(name)
			value, ok = e.payload, e.found && !e.damaged
			if e.damaged {
				s.damaged.Add(1)
			}
			return nil
		})
		return value, ok, err
	}
	err = s.withDatabase(false, func() error {
		var err error
		value, ok, err = s.find(name)
		return err
	})
	return value, ok, err
}

// Put stores an entry in place of any older one. The errors are ErrTooLarge,
// ErrFull, ErrCorrupt and ErrClosed.
func (s *Store) Put(kind Kind, fingerprint [32]byte, key, value []byte) error {
	return s.put(kind, fingerprint, key, func(storedEntry) (decision, error) {
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
	return s.put(kind, fingerprint, key, func(e storedEntry) (decision, error) {
		old, err := s.old(name, e)
		if err != nil {
			return decision{}, err
		}
		value, err := merge(old)
		return decision{write: value != nil, value: value}, err
	})
}

// Delete removes an entry. There need not be one. The errors are those of Put.
func (s *Store) Delete(kind Kind, fingerprint [32]byte, key []byte) error {
	return s.put(kind, fingerprint, key, func(old storedEntry) (decision, error) {
		return decision{remove: old.found}, nil
	})
}

// put changes one entry as decide says.
func (s *Store) put(kind Kind, fingerprint [32]byte, key []byte, decide func(old storedEntry) (decision, error)) error {
	if len(key) > MaxKey {
		return tooLargeError("key", len(key), MaxKey)
	}
	name := entryKey(kind, fingerprint, key)
	checked := func(old storedEntry) (decision, error) {
		d, err := decide(old)
		if err == nil && len(d.value) > MaxValue {
			err = tooLargeError("value", len(d.value), MaxValue)
		}
		return d, err
	}
	if kind == KindResult {
		return s.operate(func() error { return s.changeResult(name, checked) })
	}
	return s.change(name, checked)
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
