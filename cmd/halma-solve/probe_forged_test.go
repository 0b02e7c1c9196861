package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/puzzles/contest"
	"github.com/halma-solve/halma-solve/puzzles/contest/tablebase"
	"github.com/halma-solve/halma-solve/solver/levels"
)

// forgedTable is a table with another value for one position.
type forgedTable[V contest.Packed | contest.PackedChance] struct {
	tablebase.Table[V]
	game  *contest.Game
	at    contest.Position
	value V
}

func (t forgedTable[V]) Level(n int) (*contest.Marks, []V) {
	marks, values := t.Table.Level(n)
	p := t.at
	if t.Symmetric() {
		p = t.game.Canonical(p)
	}
	if at, code := t.game.Place(p); at == n {
		rank, _ := marks.Rank(code)
		values = slices.Clone(values)
		values[rank] = t.value
	}
	return marks, values
}

func contestGame(t *testing.T, name string, options map[string]string) *contest.Game {
	t.Helper()
	g, err := contest.New(contest.KindOf(name), options)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// over returns a position without turns.
func over(t *testing.T, g *contest.Game) contest.Position {
	t.Helper()
	met, todo := map[contest.Position]bool{}, []contest.Position{g.Start()}
	for len(todo) > 0 {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		turns := g.AppendTurns(nil, p)
		if len(turns) == 0 {
			return p
		}
		for _, turn := range turns {
			if !met[turn.After] {
				met[turn.After] = true
				todo = append(todo, turn.After)
			}
		}
	}
	t.Fatal("it never ends")
	return g.Start()
}

// A file that says play begins where it is over keeps the other positions all the same: all are
// checked.
func TestFilesAreCheckedWhole(t *testing.T) {
	options := levels.Options{Workers: 1, Memory: 64 << 20}
	rakado, gomoku := contestGame(t, "rakado", nil), contestGame(t, "gomoku", map[string]string{"size": "3", "row": "3", "men": "3"})
	chances, err := levels.SolveChances(t.Context(), rakado, options)
	if err != nil {
		t.Fatal(err)
	}
	values, err := levels.Solve(t.Context(), gomoku, options)
	if err != nil {
		t.Fatal(err)
	}
	half := contest.PackedChance{Lower: contest.ChanceUnit / 2, Upper: contest.ChanceUnit / 2}
	lost, err := gomoku.Kind.Pack(contest.Value{Score: -1, Turns: 2})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []struct {
		name  string
		write func(w io.Writer, from contest.Position) error
		game  *contest.Game
		code  int
	}{
		{"chances", func(w io.Writer, from contest.Position) error {
			return tablebase.Write(t.Context(), w, rakado, from, tablebase.Table[contest.PackedChance](chances))
		}, rakado, cli.ExitSolved},
		{"values", func(w io.Writer, from contest.Position) error {
			return tablebase.Write(t.Context(), w, gomoku, from, tablebase.Table[contest.Packed](values))
		}, gomoku, cli.ExitSolved},
		{"forged chances", func(w io.Writer, from contest.Position) error {
			return tablebase.Write(t.Context(), w, rakado, from, tablebase.Table[contest.PackedChance](forgedTable[contest.PackedChance]{chances, rakado, rakado.Start(), half}))
		}, rakado, cli.ExitNo},
		{"forged values", func(w io.Writer, from contest.Position) error {
			return tablebase.Write(t.Context(), w, gomoku, from, tablebase.Table[contest.Packed](forgedTable[contest.Packed]{values, gomoku, gomoku.Start(), lost}))
		}, gomoku, cli.ExitNo},
	} {
		var text bytes.Buffer
		if err := f.write(&text, over(t, f.game)); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "forged.tb")
		if err := os.WriteFile(path, text.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		var out, said bytes.Buffer
		if code := app().Run([]string{"halma-solve", "probe", path, "--check", "-q"}, &out, &said); code != f.code || (code == cli.ExitSolved) != strings.Contains(out.String(), "proven") || strings.Contains(out.String(), "\n1 positions checked") {
			t.Errorf("%s: exit code %d, want %d: %s%s", f.name, code, f.code, out.String(), said.String())
		}
	}
}
