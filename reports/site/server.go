package site

import (
	"context"
	"crypto/tls"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"
)

// The limits of connections. They are long enough for any player, and short enough
// that who sends or reads nothing is soon gone.
const (
	headerTime  = 5 * time.Second
	bodyTime    = 30 * time.Second // for a whole request
	answerTime  = 60 * time.Second
	idleTime    = 60 * time.Second
	headerBytes = 16 << 10
	graceTime   = 10 * time.Second // for requests at work when the server ends
	mostConns   = 1024
)

// Server returns a server for a handler with limits on headers, bodies, time and idle
// connections.
func Server(h http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler: h, ReadHeaderTimeout: headerTime, ReadTimeout: bodyTime, WriteTimeout: answerTime,
		IdleTimeout: idleTime, MaxHeaderBytes: headerBytes,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
}

// Serve answers on a listener, with TLS if certificates has any, until ctx ends; then
// it takes no more requests and gives those at work 10 seconds. At most 1024
// connections are open at a time, more wait. The error is nil when ctx has ended it.
func Serve(ctx context.Context, on net.Listener, h http.Handler, certificates []tls.Certificate, log *slog.Logger) error {
	server := Server(h, log)
	on = &limitedListener{Listener: on, room: make(chan struct{}, mostConns), closed: make(chan struct{})}
	ended := make(chan error, 1)
	go func() {
		if len(certificates) == 0 {
			ended <- server.Serve(on)
			return
		}
		server.TLSConfig = &tls.Config{Certificates: certificates, MinVersion: tls.VersionTLS12}
		ended <- server.ServeTLS(on, "", "")
	}()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), graceTime)
	defer cancel()
	err := server.Shutdown(grace)
	if errors.Is(err, context.DeadlineExceeded) {
		log.Warn("requests were cut off that took longer than the time for the end", "time", graceTime)
		err = server.Close()
	}
	<-ended
	return err
}

// limitedListener accepts a connection only when there is room for one.
type limitedListener struct {
	net.Listener
	room   chan struct{}
	closed chan struct{}
	once   sync.Once
}

// Accept waits for room and then for a connection.
func (l *limitedListener) Accept() (net.Conn, error) {
	select {
	case l.room <- struct{}{}:
	case <-l.closed:
		return nil, net.ErrClosed
	}
	c, err := l.Listener.Accept()
	if err != nil {
		<-l.room
		return nil, err
	}
	return &limitedConn{Conn: c, leave: sync.OnceFunc(func() { <-l.room })}, nil
}

// Close closes the listener and ends Accept.
func (l *limitedListener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return l.Listener.Close()
}

// limitedConn makes room when it is closed.
type limitedConn struct {
	net.Conn
	leave func()
}

// Close closes the connection.
func (c *limitedConn) Close() error {
	defer c.leave()
	return c.Conn.Close()
}
