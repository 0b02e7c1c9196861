package main

import (
	"os/exec"
	"slices"
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
	// For tests alone, too.
	"cache/files/withoutsync": {"cache/files"},
	"puzzles":                 {"positions"},
	// A reader of JSON with places, for puzzles and results.
	"puzzles/jsontext":   {"positions"},
	"puzzles/puzzlefile": {"positions", "puzzles", "puzzles/jsontext"},
	"puzzles/verify":     {"positions", "puzzles"},
	// What players submit is read and checked without the search.
	"puzzles/submission": {"positions", "puzzles", "puzzles/verify"},
	"solver": {
		"positions", "puzzles", "cache", "solver/certificate", "solver/internal/session",
		"solver/internal/layers", "solver/internal/transfer", "solver/internal/figures", "solver/internal/together", "solver/peg",
	},
	// Goroutines that end, for all that search.
	"solver/internal/parallel": nil,
	"solver/internal/sample":   nil,
	// States of long work in files.
	"solver/internal/statefile": {"cache/files"},
	// The searches, from what all share up to those for one kind of puzzles.
	"solver/internal/session":  {"positions", "puzzles", "puzzles/puzzlefile", "puzzles/verify", "solver/certificate", "cache", "cache/files", "solver/internal/parallel"},
	"solver/internal/layers":   {"positions", "puzzles", "solver/certificate", "cache", "solver/internal/session", "solver/internal/parallel"},
	"solver/internal/bounds":   {"positions", "puzzles", "cache", "solver/internal/session", "solver/internal/layers", "solver/internal/parallel"},
	"solver/internal/losses":   {"positions", "puzzles", "solver/certificate", "cache", "solver/internal/session", "solver/internal/layers", "solver/internal/bounds"},
	"solver/internal/transfer": {"positions", "puzzles", "puzzles/verify", "solver/certificate", "cache", "solver/internal/session", "solver/internal/layers", "solver/internal/bounds", "solver/internal/losses", "solver/internal/parallel"},
	"solver/internal/together": {"positions", "puzzles", "solver/certificate", "solver/internal/session", "solver/internal/bounds", "solver/internal/statefile"},
	"solver/internal/figures":  {"positions", "puzzles", "cache", "solver/internal/session", "solver/internal/layers", "solver/internal/bounds", "solver/internal/losses", "solver/internal/parallel"},
	"solver/peg":               {"positions", "puzzles", "puzzles/verify", "cache", "solver/internal/session", "solver/internal/parallel"},
	// Puzzles for tests of several of them: nobody else has it in the list.
	"solver/internal/cases": {"positions", "positions/positiontest", "puzzles", "solver/internal/session", "solver/internal/layers"},
	// The checker of proofs stands apart from what makes them.
	"solver/certificate": {"positions", "puzzles", "puzzles/jsontext", "puzzles/verify"},
	"solver/generate":    {"positions", "puzzles", "puzzles/puzzlefile", "puzzles/verify", "solver", "solver/peg", "cache"},

	// What is proven, as data, and how a search takes it up.
	"puzzles/atlas": {"positions", "puzzles"},
	"solver/known":  {"puzzles", "puzzles/atlas", "puzzles/submission", "solver"},

	// Work on more than one machine: tasks of any kind, whatever they are about.
	"solver/cluster":        {"cache/files"},
	"solver/cluster/server": nil,

	// Two players: the rules beside puzzles, the analysis beside solver. Neither
	// files nor their checker know the analysis.
	"puzzles/duel":           {"positions", "puzzles"},
	"puzzles/duel/check":     {"positions", "puzzles/duel"},
	"puzzles/duel/tablebase": {"positions", "puzzles/duel"},
	"solver/retrograde":      {"positions", "puzzles/duel", "solver/internal/parallel", "solver/internal/sample", "solver/internal/statefile"},

	// The other games for two, and their analysis.
	"puzzles/contest":           {"positions", "puzzles/duel"},
	"puzzles/contest/check":     {"puzzles/contest"},
	"puzzles/contest/tablebase": {"puzzles/contest"},
	"solver/levels":             {"puzzles/contest", "solver/internal/parallel", "solver/internal/sample", "solver/internal/statefile"},

	"reports": {"positions", "puzzles", "puzzles/atlas", "puzzles/puzzlefile", "puzzles/jsontext", "puzzles/verify", "puzzles/submission", "puzzles/duel", "puzzles/duel/check", "puzzles/contest", "puzzles/contest/check", "solver", "solver/certificate", "solver/known", "solver/peg"},
	// Solved games for tests of reports and site: nobody else has it in the list.
	"reports/internal/solvedtest": {"positions", "puzzles/contest", "puzzles/contest/tablebase", "puzzles/duel", "puzzles/duel/tablebase", "solver/levels", "solver/retrograde"},
	// The site is a reader of all that is known; reports know nothing of it.
	"reports/site":                 {"positions", "puzzles", "puzzles/atlas", "puzzles/contest", "puzzles/contest/tablebase", "puzzles/duel/tablebase", "puzzles/puzzlefile", "puzzles/submission", "puzzles/verify", "solver", "solver/known", "solver/peg", "cache", "reports"},
	"cmd/halma-solve/internal/cli": {"positions", "puzzles/submission", "puzzles/duel/tablebase", "puzzles/contest/tablebase", "solver", "solver/generate", "solver/retrograde", "solver/levels", "reports", "cache", "cache/files"},
	"cmd/halma-solve": {
		"cmd/halma-solve/internal/cli",
		"positions", "puzzles", "puzzles/atlas", "puzzles/puzzlefile", "puzzles/jsontext", "puzzles/verify", "puzzles/submission", "solver/generate", "puzzles/duel", "puzzles/duel/check",
		"puzzles/duel/tablebase", "puzzles/contest", "puzzles/contest/check", "puzzles/contest/tablebase", "solver/levels", "solver", "solver/known", "solver/certificate", "solver/peg", "solver/retrograde", "solver/cluster", "solver/cluster/server", "reports", "reports/site", "cache", "cache/files",
	},
}

// reserved lists packages from outside that one package alone may import.
var reserved = map[string]string{
	"github.com/urfave/cli/v2":          "cmd/halma-solve/internal/cli",
	"github.com/schollz/progressbar/v3": "cmd/halma-solve/internal/cli",
	"github.com/dgraph-io/badger/v4":    "cache",
	"github.com/prometheus":             "reports/site",
	"golang.org/x/time":                 "reports/site",
	"github.com/nats-io/nats.go":        "solver/cluster",
	"github.com/nats-io/nats-server/v2": "solver/cluster/server",
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
		for _, own := range may {
			if !slices.Contains(fields, module+own) {
				t.Errorf("%s may import %s and does not", name, own)
			}
		}
		for _, imported := range fields[1:] {
			if own, ok := strings.CutPrefix(imported, module); ok && !slices.Contains(may, own) {
				t.Errorf("%s imports %s", name, own)
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
