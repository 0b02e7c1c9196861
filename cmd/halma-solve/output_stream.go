package main

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// outputStream is an output that is written bit by bit. A file gets its name when
// it is whole.
type outputStream struct {
	to   outputFile
	out  io.Writer
	file *os.File // nil for standard output
	temp string   // the name of file for the time being, "" if it has its own
}

// open begins an output.
func (f outputFile) open(stdout io.Writer) (*outputStream, error) {
	s := &outputStream{to: f, out: stdout}
	if f.standard() {
		return s, nil
	}
	var err error
	if f.direct {
		s.file, err = f.device()
	} else {
		mode := fs.FileMode(0o666)
		if info, err := os.Stat(f.path); err == nil {
			mode = info.Mode().Perm()
		}
		if s.file, err = createBeside(f.path, mode); err == nil {
			s.temp = s.file.Name()
		}
	}
	if err != nil {
		return nil, ioError("cannot write %s: %v", f.path, cause(err))
	}
	s.out = bufio.NewWriterSize(s.file, 1<<18)
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
	if err == nil && s.temp != "" {
		err = s.file.Sync()
	}
	err = errors.Join(err, s.file.Close())
	if err == nil && s.temp != "" {
		err = os.Rename(s.temp, s.to.path)
	}
	if err != nil {
		if s.temp != "" {
			_ = os.Remove(s.temp) // err says more
		}
		return s.error(err)
	}
	s.file = nil
	if s.temp == "" {
		return nil
	}
	return s.error(syncDirectory(filepath.Dir(s.to.path)))
}

// drop ends an output that is not whole: no file is left. It does nothing after
// keep.
func (s *outputStream) drop() {
	if s.file == nil {
		return
	}
	_ = s.file.Close() // nothing is kept
	if s.temp != "" {
		_ = os.Remove(s.temp)
	}
	s.file = nil
}
