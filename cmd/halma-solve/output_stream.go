package main

import (
	"bufio"
	"errors"
	"io"
	"os"

	"github.com/halma-solve/halma-solve/cache/files"
)

// outputStream is an output that is written bit by bit. A file gets its name when
// it is whole.
type outputStream struct {
	to   outputFile
	out  io.Writer
	file io.Closer      // nil for standard output
	temp *files.Pending // file, unless it is a device or a pipe
}

// open begins an output.
func (f outputFile) open(stdout io.Writer) (*outputStream, error) {
	s := &outputStream{to: f, out: stdout}
	if f.standard() {
		return s, nil
	}
	var file io.WriteCloser
	var err error
	if f.direct {
		file, err = os.OpenFile(f.path, os.O_WRONLY, 0)
	} else {
		s.temp, err = files.Create(f.path, 0o666)
		file = s.temp
	}
	if err != nil {
		return nil, ioError("cannot write %s: %v", f.path, cause(err))
	}
	s.file, s.out = file, bufio.NewWriterSize(file, 1<<18)
	return s, nil
}

// Write writes to the output. Errors are [*exit].
func (s *outputStream) Write(p []byte) (int, error) {
	n, err := s.out.Write(p)
	return n, s.error(err)
}

// error gives an error of writing its message.
func (s *outputStream) error(err error) error {
	if err == nil {
		return nil
	}
	if s.file == nil {
		return ioError("cannot write to standard output: %v", cause(err))
	}
	return ioError("cannot write %s: %v", s.to.path, cause(err))
}

// keep ends the output: a file is brought to the disk and renamed.
func (s *outputStream) keep() error {
	if s.file == nil {
		return nil
	}
	err := s.out.(*bufio.Writer).Flush()
	switch {
	case s.temp == nil:
		err = errors.Join(err, s.file.Close())
	case err != nil:
		s.temp.Discard()
	default:
		err = s.temp.Commit()
	}
	s.file = nil
	if err != nil {
		return ioError("cannot write %s: %v", s.to.path, cause(err))
	}
	return nil
}

// drop ends an output that is not whole: no file is left. It does nothing after
// keep.
func (s *outputStream) drop() {
	if s.file == nil {
		return
	}
	if s.temp != nil {
		s.temp.Discard()
	} else {
		_ = s.file.Close() // nothing is kept
	}
	s.file = nil
}
