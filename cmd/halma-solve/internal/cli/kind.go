package cli

import (
	"bytes"
	"encoding/json"
	"strings"

	contestbase "github.com/halma-solve/halma-solve/puzzles/contest/tablebase"
	"github.com/halma-solve/halma-solve/puzzles/duel/tablebase"
)

// Kinds are the files that the program writes, by the name in their field schema,
// which is "halma-solve/" + name + "/" + version, in words.
var Kinds = map[string]string{
	"result":            "a result",
	"puzzle":            "a puzzle",
	"generated":         "a batch of puzzles",
	"certificate":       "a certificate",
	"analysis":          "an analysis",
	"duel":              "a two-player result",
	"contest":           "a two-player result of a game with options",
	"chances":           "a two-player result of a game with dice",
	"tablebase":         "a tablebase",
	"verdict":           "a list of verdicts",
	"hints":             "a list of hints",
	"exploration":       "an exploration",
	"table":             "a table of results",
	"certificate-check": "the check of a certificate",
	"atlas":             "the atlas",
	"duel-table":        "a table of two-player results",
	"bench":             "a file of measured times",
}

// KindOf looks at a text, of which the beginning will do, to tell which of [Kinds] it
// is; "" if none. Lines of JSON are told by the first or, as those of verdicts, by
// the last.
func KindOf(text []byte) string {
	if tablebase.Is(text) || contestbase.Is(text) {
		return "tablebase"
	}
	schema := schemaOf(text)
	if schema == "" {
		lines := bytes.TrimSpace(text)
		schema = schemaOf(lines[bytes.LastIndexByte(lines, '\n')+1:])
	}
	name, _ := strings.CutPrefix(schema, "halma-solve/")
	name, _, _ = strings.Cut(name, "/")
	if Kinds[name] == "" {
		return ""
	}
	return name
}

// schemaOf returns the field schema of the object that a text begins with, "" if it
// has none.
func schemaOf(text []byte) string {
	d := json.NewDecoder(bytes.NewReader(text))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return ""
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return ""
		}
		if name == "schema" {
			value, _ := d.Token()
			schema, _ := value.(string)
			return schema
		}
		var skipped json.RawMessage
		if d.Decode(&skipped) != nil {
			return ""
		}
	}
	return ""
}
