package certificate

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions/positiontest"
)

// onlyRecomputing lists what the argument takes as it is written: changes of these
// fields that leave the certificate whole in itself can be seen only by recomputing.
var onlyRecomputing = map[string]string{
	"near.layers[].positions":          "how many positions there are",
	"near.layers[].digest":             "which they are",
	"gain.layers[].positions":          "how many positions lead on to a greater gain",
	"gain.layers[].digest":             "which they are",
	"gain.layers[].gain":               "up to the value of the step",
	"refutation.layers[].positions":    "how many positions the bounds leave",
	"refutation.layers[].digest":       "which they are",
	"refutation.layers[].gain":         "up to F of the depth",
	"refutation.bounds[].rows":         "what the layers were pruned by: other bounds, other layers",
	"refutation.bounds[].near":         "the same, up to the radius of the step near",
	"refutation.bounds[].classes":      "the same",
	"refutation.bounds[].links":        "the same",
	"refutation.bounds[].assigned":     "the same",
	"refutation.bounds[].images":       "the same",
	"refutation.prices[]":              "the same; all prices are right, few are good",
	"refutation.unit":                  "the same; a greater one is right, too",
	"breadth-first.layers[].positions": "how many positions there are at this distance",
	"losses.layers[].positions":        "how many positions the bound leaves",
	"losses.layers[].digest":           "which they are",
	"losses.layers[].gain":             "up to the most that is possible",
	"losses.relaxed[].positions":       "how many positions the bound leaves in the relaxed game",
	"losses.relaxed[].digest":          "which they are",
	"losses.relaxed[].gain":            "up to the most that is possible",
	"steps[].relaxed":                  "without it the layers are those of which nothing is left out",
	"together.layers[].positions":      "how many positions may be in time",
	"together.layers[].digest":         "which they are",
	"together.rows":                    "what the layers were pruned by: other rules, other layers",
	"steps[].rows":                     "the same, of a step together",
}

// stillTrue lists what may be changed so that even recomputing finds no fault: the
// certificate is another one, and as right as the first.
var stillTrue = map[string]string{
	"assignment.prices[]":         "other prices that prove the same",
	"diagonals.weights[]":         "fewer lists of weights that prove the same",
	"diagonals.weights[][]":       "other weights that prove the same",
	"refutation.prices[]":         "other prices that drop the same",
	"refutation.weights[]":        "fewer lists of weights that drop the same",
	"refutation.weights[][]":      "other weights that drop the same",
	"line[]":                      "two moves in the other order: another line, legal and as long",
	"steps[]":                     "the order of steps has no meaning",
	"part.whole.steps[]":          "nor has it here",
	"refutation.bounds[].gains[]": "a shorter list of greatest gains that leaves the same positions",
	"refutation.bounds[].near":    "a shorter list of near positions that drops the same",
	"refutation.bounds[].classes": "parity classes that drop nothing",
	"refutation.bounds[].rows":    "row counts that drop nothing",
	"refutation.bounds[].images":  "images that drop nothing, as there is no second half",
	"refutation.from":             "one length where two are said, the other being ruled out by gains",
}

// fates are what becomes of forgeries, by field.
type fates struct{ read, argument, recomputed, accepted map[string]int }

// TestForgeries changes certificates of small boards in every single place and has
// them checked with all layers made again. What passes must not prove more than is
// true, and must be listed in stillTrue; what only recomputing finds must be listed
// in onlyRecomputing.
func TestForgeries(t *testing.T) {
	all := fates{map[string]int{}, map[string]int{}, map[string]int{}, map[string]int{}}
	for name, optimum := range forgedSamples(t) {
		root := parseNode(t, []byte(name))
		original, err := Parse([]byte(name))
		if err != nil {
			t.Fatal(err)
		}
		examine(t, original, Verified)
		stride := 1
		if testing.Short() {
			stride = 17
		}
		n := 0
		root.forge(func(path string) {
			if n++; n%stride == 0 {
				checkForged(t, original, root.String(), path, optimum, &all)
			}
		})
	}
	t.Logf("refused as no certificate: %d, by the argument: %d, by recomputing: %d; accepted: %d",
		sum(all.read), sum(all.argument), sum(all.recomputed), sum(all.accepted))
	compareTable(t, "found by recomputing alone", all.recomputed, onlyRecomputing)
	compareTable(t, "accepted", all.accepted, stillTrue)
}

func sum(m map[string]int) (n int) {
	for _, k := range m {
		n += k
	}
	return n
}

