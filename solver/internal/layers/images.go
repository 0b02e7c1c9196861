package layers

import (
	"sync"
	"sync/atomic"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/solver/internal/parallel"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// WithImages returns the positions of l whose image under σ is in one of the layers given,
// and those whose image needs to be in none. Of images ask leaves, in place, those that
// need to be; it is called by many workers at once.
//
// Layers in files are read once for so many images that these take an eighth of the
// memory.
func (l *Layer[W]) WithImages(r *session.Run, s *Space[W], in []*Layer[W], ask func(images []W) []W) (*Layer[W], error) {
	var over atomic.Bool // what is held is of the size that was said
	defer r.Watch(&over)()
	r.Doing(session.Images, cache.Shards)
	var w W
	out := &sifting[W]{run: r, space: s, in: in, ask: ask, kept: new(Layer[W])}
	bytes := max(int64(l.Size())*int64(len(w))*8, 1)
	step := int(min(max(cache.Shards*(r.Memory/8)/bytes, 1), cache.Shards))
	for at := 0; at < cache.Shards; at += step {
		if err := out.sift(l, at, min(at+step, cache.Shards)); err != nil {
			return nil, err
		}
	}
	if err := r.Stop(); err != nil { // ask may have answered in haste
		return nil, err
	}
	return out.kept, InShards(r.Workers, func(i int) { out.kept.Shards[i] = sorted(out.kept.Shards[i]) })
}

// sifting is WithImages under way.
type sifting[W positions.Words] struct {
	run   *session.Run
	space *Space[W]
	in    []*Layer[W]
	ask   func([]W) []W

	mu   sync.Mutex
	kept *Layer[W]
}

// imagesAtOnce is how many images are asked about together.
const imagesAtOnce = 1 << 12

// sift takes the shards from … to−1 of l.
func (f *sifting[W]) sift(l *Layer[W], from, to int) error {
	var images [cache.Shards][]W // that need to be in one of the layers, by their own shards
	err := parallel.InParts(f.run.Workers, to-from, 1, func(i, _ int) error {
		if err := f.run.Stop(); err != nil {
			return err
		}
		shard, err := l.Shard(from + i)
		if err != nil {
			return err
		}
		kept, found := f.askAbout(shard)
		f.run.Done.Add(1)
		f.mu.Lock()
		defer f.mu.Unlock()
		f.kept.Shards[from+i] = append(f.kept.Shards[from+i], kept...)
		for k := range found {
			if len(found[k]) > 0 { // few of them, where there are few
				images[k] = append(images[k], found[k]...)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return parallel.InParts(f.run.Workers, cache.Shards, 1, func(i, _ int) error {
		if len(images[i]) == 0 {
			return nil
		}
		return f.lookUp(images[i], i)
	})
}

// askAbout returns the positions whose images need to be nowhere, and the images of the
// others by shard.
func (f *sifting[W]) askAbout(shard []W) (kept []W, found [cache.Shards][]W) {
	var images, asked []W
	var keys []uint64
	for from := 0; from < len(shard); from += imagesAtOnce {
		some := shard[from:min(from+imagesAtOnce, len(shard))]
		images, keys = images[:0], keys[:0]
		for k := range some {
			image, key := f.space.Turned(&some[k])
			images, keys = append(images, image), append(keys, key)
		}
		asked = f.ask(append(asked[:0], images...))
		// The images of different positions are different, and ask keeps their order.
		n := 0
		for k := range images {
			if n == len(asked) || images[k] != asked[n] {
				kept = append(kept, some[k])
				continue
			}
			n++
			i := cache.ShardOf(keys[k])
			found[i] = append(found[i], images[k])
		}
	}
	return kept, found
}

// lookUp keeps the positions whose images, all of one shard, are in one of the layers.
func (f *sifting[W]) lookUp(images []W, i int) error {
	for _, l := range f.in {
		shard, err := l.Shard(i)
		if err != nil {
			return err
		}
		rest := images[:0]
		for k := range images {
			if !isIn(shard, &images[k]) {
				rest = append(rest, images[k])
				continue
			}
			w, key := f.space.Turned(&images[k])
			f.mu.Lock()
			to := &f.kept.Shards[cache.ShardOf(key)]
			*to = append(*to, w)
			f.mu.Unlock()
		}
		images = rest
	}
	return nil
}
