package certificate

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/halma-solve/halma-solve/positions/positiontest"
)

// samples returns the certificates of testdata by their names.
func samples(t testing.TB) map[string][]byte {
	t.Helper()
	texts := make(map[string][]byte)
	for _, name := range positiontest.Must(t, filepath.Glob, "testdata/*.json") {
		texts[name] = positiontest.Must(t, os.ReadFile, name)
	}
	if len(texts) == 0 {
		t.Fatal("no samples")
	}
	return texts
}

// FuzzCertificate feeds texts to the parser, the argument and the recomputing:
// whatever they hold, the answer is a finding or an error, in bounded time.
func FuzzCertificate(f *testing.F) {
	for _, text := range samples(f) {
		f.Add(text)
	}
	for _, name := range []string{"treffhalma-square6-3-booklet", "square5-6-free-hops", "square6-6-booklet-gain"} {
		text := positiontest.Must(f, os.ReadFile, "testdata/"+name+".json")
		root, n := parseNode(f, text), 0
		root.forge(func(string) {
			if n++; n%23 == 0 {
				f.Add([]byte(root.String()))
			}
		})
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := Parse(text)
		if err != nil {
			positiontest.HasPlace(t, err)
			return
		}
		if _, err := c.Check(); err != nil {
			if strings.ContainsFunc(err.Error(), func(r rune) bool { return !unicode.IsGraphic(r) }) {
				t.Fatalf("a terminal would obey the message %q", err)
			}
			if !errors.Is(err, ErrText) && !errors.Is(err, ErrWrong) {
				t.Fatalf("an error of no kind: %v", err)
			}
			return
		}
		_, err = c.Recheck(t.Context(), 100, func(Recomputed) {})
		if err != nil && !errors.Is(err, ErrWrong) {
			t.Fatalf("an error of no kind: %v", err)
		}
		var again bytes.Buffer
		if err := c.Write(&again); err != nil {
			t.Fatal(err)
		}
		if _, err := Parse(again.Bytes()); err != nil {
			t.Fatalf("what was written cannot be read: %v", err)
		}
	})
}

// The samples are certificates of this program; they must stay valid.
func TestSamplesAreValid(t *testing.T) {
	for name, text := range samples(t) {
		c, err := Parse(text)
		if err != nil {
			t.Fatal(name, err)
		}
		if _, err := c.Check(); err != nil {
			t.Error(name, err)
		}
		effort := 20_000
		if testing.Short() {
			effort = 1000
		}
		if _, err := c.Recheck(context.Background(), effort, func(Recomputed) {}); err != nil {
			t.Error(name, err)
		}
	}
}

func TestSumDoesNotDependOnOrder(t *testing.T) {
	var forth, back, parts Sum
	for i := range 100 {
		forth.Add(fmt.Appendf(nil, "%d", i))
		back.Add(fmt.Appendf(nil, "%d", 99-i))
	}
	for i := range 10 {
		var part Sum
		for k := range 10 {
			part.Add(fmt.Appendf(nil, "%d", 10*i+k))
		}
		parts.AddSum(part)
	}
	if forth != back || forth != parts || forth == (Sum{}) {
		t.Errorf("%s, %s, %s", forth, back, parts)
	}
	// 2¹²⁸−1 + 1
	all := Sum{^uint64(0), ^uint64(0)}
	all.AddSum(Sum{0, 1})
	if all != (Sum{}) {
		t.Errorf("no carry: %s", all)
	}
}
