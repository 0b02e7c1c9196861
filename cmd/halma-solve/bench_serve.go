package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/puzzles/atlas"
	"github.com/halma-solve/halma-solve/solver"
)

// serveInstance puts load on a server in a process of its own, over real sockets of
// this machine.
type serveInstance struct {
	name     string
	requests int // in all; 0: as many as come about in the time
	together int // connections
	// request is number i of a connection.
	request func(line []byte, connection, i int) []byte
	// right reports whether an answer is as it must be.
	right func(status int, body []byte) bool
	each  int           // submissions of a request
	rate  float64       // submissions a second that are wanted
	p99   time.Duration // the longest time that 99 of 100 requests may take; 0: any
	// beside runs while the requests do; nil: nothing.
	beside func(ctx context.Context, address string)
}

// benchedPuzzle is the puzzle of all submissions: the star with 15 men, 31 moves.
const benchedPuzzle = "highscore-star4-15-free-moves-short"

// serveBenchmarks lists the instances of serve. mixed is how long the last one takes.
func serveBenchmarks(mixed time.Duration) []serveInstance {
	solved := func(status int, body []byte) bool {
		return status == 200 && bytes.Contains(body, []byte(`"status":"solved"`))
	}
	const many = 1000
	return []serveInstance{
		{
			name: "serve: verify, one a request", requests: 200_000, together: 64, each: 1, rate: 10_000, p99: 25 * time.Millisecond,
			request: func(line []byte, _, _ int) []byte { return post("/api/verify", "application/json", line) }, right: solved,
		},
		{
			name: "serve: verify, 1,000 a request", requests: 1000, together: 64, each: many, rate: 100_000,
			request: func(line []byte, _, _ int) []byte {
				return post("/api/verify", "application/x-ndjson", bytes.Repeat(append(line, '\n'), many))
			},
			right: func(status int, body []byte) bool {
				return status == 200 && bytes.HasSuffix(body, fmt.Appendf(nil, "\"submissions\":%d,\"solved\":%d,\"unfinished\":0,\"illegal\":0,\"unreadable\":0}\n", many, many))
			},
		},
		{
			name: "serve: keep, one a request", requests: 40_000, together: 64, each: 1, rate: 2000, p99: 100 * time.Millisecond,
			request: kept,
			right: func(status int, body []byte) bool {
				return status == 201 && bytes.Contains(body, []byte(`"kept":true`))
			},
		},
		{
			name: "serve: mixed, with hostile clients", together: 32, each: 1,
			request: mixedRequest, beside: hostile(mixed),
			// Hostile clients may take all places for large bodies: then it is right to
			// say so.
			right: func(status int, body []byte) bool {
				return status < 300 || status == 422 || status == 501 || status == 503 && bytes.Contains(body, []byte("problems/busy"))
			},
		},
	}
}

// kept is a submission of a nickname that has none yet.
func kept(line []byte, connection, i int) []byte {
	body := append(fmt.Appendf(nil, `{"nickname":"player %d-%d",`, connection, i), line[1:]...)
	return post("/api/puzzles/"+benchedPuzzle+"/submissions", "application/json", body)
}

// mixedRequest is one of all sorts of calls.
func mixedRequest(line []byte, connection, i int) []byte {
	switch n := connection + i; n % 16 {
	case 0:
		return kept(line, connection, i%500)
	case 1:
		return get("/puzzles/" + benchedPuzzle)
	case 2:
		return get(fmt.Sprintf("/api/puzzles?from=%d", n%1000+1))
	case 3:
		return get("/sets/1")
	case 4:
		return get("/api/puzzles/" + benchedPuzzle + "/ranking")
	case 5:
		if n%160 == 5 {
			return post("/api/hint", "application/json", []byte(`{"puzzle":"solo-english-d4-d4-moves","line":["b4-d4"]}`))
		}
		fallthrough
	case 6:
		return post("/api/verify", "application/x-ndjson", bytes.Repeat(append(line, '\n'), 100))
	case 7:
		return post("/api/verify", "application/json", append([]byte(`{"puzzle":"`+benchedPuzzle+`","line":"a1-a2"`), '}'))
	}
	return post("/api/verify", "application/json", line)
}

func (i serveInstance) about() (suite, name string) { return "serve", i.name }

// run implements [benchmark].
func (i serveInstance) run(ctx context.Context, _ solver.Options) (benchResult, error) {
	line, err := benchedLine()
	if err != nil {
		return benchResult{}, err
	}
	server, err := startServer(ctx)
	if err != nil {
		return benchResult{}, err
	}
	defer server.stop()
	load := newLoad(i, server.address, line)
	began := time.Now()
	if i.beside != nil {
		limited, cancel := context.WithCancel(ctx)
		go func() { defer cancel(); i.beside(ctx, server.address) }()
		watched := make(chan struct{})
		go func() { defer close(watched); server.watch(limited) }()
		err = load.run(limited)
		cancel()
		<-watched
	} else {
		err = load.run(ctx)
	}
	took := time.Since(began)
	switch {
	case ctx.Err() != nil:
		return benchResult{}, cli.Stop(cli.ExitInterrupted, "")
	case err != nil:
		return benchResult{}, fmt.Errorf("the load ended early: %w", err)
	}
	return i.result(load, server, took)
}

func (i serveInstance) result(load *load, server *benchedServer, took time.Duration) (benchResult, error) {
	at, err := server.figures()
	if err != nil {
		return benchResult{}, err
	}
	slices.Sort(load.times)
	p99 := load.times[len(load.times)*99/100]
	rate := float64(len(load.times)*i.each) / took.Seconds()
	check := fmt.Sprintf("p99 %.1f ms", float64(p99.Microseconds())/1000)
	if i.rate > 0 {
		check = fmt.Sprintf("%.0f a second (%.0f wanted), ", rate, i.rate) + check
	}
	if i.p99 > 0 {
		check += fmt.Sprintf(" (%d wanted)", i.p99.Milliseconds())
	}
	check += fmt.Sprintf(", processor %.1f s, %d goroutines", at.seconds, at.goroutines)
	if server.peak > 0 {
		check += fmt.Sprintf(", %d MiB at the most", max(server.peak, at.bytes)>>20)
	}
	answer := fmt.Sprintf("%d right", len(load.times)-load.wrong)
	var wrong []string
	if load.wrong > 0 {
		wrong = append(wrong, fmt.Sprintf("%d answers, the first %.200q", load.wrong, load.firstWrong))
	}
	return judgedResult(benchResult{answer: answer, counted: int64(len(load.times) * i.each), bytes: at.bytes, took: took, check: check, outside: true}, wrong), nil
}

// benchedLine is a submission of the benched puzzle, from the atlas.
func benchedLine() ([]byte, error) {
	e := atlas.Named(benchedPuzzle)
	if e == nil {
		return nil, fmt.Errorf("the atlas has no %s", benchedPuzzle)
	}
	p, err := e.Question.Puzzle()
	if err != nil {
		return nil, err
	}
	moves, err := e.Moves(p)
	if err != nil {
		return nil, err
	}
	line := make([][]string, len(moves))
	for n, path := range moves {
		line[n] = p.Board.CellNames(path)
	}
	return json.Marshal(struct {
		Puzzle string     `json:"puzzle"`
		Line   [][]string `json:"line"`
	}{benchedPuzzle, line})
}
