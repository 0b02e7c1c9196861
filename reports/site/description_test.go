package site

import (
	"bytes"
	"encoding/json"
	"mime"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/reports/internal/solvedtest"
)

// described is what a test reads of the description of all calls.
type described struct {
	Paths map[string]map[string]json.RawMessage `json:"paths"`
}

// operation is a call as it is described.
type operation struct {
	Responses map[string]struct {
		Ref     string                     `json:"$ref"`
		Content map[string]json.RawMessage `json:"content"`
	} `json:"responses"`
}

const describedAt = "https://halma-solve.example/openapi.json"

// compiled compiles the schemas of the description, with those that it refers to.
func compiled(t *testing.T) (*described, *jsonschema.Compiler) {
	t.Helper()
	c := jsonschema.NewCompiler()
	all, err := reports.JSONSchemas()
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range all {
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		id, _ := doc.(map[string]any)["$id"].(string)
		for _, at := range []string{id, "https://halma-solve.example/schemas/" + name} {
			if err := c.AddResource(at, doc); err != nil {
				t.Fatal(err)
			}
		}
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(description))
	if err != nil {
		t.Fatal(err)
	}
	if err := c.AddResource(describedAt, doc); err != nil {
		t.Fatal(err)
	}
	var d described
	if err := json.Unmarshal(description, &d); err != nil {
		t.Fatal(err)
	}
	return &d, c
}

