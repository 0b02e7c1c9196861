package verify_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The verifier takes board data, names and sets of cells from package positions
// and no rule of the game: neither the generator nor what it is made of.
func TestVerifierStandsAlone(t *testing.T) {
	const module = "github.com/halma-solve/halma-solve/"
	imports := []string{"errors", "fmt", "strings", module + "positions", module + "puzzles"}
	allowed := map[string][]string{
		"positions": {"Bits", "Board", "Cell", "Drawn", "English", "Free", "French", "MaxCells", "NoCell", "Point", "Rhombus", "Square", "Star", "Super"},
		"puzzles":   {"Game", "GameConnection", "GameHighscore", "GameOther", "GameRetour", "GameShortest", "GameSolo", "GameTreffhalma", "GameTreffpunkt", "Line", "MarkedArmy", "Army", "Pattern", "PlainArmy", "Puzzle"},
	}
	methods := []string{"Neighbour", "Symmetries", "Advance", "Row", "After", "Cost"}
	files := token.NewFileSet()
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(files, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range file.Imports {
			if path := strings.Trim(i.Path.Value, `"`); !slices.Contains(imports, path) {
				t.Errorf("%s: imports %s", files.Position(i.Pos()), path)
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			s, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if from, ok := s.X.(*ast.Ident); ok && allowed[from.Name] != nil {
				seen++
				if !slices.Contains(allowed[from.Name], s.Sel.Name) {
					t.Errorf("%s: uses %s.%s", files.Position(s.Pos()), from.Name, s.Sel.Name)
				}
			} else if slices.Contains(methods, s.Sel.Name) {
				t.Errorf("%s: calls %s", files.Position(s.Pos()), s.Sel.Name)
			}
			return true
		})
	}
	if seen == 0 {
		t.Error("no use of package positions was found: the test looks in the wrong place")
	}
}
