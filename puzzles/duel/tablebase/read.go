package tablebase

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"sync/atomic"

	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// File is a tablebase that is open for reading, by any number of goroutines. It
// is a [duel.Source].
type File struct {
	Header Header
	Game   *duel.Game

	numbering *numbering
	layout    layout
	from      io.ReaderAt
	sums      [][sha256.Size]byte
	seal      [sha256.Size]byte
	blocks    []atomic.Pointer[[]byte] // those read, after their checksum was right
	held      atomic.Int64             // bytes of blocks
	limit     int64
}

// Open reads the header of a file of the given size and makes sure that it is
// whole. It keeps blocks that were read up to limit bytes. Errors wrap [ErrFormat]
// or [ErrDamaged].
func Open(from io.ReaderAt, size, limit int64) (*File, error) {
	f := &File{from: from, limit: limit}
	var err error
	f.Header, f.layout, f.Game, f.sums, f.seal, err = decode(bufio.NewReader(io.NewSectionReader(from, 0, size)))
	if err != nil {
		return nil, err
	}
	for i := range f.layout.blocks() {
		if offset, length := f.layout.block(i); offset+int64(length) > size {
			return nil, fmt.Errorf("%w: it is cut off, block %d of %d is missing or not whole", ErrDamaged, i+1, f.layout.blocks())
		}
	}
	if size > f.layout.size() {
		return nil, fmt.Errorf("%w: %d bytes follow the last block", ErrDamaged, size-f.layout.size())
	}
	if f.numbering, err = newNumbering(f.Game); err != nil {
		return nil, err
	}
	f.blocks = make([]atomic.Pointer[[]byte], f.layout.blocks())
	return f, nil
}

// Seal returns the checksum of header and checksums, in hexadecimal digits: two
// files with the same one hold the same values.
func (f *File) Seal() string { return hex.EncodeToString(f.seal[:]) }

// Blocks returns the number of blocks.
func (f *File) Blocks() int { return f.layout.blocks() }

// block returns a block after comparing its checksum.
func (f *File) block(i int) ([]byte, error) {
	if b := f.blocks[i].Load(); b != nil {
		return *b, nil
	}
	offset, length := f.layout.block(i)
	data := make([]byte, length)
	if _, err := f.from.ReadAt(data, offset); err != nil && err != io.EOF {
		return nil, fmt.Errorf("block %d of %d: %w", i+1, len(f.blocks), err)
	}
	if sha256.Sum256(data) != f.sums[i] {
		return nil, fmt.Errorf("%w: block %d of %d was altered", ErrDamaged, i+1, len(f.blocks))
	}
	if f.held.Add(int64(length)) > f.limit {
		for j := range f.blocks {
			f.blocks[j].Store(nil)
		}
		f.held.Store(int64(length))
	}
	f.blocks[i].Store(&data)
	return data, nil
}

// Lookup returns the value of a position and its distance, if the file holds
// distances. Errors wrap [ErrDamaged] or come from reading. What is no position of
// the game is illegal.
func (f *File) Lookup(v duel.View) (duel.Value, int, error) {
	n, ok := f.numbering.number(v)
	if !ok {
		return duel.ValueIllegal, duel.NoPlies, nil
	}
	chunk, at := int(n/perBlock), int(n%perBlock)
	values, err := f.block(chunk)
	if err != nil {
		return 0, 0, err
	}
	value := duel.Value(values[at>>2] >> (at & 3 * 2) & 3)
	if !f.layout.distances || value != duel.ValueWon && value != duel.ValueLost {
		return value, duel.NoPlies, nil
	}
	plies, err := f.block(chunk + f.layout.chunks)
	if err != nil {
		return 0, 0, err
	}
	return value, int(plies[at]), nil
}
