package cache

// storedEntry is what the database has under a key.
type storedEntry struct {
	found   bool
	damaged bool // found, but neither form nor payload can be told
	form    form
	payload []byte // a copy
}

// decision is what is to become of an entry; the zero value leaves it alone.
type decision struct {
	write  bool
	remove bool
	value  []byte // if write
}
