package cluster_test

import (
	"bytes"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/halma-solve/halma-solve/solver/cluster"
	"github.com/halma-solve/halma-solve/solver/cluster/server"
)

// slowly passes on what comes, so many bytes a second at the most in each direction, and
// returns its address.
func slowly(t *testing.T, to string, rate int) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var passing sync.WaitGroup
	pass := func(from, to net.Conn) {
		buffer := make([]byte, 16<<10)
		for {
			n, err := from.Read(buffer)
			if _, failed := to.Write(buffer[:n]); err != nil || failed != nil {
				break
			}
			time.Sleep(time.Duration(n) * time.Second / time.Duration(rate))
		}
		_ = from.Close() // the other side sees it
		_ = to.Close()
	}
	passing.Go(func() {
		for {
			from, err := listener.Accept()
			if err != nil {
				return
			}
			there, err := net.Dial("tcp", to)
			if err != nil {
				_ = from.Close()
				continue
			}
			passing.Go(func() { pass(from, there) })
			passing.Go(func() { pass(there, from) })
		}
	})
	t.Cleanup(func() {
		_ = listener.Close()
		passing.Wait()
	})
	return listener.Addr().String()
}

// An object comes through a slow network although that takes longer than a call of the
// server may.
func TestSlow(t *testing.T) {
	defer cluster.SetCallTime(2 * time.Second)()
	r := newRoom(t, server.Options{})
	o := r.options()
	o.Settings = cluster.Usual
	r.connect(o) // sets the cluster up
	o.URL = "nats://" + slowly(t, strings.TrimPrefix(r.url, "nats://"), 400_000)
	c := r.connect(o)
	data := bytes.Repeat([]byte("slow "), 240_000) // 3 s
	sum, err := c.Put(r.ctx, data)
	if err != nil {
		t.Fatal(err)
	}
	again, err := c.Get(r.ctx, sum)
	if err != nil || !bytes.Equal(again, data) {
		t.Errorf("%d bytes, %v", len(again), err)
	}
}
