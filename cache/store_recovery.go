package cache

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// removeEmptyLogs removes the database's log files of no length. Badger makes a
// log in two steps, the file and then its length, and removes it in two steps,
// the length and then the file. A kill between the two leaves an empty log,
// and Badger 4.9.6 does not open a database with one ("Create a new file");
// TestKill met it once in some 300 kills. Nothing was in it yet, or nothing
// that was still needed.
func removeEmptyLogs(databaseDir string) error {
	files, err := os.ReadDir(databaseDir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // a new database
	}
	if err != nil {
		return err
	}
	for _, file := range files {
		if ext := filepath.Ext(file.Name()); ext != ".mem" && ext != ".vlog" {
			continue
		}
		info, err := file.Info()
		if err != nil {
			return err
		}
		if info.Size() > 0 {
			continue
		}
		if err := os.Remove(filepath.Join(databaseDir, file.Name())); err != nil {
			return err
		}
	}
	return nil
}
