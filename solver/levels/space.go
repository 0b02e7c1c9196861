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
	w := newWork(ctx, o, len(g.Levels()))
	s := newSpace(g, w)
	return s, s.reach(w)
}

// newSpace returns a space in which nothing is reached.
func newSpace(g *contest.Game, w *work) *Space {
	s := &Space{Game: g, plain: w.options.Plain, levels: make([]level, len(g.Levels()))}
	for i, l := range g.Levels() {
		s.levels[i].Level = l
	}
	return s
}

// reach finds the positions that can be reached from the roots, or goes on with that.
func (s *Space) reach(w *work) error {
	if w.Phase == "" {
		for _, p := range w.options.roots(s.Game) {
			if err := s.mark(p, w); err != nil {
				return err
			}
		}
		w.begin(phaseReach, len(s.levels)-1)
	}
	for ; w.Phase == phaseReach && w.Level >= 0; w.Level-- {
		l := &s.levels[w.Level]
		if l.Words == nil {
			continue
		}
		if err := s.expand(w.Level, w); err != nil {
			return err
		}
		if err := l.close(w); err != nil {
			return err
		}
		w.event.Positions += int64(l.Count)
	}
	return nil
}

// close counts a level all of whose positions are marked, and takes the memory for their
// values.
func (l *level) close(w *work) error {
	l.Close()
	return w.meter.use(l.RankBytes() + int64(contest.PackedBytes*l.Count))
}

// mark notes that a position is reached. Workers may call it at the same time.
func (s *Space) mark(p contest.Position, w *work) (err error) {
	at, code := s.Game.Place(s.canonical(p))
	l := &s.levels[at]
	if err = l.open(w); err != nil {
		return err
	}
	if l.Words == nil { // another worker has the error
		return err
	}
	word, bit := &l.Words[code/64], uint64(1)<<(code%64)
	if atomic.LoadUint64(word)&bit == 0 {
		atomic.OrUint64(word, bit)
	}
	return nil
}

// open makes room for the marks of a level, once.
func (l *level) open(w *work) (err error) {
	l.room.Do(func() {
		words := contest.MarksWords(l.Codes)
		if err = w.meter.use(8 * words); err == nil {
			l.Words = make([]uint64, words)
		}
	})
	return err
}

// expand marks what the turns of a level's positions lead to, within the level as
// well, until none is new.
func (s *Space) expand(at int, w *work) error {
	l := &s.levels[at]
	if err := w.takeRoom(l, room{planes: 1}); err != nil {
		return err
	}
	defer w.leaveRoom()
	done := w.planes[0]
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
