package retrograde

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/halma-solve/halma-solve/puzzles/duel"
	"github.com/halma-solve/halma-solve/solver/internal/parallel"
)

// Helper carries out the orders of an analysis elsewhere. It keeps the parts that it has
// done, those done last if they take more than the memory that it may have. It may be
// used by many goroutines.
type Helper struct {
	space    *space
	kernel   *kernel
	counting bool
	label    []byte
	memory   int64

	mu    sync.Mutex
	kept  []*kept // parts that nobody works at, those done last at the end
	level int     // that was asked for last
	mail  map[string]*reading
}

// kept is a part after a level.
type kept struct {
	order
	analysis *analysis // nil before the first level
	rows     rowRange
	done     []byte // what came of it
}

// reading is a piece that somebody reads, or has read.
type reading struct {
	level int
	once  sync.Once
	data  []byte
	err   error
}

// NewHelper returns a helper for a game, with distances or without. memory is in bytes.
func NewHelper(g *duel.Game, distances bool, memory int64) (*Helper, error) {
	if err := Splits(g); err != nil {
		return nil, err
	}
	k, err := newKernel(g, false)
	if err != nil {
		return nil, err
	}
	s, err := newSpace(g)
	if err != nil {
		return nil, err
	}
	return &Helper{space: s, kernel: k, counting: distances, label: labelOf(g, distances), memory: memory, mail: make(map[string]*reading)}, nil
}

// Do carries out an order. What comes of it depends on the order alone. Errors are also
// those of objects, about an order or a record that cannot be.
func (h *Helper) Do(ctx context.Context, text []byte, objects Objects) ([]byte, error) {
	var o order
	if err := json.Unmarshal(text, &o); err != nil || o.Parts < 1 || o.Parts > h.space.rows || o.Part < 0 || o.Part >= o.Parts ||
		o.Level < 0 || o.Level > maxPlies+1 || (o.Level == 0) != (o.After == "") || o.Level == 0 && o.Table {
		return nil, fmt.Errorf("retrograde: %.200q is no order", text)
	}
	k := h.take(o)
	if k != nil && k.order == o {
		h.keep(k)
		return k.done, nil
	}
	k, before, err := h.at(ctx, k, o, objects)
	var out []byte
	switch {
	case err == nil && o.Table:
		out, err = h.table(ctx, k, objects)
	case err == nil:
		out, err = h.do(ctx, k, o, before, objects)
	}
	if wrong := (*wrongMail)(nil); errors.As(err, &wrong) {
		return json.Marshal(partDone{Wrong: wrong})
	}
	if err == nil { // else the part may be half done
		h.keep(k)
	}
	return out, err
}

// table sends the table of a part.
func (h *Helper) table(ctx context.Context, k *kept, objects Objects) ([]byte, error) {
	data, err := encodeTable(h.label, k.analysis)
	if err != nil {
		return nil, err
	}
	name, err := objects.Put(ctx, data)
	if err != nil {
		return nil, err
	}
	return json.Marshal(partDone{Table: name})
}

// take returns the part of an order as it was last, nil if it is not kept. Mail of
// other levels is dropped.
func (h *Helper) take(o order) *kept {
	h.mu.Lock()
	defer h.mu.Unlock()
	if o.Level != h.level {
		h.level = o.Level
		for name, l := range h.mail {
			if l.level != o.Level-1 && l.level != o.Level {
				delete(h.mail, name)
			}
		}
	}
	i := slices.IndexFunc(h.kept, func(k *kept) bool { return k.Part == o.Part && k.Parts == o.Parts })
	if i < 0 {
		return nil
	}
	k := h.kept[i]
	h.kept = slices.Delete(h.kept, i, i+1)
	return k
}

// keep keeps a part.
func (h *Helper) keep(k *kept) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.kept = append(h.kept, k)
	for sum, i := int64(0), len(h.kept)-1; i >= 0; i-- {
		rows := h.kept[i].rows
		if sum += int64(rows.end-rows.first) * h.bytesOfRow(); sum > h.memory/2 && i < len(h.kept)-1 {
			h.kept = slices.Delete(h.kept, 0, i+1)
			return
		}
	}
}