// TestDescriptionHasAllCalls compares the description with the table of routes, both
// ways.
func TestDescriptionHasAllCalls(t *testing.T) {
	s, _ := newSite(t, "", Options{})
	d, c := compiled(t)
	var routed, told []string
	pages := []string{"index", "set", "page", "ranking page", "form", "tablebase page", "nothing"}
	for _, r := range s.routes() {
		if !slices.Contains(pages, r.name) {
			routed = append(routed, r.pattern)
		}
	}
	for path, operations := range d.Paths {
		for method := range operations {
			if method != "parameters" {
				told = append(told, strings.ToUpper(method)+" "+path)
			}
		}
	}
	slices.Sort(routed)
	slices.Sort(told)
	if !slices.Equal(routed, told) {
		t.Errorf("routes %q\ndescribed %q", routed, told)
	}
	for _, name := range regexp.MustCompile(`#/components/schemas/\w+`).FindAllString(string(description), -1) {
		if _, err := c.Compile(describedAt + name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestAnswersAreAsDescribed makes every call, with good and bad input, and holds the
// answers against the description.
func TestAnswersAreAsDescribed(t *testing.T) {
	const token = "a token of the administrator"
	tables := []Tablebase{
		Race("tiny", solvedtest.Race(t)), Contest("tippy", solvedtest.Contest(t, "tippy", map[string]string{"size": "3", "men": "1"})),
		Contest("dice", solvedtest.Chances(t, "dice", map[string]string{"size": "3", "men": "2", "faces": "3"})),
	}
	s, _ := newSite(t, t.TempDir(), Options{Token: token, Tablebases: tables, Limits: Limits{Body: 1 << 12}})
	d, c := compiled(t)
	shortLine := `{"puzzle":"star1","line":` + quoted(shortest) + `}`
	met := map[string]bool{}
	for _, x := range []struct {
		call
		status int
	}{
		{ask("/api/puzzles"), 200},
		{ask("/api/puzzles?set=pegs&limit=1"), 200},
		{ask("/api/puzzles?from=0"), 400},
		{ask("/api/puzzles/star1"), 200},
		{ask("/api/puzzles/square5"), 200},
		{ask("/api/puzzles/other"), 404},
		{hand(star1, "ann", longer), 201},
		{hand(star1, "ann", longer), 200},
		{hand(star1, "bob", shortest), 201},
		{hand(star1, "bob", "a1-a5"), 422},
		{hand(star1, "bob", "a1-c3"), 422},
		{hand(star1, "bob", "a1-z9"), 400},
		{hand(star1, " \u200b ", shortest), 422},
		{hand("none", "ann", shortest), 404},
		{tell("/api/puzzles/star1/submissions", "{"), 400},
		{tell("/api/puzzles/star1/submissions", `{"nickname":1}`), 400},
		{stream("/api/puzzles/star1/submissions", "{}"), 415},
		{ask("/api/puzzles/star1/ranking"), 200},
		{ask("/api/puzzles/star1/ranking?from=2&limit=1"), 200},
		{ask("/api/puzzles/star1/ranking?limit=1001"), 400},
		{tell("/api/verify", shortLine), 200},
		{tell("/api/verify?puzzle=star1", quoted(shortest)), 200},
		{tell("/api/verify?puzzle=none", quoted(shortest)), 404},
		{tell("/api/verify", "["+shortLine+","+shortLine+"]"), 200},
		{tell("/api/verify", quoted(shortest)), 400},
		{tell("/api/verify", "\xff"), 400},
		{tell("/api/verify", strings.Repeat(" ", 1<<13)), 413},
		{stream("/api/verify", shortLine+"\n{\n"+shortLine), 200},
		{call{"POST", "/api/verify", "text/plain", "", ""}, 415},
		{tell("/api/hint", `{"puzzle":"star1","line":[]}`), 200},
		{tell("/api/hint", `{"puzzle":"star1","line":"a1-a5"}`), 422},
		{tell("/api/hint", `{"tablebase":"tiny"}`), 200},
		{tell("/api/hint", `{"tablebase":"none"}`), 404},
		{ask("/api/probe"), 200},
		{ask("/api/probe?tablebase=tiny"), 200},
		{ask("/api/probe?tablebase=tiny&turns=all"), 200},
		{ask("/api/probe?tablebase=tippy"), 200},
		{ask("/api/probe?tablebase=tippy&turns=all"), 200},
		{ask("/api/probe?tablebase=tippy&turns=some"), 400},
		{ask("/api/probe?tablebase=tippy&position=a1/b2/first/hand+4"), 422},
		{ask("/api/probe?tablebase=tiny&position=x"), 422},
		{ask("/api/probe?tablebase=tiny&roll=1"), 400},
		{ask("/api/probe?tablebase=dice"), 200},
		{ask("/api/probe?tablebase=dice&turns=all"), 200},
		{ask("/api/probe?tablebase=dice&turns=all&roll=3-3"), 200},
		{ask("/api/probe?tablebase=dice&turns=all&roll=3-4"), 400},
		{ask("/api/probe?tablebase=none"), 404},
		{call{method: "DELETE", path: "/api/puzzles/star1/ranking/ann"}, 401},
		{ask("/api/backup").with(token), 200},
		{ask("/api/backup").with("wrong"), 401},
		{call{method: "DELETE", path: "/api/puzzles/star1/ranking/ANN"}.with(token), 204},
		{call{method: "DELETE", path: "/api/puzzles/star1/ranking/ann"}.with(token), 404},
		{stream("/api/restore", "").with(token), 200},
		{stream("/api/restore", ""), 401},
		{ask("/openapi.json"), 200},
		{ask("/schemas/verdict"), 200},
		{ask("/schemas/other"), 404},
		{ask("/healthz"), 200},
		{ask("/metrics").with(token), 200},
		{ask("/metrics"), 401},
	} {
		w := x.of(s)
		if w.Code != x.status {
			t.Errorf("%s %s %.100s: status %d, not %d: %.300s", x.method, x.path, x.body, w.Code, x.status, w.Body)
			continue
		}
		path := pathOf(t, d, x.method, x.path)
		met[x.method+" "+path] = true
		fits(t, d, c, x.call, path, w.Code, w.Header().Get("Content-Type"), w.Body.Bytes())
	}
	for path, operations := range d.Paths {
		for method := range operations {
			if name := strings.ToUpper(method) + " " + path; method != "parameters" && !met[name] {
				t.Errorf("%s was not tried", name)
			}
		}
	}
}

// pathOf is the path of the description that an address belongs to.
func pathOf(t *testing.T, d *described, method, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	for path, operations := range d.Paths {
		pattern := regexp.MustCompile(`\\\{\w+\\\}`).ReplaceAllString(regexp.QuoteMeta(path), `[^/]+`)
		if operations[strings.ToLower(method)] != nil && regexp.MustCompile("^"+pattern+"$").MatchString(u.Path) {
			return path
		}
	}
	t.Fatalf("%s %s is not described", method, address)
	return ""
}

// fits holds an answer against the schema of its status and type.
func fits(t *testing.T, d *described, c *jsonschema.Compiler, x call, path string, status int, header string, body []byte) {
	t.Helper()
	method := strings.ToLower(x.method)
	var o operation
	if err := json.Unmarshal(d.Paths[path][method], &o); err != nil {
		t.Fatal(err)
	}
	key := strconv.Itoa(status)
	at := describedAt + "#/paths/" + strings.ReplaceAll(path, "/", "~1") + "/" + method + "/responses/"
	if _, ok := o.Responses[key]; !ok {
		key = "default"
	}
	answer, ok := o.Responses[key]
	if !ok || key == "default" && status < 400 {
		t.Errorf("%s %s: status %d is not described", x.method, x.path, status)
		return
	}
	if at += key; answer.Ref != "" {
		at = describedAt + answer.Ref
	}
	media, _, err := mime.ParseMediaType(header)
	if status == 204 && header == "" {
		return
	}
	if err != nil {
		t.Errorf("%s %s: content type %q", x.method, x.path, header)
		return
	}
	if media != "application/problem+json" && (status >= 400 && status != 503 || answer.Content[media] == nil) {
		t.Errorf("%s %s: status %d has type %q, which is not described", x.method, x.path, status, media)
		return
	}
	if !bytes.Contains(answer.Content[media], []byte("schema")) && answer.Ref == "" {
		return
	}
	schema, err := c.Compile(at + "/content/" + strings.ReplaceAll(media, "/", "~1") + "/schema")
	if err != nil {
		t.Fatal(err)
	}
	texts := [][]byte{body}
	if media == typeLines {
		texts = bytes.SplitAfter(bytes.TrimSuffix(body, []byte("\n")), []byte("\n"))
	}
	for _, text := range texts {
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err == nil {
			err = schema.Validate(value)
		}
		if err != nil && len(text) > 0 {
			t.Errorf("%s %s %.100s: %.200s\n%v", x.method, x.path, x.body, text, err)
		}
	}
}
