package cluster

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Errors about a cluster.
var (
	// ErrRefused is wrapped when the server does not let this program in, or does not
	// let it do what it has to.
	ErrRefused = errors.New("the cluster refuses")
	// ErrVersion is wrapped when the cluster was set up by another version.
	ErrVersion = errors.New("the cluster is of another version")
	// ErrTooLong is wrapped when a message is longer than the server takes.
	ErrTooLong = errors.New("a message is too long for the cluster")
	// ErrFull is wrapped when the cluster has no room.
	ErrFull = errors.New("the cluster is full")
	// ErrFile is wrapped when a file with credentials or certificates is none.
	ErrFile = errors.New("a file for the cluster is no good")
	// ErrAway is wrapped when no server answers, or one without JetStream.
	ErrAway = errors.New("no cluster answers")
)

// Options say where the servers of a cluster are, and how to be let in.
type Options struct {
	URL       string // of one server or more, with commas between them
	Creds     string // file with JWT and key, or ""
	TokenFile string // file whose first line is the token, or ""
	Token     string // the token itself, or ""
	// Inside connects to a server in this process, in place of URL; nil for none.
	Inside    nats.InProcessConnProvider
	CA        string // file with the certificate of the authority, or ""
	Cert, Key string // files of the client's certificate, or ""
	Shared    string // directory that all machines have, in place of the object store, or ""
	Build     string // tells builds of the program apart
	Settings  Settings
	// Patient waits for servers that are not there yet.
	Patient bool
	Log     *slog.Logger
}

// Client is a connection to a cluster. It may be shared by goroutines.
type Client struct {
	Options
	Name    string // of this process in the cluster
	conn    *nats.Conn
	js      jetstream.JetStream
	tasks   jetstream.Stream
	reports jetstream.Stream
	dead    jetstream.Stream
	jobs    jetstream.KeyValue
	objects objects

	// permitted ends with what the server says that it does not permit; refuse ends it.
	permitted context.Context
	refuse    context.CancelCauseFunc

	mu   sync.Mutex
	told map[string]bool
	// lasting ends when the connection was broken and is there again.
	lasting context.Context
	renew   context.CancelFunc
}

// Close ends the connection.
func (c *Client) Close() {
	c.conn.Close()
	c.refuse(nil)
	c.again()
}

// again notes that the connection is a new one.
func (c *Client) again() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.renew != nil {
		c.renew()
	}
	c.lasting, c.renew = context.WithCancel(context.Background())
}

// connected ends when the connection of now has been broken and made again: then the
// server knows nothing of what was asked for before.
func (c *Client) connected() context.Context {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.lasting
}

// Connect connects to a cluster and sets it up if nobody has. A worker has fewer
// rights: it waits until somebody has.
func Connect(ctx context.Context, o Options) (*Client, error) {
	c, err := dial(ctx, o)
	if err != nil {
		return nil, err
	}
	if err := c.open(ctx); err != nil {
		c.conn.Close()
		return nil, err
	}
	return c, nil
}

// dial connects to a server.
func dial(ctx context.Context, o Options) (*Client, error) {
	host, err := os.Hostname()
	if err != nil {
		host = "unnamed"
	}
	c := &Client{
		Options: o, told: make(map[string]bool),
		Name: fmt.Sprintf("%s-%d-%04x", host, os.Getpid(), rand.IntN(1<<16)),
	}
	c.permitted, c.refuse = context.WithCancelCause(context.Background())
	c.again()
	options, err := c.natsOptions()
	if err != nil {
		return nil, err
	}
	for try, closed := 0, 0; ; try++ {
		c.conn, err = nats.Connect(o.URL, options...)
		if err == nil {
			break
		}
		if closed++; !errors.Is(err, nats.ErrTLS) {
			closed = 0
		}
		away := !refusal(err) && closed < mostClosed
		if err = c.explain(err); !away || !o.Patient {
			return nil, err
		}
		c.once("waiting for the cluster", "reason", err)
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(pause(try)):
		}
	}
	if c.js, err = jetstream.New(c.conn); err != nil {
		c.conn.Close()
		return nil, err
	}
	return c, nil
}

// mostClosed is how often a server may close the connection after the handshake of TLS
// until it is clear that it does not want this client: why it does so does not always
// come through.
const mostClosed = 5

// natsOptions are those of the connection: it is made again whenever it breaks, for as
// long as the program runs.
func (c *Client) natsOptions() ([]nats.Option, error) {
	options := []nats.Option{
		nats.Name("halma-solve " + c.Name),
		nats.MaxReconnects(-1),
		nats.CustomReconnectDelay(pause),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				c.Log.Warn("the cluster is away; waiting", "reason", err)
			}
		}),
		nats.ReconnectHandler(func(n *nats.Conn) {
			c.Log.Info("the cluster is back", "url", n.ConnectedUrlRedacted())
			c.again()
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			if errors.Is(err, nats.ErrPermissionViolation) {
				c.refuse(err)
			}
		}),
	}
	if c.Token != "" {
		options = append(options, nats.Token(c.Token))
	}
	if c.Inside != nil {
		options = append(options, nats.InProcessServer(c.Inside))
	}
	more, err := c.secrets()
	return append(options, more...), err
}

