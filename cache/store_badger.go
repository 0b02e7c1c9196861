package cache

import (
	"bytes"
	"errors"

	"github.com/dgraph-io/badger/v4"
)

// find is Get for an entry of the database.
func (s *Store) find(name []byte) (value []byte, ok bool, err error) {
	var lastPayload []byte
	for {
		e, err := s.lookup(name)
		if err != nil || !e.found {
			return nil, false, err
		}
		if e.damaged {
			s.damaged.Add(1)
			return nil, false, nil
		}
		if e.form == formValue {
			return e.payload, true, nil
		}
		if value, ok := s.large.read(name, e.payload); ok {
			return value, true, nil
		}
		// Either the file is damaged, or the entry has been replaced
		// since it was looked up; then it names another file now.
		if bytes.Equal(e.payload, lastPayload) {
			s.damaged.Add(1)
			return nil, false, nil
		}
		lastPayload = e.payload
	}
}

// old is the value of an entry that a transaction has read, nil for none.
func (s *Store) old(name []byte, e storedEntry) ([]byte, error) {
	switch {
	case !e.found:
		return nil, nil
	case e.damaged:
		s.damaged.Add(1)
		return nil, nil
	case e.form == formValue:
		return e.payload, nil
	}
	if value, ok := s.large.read(name, e.payload); ok {
		return value, nil
	}
	// Either the file is damaged, or the entry has been replaced since the
	// transaction began.
	now, err := s.lookup(name)
	if err != nil {
		return nil, err
	}
	if now.form != e.form || !bytes.Equal(now.payload, e.payload) {
		return nil, badger.ErrConflict
	}
	s.damaged.Add(1)
	return nil, nil
}

// change runs one transaction on one entry, and again when another one came
// between. decide is called without protection: its panics are the caller's.
func (s *Store) change(name []byte, decide func(old storedEntry) (decision, error)) error {
	return s.withDatabase(true, func() error {
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

// scan calls visit for every entry of this format whose key goes on with prefix, in
// no useful order. The slices are only valid during the call.
func (s *Store) scan(prefix []byte, visit func(name []byte, f form, payload []byte, ok bool)) error {
	err := s.contain(func() error {
		return s.db.View(func(txn *badger.Txn) error {
			o := badger.DefaultIteratorOptions
			o.PrefetchValues = false
			o.Prefix = append([]byte{Format}, prefix...)
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
