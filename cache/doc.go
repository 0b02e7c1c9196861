// Package cache keeps what a search has found out. It knows no game: positions
// come as machine words, everything else as bytes. It has three parts:
//
//   - Table is a hash set in RAM with exact keys, for the inner loop.
//   - Run is a file of sorted keys, for what does not fit into the RAM, or is to
//     outlive the program.
//   - Store is a key-value store on disk, for what is worth keeping from one
//     run to the next.
//
// # Store
//
// An entry is named by its Kind (result, bound, grade), the fingerprint
// of the puzzle (32 bytes, all that makes two puzzles the same) and a key that
// is free within these. Losing the store, or any entry, costs time and nothing
// else; so whatever cannot be read for certain is a miss, and the whole store
// may be removed at any time.
//
// A directory becomes a store with its first opening:
//
//	DIR/
//	├── HALMA-SOLVE-STORE   the marker: "format 1"
//	├── results             all results, in frames that are only ever appended
//	├── results.copy        the same bytes once more
//	├── badger/             the database (Badger 4): all other entries,
//	│                       with values up to 256 KiB; opened when it is needed
//	├── large/              one file for each larger value, up to 32 MiB
//	│   └── 000000000000002a
//	├── proofs/             what unfinished proofs have saved, see Proofs
//	└── damaged/            what was found damaged
//
// The directory may be a symbolic link, nothing in it may: a store changes no file that is
// not below its directory. One with a link in place of a part is refused.
//
// Results are what may have taken hours. They are not in the database: they are
// small, they must survive any one damaged file and a disk that somebody else
// fills, and the database writes through memory maps, where a full disk is a fault
// that ends the program. Two files of their own need no more than plain writes
// (store_results.go). What is in the database can be worked out again; when it is
// damaged, what checks is salvaged (store_salvage.go).
//
// Every value lies in an envelope with a schema number, a length and a
// checksum that also covers the key, see envelope.go. Three layers keep damage
// from becoming an answer: the envelope; the database's checksums; and
// checkTables, which looks at the database's tables before the database does.
//
// Safety in crashes: what Put has taken outlives the end of the process by
// kill -9, what Sync has covered outlives a power cut. The next Open recovers.
// A disk that fills up is noticed before anything is written (store_room.go), and
// the database is then not closed but left, as by a crash. What remains is a disk
// that goes from 256 MiB of room to none in the milliseconds between looking and
// writing.
//
// # What it costs
//
// Measured 2026-11 on 2 shared cores, local ext4, medians of 15 to 21. The
// database alone, with one small entry written:
//
//	tables in RAM, caches        open new  open again  close
//	64 MiB × 5, 256 MiB (default)   48 ms       40 ms   9 ms
//	32 MiB × 3,  32 MiB             32 ms       27 ms   9 ms
//	32 MiB × 3,  none               26 ms       23 ms   8 ms
//	 8 MiB × 2,  none (chosen)      20 ms       12 ms   8 ms
//	 4 MiB × 2,  none               20 ms       10 ms  10 ms
//
// The whole Store takes 18 ms to make, 6 ms to open again and 6 ms to close
// when nothing is written. Most of it is fsync: on a RAM disk opening takes
// 4 ms, closing 2 ms.
//
//	value        Put      Get
//	300 B      27 µs     5 µs (from a table on disk: 8 µs)
//	200 KiB     2 ms   0.6 ms
//	  1 MiB     9 ms   1.2 ms
//	 32 MiB   250 ms   250 ms
//
// A result of 1 KiB takes 3 ms to put (it is brought to the disk twice) and 12 µs to
// get; a store that is asked for results alone is open in 0.2 ms. Sync takes some
// 17 ms after 8 MB of writes. Opening reads all tables of the database once.
package cache
