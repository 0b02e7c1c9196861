package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// ErrLink is wrapped by errors about a symbolic link in a place that is ours alone: what
// it leads to belongs to somebody else.
var ErrLink = errors.New("it is a symbolic link, and nothing behind one is changed")

// NoLinks returns an error if there is a symbolic link at a path or anywhere below it. It
// is asked before files are removed or written over in place, which would go on behind a
// link. What is not there has none.
func NoLinks(path string) error {
	return filepath.WalkDir(path, func(path string, d fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist): // or gone meanwhile
			return nil
		case err != nil:
			return err
		case d.Type()&fs.ModeSymlink != 0:
			return &fs.PathError{Op: "look into", Path: path, Err: ErrLink}
		}
		return nil
	})
}

// Fresh opens a new file for writing in place of the one that is there. That one is removed
// and not written over: it may be a link to a file of somebody else.
func Fresh(path string, mode fs.FileMode) (*os.File, error) {
	info, err := os.Lstat(path)
	switch {
	case err != nil: // there is none, or the opening says why
	case info.IsDir():
		return nil, &fs.PathError{Op: "open", Path: path, Err: syscall.EISDIR}
	default:
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	return os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
}
