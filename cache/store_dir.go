package cache

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"

	"github.com/halma-solve/halma-solve/cache/files"
)

// Format is the number of the store's layout on disk. A store of another
// format is not opened.
const Format = 1

// The names inside a store's directory. Clear removes these and no others.
const (
	markerName   = "HALMA-SOLVE-STORE" // says that the directory is a store, and its format
	lockName     = files.LockName      // only where the directory itself cannot be locked
	databaseName = "badger"
	largeName    = "large"
	asideName    = "damaged" // files that were damaged, out of the way
	proofsName   = "proofs"  // checkpoints of long proofs, written by others
	tempSuffix   = files.TempSuffix
)

// markerLine is what the marker file holds.
var markerLine = regexp.MustCompile(`^format ([0-9]{1,9})\n$`)

// Proofs is a directory beside the entries for the checkpoints of long proofs,
// runs in most cases. It is there for whoever holds the store open, need not
// exist, counts in Stats and goes with Clear.
func (s *Store) Proofs() string { return filepath.Join(s.dir, proofsName) }

// DefaultDir is where the store is kept unless the user says otherwise:
// halma-solve in the user's cache directory.
func DefaultDir() (string, error) {
	base, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("no cache directory for this user, name one or use --cache none: %w", err)
	}
	return filepath.Join(base, "halma-solve"), nil
}

// Clear removes the store in dir. It removes only what a store consists of,
// and only if the directory has a store's marker, whatever its format; files
// of others in it stay, as does the directory. A missing or empty directory is
// fine. The errors are ErrForeign, ErrLocked, ErrReadOnly, and those of the
// file system.
func Clear(dir string) error {
	info, err := os.Stat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fileError(dir, err)
	}
	if !info.IsDir() {
		return foreignError(dir)
	}
	// Look before locking: where the lock is a file, a foreign directory must
	// not get one.
	if state, err := inspectDir(dir); err != nil || state == dirEmpty {
		return err
	}
	release, err := lockDir(dir)
	if err != nil {
		return err
	}
	// The marker goes last: a Clear that is cut short leaves a store.
	for _, name := range append(parts(), markerName+tempSuffix, markerName) {
		if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
			_ = release() // err says more
			return fileError(dir, err)
		}
	}
	if err := release(); err != nil {
		return fileError(dir, err)
	}
	if err := os.Remove(filepath.Join(dir, lockName)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fileError(dir, err)
	}
	return nil
}

// dirState is what a directory looks like before it is opened as a store.
type dirState int

const (
	dirEmpty dirState = iota // nothing in it, or no more than a lock and an unfinished marker
	dirStore                 // it has a marker, or has lost it
)

// inspectDir tells a store from an empty directory, and returns ErrForeign for
// everything else.
func inspectDir(dir string) (dirState, error) {
	marker, err := os.Lstat(filepath.Join(dir, markerName))
	if err == nil && marker.Mode().IsRegular() {
		return dirStore, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return dirEmpty, fileError(dir, err)
	}
	names, err := os.ReadDir(dir)
	if err != nil {
		return dirEmpty, fileError(dir, err)
	}
	for _, n := range names {
		if n.Name() != lockName && n.Name() != markerName+tempSuffix {
			if marker == nil && hasResults(dir) {
				return dirStore, nil // only its marker is gone
			}
			return dirEmpty, foreignError(dir)
		}
	}
	return dirEmpty, nil
}

// parts names what a store consists of, but for its marker.
func parts() []string {
	return append(resultsNames[:], databaseName, largeName, proofsName, asideName)
}

// checkLinks refuses a store with a symbolic link in place of one of its parts: files in
// there are removed, which may be those of anybody behind a link. The directory itself may
// be a link: whoever made it meant the whole store.
func (s *Store) checkLinks() error {
	for _, name := range parts() {
		path := filepath.Join(s.dir, name)
		if info, err := os.Lstat(path); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			return linkError(s.dir, &fs.PathError{Op: "open", Path: path, Err: files.ErrLink})
		}
	}
	return nil
}

// checkMarker reads the marker and returns ErrVersion when it is that of another
// format. One that says nothing, or another format than the files of results beside
// it, is damaged and made anew: what the store holds is checked by itself.
func (s *Store) checkMarker() error {
	text, err := os.ReadFile(filepath.Join(s.dir, markerName))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fileError(s.dir, err)
	}
	found := markerLine.FindSubmatch(text)
	if found != nil && string(found[1]) == fmt.Sprint(Format) {
		return nil
	}
	if found != nil && !hasResults(s.dir) {
		return versionError(s.dir, string(found[1]))
	}
	if err := writeMarker(s.dir); err != nil {
		return fileError(s.dir, err)
	}
	s.notice(fmt.Sprintf("the marker of the store %s was damaged and has been made anew", s.dir))
	return nil
}

// hasResults reports whether a file of results begins as those of this format do.
func hasResults(dir string) bool {
	for _, name := range resultsNames {
		data, err := readRegular(filepath.Join(dir, name))
		if err == nil && bytes.HasPrefix(data, []byte(resultsHead)) {
			return true
		}
	}
	return false
}

// readRegular reads a file of the store. What is no regular file is none: a pipe would keep
// who reads it waiting.
func readRegular(path string) ([]byte, error) {
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "read", Path: path, Err: fs.ErrNotExist}
	}
	return os.ReadFile(path)
}

func writeMarker(dir string) error {
	return files.Write(filepath.Join(dir, markerName), 0o600, fmt.Appendf(nil, "format %d\n", Format))
}

// lockDir takes the directory for this Store alone, without waiting. Where the
// system knows no locks, it does without.
func lockDir(dir string) (release func() error, err error) {
	release, err = files.Lock(dir)
	switch {
	case errors.Is(err, files.ErrLocked):
		return nil, lockedError(dir)
	case errors.Is(err, errors.ErrUnsupported):
		return func() error { return nil }, nil
	case err != nil:
		return nil, fileError(dir, err)
	}
	return release, nil
}
