package retrograde

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"sync"

	"github.com/halma-solve/halma-solve/puzzles/duel"
	"github.com/halma-solve/halma-solve/solver/internal/parallel"
)

// A level can be done on other machines (split between them by rows, as the table is by
// Romein and Bal for awari, 2002, by positions). Rows are cut into parts; an order is one
// part in one level. What a part does depends on all mail that it ever got and wrote, and
// only on that: each position that is settled is told of in a letter, so the letters that
// a part has written are its bits and distances, and those that it got are the wins that
// it knows. So nothing but mail is ever kept. Who does an order is told the name of what
// all parts did in the level before, which names what they did before that; whoever has
// the part as it was then reads one level of mail, and anybody else reads all that
// concerns the part, from the beginning, and has it. The machine that asks reads all mail
// as well, and has the tables of [Solve] in the end.
//
// A letter has to be possible and to tell of a position that is open; the machine that
// asks counts what is told itself. That it is true is for who has parts done twice.

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

// order is a part of a level.
type order struct {
	Part  int `json:"part"`
	Parts int `json:"parts"` // of all
	Level int `json:"level"`
	// After is the object with the record of the level before; "" at level 0.
	After string `json:"after,omitempty"`
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
	Turns int64   `json:"turns,omitempty"` // legal ones of its open positions, at level 0
	Mail  []piece `json:"mail,omitempty"`  // in the order of the parts that it is for; none if nothing was settled
}

// piece is mail for some parts: for each the length and the letters, after a label.
type piece struct {
	To   int    `json:"to"`             // the first part that it is not for; it begins where the last one ends
	Name string `json:"name,omitempty"` // of the object, if it is not here
	Data []byte `json:"data,omitempty"`
}

// possible reports whether the pieces are for all parts, or none.
func (d *partDone) possible(parts int) bool {
	to := 0
	for _, p := range d.Mail {
		if p.To <= to || (p.Name == "") == (len(p.Data) == 0) {
			return false
		}
		to = p.To
	}
	return d.Turns >= 0 && (to == parts || len(d.Mail) == 0)
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

// read returns all pieces. Nothing is done with one before all are there, so that it can
// be tried again.
func (d *partDone) read(ctx context.Context, objects Objects) ([][]byte, error) {
	texts := make([][]byte, len(d.Mail))
	return texts, parallel.InParts(readers, len(texts), 1, func(i, _ int) (err error) {
		texts[i], err = d.Mail[i].read(ctx, objects)
		return err
	})
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
	s.near, s.rowsOf = make([]string, s.parts), make([]sync.Mutex, s.parts)
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
		a.end(ply)
	}
	return nil
}

// splitting is an analysis whose parts are done elsewhere.
type splitting struct {
	*analysis
	label  []byte
	parts  int
	near   []string      // who did each part last
	hands  chan struct{} // taken by who takes in mail
	rowsOf []sync.Mutex  // for who writes the wins of a part's rows
	adding sync.Mutex    // for who counts
}

// level has a level done, and takes what comes of it.
func (s *splitting) level(ply int, after string) ([]partDone, error) {
	ctx, cancel := context.WithCancelCause(s.ctx)
	defer cancel(nil)
	done := make([]partDone, s.parts)
	came := make(chan error, s.parts)
	for p := range s.parts {
		go func() { came <- s.do(ctx, order{p, s.parts, ply, after}, &done[p]) }()
	}
	tell := s.options.within(Event{Level: ply, Settled: s.done, Of: positionsOf(s.game) / 2}, s.began)
	for n := range s.parts {
		if err := <-came; err != nil {
			cancel(err)
		} else if tell != nil {
			tell(float64(n+1) / float64(s.parts))
		}
	}
	return done, context.Cause(ctx)
}

// do has an order carried out.
func (s *splitting) do(ctx context.Context, o order, done *partDone) error {
	text, err := json.Marshal(o)
	if err != nil {
		return err
	}
	s.near[o.Part], err = s.options.Elsewhere.Do(ctx, text, s.near[o.Part], func(out []byte) error {
		if err := json.Unmarshal(out, done); err != nil || !done.possible(s.parts) || o.Level > 0 && done.Turns > 0 {
			return fmt.Errorf("%w: no part of a level", errMail)
		}
		return s.take(ctx, o, done)
	})
	return err
}

// take takes in what a part has written.
func (s *splitting) take(ctx context.Context, o order, done *partDone) error {
	s.hands <- struct{}{}
	defer func() { <-s.hands }()
	texts, err := done.read(ctx, s.options.Elsewhere)
	if err != nil {
		return err
	}
	sum := part{First: math.MaxInt64}
	err = done.eachSection(s.label, texts, func(to int, text []byte) error {
		s.rowsOf[to].Lock()
		defer s.rowsOf[to].Unlock()
		return s.took(text, s.partOf(o.Part, s.parts), s.partOf(to, s.parts), o.Level, &sum)
	})
	if err != nil {
		return err
	}
	s.adding.Lock()
	defer s.adding.Unlock()
	s.part.add(sum)
	s.turns += done.Turns
	return nil
}

// took takes in letters from some rows to others: what is told of the senders' rows and
// of those that they are for.
func (s *splitting) took(text []byte, from, to rowRange, ply int, sum *part) error {
	wins := winner{table: s.table, row: -1}
	return s.eachLetter(text, from, to, func(kind, row int, sender uint32) error {
		if kind == won {
			wins.take(row, sender)
		}
		return s.settleTold(kind, row, sender, func(place int64, weight int64) {
			if s.distances != nil {
				s.distances[place] = uint8(ply)
			}
			sum.count(kind, place, weight)
		})
	})
}

// read returns what the piece has.
func (p *piece) read(ctx context.Context, objects Objects) ([]byte, error) {
	if p.Name == "" {
		return p.Data, nil
	}
	return objects.Get(ctx, p.Name)
}

// settleTold settles the positions of which a letter tells, and calls f for each with
// its place and how many positions that stands for.
func (t *table) settleTold(kind, row int, sender uint32, f func(place, weight int64)) error {
	at := int(sender >> 1)
	armies, n, err := t.told(row, sender)
	for _, mine := range armies[:n] {
		col := t.column(at, mine)
		settled, _ := t.bits(at)
		if settled[col>>6]>>(col&63)&1 != 0 {
			return errMail
		}
		settled[col>>6] |= 1 << (col & 63)
		if f != nil {
			f(int64(at)*int64(t.cols)+int64(col), t.weight(at))
		}
	}
	return err
}

// winner notes wins in rows, one after the other.
type winner struct {
	*table
	row   int
	ranks ranks
	bits  []uint64
}

func (w *winner) take(row int, sender uint32) {
	if row != w.row {
		w.row = row
		w.space.ranks(&w.ranks, w.turned(w.sets[row]).set)
		_, w.bits = w.table.bits(row)
	}
	col := w.ranks.col(w.sender(sender))
	w.bits[col>>6] |= 1 << (col & 63)
}
