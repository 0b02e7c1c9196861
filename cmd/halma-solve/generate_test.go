package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/cache/files"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/solver/generate"
)

// A file that was torn anywhere, as by kill -9, becomes the same as one that was
// written at one go.
func TestTornFileIsGoneOnWith(t *testing.T) {
	board := positiontest.Board(t, positions.Square, 5)
	game := &puzzles.Puzzle{Game: puzzles.GameOther, Board: board, Start: positions.BitsOf(0, 1, 2)}
	options := generate.Options{Kind: generate.Transfer, Game: game, MinMoves: 2, MaxMoves: 6, Unique: generate.UniqueNone, Hardest: hardest}
	write := func(path string) {
		t.Helper()
		b := &generate.Batch{Count: 4, Effort: 1000, Workers: 2, Options: options}
		sink, err := resumePuzzles(path, b)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.Run(context.Background(), sink.put); err != nil {
			t.Fatal(err)
		}
		if err := sink.close(); err != nil {
			t.Fatal(err)
		}
	}
	whole := filepath.Join(t.TempDir(), "whole")
	write(whole)
	want := positiontest.Must(t, os.ReadFile, whole)
	for _, length := range []int{0, 1, 20, 300, len(want) / 2, len(want) - 1, len(want)} {
		torn := filepath.Join(t.TempDir(), "torn")
		if err := os.WriteFile(torn, want[:length], 0o600); err != nil {
			t.Fatal(err)
		}
		write(torn)
		got := positiontest.Must(t, os.ReadFile, torn)
		if string(got) != string(want) {
			t.Errorf("torn after %d bytes of %d the file becomes another one", length, len(want))
		}
	}
	first, _, _ := strings.Cut(string(want), "\n")
	twice := filepath.Join(t.TempDir(), "twice")
	if err := os.WriteFile(twice, []byte(first+"\n"+strings.Replace(first, `"index":`, `"index":9`, 1)+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := resumePuzzles(twice, &generate.Batch{Count: 4, Options: options}); err == nil || !strings.Contains(err.Error(), "line 2") || !strings.Contains(err.Error(), "the same puzzle") {
		t.Errorf("with a puzzle twice: %v", err)
	}
}

// A file that is open for writing is refused until it is closed; it may be read.
func TestOneWriterAtATime(t *testing.T) {
	path := filepath.Join(t.TempDir(), "batch.jsonl")
	first, release, err := openAlone(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := first.WriteString("kept"); err != nil {
		t.Fatal(err)
	}
	if second, _, err := openAlone(path); !errors.Is(err, files.ErrLocked) {
		t.Errorf("a second writer gets %v, %v", second, err)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "kept" {
		t.Errorf("a reader gets %q, %v", text, err)
	}
	if err := errors.Join(first.Close(), release()); err != nil {
		t.Fatal(err)
	}
	third, release, err := openAlone(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(third.Close(), release()); err != nil {
		t.Fatal(err)
	}
	if _, _, err := openAlone(filepath.Join(path, "below")); err == nil || errors.Is(err, files.ErrLocked) {
		t.Errorf("a file below a file: %v", err)
	}
}
