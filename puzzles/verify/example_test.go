package verify_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/verify"
)

// A line is a list of moves, each with every cell the man touches.
func ExampleReplay() {
	p, err := puzzles.Highscore(puzzles.Options{Size: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	cell := func(name string) positions.Cell {
		c, err := p.Board.ParseCell(name)
		if err != nil {
			return positions.NoCell // the verifier says which
		}
		return c
	}
	line := puzzles.Line{
		{cell("a1"), cell("c3")},
		{cell("b2"), cell("d2"), cell("c4")},
		{cell("c2"), cell("c4")},
	}
	_, err = verify.Replay(p, line)
	var illegal *verify.Illegal
	if errors.As(err, &illegal) {
		fmt.Println(err)
		fmt.Print(p.Board.DrawMen(illegal.Before))
	}
	// Output:
	// move 3, c2-c4: c2 and c4 are not in one straight line
	//  5     .    a
	//  4  . . o . a-d
	//  3   . . o  a-c
	//  2  . . o . a-d
	//  1     .    a
}

// A server that judges lines. The puzzle is shared by all requests; a Replayer is
// not, so each takes one from the pool.
func ExampleReplayer_server() {
	p, err := puzzles.Highscore(puzzles.Options{Size: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	replayers := sync.Pool{New: func() any {
		r, err := verify.NewReplayer(p)
		if err != nil {
			panic(err) // the puzzle is a good one
		}
		return r
	}}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		var moves []string
		if err := json.NewDecoder(http.MaxBytesReader(w, request.Body, 64<<10)).Decode(&moves); err != nil {
			http.Error(w, "a list of moves is expected", http.StatusBadRequest)
			return
		}
		r := replayers.Get().(*verify.Replayer)
		defer replayers.Put(r)
		r.Reset()
		for _, move := range moves {
			var path []positions.Cell
			for name := range strings.SplitSeq(move, "-") {
				c, err := p.Board.ParseCell(name)
				if err != nil {
					http.Error(w, err.Error(), http.StatusBadRequest)
					return
				}
				path = append(path, c)
			}
			if err := r.Play(path); err != nil {
				fmt.Fprintln(w, err)
				return
			}
		}
		report, err := r.Finish()
		if err != nil {
			fmt.Fprintln(w, err)
			return
		}
		fmt.Fprintf(w, "solved in %d moves, %d hops\n", report.Moves, report.Hops)
	}))
	defer server.Close()
	for _, line := range []string{
		`["a1-c3", "b2-d2-c4", "c2-d4-b4", "c3-a5"]`,
		`["a1-c3", "b2-c4"]`,
		`["a1-c3"]`,
	} {
		answer, err := http.Post(server.URL, "application/json", strings.NewReader(line))
		if err != nil {
			fmt.Println(err)
			return
		}
		text, err := io.ReadAll(answer.Body)
		if err != nil {
			fmt.Println(err)
			return
		}
		_ = answer.Body.Close()
		fmt.Print(string(text))
	}
	// Output:
	// solved in 4 moves, 6 hops
	// move 2, b2-c4: b3 is empty: there is nobody to jump over
	// after the last move: the men do not fill the goal: missing on b4, c4, a5
}
