package cli

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/halma-solve/halma-solve/cache/files"
)

// Output is where a report goes: standard output, or a file.
type Output struct {
	Path   string   // "" for standard output
	Direct bool     // a device or a pipe, which is written to and never replaced
	pipe   *os.File // a pipe, open since its reader was seen
}

// Standard reports whether it is standard output.
func (f Output) Standard() bool { return f.Path == "" }

// OutputOf reads --output.
func OutputOf(c *Context) (Output, error) { return WritableFile(c, OutFile) }

// WritableFile reads an option for a file to write and makes sure, before the
// search, that the file can be written.
func WritableFile(c *Context, o Option[string]) (Output, error) {
	path := o.Of(c)
	if path == "" || path == "-" {
		return Output{}, nil
	}
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target // replace the file, not the link to it
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return Output{}, IOError("cannot write %s: %v", path, Cause(err))
	case info.IsDir():
		return Output{}, IOError("cannot write %s: it is a directory", path)
	case info.Mode()&fs.ModeNamedPipe != 0:
		return openPipe(path)
	case !info.Mode().IsRegular():
		return Output{Path: path, Direct: true}, nil
	case info.Mode().Perm()&0o222 == 0:
		return Output{}, IOError("cannot write %s: it is write-protected", path)
	}
	return Output{Path: path}, Writable(path)
}

// openPipe opens a pipe whose reader is there. Opened later it would wait for one,
// for ever if none comes.
func openPipe(path string) (Output, error) {
	pipe, err := os.OpenFile(path, os.O_WRONLY|syscall.O_NONBLOCK, 0)
	switch {
	case errors.Is(err, syscall.ENXIO):
		return Output{}, IOError("cannot write %s: it is a pipe that nobody reads; start its reader first", path)
	case err != nil:
		return Output{}, IOError("cannot write %s: %v", path, Cause(err))
	}
	return Output{Path: path, Direct: true, pipe: pipe}, nil
}

// device opens what is written to and never replaced.
func (f Output) device() (*os.File, error) {
	if f.pipe != nil {
		return f.pipe, nil
	}
	return os.OpenFile(f.Path, os.O_WRONLY, 0)
}

// Save writes the report. A file is written under another name first, brought to
// the disk and renamed, so that it is there whole or not at all.
func (f Output) Save(stdout io.Writer, report []byte) error {
	s, err := f.Open(stdout)
	if err != nil {
		return err
	}
	defer s.Drop()
	if _, err := s.Write(report); err != nil {
		return err
	}
	return s.Keep()
}

// Writable makes sure, before the work, that a file can be written.
func Writable(path string) error {
	probe, err := files.Create(path, 0o600)
	if err != nil {
		return IOError("cannot write %s: %v", path, Cause(err))
	}
	probe.Discard()
	return nil
}
