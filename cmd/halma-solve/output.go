package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"

	"github.com/urfave/cli/v2"
)

// outputFile is where a report goes: standard output, or a file.
type outputFile struct {
	path   string   // "" for standard output
	direct bool     // a device or a pipe, which is written to and never replaced
	pipe   *os.File // a pipe, open since its reader was seen
}

func (f outputFile) standard() bool { return f.path == "" }

// outputOf reads --output, or another flag for a file to write, and makes sure,
// before the search, that the file can be written.
func outputOf(c *cli.Context, flag string) (outputFile, error) {
	path := c.String(flag)
	switch {
	case path == "" && fromCommandLine(flag):
		return outputFile{}, flagError(c, flag, errors.New("the name of a file is needed"))
	case path == "" || path == "-":
		return outputFile{}, nil
	}
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target // replace the file, not the link to it
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return outputFile{}, ioError("cannot write %s: %v", path, cause(err))
	case info.IsDir():
		return outputFile{}, ioError("cannot write %s: it is a directory", path)
	case info.Mode()&fs.ModeNamedPipe != 0:
		// Opened later it would wait for a reader, for ever if none comes.
		pipe, err := os.OpenFile(path, os.O_WRONLY|syscall.O_NONBLOCK, 0)
		switch {
		case errors.Is(err, syscall.ENXIO):
			return outputFile{}, ioError("cannot write %s: it is a pipe that nobody reads; start its reader first", path)
		case err != nil:
			return outputFile{}, ioError("cannot write %s: %v", path, cause(err))
		}
		return outputFile{path: path, direct: true, pipe: pipe}, nil
	case !info.Mode().IsRegular():
		return outputFile{path: path, direct: true}, nil
	case info.Mode().Perm()&0o222 == 0:
		return outputFile{}, ioError("cannot write %s: it is write-protected", path)
	}
	probe, err := createBeside(path, 0o600)
	if err != nil {
		return outputFile{}, ioError("cannot write %s: %v", path, cause(err))
	}
	return outputFile{path: path}, errors.Join(probe.Close(), os.Remove(probe.Name()))
}

// save writes the report. A file is written under another name first, brought to
// the disk and renamed, so that it is there whole or not at all.
func (f outputFile) save(stdout io.Writer, report []byte) error {
	if f.standard() {
		_, err := stdout.Write(report)
		return err
	}
	if err := f.write(report); err != nil {
		return ioError("cannot write %s: %v", f.path, cause(err))
	}
	return nil
}

// device opens what is written to and never replaced.
func (f outputFile) device() (*os.File, error) {
	if f.pipe != nil {
		return f.pipe, nil
	}
	return os.OpenFile(f.path, os.O_WRONLY, 0)
}

func (f outputFile) write(report []byte) error {
	if f.direct {
		file, err := f.device()
		if err != nil {
			return err
		}
		_, err = file.Write(report)
		return errors.Join(err, file.Close())
	}
	mode := fs.FileMode(0o666)
	info, err := os.Stat(f.path)
	if err == nil {
		mode = info.Mode().Perm()
	}
	file, err := createBeside(f.path, mode)
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
		err = os.Rename(temp, f.path)
	}
	if err != nil {
		_ = os.Remove(temp) // err says more
		return err
	}
	return syncDirectory(filepath.Dir(f.path))
}

// createBeside makes a new file with a hidden name in the directory of path.
func createBeside(path string, mode fs.FileMode) (*os.File, error) {
	dir, name := filepath.Split(path)
	for n := 0; ; n++ {
		temp := filepath.Join(dir, fmt.Sprintf(".%s.%d-%d.tmp", name, os.Getpid(), n))
		file, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if !errors.Is(err, fs.ErrExist) {
			return file, err
		}
	}
}

// syncDirectory brings the names in a directory to the disk, where the system
// can do that.
func syncDirectory(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
