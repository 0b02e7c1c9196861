package levels

import (
	"context"
	"math/bits"
	"sync"
	"sync/atomic"

	"github.com/halma-solve/halma-solve/puzzles/contest"
)

// Space is the positions of a game that can be reached from its start, or from other
// positions, up to symmetry unless that was declined.
type Space struct {
	Game   *contest.Game
	levels []level
	plain  bool // without symmetry
}

// level is the reached positions of one level.
type level struct {
	contest.Level
	room  sync.Once
	words []uint64 // bit code%64 of word code/64: reached
	ranks []uint64 // positions before each block of words
	count int      // of positions
}

// blockWords is how many words share a number in ranks.
const blockWords = 8

// Reach finds the positions that can be reached from the roots. Its errors are that
// of the context, or of type [*MemoryError].
func Reach(ctx context.Context, g *contest.Game, o Options) (*Space, error) {
	return reach(g, newWork(ctx, o, len(g.Levels())))
}

func reach(g *contest.Game, w *work) (*Space, error) {
	s := &Space{Game: g, plain: w.options.Plain, levels: make([]level, len(g.Levels()))}
	for i, l := range g.Levels() {
		s.levels[i].Level = l
	}
	roots := w.options.Roots
	if len(roots) == 0 {
		roots = []contest.Position{g.Start()}
	}
	for _, p := range roots {
		if err := s.mark(p, w); err != nil {
			return nil, err
		}
	}
	w.event.Phase = "reach"
	for at := len(s.levels) - 1; at >= 0; at-- {
		l := &s.levels[at]
		if l.words == nil {
			continue
		}
		w.event.Level = at
		if err := s.expand(at, w); err != nil {
			return nil, err
		}
		l.close()
		if err := w.meter.use(int64(8*len(l.ranks) + valueBytes*l.count)); err != nil {
			return nil, err
		}
		w.event.Positions += int64(l.count)
	}
	return s, nil
}

// mark notes that a position is reached. Workers may call it at the same time.
func (s *Space) mark(p contest.Position, w *work) (err error) {
	at, code := s.Game.Place(s.canonical(p))
	l := &s.levels[at]
	l.room.Do(func() {
		words := int64((l.Codes + 63) / 64)
		if err = w.meter.use(8 * words); err == nil {
			l.words = make([]uint64, words)
		}
	})
	if l.words == nil { // another worker has the error
		return err
	}
	word, bit := &l.words[code/64], uint64(1)<<(code%64)
	if atomic.LoadUint64(word)&bit == 0 {
		atomic.OrUint64(word, bit)
	}
	return nil
}

// expand marks what the turns of a level's positions lead to, within the level as
// well, until none is new.
func (s *Space) expand(at int, w *work) error {
	l := &s.levels[at]
	done := make([]uint64, len(l.words))
	var failed atomic.Pointer[error]
	for fresh := true; fresh; {
		var found atomic.Bool
		err := w.sweep(len(l.words), func() func(from, to int) {
			var turns []contest.Turn
			return func(from, to int) {
				for i := from; i < to; i++ {
					news := atomic.LoadUint64(&l.words[i]) &^ done[i]
					if news == 0 {
						continue
					}
					done[i] |= news
					found.Store(true)
					for ; news != 0; news &= news - 1 {
						turns = s.Game.AppendTurns(turns[:0], s.Game.At(at, codeOf(i, news)))
						for _, t := range turns {
							if err := s.mark(t.After, w); err != nil {
								failed.Store(&err)
							}
						}
					}
				}
			}
		})
		if e := failed.Load(); e != nil {
			return *e
		}
		if err != nil {
			return err
		}
		fresh = found.Load()
	}
	return nil
}

// codeOf is the code of the lowest position of what is left of word i.
func codeOf(i int, word uint64) uint64 {
	return uint64(i)*64 + uint64(bits.TrailingZeros64(word))
}

// close counts what is reached.
func (l *level) close() {
	l.ranks = make([]uint64, (len(l.words)+blockWords-1)/blockWords)
	for i, w := range l.words {
		if i%blockWords == 0 {
			l.ranks[i/blockWords] = uint64(l.count)
		}
		l.count += bits.OnesCount64(w)
	}
}

// rank returns the number of a reached position among those of the level, false for
// one that is not reached.
func (l *level) rank(code uint64) (int, bool) {
	at := code / 64
	if at >= uint64(len(l.words)) || l.words[at]>>(code%64)&1 == 0 {
		return 0, false
	}
	n := int(l.ranks[at/blockWords]) + bits.OnesCount64(l.words[at]&(1<<(code%64)-1))
	for _, w := range l.words[at/blockWords*blockWords : at] {
		n += bits.OnesCount64(w)
	}
	return n, true
}

// canonical returns the position that stands for p.
func (s *Space) canonical(p contest.Position) contest.Position {
	if s.plain {
		return p
	}
	return s.Game.Canonical(p)
}

// Find returns the level of a position and its rank among those that are reached
// there, false if it is not reached.
func (s *Space) Find(p contest.Position) (at, rank int, ok bool) {
	at, code := s.Game.Place(s.canonical(p))
	rank, ok = s.levels[at].rank(code)
	return at, rank, ok
}

// Count returns the number of positions.
func (s *Space) Count() (n int64) {
	for i := range s.levels {
		n += int64(s.levels[i].count)
	}
	return n
}
