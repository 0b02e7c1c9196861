package cluster

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/halma-solve/halma-solve/cache/files"
)

// ErrMissing is wrapped when there is no object of a name, or another one than the
// name says.
var ErrMissing = errors.New("an object is missing")

// objects keeps bytes under their [Sum].
type objects interface {
	put(ctx context.Context, sum string, data []byte) error
	get(ctx context.Context, sum string) ([]byte, error)
	drop(ctx context.Context, sum string) error
}

// Put keeps bytes and returns their [Sum].
func (c *Client) Put(ctx context.Context, data []byte) (string, error) {
	sum := Sum(data)
	return sum, c.objects.put(ctx, sum, data)
}

// Get returns the bytes with a [Sum]. Errors wrap [ErrMissing] if they are not there.
// Something else under that name is removed, so that it can be made again.
func (c *Client) Get(ctx context.Context, sum string) ([]byte, error) {
	if raw, err := hex.DecodeString(sum); err != nil || len(raw) != sha256.Size {
		return nil, fmt.Errorf("%w: %.80q is no name", ErrMissing, sum)
	}
	data, err := c.objects.get(ctx, sum)
	if err == nil && Sum(data) != sum {
		_ = c.objects.drop(ctx, sum) // it is of no use in any case
		err = fmt.Errorf("%w: what was there as %s was something else", ErrMissing, sum)
	}
	return data, err
}

// Remove removes the object of a name.
func (c *Client) Remove(ctx context.Context, sum string) error { return c.objects.drop(ctx, sum) }

// store is the object store of a server.
type store struct {
	client *Client
	bucket jetstream.ObjectStore
	stream jetstream.Stream // that has the bucket
}

// openStore opens the bucket for objects.
func (c *Client) openStore(ctx context.Context) (*store, error) {
	bucket, err := c.js.ObjectStore(ctx, objectBucket)
	if err != nil {
		return nil, err
	}
	stream, err := c.js.Stream(ctx, "OBJ_"+objectBucket)
	return &store{c, bucket, stream}, err
}

// whole makes sure that all chunks of an object are there. The client's library can
// lose the error of a chunk that was refused, and then waits for it for ever.
func (s *store) whole(ctx context.Context, o *jetstream.ObjectInfo) error {
	chunks := "$O." + objectBucket + ".C." + o.NUID
	info, err := s.stream.Info(ctx, jetstream.WithSubjectFilter(chunks))
	switch {
	case err != nil:
		return err
	case info.State.Subjects[chunks] == uint64(o.Chunks):
		return nil
	case info.Config.MaxBytes > 0 && info.State.Bytes+o.Size > uint64(info.Config.MaxBytes):
		return fmt.Errorf("%w: its objects may have %d bytes in all, and have %d", ErrFull, info.Config.MaxBytes, info.State.Bytes)
	}
	return fmt.Errorf("%w: parts of %s are not there", ErrMissing, o.Name)
}

func (s *store) put(ctx context.Context, sum string, data []byte) error {
	return s.client.retryBytes(ctx, uint64(len(data)), func(ctx context.Context) error {
		info, err := s.bucket.GetInfo(ctx, sum)
		if err == nil && info.Size == uint64(len(data)) && s.whole(ctx, info) == nil {
			return nil // it is there; the name says all
		}
		info, err = s.bucket.Put(ctx, jetstream.ObjectMeta{Name: sum}, bytes.NewReader(data))
		if err != nil {
			return err
		}
		if err := s.whole(ctx, info); err != nil {
			return errors.Join(err, s.bucket.Delete(ctx, sum))
		}
		return nil
	})
}

func (s *store) get(ctx context.Context, sum string) (data []byte, err error) {
	var about *jetstream.ObjectInfo
	err = s.client.retry(ctx, func(ctx context.Context) error {
		about, err = s.bucket.GetInfo(ctx, sum)
		return err
	})
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		return nil, fmt.Errorf("%w: %s (%w)", ErrMissing, sum, err)
	}
	if err != nil {
		return nil, err
	}
	err = s.client.retryBytes(ctx, about.Size, func(ctx context.Context) error {
		data, err = s.bucket.GetBytes(ctx, sum)
		if err == nil || !passing(err) {
			return err
		}
		if info, known := s.bucket.GetInfo(ctx, sum); known == nil {
			if gone := s.whole(ctx, info); errors.Is(gone, ErrMissing) || errors.Is(gone, ErrFull) {
				return fmt.Errorf("%w: %s", ErrMissing, sum)
			}
		}
		return err
	})
	if errors.Is(err, jetstream.ErrObjectNotFound) || errors.Is(err, jetstream.ErrDigestMismatch) {
		err = fmt.Errorf("%w: %s (%w)", ErrMissing, sum, err)
	}
	return data, err
}

func (s *store) drop(ctx context.Context, sum string) error {
	return s.client.retry(ctx, func(ctx context.Context) error { return s.bucket.Delete(ctx, sum) })
}

// directory is one that all machines have.
type directory string

func (d directory) path(sum string) string { return filepath.Join(string(d), sum[:2], sum) }

func (d directory) put(_ context.Context, sum string, data []byte) error {
	path := d.path(sum)
	if info, err := os.Stat(path); err == nil && info.Size() == int64(len(data)) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	file, err := files.Create(path, 0o666)
	if err != nil {
		return err
	}
	if _, err := file.Write(data); err != nil {
		file.Discard()
		return err
	}
	return file.Commit()
}

func (d directory) get(_ context.Context, sum string) ([]byte, error) {
	data, err := os.ReadFile(d.path(sum))
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%w: %w", ErrMissing, err)
	}
	return data, err
}

func (d directory) drop(_ context.Context, sum string) error { return os.Remove(d.path(sum)) }