// at returns the part as it is before an order is carried out, and the record of the
// level before: k if it was that, and has what is told of since, else a new one.
func (h *Helper) at(ctx context.Context, k *kept, o order, objects Objects) (*kept, *record, error) {
	var list []*record // the last level first
	name := o.After
	for level := o.Level - 1; level >= 0; level-- {
		r, err := h.record(ctx, name, level, o, objects)
		if err != nil {
			return nil, nil, err
		}
		list = append(list, r)
		if k != nil && k.Level == level {
			if text, err := json.Marshal(r.Parts[o.Part]); err == nil && k.After == r.Before && bytes.Equal(text, k.done) {
				break
			}
			k = nil
		}
		name = r.Before
	}
	if k != nil && k.Level >= o.Level {
		k = nil
	}
	slices.Reverse(list)
	var before *record // of the level that the part has done last
	if k == nil {
		k = h.begin(o)
	} else {
		before, list = list[0], list[1:]
	}
	for _, r := range list {
		if err := h.follow(ctx, k, before, r, objects); err != nil {
			return nil, nil, err
		}
		before = r
	}
	return k, before, nil
}

// record reads the record of a level.
func (h *Helper) record(ctx context.Context, name string, level int, o order, objects Objects) (*record, error) {
	data, err := objects.Get(ctx, name)
	if err != nil {
		return nil, err
	}
	r := new(record)
	if err := json.Unmarshal(data, r); err != nil || !bytes.Equal(r.Game, h.label) || r.Level != level || len(r.Parts) != o.Parts || (level == 0) != (r.Before == "") ||
		slices.ContainsFunc(r.Parts, func(d partDone) bool { return !d.possible(o.Parts) }) {
		return nil, fmt.Errorf("retrograde: %s is no record of level %d", name, level)
	}
	return r, nil
}

// begin returns the part of an order before the first level. Illegal positions alone are
// settled there.
func (h *Helper) begin(o order) *kept {
	k := &kept{order: order{Part: o.Part, Parts: o.Parts, Level: -1}, rows: h.space.partOf(o.Part, o.Parts)}
	words := (k.rows.end - k.rows.first) * h.space.words
	k.analysis = &analysis{
		kernel: h.kernel, counting: h.counting,
		table: &table{space: h.space, first: k.rows.first, settled: make(plane, words), wins: make(plane, words)},
	}
	if h.counting {
		k.analysis.distances = make([]uint8, (k.rows.end-k.rows.first)*h.space.cols)
	}
	if o.Level > 0 {
		w := k.analysis.newWorker()
		for row := k.rows.first; row < k.rows.end; row++ {
			w.setUpIllegal(row)
		}
	}
	return k
}

// follow takes a part on by a level, of which r is the record, and before that of the
// level before, nil if there is none.
func (h *Helper) follow(ctx context.Context, k *kept, before, r *record, objects Objects) (err error) {
	if before != nil {
		wins := winner{table: k.analysis.table, row: -1}
		err = h.eachFor(ctx, k, before, objects, false, func(kind, row int, sender uint32) {
			if kind == won {
				wins.take(row, sender)
			}
		})
		if err != nil {
			return err
		}
	}
	own := &r.Parts[k.Part]
	texts, err := own.read(ctx, objects)
	if err != nil {
		return err
	}
	err = own.eachSection(h.label, texts, func(to int, text []byte) error {
		return h.space.eachLetter(text, k.rows, h.space.partOf(to, k.Parts), func(_, row int, sender uint32) error {
			return k.analysis.settleTold(row, sender, r.Level)
		})
	})
	if err != nil {
		return &wrongMail{r.Level, k.Part}
	}
	k.Level, k.After = r.Level, r.Before
	k.done, err = json.Marshal(own)
	return err
}

