package cache

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"

	"github.com/halma-solve/halma-solve/cache/files"
)

// The errors of a Store. Each is wrapped in one that names the directory and
// what to do about it, on one line.
var (
	// ErrLocked: another process, or another Store of this one, holds the
	// directory.
	ErrLocked = errors.New("store is in use")
	// ErrReadOnly: the directory cannot be made or written.
	ErrReadOnly = errors.New("store is not writable")
	// ErrCorrupt: the store's files are damaged beyond what counts as a miss.
	ErrCorrupt = errors.New("store is damaged")
	// ErrForeign: the directory holds files but is no store, or a store has a
	// symbolic link in place of what is its own.
	ErrForeign = errors.New("directory is not a store")
	// ErrVersion: the store was written in another format.
	ErrVersion = errors.New("store has another format")
	// ErrFull: the disk has too little room left to write safely, or a file may
	// not grow.
	ErrFull = errors.New("disk is full")
	// ErrTooLarge: a value above MaxValue or a key above MaxKey.
	ErrTooLarge = errors.New("too large for the store")
	// ErrClosed: the Store has been closed.
	ErrClosed = errors.New("store is closed")
)

// storeError carries a message for the user, one of the sentinels above, and
// the cause if there is one.
type storeError struct {
	text     string
	sentinel error
	cause    error
}

func (e *storeError) Error() string {
	if e.cause == nil {
		return e.text
	}
	return e.text + ": " + firstLine(e.cause.Error())
}

func (e *storeError) Unwrap() []error {
	if e.cause == nil {
		return []error{e.sentinel}
	}
	return []error{e.sentinel, e.cause}
}

func lockedError(dir string) error {
	return &storeError{text: fmt.Sprintf("another halma-solve uses the store %s; wait for it, or use --cache none", dir), sentinel: ErrLocked}
}

func readOnlyError(dir string, cause error) error {
	return &storeError{text: fmt.Sprintf("the store %s is not writable; choose another directory, or use --cache none", dir), sentinel: ErrReadOnly, cause: cause}
}

func corruptError(dir string, cause error) error {
	return &storeError{text: fmt.Sprintf("the store %s is damaged; `halma-solve cache repair` keeps what can be read, and --cache none does without", dir), sentinel: ErrCorrupt, cause: cause}
}

func foreignError(dir string) error {
	return &storeError{text: fmt.Sprintf("%s is not a store of halma-solve and not an empty directory; choose another directory", dir), sentinel: ErrForeign}
}

func linkError(dir string, cause error) error {
	var at *fs.PathError
	if !errors.Is(cause, files.ErrLink) || !errors.As(cause, &at) {
		return fileError(dir, cause)
	}
	return &storeError{text: fmt.Sprintf("%s in the store %s is a symbolic link, and what is behind it is not the store's to change; put a copy in place of the link (the store as a whole may be one), or use --cache none", at.Path, dir), sentinel: ErrForeign}
}

func versionError(dir, found string) error {
	return &storeError{text: fmt.Sprintf("the store %s has format %s, this halma-solve writes format %d; remove it with `halma-solve cache clear`, or use --cache none", dir, found, Format), sentinel: ErrVersion}
}

func fullError(dir string, cause error) error {
	if cause != nil && strings.Contains(cause.Error(), syscall.EFBIG.Error()) {
		return &storeError{text: fmt.Sprintf("a file of the store %s would exceed the limit on the size of files (ulimit -f); raise it, or use --cache none", dir), sentinel: ErrFull, cause: cause}
	}
	return &storeError{text: fmt.Sprintf("no room left on the disk of the store %s; make room, or use --cache none", dir), sentinel: ErrFull, cause: cause}
}

func tooLargeError(what string, size, limit int) error {
	return &storeError{text: fmt.Sprintf("a %s of %d bytes is too large for the store, the limit is %d", what, size, limit), sentinel: ErrTooLarge}
}

// systemErrors maps what the operating system says to the sentinels.
var systemErrors = []struct {
	errno    syscall.Errno
	sentinel error
}{
	{syscall.ENOSPC, ErrFull},
	{syscall.EDQUOT, ErrFull},
	{syscall.EFBIG, ErrFull},
	{syscall.EACCES, ErrReadOnly},
	{syscall.EPERM, ErrReadOnly},
	{syscall.EROFS, ErrReadOnly},
	{syscall.ENOTDIR, ErrReadOnly},
	{syscall.EMFILE, nil},
	{syscall.ENFILE, nil},
	{syscall.ENOMEM, nil},
}

// systemError turns an error whose cause is the operating system, not the
// store's content, into the fitting error of this package; ok is false for all
// other errors. Badger passes most causes on as text only, so the text is
// looked at as well.
func systemError(dir string, err error) (_ error, ok bool) {
	if errors.Is(err, fs.ErrPermission) {
		return readOnlyError(dir, err), true
	}
	for _, s := range systemErrors {
		if !errors.Is(err, s.errno) && !strings.Contains(err.Error(), s.errno.Error()) {
			continue
		}
		switch s.sentinel {
		case ErrFull:
			return fullError(dir, err), true
		case ErrReadOnly:
			return readOnlyError(dir, err), true
		default:
			return fmt.Errorf("store %s: %s", dir, firstLine(err.Error())), true
		}
	}
	return nil, false
}

// fileError is the error for a failed file operation of our own.
func fileError(dir string, err error) error {
	if known, ok := systemError(dir, err); ok {
		return known
	}
	return fmt.Errorf("store %s: %w", dir, err)
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}
