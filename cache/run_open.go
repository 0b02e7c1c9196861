package cache

import (
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"strings"
)

// OpenRun opens a run and checks all of it but the blocks, which are checked when
// they are read. Errors: [ErrRunForeign], [ErrRunVersion], [ErrRunWidth],
// [ErrRunDamaged], or those of the file.
func OpenRun[K Key](path string) (*Run[K], error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, runFileError(path, err)
	}
	stat, err := file.Stat()
	if err != nil {
		_ = file.Close()
		return nil, runFileError(path, err)
	}
	r, err := openRun[K](path, file, stat.Size())
	if err != nil {
		_ = file.Close()
		return nil, err
	}
	r.closer = file
	return r, nil
}

func openRun[K Key](path string, file io.ReaderAt, size int64) (*Run[K], error) {
	r := &Run[K]{path: path, file: file}
	if err := r.readHeader(size); err != nil {
		return nil, err
	}
	begin := int64(runHeaderSize + len(r.label))
	if size < begin+runFooterSize {
		return nil, runDamaged(path, "cut off")
	}
	var b [runFooterSize]byte
	if err := r.readAt(b[:], size-runFooterSize); err != nil {
		return nil, err
	}
	if string(b[64:]) != runEndMagic {
		return nil, runDamaged(path, "cut off")
	}
	f := runFooter{digest: [32]byte(b[:32]), keys: binary.BigEndian.Uint64(b[32:]), blocks: binary.BigEndian.Uint64(b[40:]), indexOffset: binary.BigEndian.Uint64(b[48:])}
	body := uint64(size - begin - runFooterSize)
	if f.blocks > body/runEntrySize || f.indexOffset != uint64(begin)+body-f.blocks*runEntrySize {
		return nil, runDamaged(path, "footer")
	}
	sum := newRunIndexSum(r.words(), r.label)
	if err := r.readIndex(&f, sum); err != nil {
		return nil, err
	}
	sum.add(b[:56])
	if sum.sum() != binary.BigEndian.Uint64(b[56:]) {
		return nil, runDamaged(path, "checksum of the index")
	}
	if uint64(r.info.Keys) != f.keys {
		return nil, runDamaged(path, "number of keys")
	}
	r.info.Bytes, r.info.Digest = size, f.digest
	return r, nil
}

func (r *Run[K]) words() int {
	var k K
	return len(k)
}

func (r *Run[K]) readHeader(size int64) error {
	h := make([]byte, min(size, runHeaderSize))
	if err := r.readAt(h, 0); err != nil {
		return err
	}
	if magic := h[:min(len(h), len(runMagic))]; !strings.HasPrefix(runMagic, string(magic)) {
		return fmt.Errorf("%s: %w", r.path, ErrRunForeign)
	}
	if len(h) < runHeaderSize {
		return runDamaged(r.path, "cut off")
	}
	if version := binary.BigEndian.Uint32(h[8:]); version != RunFormat {
		return fmt.Errorf("%s: %w: %d, not %d", r.path, ErrRunVersion, version, RunFormat)
	}
	switch words := binary.BigEndian.Uint16(h[12:]); words {
	case uint16(r.words()):
		r.label = make([]byte, min(size-runHeaderSize, int64(binary.BigEndian.Uint16(h[14:]))))
		return r.readAt(r.label, runHeaderSize)
	case 1, 2, 4, 5:
		return fmt.Errorf("%s: %w: %d words, not %d", r.path, ErrRunWidth, words, r.words())
	default:
		return runDamaged(r.path, "width of keys")
	}
}

// readIndex reads the entries of the index piece by piece, so that memory only
// grows with entries that fit the file.
func (r *Run[K]) readIndex(f *runFooter, sum runIndexSum) error {
	buf := make([]byte, min(f.blocks, 2048)*runEntrySize)
	at, next, shard := int64(f.indexOffset), int64(runHeaderSize+len(r.label)), uint16(0)
	for left := f.blocks; left > 0; {
		buf = buf[:min(left*runEntrySize, uint64(len(buf)))]
		if err := r.readAt(buf, at); err != nil {
			return err
		}
		sum.add(buf)
		at += int64(len(buf))
		left -= uint64(len(buf)) / runEntrySize
		for e := buf; len(e) > 0; e = e[runEntrySize:] {
			b := parseRunBlock(e)
			fault := b.fault(r.words())
			switch {
			case fault != "":
			case b.offset != next || b.end() > int64(f.indexOffset):
				fault = "offset"
			case b.shard < shard:
				fault = "order of shards"
			}
			if fault != "" {
				return runBlockDamaged(r.path, len(r.blocks), fault+" in the index")
			}
			next, shard = b.end(), b.shard
			r.add(b)
		}
	}
	if next != int64(f.indexOffset) {
		return runDamaged(r.path, "gap before the index")
	}
	return nil
}

func (r *Run[K]) add(b runBlock) {
	s := &r.shards[b.shard]
	if s.keys == 0 {
		s.first = len(r.blocks)
	}
	r.blocks = append(r.blocks, b)
	s.end = len(r.blocks)
	s.keys += int64(b.keys)
	r.info.Keys += int64(b.keys)
}

// readAt fills b. A file that ends before is damaged.
func (r *Run[K]) readAt(b []byte, at int64) error {
	n, err := r.file.ReadAt(b, at)
	switch {
	case n == len(b):
		return nil
	case err == io.EOF:
		return runDamaged(r.path, "cut off")
	default:
		return runFileError(r.path, err)
	}
}
