package cache

import (
	"slices"
	"testing"
)

// TestResultsWith: results with the key, and no others, are listed in their order.
func TestResultsWith(t *testing.T) {
	s, err := Open(Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	put := func(kind Kind, first byte, key string) {
		t.Helper()
		if err := s.Put(kind, [32]byte{first}, []byte(key), []byte("x")); err != nil {
			t.Fatal(err)
		}
	}
	for _, first := range []byte{9, 2, 5} {
		put(KindResult, first, "a")
	}
	put(KindResult, 7, "ab")
	put(KindResult, 5, "b")
	put(KindBound, 1, "a")
	if err := s.Delete(KindResult, [32]byte{2}, []byte("a")); err != nil {
		t.Fatal(err)
	}
	got, err := s.ResultsWith([]byte("a"))
	if want := [][32]byte{{5}, {9}}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v; want %v", got, err, want)
	}
}
