package cache

import (
	"bytes"
	"testing"
)

func TestEnvelopeRoundTrip(t *testing.T) {
	for _, payload := range [][]byte{{}, {0}, []byte("bound"), bytes.Repeat([]byte{7}, 70_000)} {
		for _, f := range []form{formValue, formLarge} {
			data := seal(f, []byte("key"), payload)
			if len(data) != len(payload)+envelopeOverhead {
				t.Errorf("envelope of %d bytes has %d", len(payload), len(data))
			}
			gotForm, got, ok := unseal([]byte("key"), data)
			if !ok || gotForm != f || !bytes.Equal(got, payload) {
				t.Errorf("payload of %d bytes: got form %q, %d bytes, ok %v", len(payload), gotForm, len(got), ok)
			}
		}
	}
}

// TestEnvelopeNoticesEveryDamage flips each bit, cuts at each place, appends,
// and asks with another key.
func TestEnvelopeNoticesEveryDamage(t *testing.T) {
	key := []byte("key")
	whole := seal(formValue, key, []byte("lower bound 27"))
	for i := range whole {
		for bit := range 8 {
			damaged := bytes.Clone(whole)
			damaged[i] ^= 1 << bit
			if _, _, ok := unseal(key, damaged); ok {
				t.Errorf("bit %d of byte %d flipped, and nobody noticed", bit, i)
			}
		}
		if _, _, ok := unseal(key, whole[:i]); ok {
			t.Errorf("cut to %d bytes, and nobody noticed", i)
		}
	}
	if _, _, ok := unseal(key, append(bytes.Clone(whole), 0)); ok {
		t.Error("a byte more, and nobody noticed")
	}
	for _, other := range []string{"", "ke", "keyl", "kez"} {
		if _, _, ok := unseal([]byte(other), whole); ok {
			t.Errorf("sealed for %q, taken for %q", key, other)
		}
	}
}

// TestEnvelopeKeyAndPayloadDoNotRunTogether: the end of the key and the start
// of the payload may not change places.
func TestEnvelopeKeyAndPayloadDoNotRunTogether(t *testing.T) {
	a := seal(formValue, []byte("ab"), []byte("cd"))
	b := seal(formValue, []byte("abc"), []byte("d"))
	if bytes.Equal(a[len(a)-envelopeChecksum:], b[len(b)-envelopeChecksum:]) {
		t.Error("two entries have the same checksum")
	}
	header := []byte{envelopeSchema, byte(formValue), 0, 0, 0, 2}
	if checksum(header, []byte("ab"), []byte("cd")) == checksum(header, []byte("abc"), []byte("d")) {
		t.Error("the length of the key does not count")
	}
}

func TestEnvelopeOfOtherSchema(t *testing.T) {
	data := seal(formValue, nil, []byte("x"))
	data[0]++
	sum := checksum(data[:envelopeHeader], nil, []byte("x"))
	copy(data[len(data)-envelopeChecksum:], sum[:])
	if _, _, ok := unseal(nil, data); ok {
		t.Error("an envelope of another schema was opened")
	}
}

// FuzzEnvelope takes the input once as a payload, which must come back, and
// once as an envelope, which must be refused or be exactly what seal makes of
// its content.
func FuzzEnvelope(f *testing.F) {
	f.Add([]byte(""), []byte(""))
	f.Add([]byte("key"), []byte("payload"))
	f.Add([]byte("key"), seal(formValue, []byte("key"), []byte("payload")))
	f.Add([]byte(""), seal(formLarge, nil, make([]byte, 8)))
	f.Fuzz(func(t *testing.T, key, data []byte) {
		got, payload, ok := unseal(key, seal(formValue, key, data))
		if !ok || got != formValue || !bytes.Equal(payload, data) {
			t.Fatalf("round trip of %x under %x: %q %x %v", data, key, got, payload, ok)
		}
		if got, payload, ok := unseal(key, data); ok && !bytes.Equal(seal(got, key, payload), data) {
			t.Fatalf("two envelopes for one payload: %x", data)
		}
	})
}
