package bounds

import (
	"sync/atomic"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
)

// LinkCorridor decides what a [Corridor] decides, of row counts with their links: with
// links s, row counts k that lead on in the corridor from depth t lead on here
//
//	at the depth end      always;
//	at any depth before   if some abstract move from row a to row b, where men climb
//	                      by links of s only, turns them into k' and s' (what the move
//	                      may set is set), with sum(k') ≥ least[t+1], so that k' leads
//	                      on from t+1 in the corridor and k' with s' here. A move may
//	                      stay in its row.
//
// Every concrete move is such a move (see [Links]), and a set with more links leads on
// wherever one with less does. So what does not lead on may be dropped. Staying without
// a move, as midpoints do one move before the middle, need not be tried: a move within
// a row sets links and takes none.
type LinkCorridor[W positions.Words] struct {
	*Links[W]
	corridor *Corridor
	ranks    *Projection
	end      int
	memo     *linkMemo
}

// LinksFit reports whether corridors of links can remember answers for the row counts
// of a pattern database and lengths up to one.
func LinksFit(p *Projection, length int) bool {
	return p.Size <= 1<<maxRankBits && p.n <= linkBits+4 && length <= maxLinkDepth
}

// NewCorridor returns one that follows links up to the depth end, in a corridor of the
// ranks of p; see [LinksFit].
func (l *Links[W]) NewCorridor(p *Projection, c *Corridor, end int) *LinkCorridor[W] {
	return &LinkCorridor[W]{Links: l, corridor: c, ranks: p, end: end, memo: newLinkMemo(0)}
}

// Follows reports whether it follows links to a depth in a corridor; nil does not.
func (c *LinkCorridor[W]) Follows(in *Corridor, end int) bool {
	return c != nil && c.corridor == in && c.end == end
}

// Room makes room for the answers to the successors of so many positions, within so
// many bytes. Answers that are there may be lost.
func (c *LinkCorridor[W]) Room(positions int, most int64) { c.memo = c.memo.room(positions, most) }

// Bytes returns the memory of the answers; nil has none.
func (c *LinkCorridor[W]) Bytes() int64 {
	if c == nil {
		return 0
	}
	return int64(len(c.memo.slots)) * 8
}

// Keep leaves, in place, of positions at depth t those that lead on; men gives the men
// of a position. byRows says that the row counts of all lead on in the corridor from t.
func (c *LinkCorridor[W]) Keep(list []W, men func(*W) W, t int, byRows bool) []W {
	if t >= c.end {
		return list
	}
	out := list[:0]
	var asked [linksTogether]linkQuestion
	for from := 0; from < len(list); from += linksTogether {
		some := list[from:min(from+linksTogether, len(list))]
		for i := range some {
			w := men(&some[i])
			asked[i] = c.question(&w, t, byRows)
		}
		c.memo.touch(asked[:len(some)])
		for i := range some {
			q := &asked[i]
			if q.key != 0 {
				q.leads = c.answer(&q.k, &q.below, q.name, q.links, q.key, t)
			}
			if q.leads {
				out = append(out, some[i])
			}
		}
	}
	return out
}

// linksTogether is how many positions are asked about together, so that the processor
// waits for several slots of the memory at once.
const linksTogether = 32

// linkQuestion is what is asked about a position.
type linkQuestion struct {
	k, below RowCounts
	name     rowName
	taken    uint32
	links    LinkSet
	key      uint64 // of the memory; 0: leads is the answer
	leads    bool
}

func (c *LinkCorridor[W]) question(men *W, t int, byRows bool) (q linkQuestion) {
	q.k, q.taken, q.links = c.of(men)
	all := c.all(q.taken, q.links)
	if q.leads = true; byRows && all {
		return q
	}
	q.below = q.k.below()
	q.name = c.ranks.name(&q.k, &q.below)
	if !byRows {
		if q.leads = c.byRows(&q.k, q.name, c.rows.sum(&q.k), t); !q.leads || all {
			return q
		}
	}
	q.key = linkKey(q.name, q.links, t)
	return q
}

// byRows answers for row counts alone.
func (c *LinkCorridor[W]) byRows(k *RowCounts, name rowName, sum, t int) bool {
	answer, known := c.corridor.memory.look(name, sum, t)
	if !known {
		counts := *k // so that k need not be in memory that is collected
		answer = c.corridor.search(&counts, name, sum, t)
	}
	return answer
}

// all reports whether rows with men have all links that there can be. Then there will
// be all: a move sets those of the row where its man comes to and of the one two below.
func (c *LinkCorridor[W]) all(taken uint32, links LinkSet) bool {
	return links == possible(taken)&c.valid
}

