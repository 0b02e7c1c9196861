package cache

import (
	"bytes"
	"slices"
)

// ResultsWith lists the fingerprints under which there is a result with a key, in
// their order. The errors are those of [Store.Get].
func (s *Store) ResultsWith(key []byte) (list [][32]byte, err error) {
	err = s.operate(func() error {
		s.results.mu.Lock()
		defer s.results.mu.Unlock()
		for name := range s.results.at {
			var fingerprint [32]byte
			copy(fingerprint[:], name[2:]) // see entryKey
			if name == string(entryKey(KindResult, fingerprint, key)) {
				list = append(list, fingerprint)
			}
		}
		return nil
	})
	slices.SortFunc(list, func(a, b [32]byte) int { return bytes.Compare(a[:], b[:]) })
	return list, err
}
