package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// Output is where a report goes: standard output, or a file.
type Output struct {
	Path   string // "" for standard output
	Direct bool   // a device or a pipe, which is written to and never replaced
}

// Standard reports whether it is standard output.
func (f Output) Standard() bool { return f.Path == "" }

// OutputOf reads --output.
func OutputOf(c *Context) (Output, error) { return WritableFile(c, OutFile) }

// WritableFile reads an option for a file to write and makes sure, before the search,
// that the file can be written.
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
	case !info.Mode().IsRegular():
		return Output{Path: path, Direct: true}, nil
	case info.Mode().Perm()&0o222 == 0:
		return Output{}, IOError("cannot write %s: it is write-protected", path)
	}
	probe, err := CreateBeside(path, 0o600)
	if err != nil {
		return Output{}, IOError("cannot write %s: %v", path, Cause(err))
	}
	return Output{Path: path}, errors.Join(probe.Close(), os.Remove(probe.Name()))
}

// Save writes the report. A file is written under another name first, brought to
// the disk and renamed, so that it is there whole or not at all.
func (f Output) Save(stdout io.Writer, report []byte) error {
	if f.Standard() {
		_, err := stdout.Write(report)
		return err
	}
	if err := f.write(report); err != nil {
		return IOError("cannot write %s: %v", f.Path, Cause(err))
	}
	return nil
}

func (f Output) write(report []byte) error {
	if f.Direct {
		file, err := os.OpenFile(f.Path, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		_, err = file.Write(report)
		return errors.Join(err, file.Close())
	}
	mode := fs.FileMode(0o666)
	info, err := os.Stat(f.Path)
	if err == nil {
		mode = info.Mode().Perm()
	}
	file, err := CreateBeside(f.Path, mode)
	if err != nil {
		return err
	}
	temp := file.Name()
	_, err = file.Write(report)
	if err == nil && info != nil {
		err = file.Chmod(mode) // as the file that is replaced, whatever the umask
	}
	if err == nil {
		err = file.Sync()
	}
	err = errors.Join(err, file.Close())
	if err == nil {
		err = os.Rename(temp, f.Path)
	}
	if err != nil {
		_ = os.Remove(temp) // err says more
		return err
	}
	return SyncDirectory(filepath.Dir(f.Path))
}

// CreateBeside makes a new file with a hidden name in the directory of path.
func CreateBeside(path string, mode fs.FileMode) (*os.File, error) {
	dir, name := filepath.Split(path)
	for n := 0; ; n++ {
		temp := filepath.Join(dir, fmt.Sprintf(".%s.%d-%d.tmp", name, os.Getpid(), n))
		file, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if !errors.Is(err, fs.ErrExist) {
			return file, err
		}
	}
}

// SyncDirectory brings the names in a directory to the disk, where the system
// can do that.
func SyncDirectory(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