// leads answers for row counts that lead on in the corridor.
func (c *LinkCorridor[W]) leads(k, below *RowCounts, name rowName, taken uint32, links LinkSet, t int) bool {
	if t >= c.end || c.all(taken, links) {
		return true
	}
	return c.answer(k, below, name, links, linkKey(name, links, t), t)
}

// answer answers what is not clear without the memory.
func (c *LinkCorridor[W]) answer(k, below *RowCounts, name rowName, links LinkSet, key uint64, t int) bool {
	answer, known := c.memo.look(key)
	if !known {
		answer = c.search(k, below, name, links, t)
		c.memo.note(key, answer)
	}
	return answer
}

// search tries the hindmost men and their longest jumps first.
func (c *LinkCorridor[W]) search(k, below *RowCounts, name rowName, links LinkSet, t int) bool {
	sum := c.rows.sum(k)
	if c.corridor.hopeless(k, sum, t) {
		return false
	}
	moves := c.rows.moves(k)
	for todo := moves.taken; todo != 0; todo &= todo - 1 {
		a := uint8(trailing(todo))
		ends := links.climbs(a, moves.from(a)) | 1<<a
		for ends != 0 {
			b := uint8(31 - leading(ends))
			ends &^= 1 << b
			after := sum + int(b) - int(a)
			if after < c.corridor.least[t+1] {
				break // the rest is no farther ahead
			}
			next := c.ranks.moved(k, below, name, a, b)
			moved := *k
			moved[a]--
			moved[b]++
			if !c.byRows(&moved, next, after, t+1) {
				continue
			}
			taken := moves.taken | 1<<b
			if moved[a] == 0 {
				taken &^= 1 << a
			}
			under := moved.below()
			if c.leads(&moved, &under, next, taken, links.after(a, b, taken)&c.valid, t+1) {
				return true
			}
		}
	}
	return false
}

// linkMemo remembers answers. An answer may be lost to make room for another: then it
// is worked out again. A slot is a word, so that workers share it without locks:
//
//	rank: 28 bits │ links: 27 bits │ depth: 6 bits │ answer │ 1
type linkMemo struct {
	slots []atomic.Uint64
}

const (
	maxRankBits  = 28
	linkBits     = 27
	maxLinkDepth = 1<<6 - 1
	bucket       = 8         // slots of a cache line
	leastLinks   = 1 << 14   // slots
	slotsOfOne   = 2         // for each position of a layer
	answerBit    = uint64(2) // of a slot
)

func newLinkMemo(log int) *linkMemo {
	return &linkMemo{cache.Zeros[atomic.Uint64](max(leastLinks, 1<<log))}
}

// room returns a memory with room for the answers to so many positions.
func (m *linkMemo) room(positions int, most int64) *linkMemo {
	log := 0
	for 1<<log < positions*slotsOfOne && int64(8)<<(log+1) <= most {
		log++
	}
	if 1<<log <= len(m.slots) {
		return m
	}
	return newLinkMemo(log)
}

// linkKey is a slot without its answer.
func linkKey(name rowName, links LinkSet, t int) uint64 {
	return name.lo<<35 | uint64(links>>1)<<8 | uint64(t)<<2 | 1
}

// touch reads the first slot of each key that is asked for.
func (m *linkMemo) touch(asked []linkQuestion) {
	for i := range asked {
		m.slots[m.bucket(asked[i].key)].Load()
	}
}

func (m *linkMemo) look(key uint64) (answer, known bool) {
	at := m.bucket(key)
	for i := range bucket {
		switch slot := m.slots[at+i].Load(); slot {
		case key:
			return false, true
		case key | answerBit:
			return true, true
		case 0:
			return false, false
		}
	}
	return false, false
}

func (m *linkMemo) note(key uint64, answer bool) {
	at := m.bucket(key)
	i := int(key>>2) % bucket // the one that makes room, if none is empty
	for n := range bucket {
		if slot := m.slots[at+n].Load(); slot == 0 || slot&^answerBit == key {
			i = n
			break
		}
	}
	if answer {
		key |= answerBit
	}
	m.slots[at+i].Store(key)
}

// bucket returns the first slot of a key's bucket.
func (m *linkMemo) bucket(key uint64) int {
	h := key * 0x9e3779b97f4a7c15
	h ^= h >> 29
	return int(h*0xd6e8feb86659fd93>>32) & (len(m.slots) - 1) &^ (bucket - 1)
}
