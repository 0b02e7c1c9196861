package layers

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/solver/certificate"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// Order is what another machine is to do: to expand positions of a layer, or to put
// together shards of the next one. What comes of it depends on the order alone.
type Order struct {
	About json.RawMessage `json:"about"` // what the filters are made of
	From  int             `json:"from"`
	To    int             `json:"to"` // shards From … To−1 of what the objects hold
	// Runs are the objects with the positions to expand.
	Runs []string `json:"runs,omitempty"`
	// Groups says which shards of successors go to an object of their own, for each
	// batch of so many positions; nil: they are the answer.
	Groups groups `json:"groups,omitempty"`
	Batch  int    `json:"batch,omitempty"`
	// Merge is the object with a mergeList, of what is put together; "": positions are
	// expanded.
	Merge string `json:"merge,omitempty"`
	// Plan is what the search decides by how its layers are made. Orders of another plan
	// may have left nothing behind that those of this one can use.
	Plan string `json:"plan,omitempty"`
}

// What objects with positions are for. Those of pieces are removed when their layer is
// made; so nothing else may have the same bytes, nor may those of another puzzle.
const (
	pieceOf = "piece of "
	partOf  = "part of "
)

// label is that of an object.
func (s *Space[W]) label(what string) []byte {
	f := s.Puzzle.Fingerprint()
	return append([]byte(what), f[:]...)
}

// mergeList names the objects that a part of a layer is put together from.
type mergeList struct {
	Pieces []string `json:"pieces"`           // successors
	Before []string `json:"before,omitempty"` // what does not belong to the layer
}

// foundLabel is the label of a run of successors: what came of the expansion besides.
type foundLabel struct {
	Generated int64 `json:"generated"`
	Pruned    int64 `json:"pruned"`
}

// possible reports whether the counts may be those of an expansion.
func (f foundLabel) possible() bool { return 0 <= f.Pruned && f.Pruned <= f.Generated }

// foundPieces is the answer to an expansion into groups.
type foundPieces struct {
	foundLabel
	Expanded int64      `json:"expanded"` // positions
	Pieces   [][]string `json:"pieces"`   // by group
}

// mergedPart is the answer to a merge.
type mergedPart struct {
	Object string `json:"object,omitempty"` // with the positions, "" if there are none
	Counts []int  `json:"counts"`           // of positions, by shard
	Found  int64  `json:"found"`            // different positions among the pieces
	Gain   int    `json:"gain"`             // the greatest, at least 0
	Digest string `json:"digest"`
}

// Crew carries out orders.
type Crew[W positions.Words] struct {
	*session.Run
	Space    *Space[W]
	NewSweep func(r *session.Run) *Sweep[W] // that expands
	Take     func(w *W) bool                // which positions are expanded; nil for all
	Keep     Keep[W]                        // leaves what belongs to the layer; nil: all
	Objects  session.Objects
}

// groups are ranges of shards: where each of them ends, and the next one begins.
type groups []int

// of returns the shards from … to−1 of a group.
func (g groups) of(n int) (from, to int) {
	if n > 0 {
		from = g[n-1]
	}
	return from, g[n]
}

// possible reports whether they cover all shards.
func (g groups) possible() bool {
	for n := range g {
		if from, to := g.of(n); to <= from {
			return false
		}
	}
	return g[len(g)-1] == cache.Shards
}

// Do carries out an order. Errors wrap [cache.ErrRunDamaged] if an object is no run of
// positions of the space.
func (c *Crew[W]) Do(ctx context.Context, o *Order) ([]byte, error) {
	if o.From < 0 || o.To <= o.From || o.To > cache.Shards || o.Groups != nil && (len(o.Groups) == 0 || !o.Groups.possible() || o.Batch < 1) {
		return nil, fmt.Errorf("%w: shards %d to %d in groups %v", cache.ErrRunDamaged, o.From, o.To, o.Groups)
	}
	do := c.expand
	if o.Merge != "" {
		do = c.merge
	}
	answer, err := do(ctx, o)
	if errors.Is(err, session.ErrMemory) {
		err = fmt.Errorf("%w: a part of a layer takes more than the %d bytes here; with more --memory here, or less for the command, it fits", err, c.Memory)
	}
	return answer, err
}

