package cache

import "io"

// Run is a run that is open for reading. A run is a file with a set of keys,
// sorted within each of the [Shards] shards of a [Table]: a breadth-first layer,
// or a part of one, that is too large for memory, or one that is kept as a
// checkpoint. Duplicates are found late, by merging runs, instead of early, in a
// hash table (delayed duplicate detection: Korf, "Delayed Duplicate Detection:
// Extended Abstract", IJCAI 2003; Korf, "Linear-Time Disk-Based Implicit Graph
// Search", JACM 2008): memory fills up, the shards are sorted and written as a
// run, and at the end of a layer [MergeShard] streams the union of its runs
// without the layers before.
//
// All methods but Close may be called from many goroutines at once. A Run takes
// 32 bytes of memory a block: for full blocks, a byte for 2,000 keys.
//
// # Layout
//
// All numbers in the file are big-endian.
//
//	┌────────────────────────────────────────────────────────────┐ 0
//	│ header  "HALMARUN" │ version 4 │ words a key 2 │ length 2  │
//	│         of the label │ label                               │
//	├────────────────────────────────────────────────────────────┤ 16 + length
//	│ block 0  head 24 │ payload                                 │
//	│ block 1  head 24 │ payload                                 │
//	│ …                                                          │
//	├────────────────────────────────────────────────────────────┤ index offset
//	│ index    offset 8 │ copy of the head 24    for each block  │
//	├────────────────────────────────────────────────────────────┤ size − 72
//	│ footer   digest 32 │ keys 8 │ blocks 8 │ index offset 8    │
//	│          checksum 8 of header, index, footer │ "HALMAEND"  │
//	└────────────────────────────────────────────────────────────┘ size
//
//	head:     stored 4 │ raw 4 │ keys 4 │ shard 2 │ coding 2 │ checksum 8
//	payload:  stored bytes; coding 0: the raw bytes themselves
//	                        coding 1: the raw bytes in zstd
//	raw:      first key (8 bytes a word, highest word first) │ varint │ varint …
//	varint:   key − key before, as one number of 64, 128 or 256 bits, 7 bits a
//	          byte, lowest first; the top bit says that more follow
//
// Blocks follow one another without gaps, by shard and then by key; one holds up
// to 65,536 keys of one shard. Checksums are xxHash64, that of a block covers
// the stored payload. The head is compared with its copy in the index. So every
// byte of the file is covered, and what cannot be read for certain is an error.
//
// # What it costs
//
// Measured 2026-11 on one of 2 shared cores: bytes a key of positions reached
// with forward moves only, from the layers of a breadth-first search whole and
// every 16th, 256th position by Zobrist key, in blocks of 65,536. "12 M" is
// what a shard of a layer with 3.1 G positions looks like, 48 K that of one
// with 12 M.
//
//	positions                    keys  delta  +zstd fastest  +zstd default   file
//	star, 15 of 121, 2 words     12 M   1.32           0.99           0.92   0.98
//	                            770 K   2.19           1.96           1.57   1.99
//	                             48 K   3.29           3.29           2.58   3.29
//	16×16, 19 of 256, 4 words    15 M   2.57           1.51           1.39   1.50
//	                            913 K   4.36           2.88           2.49   2.95
//	                             57 K   6.17           4.62           3.60   4.18
//	8×8, 10 of 64, 1 word       9.8 M   1.37           0.77           0.70      –
//	                            615 K   2.09           1.42           1.27      –
//	                             39 K   2.81           2.81           2.81      –
//
// "file" is the whole file, written by RunWriter: zstd at the fastest level with
// a smaller window than in the other columns. The default level saves 7 to 22 %
// more of two and four words, but takes two to six times as long (7 to 44 ns a
// key became 20 to 250), and writing is bound by the processor already. Blocks
// that do not get smaller are stored as they are.
//
// Other ways to write the same keys were slower, and larger in all but the
// sparsest shards: the length of a difference apart from its bytes (+5 to
// 12 %), the bytes from which on a key differs from the one before (+6 to 36 %),
// the cells after the first that differs (+18 to 79 %, three to six times as
// slow to write).
//
// Million keys a second, from and to a file in the page cache, with checksums
// and digest, with the program's other work on both cores (medians of 3):
//
//	              write   ReadShard   Next   MergeShard, 8 runs without 1
//	2 words          20          87     78                             14
//	4 words          15          56     64                             17
type Run[K Key] struct {
	path   string
	label  []byte
	file   io.ReaderAt
	closer io.Closer
	info   RunInfo
	blocks []runBlock
	shards [Shards]struct {
		first, end int // its blocks
		keys       int64
	}
}

// Len returns the number of keys.
func (r *Run[K]) Len() int64 { return r.info.Keys }

// ShardLen returns the number of keys in a shard, 0 if there is no such shard.
func (r *Run[K]) ShardLen(shard int) int64 {
	if shard < 0 || shard >= Shards {
		return 0
	}
	return r.shards[shard].keys
}

// Info returns what Close of the writer returned. The digest is the one that the
// file states: who reads the keys can compare it with their [RunDigest].
func (r *Run[K]) Info() RunInfo { return r.info }

// Label returns what the writer was given to say what the run is. It is covered by
// the checksum of the index. Do not change it.
func (r *Run[K]) Label() []byte { return r.label }

// Close closes the file. No reader may be at work.
func (r *Run[K]) Close() error {
	if err := r.closer.Close(); err != nil {
		return runFileError(r.path, err)
	}
	return nil
}
