package reports

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/halma-solve/halma-solve/positions/positiontest"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares a text with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want := positiontest.Must(t, os.ReadFile, path)
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

func TestTextGolden(t *testing.T) {
	results := samples(t)
	for _, c := range []struct {
		file, result string
		options      TextOptions
	}{
		{"optimal.txt", "optimal", TextOptions{}},
		{"optimal-all.txt", "optimal", TextOptions{Diagrams: AllDiagrams, Width: 60}},
		{"optimal-color.txt", "optimal", TextOptions{Style: Style{Color: true, Dots: true}}},
		{"treffhalma.txt", "treffhalma", TextOptions{Diagrams: AllDiagrams}},
		{"treffhalma-color.txt", "treffhalma", TextOptions{Style: Style{Color: true, Dots: true}}},
		{"cached-stats.txt", "cached", TextOptions{Diagrams: NoDiagrams, Stats: true}},
		{"bounded-stats.txt", "bounded", TextOptions{Stats: true}},
		{"bounded-120.txt", "bounded", TextOptions{Width: 120}},
		{"rhombus.txt", "rhombus", TextOptions{}},
		{"one-move.txt", "one-move", TextOptions{}},
		{"unknown.txt", "unknown", TextOptions{}},
		{"impossible.txt", "impossible", TextOptions{Diagrams: NoDiagrams}},
	} {
		out := written(t, Text, results[c.result], c.options)
		golden(t, c.file, out)
	}
}

func TestJSONGolden(t *testing.T) {
	for name, r := range samples(t) {
		out := written(t, JSON, r, JSONOptions{Stats: name == "bounded" || name == "cached"})
		golden(t, name+".json", out)
	}
}
