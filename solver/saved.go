package solver

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// saveWhole writes data and its SHA-256 to a file that is there wholly or not at
// all.
func saveWhole(path string, data []byte) (err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("checkpoints: %w", err)
	}
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+"-*.tmp")
	if err != nil {
		return fmt.Errorf("checkpoints: %w", err)
	}
	defer func() {
		if err != nil {
			err = fmt.Errorf("checkpoints: %w", errors.Join(err, os.Remove(f.Name())))
		}
	}()
	sum := sha256.Sum256(data)
	_, err = f.Write(data)
	if err == nil {
		_, err = f.Write(sum[:])
	}
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
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
