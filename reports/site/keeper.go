package site

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/atlas"
	"github.com/halma-solve/halma-solve/puzzles/submission"
)

// played is a kept line as the store and a backup have it: a submission.
type played struct {
	Nickname string          `json:"nickname"`
	Moves    int             `json:"moves"`
	Hops     int             `json:"hops"`
	At       time.Time       `json:"at"`
	Number   int64           `json:"number"`
	Record   bool            `json:"record,omitempty"`
	Line     []string        `json:"line"`
	Puzzle   json.RawMessage `json:"puzzle"`
}

// keeper writes lines into the store, many at once. It alone changes rankings.
type keeper struct {
	site    *Site
	store   *cache.Store
	most    int
	queue   chan *keeping
	done    chan struct{} // closed when the queue is empty and closed
	held    atomic.Int64  // lines that are kept
	number  int64         // of the last line
	failure atomic.Value  // string: why the last write failed; "" if it did not

	mu     sync.RWMutex // held for reading while something is put into the queue
	closed bool
}

// keeping is a line on its way into the store, or a nickname to be taken out.
type keeping struct {
	puzzle *puzzle
	line   played
	key    string // the nickname in lower case
	remove bool
	old    bool // from a backup: number, time and record are what they were
	answer chan keptAnswer

	as    *kept
	value []byte
}

// keptAnswer is what became of a line.
type keptAnswer struct {
	line  *kept // that stands in the ranking now; nil if none does
	place int   // of that line, from 1
	kept  bool  // it is the one that was handed in
	err   error
}

// The greatest number of lines that are brought to the disk together, and of bytes;
// see [cache.Store.PutAll].
const (
	mostTogether  = 256
	bytesTogether = 400 << 10
)

// newKeeper reads what the store has and begins to write.
func (s *Site) newKeeper(store *cache.Store) (*keeper, error) {
	k := &keeper{site: s, store: store, most: s.limits.Kept, queue: make(chan *keeping, mostTogether), done: make(chan struct{})}
	k.failure.Store("")
	checker, err := submission.NewChecker(s.rules(nil))
	if err != nil {
		return nil, err
	}
	left := 0
	err = store.Each(cache.KindPlayed, func(i cache.Item) error {
		if err := k.load(checker, i); err != nil {
			left++
			s.log.Error("a kept line is not shown, but left in the store", "key", fmt.Sprintf("%.40q", i.Key), "error", err)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if n := k.held.Load(); n > 0 || left > 0 {
		s.log.Info("lines of players read and replayed", "lines", n, "left", left)
	}
	go k.run()
	return k, nil
}

// load takes a line of the store into its ranking, when it has been replayed.
func (k *keeper) load(checker *submission.Checker, i cache.Item) error {
	p, line, err := k.site.replayed(checker, i.Value)
	if err != nil {
		return err
	}
	if p.task.Fingerprint() != i.Fingerprint || nicknameKey(line.Nickname) != string(i.Key) {
		return errors.New("it is in the place of another one")
	}
	k.number = max(k.number, line.Number)
	p.ranking.take(line.kept(p.task))
	k.held.Add(1)
	return nil
}

// kept is what a ranking has of a line.
func (l *played) kept(p *puzzles.Puzzle) *kept {
	k := &kept{
		Nickname: l.Nickname, Moves: l.Moves, Hops: l.Hops, At: l.At, Number: l.Number, Record: l.Record,
		key: nicknameKey(l.Nickname), cost: l.Moves,
	}
	if p.Count.EachHop() {
		k.cost = l.Hops
	}
	return k
}

// replayed reads a line as it is kept, and replays it. Its puzzle is added to those
// of the site if it is new.
func (s *Site) replayed(checker *submission.Checker, text []byte) (*puzzle, *played, error) {
	var line played
	if err := json.Unmarshal(text, &line); err != nil {
		return nil, nil, err
	}
	v := checker.Check(submission.Item{Number: 1, Line: 1, Column: 1, Text: text, JSON: true})
	if !v.Valid() {
		return nil, nil, errors.New(v.Reason)
	}
	if clean, err := cleanNickname(line.Nickname); err != nil || clean != line.Nickname {
		return nil, nil, fmt.Errorf("the nickname %.40q is none", line.Nickname)
	}
	if s.alarm(v, text) {
		return nil, nil, beatsProof.because("")
	}
	if s.catalog.of(v.Puzzle) == nil {
		if err := s.catalog.add(playedSet, Puzzle{Task: v.Puzzle}); err != nil {
			return nil, nil, err
		}
	}
	line.Moves, line.Hops = v.Moves, v.Hops
	return s.catalog.of(v.Puzzle), &line, nil
}

// lineOf is a solved submission as it is kept, but for number and time.
func lineOf(nickname string, v *submission.Verdict) (played, error) {
	description, err := describe(v.Puzzle)
	return played{
		Nickname: nickname, Moves: v.Moves, Hops: v.Hops,
		Line: atlas.FormatLine(v.Puzzle.Board, v.Played()), Puzzle: description,
	}, err
}

// ask has something written and returns what became of it when it is on the disk.
func (k *keeper) ask(j *keeping) keptAnswer {
	j.answer = make(chan keptAnswer, 1)
	k.mu.RLock()
	if k.closed {
		k.mu.RUnlock()
		return keptAnswer{err: closing.because("").after(5)}
	}
	k.queue <- j
	k.mu.RUnlock()
	return <-j.answer
}

// close waits until all that is in the queue is on the disk.
func (k *keeper) close() {
	k.mu.Lock()
	if !k.closed {
		k.closed = true
		close(k.queue)
	}
	k.mu.Unlock()
	<-k.done
}

// run writes until the queue is closed: what has come in during one write makes up
// the next one.
func (k *keeper) run() {
	defer close(k.done)
	var next *keeping // has come too early for the last batch
	for {
		if next == nil {
			j, ok := <-k.queue
			if !ok {
				return
			}
			next = j
		}
		batch := []*keeping{next}
		next = nil
		for size := 0; len(batch) < mostTogether && size < bytesTogether; {
			j, ok := k.waiting()
			if !ok {
				break
			}
			if meets(batch, j) { // what becomes of it depends on the other
				next = j
				break
			}
			batch = append(batch, j)
			size += len(j.line.Puzzle) + 16*len(j.line.Line)
		}
		k.write(batch)
	}
}

// waiting takes what waits in the queue, if anything does.
func (k *keeper) waiting() (*keeping, bool) {
	select {
	case j, ok := <-k.queue:
		return j, ok
	default:
		return nil, false
	}
}

// meets reports whether a batch has something of the same nickname and puzzle.
func meets(batch []*keeping, j *keeping) bool {
	for _, b := range batch {
		if b.key == j.key && b.puzzle == j.puzzle {
			return true
		}
	}
	return false
}

// failed says why the last write failed, "" if it did not.
func (k *keeper) failed() string { return k.failure.Load().(string) }
