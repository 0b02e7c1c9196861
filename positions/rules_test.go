package positions_test

import (
	"fmt"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
)

func checkWords[T interface {
	comparable
	fmt.Stringer
}](t *testing.T, parse func(string) (T, error), refusal string, values map[string]T) {
	t.Helper()
	for name, want := range values {
		if got, err := parse(name); err != nil || got != want || want.String() != name {
			t.Errorf("%q: %v, %v", name, got, err)
		}
	}
	var zero T
	for _, name := range []string{"", "x", "Free", " moves"} {
		got, err := parse(name)
		if want := fmt.Sprintf(refusal, name); got != zero || err == nil || err.Error() != want {
			t.Errorf("%q: %v, %v, want %s", name, got, err, want)
		}
	}
}

func TestRuleWords(t *testing.T) {
	checkWords(t, positions.ParseArrival, "unknown rules %q (booklet or free)",
		map[string]positions.Arrival{"booklet": positions.Booklet, "free": positions.Free})
	checkWords(t, positions.ParseJumps, "unknown jumps %q (short or super)",
		map[string]positions.Jumps{"short": positions.Short, "super": positions.Super})
	checkWords(t, positions.ParseCount, "unknown count %q (moves or hops)",
		map[string]positions.Count{"moves": positions.Moves, "hops": positions.Hops})
}

func TestOneOf(t *testing.T) {
	for want, words := range map[string][]string{"": nil, "a": {"a"}, "a or b": {"a", "b"}, "a, b or c": {"a", "b", "c"}} {
		if got := positions.OneOf(words); got != want {
			t.Errorf("OneOf(%q) = %q", words, got)
		}
	}
}
