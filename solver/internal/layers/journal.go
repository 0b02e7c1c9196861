package layers

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/solver/certificate"
	"github.com/halma-solve/halma-solve/solver/internal/parallel"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// Journal keeps the layers of one search in files, so that a search that was
// stopped in any way goes on where it was, and layers need not stay in memory.
//
//	layer-09.run           a whole layer
//	part-09-000-063.run    the successors of the tasks 0 … 63 of the layer (see making)
//	summary-09.bin         the description of the layer in a certificate
//
// A file is there wholly or not at all. Its [session.Identity] says which search and depth
// it belongs to, the bounds that the layer was pruned by, and the digests of the
// two layers before (or as many as [Layered.Leap]), from which it follows: so each layer vouches for all before
// it. When a run is opened, its checksums, its digest and the place of each key
// are checked. What does not fit is removed and worked out anew.
//
// A nil journal keeps nothing.
type Journal[W positions.Words] struct {
	Run   *session.Run // whose workers check what is opened
	Saved *session.Savings
	Space *Space[W]
	Name  string // of the search; its directory
	// Before is called before anything is written; may be nil.
	Before func() error
}

// JournalOf returns the journal of a search for a puzzle, nil when no checkpoints
// are wanted.
func JournalOf[W positions.Words](k *session.Knowledge, s *Space[W], name string) *Journal[W] {
	saved := k.Savings()
	if saved == nil {
		return nil
	}
	return &Journal[W]{Run: k.Run, Saved: saved, Space: s, Name: name}
}

func (j *Journal[W]) identity(file string) session.Identity {
	return j.Saved.Identity(j.Name + "/" + file)
}

// layerID returns the identity of a layer that was made from those with the
// digests given, but for its bounds.
func (j *Journal[W]) layerID(depth int, from []string) session.Identity {
	id := j.identity(fmt.Sprintf("layer-%02d.run", depth))
	id.From = from
	return id
}

// load returns a layer that was saved, and its bounds, which must be covered. A
// file of another identity is removed.
func (j *Journal[W]) load(id session.Identity, covered func(json.RawMessage) bool) (*Layer[W], json.RawMessage, error) {
	run, bounds, err := j.Open(id)
	if run == nil || err != nil {
		return nil, nil, err
	}
	if !covered(bounds) {
		return nil, nil, errors.Join(run.Close(), os.Remove(j.Saved.Path(id.File)))
	}
	return &Layer[W]{file: run, written: digestOf(run.Info())}, bounds, nil
}

func digestOf(info cache.RunInfo) string { return hex.EncodeToString(info.Digest[:]) }

// Open opens a run of the identity given, with whatever bounds, and checks all of
// it. One that does not fit is removed; run is nil if there is none.
func (j *Journal[W]) Open(id session.Identity) (run *cache.Run[W], bounds json.RawMessage, err error) {
	path := j.Saved.Path(id.File)
	run, err = cache.OpenRun[W](path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil, nil
	}
	if err == nil {
		var fits bool
		if bounds, fits = id.BoundsOf(run.Label()); !fits {
			return nil, nil, errors.Join(run.Close(), os.Remove(path))
		}
		if err = j.check(run); err == nil {
			return run, bounds, nil
		}
		_ = run.Close() // err says more
	}
	for _, damage := range []error{cache.ErrRunDamaged, cache.ErrRunForeign, cache.ErrRunVersion, cache.ErrRunWidth} {
		if errors.Is(err, damage) {
			return nil, nil, os.Remove(path)
		}
	}
	return nil, nil, err
}

// keysChecked is about how many keys are read at once, between looks at the clock: one shard
// at least.
const keysChecked = 1 << 16

// check reads all of a run: whether each key may be where it is, and the digest. It holds
// what is read at once for each worker twice ([parallel.InOrder]).
func (j *Journal[W]) check(run *cache.Run[W]) error {
	var over atomic.Bool // that is little
	defer j.Run.Watch(&over)()
	digest := cache.NewRunDigest[W](run.Label())
	some := int(min(max(cache.Shards*keysChecked/max(run.Len(), 1), 1), cache.Shards))
	err := parallel.InOrder(j.Run.Workers, (cache.Shards+some-1)/some, func(i int) (keys []W, err error) {
		err = j.Run.Stop()
		for shard := i * some; shard < min((i+1)*some, cache.Shards) && err == nil; shard++ {
			had := len(keys)
			if keys, err = run.ReadShard(shard, keys); err == nil && !j.Space.holds(shard, keys[had:]) {
				err = cache.ErrRunDamaged
			}
		}
		return keys, err
	}, func(_ int, keys []W) error {
		digest.Add(keys)
		return nil
	})
	if err != nil {
		return err
	}
	return digest.Compare(run)
}

// save writes a layer, unless that was done before, or other machines keep it.
func (j *Journal[W]) save(id session.Identity, l *Layer[W]) (err error) {
	if l.written == "" && l.away == nil {
		l.written, err = j.write(id, 1, l.Shard)
	}
	return err
}

// onDisk saves a layer and returns it as one in its file, unless other machines keep
// it.
func (j *Journal[W]) onDisk(id session.Identity, l *Layer[W]) (*Layer[W], error) {
	if !l.here() {
		return l, nil
	}
	if err := j.save(id, l); err != nil {
		return nil, err
	}
	return j.reopen(id, l.written)
}

