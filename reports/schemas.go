package reports

import (
	"embed"
	"encoding/json"
	"io/fs"
	"path"
	"strings"

	"github.com/halma-solve/halma-solve/puzzles/puzzlefile"
)

//go:embed schema/*.json
var schemaFiles embed.FS

// JSONSchemas are the published JSON Schemas (draft 2020-12) of all that the program
// writes as JSON, by the name of what they describe, as "result". Others than that
// of a puzzle refer to it by its $id.
func JSONSchemas() (map[string][]byte, error) {
	all := map[string][]byte{"puzzle": puzzlefile.JSONSchema}
	names, err := fs.Glob(schemaFiles, "schema/*.json")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if all[strings.TrimSuffix(path.Base(name), ".json")], err = schemaFiles.ReadFile(name); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// SchemaVersions are the newest versions of the JSON that the program writes, as
// "halma-solve/result/2", by the name of what they describe.
func SchemaVersions() (map[string]string, error) {
	all, err := JSONSchemas()
	if err != nil {
		return nil, err
	}
	versions := make(map[string]string, len(all))
	for name, text := range all {
		var about struct{ Title string }
		if err := json.Unmarshal(text, &about); err != nil {
			return nil, err
		}
		versions[name] = about.Title
	}
	return versions, nil
}
