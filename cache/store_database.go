package cache

import (
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/dgraph-io/badger/v4"
	"github.com/dgraph-io/badger/v4/options"
	"github.com/dgraph-io/badger/v4/table"

	"github.com/halma-solve/halma-solve/cache/files"
)

// memTableSize is the size, in bytes, of each of the database's tables in RAM.
// Whoever lowers it must raise Format: Badger ends the program when the log of
// a crash does not fit into a table in RAM.
const memTableSize = 8 << 20

// database is the database of a store.
type database = badger.DB

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
	o.BypassLockGuard = true // the store has a lock, and Close may leave the database open
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

// withDatabase runs an operation on the database, which is opened when it is
// needed first: what only asks for results does without. make is false for
// operations that find nothing where there is no database yet.
func (s *Store) withDatabase(make bool, operation func() error) error {
	return s.operate(func() error {
		open, err := s.openedDatabase(make)
		if err != nil || !open {
			return err
		}
		return operation()
	})
}

// openedDatabase opens the database unless it is open. It is false where there is
// none and none is to be made.
func (s *Store) openedDatabase(make bool) (bool, error) {
	s.opening.Lock()
	defer s.opening.Unlock()
	if s.db != nil {
		return true, nil
	}
	o := databaseOptions(filepath.Join(s.dir, databaseName), s.log)
	if _, err := os.Lstat(o.Dir); errors.Is(err, fs.ErrNotExist) && !make {
		return false, nil
	}
	if err := s.room(0); err != nil {
		return false, err
	}
	// The database removes files that it does not know, and cuts its logs.
	if err := files.NoLinks(o.Dir); err != nil {
		return false, linkError(s.dir, err)
	}
	db, err := s.openBadger(o)
	if errors.Is(err, ErrCorrupt) {
		db, err = s.salvage(o, err)
	}
	if err != nil {
		return false, err
	}
	s.db = db
	if err := s.openLarge(); err != nil {
		_ = s.contain(s.db.Close) // err says more
		s.db = nil
		return false, err
	}
	return true, nil
}

// openBadger opens the database; ErrCorrupt if it cannot be for what is in it.
func (s *Store) openBadger(o badger.Options) (db *database, err error) {
	err = s.contain(func() error {
		if err := removeEmptyLogs(o.Dir); err != nil {
			return err
		}
		if err := checkTables(o); err != nil {
			return err
		}
		var err error
		db, err = badger.Open(o)
		return err
	})
	if err != nil {
		return nil, s.databaseError(err)
	}
	return db, nil
}

// closeDatabase flushes the database to the disk and closes it. On a disk that is
// full it leaves it as a crash would, logs and all: closing it would write its
// tables through a memory map, where a full disk is a fault that ends the program.
// The next opening takes over what the logs have. The same where somebody has
// removed the folder: the database would try to write its tables for ever.
func (s *Store) closeDatabase() error {
	if s.db == nil {
		return nil
	}
	if err := s.room(0); err != nil {
		if errors.Is(err, ErrFull) {
			return nil
		}
		return err
	}
	if err := s.contain(s.db.Close); err != nil {
		return s.databaseError(err)
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
	err = s.scan(nil, func(_ []byte, f form, payload []byte, ok bool) {
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
