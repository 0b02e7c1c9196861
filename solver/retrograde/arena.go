package retrograde

import (
	"errors"
	"fmt"
	"os"
	"unsafe"
)

// ErrFile is wrapped by errors about the file that holds tables instead of memory.
var ErrFile = errors.New("the file for the tables")

// arena gives tables and mail their place: in memory, if it is nil, or in a file, which
// is mapped, so that the system keeps in memory what is in use and the disk is the limit.
// The file is in work only: it has no name, and nothing is left of it when the process
// ends, however that is. What outlives the process is in checkpoints.
type arena struct {
	file *os.File
	size int64
	maps [][]byte
	room []byte // of the last mapping, for slabs
}

// newArena makes a file in a directory.
func newArena(dir string) (*arena, error) {
	if !CanMap {
		return nil, fmt.Errorf("%w: %w", ErrFile, errors.ErrUnsupported)
	}
	f, err := os.CreateTemp(dir, ".tables-*.tmp")
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFile, err)
	}
	if err := os.Remove(f.Name()); err != nil {
		return nil, errors.Join(fmt.Errorf("%w: %w", ErrFile, err), f.Close())
	}
	return &arena{file: f}, nil
}

// pageSize is a multiple of what a mapping may begin at.
const pageSize = 1 << 16

// take maps n bytes more, all 0. They are written first: a disk that is full is an error
// here, and not a fault when they are used.
func (a *arena) take(n int64) ([]byte, error) {
	if n == 0 {
		return nil, nil
	}
	n = (n + pageSize - 1) / pageSize * pageSize
	zeros := make([]byte, min(n, 1<<20))
	for at := int64(0); at < n; at += int64(len(zeros)) {
		if _, err := a.file.WriteAt(zeros[:min(n-at, int64(len(zeros)))], a.size+at); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrFile, err)
		}
	}
	m, err := mapFile(a.file, a.size, int(n))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFile, err)
	}
	a.size += n
	a.maps = append(a.maps, m)
	return m, nil
}

// bytes returns n bytes.
func (a *arena) bytes(n int) ([]byte, error) {
	if a == nil {
		return make([]byte, n), nil
	}
	b, err := a.take(int64(n))
	return b[:min(n, len(b))], err
}

// plane returns a plane of so many words.
func (a *arena) plane(words int) (plane, error) {
	if a == nil {
		return make(plane, words), nil
	}
	b, err := a.take(8 * int64(words))
	if len(b) == 0 {
		return nil, err
	}
	return unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(b))), words), err
}

// slab returns chunks of mail. With an error they are in memory.
func (a *arena) slab() (*[1 << slabBits]chunk, error) {
	if a == nil {
		return new([1 << slabBits]chunk), nil
	}
	if len(a.room) == 0 {
		var err error
		if a.room, err = a.take(64 * slabBytes); err != nil {
			return new([1 << slabBits]chunk), err
		}
	}
	s := (*[1 << slabBits]chunk)(unsafe.Pointer(unsafe.SliceData(a.room)))
	a.room = a.room[slabBytes:]
	return s, nil
}

// close gives everything back. Nothing that was taken may be used after.
func (a *arena) close() (err error) {
	if a == nil {
		return nil
	}
	for _, m := range a.maps {
		err = errors.Join(err, unmap(m))
	}
	err = errors.Join(err, a.file.Close())
	*a = arena{}
	return err
}
