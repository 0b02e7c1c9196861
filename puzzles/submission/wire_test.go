package submission

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// Items that went over the wire are checked as those that did not, whatever is wrong
// with them.
func TestElsewhere(t *testing.T) {
	p := must(puzzles.Highscore(puzzles.Options{Shape: positions.Star, Size: 1}))
	input := strings.Repeat("a1-c3, b2-d2-c4\n---\nb9\n---\n"+strings.Repeat("a1-c3 ", 30)+"\n---\n", 300)
	o := StreamOptions{Options: Options{Puzzle: p, Limits: Limits{Bytes: 100}}, Workers: 2, Append: say}
	var want, got bytes.Buffer
	sum, err := Each(context.Background(), strings.NewReader(input), &want, o)
	if err != nil || sum.Unreadable == 0 || sum.Submissions != 900 {
		t.Fatal(sum, err)
	}
	o.Elsewhere = func(_ context.Context, items []Item) ([]byte, Summary, error) {
		data := AppendItems(nil, items)
		again, err := ParseItems(data)
		if err != nil {
			return nil, Summary{}, err
		}
		c, err := NewChecker(o.Options)
		if err != nil {
			return nil, Summary{}, err
		}
		out, sum := c.CheckAll(nil, again, o.Append)
		return out, sum, nil
	}
	there, err := Each(context.Background(), strings.NewReader(input), &got, o)
	if err != nil || there != sum || got.String() != want.String() {
		t.Errorf("%+v, want %+v, %v", there, sum, err)
	}
	lost := errors.New("lost")
	o.Elsewhere = func(context.Context, []Item) ([]byte, Summary, error) { return nil, Summary{}, lost }
	if _, err := Each(context.Background(), strings.NewReader(input), &got, o); !errors.Is(err, lost) {
		t.Error(err)
	}
}

// Bytes that are no items are refused, and what is read is written the same.
func FuzzParseItems(f *testing.F) {
	f.Add(AppendItems(nil, []Item{{Number: 1, Line: 2, Column: 3, Text: []byte("a1-b2"), JSON: true}, {TooLong: true}}))
	f.Add([]byte{1, 1, 1, 9, 1, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		items, err := ParseItems(data)
		if err != nil {
			return
		}
		again, err := ParseItems(AppendItems(nil, items))
		if err != nil || len(again) != len(items) {
			t.Fatalf("%d items, %d again, %v", len(items), len(again), err)
		}
		for i := range items {
			if !bytes.Equal(items[i].Text, again[i].Text) || items[i].Number != again[i].Number {
				t.Fatalf("item %d", i)
			}
		}
	})
}
