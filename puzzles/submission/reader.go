package submission

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// Item is a submission as it stands in its input.
type Item struct {
	Number  int64 // from 1
	Line    int64 // where it begins, from 1
	Column  int64
	Text    []byte
	JSON    bool // a JSON value, not a list of moves
	TooLong bool // longer than Limits.Bytes; then there is no Text
}

// Batch is items that follow each other in their input, and their memory.
type Batch struct {
	Items []Item
	Read  int64 // length of the input up to the end of the last item
	text  []byte
}

const (
	usualChunk = 256 << 10 // bytes that are asked for at once
	mostItems  = 2048      // of a batch
	leastSeen  = 4096      // bytes that tell the form, or Limits.Bytes if that is more
)

// ErrInput is wrapped by the error of an input that cannot be read to its end.
var ErrInput = errors.New("cannot read the input")

// Reader cuts an input into items without understanding them. Memory is bounded
// by Limits.Bytes whatever comes in: what is longer becomes an item without text.
type Reader struct {
	in     io.Reader
	limit  int
	chunk  int // bytes that are asked for at once
	form   Form
	cut    cutter // nil while the form is not known
	rest   []byte // has been read and is in no batch
	at     place  // of rest
	ended  bool   // nothing follows rest
	failed error  // of reading what follows rest
	over   *Item  // is too long, and its end is looked for
	number int64
	read   int64
	err    error
}

// NewReader returns a reader of in.
func NewReader(in io.Reader, form Form, l Limits) *Reader {
	return &Reader{in: in, form: form, limit: l.orDefault().Bytes, chunk: usualChunk, at: place{1, 1}}
}

// Next reads the next items: all that one reading of the input completes, at
// least one. The error is [io.EOF] at the end; it wraps [ErrInput] if reading
// failed and is a [*positions.SyntaxError] if no more items can be told apart.
func (r *Reader) Next(b *Batch) error {
	b.Items = b.Items[:0]
	b.text = append(b.text[:0], r.rest...)
	from := 0
	for r.err == nil {
		from = r.items(b, from)
		if len(b.Items) > 0 || r.err != nil {
			break
		}
		if r.failed != nil {
			r.err = r.failed
			break
		}
		if r.ended {
			r.err = io.EOF
			break
		}
		b.text = b.text[:copy(b.text, b.text[from:])]
		from = 0
		r.fill(b)
	}
	r.rest = append(r.rest[:0], b.text[from:]...)
	b.Read = r.read - int64(len(r.rest))
	if len(b.Items) > 0 {
		return nil // an error is told by the next call
	}
	return r.err
}

// fill reads once more.
func (r *Reader) fill(b *Batch) {
	n := len(b.text)
	if cap(b.text)-n < r.chunk {
		b.text = append(make([]byte, 0, 2*n+r.chunk), b.text...)
	}
	got, err := r.in.Read(b.text[n : n+r.chunk])
	b.text = b.text[:n+got]
	r.read += int64(got)
	switch {
	case err == io.EOF:
		r.ended = true
	case err != nil:
		r.failed = fmt.Errorf("%w: %w", ErrInput, err) // once what has come is dealt with
	}
}

var byteOrderMark = []byte("\ufeff")

// begin finds out the form. It returns false if more must be read for that.
func (r *Reader) begin(b *Batch) bool {
	if r.read < int64(len(byteOrderMark)) && !r.ended && bytes.HasPrefix(byteOrderMark, b.text) {
		return false
	}
	text := bytes.TrimPrefix(b.text, byteOrderMark)
	if r.form == Auto {
		seen := text[:min(len(text), max(r.limit, leastSeen))]
		r.form = formOf(seen, !r.ended && len(seen) == len(text))
	}
	switch r.form {
	case Auto:
		return false
	case Text:
		r.cut = &textCutter{limit: r.limit}
	case JSON:
		r.cut = &valueCutter{}
	case JSONLines:
		r.cut = &lineCutter{}
	}
	b.text = b.text[:copy(b.text, text)]
	return true
}

// items appends the items of b.text from an offset on to b, and returns what
// offset is left.
func (r *Reader) items(b *Batch, from int) int {
	if r.cut == nil && !r.begin(b) {
		return from
	}
	for len(b.Items) < mostItems {
		text := b.text[from:]
		c := r.cut.next(text, r.ended)
		begin := r.at.after(text[:c.begin])
		if c.fault != nil {
			r.err = r.at.error(text, c.fault)
			return from
		}
		if !c.found {
			r.at = begin
			from += c.begin
			if c.sure > r.limit || r.over != nil {
				if r.over == nil {
					r.over = &Item{Line: begin.line, Column: begin.column}
				}
				r.at = r.at.after(b.text[from : from+c.sure])
				from += c.sure
				r.cut.drop()
			}
			return from
		}
		item := Item{Line: begin.line, Column: begin.column, Text: text[c.begin:c.end:c.end]}
		if r.over != nil {
			item, r.over = *r.over, nil
			item.TooLong = true
		} else if len(item.Text) > r.limit {
			item.Text, item.TooLong = nil, true
		}
		r.number++
		item.Number, item.JSON = r.number, r.form != Text
		b.Items = append(b.Items, item)
		r.at = begin.after(text[c.begin:c.rest])
		from += c.rest
	}
	return from
}
