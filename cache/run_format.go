package cache

import (
	"encoding/binary"

	"github.com/cespare/xxhash/v2"
)

// RunFormat is the version of the format that is written and read.
const RunFormat = 2

const (
	runMagic    = "HALMARUN"
	runEndMagic = "HALMAEND"

	runHeaderSize = 16              // without the label
	runHeadSize   = 24              // the head of a block
	runEntrySize  = 8 + runHeadSize // an entry of the index
	runFooterSize = 72

	// runBlockKeys is the most keys of a block.
	runBlockKeys = 1 << 16
)

// The codings of a payload.
const (
	runRaw  = 0
	runZstd = 1
)

// runBlock is an entry of the index.
type runBlock struct {
	offset   int64 // of the head
	stored   uint32
	raw      uint32
	keys     uint32
	shard    uint16
	coding   uint16
	checksum uint64
}

// end is the offset of the first byte after the block.
func (b *runBlock) end() int64 { return b.offset + runHeadSize + int64(b.stored) }

// appendHead appends the head of the block.
func (b *runBlock) appendHead(dst []byte) []byte {
	dst = binary.BigEndian.AppendUint32(dst, b.stored)
	dst = binary.BigEndian.AppendUint32(dst, b.raw)
	dst = binary.BigEndian.AppendUint32(dst, b.keys)
	dst = binary.BigEndian.AppendUint16(dst, b.shard)
	dst = binary.BigEndian.AppendUint16(dst, b.coding)
	return binary.BigEndian.AppendUint64(dst, b.checksum)
}

// appendEntry appends the entry of the block in the index.
func (b *runBlock) appendEntry(dst []byte) []byte {
	return b.appendHead(binary.BigEndian.AppendUint64(dst, uint64(b.offset)))
}

// parseRunBlock reads an entry of the index.
func parseRunBlock(e []byte) runBlock {
	return runBlock{
		offset:   int64(binary.BigEndian.Uint64(e)),
		stored:   binary.BigEndian.Uint32(e[8:]),
		raw:      binary.BigEndian.Uint32(e[12:]),
		keys:     binary.BigEndian.Uint32(e[16:]),
		shard:    binary.BigEndian.Uint16(e[20:]),
		coding:   binary.BigEndian.Uint16(e[22:]),
		checksum: binary.BigEndian.Uint64(e[24:]),
	}
}

// fault says what is wrong with an entry of the index for keys of the given
// number of words, "" if nothing is. It keeps every length within what the
// writer can have written.
func (b *runBlock) fault(words int) string {
	first, rest := 8*uint64(words), uint64(b.keys)-1
	switch {
	case b.keys == 0 || b.keys > runBlockKeys:
		return "number of keys"
	case int(b.shard) >= Shards:
		return "shard"
	case uint64(b.raw) < first+rest || uint64(b.raw) > first+rest*uint64(maxDelta(words)):
		return "raw length"
	case b.coding == runRaw && b.stored != b.raw:
		return "stored length"
	case b.coding == runZstd && (b.stored == 0 || b.stored >= b.raw):
		return "stored length"
	case b.coding > runZstd:
		return "coding"
	}
	return ""
}

// runHeader is the header for keys of the given number of words.
func runHeader(words int, label []byte) []byte {
	h := binary.BigEndian.AppendUint32([]byte(runMagic), RunFormat)
	h = binary.BigEndian.AppendUint16(h, uint16(words))
	h = binary.BigEndian.AppendUint16(h, uint16(len(label)))
	return append(h, label...)
}

// runFooter is the end of the file.
type runFooter struct {
	digest      [32]byte
	keys        uint64
	blocks      uint64
	indexOffset uint64
}

// appendCovered appends the part of the footer that its checksum covers.
func (f *runFooter) appendCovered(dst []byte) []byte {
	dst = append(dst, f.digest[:]...)
	dst = binary.BigEndian.AppendUint64(dst, f.keys)
	dst = binary.BigEndian.AppendUint64(dst, f.blocks)
	return binary.BigEndian.AppendUint64(dst, f.indexOffset)
}

// runIndexSum is the checksum over the header, the index and the footer.
type runIndexSum struct{ d *xxhash.Digest }

func newRunIndexSum(words int, label []byte) runIndexSum {
	s := runIndexSum{xxhash.New()}
	s.add(runHeader(words, label))
	return s
}

func (s runIndexSum) add(b []byte) { _, _ = s.d.Write(b) } // never fails

func (s runIndexSum) sum() uint64 { return s.d.Sum64() }
