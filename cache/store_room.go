package cache

// reservedBytes must be free on the disk, beside the value itself, before
// anything is written: a disk with less counts as full. The database writes
// its logs and tables through memory maps, where a full disk is no error but a
// SIGBUS that ends the program, often in the background; so the room is looked
// for first. The reserve covers the tables in RAM and a compaction, which
// writes new tables before it removes the old ones. (On a disk of 120 MB filled
// to the brim, 32 MiB were not enough.)
const reservedBytes = 256 << 20

// room returns ErrFull unless the disk has room for n bytes and the reserve.
func (s *Store) room(n int) error {
	free, err := s.free(s.dir)
	if err != nil {
		return fileError(s.dir, err)
	}
	if free < uint64(n)+reservedBytes {
		return fullError(s.dir, nil)
	}
	return nil
}
