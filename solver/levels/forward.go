package levels

import (
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"github.com/halma-solve/halma-solve/puzzles/contest"
)

// ErrNumbers means that a game has more positions than a forward search has names for.
var ErrNumbers = errors.New("there are too many positions for a forward search")

// Bounds is what a forward search has proven of the value of a position.
type Bounds struct {
	Lower, Upper int              // of the score for the side to move
	Turns        int              // to the end, if it is known and somebody wins, else [contest.NoTurns]
	Within       int              // nobody wins within so many turns; [contest.NoTurns] if that is not known
	Searched     int64            // positions
	Line         []contest.Choice // best play, if the value is known
	Elapsed      time.Duration
	Bytes        int64
}

// Settled reports whether the value is known.
func (b Bounds) Settled() bool { return b.Lower == b.Upper }

// Forward works out the value of one position. Where turns can lead back it looks for a
// forced win of either side, and ends with the context if there is none: see proofs.go.
//
// Of a game whose turns cannot lead back it finds any value, and looks only at positions
// that matter for it: it asks of one bound after the other whether the value reaches it,
// and remembers what it has found of positions in a table of so many bytes as there is
// memory for. What the table has no room for is searched again; so the memory decides
// about the time alone.
//
// A search for a bound that ends proves that the value reaches it, or that it does
// not: max over turns of (gain − value after) is at least b just if there is a turn
// after which the value is at most gain − b. So when the context ends, what was proven
// until then is returned together with the context's error.
func Forward(ctx context.Context, g *contest.Game, p contest.Position, o Options) (Bounds, error) {
	for at, l := range g.Levels() {
		switch {
		case l.Cycles:
			return proveForward(ctx, g, p, o, 0)
		case at >= 1<<(64-memoLevel) || l.Codes >= 1<<memoLevel:
			return Bounds{}, ErrNumbers
		}
	}
	f := &forward{game: g, ctx: ctx, work: newWork(ctx, o, len(g.Levels())), table: newMemo(o.Memory)}
	b := Bounds{Lower: -1, Upper: 1, Turns: contest.NoTurns, Within: contest.NoTurns}
	if g.Kind.Scores {
		b.Lower, b.Upper = span(p)
	}
	f.Phase = "search"
	for guess := 0; !b.Settled(); {
		beta := max(b.Lower+1, min(guess, b.Upper))
		reached := f.reaches(g.Canonical(p), beta)
		if f.stopped {
			break
		}
		if reached {
			b.Lower, guess = beta, beta+1
		} else {
			b.Upper, guess = beta-1, beta-1
		}
	}
	if b.Settled() {
		b.Line = f.line(p, b.Lower)
	}
	b.Searched, b.Elapsed, b.Bytes = f.event.Positions, time.Since(f.began), f.table.bytes()
	return b, ctx.Err()
}

// forward is a search.
type forward struct {
	*work
	game    *contest.Game
	ctx     context.Context
	table   *memo
	stopped bool
	turns   [][]contest.Turn // by depth
	depth   int
}

// line returns best play from a position of a known value. Distances are not known.
func (f *forward) line(p contest.Position, value int) (line []contest.Choice) {
	for {
		best := slices.IndexFunc(f.game.AppendTurns(nil, p), func(t contest.Turn) bool {
			after := f.game.Canonical(t.After)
			if t.Again {
				return f.reaches(after, value-t.Gain)
			}
			return !f.reaches(after, t.Gain-value+1)
		})
		if best < 0 || f.stopped {
			return line
		}
		t := f.game.AppendTurns(nil, p)[best]
		line = append(line, contest.Choice{Turn: t, Value: contest.Value{Score: value, Turns: contest.NoTurns}})
		if p, value = t.After, value-t.Gain; !t.Again {
			value = -value
		}
	}
}

// span returns bounds of all scores: each man on the board or in hand counts once for
// one side, a man that leaves as well.
func span(p contest.Position) (least, most int) {
	men := int(p.Hand)
	for _, s := range p.Men {
		men += s.Len()
	}
	return -men, men
}

