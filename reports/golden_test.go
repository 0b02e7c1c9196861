package reports

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/halma-solve/halma-solve/positions/positiontest"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares a text with a file of testdata.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want := positiontest.Must(t, os.ReadFile, path)
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
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
		var out bytes.Buffer
		if err := Text(&out, results[c.result], c.options); err != nil {
			t.Fatal(err)
		}
		golden(t, c.file, out.Bytes())
	}
}

func TestJSONGolden(t *testing.T) {
	for name, r := range samples(t) {
		var out bytes.Buffer
		if err := JSON(&out, r, JSONOptions{Stats: name == "bounded" || name == "cached"}); err != nil {
			t.Fatal(err)
		}
		golden(t, name+".json", out.Bytes())
	}
}
