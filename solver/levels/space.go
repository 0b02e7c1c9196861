package levels

import (
	"context"
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
	contest.Marks
	room sync.Once
}

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
		if l.Words == nil {
			continue
		}
		w.event.Level = at
		if err := s.expand(at, w); err != nil {
			return nil, err
		}
		l.Close()
		if err := w.meter.use(l.RankBytes() + int64(contest.PackedBytes*l.Count)); err != nil {
			return nil, err
		}
		w.event.Positions += int64(l.Count)
	}
	return s, nil
}

// mark notes that a position is reached. Workers may call it at the same time.
func (s *Space) mark(p contest.Position, w *work) (err error) {
	at, code := s.Game.Place(s.canonical(p))
	l := &s.levels[at]
	l.room.Do(func() {
		words := contest.MarksWords(l.Codes)
		if err = w.meter.use(8 * words); err == nil {
			l.Words = make([]uint64, words)
		}
	})
	if l.Words == nil { // another worker has the error
		return err
	}
	word, bit := &l.Words[code/64], uint64(1)<<(code%64)
	if atomic.LoadUint64(word)&bit == 0 {
		atomic.OrUint64(word, bit)
	}
	return nil
}

// expand marks what the turns of a level's positions lead to, within the level as
// well, until none is new.
func (s *Space) expand(at int, w *work) error {
	l := &s.levels[at]
	done := make([]uint64, len(l.Words))
	var failed atomic.Pointer[error]
	for fresh := true; fresh; {
		var found atomic.Bool
		err := w.sweep(len(l.Words), func() func(from, to int) {
			var turns []contest.Turn
			return func(from, to int) {
				for i := from; i < to; i++ {
					news := atomic.LoadUint64(&l.Words[i]) &^ done[i]
					if news == 0 {
						continue
					}
					done[i] |= news
					found.Store(true)
					for ; news != 0; news &= news - 1 {
						turns = s.Game.AppendTurns(turns[:0], s.Game.At(at, contest.CodeOf(i, news)))
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
	rank, ok = s.levels[at].Rank(code)
	return at, rank, ok
}

// Symmetric reports whether one position stands for all that symmetries make of it.
func (s *Space) Symmetric() bool { return !s.plain }

// Count returns the number of positions.
func (s *Space) Count() (n int64) {
	for i := range s.levels {
		n += int64(s.levels[i].Count)
	}
	return n
}
