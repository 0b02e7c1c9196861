package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"strings"
	"sync"
	"time"
)

// hostileClients is how many at a time do what they should not.
const hostileClients = 64

// hostile returns clients that for a time do all that costs a careless server memory
// or goroutines: they send slowly, send without end, read nothing, go away in the
// middle, and send nonsense.
func hostile(length time.Duration) func(context.Context, string) {
	return func(parent context.Context, address string) {
		ctx, cancel := context.WithTimeout(parent, length)
		defer cancel()
		var all sync.WaitGroup
		for n := range hostileClients {
			all.Go(func() {
				random := rand.New(rand.NewPCG(uint64(n), 1))
				for ctx.Err() == nil {
					annoy(ctx, address, n, random)
				}
			})
		}
		all.Wait()
	}
}

// annoy opens a connection and misuses it. How that ends is of no interest: the server
// may cut it off at any time.
func annoy(ctx context.Context, address string, n int, random *rand.Rand) {
	// An address of their own, where the system has more than one for itself, so that
	// it is not the others that reach their limits.
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, byte(2+n%8))}}
	c, err := dialer.DialContext(ctx, "tcp", address)
	if err != nil {
		dialer.LocalAddr = nil
		if c, err = dialer.DialContext(ctx, "tcp", address); err != nil {
			return
		}
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(40 * time.Second))
	say := func(text string) bool { _, err := c.Write([]byte(text)); return err == nil && ctx.Err() == nil }
	begin := func(media string, length int) string {
		return fmt.Sprintf("POST /api/verify HTTP/1.1\r\nHost: x\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n", media, length)
	}
	wait := func() {
		select {
		case <-ctx.Done():
		case <-time.After(time.Duration(100+random.IntN(900)) * time.Millisecond):
		}
	}
	switch n % 8 {
	case 0: // headers, a letter at a time
		for _, letter := range begin("application/json", 10) {
			if !say(string(letter)) {
				return
			}
			wait()
		}
	case 1: // a body that comes slowly
		for say(begin("application/x-ndjson", 1<<20)); say("[["); {
			wait()
		}
	case 2: // more than is allowed
		for say(begin("application/x-ndjson", 1<<40)); say(strings.Repeat("[", 1<<16)); {
		}
	case 3: // nobody reads the answers
		for say(begin("application/x-ndjson", 30<<20)); say(strings.Repeat("{\"line\":[]}\n", 1<<12)); {
		}
	case 4: // gone in the middle
		say(begin("application/json", 1<<19) + strings.Repeat(" ", 1<<18))
	case 5: // a header without end
		for say("GET / HTTP/1.1\r\nX: "); say(strings.Repeat("x", 1<<12)); {
		}
	case 6: // nonsense
		noise := make([]byte, 1<<12)
		for i := range noise {
			noise[i] = byte(random.Uint32())
		}
		say(begin("application/json", len(noise)) + string(noise))
		wait()
	case 7: // half open
		wait()
		say("POST")
		<-ctx.Done()
	}
}
