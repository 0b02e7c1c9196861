package files

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"

	"github.com/gofrs/flock"
)

// ErrLocked is returned by [Lock] when somebody else has the lock.
var ErrLocked = errors.New("it is in use")

// LockName is the file in a directory that carries its lock on Windows, where a
// directory cannot be locked.
const LockName = "HALMA-SOLVE-LOCK"

// lockSuffix ends the file that carries another file's lock on Windows: there a
// lock would keep its own holder from writing to the file.
const lockSuffix = ".lock"

// Lock takes a file or a directory that exists for the caller alone, without
// waiting, until release is called or the process ends. A second Lock meanwhile,
// in this process or another one, returns [ErrLocked]. Where neither system nor
// file system know locks, the error is [errors.ErrUnsupported].
func Lock(path string) (release func() error, err error) {
	flags := os.O_RDONLY
	if runtime.GOOS == "windows" {
		flags = os.O_RDWR | os.O_CREATE
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			path = filepath.Join(path, LockName)
		} else {
			path += lockSuffix
		}
	}
	lock := flock.New(path, flock.SetFlag(flags))
	switch ok, err := lock.TryLock(); {
	case err != nil:
		return nil, &os.PathError{Op: "lock", Path: path, Err: bare(err)}
	case !ok:
		return nil, ErrLocked
	}
	return func() error {
		err := lock.Unlock()
		if runtime.GOOS == "windows" {
			_ = os.Remove(path) // another one may have it by now
		}
		return err
	}, nil
}

// bare strips the operation and the path from an error of package os.
func bare(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
