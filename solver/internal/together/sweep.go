package together

import (
	"iter"
	"slices"
	"sync"
	"time"
	"unsafe"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/solver/internal/session"
)

// stocked is a position with the stock of the helpers, 0 where they have none, see [late];
// and with the place in the layer before of one that leads to it: the first one of those
// that lead to it with so much.
type stocked[W positions.Words] struct {
	position[W]
	source
}

// source is with what stock a position was met, and from where.
type source struct{ stock, from int32 }

// better reports whether one is kept in place of another one of the same position.
func (s source) better(than source) bool {
	return s.stock > than.stock || s.stock == than.stock && s.from < than.from
}

// sweep makes layers of positions, one from the other. One that has paused, in a layer or
// between two, goes on there, and so does one of a later run that has its file.
type sweep[W positions.Words] struct {
	*session.Run
	space  *space[W]
	turns  int // of the games
	width  int // of a beam; 0: all positions are kept
	end    int // the depth of the last layer to be made
	made   int // layers after the first one
	layers [][]stocked[W]
	next   *table[W] // the layer under way; nil for none
	into   int       // positions of the last layer that have been expanded into it
	done   int64     // positions of the layers before the last
	widest int
	file   file
}

// shards is how many tables the positions of a layer are spread over.
const shards = 256

// Between two looks at the time to save a group of positions is expanded: about as many as
// take groupTime, and no more than mostInGroup, for some take microseconds and others, with a
// long stock, a second. A worker takes an inShares-th part of it at a time.
const (
	mostInGroup = 4096
	inShares    = 64
	groupTime   = 4 * time.Second
)

// worker is a goroutine's share of a layer.
type worker[W positions.Words] interface {
	expand(p *stocked[W], at int) // puts what follows a position of the last layer into a table
	counted() *tally
}

// tally is what a worker has met since it was last asked.
type tally struct{ generated, pruned, duplicates int64 }

func (t *tally) counted() *tally { return t }

// last returns the last layer that is complete.
func (s *sweep[W]) last() []stocked[W] { return s.layers[len(s.layers)-1] }

// more reports whether there is a layer to be made.
func (s *sweep[W]) more() bool { return s.made < s.end && len(s.last()) > 0 }

// begin begins with a layer of the start, or of no position.
func (s *sweep[W]) begin(start ...stocked[W]) { s.layers = [][]stocked[W]{start} }

// grow makes the next layer, with workers that put positions into a table, and has keep
// choose from it. It pauses with [session.ErrBudget] rather than expand more positions than
// budget in all.
func (s *sweep[W]) grow(budget int64, newWorker func(*table[W]) worker[W], keep func([]stocked[W]) []stocked[W]) error {
	last := s.last()
	if err := s.Afford(); err != nil {
		return err
	}
	if s.done+int64(len(last)) > budget {
		return session.ErrBudget
	}
	if s.next == nil {
		s.next = newTable[W]()
	}
	s.Enter(s.made, s.end, len(last))
	s.Hold(s.bytes(), s.next.bytes)
	defer s.Hold(0, nil)
	s.Done.Store(int64(s.into))
	workers := make([]worker[W], s.Workers)
	for i := range workers {
		workers[i] = newWorker(s.next)
	}
	size := mostInGroup / inShares // of the next group
	for s.into < len(last) {
		group := last[s.into:min(s.into+min(size, s.Pace.Group), len(last))]
		began := time.Now()
		err := s.expand(group, max(size/inShares, 1), workers)
		switch took := time.Since(began); {
		case took > groupTime:
			size = max(size/2, s.Workers)
		case took < groupTime/4:
			size = min(size*2, mostInGroup)
		}
		if err := s.save(err); err != nil {
			return err
		}
	}
	next := keep(slices.AppendSeq(make([]stocked[W], 0, s.next.size()), s.next.all()))
	slices.SortFunc(next, order)
	s.next, s.into = nil, 0
	s.Work, s.done = s.Work+int64(len(last)), s.done+int64(len(last))
	s.made, s.layers, s.widest = s.made+1, append(s.layers, next), max(s.widest, len(next))
	return nil
}

