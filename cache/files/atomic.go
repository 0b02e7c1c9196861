package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// TempSuffix ends the names of files that are being written. Whoever has a
// directory alone may remove what he finds there under such a name.
const TempSuffix = ".tmp"

// Pending is a file that is being written. It gets its name with Commit; until
// then it has another one beside it.
type Pending struct {
	*os.File
	path string
	mode fs.FileMode // of the file that is replaced, 0 if there is none
	over bool        // committed or discarded
}

// mostOfName is how much of a name a temporary one has, in bytes: most systems allow 255 in all.
const mostOfName = 200

// Create begins a file whose directory others write to, too: it has a hidden
// name of its own until Commit. The mode is that of the file which is replaced,
// if there is one.
func Create(path string, mode fs.FileMode) (*Pending, error) {
	p := &Pending{path: path}
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
		p.mode = mode
	}
	dir, name := filepath.Split(path)
	name = strings.ToValidUTF8(name[:min(len(name), mostOfName)], "")
	var err error
	for n := 0; ; n++ {
		temp := filepath.Join(dir, fmt.Sprintf(".%s.%d-%d%s", name, os.Getpid(), n, TempSuffix))
		p.File, err = os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if err == nil {
			return p, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, err
		}
	}
}

// Own begins a file that nobody else writes at the same time. Its name until
// Commit is the path with [TempSuffix]: what a crash has left there goes.
func Own(path string, mode fs.FileMode) (*Pending, error) {
	file, err := Fresh(path+TempSuffix, mode)
	if err != nil {
		return nil, err
	}
	return &Pending{File: file, path: path}, nil
}

// Commit brings the file to the disk and gives it its name, in place of the one
// that was there. If that fails, nothing is left of it, except when only the last
// step fails: to bring the name to the disk.
func (p *Pending) Commit() error {
	p.over = true
	var err error
	if p.mode != 0 {
		err = p.Chmod(p.mode) // whatever the umask
	}
	if err == nil {
		err = Sync(p.File)
	}
	err = errors.Join(err, p.Close())
	if err == nil {
		err = os.Rename(p.Name(), p.path)
	}
	if err != nil {
		_ = os.Remove(p.Name()) // err says more
		return err
	}
	return SyncDir(filepath.Dir(p.path))
}

// Discard gives up a file that is not committed: nothing is left of it. After
// Commit it does nothing.
func (p *Pending) Discard() {
	if p.over {
		return
	}
	p.over = true
	_ = p.Close() // nothing is kept
	_ = os.Remove(p.Name())
}

// Write writes a file that nobody else writes at the same time, whole or not at
// all: the parts one after the other.
func Write(path string, mode fs.FileMode, parts ...[]byte) error {
	p, err := Own(path, mode)
	if err != nil {
		return err
	}
	for _, part := range parts {
		if _, err := p.File.Write(part); err != nil {
			p.Discard()
			return err
		}
	}
	return p.Commit()
}

// WithoutSync leaves out all that matters only when the power fails: files outlive
// the process all the same. It is for tests, which write more files in a second
// than a disk brings to safety in a minute, and is set before anything is written.
var WithoutSync bool

// Sync brings what was written to a file to the disk.
func Sync(file interface{ Sync() error }) error {
	if WithoutSync {
		return nil
	}
	return file.Sync()
}

// SyncDir brings the names in a directory to the disk, where the system can do
// that.
func SyncDir(dir string) error {
	if runtime.GOOS == "windows" || WithoutSync {
		return nil
	}
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