// pause is how long to wait before the next of many tries: 50 ms at first and 5 s at
// most, and never the same for all who wait.
func pause(try int) time.Duration {
	longest := min(50*time.Millisecond<<min(try, 10), 5*time.Second)
	return longest/2 + rand.N(longest/2)
}

// refusal reports whether an error does not pass by waiting.
func refusal(err error) bool {
	for _, e := range []error{
		nats.ErrAuthorization, nats.ErrAuthExpired, nats.ErrAuthRevoked, nats.ErrPermissionViolation, nats.ErrConnectionClosed,
		nats.ErrSecureConnRequired, nats.ErrSecureConnWanted, nats.ErrMaxPayload, nats.ErrNkeysNotSupported,
		jetstream.ErrJetStreamNotEnabled, jetstream.ErrJetStreamNotEnabledForAccount,
	} {
		if errors.Is(err, e) {
			return true
		}
	}
	return strings.Contains(err.Error(), "tls: ") || strings.Contains(err.Error(), "x509: ")
}

// passing reports whether trying again may help: the server is away, starting, or
// busy.
func passing(err error) bool {
	for _, e := range []error{
		context.DeadlineExceeded, nats.ErrTimeout, nats.ErrNoResponders, nats.ErrDisconnected, nats.ErrConnectionReconnecting,
		nats.ErrReconnectBufExceeded, jetstream.ErrNoStreamResponse, nats.ErrNoServers, jetstream.ErrNoHeartbeat,
	} {
		if errors.Is(err, e) {
			return true
		}
	}
	var api *jetstream.APIError
	return errors.As(err, &api) && !full(api) && (api.Code == 503 || api.Code == 500 || api.Code == 408)
}

// full reports whether the server has no room.
func full(err *jetstream.APIError) bool {
	return strings.Contains(err.Description, "maximum bytes exceeded") || strings.Contains(err.Description, "insufficient")
}

// callTime is how long one call of the server may take before it is made again, without
// the bytes that go with it: those may come as slowly as slowest, in bytes a second.
// Tests have less time.
var callTime = 10 * time.Second

const slowest = 100_000

// retry calls f until it succeeds or fails for good. It waits as long as servers are
// away.
func (c *Client) retry(ctx context.Context, f func(context.Context) error) error {
	return c.retryBytes(ctx, 0, f)
}

// retryBytes is retry for a call with so many bytes.
func (c *Client) retryBytes(ctx context.Context, bytes uint64, f func(context.Context) error) error {
	for try := 0; ; try++ {
		call, cancel := context.WithTimeout(ctx, callTime+time.Duration(float64(bytes)/slowest*float64(time.Second)))
		stop := context.AfterFunc(c.permitted, cancel)
		err := f(call)
		stop()
		cancel()
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case c.permitted.Err() != nil:
			return c.explain(context.Cause(c.permitted))
		case refusal(err) || !passing(err):
			return c.explain(err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause(try)):
		}
	}
}

// explain gives an error of NATS the words of this package, on one line.
func (c *Client) explain(err error) error {
	var api *jetstream.APIError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, nats.ErrAuthorization) || errors.Is(err, nats.ErrAuthExpired) || errors.Is(err, nats.ErrAuthRevoked):
		return fmt.Errorf("%w: the credentials for %s are not good there (%w)", ErrRefused, c.where(), err)
	case errors.Is(err, nats.ErrPermissionViolation):
		return fmt.Errorf("%w: %w", ErrRefused, err)
	case errors.Is(err, nats.ErrMaxPayload):
		return fmt.Errorf("%w: %s takes %d bytes; raise max_payload there, or name less at once", ErrTooLong, c.where(), c.conn.MaxPayload())
	case errors.Is(err, jetstream.ErrJetStreamNotEnabled) || errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount):
		return fmt.Errorf("%w: %s has no JetStream for this account", ErrAway, c.where())
	case errors.Is(err, nats.ErrNoServers) || errors.Is(err, nats.ErrTimeout):
		return fmt.Errorf("%w at %s", ErrAway, c.where())
	case errors.As(err, &api) && full(api):
		return fmt.Errorf("%w: %s", ErrFull, api.Description)
	case strings.Contains(err.Error(), "tls: ") || strings.Contains(err.Error(), "x509: "):
		return fmt.Errorf("%w: TLS with %s: %w", ErrRefused, c.where(), err)
	case errors.Is(err, nats.ErrTLS):
		return fmt.Errorf("%w: TLS with %s: it closes the connection after the handshake, as servers do that want another certificate of the client, or other credentials", ErrRefused, c.where())
	}
	return err
}

// where names the servers without passwords.
func (c *Client) where() string {
	if c.conn != nil && c.conn.ConnectedUrlRedacted() != "" {
		return c.conn.ConnectedUrlRedacted()
	}
	list := strings.Split(c.URL, ",")
	for i, url := range list {
		if scheme, rest, ok := strings.Cut(url, "://"); ok {
			list[i] = scheme + "://" + rest[strings.LastIndex(rest, "@")+1:]
		} else {
			list[i] = url[strings.LastIndex(url, "@")+1:]
		}
	}
	return strings.Join(list, ",")
}

// once logs a message that was not logged before.
func (c *Client) once(message string, about ...any) {
	key := message + fmt.Sprint(about...)
	c.mu.Lock()
	told := c.told[key]
	c.told[key] = true
	c.mu.Unlock()
	if !told {
		c.Log.Warn(message, about...)
	}
}
