package cache

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/dgraph-io/badger/v4"
	"github.com/dgraph-io/badger/v4/options"
	"github.com/dgraph-io/badger/v4/table"
	"github.com/dgraph-io/badger/v4/y"

	"github.com/halma-solve/halma-solve/cache/files"
)

// asideDir is where damaged files go.
func (s *Store) asideDir() string { return filepath.Join(s.dir, asideName) }

// asidePath is a free name for a damaged file.
func (s *Store) asidePath(name string) (string, error) {
	if err := os.MkdirAll(s.asideDir(), 0o700); err != nil {
		return "", fileError(s.dir, err)
	}
	for n := 1; ; n++ {
		path := filepath.Join(s.asideDir(), fmt.Sprintf("%s-%d", name, n))
		if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
			return path, nil
		}
	}
}

// copyAside keeps the bytes of a damaged file.
func (s *Store) copyAside(name string, data []byte) error {
	path, err := s.asidePath(name)
	if err == nil {
		err = files.Write(path, 0o600, data)
	}
	if err != nil {
		return fileError(s.dir, err)
	}
	return nil
}

// salvage moves a damaged database out of the way and makes a new one with every
// entry of its tables that checks. The logs of a crash, if there are any, go with
// it: the database takes over what it can read of them, which is newer. Large
// values, results and the checkpoints of proofs are files of their own.
func (s *Store) salvage(o badger.Options, cause error) (*database, error) {
	entries, err := rescue(o.Dir)
	if err != nil {
		return nil, fileError(s.dir, err)
	}
	aside, err := s.asidePath(databaseName)
	if err == nil {
		err = os.Rename(o.Dir, aside)
	}
	if err != nil {
		return nil, fileError(s.dir, err)
	}
	if err := copyLogs(aside, o.Dir); err != nil {
		return nil, fileError(s.dir, err)
	}
	db, err := s.openBadger(o)
	if errors.Is(err, ErrCorrupt) { // for its logs
		if err := os.RemoveAll(o.Dir); err != nil {
			return nil, fileError(s.dir, err)
		}
		db, err = s.openBadger(o)
	}
	if err != nil {
		return nil, err
	}
	kept := 0
	err = s.contain(func() error {
		batch := db.NewWriteBatch()
		defer batch.Cancel()
		for name, data := range entries {
			err := db.View(func(txn *badger.Txn) error {
				_, err := txn.Get([]byte(name))
				return err
			})
			if err == nil {
				continue // newer, from the logs
			}
			if err := batch.Set([]byte(name), data); err != nil {
				return err
			}
			kept++
		}
		return errors.Join(batch.Flush(), db.Sync())
	})
	if err != nil {
		_ = s.contain(db.Close) // err says more
		return nil, s.databaseError(err)
	}
	if s.log != nil {
		s.log.Debug("store: " + cause.Error())
	}
	s.notice(fmt.Sprintf("the database of the store %s was damaged; all results and %d of its entries are kept, the damaged files are in %s", s.dir, kept, aside))
	return db, nil
}

// copyLogs copies a database's logs of a crash.
func copyLogs(from, to string) error {
	if err := os.MkdirAll(to, 0o700); err != nil {
		return err
	}
	logs, err := filepath.Glob(filepath.Join(from, "*.mem"))
	if err != nil {
		return err
	}
	for _, log := range logs {
		data, err := os.ReadFile(log)
		if err == nil {
			err = files.Write(filepath.Join(to, filepath.Base(log)), 0o600, data)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// rescue reads the entries of all tables in a database's directory, whatever its
// other files say, and returns the newest of each name that checks. Every entry is
// judged by its own envelope alone, so the database's checksums are not asked; a
// block that cannot be taken apart is passed from both sides. Only a table whose
// index is damaged is lost.
func rescue(dir string) (map[string][]byte, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.sst"))
	if err != nil {
		return nil, err
	}
	newest := map[string]version{}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		for _, direction := range []int{0, table.REVERSED} {
			rescueTable(data, direction, newest)
		}
	}
	out := map[string][]byte{}
	for name, v := range newest {
		if v.data != nil {
			out[name] = v.data
		}
	}
	return out, nil
}

// version is an entry as a table has it; data is nil if it was removed.
type version struct {
	number uint64
	data   []byte
}

// rescueTable reads a table in one direction, as far as it can be read.
func rescueTable(data []byte, direction int, newest map[string]version) {
	// A table that is damaged may panic.
	defer func() { _ = recover() }()
	t, err := table.OpenInMemoryTable(data, 0, &table.Options{ChkMode: options.NoVerification})
	if err != nil {
		return
	}
	it := t.NewIterator(direction | table.NOCACHE)
	defer it.Close()
	for it.Rewind(); it.Valid(); it.Next() {
		key, value := it.Key(), it.Value()
		if len(key) < 8 {
			continue
		}
		name, number := string(y.ParseKey(key)), y.ParseTs(key)
		if known, ok := newest[name]; ok && known.number >= number {
			continue
		}
		const removed = 1 // as in Badger's value.go
		if value.Meta&removed != 0 {
			if strings.HasPrefix(name, string([]byte{Format})) {
				newest[name] = version{number: number}
			}
			continue
		}
		if _, _, ok := unseal([]byte(name), value.Value); ok {
			newest[name] = version{number, append([]byte(nil), value.Value...)}
		}
	}
}
