package cache

import (
	"errors"
	"io/fs"
	"os"
)

// Repaired says what Repair has found.
type Repaired struct {
	Kept    map[Kind]int // entries that check
	Removed int          // entries that did not
}

// Repair reads every entry of the store, large values included, and removes those
// that do not check; their files are set aside. Files that are damaged as such have
// been salvaged by then: those of results by Open, the database when it is needed
// first, which is now at the latest. Options.Notice has a line for each. What runs
// of long proofs have saved is left alone: it is checked when it is read.
func (s *Store) Repair() (Repaired, error) {
	r := Repaired{Kept: map[Kind]int{}}
	type bad struct {
		name    string
		payload []byte // of a large value
	}
	var removed []bad
	err := s.withDatabase(false, func() error {
		return s.scan(nil, func(name []byte, f form, payload []byte, ok bool) {
			if Kind(name[1]) == KindResult {
				return // left by an older version
			}
			b := bad{name: string(name)}
			if ok && f == formLarge {
				b.payload = append([]byte(nil), payload...)
				_, ok = s.large.read(name, payload)
			}
			if ok {
				r.Kept[Kind(name[1])]++
			} else {
				removed = append(removed, b)
			}
		})
	})
	if err != nil {
		return r, err
	}
	r.Removed = len(removed)
	for _, b := range removed {
		if err := s.setLargeAside(b.payload); err != nil {
			return r, err
		}
		err := s.change([]byte(b.name), func(storedEntry) (decision, error) { return decision{remove: true}, nil })
		if err != nil {
			return r, err
		}
	}
	return r, s.operate(func() error {
		r.Kept[KindResult] = s.results.count()
		return nil
	})
}

// setLargeAside moves the large file that a payload names out of the way.
func (s *Store) setLargeAside(payload []byte) error {
	number, ok := largeNumber(payload)
	if !ok {
		return nil
	}
	to, err := s.asidePath(largeName)
	if err != nil {
		return err
	}
	if err := os.Rename(s.large.path(number), to); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fileError(s.dir, err)
	}
	return nil
}