// reaches reports whether the value of a position is at least beta. It is canonical.
func (f *forward) reaches(p contest.Position, beta int) bool {
	if f.game.Kind.Scores {
		if least, most := span(p); beta <= least || beta > most {
			return beta <= least
		}
	}
	at, code := f.game.Place(p)
	least, most := f.table.get(at, code)
	switch {
	case least >= beta:
		return true
	case most < beta || f.stopped:
		return false
	}
	if f.event.Positions++; f.event.Positions%4096 == 0 {
		f.Level = at
		f.tell(0)
		f.stopped = f.ctx.Err() != nil
	}
	if f.depth == len(f.turns) {
		f.turns = append(f.turns, nil)
	}
	turns := f.game.AppendTurns(f.turns[f.depth][:0], p)
	f.turns[f.depth] = turns
	f.depth++
	reached := len(turns) == 0 && f.game.Score(p) >= beta || f.any(turns, beta)
	f.depth--
	if !f.stopped || reached {
		f.table.put(at, code, beta, reached)
	}
	return reached
}

// any reports whether one of the turns reaches a value: first those are asked whose
// result the table knows, then those that gain most.
func (f *forward) any(turns []contest.Turn, beta int) bool {
	for i := range turns {
		t := &turns[i]
		t.After = f.game.Canonical(t.After)
		least, most := f.table.get(f.game.Place(t.After))
		if t.Again && least >= beta-t.Gain || !t.Again && most <= t.Gain-beta {
			return true
		}
	}
	slices.SortStableFunc(turns, func(a, b contest.Turn) int { return b.Gain - a.Gain })
	for i, t := range turns {
		if i > 0 && t == turns[i-1] {
			continue
		}
		if t.Again && f.reaches(t.After, beta-t.Gain) || !t.Again && !f.reaches(t.After, t.Gain-beta+1) && !f.stopped {
			return true
		}
	}
	return false
}

// memo remembers what was proven of positions: for each as much as fits into two
// words. A position is found by all of its number; where two need the same place the
// later one has it.
type memo struct {
	keys   []uint64 // level and number + 1, 0 for an empty place
	bounds []uint32 // least + 32768 in the lower half, most + 32768 in the upper
	used   int      // places
	most   int      // places that there may be
}

const (
	memoBytes  = 12
	memoLevel  = 56 // levels are in the bits from here on
	memoOrigin = 1 << 15
)

// leastMemo is how many places a table has at first.
const leastMemo = 1 << 10

// newMemo makes a table that grows to about so many bytes, to 512 MiB for 0.
func newMemo(bytes int64) *memo {
	if bytes == 0 {
		bytes = 512 << 20
	}
	return &memo{keys: make([]uint64, leastMemo), bounds: make([]uint32, leastMemo), most: int(bytes / memoBytes)}
}

// grow makes room for twice as many positions; while it does, both tables are there.
func (m *memo) grow() {
	old := *m
	m.keys, m.bounds, m.used = make([]uint64, 2*len(old.keys)), make([]uint32, 2*len(old.keys)), 0
	for i, key := range old.keys {
		if key != 0 {
			m.set(m.home(key), key, old.bounds[i])
		}
	}
}

func (m *memo) set(i int, key uint64, bounds uint32) {
	if m.keys[i] == 0 {
		m.used++
	}
	m.keys[i], m.bounds[i] = key, bounds
}

// home returns the place of a key.
func (m *memo) home(key uint64) int {
	mixed := key * 0x9e3779b97f4a7c15
	return int((mixed ^ mixed>>32) % uint64(len(m.keys)))
}

func (m *memo) bytes() int64 { return int64(len(m.keys)) * memoBytes }

// place returns where a position stands, and what it is called there.
func (m *memo) place(at int, code uint64) (int, uint64) {
	key := uint64(at)<<memoLevel | code + 1
	return m.home(key), key
}

// get returns what is known of a position.
func (m *memo) get(at int, code uint64) (least, most int) {
	if i, key := m.place(at, code); m.keys[i] == key {
		return int(m.bounds[i]&0xffff) - memoOrigin, int(m.bounds[i]>>16) - memoOrigin
	}
	return math.MinInt16, math.MaxInt16
}

// put notes that the value of a position reaches beta, or does not.
func (m *memo) put(at int, code uint64, beta int, reached bool) {
	least, most := m.get(at, code)
	if reached {
		least = max(least, beta)
	} else {
		most = min(most, beta-1)
	}
	if 2*m.used > len(m.keys) && 3*len(m.keys) <= m.most {
		m.grow()
	}
	i, key := m.place(at, code)
	m.set(i, key, uint32(least+memoOrigin)|uint32(most+memoOrigin)<<16)
}
