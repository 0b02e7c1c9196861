package cache

import (
	"errors"
	"io/fs"
	"path/filepath"
)

// Stats describe a store.
type Stats struct {
	Dir          string
	Format       int          // of the layout on disk
	Entries      map[Kind]int // readable entries
	Damaged      int          // entries there now that cannot be read
	DamagedReads int          // damaged entries met by Get and Update since Open
	Bytes        int64        // room taken on the disk
}

// Stats looks at every entry of the store, and at the presence, not the
// content, of large values. The errors are ErrCorrupt, ErrClosed and those of
// the file system.
func (s *Store) Stats() (Stats, error) {
	st := Stats{Dir: s.dir, Format: Format, Entries: map[Kind]int{}}
	err := s.withDatabase(false, func() error {
		return s.scan(nil, func(name []byte, f form, payload []byte, ok bool) {
			if Kind(name[1]) == KindResult {
				return // left by an older version
			}
			if ok && f == formLarge {
				ok = s.large.has(payload)
			}
			if ok {
				st.Entries[Kind(name[1])]++
			} else {
				st.Damaged++
			}
		})
	})
	if err != nil {
		return st, err
	}
	return st, s.operate(func() error {
		var err error
		st.Entries[KindResult] = s.results.count()
		st.DamagedReads = int(s.damaged.Load())
		st.Bytes, err = s.bytesOnDisk()
		return err
	})
}

// bytesOnDisk adds up the files of the store. Files may come and go meanwhile.
func (s *Store) bytesOnDisk() (int64, error) {
	var total int64
	for _, name := range append(parts(), markerName) {
		err := filepath.WalkDir(filepath.Join(s.dir, name), func(_ string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if info, infoErr := d.Info(); infoErr == nil && info.Mode().IsRegular() {
				total += allocatedBytes(info)
			}
			return nil
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return 0, fileError(s.dir, err)
		}
	}
	return total, nil
}
