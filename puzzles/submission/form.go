package submission

import "bytes"

// Form is how the submissions of an input are set apart.
type Form uint8

// The forms of an input.
const (
	Auto      Form = iota // found out from its beginning
	Text                  // lists of moves
	JSON                  // JSON values one after the other, or a list of objects
	JSONLines             // a JSON value in each line
)

// String returns the name of the form: "auto", "text", "json" or "jsonl".
func (f Form) String() string { return [...]string{"auto", "text", "json", "jsonl"}[f] }

// formOf finds out the form of an input from its beginning; more says whether
// something follows. Auto means that more of it is needed.
//
// What begins with no bracket and no quote is text. If the first line is a JSON
// value, and no list of objects, every line is one; else values may go over
// lines, which is harder to get over when one is broken.
func formOf(begin []byte, more bool) Form {
	at := skipWhite(begin, 0)
	if at == len(begin) {
		if more {
			return Auto
		}
		return Text
	}
	switch begin[at] {
	case '{', '[', '"':
	default:
		return Text
	}
	if begin[at] == '[' {
		switch next := skipWhite(begin, at+1); {
		case next == len(begin) && more:
			return Auto
		case next < len(begin) && begin[next] == '{':
			return JSON
		}
	}
	end := bytes.IndexByte(begin[at:], '\n')
	if end < 0 {
		if more {
			return Auto
		}
		return JSON
	}
	s := scanner{text: begin[at : at+end]}
	if _, f := s.skip(); f != nil {
		return JSON
	}
	if s.peek(); s.at < len(s.text) {
		return JSON
	}
	return JSONLines
}
