package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/halma-solve/halma-solve/cache/files"
	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver/generate"
)

// puzzleFile is a file that grows by a line for every puzzle.
type puzzleFile struct {
	file    *os.File
	release func() error
}

// resumePuzzles opens the file of a batch and takes what is there: whole lines are
// checked and kept, a last one that is torn is cut off.
func resumePuzzles(path string, b *generate.Batch) (puzzleSink, error) {
	file, release, err := openAlone(path)
	switch {
	case errors.Is(err, files.ErrLocked):
		return nil, cli.IOError("cannot write %s: another halma-solve writes to it; wait for it, or name another file", path)
	case err != nil:
		return nil, cli.IOError("cannot write %s: %v", path, cli.Cause(err))
	}
	if err := takeKnown(file, b); err != nil {
		return nil, errors.Join(err, file.Close(), release())
	}
	return &puzzleFile{file, release}, nil
}

// openAlone opens a file for reading and writing, or makes it, for this process
// alone. File systems without locks do without.
func openAlone(path string) (file *os.File, release func() error, err error) {
	file, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, nil, err
	}
	release, err = files.Lock(path)
	if errors.Is(err, files.ErrLocked) {
		return nil, nil, errors.Join(err, file.Close())
	}
	if err != nil {
		release = func() error { return nil }
	}
	return file, release, nil
}

func takeKnown(file *os.File, b *generate.Batch) error {
	lines := bufio.NewReaderSize(file, longestRecord)
	form := b.Options.Form()
	whole := int64(0) // length of the lines that are whole
	met := make(map[string]bool)
	for n := 1; ; n++ {
		line, err := lines.ReadSlice('\n')
		switch {
		case err != nil && n == 1 && !startsRecord(line):
			return cli.InputError(file.Name(), errors.New("this is no file of puzzles from generate; it is left as it is"))
		case errors.Is(err, bufio.ErrBufferFull):
			return cli.InputError(file.Name(), longLine(n))
		case err == io.EOF:
			return cutTo(file, whole)
		case err != nil:
			return cli.IOError("cannot read %s: %v", file.Name(), cli.Cause(err))
		}
		p, err := generate.ParseRecord(line, form)
		switch {
		case errors.Is(err, generate.ErrOtherOptions):
			return cli.UsageError("--output: %s has puzzles that were made with other options; name another file, or the same options", file.Name())
		case err == nil && p.Index < b.From:
			err = fmt.Errorf("%w: its index is not greater than that of the line before", generate.ErrRecord)
		case err == nil && met[generate.ID(p.Kind, p.Task)]:
			err = fmt.Errorf("%w: the same puzzle is in a line before", generate.ErrRecord)
		}
		if err != nil {
			return cli.InputError(file.Name(), &positions.SyntaxError{Line: n, Column: 1, Msg: err.Error()})
		}
		met[generate.ID(p.Kind, p.Task)] = true
		b.Known, b.From = append(b.Known, p), p.Index+1
		whole += int64(len(line))
	}
}

// longLine is the error for a line of a file of puzzles that is too long.
func longLine(n int) error {
	return &positions.SyntaxError{Line: n, Column: 1, Msg: fmt.Sprintf("the line is longer than %s, no puzzle is", reports.Bytes(longestRecord))}
}

// cutTo removes a torn line from the end of a file and goes there.
func cutTo(file *os.File, whole int64) error {
	err := file.Truncate(whole)
	if err == nil {
		_, err = file.Seek(whole, io.SeekStart)
	}
	if err != nil {
		return cli.IOError("cannot write %s: %v", file.Name(), cli.Cause(err))
	}
	return nil
}

// startsRecord reports whether a torn line may be the beginning of a record, of any
// version.
func startsRecord(text []byte) bool {
	head := []byte(`{"schema":"` + generate.Schema[:strings.LastIndexByte(generate.Schema, '/')+1])
	return bytes.HasPrefix(text, head) || bytes.HasPrefix(head, text)
}

func (s *puzzleFile) put(p *generate.Puzzle) error {
	if err := writeRecord(s.file, p); err != nil {
		return cli.IOError("cannot write %s: %v", s.file.Name(), cli.Cause(err))
	}
	return nil
}

func (s *puzzleFile) close() error {
	if err := errors.Join(s.file.Sync(), s.file.Close(), s.release(), files.SyncDir(filepath.Dir(s.file.Name()))); err != nil {
		return cli.IOError("cannot write %s: %v", s.file.Name(), cli.Cause(err))
	}
	return nil
}

// drop keeps the puzzles that the file has already.
func (s *puzzleFile) drop() {
	_ = s.file.Close() // another error says more
	_ = s.release()
}
