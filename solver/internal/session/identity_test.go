package session

import (
	"bytes"
	"encoding/json"
	"testing"
)

// What is sealed under one identity is not read under another one that differs in
// a single field, nor after damage.
func TestIdentitiesAreComparedWhole(t *testing.T) {
	fingerprint := [32]byte{1}
	id := newIdentity(fingerprint, "refute-17-18-free/summary-09.bin")
	id.Bounds, id.From = json.RawMessage(`{"gains":[0,2]}`), []string{"a", "b"}
	data := []byte("what was found\nby the search")
	sealed, err := id.seal(data)
	if err != nil {
		t.Fatal(err)
	}
	if got, ok := id.unseal(sealed); !ok || !bytes.Equal(got, data) {
		t.Fatalf("%q, %v", got, ok)
	}
	for name, spoil := range map[string]func(*Identity){
		"format": func(o *Identity) { o.Format += "1" },
		"puzzle": func(o *Identity) { o.Puzzle = newIdentity([32]byte{2}, "").Puzzle },
		"file":   func(o *Identity) { o.File = "refute-17-18-free/summary-08.bin" },
		"bounds": func(o *Identity) { o.Bounds = json.RawMessage(`{"gains":[0,3]}`) },
		"none":   func(o *Identity) { o.Bounds = nil },
		"from":   func(o *Identity) { o.From = []string{"b", "a"} },
	} {
		other := id
		spoil(&other)
		if _, ok := other.unseal(sealed); ok {
			t.Errorf("%s: taken for another one", name)
		}
	}
	for n := range sealed {
		if _, ok := id.unseal(sealed[:n]); ok {
			t.Errorf("the first %d bytes of %d are believed", n, len(sealed))
		}
		for bit := range 8 {
			bad := bytes.Clone(sealed)
			bad[n] ^= 1 << bit
			if _, ok := id.unseal(bad); ok {
				t.Errorf("byte %d with bit %d changed is believed", n, bit)
			}
		}
	}
}

// The bounds of a head are read if all else is as it should be.
func TestBoundsOfAHead(t *testing.T) {
	id := newIdentity([32]byte{1}, "layer-03.run")
	id.From = []string{"a"}
	made := id
	made.Bounds = json.RawMessage(`{"near":3}`)
	head, err := made.Head()
	if err != nil {
		t.Fatal(err)
	}
	if bounds, ok := id.BoundsOf(head); !ok || string(bounds) != `{"near":3}` {
		t.Errorf("bounds %s, %v", bounds, ok)
	}
	id.From = []string{"b"}
	if _, ok := id.BoundsOf(head); ok {
		t.Error("a head with other layers before is believed")
	}
}
