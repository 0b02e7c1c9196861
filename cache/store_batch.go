package cache

import "fmt"

// Item is an entry of a batch.
type Item struct {
	Fingerprint [32]byte
	Key         []byte
	Value       []byte
}

// mostBatch is how many bytes keys and values of a batch may have in all. The
// database takes a batch of 15 % of a table in RAM, some 1.2 MB, as one step.
const mostBatch = 512 << 10

// PutAll stores entries of a kind, which is not KindResult, in place of older ones:
// all of them or, after an error or a crash, none. When it returns nil they are on
// the disk and outlive a power cut, but for what Sync excepts. One call brings many
// entries to the disk in the time of one. The errors are those of Put; ErrTooLarge
// is also a batch of more than 512 KiB in all.
func (s *Store) PutAll(kind Kind, items []Item) error {
	size := 0
	for _, i := range items {
		if len(i.Key) > MaxKey {
			return tooLargeError("key", len(i.Key), MaxKey)
		}
		size += len(i.Key) + len(i.Value)
	}
	switch {
	case kind == KindResult:
		return fmt.Errorf("results are not put into the store %s in batches", s.dir)
	case size > mostBatch:
		return tooLargeError("batch", size, mostBatch)
	}
	err := s.withDatabase(true, func() error {
		if err := s.room(size); err != nil {
			return err
		}
		if err := s.contain(func() error { return s.setAll(kind, items) }); err != nil {
			return s.databaseError(err)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return s.Sync()
}

// setAll is one transaction that sets all items. It reads nothing, so that none can
// come between.
func (s *Store) setAll(kind Kind, items []Item) error {
	txn := s.db.NewTransaction(true)
	defer txn.Discard()
	for _, i := range items {
		name := entryKey(kind, i.Fingerprint, i.Key)
		if err := txn.Set(name, seal(formValue, name, i.Value)); err != nil {
			return err
		}
	}
	return txn.Commit()
}

// Each calls visit for every entry of a kind, which is not KindResult, in no useful
// order. What visit gets is its own. Entries that are damaged are passed over and
// counted, those that change meanwhile come as they were. The errors are those of
// Get, and the first one of visit, which ends the visit.
func (s *Store) Each(kind Kind, visit func(Item) error) error {
	var stopped error
	err := s.withDatabase(false, func() error {
		return s.scan([]byte{byte(kind)}, func(name []byte, f form, payload []byte, ok bool) {
			if stopped != nil {
				return
			}
			if ok && f == formLarge {
				payload, ok = s.large.read(name, payload)
			}
			if !ok {
				s.damaged.Add(1)
				return
			}
			i := Item{Key: append([]byte(nil), name[len(entryKey(kind, [32]byte{}, nil)):]...), Value: append([]byte(nil), payload...)}
			copy(i.Fingerprint[:], name[2:])
			stopped = visit(i)
		})
	})
	if err == nil {
		err = stopped
	}
	return err
}
