package cache

// batchSize is how many entries go into a shard at once.
const batchSize = 64

// Batches gathers entries for a [Table] so that a shard is locked once for many of
// them. It belongs to one goroutine.
type Batches[K Key] struct {
	// Duplicates counts the entries that were in the table, or not kept.
	Duplicates int64

	table *Table[K]
	fresh func(*Entry[K])
	keep  func(*K) bool
	of    [Shards][]Entry[K] // not in the table yet
}

// NewBatches returns batches for a table; fresh and keep are as for [Table.Insert].
func NewBatches[K Key](t *Table[K], fresh func(*Entry[K]), keep func(*K) bool) *Batches[K] {
	b := &Batches[K]{table: t, fresh: fresh, keep: keep}
	entries := make([]Entry[K], Shards*batchSize)
	for i := range b.of {
		b.of[i] = entries[i*batchSize : i*batchSize : (i+1)*batchSize]
	}
	return b
}

// Add puts an entry into the batch of its shard, and a full batch into the table.
func (b *Batches[K]) Add(e *Entry[K]) {
	shard := ShardOf(e.Hash)
	b.of[shard] = append(b.of[shard], *e)
	if len(b.of[shard]) == batchSize {
		b.insert(shard)
	}
}

// Flush puts all that is left into the table.
func (b *Batches[K]) Flush() {
	for shard := range b.of {
		if len(b.of[shard]) > 0 {
			b.insert(shard)
		}
	}
}

// Reset drops all that is left.
func (b *Batches[K]) Reset() {
	for shard := range b.of {
		b.of[shard] = b.of[shard][:0]
	}
}

func (b *Batches[K]) insert(shard int) {
	batch := b.of[shard]
	b.Duplicates += int64(len(batch) - b.table.Insert(shard, batch, b.fresh, b.keep))
	b.of[shard] = batch[:0]
}