// toDisk returns a layer in its file whose shards are made by so many workers.
func (j *Journal[W]) toDisk(id session.Identity, workers int, shard func(i int) ([]W, error)) (*Layer[W], error) {
	digest, err := j.write(id, workers, shard)
	if err != nil {
		return nil, err
	}
	return j.reopen(id, digest)
}

// write writes a run, shard by shard as so many workers make them, and returns its
// digest.
func (j *Journal[W]) write(id session.Identity, workers int, shard func(i int) ([]W, error)) (digest string, err error) {
	if j.Before != nil {
		if err := j.Before(); err != nil {
			return "", err
		}
	}
	if err := j.Saved.Open(); err != nil {
		return "", err
	}
	path := j.Saved.Path(id.File)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return "", fmt.Errorf("checkpoints: %w", err)
	}
	head, err := id.Head()
	if err != nil {
		return "", err
	}
	w, err := cache.CreateRun[W](path, head)
	if err != nil {
		return "", err
	}
	defer func() { _ = w.Abort() }() // nothing is left to do after Close
	if err := parallel.InOrder(workers, cache.Shards, shard, w.Append); err != nil {
		return "", err
	}
	info, err := w.Close()
	if err != nil {
		return "", err
	}
	return digestOf(info), nil
}

// reopen opens what this run wrote itself.
func (j *Journal[W]) reopen(id session.Identity, digest string) (*Layer[W], error) {
	run, err := cache.OpenRun[W](j.Saved.Path(id.File))
	if err != nil {
		return nil, err
	}
	head, err := id.Head()
	if err == nil && (!bytes.Equal(run.Label(), head) || digestOf(run.Info()) != digest) {
		err = fmt.Errorf("checkpoints: %s was changed by somebody else", j.Saved.Path(id.File))
	}
	if err != nil {
		return nil, errors.Join(err, run.Close())
	}
	return &Layer[W]{file: run, written: digest}, nil
}

// summaryID returns the identity of the description of a layer that was written.
func (j *Journal[W]) summaryID(depth int, l *Layer[W]) session.Identity {
	id := j.identity(fmt.Sprintf("summary-%02d.bin", depth))
	id.From = []string{l.written}
	return id
}

// saveSummary keeps the description of a layer that was written: to make it
// takes a walk over it.
func (j *Journal[W]) saveSummary(d certificate.Layer, l *Layer[W]) error {
	if j == nil || l.written == "" {
		return nil
	}
	data, err := json.Marshal(d)
	if err != nil {
		return err
	}
	return j.Saved.Save(j.summaryID(d.Depth, l), data)
}

// summary returns what saveSummary kept.
func (j *Journal[W]) summary(depth int, l *Layer[W]) (d certificate.Layer, ok bool, err error) {
	if j == nil || l.written == "" {
		return d, false, nil
	}
	data, ok, err := j.Saved.Load(j.summaryID(depth, l))
	if !ok || err != nil || json.Unmarshal(data, &d) != nil || d.Depth != depth || d.Positions != int64(l.Size()) {
		return certificate.Layer{}, false, err
	}
	return d, true, nil
}

// part is a file with the successors of some tasks of a layer.
type part[W positions.Words] struct {
	run  *cache.Run[W]
	path string
	next int // the first task whose successors are not in it or in a part before
}

// partFile is the name of a part. It has as many digits as the greatest task.
const partFile = "part-%02d-%03d-%03d.run"

// partID returns the identity of the part from … next−1 of a layer, but for its
// bounds.
func (j *Journal[W]) partID(depth, from, next int, before []string) session.Identity {
	id := j.identity(fmt.Sprintf(partFile, depth, from, next-1))
	id.From = before
	return id
}

// parts returns the parts of a layer that are there without gap from task 0 on
// and were made under the same bounds, which it returns, too. Parts under other
// bounds than the first are removed.
func (j *Journal[W]) parts(depth int, before []string) (out []part[W], bounds json.RawMessage, err error) {
	if j == nil {
		return nil, nil, nil
	}
	entries, err := os.ReadDir(j.Saved.Path(j.Name))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, fmt.Errorf("checkpoints: %w", err)
	}
	next := 0
	for _, e := range entries { // by name, that is, by depth and first task
		var at, from, last int
		if _, err := fmt.Sscanf(e.Name(), partFile, &at, &from, &last); err != nil || at != depth || from != next || last < from {
			continue
		}
		id := j.partID(depth, from, last+1, before)
		if e.Name() != strings.TrimPrefix(id.File, j.Name+"/") {
			continue
		}
		run, made, err := j.Open(id)
		if err != nil {
			return nil, nil, err
		}
		if run == nil {
			continue
		}
		if len(out) == 0 {
			bounds = made
		}
		p := part[W]{run, j.Saved.Path(id.File), last + 1}
		if !bytes.Equal(bounds, made) {
			if err := j.dropParts([]part[W]{p}); err != nil {
				return nil, nil, err
			}
			continue
		}
		out, next = append(out, p), p.next
	}
	return out, bounds, nil
}

// dropParts removes parts that are of no more use.
func (j *Journal[W]) dropParts(parts []part[W]) error {
	var errs []error
	for _, p := range parts {
		errs = append(errs, p.run.Close(), os.Remove(p.path))
	}
	return errors.Join(errs...)
}

// Remove deletes the journal of a search that is over.
func (j *Journal[W]) Remove() error {
	if j == nil {
		return nil
	}
	return os.RemoveAll(j.Saved.Path(j.Name))
}
