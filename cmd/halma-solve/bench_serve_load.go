package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"
)

// get and post are requests as they go over the wire.
func get(path string) []byte { return fmt.Appendf(nil, "GET %s HTTP/1.1\r\nHost: bench\r\n\r\n", path) }

func post(path, media string, body []byte) []byte {
	return append(fmt.Appendf(nil, "POST %s HTTP/1.1\r\nHost: bench\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n", path, media, len(body)), body...)
}

// load sends requests over connections that stay open, and takes the times.
type load struct {
	i       serveInstance
	address string
	line    []byte

	mu         sync.Mutex
	times      []time.Duration
	wrong      int
	firstWrong []byte
}

func newLoad(i serveInstance, address string, line []byte) *load {
	return &load{i: i, address: address, line: line}
}

// run sends all requests, or those that come about until ctx ends.
func (l *load) run(ctx context.Context) error {
	var group errgroup.Group
	for c := range l.i.together {
		group.Go(func() error { return l.connection(ctx, c) })
	}
	return group.Wait()
}

// connection is one of them: each request waits for the answer to the one before.
func (l *load) connection(ctx context.Context, number int) error {
	c, err := net.Dial("tcp", l.address)
	if err != nil {
		return err
	}
	defer c.Close()
	in := bufio.NewReaderSize(c, 64<<10)
	var times []time.Duration
	defer func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.times = append(l.times, times...)
	}()
	var body bytes.Buffer
	share := l.i.requests / l.i.together
	for i := 0; (i < share || l.i.requests == 0) && ctx.Err() == nil; i++ {
		request := l.i.request(l.line, number, i)
		began := time.Now()
		sent := make(chan error, 1)
		if len(request) > 64<<10 { // the server answers before it has read all
			go func() { _, err := c.Write(request); sent <- err }()
		} else {
			_, err := c.Write(request)
			sent <- err
		}
		status, err := readAnswer(in, &body)
		if err = errors.Join(<-sent, err); err != nil {
			return err
		}
		times = append(times, time.Since(began))
		if !l.i.right(status, body.Bytes()) {
			l.mu.Lock()
			if l.wrong++; l.wrong == 1 {
				l.firstWrong = fmt.Appendf(nil, "%d %s", status, body.Bytes())
			}
			l.mu.Unlock()
		}
	}
	return nil
}

// readAnswer reads an answer. It knows what this server sends, and no more, so that
// the load costs little.
func readAnswer(in *bufio.Reader, body *bytes.Buffer) (status int, err error) {
	body.Reset()
	length := -1
	for first := true; ; first = false {
		line, err := in.ReadSlice('\n')
		if err != nil {
			return 0, err
		}
		line = bytes.TrimRight(line, "\r\n")
		switch {
		case len(line) == 0 && length >= 0:
			_, err = io.CopyN(body, in, int64(length))
			return status, err
		case len(line) == 0:
			return status, readChunks(in, body)
		case first && len(line) > 12:
			if status, err = strconv.Atoi(string(line[9:12])); err != nil {
				return 0, err
			}
		case bytes.HasPrefix(line, []byte("Content-Length: ")):
			if length, err = strconv.Atoi(string(line[len("Content-Length: "):])); err != nil {
				return 0, err
			}
		}
	}
}

func readChunks(in *bufio.Reader, body *bytes.Buffer) error {
	for {
		line, err := in.ReadSlice('\n')
		if err != nil {
			return err
		}
		n, err := strconv.ParseInt(string(bytes.TrimRight(line, "\r\n")), 16, 64)
		if err != nil {
			return err
		}
		if _, err := io.CopyN(body, in, n); err != nil {
			return err
		}
		if _, err := in.Discard(len("\r\n")); err != nil || n == 0 {
			return err
		}
	}
}

// benchedServer is "halma-solve serve" in a process of its own.
type benchedServer struct {
	command *exec.Cmd
	address string
	dir     string
	said    bytes.Buffer
	peak    int64 // of memory, in bytes, as far as [benchedServer.watch] has seen
}

func startServer(ctx context.Context) (*benchedServer, error) {
	dir, err := os.MkdirTemp("", "halma-solve-bench-")
	if err != nil {
		return nil, err
	}
	s := &benchedServer{dir: dir}
	path, err := exec.LookPath(os.Args[0])
	if err != nil {
		return nil, err
	}
	s.command = exec.CommandContext(ctx, path, "serve", "--listen", "127.0.0.1:0", "--rate", "0", "--store", dir+"/store")
	s.command.Stderr = &s.said
	out, err := s.command.StdoutPipe()
	if err == nil {
		err = s.command.Start()
	}
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	said, err := bufio.NewReader(out).ReadString('\n')
	s.address = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(said), "http://"), "/")
	if err != nil {
		s.stop()
		return nil, fmt.Errorf("the server did not start: %s", s.said.String())
	}
	return s, nil
}

// stop ends the server and removes what it kept.
func (s *benchedServer) stop() {
	_ = s.command.Process.Signal(syscall.SIGTERM) // it may have ended
	_ = s.command.Wait()                          // all has been told
	_ = os.RemoveAll(s.dir)                       // in the directory for such things
}

// serverFigures are what a server says of itself.
type serverFigures struct {
	bytes      int64   // of memory
	seconds    float64 // of processor time
	goroutines int
}

// watch asks for the memory again and again until ctx ends.
func (s *benchedServer) watch(ctx context.Context) {
	again := time.NewTicker(2 * time.Second)
	defer again.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-again.C:
			if f, err := s.figures(); err == nil { // it may be too busy to tell
				s.peak = max(s.peak, f.bytes)
			}
		}
	}
}

// figures asks the server for its metrics, when it has had time to put away what
// is done.
func (s *benchedServer) figures() (f serverFigures, err error) {
	answer, err := http.Get("http://" + s.address + "/metrics")
	if err != nil {
		return f, err
	}
	defer answer.Body.Close()
	lines := bufio.NewScanner(answer.Body)
	for lines.Scan() {
		name, text, _ := strings.Cut(lines.Text(), " ")
		n, err := strconv.ParseFloat(text, 64)
		if err != nil {
			continue // a comment
		}
		switch name {
		case "process_resident_memory_bytes":
			f.bytes = int64(n)
		case "process_cpu_seconds_total":
			f.seconds = n
		case "go_goroutines":
			f.goroutines = int(n)
		}
	}
	return f, lines.Err()
}
