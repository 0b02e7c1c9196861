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
	// For tests alone: nobody else has it in the list.
	"positions/positiontest": {"positions"},
	"cache":                  {"cache/files"},
	// Atomic writes and locks, for all that write files.
	"cache/files": nil,
	"puzzles":     {"positions"},
	// A reader of JSON with places, for puzzles and results.
	"puzzles/jsontext":   {"positions"},
	"puzzles/puzzlefile": {"positions", "puzzles", "puzzles/jsontext"},
	"puzzles/verify":     {"positions", "puzzles"},
	// What players submit is read and checked without the search.
	"puzzles/submission": {"positions", "puzzles", "puzzles/verify"},
	"solver":             {"positions", "puzzles", "puzzles/verify", "solver/certificate", "cache", "cache/files"},
	// The checker of proofs stands apart from what makes them.
	"solver/certificate": {"positions", "puzzles", "puzzles/verify"},
	"solver/generate":    {"positions", "puzzles", "puzzles/puzzlefile", "puzzles/verify", "solver", "cache"},

	// Two players: the rules beside puzzles, the analysis beside solver. Neither
	// files nor their checker know the analysis.
	"puzzles/duel":           {"positions", "puzzles"},
	"puzzles/duel/check":     {"positions", "puzzles/duel"},
	"puzzles/duel/tablebase": {"positions", "puzzles/duel"},
	"solver/retrograde":      {"positions", "puzzles/duel", "cache/files"},

	"reports":                      {"positions", "puzzles", "puzzles/puzzlefile", "puzzles/jsontext", "puzzles/verify", "puzzles/submission", "puzzles/duel", "puzzles/duel/check", "solver", "solver/retrograde"},
	"cmd/halma-solve/internal/cli": {"positions", "puzzles/submission", "solver", "solver/generate", "solver/retrograde", "reports", "cache", "cache/files"},
	"cmd/halma-solve": {
		"cmd/halma-solve/internal/cli",
		"positions", "puzzles", "puzzles/puzzlefile", "puzzles/verify", "puzzles/submission", "solver/generate", "puzzles/duel", "puzzles/duel/check",
		"puzzles/duel/tablebase", "solver", "solver/certificate", "solver/retrograde", "reports", "cache", "cache/files",
	},
}

// reserved lists packages from outside that one package alone may import.
var reserved = map[string]string{
	"github.com/urfave/cli/v2":          "cmd/halma-solve/internal/cli",
	"github.com/schollz/progressbar/v3": "cmd/halma-solve/internal/cli",
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
	if seen < len(allowed) {
		t.Errorf("only %d packages listed:\n%s", seen, out)
	}
}
