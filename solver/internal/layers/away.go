package layers

import (
	"fmt"
	"slices"
	"sync"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/solver/certificate"
)

// away is a layer that other machines have put together, and keep: here are the names
// of its parts, and what a certificate says of it.
type away[W positions.Words] struct {
	get    func(name string) ([]byte, error)
	parts  []awayPart
	counts [cache.Shards]int // of positions
	gain   int
	digest certificate.Sum

	mu   sync.Mutex
	last string        // the part that was read last
	run  *cache.Run[W] // its positions
}

// awayPart is an object with the shards from … to−1.
type awayPart struct {
	from, to int
	name     string
}

// overlapping names the parts that have shards from … to−1.
func (a *away[W]) overlapping(from, to int) (names []string) {
	for _, p := range a.parts {
		if p.from < to && from < p.to {
			names = append(names, p.name)
		}
	}
	return names
}

// whole reports whether the shards before one and those from it on are in different
// objects, so that nobody has to read any for both.
func (l *Layer[W]) whole(shard int) bool {
	return l.away == nil || !slices.ContainsFunc(l.away.parts, func(p awayPart) bool { return p.from < shard && shard < p.to })
}

// shard reads a shard. Whoever reads one often reads the next one, too.
func (a *away[W]) shard(i int) ([]W, error) {
	if a.counts[i] == 0 {
		return nil, nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	names := a.overlapping(i, i+1)
	if len(names) != 1 {
		return nil, fmt.Errorf("%w: %d parts have shard %d", cache.ErrRunDamaged, len(names), i)
	}
	if names[0] != a.last {
		data, err := a.get(names[0])
		if err != nil {
			return nil, err
		}
		run, err := cache.DecodeRun[W](data)
		if err != nil {
			return nil, err
		}
		a.last, a.run = names[0], run
	}
	keys, err := a.run.ReadShard(i, make([]W, 0, a.counts[i]))
	if err == nil && len(keys) != a.counts[i] {
		err = fmt.Errorf("%w: shard %d has %d positions, not %d", cache.ErrRunDamaged, i, len(keys), a.counts[i])
	}
	return keys, err
}
