package cache

import (
	"crypto/sha256"
	"hash"
)

// RunDigest works out the digest of a run from its label and its keys. It belongs to one
// goroutine.
type RunDigest[K Key] struct {
	hash hash.Hash
	feed []byte // keys on their way into the hash
}

// NewRunDigest returns the digest of a run without keys.
func NewRunDigest[K Key](label []byte) *RunDigest[K] {
	d := &RunDigest[K]{hash: sha256.New(), feed: make([]byte, 0, 8<<10)}
	_, _ = d.hash.Write(label) // never fails
	return d
}

// Add takes the next keys, in the order of the run.
func (d *RunDigest[K]) Add(keys []K) {
	for i := range keys {
		d.add(&keys[i])
	}
}

func (d *RunDigest[K]) add(k *K) {
	if len(d.feed)+8*len(*k) > cap(d.feed) {
		d.flush()
	}
	d.feed = appendKey(d.feed, k)
}

func (d *RunDigest[K]) flush() {
	_, _ = d.hash.Write(d.feed) // never fails
	d.feed = d.feed[:0]
}

// Sum returns the digest of what was added. More may be added after it.
func (d *RunDigest[K]) Sum() (sum [sha256.Size]byte) {
	d.flush()
	d.hash.Sum(sum[:0])
	return sum
}

// Compare returns [ErrRunDamaged] unless a run states the digest of what was added.
func (d *RunDigest[K]) Compare(r *Run[K]) error {
	if d.Sum() != r.info.Digest {
		return runDamaged(r.path, "digest")
	}
	return nil
}
