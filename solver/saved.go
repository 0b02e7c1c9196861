package solver

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/halma-solve/halma-solve/cache/files"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// savings is the directory with what is saved of the searches for one puzzle,
// below [Options].Checkpoints:
//
//	0123456789abcdef-4.1/   the first quarter of the fingerprint, versions
//	  puzzle.bin            the puzzle in words
//	  rows.bin              a pattern database that takes long to build
//	  gains.bin             the steps that prove greatest gains
//	  refute-17-18-free/    the journal of a search
//
// Each file has an [identity]. A nil *savings keeps nothing.
type savings struct {
	dir    string
	puzzle *puzzles.Puzzle
	opened bool // the directory is there and says what it is
}

// newSavings returns the directory for a puzzle below dir, nil for "".
func newSavings(dir string, p *puzzles.Puzzle) *savings {
	if dir == "" {
		return nil
	}
	name := fmt.Sprintf("%s%d.%d", savingsPrefix(p), savedFormat, positions.ZobristVersion)
	return &savings{dir: filepath.Join(dir, name), puzzle: p}
}

// savingsPrefix begins the names of a puzzle's directories of all versions.
func savingsPrefix(p *puzzles.Puzzle) string {
	fingerprint := p.Fingerprint()
	return fmt.Sprintf("%x-", fingerprint[:8])
}

// removeSavings removes what any version has saved of a puzzle below dir, but for
// the directory named keep.
func removeSavings(dir string, p *puzzles.Puzzle, keep string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), savingsPrefix(p)) && e.Name() != keep {
			err = errors.Join(err, os.RemoveAll(filepath.Join(dir, e.Name())))
		}
	}
	return err
}

// path returns the path of a file, whose name may have slashes.
func (s *savings) path(file string) string { return filepath.Join(s.dir, filepath.FromSlash(file)) }

// identity returns the identity of a file.
func (s *savings) identity(file string) identity { return newIdentity(s.puzzle.Fingerprint(), file) }

// manifest is the file that says in words which puzzle a directory belongs to.
const manifest = "puzzle.bin"

// open makes the directory, and says in it what it is. What other versions have
// saved of the puzzle is of no use to this one and goes.
func (s *savings) open() error {
	if s.opened {
		return nil
	}
	err := removeSavings(filepath.Dir(s.dir), s.puzzle, filepath.Base(s.dir))
	if err == nil {
		err = os.MkdirAll(s.dir, 0o700)
	}
	if err != nil {
		return fmt.Errorf("checkpoints: %w", err)
	}
	s.opened = true
	return s.save(s.identity(manifest), []byte(s.puzzle.String()))
}

// save writes data under an identity to its file, which is there wholly or not at
// all.
func (s *savings) save(id identity, data []byte) error {
	if s == nil {
		return nil
	}
	if err := s.open(); err != nil {
		return err
	}
	sealed, err := id.seal(data)
	if err != nil {
		return err
	}
	return saveWhole(s.path(id.File), sealed)
}

// drop removes a file that may be there.
func (s *savings) drop(id identity) error {
	if err := os.Remove(s.path(id.File)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("checkpoints: %w", err)
	}
	return nil
}

// load reads what save wrote under the same identity. A file that is missing,
// damaged, or another one is a miss.
func (s *savings) load(id identity) (data []byte, ok bool, err error) {
	if s == nil {
		return nil, false, nil
	}
	sealed, err := os.ReadFile(s.path(id.File))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, fmt.Errorf("checkpoints: %w", err)
	}
	data, ok = id.unseal(sealed)
	return data, ok, nil
}

// saveWhole writes a file that is there wholly or not at all.
func saveWhole(path string, data []byte) error {
	err := os.MkdirAll(filepath.Dir(path), 0o700)
	if err == nil {
		err = files.Write(path, 0o600, data)
	}
	if err != nil {
		return fmt.Errorf("checkpoints: %w", err)
	}
	return nil
}
