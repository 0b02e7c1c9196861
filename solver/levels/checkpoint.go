package levels

import (
	"encoding/hex"
	"fmt"
	"io"
	"slices"

	"github.com/halma-solve/halma-solve/puzzles/contest"
	"github.com/halma-solve/halma-solve/solver/internal/statefile"
)

// A checkpoint is the state between two parts of a sweep in a file (package statefile):
// the marks of all levels that are reached, what is known of their positions, and what the
// level in work has besides.

// ErrCheckpoint is wrapped by errors about checkpoints that cannot be used.
var ErrCheckpoint = statefile.Err

const checkpointSchema = "halma-solve/levels/1"

// checkpoint is the head of the file.
type checkpoint struct {
	Schema string      `json:"schema"`
	Game   string      `json:"game"`  // fingerprint
	Roots  []string    `json:"roots"` // positions
	Plain  bool        `json:"plain"`
	Levels []levelHead `json:"levels"`
	stage
}

// levelHead says how a level is numbered, and what the file has of it.
type levelHead struct {
	Codes     uint64 `json:"codes"`
	Cycles    bool   `json:"cycles"`
	Marked    bool   `json:"marked"`
	Positions int    `json:"positions"` // 0 before all are marked
}

// solution is what is being worked out of a space.
type solution interface {
	// room is what the level in work has.
	room(w *work) room
	// saveKnown writes what is known of positions.
	saveKnown(out io.Writer, w *work) error
	// loadKnown reads that. Errors about what is read are of type [statefile.Wrong].
	loadKnown(in statefile.Reader, w *work, head *checkpoint) error
}

// keep goes on from the checkpoint if there is one, and has states saved from now on.
func (s *Space) keep(w *work, known solution) error {
	w.pace = statefile.NewPace(w.options.Checkpoint, w.options.SaveAlways)
	if !w.pace.Keeps() {
		return nil
	}
	w.save = func(path string) error {
		return statefile.Write(path, s.head(w), func(out io.Writer) error { return s.saveState(out, w, known) })
	}
	var head checkpoint
	_, err := statefile.Read(w.options.Checkpoint, &head, func(in statefile.Reader) error { return s.loadState(in, w, known, &head) })
	return err
}

// head is the head of a checkpoint of the work.
func (s *Space) head(w *work) checkpoint {
	id := s.Game.Fingerprint()
	h := checkpoint{Schema: checkpointSchema, Game: hex.EncodeToString(id[:]), Plain: s.plain, stage: w.stage}
	if w.due == nil {
		h.From = 0 // see loadRoom
	}
	for _, p := range w.options.roots(s.Game) {
		h.Roots = append(h.Roots, s.Game.Format(p))
	}
	for i := range s.levels {
		l := &s.levels[i]
		h.Levels = append(h.Levels, levelHead{l.Codes, l.Cycles, l.Words != nil, l.Count})
	}
	return h
}

func (s *Space) saveState(out io.Writer, w *work, known solution) error {
	for i := range s.levels {
		if err := statefile.WriteNumbers(out, s.levels[i].Words); err != nil {
			return err
		}
	}
	if err := known.saveKnown(out, w); err != nil {
		return err
	}
	for _, plane := range w.planes {
		if err := statefile.WriteNumbers(out, plane); err != nil {
			return err
		}
	}
	return statefile.WriteNumbers(out, w.due)
}

// differs says why a checkpoint is none of this work, nil if it is one.
func (s *Space) differs(h *checkpoint, w *work) error {
	own := s.head(w)
	same := slices.EqualFunc(h.Levels, own.Levels, func(a, b levelHead) bool { return a.Codes == b.Codes && a.Cycles == b.Cycles })
	phases := []string{phaseReach, phaseSolve}
	if s.Game.Kind.Chance {
		phases = append(phases, phaseTurns)
	}
	switch {
	case h.Schema != own.Schema:
		return statefile.Foreign
	case h.Game != own.Game:
		return statefile.Wrong("it is of another game")
	case !slices.Equal(h.Roots, own.Roots), h.Plain != own.Plain:
		return statefile.Wrong("it is of play from another position")
	case !same:
		return statefile.Foreign // positions are numbered in another way
	case !slices.Contains(phases, h.Phase), h.Level < 0 || h.Level >= len(s.levels), !h.Levels[h.Level].Marked && h.Phase == phaseReach,
		h.Turns < 0 || h.Turns > contest.MaxTurns, h.Sweeps < 0, h.Step < 0 || h.Step >= len(retrogradeSteps),
		h.From < 0 || h.From%contest.BlockWords != 0 || int64(h.From) > contest.MarksWords(s.levels[h.Level].Codes):
		return statefile.Wrong(fmt.Sprintf("it goes on with step %d.%d.%d of level %d of phase %.20q", h.Turns, h.Step, h.From, h.Level, h.Phase))
	}
	return nil
}