// expand expands positions into the layer under way, so many at a time by a worker.
func (s *sweep[W]) expand(group []stocked[W], each int, workers []worker[W]) error {
	err := s.Share((len(group)+each-1)/each, func(worker, task int) int {
		from, to := task*each, min((task+1)*each, len(group))
		for i := from; i < to; i++ {
			workers[worker].expand(&group[i], s.into+i)
		}
		return to - from
	}, func(worker int) {
		t := workers[worker].counted()
		s.Generated.Add(t.generated)
		s.Pruned.Add(t.pruned)
		s.Duplicates.Add(t.duplicates)
		*t = tally{}
	})
	if err == nil {
		s.into += len(group)
	}
	return err
}

// bytes returns the memory of the layers that are complete.
func (s *sweep[W]) bytes() int64 {
	n := 0
	for _, l := range s.layers {
		n += len(l)
	}
	return int64(n) * bytesEach[W]()
}

// held returns the memory of a sweep that has paused.
func (s *sweep[W]) held() int64 {
	if s.next == nil {
		return s.bytes()
	}
	return s.bytes() + s.next.bytes()
}

// bytesEach is how much a position takes in a layer.
func bytesEach[W positions.Words]() int64 { return int64(unsafe.Sizeof(stocked[W]{})) }

// table is a layer under way: a set of positions, each with the best source it was met
// with. Goroutines may use it at the same time.
type table[W positions.Words] [shards]part[W]

// part is a part of a table.
type part[W positions.Words] struct {
	mu  sync.Mutex
	set map[position[W]]source
}

func newTable[W positions.Words]() *table[W] {
	t := new(table[W])
	for i := range t {
		t[i].set = map[position[W]]source{}
	}
	return t
}

// has reports whether a position is there with as much stock, or more; if it is as much,
// the first of the two places is where it comes from.
func (t *table[W]) has(p *position[W], with source) bool {
	part := &t[hash(p)%shards]
	part.mu.Lock()
	defer part.mu.Unlock()
	have, known := part.set[*p]
	if known && have.stock == with.stock && with.better(have) {
		part.set[*p] = with
	}
	return known && have.stock >= with.stock
}

// put puts a position into the table, or betters its source.
func (t *table[W]) put(p *position[W], with source) {
	part := &t[hash(p)%shards]
	part.mu.Lock()
	defer part.mu.Unlock()
	if have, known := part.set[*p]; !known || with.better(have) {
		part.set[*p] = with
	}
}

// size returns how many positions there are.
func (t *table[W]) size() (n int) {
	for i := range t {
		t[i].mu.Lock()
		n += len(t[i].set)
		t[i].mu.Unlock()
	}
	return n
}

// bytes returns about how much memory it takes.
func (t *table[W]) bytes() int64 { return int64(t.size()) * bytesEach[W]() * 5 / 2 }

// all returns the positions, in no order. Nobody may put any into the table meanwhile.
func (t *table[W]) all() iter.Seq[stocked[W]] {
	return func(yield func(stocked[W]) bool) {
		for i := range t {
			for p, with := range t[i].set {
				if !yield(stocked[W]{p, with}) {
					return
				}
			}
		}
	}
}

func order[W positions.Words](p, q stocked[W]) int { return p.compare(&q.position) }

// hash spreads positions.
func hash[W positions.Words](p *position[W]) uint64 {
	h := uint64(0)
	for k := range len(p.winner) {
		h = (h ^ p.winner[k]) * 0x9E3779B97F4A7C15
		h = (h ^ h>>29 ^ p.helpers[k]) * 0xBF58476D1CE4E5B9
	}
	return h ^ h>>32
}
