package submission

// readLine reads the moves of a value that has been passed over before: a list of
// moves, each a list of cells or a text, or a text with all of them.
func (l *list) readLine(text []byte, at span) *fault {
	s := scanner{text: text[:at.to], at: at.from}
	switch s.peek() {
	case '"':
		return l.readQuoted(&s, func(text []byte) *fault { return l.readList(text) })
	case '[':
	case 'n':
		return s.fail("there is no line in it")
	default:
		return s.fail("the line is a list of moves […] or a text in quotes, here is %s", s.found())
	}
	return s.each(']', func() *fault {
		switch s.peek() {
		case '[':
			return l.readCells(&s)
		case '"':
			return l.readQuoted(&s, l.readOne)
		default:
			return s.fail("a move is a list of cells […] or a text such as \"a3-c5\", here is %s", s.found())
		}
	})
}

// readCells reads a move that is a list of cells.
func (l *list) readCells(s *scanner) *fault {
	begin := s.at
	if l.into.Len() >= l.limit {
		return s.fail("more than %d moves", l.limit)
	}
	f := s.each(']', func() *fault {
		at, name, f := s.says()
		if f != nil {
			return f
		}
		c, length := l.names.read(name)
		if length == 0 || length < len(name) {
			_, err := l.names.board.ParseCell(string(name))
			if err == nil {
				return failAt(at, "%s is no cell", quoted(name))
			}
			return failAt(at, "move %d: %v", l.into.Len()+1, err)
		}
		l.into.add(c)
		return nil
	})
	if f != nil {
		return f
	}
	if l.into.open() < 2 {
		return failAt(begin, "move %d needs at least two cells: where the man starts and where it ends", l.into.Len()+1)
	}
	l.into.end()
	return nil
}

// readOne reads a text that is one move.
func (l *list) readOne(text []byte) *fault {
	at, f := l.readPath(text, skipSpaces(text, 0), false)
	if f == nil {
		if at = skipSpaces(text, at); at < len(text) {
			f = failAt(at, "unexpected %s behind a move", shown(text[at:]))
		}
	}
	return f
}

// readQuoted hands the text of a string to read. Faults in a string with escapes
// are placed at its beginning.
func (l *list) readQuoted(s *scanner, read func([]byte) *fault) *fault {
	begin := s.at
	raw, escaped, f := s.string()
	if f != nil {
		return f
	}
	if f = read(decoded(raw, escaped)); f != nil {
		if escaped {
			f.at = begin
		} else {
			f.at += begin + 1
		}
	}
	return f
}