// expand expands the positions of an order, batch by batch.
func (c *Crew[W]) expand(ctx context.Context, o *Order) ([]byte, error) {
	sw := c.NewSweep(c.Run)
	c.Hold(0, sw.Table.Bytes)
	batch, n := new(Layer[W]), 0
	pieces := make([][]string, len(o.Groups))
	flush := func() error {
		if err := sw.Expand(batch); err != nil {
			return err
		}
		c.Hold(0, sw.Table.Bytes) // it is largest now
		batch, n = new(Layer[W]), 0
		return c.putGroups(ctx, sw, o.Groups, pieces)
	}
	for _, name := range o.Runs {
		data, err := c.Objects.Get(ctx, name)
		if err != nil {
			return nil, err
		}
		_, err = c.Space.eachShard(data, o.From, o.To, func(i int, keys []W) error {
			for k := range keys {
				if c.Take != nil && !c.Take(&keys[k]) {
					continue
				}
				batch.Shards[i] = append(batch.Shards[i], keys[k])
				if n++; o.Groups != nil && n == o.Batch {
					if err := flush(); err != nil {
						return err
					}
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	if o.Groups != nil {
		if n > 0 {
			if err := flush(); err != nil {
				return nil, err
			}
		}
		return json.Marshal(foundPieces{foundLabel{c.Generated.Load(), c.Pruned.Load()}, c.Expanded.Load(), pieces})
	}
	if err := sw.Expand(batch); err != nil {
		return nil, err
	}
	found, err := sw.Gather()
	if err != nil {
		return nil, err
	}
	label, err := json.Marshal(foundLabel{c.Generated.Load(), c.Pruned.Load()})
	if err != nil {
		return nil, err
	}
	return cache.EncodeRun(label, found.Shard)
}

// putGroups empties the table into objects, a group of shards each, and adds their
// names.
func (c *Crew[W]) putGroups(ctx context.Context, sw *Sweep[W], of groups, pieces [][]string) error {
	found, err := sw.Gather()
	if err != nil {
		return err
	}
	for g := range pieces {
		from, to := of.of(g)
		name, _, err := c.Space.putShards(ctx, c.Objects, found, from, to)
		if err != nil {
			return err
		}
		if name != "" {
			pieces[g] = append(pieces[g], name)
		}
	}
	return nil
}

// putShards keeps the shards from … to−1 of a layer as a piece, and returns its name, ""
// for none if they are empty, and how many positions it has.
func (s *Space[W]) putShards(ctx context.Context, objects session.Objects, l *Layer[W], from, to int) (name string, n int, err error) {
	data, err := cache.EncodeRun(s.label(pieceOf), func(i int) ([]W, error) {
		if i < from || i >= to {
			return nil, nil
		}
		shard, err := l.Shard(i)
		n += len(shard)
		return shard, err
	})
	if err != nil || n == 0 {
		return "", 0, err
	}
	name, err = objects.Put(ctx, data)
	return name, n, err
}

// merge puts a part of a layer together.
func (c *Crew[W]) merge(ctx context.Context, o *Order) (_ []byte, err error) {
	text, err := c.Objects.Get(ctx, o.Merge)
	if err != nil {
		return nil, err
	}
	var list mergeList
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, fmt.Errorf("%w: no list of what is to be put together: %w", cache.ErrRunDamaged, err)
	}
	pieces, bytes, err := c.open(ctx, list.Pieces)
	if err != nil {
		return nil, err
	}
	before, more, err := c.open(ctx, list.Before)
	if err != nil {
		return nil, err
	}
	if bytes+more > c.Memory {
		return nil, session.ErrMemory
	}
	answer := mergedPart{Counts: make([]int, o.To-o.From)}
	var digest certificate.Sum
	total := 0
	data, err := cache.EncodeRun(c.Space.label(partOf), func(i int) ([]W, error) {
		if i < o.From || i >= o.To {
			return nil, nil
		}
		if err := c.Stop(); err != nil {
			return nil, err
		}
		shard, found, err := c.mergeShard(i, pieces, before)
		if err != nil {
			return nil, err
		}
		c.Hold(bytes+more+found*int64(8*len(c.Space.Start)), nil)
		gain, sum := c.Space.summary(shard)
		answer.Found += found
		answer.Gain = max(answer.Gain, gain)
		answer.Counts[i-o.From] = len(shard)
		total += len(shard)
		digest.AddSum(sum)
		return shard, nil
	})
	if answer.Digest = digest.String(); err == nil && total > 0 {
		answer.Object, err = c.Objects.Put(ctx, data)
	}
	if err != nil {
		return nil, err
	}
	return json.Marshal(answer)
}

// open opens runs, and returns how many bytes they take.
func (c *Crew[W]) open(ctx context.Context, names []string) (runs []*cache.Run[W], bytes int64, err error) {
	for _, name := range names {
		data, err := c.Objects.Get(ctx, name)
		if err != nil {
			return nil, 0, err
		}
		run, err := cache.DecodeRun[W](data)
		if err != nil {
			return nil, 0, err
		}
		runs = append(runs, run) // in memory: there is nothing to close
		bytes += int64(len(data))
	}
	return runs, bytes, nil
}

// mergeShard returns the positions of a shard of the layer, and how many different
// ones were found.
func (c *Crew[W]) mergeShard(i int, pieces, before []*cache.Run[W]) (shard []W, found int64, err error) {
	if shard, err = mergedShard[W](i, pieces, nil, nil); err != nil {
		return nil, 0, err
	}
	found = int64(len(shard))
	if !c.Space.holds(i, shard) {
		return nil, 0, outOfPlace(i)
	}
	for _, run := range before {
		old, err := run.ReadShard(i, nil)
		if err != nil {
			return nil, 0, err
		}
		shard = subtract(shard, old)
	}
	if c.Keep != nil {
		shard, err = c.Keep(shard)
	}
	return shard, found, err
}

// outOfPlace is the error about a shard from elsewhere.
func outOfPlace(shard int) error {
	return fmt.Errorf("%w: a key of shard %d is no position of the puzzle, or out of place", cache.ErrRunDamaged, shard)
}

// eachShard calls f for the shards from … to−1 of a run from elsewhere whose keys are
// positions of the space in their places, and returns its label. f must not keep the
// keys.
func (s *Space[W]) eachShard(data []byte, from, to int, f func(i int, keys []W) error) (label []byte, err error) {
	run, err := cache.DecodeRun[W](data)
	if err != nil {
		return nil, err
	}
	var keys []W
	for i := from; i < to; i++ {
		if run.ShardLen(i) == 0 {
			continue
		}
		if keys, err = run.ReadShard(i, keys[:0]); err != nil {
			return nil, err
		}
		if !s.holds(i, keys) {
			return nil, outOfPlace(i)
		}
		if err := f(i, keys); err != nil {
			return nil, err
		}
	}
	return run.Label(), nil
}
