package jsontext

import (
	"bytes"
	"encoding/json"
)

// Writer writes nested objects with two spaces of indent a level; values
// that are not objects stay on one line.
type Writer struct {
	text  bytes.Buffer
	depth int
	more  bool // the object that is open has a field already
}

// Open begins an object: a field of the one that is open, or the outermost one,
// whose name does not matter.
func (o *Writer) Open(name string) {
	if o.depth > 0 {
		o.name(name)
	}
	o.text.WriteByte('{')
	o.depth++
	o.more = false
}

// End ends the object that is open.
func (o *Writer) End() {
	o.depth--
	o.newLine()
	o.text.WriteByte('}')
	o.more = true
}

// Field writes a field whose value is a number, a text, or a list of them.
func (o *Writer) Field(name string, value any) {
	o.name(name)
	o.value(value)
}

// List writes an array with one element a line.
func (o *Writer) List(name string, values []any) {
	o.name(name)
	o.text.WriteByte('[')
	o.depth++
	for i, v := range values {
		if i > 0 {
			o.text.WriteByte(',')
		}
		o.newLine()
		o.value(v)
	}
	o.depth--
	if len(values) > 0 {
		o.newLine()
	}
	o.text.WriteByte(']')
}

func (o *Writer) name(name string) {
	if o.more {
		o.text.WriteByte(',')
	}
	o.newLine()
	o.value(name)
	o.text.WriteString(": ")
	o.more = true
}

func (o *Writer) newLine() {
	o.text.WriteByte('\n')
	for range o.depth {
		o.text.WriteString("  ")
	}
}

func (o *Writer) value(v any) {
	enc := json.NewEncoder(&o.text)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic("jsontext: " + err.Error()) // only numbers, strings and lists of them come here
	}
	o.text.Truncate(o.text.Len() - 1) // Encode ends with a newline
}

// Bytes returns what is written, with a line break at its end.
func (o *Writer) Bytes() []byte { return append(o.text.Bytes(), '\n') }
