package certificate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// node is a JSON value that can be changed in any way, also into what package json
// would never write: fields that come twice.
type node struct {
	open string   // "{" or "[" for those with kids
	keys []string // of an object, as they stand in the text
	kids []*node
	raw  string // of any other value
}

func parseNode(t testing.TB, text []byte) *node {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var read func() *node
	read = func() *node {
		token, err := d.Token()
		if err != nil {
			t.Fatal(err)
		}
		delim, ok := token.(json.Delim)
		if !ok {
			raw, err := json.Marshal(token)
			if err != nil {
				t.Fatal(err)
			}
			return &node{raw: string(raw)}
		}
		n := &node{open: delim.String()}
		for d.More() {
			if n.open == "{" {
				key, err := d.Token()
				if err != nil {
					t.Fatal(err)
				}
				n.keys = append(n.keys, fmt.Sprintf("%q", key))
			}
			n.kids = append(n.kids, read())
		}
		if _, err := d.Token(); err != nil {
			t.Fatal(err)
		}
		return n
	}
	return read()
}

func (n *node) String() string {
	if n.open == "" {
		return n.raw
	}
	var parts []string
	for i, kid := range n.kids {
		text := kid.String()
		if n.open == "{" {
			text = n.keys[i] + ":" + text
		}
		parts = append(parts, text)
	}
	return n.open + strings.Join(parts, ",") + map[string]string{"{": "}", "[": "]"}[n.open]
}

// each calls f with every value below n and where it stands: fields joined by dots,
// "[]" for an element of a list. Steps are named by their kind.
func (n *node) each(path string, f func(path string, n *node)) {
	f(path, n)
	for i, kid := range n.kids {
		switch {
		case n.open == "[":
			kid.each(path+"[]", f)
		case slices.Contains(n.keys, `"kind"`):
			kind := strings.Trim(n.kids[slices.Index(n.keys, `"kind"`)].raw, `"`)
			kid.each(kind+"."+strings.Trim(n.keys[i], `"`), f)
		default:
			kid.each(strings.TrimPrefix(path+"."+strings.Trim(n.keys[i], `"`), "."), f)
		}
	}
}

// forge calls try after each change of a single value below n, which it takes back:
// numbers that are near, none, negative or huge; other texts; another truth; elements
// and fields deleted, doubled and swapped.
func (n *node) forge(try func(path string)) {
	n.each("", func(path string, n *node) {
		if n.open == "" {
			was := n.raw
			for _, raw := range forgedValues(was) {
				if n.raw = raw; raw != was {
					try(path)
				}
			}
			n.raw = was
			return
		}
		keys, kids := n.keys, n.kids
		at := func(i int) string {
			if n.open == "[" {
				return path + "[]"
			}
			return strings.TrimPrefix(path+"."+strings.Trim(keys[i], `"`), ".")
		}
		change := func(i int, f func(keys []string) []string, g func(kids []*node) []*node) {
			if n.open == "{" {
				n.keys = f(slices.Clone(keys))
			}
			n.kids = g(slices.Clone(kids))
			try(at(i))
			n.keys, n.kids = keys, kids
		}
		for i := range kids {
			change(i, func(k []string) []string { return slices.Delete(k, i, i+1) }, func(k []*node) []*node { return slices.Delete(k, i, i+1) })
			change(i, func(k []string) []string { return slices.Insert(k, i, k[i]) }, func(k []*node) []*node { return slices.Insert(k, i, k[i]) })
			if n.open == "{" {
				change(i, func(k []string) []string { k[i] = strings.ToUpper(k[i]); return k }, func(k []*node) []*node { return k })
			} else if i > 0 {
				change(i, nil, func(k []*node) []*node { k[i-1], k[i] = k[i], k[i-1]; return k })
			}
		}
	})
}

func forgedValues(raw string) []string {
	switch {
	case raw == "true":
		return []string{"false", "null", "1"}
	case raw == "false":
		return []string{"true", "null", "0"}
	case raw == "null":
		return []string{"0", `""`, "[]", "{}"}
	case strings.HasPrefix(raw, `"`):
		word := raw[1 : len(raw)-1]
		swapped := word
		if len(word) > 1 {
			swapped = word[:len(word)-2] + word[len(word)-1:] + word[len(word)-2:len(word)-1]
		}
		return []string{`""`, `"x"`, `"` + word + `x"`, `"` + strings.ToUpper(word) + `"`, `"` + swapped + `"`, `"\u001b[31m"`, "null", "7"}
	}
	var v int
	if _, err := fmt.Sscan(raw, &v); err != nil {
		return nil
	}
	out := []string{"null", `"1"`, "1e3", "1000000000000", "99999999999999999999"}
	for _, w := range []int{v + 1, v - 1, v + 2, 0, -1} {
		out = append(out, fmt.Sprint(w))
	}
	return out
}