// eachFor calls f for the letters of a level to the rows of a part, in the order of the
// senders for each row. fresh says that others will want the same mail.
func (h *Helper) eachFor(ctx context.Context, k *kept, r *record, objects Objects, fresh bool, f func(kind, row int, sender uint32)) error {
	texts := make([][]byte, len(r.Parts))
	err := parallel.InParts(readers, len(r.Parts), 1, func(from, _ int) error {
		p, first := r.Parts[from].piece(k.Part)
		if p == nil {
			return nil
		}
		data, err := h.read(ctx, p, r.Level, objects, fresh)
		if err != nil {
			return err
		}
		err = sections(h.label, data, first, p.To, func(to int, text []byte) error {
			if to == k.Part {
				texts[from] = text
			}
			return nil
		})
		if err != nil {
			return &wrongMail{r.Level, from}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for from, text := range texts {
		if text == nil {
			continue
		}
		err := h.space.eachLetter(text, h.space.partOf(from, k.Parts), k.rows, func(kind, row int, sender uint32) error {
			f(kind, row, sender)
			return nil
		})
		if err != nil {
			return &wrongMail{r.Level, from}
		}
	}
	return nil
}

// readers is how many pieces are read at once.
const readers = 8

// read reads a piece; of those of the last level there is one reader for all parts.
func (h *Helper) read(ctx context.Context, p *piece, level int, objects Objects, fresh bool) ([]byte, error) {
	if p.Name == "" || !fresh {
		return p.read(ctx, objects)
	}
	h.mu.Lock()
	l := h.mail[p.Name]
	if l == nil {
		l = &reading{level: level}
		h.mail[p.Name] = l
	}
	h.mu.Unlock()
	l.once.Do(func() { l.data, l.err = p.read(ctx, objects) })
	if l.err != nil { // another one may have more luck
		h.mu.Lock()
		defer h.mu.Unlock()
		if h.mail[p.Name] == l {
			delete(h.mail, p.Name)
		}
	}
	return l.data, l.err
}

// do carries out an order with the part as it is before.
func (h *Helper) do(ctx context.Context, k *kept, o order, before *record, objects Objects) ([]byte, error) {
	a := k.analysis
	a.now, a.next = newMail(a.rows, 1, outcomes), newMail(a.rows, 1, outcomes)
	defer func() { a.now, a.next, a.chunks = nil, nil, depot{} }()
	w := a.newWorker()
	do := (*worker).setUp
	if before != nil {
		do = (*worker).spread
		w.deliverTo(a.now, 0)
		if err := h.eachFor(ctx, k, before, objects, true, w.write); err != nil {
			return nil, err
		}
	}
	row, col := a.at(a.game.View(a.game.Start()))
	open := k.rows.has(row) && !a.settled.has(a.space, row-k.rows.first, col)
	w.start(o.Level, 0)
	for at := k.rows.first; at < k.rows.end; at++ {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		do(w, at)
	}
	done := partDone{Lost: w.found[lost], Won: w.found[won], Turns: w.turns}
	if done.Won > 0 {
		done.First = w.first[won]
	}
	done.Start = open && a.settled.has(a.space, row-k.rows.first, col)
	var err error
	if done.Lost+done.Won > 0 {
		if done.Mail, err = h.send(ctx, w, o, objects); err != nil {
			return nil, err
		}
	}
	k.order = o
	k.done, err = json.Marshal(done)
	return k.done, err
}

// A piece is mail for as many parts as follow each other until it has pieceBytes, which
// take a server about as long as one more object does. A short one is in the record.
const (
	pieceBytes   = 32 << 10
	mostInRecord = 1 << 10
)

// send puts the mail that a part has written.
func (h *Helper) send(ctx context.Context, w *worker, o order, objects Objects) (mail []piece, err error) {
	var texts [][]byte
	data := slices.Clone(h.label)
	var text []byte
	for to := range o.Parts {
		text = w.appendLetters(text[:0], w.next, h.space.partOf(to, o.Parts))
		data = binary.AppendUvarint(data, uint64(len(text)))
		data = append(data, text...)
		if len(data) >= pieceBytes || to == o.Parts-1 {
			mail, texts = append(mail, piece{To: to + 1}), append(texts, data)
			data = slices.Clone(h.label)
		}
	}
	err = parallel.InParts(readers, len(mail), 1, func(i, _ int) (err error) {
		if len(texts[i]) <= mostInRecord {
			mail[i].Data = texts[i]
			return nil
		}
		if mail[i].Name, err = objects.Put(ctx, texts[i]); err != nil {
			return err
		}
		h.mu.Lock()
		defer h.mu.Unlock()
		l := &reading{level: o.Level, data: texts[i]}
		l.once.Do(func() {})
		h.mail[mail[i].Name] = l
		return nil
	})
	return mail, err
}
