// Package statefile keeps the state of long work in a file, from which the work goes on.
//
//	head       a line of JSON: what the state is of, and how far the work is
//	body       whatever the work has made
//	SHA-256    of all that is above, 32 bytes
//
// A file is written under another name and renamed, so there is a whole one or none. It is
// believed only for what it is: the work compares the head with what it does, and the
// checksum must be right. Whoever makes a file with a right checksum by hand deceives
// himself alone; checks by other rules, such as --check, do not know of the file.
package statefile

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"

	"github.com/halma-solve/halma-solve/cache/files"
)

// Err is wrapped by errors about files that cannot be used.
var Err = errors.New("the checkpoint cannot be used")

// maxHead is the greatest length of a head.
const maxHead = 1 << 20

// Wrong is what is wrong with a file, as heads and bodies are found to be.
type Wrong string

// Error implements error.
func (w Wrong) Error() string { return string(w) }

// Foreign is wrong with a file that another version, or another program, has written.
const Foreign = Wrong("it is no checkpoint of this version")

// Write writes a state, whole or not at all, in place of the one that is there.
func Write(path string, head any, body func(w io.Writer) error) error {
	line, err := json.Marshal(head)
	if err != nil {
		return err
	}
	if len(line) >= maxHead {
		return fmt.Errorf("the head of a checkpoint has %d bytes", len(line))
	}
	f, err := files.Own(path, 0o666)
	if err != nil {
		return err
	}
	defer f.Discard()
	sum := sha256.New()
	w := bufio.NewWriterSize(io.MultiWriter(f, sum), 1<<20)
	_, _ = w.Write(append(line, '\n')) // a bufio.Writer keeps its first error until Flush
	if err := body(w); err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if _, err := f.Write(sum.Sum(nil)); err != nil {
		return err
	}
	return f.Commit()
}

// Reader reads a body.
type Reader interface {
	io.Reader
	io.ByteReader
}

// Read reads a state: head, a pointer, is filled, then body is called, which says that the
// state is none of this work by an error of type [Wrong]. It is false if there is no file.
// Errors about what is in the file wrap [Err]; what was read is of no use then.
func Read(path string, head any, body func(r Reader) error) (found bool, err error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer f.Close()
	err = read(f, head, body)
	var wrong Wrong
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		err = fmt.Errorf("%w: %s: it is cut off", Err, path)
	case errors.As(err, &wrong):
		err = fmt.Errorf("%w: %s: %w", Err, path, wrong)
	}
	return err == nil, err
}

func read(f io.Reader, head any, body func(r Reader) error) error {
	sum := sha256.New()
	file := bufio.NewReaderSize(f, maxHead)
	line, err := file.ReadSlice('\n')
	if err != nil {
		return Wrong("it has no first line, or one that is longer than 1 MiB")
	}
	sum.Write(line)
	if json.Unmarshal(line, head) != nil {
		return Foreign
	}
	if err := body(&summing{io.TeeReader(file, sum), make([]byte, 1)}); err != nil {
		return err
	}
	seal := make([]byte, sha256.Size)
	if _, err := io.ReadFull(file, seal); err != nil {
		return err
	}
	if string(seal) != string(sum.Sum(nil)) {
		return Wrong("its checksum is wrong")
	}
	if _, err := file.ReadByte(); err != io.EOF {
		return Wrong("it goes on after its checksum")
	}
	return nil
}

// summing reads what is added to a checksum, single bytes as well.
type summing struct {
	io.Reader
	one []byte
}

func (r *summing) ReadByte() (byte, error) {
	_, err := io.ReadFull(r.Reader, r.one)
	return r.one[0], err
}

// Number is what tables are of.
type Number interface{ ~uint16 | ~uint32 | ~uint64 }

// chunk is how many numbers are written or read at a time.
const chunk = 1 << 15

// WriteNumbers writes numbers, the lowest byte of each first.
func WriteNumbers[N Number](w io.Writer, numbers []N) error {
	for part := range slices.Chunk(numbers, chunk) {
		if err := binary.Write(w, binary.LittleEndian, part); err != nil {
			return err
		}
	}
	return nil
}

// ReadNumbers reads as many numbers as there is room for.
func ReadNumbers[N Number](r io.Reader, numbers []N) error {
	for part := range slices.Chunk(numbers, chunk) {
		if err := binary.Read(r, binary.LittleEndian, part); err != nil {
			return err
		}
	}
	return nil
}