func compareTable(t *testing.T, what string, got map[string]int, table map[string]string) {
	t.Helper()
	for _, path := range slices.Sorted(maps.Keys(got)) {
		if table[path] == "" {
			t.Errorf("%s, and not in the table: %s (%d times)", what, path, got[path])
		}
	}
	for path := range table {
		if got[path] == 0 && !testing.Short() {
			t.Errorf("in the table, but never %s: %s", what, path)
		}
	}
}

// checkForged checks a forged text.
func checkForged(t *testing.T, original *Certificate, text, path string, optimum int, all *fates) {
	t.Helper()
	c, err := Parse([]byte(text))
	if err != nil {
		all.read[path]++
		return
	}
	c.Program = original.Program
	if reflect.DeepEqual(c, original) {
		return
	}
	if _, err := c.Check(); err != nil {
		if !errors.Is(err, ErrText) && !errors.Is(err, ErrWrong) {
			t.Errorf("%s: an error of no kind: %v", path, err)
		}
		if strings.ContainsFunc(err.Error(), func(r rune) bool { return r < ' ' }) {
			t.Errorf("%s: the message has control characters: %q", path, err)
		}
		all.argument[path]++
		return
	}
	extent, err := c.Recheck(context.Background(), 0, func(Recomputed) {})
	switch {
	case errors.Is(err, ErrWrong):
		all.recomputed[path]++
	case err != nil || extent != Verified:
		t.Errorf("%s: %s, %v", path, extent, err)
	case optimum < 0 && c.Status == "impossible", optimum > 0 && c.Lower <= optimum && c.Status != "impossible":
		all.accepted[path]++
		if stillTrue[path] == "" {
			t.Logf("accepted: %s", text)
		}
	default:
		t.Errorf("%s: at least %d (%s) was verified, the optimum is %d:\n%s", path, c.Lower, c.Status, optimum, text)
	}
}

// examine checks a certificate that is right.
func examine(t *testing.T, c *Certificate, want Extent) {
	t.Helper()
	if _, err := c.Check(); err != nil {
		t.Fatal(err)
	}
	extent, err := c.Recheck(context.Background(), 0, func(Recomputed) {})
	if err != nil || extent != want {
		t.Fatalf("%s, %v", extent, err)
	}
}

// forgedSamples returns certificates of small boards by their text, and the optimum,
// −1 if there is no line.
func forgedSamples(t *testing.T) map[string]int {
	t.Helper()
	out := map[string]int{}
	for name, optimum := range map[string]int{
		"square6-6-booklet": 10, "rhombus5-6-booklet": 11, "treffhalma-square6-3-booklet": 9,
		"square5-6-free-hops": 11, "square6-3-free-hops": 10, "square6-3-free-losses": 10,
		"square6-3-free-relaxed": 10, "square6-3-free-relaxed-met": 10, "rhombus5-6-free-hops-super": 12, "rhombus7-3-free-hops-super": 14,
		"square4-3-booklet": 5, "square6-6-booklet-gain": 10, "rhombus6-6-free": 15,
		"shortest-rhombus5-3": 11, "shortest-rhombus4-3-late": 9, "shortest-rhombus5-3-rows": 11,
	} {
		text := positiontest.Must(t, os.ReadFile, "testdata/"+name+".json")
		out[string(text)] = optimum
	}
	return out
}

// repaired returns a step whose layers are as the plain program makes them: what a
// forger does who has the program.
func repaired(t *testing.T, puzzle Puzzle, s Step) Step {
	t.Helper()
	p, err := puzzle.puzzle()
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`at depth (\d+) are (\d+) positions with a gain of at most (\d+), digest ([0-9a-f]+)`)
	s.Layers = nil
	first := 1
	if s.Kind == Near {
		first = 0
	}
	for {
		d := first + len(s.Layers)
		s.Layers = append(s.Layers, Layer{Depth: d, Positions: -1})
		r := &recheck{model: newModel(p, s.Marked), ctx: context.Background(), step: s, left: 1 << 40}
		_, err := r.run()
		var m []string
		if err != nil {
			m = found.FindStringSubmatch(err.Error())
		}
		if m == nil || m[1] != fmt.Sprint(d) { // it ends before, or met the goal
			s.Layers = s.Layers[:len(s.Layers)-1]
			return s
		}
		l := &s.Layers[len(s.Layers)-1]
		if _, err := fmt.Sscan(m[2]+" "+m[3], &l.Positions, &l.Gain); err != nil {
			t.Fatal(err)
		}
		l.Digest = m[4]
	}
}
