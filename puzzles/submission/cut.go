package submission

import "bytes"

// cutter finds where an item ends. It is shown the text that follows the last
// item, more of it each time, and remembers how far it has looked.
type cutter interface {
	// next looks for the first item. With last, nothing follows the text.
	next(text []byte, last bool) cut
	// drop tells that what is sure to belong to the last item, cut.sure, will not
	// be shown again.
	drop()
}

// cut is an item in a text: text[begin:end]. The next one is behind rest. If
// none was found, text[:begin] can be forgotten, and the sure bytes behind begin
// are part of the item whatever follows.
type cut struct {
	begin, end, rest int
	found            bool
	sure             int
	fault            *fault // the text goes on in no way that could be told apart
}

// lineCutter takes each line as an item, but for empty ones.
type lineCutter struct {
	seen   int
	inside bool // the beginning of the line is gone
}

func (c *lineCutter) next(text []byte, last bool) cut {
	begin := 0
	if !c.inside && c.seen == 0 {
		begin = skipWhite(text, 0)
	}
	from := max(begin, c.seen)
	n := bytes.IndexByte(text[from:], '\n')
	switch {
	case n >= 0:
		*c = lineCutter{}
		return cut{begin: begin, end: from + n, rest: from + n + 1, found: true}
	case last && (begin < len(text) || c.inside):
		*c = lineCutter{}
		return cut{begin: begin, end: len(text), rest: len(text), found: true}
	}
	c.seen = len(text) - begin
	return cut{begin: begin, sure: c.seen}
}

func (c *lineCutter) drop() { *c = lineCutter{inside: true} }
