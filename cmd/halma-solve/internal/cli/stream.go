package cli

import (
	"bufio"
	"errors"
	"io"

	"github.com/halma-solve/halma-solve/cache/files"
)

// Stream is an output that is written bit by bit. A file gets its name when
// it is whole.
type Stream struct {
	to   Output
	out  io.Writer
	file io.Closer      // nil for standard output
	temp *files.Pending // file, unless it is a device or a pipe
}

// Open begins an output.
func (f Output) Open(stdout io.Writer) (*Stream, error) {
	s := &Stream{to: f, out: stdout}
	if f.Standard() {
		return s, nil
	}
	var file io.WriteCloser
	var err error
	if f.Direct {
		file, err = f.device()
	} else {
		s.temp, err = files.Create(f.Path, 0o666)
		file = s.temp
	}
	if err != nil {
		return nil, IOError("cannot write %s: %v", f.Path, Cause(err))
	}
	s.file, s.out = file, bufio.NewWriterSize(file, 1<<18)
	return s, nil
}

// Write writes to the output. Errors are [*Exit].
func (s *Stream) Write(p []byte) (int, error) {
	n, err := s.out.Write(p)
	return n, s.error(err)
}

// error gives an error of writing its message.
func (s *Stream) error(err error) error {
	if err == nil {
		return nil
	}
	if s.file == nil {
		return IOError("cannot write to standard output: %v", Cause(err))
	}
	return IOError("cannot write %s: %v", s.to.Path, Cause(err))
}

// Keep ends the output: a file is brought to the disk and renamed.
func (s *Stream) Keep() error {
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
		return IOError("cannot write %s: %v", s.to.Path, Cause(err))
	}
	return nil
}

// Drop ends an output that is not whole: no file is left. It does nothing after
// keep.
func (s *Stream) Drop() {
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
