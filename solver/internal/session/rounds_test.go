package session

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/halma-solve/halma-solve/puzzles"
)

// TestBeamsAloneAreNotRepeated: beams of one width end when each of them, told what is known
// in the end, has found nothing; none is told the same twice. Wherever they are stopped they
// go on as if they had not been.
func TestBeamsAloneAreNotRepeated(t *testing.T) {
	type told struct{ beam, limit int }
	stop := errors.New("stopped")
	tests := map[string]struct {
		finds []map[int]int // [beam]: what it finds, by what it is told
		want  []told
	}{
		"nothing":       {finds: []map[int]int{{}, {}, {}}, want: []told{{0, 99}, {1, 99}, {2, 99}}},
		"the first":     {finds: []map[int]int{{99: 43}, {}, {}}, want: []told{{0, 99}, {1, 43}, {2, 43}, {0, 43}}},
		"the last":      {finds: []map[int]int{{}, {}, {99: 43}}, want: []told{{0, 99}, {1, 99}, {2, 99}, {0, 43}, {1, 43}, {2, 43}}},
		"over and over": {finds: []map[int]int{{99: 50, 47: 46}, {50: 47}}, want: []told{{0, 99}, {1, 50}, {0, 47}, {1, 46}, {0, 46}}},
		"what settles":  {finds: []map[int]int{{}, {99: 10}, {}}, want: []told{{0, 99}, {1, 99}}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			for stops := range len(test.want) + 1 { // beams that are done before the run is stopped; 0: it is not
				k := NewKnowledge(new(puzzles.Puzzle), NewRun(context.Background(), Options{Beam: 1000}))
				k.lower = 10
				var got []told
				beams := func() error {
					return k.EachBeam(len(test.finds), 99, func(i, limit int) (func() error, error) {
						if stops > 0 && len(got) == stops {
							stops = 0
							return nil, stop
						}
						got = append(got, told{i, limit})
						if found, ok := test.finds[i][limit]; ok {
							k.upper = found
						}
						return func() error { return nil }, nil
					})
				}
				err := k.InBeams(beams)
				if errors.Is(err, stop) {
					err = k.InBeams(beams)
				}
				if want := !k.Settled(); errors.Is(err, ErrBeams) != want || err != nil != want {
					t.Errorf("ended with %v, settled: %t", err, k.Settled())
				}
				if diff := cmp.Diff(test.want, got, cmp.AllowUnexported(told{})); diff != "" {
					t.Errorf("(-want +got)\n%s", diff)
				}
			}
		})
	}
}

// TestOneBeamAlone: a search of one beam only runs it until it finds nothing.
func TestOneBeamAlone(t *testing.T) {
	k := NewKnowledge(new(puzzles.Puzzle), NewRun(context.Background(), Options{Beam: 1000}))
	finds := []int{43, 41, 41}
	err := k.InBeams(func() error {
		if len(finds) == 0 {
			t.Fatal("it goes on after a beam that found nothing")
		}
		k.upper, finds = finds[0], finds[1:]
		return nil
	})
	if !errors.Is(err, ErrBeams) || len(finds) > 0 {
		t.Errorf("ended with %v, %d beams early", err, len(finds))
	}
}

// TestBeamsBeginAnew: where the beams of a round were is of no meaning in the next, nor when
// beams of one width run again.
func TestBeamsBeginAnew(t *testing.T) {
	for _, width := range []int{0, 1000} {
		k := NewKnowledge(new(puzzles.Puzzle), NewRun(context.Background(), Options{Beam: width}))
		finds := []int{43, 41, 10}
		k.lower = 10
		err := k.InRounds(Rounds{
			BeamsWait: func() bool { return false },
			Exhaust:   func() error { return nil },
			Prove:     func() error { return nil },
			Beams: func() error {
				if at := k.Run.Standing.Beaming; at != nil {
					t.Errorf("width %d, %d beams before the last: they begin at %s", width, len(finds)-1, at)
				}
				k.upper, finds = finds[0], finds[1:]
				k.Run.Standing.Beaming = []byte("7")
				return nil
			},
		})
		if err != nil || len(finds) > 0 {
			t.Errorf("width %d: %v, %d beams early", width, err, len(finds))
		}
	}
}
