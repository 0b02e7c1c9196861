package session

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestMergeAddsUpTheSearches: records of two runs have the work of both, the second
// after the first; a record from within a run has none and changes nothing.
func TestMergeAddsUpTheSearches(t *testing.T) {
	first := Stats{
		Expanded: 5, PeakBytes: 9, Elapsed: 2 * time.Second,
		Phases: []Phase{{Name: "beam 1"}}, Known: []KnownAt{{time.Second, 1, 7}},
	}
	second := Stats{
		Expanded: 6, PeakBytes: 8, Elapsed: 3 * time.Second,
		Phases: []Phase{{Name: "refute 2"}}, Known: []KnownAt{{time.Second, 3, 7}},
	}
	want := Stats{
		Expanded: 11, PeakBytes: 9, Elapsed: 5 * time.Second,
		Phases: []Phase{{Name: "beam 1"}, {Name: "refute 2"}}, Known: []KnownAt{{time.Second, 1, 7}, {3 * time.Second, 3, 7}},
	}
	got := Record{}.Merge(Record{Stats: &first}).Merge(Record{Lower: 3}).Merge(Record{Stats: &second})
	if diff := cmp.Diff(want, *got.Stats); diff != "" {
		t.Error(diff)
	}
	for range 2 * mostKept {
		got = got.Merge(Record{Stats: &second})
	}
	if n := len(got.Stats.Phases); n != mostKept || len(got.Stats.Known) != mostKept {
		t.Errorf("%d phases are kept", n)
	}
}

// TestOldDenialsAreNotBelieved: impossible with a bound of 254 was said of what needs more.
func TestOldDenialsAreNotBelieved(t *testing.T) {
	for rec, believed := range map[*Record]bool{
		{Lower: 254, Impossible: true}: false,
		{Lower: 253, Impossible: true}: true,
		{Lower: 300}:                   true,
	} {
		text, err := json.Marshal(rec)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := parseRecord(text); ok != believed {
			t.Errorf("at least %d, impossible %t: believed %t", rec.Lower, rec.Impossible, ok)
		}
	}
}
