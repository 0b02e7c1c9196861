package cluster

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// mostAcks is how many tasks may be in the hands of workers at once, for each pool. It
// is set when the consumer is made and never changed: a change on a consumer at work
// can make it stand still.
const mostAcks = 20_000

// idleConsumer is how long the consumer of a build that nobody runs any more is kept.
const idleConsumer = 72 * time.Hour

// open finds what the cluster has, or makes it.
func (c *Client) open(ctx context.Context) error {
	for try := 0; ; try++ {
		err := c.retry(ctx, c.find)
		missing := errors.Is(err, jetstream.ErrStreamNotFound) || errors.Is(err, jetstream.ErrBucketNotFound)
		switch {
		case err == nil:
			return c.agree()
		case !missing:
			return err
		case !c.Patient:
			if err := c.retry(ctx, c.make); err != nil {
				return err
			}
		default:
			c.once("waiting until somebody sets the cluster up")
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(pause(try)):
			}
		}
	}
}

// find looks up streams and buckets. The stream of tasks is made last and looked up
// first, so that who finds it finds all.
func (c *Client) find(ctx context.Context) (err error) {
	if c.tasks, err = c.js.Stream(ctx, taskStream); err != nil {
		return err
	}
	if c.reports, err = c.js.Stream(ctx, reportStream); err != nil {
		return err
	}
	if c.dead, err = c.js.Stream(ctx, deadStream); err != nil {
		return err
	}
	if c.jobs, err = c.js.KeyValue(ctx, jobBucket); err != nil {
		return err
	}
	if c.Shared != "" {
		c.objects = directory(c.Shared)
		return nil
	}
	c.objects, err = c.openStore(ctx)
	return err
}

// make makes streams and buckets. Two may do it at once.
func (c *Client) make(ctx context.Context) error {
	s := c.Settings
	if s == (Settings{}) {
		s = Usual
	}
	limit := int64(-1)
	if s.Bytes > 0 {
		limit = s.Bytes
	}
	there := func(err error) bool { return err == nil || errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) }
	_, err := c.js.CreateObjectStore(ctx, jetstream.ObjectStoreConfig{
		Bucket: objectBucket, Description: "halma-solve: what tasks need and make, by SHA-256", TTL: s.Keep, MaxBytes: limit, Replicas: s.Replicas,
	})
	if err != nil && !errors.Is(err, jetstream.ErrBucketExists) {
		return err
	}
	_, err = c.js.CreateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: jobBucket, Description: "halma-solve: jobs", History: 1, Replicas: s.Replicas})
	if err != nil && !errors.Is(err, jetstream.ErrBucketExists) {
		return err
	}
	_, err = c.js.CreateStream(ctx, jetstream.StreamConfig{
		Name: reportStream, Description: "halma-solve: what became of tasks", Subjects: []string{reportSubjects + ">"},
		MaxAge: s.Keep, Replicas: s.Replicas, AllowDirect: true,
	})
	if !there(err) {
		return err
	}
	_, err = c.js.CreateStream(ctx, jetstream.StreamConfig{
		Name: deadStream, Description: "halma-solve: tasks that nobody could do, with the reason", Subjects: []string{deadSubjects + ">"},
		MaxAge: s.Keep, Replicas: s.Replicas,
	})
	if !there(err) {
		return err
	}
	_, err = c.js.CreateStream(ctx, jetstream.StreamConfig{
		Name: taskStream, Description: "halma-solve: tasks to be done", Subjects: []string{taskSubjects + ">"},
		Retention: jetstream.WorkQueuePolicy, Replicas: s.Replicas,
		// A task that is waiting or in work cannot be put in again.
		MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true,
		Metadata: map[string]string{
			protocolKey: Protocol, ackWaitKey: s.AckWait.String(), deliveriesKey: strconv.Itoa(s.Deliveries),
		},
	})
	if !there(err) {
		return err
	}
	return nil
}

// agree takes the settings that the cluster was set up with.
func (c *Client) agree() error {
	about := c.tasks.CachedInfo().Config
	if is := about.Metadata[protocolKey]; is != Protocol {
		return fmt.Errorf("%w: %s was set up for protocol %q, this program speaks %q", ErrVersion, c.where(), is, Protocol)
	}
	wait, err := time.ParseDuration(about.Metadata[ackWaitKey])
	deliveries, err2 := strconv.Atoi(about.Metadata[deliveriesKey])
	if err := errors.Join(err, err2); err != nil || wait <= 0 || deliveries <= 0 {
		return fmt.Errorf("%w: the stream %s lacks what halma-solve writes there", ErrVersion, taskStream)
	}
	c.Settings.AckWait, c.Settings.Deliveries = wait, deliveries
	return nil
}

// pool is that of this client.
func (c *Client) pool() string { return pool(c.Build, c.Shared != "") }

// consumer makes the consumer of this client's pool, or finds it.
func (c *Client) consumer(ctx context.Context) (consumer jetstream.Consumer, err error) {
	name := "halma-" + c.pool()
	err = c.retry(ctx, func(ctx context.Context) error {
		consumer, err = c.tasks.Consumer(ctx, name)
		if !errors.Is(err, jetstream.ErrConsumerNotFound) {
			return err
		}
		consumer, err = c.tasks.CreateConsumer(ctx, jetstream.ConsumerConfig{
			Durable: name, FilterSubject: taskSubjects + c.pool() + ".>", AckPolicy: jetstream.AckExplicitPolicy,
			AckWait: c.Settings.AckWait, MaxDeliver: -1, // workers count, see deliver
			MaxAckPending: mostAcks, InactiveThreshold: idleConsumer,
		})
		if errors.Is(err, jetstream.ErrConsumerExists) {
			consumer, err = c.tasks.Consumer(ctx, name)
		}
		return err
	})
	return consumer, err
}
