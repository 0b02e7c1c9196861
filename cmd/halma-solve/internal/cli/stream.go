package cli

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Stream is an output that is written bit by bit. A file gets its name when
// it is whole.
type Stream struct {
	to   Output
	out  io.Writer
	file *os.File // nil for standard output
	temp string   // the name of file for the time being, "" if it has its own
}

// Open begins an output.
func (f Output) Open(stdout io.Writer) (*Stream, error) {
	s := &Stream{to: f, out: stdout}
	if f.Standard() {
		return s, nil
	}
	var err error
	if f.Direct {
		s.file, err = os.OpenFile(f.Path, os.O_WRONLY, 0)
	} else {
		mode := fs.FileMode(0o666)
		if info, err := os.Stat(f.Path); err == nil {
			mode = info.Mode().Perm()
		}
		if s.file, err = CreateBeside(f.Path, mode); err == nil {
			s.temp = s.file.Name()
		}
	}
	if err != nil {
		return nil, IOError("cannot write %s: %v", f.Path, Cause(err))
	}
	s.out = bufio.NewWriterSize(s.file, 1<<18)
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
	if err == nil && s.temp != "" {
		err = s.file.Sync()
	}
	err = errors.Join(err, s.file.Close())
	if err == nil && s.temp != "" {
		err = os.Rename(s.temp, s.to.Path)
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
	return s.error(SyncDirectory(filepath.Dir(s.to.Path)))
}

// Drop ends an output that is not whole: no file is left. It does nothing after
// keep.
func (s *Stream) Drop() {
	if s.file == nil {
		return
	}
	_ = s.file.Close() // nothing is kept
	if s.temp != "" {
		_ = os.Remove(s.temp)
	}
	s.file = nil
}
