package submission

import "bytes"

// textCutter takes lists of moves apart. A list ends before a line that begins
// with the number 1, at a line of dashes, and at an empty line unless the next
// move has a number above 1.
type textCutter struct {
	limit  int  // a longer line is known by its beginning
	line   int  // where the line begins that is looked at
	part   int  // how much of it has been searched for its end
	judged bool // and it is known what it is
	begin  int  // of the item
	moves  bool // the item has some
	gap    bool // and an empty line behind them
}

func (c *textCutter) next(text []byte, last bool) cut {
	for {
		end, next := len(text), len(text)
		whole := last
		if n := bytes.IndexByte(text[c.line+c.part:], '\n'); n >= 0 {
			end = c.line + c.part + n
			next, whole = end+1, true
		}
		switch {
		case !whole && end-c.line <= c.limit:
			return c.wait(text)
		case last && c.line == len(text):
			return c.finish(c.line, c.line)
		}
		if !c.judged {
			switch kind, number := kindOf(text[c.line:end], c.limit); {
			case kind == divider && c.moves:
				return c.finish(c.line, next)
			case kind == empty:
				c.gap = true
			case kind == content && c.moves && (number == 1 || c.gap && number == 0):
				return c.finish(c.line, c.line)
			case kind == content:
				if !c.moves {
					c.begin = c.line
				}
				c.moves, c.gap = true, false
			}
		}
		if c.judged = !whole; c.judged {
			return c.wait(text)
		}
		c.line, c.part = next, 0
	}
}

// wait keeps in mind what has been seen.
func (c *textCutter) wait(text []byte) cut {
	sure := c.line // end of what belongs to the item, or to none
	if c.judged {
		sure = len(text)
	}
	if !c.moves {
		c.begin = sure
	}
	out := cut{begin: c.begin, sure: sure - c.begin}
	c.line = max(c.line-c.begin, 0)
	c.part = len(text) - c.begin - c.line
	c.begin = 0
	return out
}

// finish ends the item, if there is one.
func (c *textCutter) finish(end, rest int) cut {
	out := cut{begin: c.begin, end: end, rest: rest, found: c.moves}
	if !c.moves {
		out.begin = rest
	}
	*c = textCutter{limit: c.limit}
	return out
}

func (c *textCutter) drop() {
	if c.judged {
		c.part = 0
	}
	c.line = 0
}

// kind is what a line of a list is.
type kind int

const (
	content kind = iota // moves
	empty
	remark  // nothing but a comment
	divider // three or more - or =
)

// kindOf looks at a line, and for the number of a move at its beginning, 0 if it
// has none. Of a line longer than limit it looks at the beginning: it is a comment
// or has moves, whatever it says.
func kindOf(line []byte, limit int) (kind, int) {
	long := len(line) > limit
	line = line[:min(len(line), limit)]
	line = bytes.TrimRight(line[skipSpaces(line, 0):], " \t\r")
	switch {
	case bytes.HasPrefix(line, []byte("#")) || bytes.HasPrefix(line, []byte("//")):
		return remark, 0
	case long:
	case len(line) == 0:
		return empty, 0
	case len(line) >= 3 && (line[0] == '-' || line[0] == '=') && len(bytes.TrimLeft(line, string(line[:1]))) == 0:
		return divider, 0
	}
	if n, _, ok := moveNumber(line); ok {
		return content, n
	}
	return content, 0
}
