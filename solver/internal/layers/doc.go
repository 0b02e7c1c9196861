// Package layers has positions in machine words and breadth-first search by layers,
// in memory and in files, one layer after the other.
//
//	space.go         a puzzle's positions: packing, symmetry, successors (expander)
//	mark.go          positions with a marked man
//	sweep.go         expands a layer into a table of its successors
//	layer.go         256 shards, sorted by sort.go; join.go finds lines through layers
//	images.go        which positions of a layer have their images in others
//	layered.go       the layers of a search, made or taken from its journal
//	making.go        one layer under way, in portions
//	elsewhere.go     shards expanded on other machines, whose side of it is order.go
//	spread.go        layers that other machines put together, too; away.go: and keep
//	journal.go       layers in files; beamfiles.go those of beams
//	reach.go         how far men can go in one move: by what filtered beams select
//	breadthfirst.go  the complete search without bounds, over numbering.go
//
// A part is a file of successors of some tasks of a layer; tasks are ranges of its
// shards. The regime of a search are the bounds under which a layer is made.
//
// Tried without gain (star, 13 men, 2026-11): to expand a layer in one order over all
// shards and to remember the last successors before they go to the table. Of these a
// quarter were there again with room for 8,192, two fifths with 131,072; with the former
// 3 % of the time was saved. To share out positions by their two foremost cells before they
// are sorted, so that each part fits into a core's own cache: 93 to 110 ns a position for 71.
//
// A part takes the memory that is left, not what all its keys would need: the first shards of
// a layer lead to more positions of some shards than of others, which need more slots when all
// together are half full. A table that was given all that was left at first went beyond it (13
// men with 1 GiB, 15 with 4 GiB).
package layers