func (s *Space) loadState(in statefile.Reader, w *work, known solution, h *checkpoint) error {
	if err := s.differs(h, w); err != nil {
		return err
	}
	w.stage = h.stage
	for i, own := range h.Levels {
		l, done := &s.levels[i], h.Phase != phaseReach || i > h.Level
		if own.Marked {
			if err := l.load(in, w, done); err != nil {
				return err
			}
		}
		if l.Count != own.Positions {
			return errMarks
		}
		if h.Phase == phaseReach || i < h.Level { // what the present phase has done
			w.event.Positions += int64(l.Count)
		}
	}
	if err := known.loadKnown(in, w, h); err != nil {
		return err
	}
	return s.loadRoom(in, w, known.room(w))
}

// errMarks is about positions that cannot be marked.
const errMarks = statefile.Wrong("its marks are wrong")

// load reads the marks of a level, all of them or those that were found until then.
func (l *level) load(in statefile.Reader, w *work, done bool) error {
	if err := l.open(w); err != nil {
		return err
	}
	if err := statefile.ReadNumbers(in, l.Words); err != nil {
		return err
	}
	if !l.within(l.Words) {
		return errMarks
	}
	if done {
		return l.close(w)
	}
	return nil
}

// loadRoom reads what the level in work has. Without distances its sweep begins anew: what
// is marked, or has a value, is passed by.
func (s *Space) loadRoom(in statefile.Reader, w *work, r room) error {
	if !r.due {
		w.From, w.Step, w.Turns = 0, 0, 0
	}
	if r == (room{}) {
		return nil
	}
	l := &s.levels[w.Level]
	if err := w.takeRoom(l, r); err != nil {
		return err
	}
	for _, plane := range w.planes {
		if err := statefile.ReadNumbers(in, plane); err != nil {
			return err
		}
		if !l.within(plane) {
			return errMarks
		}
	}
	if !r.due {
		return nil
	}
	if err := statefile.ReadNumbers(in, w.due); err != nil {
		return err
	}
	for i, word := range l.Words {
		if (w.planes[1][i]|w.planes[2][i])&^word != 0 {
			return errMarks
		}
	}
	if slices.Max(w.due) > contest.MaxTurns {
		return statefile.Wrong("it has a distance that is too great")
	}
	return nil
}

// within reports whether all that is marked has a number of the level.
func (l *level) within(words []uint64) bool {
	return l.Codes%64 == 0 || words[len(words)-1]>>(l.Codes%64) == 0
}

func (s *Space) room(w *work) room {
	if w.Phase == phaseReach {
		return room{planes: 1}
	}
	return room{}
}

func (t *Table) room(w *work) room {
	if w.Phase == phaseSolve && t.cyclic(w.Level) {
		return retrogradeRoom
	}
	return t.Space.room(w)
}

func (t *Table) saveKnown(out io.Writer, _ *work) error {
	for _, values := range t.values {
		if err := statefile.WriteNumbers(out, values); err != nil {
			return err
		}
	}
	return nil
}

// loadKnown reads the values of the levels that are solved, and of the one in work.
func (t *Table) loadKnown(in statefile.Reader, _ *work, h *checkpoint) error {
	if h.Phase == phaseReach {
		return nil
	}
	for at := range h.Level + 1 {
		l := &t.levels[at]
		t.values[at] = make([]contest.Packed, l.Count)
		if err := statefile.ReadNumbers(in, t.values[at]); err != nil {
			return err
		}
		if at < h.Level && slices.Contains(t.values[at], contest.Unpacked) {
			return statefile.Wrong(fmt.Sprintf("a position of level %d has no value", at))
		}
	}
	if t.levels[h.Level].Count == 0 {
		return statefile.Wrong(fmt.Sprintf("it goes on with level %d, which has no positions", h.Level))
	}
	return nil
}
