package cache

// BatchSize is how many entries go into a shard at once.
const BatchSize = 64

// Batches gathers entries for a [Table] so that a shard is locked once for many of
// them. It belongs to one goroutine.
type Batches[K Key] struct {
	// Duplicates counts the entries that were in the table, or not kept.
	Duplicates int64

	table *Table[K]
	fresh func(*Entry[K])
	keep  func(*K) bool

	// Of are the entries that are not in the table yet. Inner loops append to them
	// and call Insert for a shard that has [BatchSize] of them: that is [Batches.Add]
	// without a call for each entry.
	Of [Shards][]Entry[K]
}

// NewBatches returns batches for a table; fresh and keep are as for [Table.Insert].
func NewBatches[K Key](t *Table[K], fresh func(*Entry[K]), keep func(*K) bool) *Batches[K] {
	b := &Batches[K]{table: t, fresh: fresh, keep: keep}
	entries := make([]Entry[K], Shards*BatchSize)
	for i := range b.Of {
		b.Of[i] = entries[i*BatchSize : i*BatchSize : (i+1)*BatchSize]
	}
	return b
}

// Add puts an entry into the batch of its shard, and a full batch into the table.
func (b *Batches[K]) Add(e *Entry[K]) {
	shard := ShardOf(e.Hash)
	b.Of[shard] = append(b.Of[shard], *e)
	if len(b.Of[shard]) == BatchSize {
		b.Insert(shard)
	}
}

// Flush puts all that is left into the table.
func (b *Batches[K]) Flush() {
	for shard := range b.Of {
		if len(b.Of[shard]) > 0 {
			b.Insert(shard)
		}
	}
}

// Reset drops all that is left.
func (b *Batches[K]) Reset() {
	for shard := range b.Of {
		b.Of[shard] = b.Of[shard][:0]
	}
}

// Insert puts the entries of a shard into the table.
func (b *Batches[K]) Insert(shard int) {
	batch := b.Of[shard]
	b.Duplicates += int64(len(batch) - b.table.Insert(shard, batch, b.fresh, b.keep))
	b.Of[shard] = batch[:0]
}
