package jsontext_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/halma-solve/halma-solve/puzzles/jsontext"
)

// sample is an object with a field of every kind.
type sample struct {
	name        jsontext.Word
	size, upper jsontext.Number
	list        []string
	inner       jsontext.Number
	innerIsNull bool
}

func read(text string) (s sample, err error) {
	d, err := jsontext.NewReader([]byte(text), 1<<20)
	if err != nil {
		return s, err
	}
	err = d.Object(map[string]func() error{
		"name":  d.Word(&s.name),
		"size":  d.Number(&s.size),
		"upper": d.NumberOrNull(&s.upper),
		"any":   d.Skip,
		"list": func() error {
			return d.Array(func() error {
				var w jsontext.Word
				err := d.Word(&w)()
				s.list = append(s.list, w.Text)
				return err
			})
		},
		"inner": func() error {
			if s.innerIsNull = !d.OpensObject(); s.innerIsNull {
				_, err := d.Null()
				return err
			}
			unknown := func(int, string) error { return d.Skip() }
			return d.Fields(map[string]func() error{"n": d.Number(&s.inner)}, unknown)
		},
	}, "name")
	return s, err
}

func TestReader(t *testing.T) {
	opaque := cmp.AllowUnexported(sample{})
	for text, want := range map[string]sample{
		`{"name": "x"}`: {name: jsontext.Word{Text: "x", At: 9}},
		"\n {\"name\":\"\\u00e9\\n\", \"size\":0}": {
			name: jsontext.Word{Text: "é\n", At: 10}, size: jsontext.Number{At: 29, OK: true},
		},
		`{"name":"","upper":null,"list":["a","b"]}`: {
			name: jsontext.Word{At: 8}, upper: jsontext.Number{At: 19}, list: []string{"a", "b"},
		},
		`{"upper":2147483647,"name":"","list":[],"inner":null}`: {
			name: jsontext.Word{At: 27}, upper: jsontext.Number{N: 2147483647, At: 9, OK: true}, innerIsNull: true,
		},
		`{"name":"","any":[{"a":[1,{}]},"name"],"inner":{"m":{"n":5},"n":7,"o":[[]]}}`: {
			name: jsontext.Word{At: 8}, inner: jsontext.Number{N: 7, At: 64, OK: true},
		},
	} {
		got, err := read(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if d := cmp.Diff(want, got, opaque); d != "" {
			t.Errorf("%s:\n%s", text, d)
		}
	}
}

func TestReaderErrors(t *testing.T) {
	for text, want := range map[string]string{
		``:                                "line 1, column 1: unexpected end of JSON input",
		`[]`:                              "line 1, column 1: an object {…} is expected",
		`{"name": "x"`:                    "line 1, column 12: unexpected end of JSON input",
		`{"name": "x",}`:                  "line 1, column 14: invalid character '}' looking for beginning of object key string",
		`{"name": "x"} {}`:                "line 1, column 15: invalid character '{' after top-level value",
		"{\"name\":\n\t\"é\xff\"}":        "line 2, column 4: not valid UTF-8",
		`{}`:                              `line 1, column 1: the field "name" is missing`,
		`{"Name": "x"}`:                   `line 1, column 2: unknown field "Name"`,
		"{\"name\": \"x\",\n\"name\": 1}": `line 2, column 1: the field "name" comes twice`,
		`{"name": 1}`:                     "line 1, column 10: a string is expected",
		`{"name": "é", "size": "1"}`:      "line 1, column 23: a whole number is expected, not negative and below 2^31",
		`{"name": "x", "size": null}`:     "line 1, column 23: a whole number is expected, not negative and below 2^31",
		`{"name": "x", "size": -1}`:       "line 1, column 23: a whole number is expected, not negative and below 2^31",
		`{"name": "x", "size": 1.0}`:      "line 1, column 23: a whole number is expected, not negative and below 2^31",
		`{"name": "x", "upper": 1e9}`:     "line 1, column 24: a whole number is expected, not negative and below 2^31",
		`{"upper": 2147483648}`:           "line 1, column 11: a whole number is expected, not negative and below 2^31",
		`{"list": {"a": 1}}`:              "line 1, column 10: a list […] is expected",
		`{"list": ["a", []]}`:             "line 1, column 16: a string is expected",
		`{"inner": {"n": true}}`:          "line 1, column 17: a whole number is expected, not negative and below 2^31",
		`{"` + strings.Repeat("é", 50) + `": 1}`: fmt.Sprintf("line 1, column 2: unknown field %q", strings.Repeat("é", 40)),
	} {
		if _, err := read(text); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	if _, err := jsontext.NewReader([]byte(`"`+strings.Repeat("x", 1<<20)+`"`), 1<<20); err == nil || !strings.Contains(err.Error(), "longer than 1 MiB") {
		t.Errorf("a long text: %v", err)
	}
}

// What is written is as it should look, and the standard library reads the same.
func TestWriter(t *testing.T) {
	var w jsontext.Writer
	w.Open("")
	w.Field("name", "<a> & \"b\"")
	w.Open("inner")
	w.Field("none", nil)
	w.Field("numbers", []int{1, 2})
	w.End()
	w.List("moves", []any{[]string{"a1", "b2"}, 3})
	w.List("empty", nil)
	w.End()
	want := `{
  "name": "<a> & \"b\"",
  "inner": {
    "none": null,
    "numbers": [1,2]
  },
  "moves": [
    ["a1","b2"],
    3
  ],
  "empty": []
}
`
	if got := string(w.Bytes()); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if !json.Valid(w.Bytes()) {
		t.Error("this is no JSON")
	}
}

// Any text either has the error of a place within it, or the standard library reads
// the same name from it.
func FuzzReader(f *testing.F) {
	for _, text := range []string{`{"name": "x", "size": 3}`, `{"name":"\ud83d","list":["a"]}`, `{"name": 1}`, "{\"a\xff", `[[`, `{"inner":{"x":[{}]}}`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := read(text)
		if err != nil {
			var line, column int
			if n, _ := fmt.Sscanf(err.Error(), "line %d, column %d:", &line, &column); n != 2 || line < 1 || line > strings.Count(text, "\n")+1 || column < 1 || column > len(text)+1 {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		var want struct{ Name string }
		if err := json.Unmarshal([]byte(text), &want); err != nil || want.Name != s.name.Text {
			t.Errorf("%q: %q, the standard library has %q, %v", text, s.name.Text, want.Name, err)
		}
	})
}
