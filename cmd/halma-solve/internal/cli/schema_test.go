package cli_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/reports"
)

// compileSchemas compiles what is published, by name.
func compileSchemas(t *testing.T) map[string]*jsonschema.Schema {
	t.Helper()
	texts, err := reports.JSONSchemas()
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	ids := make(map[string]string)
	for name, text := range texts {
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		id, _ := doc.(map[string]any)["$id"].(string)
		if err := c.AddResource(id, doc); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		ids[name] = id
	}
	out := make(map[string]*jsonschema.Schema)
	for name, id := range ids {
		if out[name], err = c.Compile(id); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	return out
}

// builtProgram builds the program and returns its path. The tests of scripts start it within
// their own binary; there the validator is not, since its start takes longer than that of
// the program.
func builtProgram(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "halma-solve")
	out, err := exec.Command("go", "build", "-ldflags=-s -w", "-o", path, "../..").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return path
}

// run runs the program and returns what it writes and its exit code.
func run(t *testing.T, program string, args ...string) (text []byte, code int) {
	t.Helper()
	text, err := exec.Command(program, args...).Output()
	var failed *exec.ExitError
	switch {
	case errors.As(err, &failed):
		code = failed.ExitCode()
	case err != nil:
		t.Fatal(err)
	}
	return text, code
}

// TestOutputFitsSchemas runs commands and holds what they write against the
// published schemas, each of which is met at least once.
func TestOutputFitsSchemas(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	t.Setenv("HALMA_CACHE", in("store"))
	write := func(name, text string) {
		if err := os.WriteFile(in(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("cross.txt", "oo.\n.oo\n")
	write("lines.txt", "1. a1-c3\n---\n1. a1-a9\n---\n1. a1-b5\n")
	late, err := os.ReadFile("../../../../solver/certificate/testdata/shortest-rhombus4-3-late.json")
	if err != nil {
		t.Fatal(err)
	}
	write("late.json", string(late))
	write("start.txt", "....\n....\noo..\no...\n")
	small := "--board square --size 4 --men 3 -q"
	met := make(map[string]bool)
	schemas := compileSchemas(t)
	program := builtProgram(t)
	for _, c := range []struct{ command, schema, file string }{
		{"highscore " + small + " --format json --stats", "result", ""},
		{"highscore " + small + " --format json -o " + in("r.json") + " --certificate " + in("c.json"), "certificate", "c.json"},
		{"highscore --board rhombus --size 5 --men 3 --jumps super --count hops --format json -q", "result", ""},
		{"connection --size 1 --format json -q", "result", ""},
		{"solo --position " + in("cross.txt") + " --to any --all --format json -q", "result", ""},
		{"solo --position " + in("cross.txt") + " --to any --explore --format json -q", "exploration", ""},
		{"import " + in("c.json"), "result", ""},
		{"show --puzzle connection --size 2", "puzzle", ""},
		{"show --puzzle treffpunkt", "puzzle", ""},
		{"show --puzzle treffhalma", "puzzle", ""},
		{"show --puzzle highscore --board square --men block3x3 --size 6", "puzzle", ""},
		{"show --puzzle solo", "puzzle", ""},
		{"show --puzzle retour", "puzzle", ""},
		{"analyze " + in("r.json") + " --format json -q", "analysis", ""},
		{"analyze --board square --size 4 --men 3 --position " + in("start.txt") + " --format json -q", "hints", ""},
		{"verify " + in("lines.txt") + " --size 1 --format json", "verdict", ""},
		{"verify " + in("r.json") + " --format json", "verdict", ""},
		{"verify " + in("c.json") + " --recheck --format json", "certificate-check", ""},
		{"shortest --board rhombus --size 5 --men 3 -q --certificate " + in("s.json"), "certificate", "s.json"},
		{"verify " + in("late.json") + " --recheck --format json", "certificate-check", ""},
		{"generate --kind endgame --size 4 --board square --men 3 --min-moves 3 --count 2 --format jsonl -q", "generated", ""},
		{"generate --kind solo --count 2 --format jsonl --max-moves 4 -q", "generated", ""},
		{"generate --kind solo --board triangle --size 6 --count 2 --format jsonl -q", "generated", ""},
		{"generate --kind connection --board rhombus --size 5 --start figure --count 1 --min-moves 2 --format jsonl -q", "generated", ""},
		{"table --sizes 3-4 --armies 3 --format json -q", "table", ""},
		{"atlas --format json", "atlas", ""},
		{"bench --run 4, --format json --repeat 2", "bench", ""},
		{"prove --size 4 --men 1 --format json --check --stats -q", "duel", ""},
		{"prove --size 3 --men 2 --rules online --format json -q", "duel", ""},
		{"prove tippy --size 3 --men 2 --format json --check --stats -q", "contest", ""},
		{"prove dutch --size 2x5 --format json -q", "contest", ""},
		{"prove gefangen2 --forward --format json -q --memory 64MiB", "contest", ""},
		{"prove dice --size 3 --men 3 --faces 2 --format json --stats -q", "chances", ""},
		{"prove tippy --size 6 --men 9 --forward --time 1ms --format json -q --memory 64MiB", "contest", ""},
		{"prove --table --board rhombus --size 3-4 --men 1 --format json -q", "duel-table", ""},
		{"prove --table --game gefangen2 --time 100ms --format json -q", "duel-table", ""},
	} {
		text, code := run(t, program, strings.Fields(c.command)...)
		if code != cli.ExitSolved && code != cli.ExitNo && code != cli.ExitLimit {
			t.Errorf("%s: exit code %d", c.command, code)
			continue
		}
		if c.file != "" {
			var err error
			if text, err = os.ReadFile(in(c.file)); err != nil {
				t.Fatal(err)
			}
		}
		met[c.schema] = true
		if n := validate(t, schemas[c.schema], c.command, text); n == 0 {
			t.Errorf("%s wrote nothing", c.command)
		}
	}
	// Images and diagonals are in no certificate of these commands.
	for _, name := range []string{"rhombus6-6-free", "square6-3-free-hops"} {
		text, err := os.ReadFile("../../../../solver/certificate/testdata/" + name + ".json")
		if err != nil {
			t.Fatal(err)
		}
		validate(t, schemas["certificate"], name, text)
	}
	want := slices.Sorted(maps.Keys(schemas))
	if got := slices.Sorted(maps.Keys(met)); !slices.Equal(got, want) {
		t.Errorf("met %v of %v", got, want)
	}
	for name := range schemas {
		if cli.Kinds[name] == "" {
			t.Errorf("%s is no kind of file", name)
		}
	}
}

// validate holds every JSON value of a text against a schema and counts them. One
// with a field that nobody knows must not fit.
func validate(t *testing.T, s *jsonschema.Schema, command string, text []byte) (n int) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	for ; d.More(); n++ {
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			t.Fatalf("%s: %v in\n%s", command, err, text)
		}
		for _, c := range []struct {
			text string
			fits bool
		}{{string(raw), true}, {strings.Replace(string(raw), "{", `{"nobody knows this": 1, `, 1), false}} {
			doc, err := jsonschema.UnmarshalJSON(strings.NewReader(c.text))
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Validate(doc); (err == nil) != c.fits {
				t.Errorf("%s: %v for\n%s", command, err, c.text)
			}
		}
	}
	return n
}
