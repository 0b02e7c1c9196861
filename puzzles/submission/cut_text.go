package submission

import "bytes"

// textCutter takes lists of moves apart. A list ends before a line that begins
// with the number 1, at a line of dashes, and at an empty line unless the next
// move has a number above 1.
type textCutter struct {
	line   int  // where the line begins that has not been looked at
	part   int  // how much of it has been searched for its end
	begin  int  // of the item
	moves  bool // the item has some
	gap    bool // and an empty line behind them
	inside bool // the beginning of the line is gone
}

func (c *textCutter) next(text []byte, last bool) cut {
	for {
		end := len(text)
		n := bytes.IndexByte(text[c.line+c.part:], '\n')
		if n >= 0 {
			end = c.line + c.part + n
		} else if !last {
			return c.wait(text)
		}
		if c.line == len(text) { // the end of the input
			return c.finish(c.line, c.line)
		}
		next := min(end+1, len(text))
		switch kind, number := kindOf(text[c.line:end]); {
		case c.inside:
			c.inside = false
		case kind == divider:
			if c.moves {
				return c.finish(c.line, next)
			}
		case kind == empty:
			c.gap = true
		case kind == content:
			if c.moves && (number == 1 || c.gap && number == 0) {
				return c.finish(c.line, c.line)
			}
			if !c.moves {
				c.begin = c.line
			}
			c.moves, c.gap = true, false
		}
		c.line, c.part = next, 0
	}
}

// wait keeps in mind what has been seen.
func (c *textCutter) wait(text []byte) cut {
	if !c.moves {
		c.begin = c.line
	}
	out := cut{begin: c.begin}
	c.part = len(text) - c.line
	c.line -= c.begin
	c.begin = 0
	return out
}

// finish ends the item, if there is one.
func (c *textCutter) finish(end, rest int) cut {
	out := cut{begin: c.begin, end: end, rest: rest, found: c.moves}
	if !c.moves {
		out.begin = rest
	}
	*c = textCutter{}
	return out
}

func (c *textCutter) drop() {
	c.inside = c.part > 0
	c.moves = c.moves || c.inside
	c.line, c.part, c.begin = 0, 0, 0
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
// has none.
func kindOf(line []byte) (kind, int) {
	line = bytes.TrimRight(line[skipSpaces(line, 0):], " \t\r")
	switch {
	case len(line) == 0:
		return empty, 0
	case line[0] == '#' || bytes.HasPrefix(line, []byte("//")):
		return remark, 0
	case len(line) >= 3 && (line[0] == '-' || line[0] == '=') && len(bytes.TrimLeft(line, string(line[:1]))) == 0:
		return divider, 0
	}
	if n, _, ok := moveNumber(line); ok {
		return content, n
	}
	return content, 0
}
