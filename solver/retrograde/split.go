package retrograde

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/halma-solve/halma-solve/puzzles/duel"
	"github.com/halma-solve/halma-solve/solver/internal/parallel"
)

// A level can be done on other machines. Rows are cut into parts; an order is one part in
// one level. What a part does depends on all mail that it ever got and wrote, and only on
// that: each position that is settled is told of in a letter, so the letters that a part
// has written are its bits and distances, and those that it got are the wins that it
// knows. So nothing but mail travels between levels. Who does an order is told the name of
// what all parts did in the level before, which names what they did before that; whoever
// has the part as it was then reads one level of mail, and anybody else reads all that
// concerns the part, from the beginning, and has it. In the end each part is sent as it
// is, and the machine that asks has the tables of [Solve].
//
// Letters have to be possible, those that are read again to tell of positions that are
// open, and the tables to have as many positions settled in each level, and won, as was
// said. That all this is true is for who has orders done twice.

// Objects keeps bytes under a name that they determine.
type Objects interface {
	Put(ctx context.Context, data []byte) (name string, err error)
	Get(ctx context.Context, name string) ([]byte, error)
}

// Elsewhere has orders carried out by others. It may be used by many goroutines.
type Elsewhere interface {
	Objects
	// Do has an order carried out, by who is near if that one is free, and returns who
	// did. check takes what came of it; its error means that it is wrong.
	Do(ctx context.Context, order []byte, near string, check func(out []byte) error) (who string, err error)
	// Hands names those who there are, each as often as it does orders at once. Mail for
	// parts that follow each other travels together, so one should have these.
	Hands() []string
	// Used says that objects are of no use when the analysis has ended.
	Used(names ...string)
	// Grain is how many places a part has, about.
	Grain() int
}

// Splits returns an error if a game cannot be solved in parts: under its rules a value
// depends on the turns made, or turns lead to other rows.
func Splits(g *duel.Game) error {
	r, err := rulesOf(g)
	switch {
	case err != nil:
		return err
	case g.Rules.Limit != nil || r.special != nil:
		return fmt.Errorf("under the rules %s a game is not split: turns change more than a row of its table", g.Rules)
	}
	return nil
}

// mostParts is how many parts there are at most: each writes to each.
const mostParts = 64

// partsOf is how many parts of so many places there are.
func (s *space) partsOf(grain int) int {
	return max(min(int(int64(s.rows)*int64(s.cols)/int64(max(grain, 1))), mostParts, s.rows), min(4, s.rows))
}

// order is a part of a level, or its table after the last one.
type order struct {
	Part  int `json:"part"`
	Parts int `json:"parts"` // of all
	Level int `json:"level"`
	// After is the object with the record of the level before; "" at level 0.
	After string `json:"after,omitempty"`
	Table bool   `json:"table,omitempty"`
}

// record is a level that is done.
type record struct {
	Game   []byte     `json:"game"` // label
	Level  int        `json:"level"`
	Before string     `json:"before,omitempty"` // the object with that of the level before
	Parts  []partDone `json:"parts"`
}

// partDone is what came of a part.
type partDone struct {
	Lost  int64      `json:"lost,omitempty"` // positions
	Won   int64      `json:"won,omitempty"`
	First int64      `json:"first,omitempty"` // the least place that was won
	Start bool       `json:"start,omitempty"` // the position in which play begins was settled
	Turns int64      `json:"turns,omitempty"` // legal ones of its open positions, at level 0
	Mail  []piece    `json:"mail,omitempty"`  // in the order of the parts that it is for; none if nothing was settled
	Table string     `json:"table,omitempty"` // object
	Wrong *wrongMail `json:"wrong,omitempty"` // why nothing came of it
}

// wrongMail is mail that nobody can have written: what a part wrote in a level.
type wrongMail struct {
	Level int `json:"level"`
	Part  int `json:"part"`
}

func (w *wrongMail) Error() string {
	return fmt.Sprintf("mail of part %d, level %d, is wrong", w.Part, w.Level)
}

// piece is mail for some parts: for each the length and the letters, after a label.
type piece struct {
	To   int    `json:"to"`             // the first part that it is not for; it begins where the last one ends
	Name string `json:"name,omitempty"` // of the object, if it is not here
	Data []byte `json:"data,omitempty"`
}

// possible reports whether this may come of a part of a level.
func (d *partDone) possible(parts int) bool {
	to := 0
	for _, p := range d.Mail {
		if p.To <= to || (p.Name == "") == (len(p.Data) == 0) {
			return false
		}
		to = p.To
	}
	some := d.Lost > 0 || d.Won > 0
	return min(d.Lost, d.Won, d.First, d.Turns) >= 0 && (to == parts) == some && (some || !d.Start && to == 0) && d.Table == "" && d.Wrong == nil
}

// piece returns the piece for a part, and the first part that it is for.
func (d *partDone) piece(part int) (p *piece, from int) {
	for i := range d.Mail {
		if p = &d.Mail[i]; part < p.To {
			return p, from
		}
		from = p.To
	}
	return nil, 0
}

// eachSection calls f for the letters for each part in the pieces, of which these are the
// texts.
func (d *partDone) eachSection(label []byte, texts [][]byte, f func(part int, text []byte) error) error {
	from := 0
	for i, p := range d.Mail {
		if err := sections(label, texts[i], from, p.To, f); err != nil {
			return err
		}
		from = p.To
	}
	return nil
}

// read returns all pieces.
func (d *partDone) read(ctx context.Context, objects Objects) ([][]byte, error) {
	texts := make([][]byte, len(d.Mail))
	return texts, parallel.InParts(readers, len(texts), 1, func(i, _ int) (err error) {
		texts[i], err = d.Mail[i].read(ctx, objects)
		return err
	})
}

