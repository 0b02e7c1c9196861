package submission_test

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/submission"
)

// One submission at a time, as a server gets them. A checker belongs to one
// goroutine, so a server keeps as many as it has requests at once, in a sync.Pool
// for example.
func ExampleChecker() {
	p, err := puzzles.Highscore(puzzles.Options{Size: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	checker, err := submission.NewChecker(submission.Options{
		Puzzle: p,
		Limits: submission.Limits{Bytes: 16 << 10, Moves: 200},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, text := range []string{"1. a1-c3 2. b2-c4 3. c2-b4 4. c3-a5", "1. a1-c3 2. b2-b4", "1. a1-z9"} {
		v := checker.Check(submission.Item{Number: 1, Line: 1, Column: 1, Text: []byte(text)})
		switch v.Status {
		case submission.Solved:
			fmt.Println("solved in", v.Moves, "moves,", v.Hops, "hops")
		case submission.Unreadable:
			fmt.Println(v.At)
		default:
			fmt.Printf("%s in move %d: %s\n", v.Status, v.Move, v.Reason)
		}
	}
	// Output:
	// solved in 4 moves, 6 hops
	// illegal in move 2: no chain of jumps leads from b2 to b4
	// line 1, column 7: no such cell: "z9" is not on the star 1 (13 holes) (a1 … a5)
}

// A file with any number of submissions.
func ExampleEach() {
	p, err := puzzles.Highscore(puzzles.Options{Size: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	in := strings.NewReader(`{"id": "ann", "line": ["a1-c3", "b2-c4", "c2-b4", "c3-a5"]}
{"id": "bob", "line": ["a1-c3"]}
{"id": "eve", "line": ["a1-c3", "a1-c3"]}
`)
	sum, err := submission.Each(context.Background(), in, os.Stdout, submission.StreamOptions{
		Options: submission.Options{Puzzle: p},
		Append: func(dst []byte, v *submission.Verdict) []byte {
			return fmt.Appendf(dst, "%s after %d moves: %s\n", v.ID, v.Moves, cmp.Or(v.Reason, "solved"))
		},
	})
	fmt.Println(sum.Solved, "of", sum.Submissions, err)
	// Output:
	// ann after 4 moves: solved
	// bob after 1 moves: the men do not fill the goal: missing on b4, c4, a5
	// eve after 1 moves: there is no man on a1
	// 1 of 3 <nil>
}
