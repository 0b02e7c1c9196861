package solver

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/halma-solve/halma-solve/cache/files"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/internal/cases"
	"github.com/halma-solve/halma-solve/solver/internal/session"
	"github.com/halma-solve/halma-solve/solver/internal/transfer"
)

func TestJournalsSayWhatTheyBelongTo(t *testing.T) {
	dir := t.TempDir()
	free, booklet := cases.Sample(t, positions.Free), cases.Sample(t, positions.Booklet)
	if found, err := Journals(filepath.Join(dir, "none")); err != nil || found != nil {
		t.Errorf("in a directory that is not there: %v, %v", found, err)
	}
	first := session.NewSavings(dir, free)
	if err := first.Save(first.Identity("search/rows.bin"), make([]byte, 5000)); err != nil {
		t.Fatal(err)
	}
	second := session.NewSavings(dir, booklet)
	if err := second.Save(second.Identity(transfer.RowsFile), nil); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "a file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	found, err := Journals(dir)
	if err != nil || len(found) != 2 || found[0].Puzzle != free.String() || found[1].Puzzle != booklet.String() {
		t.Fatalf("%+v, %v", found, err)
	}
	if j := found[0]; j.Fingerprint != first.Identity("").Puzzle || j.Files != 2 || j.Bytes < 5000 || j.Changed.IsZero() || j.Path != first.Dir {
		t.Errorf("%+v", j)
	}
	// Of another version, or of another puzzle, it says nothing.
	other := filepath.Join(dir, session.SavingsPrefix(free)+"2.1")
	if err := os.MkdirAll(other, 0o700); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(second.Path(session.Manifest))
	if err == nil {
		err = os.WriteFile(filepath.Join(other, session.Manifest), text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	if found, err = Journals(dir); err != nil || len(found) != 3 || found[2].Puzzle+found[1].Puzzle != booklet.String() {
		t.Errorf("%+v, %v", found, err)
	}
	if err := RemoveJournals(found[0]); err != nil {
		t.Fatal(err)
	}
	if found, err = Journals(dir); err != nil || len(found) != 2 {
		t.Errorf("after one was removed: %+v, %v", found, err)
	}
	// What is saved next takes the place of the other version.
	if err := session.NewSavings(dir, free).Save(first.Identity(transfer.RowsFile), nil); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(other); err == nil {
		t.Error("the directory of another version is still there")
	}
}

// A run that was killed after the answer was found leaves a journal. The next one
// answers from the store and removes it, that of the puzzle without mark, too, and
// those of other versions; journals of other puzzles stay.
func TestJournalsGoWithAnswersFromTheStore(t *testing.T) {
	for _, newPuzzle := range []func(puzzles.Options) (*puzzles.Puzzle, error){puzzles.Highscore, puzzles.Treffhalma} {
		p := cases.On(t, newPuzzle, positions.Rhombus, 6, "6", positions.Booklet)
		store := memory{}
		solve(t, p, store)
		dir := t.TempDir()
		left := session.NewSavings(dir, p)
		plain := session.NewSavings(dir, p.Unmarked())
		other := session.NewSavings(dir, cases.Sample(t, positions.Free))
		old := filepath.Join(dir, session.SavingsPrefix(p)+"2.1")
		all := []*session.Savings{left, other}
		if plain.Dir != left.Dir {
			all = append(all, plain)
		}
		for _, s := range all {
			if err := s.Save(s.Identity(transfer.RowsFile), make([]byte, 100)); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Mkdir(old, 0o700); err != nil {
			t.Fatal(err)
		}
		r, err := Solve(context.Background(), p, Options{Store: store, Checkpoints: dir})
		if err != nil || !r.Cached || r.Status != Optimal {
			t.Fatal(r, err)
		}
		if found, err := Journals(dir); err != nil || len(found) != 1 || found[0].Path != other.Dir {
			t.Errorf("%s: left are %+v, %v", p, found, err)
		}
	}
}

// TestJournalBehindALink: a search removes and writes files in the directory of its puzzle, so
// it takes none that a symbolic link leads to, nor that of the puzzle without mark.
func TestJournalBehindALink(t *testing.T) {
	p := cases.On(t, puzzles.Treffhalma, positions.Rhombus, 6, "6", positions.Booklet)
	for _, of := range []*puzzles.Puzzle{p, p.Unmarked()} {
		dir, foreign := t.TempDir(), t.TempDir()
		theirs := filepath.Join(foreign, session.Manifest)
		if err := os.WriteFile(theirs, []byte("years of work"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(foreign, session.NewSavings(dir, of).Dir); err != nil {
			t.Fatal(err)
		}
		_, err := Solve(t.Context(), p, Options{Checkpoints: dir, SaveAlways: true})
		if !errors.Is(err, files.ErrLink) {
			t.Errorf("error %v", err)
		}
		if text, err := os.ReadFile(theirs); err != nil || string(text) != "years of work" {
			t.Errorf("somebody's file has %q, %v", text, err)
		}
	}
}
