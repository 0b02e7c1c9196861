package main

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/reports"
)

func TestEverySchemaIsListed(t *testing.T) {
	var out bytes.Buffer
	if code := app().Run([]string{"halma-solve", "version", "--format", "json"}, &out, io.Discard); code != cli.ExitSolved {
		t.Fatalf("exit code %d", code)
	}
	var listed struct{ Schemas map[string]string }
	if err := json.Unmarshal(out.Bytes(), &listed); err != nil {
		t.Fatal(err)
	}
	for name := range cli.Kinds {
		schema := listed.Schemas[name]
		if name != "tablebase" && !strings.HasPrefix(schema, "halma-solve/"+name+"/") {
			t.Errorf("%s is listed as %q", name, schema)
		}
	}
	if listed.Schemas["result"] != reports.Schema {
		t.Errorf("the schema of results is %s, what is written %s", listed.Schemas["result"], reports.Schema)
	}
}
