package cache

import (
	"errors"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestMergeShard compares with a set in a map.
func TestMergeShard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		type key = [2]uint64
		words := rapid.Uint64Range(0, 12)
		draw := func(label string) (runs []*Run[key], all map[key]bool) {
			all = map[key]bool{}
			for range rapid.IntRange(0, 6).Draw(t, label) {
				keys := make([]key, rapid.IntRange(0, 40).Draw(t, "keys"))
				for j := range keys {
					keys[j] = key{words.Draw(t, "low"), words.Draw(t, "high") << 60}
					all[keys[j]] = true
				}
				slices.SortFunc(keys, compareRunKeys[key])
				other := []key{{1000}} // must not be seen
				r, _ := memoryRun(t, map[int][]key{4: other, 5: slices.Compact(keys), 6: other}, 50)
				runs = append(runs, r)
			}
			return runs, all
		}
		runs, set := draw("in")
		without, banned := draw("without")
		var want, got []key
		for k := range set {
			if !banned[k] {
				want = append(want, k)
			}
		}
		slices.SortFunc(want, compareRunKeys[key])
		err := MergeShard(5, runs, without, func(keys []key) error {
			if len(keys) == 0 {
				t.Error("an empty block")
			}
			got = append(got, keys...)
			return nil
		})
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("got %v, %v, want %v", got, err, want)
		}
	})
}

func TestMergeShardBlocksAndErrors(t *testing.T) {
	type key = [4]uint64
	dir := t.TempDir()
	keys := manyKeys[key](3*mergeBlock+10, 4)
	var even, odd []key
	for i, k := range keys {
		if i%2 == 0 {
			even = append(even, k)
		} else {
			odd = append(odd, k)
		}
	}
	createRun(t, filepath.Join(dir, "even"), map[int][]key{8: even}, len(keys))
	createRun(t, filepath.Join(dir, "odd"), map[int][]key{8: odd}, len(keys))
	evenRun, oddRun := openedRun[key](t, filepath.Join(dir, "even")), openedRun[key](t, filepath.Join(dir, "odd"))
	var got []key
	blocks := 0
	collect := func(keys []key) error {
		got = append(got, keys...)
		blocks++
		return nil
	}
	if err := MergeShard(8, []*Run[key]{oddRun, evenRun, oddRun}, nil, collect); err != nil || !slices.Equal(got, keys) || blocks != 4 {
		t.Errorf("%d keys in %d blocks, %v, want %d", len(got), blocks, err, len(keys))
	}
	got = nil
	if err := MergeShard(8, []*Run[key]{oddRun, evenRun}, []*Run[key]{oddRun}, collect); err != nil || !slices.Equal(got, even) {
		t.Errorf("%d keys, %v, want %d", len(got), err, len(even))
	}
	stop := errors.New("stop")
	calls := 0
	err := MergeShard(8, []*Run[key]{oddRun, evenRun}, nil, func([]key) error { calls++; return stop })
	if err != stop || calls != 1 {
		t.Errorf("%v after %d calls", err, calls)
	}
	oddRun.blocks[0].checksum++ // as if the file had changed
	nothing := func([]key) error { return nil }
	wantError(t, MergeShard(8, []*Run[key]{evenRun, oddRun}, nil, nothing), ErrRunDamaged, "block 0")
	wantError(t, MergeShard(8, []*Run[key]{evenRun}, []*Run[key]{oddRun}, nothing), ErrRunDamaged, "block 0")
}
