package solver

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/halma-solve/halma-solve/cache/files"
)

// saveWhole writes data and its SHA-256 to a file that is there wholly or not at
// all.
func saveWhole(path string, data []byte) error {
	sum := sha256.Sum256(data)
	err := os.MkdirAll(filepath.Dir(path), 0o700)
	if err == nil {
		err = files.Write(path, 0o600, data, sum[:])
	}
	if err != nil {
		return fmt.Errorf("checkpoints: %w", err)
	}
	return nil
}

// loadWhole reads what saveWhole wrote. A missing or damaged file is a miss.
func loadWhole(path string) (data []byte, ok bool, err error) {
	data, err = os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, fmt.Errorf("checkpoints: %w", err)
	}
	n := len(data) - sha256.Size
	if n < 0 {
		return nil, false, nil
	}
	sum := sha256.Sum256(data[:n])
	return data[:n], bytes.Equal(sum[:], data[n:]), nil
}
