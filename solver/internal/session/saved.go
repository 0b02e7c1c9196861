package session

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

// Savings is the directory with what is saved of the searches for one puzzle,
// below [Options].Checkpoints:
//
//	0123456789abcdef-4.1/   the first quarter of the fingerprint, versions
//	  puzzle.bin            the puzzle in words
//	  rows.bin              a pattern database that takes long to build
//	  gains.bin             the steps that prove greatest gains
//	  refute-17-18-free/    the journal of a search
//
// Each file has an [Identity]. A nil *savings keeps nothing.
type Savings struct {
	Dir    string
	puzzle *puzzles.Puzzle
	opened bool // the directory is there and says what it is
}

// NewSavings returns the directory for a puzzle below dir, nil for "".
func NewSavings(dir string, p *puzzles.Puzzle) *Savings {
	if dir == "" {
		return nil
	}
	name := fmt.Sprintf("%s%d.%d", SavingsPrefix(p), savedFormat, positions.ZobristVersion)
	return &Savings{Dir: filepath.Join(dir, name), puzzle: p}
}

// SavingsPrefix begins the names of a puzzle's directories of all versions.
func SavingsPrefix(p *puzzles.Puzzle) string {
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
		if strings.HasPrefix(e.Name(), SavingsPrefix(p)) && e.Name() != keep {
			err = errors.Join(err, os.RemoveAll(filepath.Join(dir, e.Name())))
		}
	}
	return err
}

// Path returns the path of a file, whose name may have slashes.
func (s *Savings) Path(file string) string { return filepath.Join(s.Dir, filepath.FromSlash(file)) }

// Identity returns the identity of a file.
func (s *Savings) Identity(file string) Identity { return newIdentity(s.puzzle.Fingerprint(), file) }

// Manifest is the file that says in words which puzzle a directory belongs to.
const Manifest = "puzzle.bin"

// Open makes the directory, and says in it what it is. What other versions have
// saved of the puzzle is of no use to this one and goes.
func (s *Savings) Open() error {
	if s.opened {
		return nil
	}
	err := removeSavings(filepath.Dir(s.Dir), s.puzzle, filepath.Base(s.Dir))
	if err == nil {
		err = os.MkdirAll(s.Dir, 0o700)
	}
	if err != nil {
		return fmt.Errorf("checkpoints: %w", err)
	}
	s.opened = true
	return s.Save(s.Identity(Manifest), []byte(s.puzzle.String()))
}

// Save writes data under an identity to its file, which is there wholly or not at
// all.
func (s *Savings) Save(id Identity, data []byte) error {
	if s == nil {
		return nil
	}
	if err := s.Open(); err != nil {
		return err
	}
	sealed, err := id.seal(data)
	if err != nil {
		return err
	}
	return SaveWhole(s.Path(id.File), sealed)
}

// Drop removes a file that may be there.
func (s *Savings) Drop(id Identity) error {
	if err := os.Remove(s.Path(id.File)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("checkpoints: %w", err)
	}
	return nil
}

// Load reads what save wrote under the same identity. A file that is missing,
// damaged, or another one is a miss.
func (s *Savings) Load(id Identity) (data []byte, ok bool, err error) {
	if s == nil {
		return nil, false, nil
	}
	sealed, err := os.ReadFile(s.Path(id.File))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, fmt.Errorf("checkpoints: %w", err)
	}
	data, ok = id.unseal(sealed)
	return data, ok, nil
}

// SaveWhole writes a file that is there wholly or not at all.
func SaveWhole(path string, data []byte) error {
	err := os.MkdirAll(filepath.Dir(path), 0o700)
	if err == nil {
		err = files.Write(path, 0o600, data)
	}
	if err != nil {
		return fmt.Errorf("checkpoints: %w", err)
	}
	return nil
}
