package cache

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
)

// errorSharingViolation is ERROR_SHARING_VIOLATION: the file is open elsewhere
// and not shared.
const errorSharingViolation syscall.Errno = 32

// lockDir takes the directory for this Store alone, without waiting, by
// opening a file in it that nobody else may open meanwhile. The lock ends with
// the process, however it ends. It returns ErrLocked unwrapped when somebody
// else has it.
func lockDir(dir string) (release func() error, err error) {
	path := filepath.Join(dir, lockName)
	name, err := syscall.UTF16PtrFromString(path)
	if err != nil {
		return nil, err
	}
	handle, err := syscall.CreateFile(name, syscall.GENERIC_READ|syscall.GENERIC_WRITE, 0, nil,
		syscall.OPEN_ALWAYS, syscall.FILE_ATTRIBUTE_NORMAL, 0)
	if errors.Is(err, errorSharingViolation) {
		return nil, ErrLocked
	}
	if err != nil {
		return nil, &os.PathError{Op: "lock", Path: path, Err: err}
	}
	return func() error { return syscall.CloseHandle(handle) }, nil
}
