package submission

import (
	"fmt"
	"unicode/utf8"
)

// valueCutter takes each JSON value as an item, and each element of a list of
// objects. It looks at brackets and quotes only: whatever stands between them is
// judged later. What begins like no value is an item up to the end of its line.
type valueCutter struct {
	seen    int
	started bool // an item has begun
	bare    bool // and is no value: its line ends it
	text    bool // in quotes
	escape  bool // behind a backslash in quotes
	depth   int  // open brackets

	list  bool // in a list of objects
	due   bool // there, a comma or the end comes next
	comma bool // there, a comma came last
}

// patience is how much white space behind a bracket is looked through.
const patience = 1 << 16

func (c *valueCutter) next(text []byte, last bool) cut {
	begin := 0
	if !c.started {
		var f *fault
		if begin, f = c.start(text, last); f != nil || !c.started {
			return cut{begin: begin, fault: f}
		}
		c.seen = begin
	}
	end, ok := c.scan(text)
	if !ok && !last {
		c.seen = len(text) - begin
		return cut{begin: begin, sure: c.seen}
	}
	*c = valueCutter{list: c.list, due: c.list}
	return cut{begin: begin, end: end, rest: end, found: true}
}

// start looks for the beginning of an item and returns where it is.
func (c *valueCutter) start(text []byte, last bool) (int, *fault) {
	at := 0
	for {
		at = skipWhite(text, at)
		switch {
		case at == len(text) && last && c.list:
			return at, failAt(at, "the list of submissions has no end")
		case at == len(text):
			return at, nil
		case c.list && text[at] == ']' && !c.comma:
			c.list, c.due = false, false
			at++
			continue
		case c.list && c.due && text[at] != ',':
			return at, failAt(at, "a comma or ] is expected between submissions, here is %s", byteShown(text[at]))
		case c.list && c.due:
			c.due, c.comma = false, true
			at++
			continue
		case !c.list && text[at] == '[':
			next := skipWhite(text, at+1)
			if next == len(text) && !last && next-at < patience {
				return at, nil
			}
			if next < len(text) && text[next] == '{' {
				c.list, c.due = true, false
				at = next
				continue
			}
		}
		c.started = true
		switch text[at] {
		case '{', '[', '"':
		default:
			if c.list {
				return at, failAt(at, "a submission {…} is expected in this list, here is %s", byteShown(text[at]))
			}
			c.bare = true
		}
		return at, nil
	}
}

// scan goes on from c.seen and returns the end of the item, or of the text if it
// has none.
func (c *valueCutter) scan(text []byte) (end int, ok bool) {
	for i := c.seen; i < len(text); i++ {
		b := text[i]
		switch {
		case c.bare:
			if b == '\n' {
				return i, true
			}
		case c.escape:
			c.escape = false
		case c.text:
			switch b {
			case '\\':
				c.escape = true
			case '"':
				c.text = false
				if c.depth == 0 {
					return i + 1, true
				}
			}
		case b == '"':
			c.text = true
		case b == '{' || b == '[':
			c.depth++
		case b == '}' || b == ']':
			if c.depth--; c.depth <= 0 {
				return i + 1, true
			}
		}
	}
	return len(text), false
}

func (c *valueCutter) drop() { c.seen = 0 }

// byteShown is what a message says of the first byte of something: the text behind
// it may not have come in yet.
func byteShown(b byte) string {
	if b >= utf8.RuneSelf {
		return "another letter"
	}
	return fmt.Sprintf("%q", b)
}
