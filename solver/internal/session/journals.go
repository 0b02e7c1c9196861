package session

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/halma-solve/halma-solve/puzzles"
)

// JournalInfo describes what is saved of the searches for one puzzle: its layers,
// tables and the like, from which a later run goes on.
type JournalInfo struct {
	Path string // its directory
	// Puzzle is the puzzle in words, as [puzzles.Puzzle.String] has it. It is ""
	// if the directory does not say: that of an older version, or damaged.
	Puzzle string
	// Fingerprint is that of the puzzle, in 64 hexadecimal digits; "" as Puzzle.
	Fingerprint string
	Files       int
	Bytes       int64
	Changed     time.Time // of the file that was written last
}

// Journals lists what is saved below dir, the Checkpoints of [Options], the
// greatest first. A directory that is not there has none.
func Journals(dir string) ([]JournalInfo, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("checkpoints: %w", err)
	}
	var out []JournalInfo
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		info, err := journalInfo(filepath.Join(dir, e.Name()))
		if errors.Is(err, fs.ErrNotExist) { // gone in the meantime
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("checkpoints: %w", err)
		}
		out = append(out, info)
	}
	slices.SortStableFunc(out, func(a, b JournalInfo) int { return cmp.Compare(b.Bytes, a.Bytes) })
	return out, nil
}

func journalInfo(path string) (JournalInfo, error) {
	info := JournalInfo{Path: path}
	err := filepath.WalkDir(path, func(_ string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		stat, err := d.Info()
		if err != nil {
			return err
		}
		if !d.IsDir() {
			info.Files++
			info.Bytes += stat.Size()
		}
		if stat.ModTime().After(info.Changed) {
			info.Changed = stat.ModTime()
		}
		return nil
	})
	if err != nil {
		return info, err
	}
	sealed, err := os.ReadFile(filepath.Join(path, Manifest))
	if err == nil {
		info.Puzzle, info.Fingerprint, _ = readManifest(sealed, filepath.Base(path))
	}
	return info, nil
}

// readManifest returns what the manifest of a directory of the given name says.
func readManifest(sealed []byte, name string) (words, fingerprint string, ok bool) {
	head, _, _ := bytes.Cut(sealed, []byte("\n"))
	var id Identity
	if json.Unmarshal(head, &id) != nil {
		return "", "", false
	}
	var sum [sha256.Size]byte
	if n, err := hex.Decode(sum[:], []byte(id.Puzzle)); err != nil || n != len(sum) {
		return "", "", false
	}
	data, ok := newIdentity(sum, Manifest).unseal(sealed)
	if !ok || !strings.HasPrefix(name, id.Puzzle[:16]) {
		return "", "", false
	}
	return string(data), id.Puzzle, true
}

// RemoveJournals removes journals that [Journals] has listed. No search for their
// puzzles may be under way.
func RemoveJournals(journals ...JournalInfo) error {
	var errs []error
	for _, j := range journals {
		errs = append(errs, os.RemoveAll(j.Path))
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("checkpoints: %w", err)
	}
	return nil
}

// forgetJournals removes what any version has saved below dir of puzzles that are
// settled.
func forgetJournals(dir string, settled ...*puzzles.Puzzle) error {
	if dir == "" {
		return nil
	}
	var errs []error
	for _, p := range settled {
		errs = append(errs, removeSavings(dir, p, ""))
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("checkpoints: %w", err)
	}
	return nil
}