// read returns what the piece has.
func (p *piece) read(ctx context.Context, objects Objects) ([]byte, error) {
	if p.Name == "" {
		return p.Data, nil
	}
	return objects.Get(ctx, p.Name)
}

// labelOf begins all pieces of a game. Objects are removed after it; so no other game,
// and no other way to work at the same one, may have the same.
func labelOf(g *duel.Game, counting bool) []byte {
	id := g.Fingerprint()
	sum := sha256.Sum256(fmt.Appendf(id[:], " rows, counting: %t", counting))
	return sum[:16]
}

// sections calls f for the letters in a piece for each of the parts from … to−1.
func sections(label, data []byte, from, to int, f func(part int, text []byte) error) error {
	text, ok := bytes.CutPrefix(data, label)
	if !ok {
		return errMail
	}
	for part := from; part < to; part++ {
		n, size := binary.Uvarint(text)
		if size <= 0 || n > uint64(len(text)-size) {
			return errMail
		}
		if err := f(part, text[size:size+int(n)]); err != nil {
			return err
		}
		text = text[size+int(n):]
	}
	if len(text) > 0 {
		return errMail
	}
	return nil
}

// runElsewhere is run with the parts done elsewhere.
func (a *analysis) runElsewhere() error {
	e := a.options.Elsewhere
	a.hire()
	a.now, a.next = newMail(a.rows, 1, outcomes), newMail(a.rows, 1, outcomes)
	a.part.First = math.MaxInt64
	for _, w := range a.workers {
		w.start(0, 0)
	}
	if err := a.inSpans(a.ctx, len(a.workers), 0, a.rows, nil, func(i, at int) { a.workers[i].setUpIllegal(at) }); err != nil {
		return err
	}
	a.collect()
	s := &splitting{analysis: a, label: labelOf(a.game, a.counting), parts: a.partsOf(e.Grain()), hands: make(chan struct{}, len(a.workers))}
	s.near = make([]string, s.parts)
	if hands := e.Hands(); len(hands) > 0 {
		for p := range s.near {
			s.near[p] = hands[p*len(hands)/s.parts]
		}
	}
	after := ""
	for ply := 0; ply == 0 || a.open; ply++ {
		if ply > maxPlies {
			return ErrDistance
		}
		done, err := s.level(ply, after)
		if err != nil {
			return err
		}
		text, err := json.Marshal(record{Game: s.label, Level: ply, Before: after, Parts: done})
		if err != nil {
			return err
		}
		if after, err = e.Put(a.ctx, text); err != nil {
			return err
		}
		e.Used(after)
		a.end(ply)
	}
	return s.tables(after)
}

// splitting is an analysis whose parts are done elsewhere.
type splitting struct {
	*analysis
	label   []byte
	parts   int
	near    []string      // who did each part last
	did     [][]string    // who did which part, by level
	hands   chan struct{} // taken by who reads a table
	mu      sync.Mutex    // for who counts
	tallied tally
}

// ask has an order carried out for each part. take takes what comes of it, n of them
// having been taken before.
func (s *splitting) ask(o order, take func(ctx context.Context, part int, done *partDone) error, tell func(n int)) error {
	ctx, cancel := context.WithCancelCause(s.ctx)
	defer cancel(nil)
	came := make(chan error, s.parts)
	o.Parts = s.parts
	for o.Part = range s.parts {
		go func(o order) {
			text, err := json.Marshal(o)
			if err == nil {
				s.near[o.Part], err = s.options.Elsewhere.Do(ctx, text, s.near[o.Part], func(out []byte) error {
					var done partDone
					if err := json.Unmarshal(out, &done); err != nil {
						return fmt.Errorf("%w: %w", errPart, err)
					}
					if w := done.Wrong; w != nil && w.Level >= 0 && w.Level < len(s.did) && w.Part >= 0 && w.Part < s.parts {
						return fmt.Errorf("it says that what %s wrote in level %d is wrong", s.did[w.Level][w.Part], w.Level)
					}
					return take(ctx, o.Part, &done)
				})
			}
			came <- err
		}(o)
	}
	for n := range s.parts {
		if err := <-came; err != nil {
			cancel(err)
		} else {
			tell(n + 1)
		}
	}
	return context.Cause(ctx)
}

// errPart means that something cannot have come of a part.
var errPart = errors.New("it is no part of this game")

// level has a level done.
func (s *splitting) level(ply int, after string) ([]partDone, error) {
	list := make([]partDone, s.parts)
	within := s.options.within(Event{Level: ply, Settled: s.done, Of: positionsOf(s.game) / 2}, s.began)
	err := s.ask(order{Level: ply, After: after}, func(_ context.Context, p int, done *partDone) error {
		rows := s.partOf(p, s.parts)
		at, _ := s.at(s.game.View(s.game.Start()))
		if !done.possible(s.parts) || ply > 0 && done.Turns > 0 || done.Won > 0 && !rows.has(int(done.First/int64(s.cols))) || done.Start && !rows.has(at) {
			return errPart
		}
		for _, piece := range done.Mail {
			if piece.Name != "" {
				s.options.Elsewhere.Used(piece.Name)
			}
		}
		list[p] = *done
		return nil
	}, func(n int) {
		if within != nil {
			within(float64(n) / float64(s.parts))
		}
	})
	if err != nil {
		return nil, err
	}
	for _, d := range list {
		s.turns += d.Turns
		found := part{Level{d.Lost, d.Won}, math.MaxInt64}
		if d.Won > 0 {
			found.First = d.First
		}
		s.part.add(found)
		if d.Start {
			s.plies = ply
		}
	}
	s.did = append(s.did, slices.Clone(s.near))
	return list, nil
}
