package parallel_test

import (
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/halma-solve/halma-solve/solver/internal/parallel"
)

func TestInOrder(t *testing.T) {
	for _, workers := range []int{1, 2, 7} {
		for _, n := range []int{0, 1, 3, 500} {
			var begun, used atomic.Int64
			var got, want []int
			for i := range n {
				want = append(want, i*i)
			}
			err := parallel.InOrder(workers, n, func(i int) (int, error) {
				if ahead := begun.Add(1) - used.Load(); ahead > int64(2*workers) {
					t.Errorf("%d items ahead", ahead)
				}
				return i * i, nil
			}, func(_, item int) error {
				used.Add(1)
				got = append(got, item)
				return nil
			})
			if err != nil || !slices.Equal(got, want) {
				t.Fatalf("%d workers, %d items: %v, %v", workers, n, got, err)
			}
		}
	}
}

func TestInOrderEnds(t *testing.T) {
	bad := errors.New("bad")
	for name, fail := range map[string]func() error{
		"error": func() error { return bad },
		"panic": func() error { panic("bad") },
	} {
		for _, at := range []int{0, 5, 99} {
			var used []int
			err := parallel.InOrder(3, 100, func(i int) (int, error) {
				if i == at {
					return 0, fail()
				}
				return i, nil
			}, func(i, _ int) error {
				used = append(used, i)
				return nil
			})
			if err == nil || !strings.Contains(err.Error(), "bad") || len(used) > at {
				t.Errorf("%s of item %d while it is made: %v after %d used", name, at, err, len(used))
			}
			var begun atomic.Int64
			err = parallel.InOrder(3, 100, func(i int) (int, error) { begun.Add(1); return i, nil }, func(i, _ int) error {
				if i == at {
					return fail()
				}
				return nil
			})
			if err == nil || !strings.Contains(err.Error(), "bad") || begun.Load() > int64(at)+7 {
				t.Errorf("%s of item %d in use: %v, %d begun", name, at, err, begun.Load())
			}
		}
	}
}
