package main

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"github.com/halma-solve/halma-solve/cache/files"
)

// outputFile is where a report goes: standard output, or a file.
type outputFile struct {
	path   string // "" for standard output
	direct bool   // a device or a pipe, which is written to and never replaced
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
	case !info.Mode().IsRegular():
		return outputFile{path: path, direct: true}, nil
	case info.Mode().Perm()&0o222 == 0:
		return outputFile{}, ioError("cannot write %s: it is write-protected", path)
	}
	return outputFile{path: path}, writable(path)
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

func (f outputFile) write(report []byte) error {
	if f.direct {
		file, err := os.OpenFile(f.path, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		_, err = file.Write(report)
		return errors.Join(err, file.Close())
	}
	file, err := files.Create(f.path, 0o666)
	if err != nil {
		return err
	}
	if _, err := file.Write(report); err != nil {
		file.Discard()
		return err
	}
	return file.Commit()
}

// writable makes sure, before the work, that a file can be written.
func writable(path string) error {
	probe, err := files.Create(path, 0o600)
	if err != nil {
		return ioError("cannot write %s: %v", path, cause(err))
	}
	probe.Discard()
	return nil
}
