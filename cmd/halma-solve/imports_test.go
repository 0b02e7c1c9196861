package main

import (
	"os/exec"
	"strings"
	"testing"
)

// allowed lists, for each package, the others of this module that it may import:
// imports run one way, from the program down to boards and bytes.
var allowed = map[string][]string{
	"positions": nil,
	"cache":     nil,
	// A reader of JSON with places, for puzzles and results.
	"puzzles/jsontext": {"positions"},
	"puzzles":          {"positions", "puzzles/jsontext", "cache"},
	"puzzles/verify":   {"positions", "puzzles"},
	"solver":           {"positions", "puzzles", "puzzles/verify", "solver/certificate", "cache"},
	// The checker of proofs stands apart from what makes them.
	"solver/certificate": {"positions", "puzzles", "puzzles/verify"},
	"puzzles/generate":   {"positions", "puzzles", "puzzles/verify", "solver", "cache"},
	"reports":            {"positions", "puzzles", "puzzles/jsontext", "puzzles/verify", "solver"},
	"cmd/halma-solve":    {"positions", "puzzles", "puzzles/verify", "puzzles/generate", "solver", "solver/certificate", "reports", "cache"},
}

// reserved lists packages from outside that one package alone may import.
var reserved = map[string]string{
	"github.com/urfave/cli/v2":          "cmd/halma-solve",
	"github.com/schollz/progressbar/v3": "cmd/halma-solve",
	"github.com/dgraph-io/badger/v4":    "cache",
}

func TestImportsRunOneWay(t *testing.T) {
	const module = "github.com/halma-solve/halma-solve/"
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}}{{range .Imports}} {{.}}{{end}}`, module+"...").Output()
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for line := range strings.SplitSeq(strings.TrimSpace(string(out)), "\n") {
		fields := strings.Fields(line)
		name := strings.TrimPrefix(fields[0], module)
		may, known := allowed[name]
		if !known {
			t.Errorf("package %s is not in the layout", name)
			continue
		}
		seen++
		for _, imported := range fields[1:] {
			if own, ok := strings.CutPrefix(imported, module); ok {
				found := false
				for _, a := range may {
					found = found || a == own
				}
				if !found {
					t.Errorf("%s imports %s", name, own)
				}
			}
			for prefix, owner := range reserved {
				if strings.HasPrefix(imported, prefix) && owner != name {
					t.Errorf("%s imports %s, which only %s may", name, imported, owner)
				}
			}
		}
	}
	if seen < 7 {
		t.Errorf("only %d packages listed:\n%s", seen, out)
	}
}
