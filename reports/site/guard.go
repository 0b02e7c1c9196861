package site

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// guard knows who has asked how much.
type guard struct {
	limits      Limits
	behindProxy bool
	together    chan struct{} // has as many signs as requests are at work
	batches     chan struct{} // the same of bodies with many submissions

	mu       sync.Mutex
	visitors map[netip.Addr]*visitor
}

// visitor is an address that has asked something.
type visitor struct {
	rate *rate.Limiter
	open int       // requests at work
	seen time.Time // when it asked last
}

// Addresses that have asked nothing for a while are forgotten when there are many;
// what is still too many then shares the limits of one.
const (
	mostVisitors  = 10_000
	forgottenWait = time.Minute
)

func newGuard(l Limits, behindProxy bool) *guard {
	return &guard{
		limits: l, behindProxy: behindProxy, visitors: map[netip.Addr]*visitor{},
		together: make(chan struct{}, l.Together), batches: make(chan struct{}, l.Batches),
	}
}

// enter lets a request in, or says why not. The caller leaves when it is done.
func (g *guard) enter(r *http.Request) (leave func(), err error) {
	v, err := g.visit(g.address(r))
	if err != nil {
		return nil, err
	}
	select {
	case g.together <- struct{}{}:
	default:
		g.leave(v)
		return nil, busy.because("%d requests are at work", g.limits.Together).after(1)
	}
	return func() { <-g.together; g.leave(v) }, nil
}

// visit counts a request of an address.
func (g *guard) visit(a netip.Addr) (*visitor, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := time.Now()
	v := g.visitors[a]
	if v == nil {
		if len(g.visitors) >= mostVisitors {
			g.forget(now)
		}
		if len(g.visitors) >= mostVisitors {
			a = netip.Addr{}
		}
		if v = g.visitors[a]; v == nil {
			v = &visitor{rate: rate.NewLimiter(rate.Limit(g.limits.Rate), g.limits.Burst)}
			g.visitors[a] = v
		}
	}
	v.seen = now
	switch {
	case g.limits.Rate > 0 && !v.rate.AllowN(now, 1):
		return nil, tooMany.because("%g a second are allowed", g.limits.Rate).after(1)
	case v.open >= g.limits.PerAddress:
		return nil, tooMany.because("%d at a time are allowed", g.limits.PerAddress).after(1)
	}
	v.open++
	return v, nil
}

func (g *guard) leave(v *visitor) {
	g.mu.Lock()
	defer g.mu.Unlock()
	v.open--
}

// forget drops addresses that have asked nothing for a while.
func (g *guard) forget(now time.Time) {
	for a, v := range g.visitors {
		if v.open == 0 && now.Sub(v.seen) > forgottenWait {
			delete(g.visitors, a)
		}
	}
}

// address is what the limits of a request go by. Who has an IPv6 network has all of
// its addresses, so the first half of an address stands for it.
func (g *guard) address(r *http.Request) netip.Addr {
	text := r.RemoteAddr
	if g.behindProxy {
		all := r.Header.Values("X-Forwarded-For")
		if len(all) > 0 {
			last := all[len(all)-1]
			text = strings.TrimSpace(last[strings.LastIndexByte(last, ',')+1:])
		}
	}
	a, err := netip.ParseAddr(text)
	if err != nil {
		with, _ := netip.ParseAddrPort(text) // none: all that cannot be read share one
		a = with.Addr()
	}
	a = a.Unmap().WithZone("")
	if a.Is6() {
		half, _ := a.Prefix(64) // 64 bits are in every address of 128
		a = half.Addr()
	}
	return a
}

// batch waits for its turn to take a body with many submissions.
func (g *guard) batch(ctx context.Context) (leave func(), err error) {
	const patience = 10 * time.Second
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	select {
	case g.batches <- struct{}{}:
		return func() { <-g.batches }, nil
	case <-ctx.Done():
		return nil, busy.because("%d bodies with many submissions are at work", g.limits.Batches).after(5)
	}
}

// recorder remembers what a handler has answered.
type recorder struct {
	http.ResponseWriter
	status int
}

// WriteHeader implements [http.ResponseWriter].
func (w *recorder) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write implements [http.ResponseWriter].
func (w *recorder) Write(b []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	return w.ResponseWriter.Write(b)
}

// Unwrap is for [http.ResponseController].
func (w *recorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// answer has a handler answer a request within the limits, and turns its error into
// a problem.
func (s *Site) answer(to route, w http.ResponseWriter, r *http.Request) {
	began := time.Now()
	rec := &recorder{ResponseWriter: w}
	defer func() { s.meter.request(to.name, rec.status, time.Since(began)) }()
	defer func() {
		fault := recover()
		if fault == nil {
			return
		}
		if fault == http.ErrAbortHandler { // the way of net/http to cut a connection
			panic(fault)
		}
		s.log.Error("a handler failed", "route", to.name, "fault", fmt.Sprint(fault), "stack", string(debug.Stack()))
		s.refuse(rec, internal.because(""))
	}()
	leave, err := s.guard.enter(r)
	if err == nil {
		defer leave()
		if to.token {
			err = s.admit(r)
		}
	}
	if err == nil {
		err = to.answer(rec, r)
	}
	if err != nil {
		s.refuse(rec, err)
	}
}

// refuse answers with a problem, unless an answer has begun.
func (s *Site) refuse(w *recorder, err error) {
	p, told := problemOf(err)
	if !told {
		s.log.LogAttrs(context.Background(), slog.LevelError, "a request failed", slog.Any("error", err))
	}
	if w.status == 0 {
		p.write(w)
	}
}
