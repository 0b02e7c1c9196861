// Package server is a NATS server with JetStream inside the program, for a room of
// machines where nobody wants to install one, and for tests.
//
// It adds 13.5 MB to the program, which has 50.6 MB with it, 37.1 MB with the client
// alone and 34.3 MB without either (linux/amd64, 2026-11).
package server

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strconv"
	"strings"
	"time"

	nats "github.com/nats-io/nats-server/v2/server"
)

// Options say how a server serves.
type Options struct {
	Listen string // host and port; port 0 is a free one
	Dir    string // where it keeps what it has
	Bytes  int64  // most that it keeps, 0 for three quarters of what the disk has free
	Token  string // that clients must have, "" for none
	// Always brings every message to the disk before it is answered: then what is
	// acknowledged survives a power cut, too, and not only kill -9.
	Always bool
	TLS    *tls.Config // nil for none
	Log    *slog.Logger
}

// Server is a server that runs.
type Server struct{ server *nats.Server }

// startTime is how long a server may take to find what it has kept.
const startTime = time.Minute

// Start starts a server. Other servers on the same directory must have ended.
func Start(o Options) (*Server, error) {
	host, portText, err := net.SplitHostPort(o.Listen)
	if err != nil {
		return nil, fmt.Errorf("--listen: %w", err)
	}
	port, err := strconv.Atoi(portText)
	if err != nil || port < 0 || port > 1<<16-1 {
		return nil, fmt.Errorf("--listen: %q is no port", portText)
	}
	if port == 0 {
		port = nats.RANDOM_PORT
	}
	s, err := nats.NewServer(&nats.Options{
		ServerName: "halma-solve", Host: host, Port: port, NoSigs: true, NoLog: o.Log == nil,
		JetStream: true, StoreDir: o.Dir, JetStreamMaxStore: o.Bytes, SyncAlways: o.Always,
		Authorization: o.Token, TLSConfig: o.TLS, TLS: o.TLS != nil,
	})
	if err != nil {
		return nil, err
	}
	if o.Log != nil {
		s.SetLoggerV2(logger{o.Log}, false, false, false)
	}
	s.Start()
	if !s.ReadyForConnections(startTime) {
		s.Shutdown()
		return nil, errors.New("the server cannot listen on " + o.Listen)
	}
	if !s.JetStreamEnabled() {
		s.Shutdown()
		return nil, errors.New("the server cannot use " + o.Dir)
	}
	return &Server{s}, nil
}

// URL is where clients find the server.
func (s *Server) URL() string { return s.server.ClientURL() }

// Loopback reports whether only this machine reaches the server.
func (s *Server) Loopback() bool {
	a, ok := s.server.Addr().(*net.TCPAddr)
	return ok && a.IP.IsLoopback()
}

// InProcessConn is a connection from this process, without the network.
func (s *Server) InProcessConn() (net.Conn, error) { return s.server.InProcessConn() }

// Stop ends the server, and returns when it has written what it has.
func (s *Server) Stop() {
	s.server.Shutdown()
	s.server.WaitForShutdown()
}

// logger gives what matters to a log.
type logger struct{ log *slog.Logger }

// Noticef leaves out what servers say in good days.
func (l logger) Noticef(string, ...any) {}

// Warnf tells a warning.
func (l logger) Warnf(format string, v ...any) { l.say(slog.LevelWarn, format, v...) }

// Fatalf tells why the server ends.
func (l logger) Fatalf(format string, v ...any) { l.say(slog.LevelError, format, v...) }

// Errorf tells what failed.
func (l logger) Errorf(format string, v ...any) { l.say(slog.LevelError, format, v...) }

// Debugf says nothing.
func (l logger) Debugf(string, ...any) {}

// Tracef says nothing.
func (l logger) Tracef(string, ...any) {}

func (l logger) say(level slog.Level, format string, v ...any) {
	l.log.Log(context.Background(), level, strings.TrimSpace(fmt.Sprintf(format, v...)))
}
