package submission

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
	"github.com/halma-solve/halma-solve/puzzles/verify"
)

// FuzzScan compares the scanner of JSON with the one of the standard library,
// which knows no limit of depth here.
func FuzzScan(f *testing.F) {
	for _, text := range []string{
		`{"a":[1,-0.5e+3,"x\u00e9\n",true,false,null,{}],"b":{}}`, `[[],[[]]]`, `01`, `1.`, `-`, `"\x"`, `{"a":1,}`, `[1,]`,
		`{"a" 1}`, `nul`, `truex`, "\"\t\"", ` 1 `, `{}{}`, ``, `"`, `[`, `]`, `{"a":1]`, `1e999999999`,
	} {
		f.Add([]byte(text))
	}
	for _, seed := range foundScan {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		s := scanner{text: text}
		raw, fault := s.skip()
		if fault == nil {
			if s.peek(); s.at < len(text) {
				fault = s.fail("more")
			}
		}
		if fault != nil && (fault.at < 0 || fault.at > len(text) || fault.msg == "") {
			t.Fatalf("fault %+v", fault)
		}
		if valid := json.Valid(text); valid != (fault == nil) && depth(text) <= MaxDepth {
			t.Fatalf("%q: fault %v, the standard library says %v", text, fault, valid)
		}
		if fault == nil && !json.Valid(raw) {
			t.Fatalf("%q: the value is %q", text, raw)
		}
	})
}

// depth is how many brackets are open at the most.
func depth(text []byte) int {
	most, n := 0, 0
	for _, c := range text {
		switch c {
		case '[', '{':
			n++
			most = max(most, n)
		case ']', '}':
			n--
		}
	}
	return most
}

// fuzzPuzzles are puzzles of every game and kind of board.
func fuzzPuzzles(t testing.TB) []*puzzles.Puzzle {
	t.Helper()
	var out []*puzzles.Puzzle
	add := func(p *puzzles.Puzzle, err error) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, p)
	}
	add(puzzles.Highscore(puzzles.Options{Size: 1}))
	add(puzzles.Highscore(puzzles.Options{Shape: positions.Square, Size: 4, Count: positions.Hops}))
	add(puzzles.Highscore(puzzles.Options{Shape: positions.Square, Size: 16, Jumps: positions.Super, Arrival: positions.Free}))
	add(puzzles.Solo(puzzles.Options{}))
	add(puzzles.Retour(puzzles.Options{}))
	return out
}

// FuzzCheck checks any text as a submission. A verdict must hold: what is said to
// be solved passes the verifier, what is said to be illegal does not.
func FuzzCheck(f *testing.F) {
	for _, text := range []string{
		"1. a1-c3\n2. b2-d2-c4\n3. c2-d4-b4\n4. c3-a5\n", "a1>c3, b2->d2->c4; c2 - d4 - b4 // done\nc3-a5",
		"46-44, 65-45", "1 46-44", "d6-d4\nf5-d5", "a1-c3 a1", "2. a1-c3", "a1-q9", "a1-\nc3", "#\n", "1.", "a1–c3→a1",
		`{"id":"x","line":[["a1","c3"],"b2-c4"],"moves":4,"hops":6,"upper":null}`, `{"id":-1.5e3,"moves":"a1-c3"}`,
		`[["a1","c3"]]`, `"a1-c3 b2-c4"`, `{"line":[],"line":[]}`, `{"\u006cine":["a1\u003ec3"]}`, `{"line":null}`,
		`{"puzzle":{"game":"solo"},"line":[]}`, `{"schema":"halma-solve/result/1","line":[["a1","b1"]]}`, `{"schema":"x"}`,
	} {
		for game := range uint8(5) {
			f.Add(game, []byte(text))
		}
	}
	all := fuzzPuzzles(f)
	var checkers []*Checker
	for _, p := range all {
		c, err := NewChecker(Options{Puzzle: p, Limits: Limits{Moves: 100}})
		if err != nil {
			f.Fatal(err)
		}
		checkers = append(checkers, c)
	}
	for _, seed := range foundCheck {
		f.Add(seed.game, []byte(seed.text))
	}
	f.Fuzz(func(t *testing.T, game uint8, text []byte) {
		n := int(game) % len(all)
		c, p := checkers[n], all[n]
		trimmed := bytes.TrimLeft(text, " \t\r\n")
		isJSON := len(trimmed) > 0 && strings.IndexByte(`{["`, trimmed[0]) >= 0
		v := c.Check(Item{Number: 1, Line: 5, Column: 3, Text: text, JSON: isJSON})
		if v.Status == Unreadable {
			if v.At == nil || v.At.Line < 5 || v.At.Column < 1 || v.Reason == "" || !utf8.ValidString(v.Reason) || printable(v.Reason) != nil {
				t.Fatalf("%q: %+v at %+v", text, v, v.At)
			}
			return
		}
		_, err := verify.Replay(p, v.Played())
		var illegal *verify.Illegal
		switch {
		case v.Status == Solved && err != nil:
			t.Fatalf("%q is said to be solved: %v", text, err)
		case v.Status == Unfinished && (!errors.As(err, &illegal) || illegal.Path != nil || illegal.Before != v.Before):
			t.Fatalf("%q is said to be unfinished: %v", text, err)
		case v.Status == Illegal:
			_, err = verify.Replay(p, append(v.Played(), v.Path))
			ok := errors.As(err, &illegal) && illegal.Move == v.Move && illegal.Before == v.Before
			if !ok || v.Reason == "" || printable(v.Reason) != nil {
				t.Fatalf("%q is said to be illegal in %+v: %v", text, v, err)
			}
		}
	})
}

// printable is an error if a text has characters that could steer a terminal.
func printable(text string) error {
	for _, r := range text {
		if r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 {
			return errors.New("control character")
		}
	}
	return nil
}

// FuzzReader cuts any input at once, byte by byte and in halves: the items are
// the same, and lie in their order in the input.
func FuzzReader(f *testing.F) {
	for form := range uint8(4) {
		for _, text := range []string{
			"1. a1-c3\n2. b2-c4\n1. a1-c3\n", "a1-c3\n\nb2-b3\n\n2. c1-c2\n---\nx\n===\n", "# a\n\n\n1. b\n# c\n\n2. d\n",
			"{\"a\":1}\n{\"b\":2}\n", "[{\"a\":[]},{\"b\":\"]\\\"}\"}]\n[]\n", "{\n}\n{\n}", "[\n{},]", "\ufeff{}", "x\n[", "\"a\" \"b\"",
		} {
			f.Add(form, uint8(20), []byte(text))
		}
	}
	for _, seed := range foundReader {
		f.Add(seed.form, seed.limit, []byte(seed.text))
	}
	f.Fuzz(func(t *testing.T, form, limit uint8, text []byte) {
		l := Limits{Bytes: int(limit) + 1}
		read := func(in io.Reader) (items []Item, err error) {
			r := NewReader(in, Form(form)%4, l)
			r.chunk = 100
			var b Batch
			for {
				if err = r.Next(&b); err != nil {
					return items, err
				}
				for _, item := range b.Items {
					item.Text = bytes.Clone(item.Text)
					if len(item.Text) > l.Bytes || item.TooLong && item.Text != nil {
						t.Fatalf("an item of %d bytes", len(item.Text))
					}
					items = append(items, item)
				}
				if cap(b.text) > 10*leastSeen+8*r.chunk {
					t.Fatalf("%d bytes of memory for %d", cap(b.text), len(text))
				}
			}
		}
		whole, wholeErr := read(bytes.NewReader(text))
		if wholeErr == nil || errors.Is(wholeErr, ErrInput) {
			t.Fatalf("error %v", wholeErr)
		}
		rest := text
		for i, item := range whole {
			if item.Number != int64(i+1) || item.Line < 1 || item.Column < 1 {
				t.Fatalf("item %d: %+v", i, item)
			}
			at := bytes.Index(rest, item.Text)
			if at < 0 {
				t.Fatalf("item %d is not in the input or not in order: %q", i, item.Text)
			}
			rest = rest[at+len(item.Text):]
		}
		for _, in := range []io.Reader{iotest.OneByteReader(bytes.NewReader(text)), iotest.HalfReader(bytes.NewReader(text))} {
			items, err := read(in)
			if (err == io.EOF) != (wholeErr == io.EOF) || err != io.EOF && err.Error() != wholeErr.Error() {
				t.Fatalf("error %v, read at once %v", err, wholeErr)
			}
			if len(items) != len(whole) {
				t.Fatalf("%d items, read at once %d: %q", len(items), len(whole), text)
			}
			for i := range items {
				a, b := items[i], whole[i]
				if a.Line != b.Line || a.Column != b.Column || a.TooLong != b.TooLong || a.JSON != b.JSON || !bytes.Equal(a.Text, b.Text) {
					t.Fatalf("item %d is %+v, read at once %+v", i, a, b)
				}
			}
		}
	})
}

// checkSyntax fails unless err is nil or names a place and no control characters.
func checkSyntax(t *testing.T, text string, err error) {
	t.Helper()
	if err == nil {
		return
	}
	positiontest.HasPlace(t, err)
	if printable(err.Error()) != nil {
		t.Fatalf("%q: error %#v", text, err)
	}
}

// FuzzPegsID reads any game ID; what can be read is written and read again.
func FuzzPegsID(f *testing.F) {
	f.Add("7x7cross:OOPPPOOOOPPPOOPPPPPPPPPPHPPPPPPPPPPOOPPPOOOOPPPOO")
	f.Add("3x1:PPH")
	f.Add("4random:OPPHOOOOOPPPHHOO")
	f.Add("5x5#1234")
	f.Add("99999999999x1:P")
	for _, seed := range foundPegsID {
		f.Add(seed)
	}
	fuzzBoards(f, ParsePegsID, FormatPegsID)
}

// fuzzBoards reads any text; what can be read is written and read again.
func fuzzBoards(f *testing.F, read func(string) (*positions.Board, positions.Bits, error), write func(*positions.Board, positions.Bits) (string, error)) {
	f.Fuzz(func(t *testing.T, text string) {
		b, men, err := read(text)
		checkSyntax(t, text, err)
		if err != nil {
			return
		}
		written, err := write(b, men)
		if err != nil {
			t.Fatalf("%q cannot be written: %v", text, err)
		}
		again, menAgain, err := read(written)
		if err != nil || again.DrawBoard(menAgain) != b.DrawBoard(men) {
			t.Fatalf("%q became %q: %v", text, written, err)
		}
	})
}

// FuzzBoardFile reads any drawing; what can be read is what its own drawing says.
func FuzzBoardFile(f *testing.F) {
	f.Add("  ***\n  ***\n*******\n***.***\n*******\n  ***\n  ***\n")
	f.Add("o o .\no - o\n")
	f.Add("# x\n\n●○\n\n")
	f.Add("    1 1 1\n    1 1 0\n1 1 1 1 1 1 1\n")
	for _, seed := range foundBoardFile {
		f.Add(seed)
	}
	fuzzBoards(f, ParseBoardFile, func(b *positions.Board, men positions.Bits) (string, error) { return b.DrawBoard(men), nil })
}

// FuzzCSV reads any table; what can be read is written and read again.
func FuzzCSV(f *testing.F) {
	for board := range uint8(5) {
		f.Add(board, "move,from,to,hops,path\n1,a1,c3,1,a1-c3\n2,b2,c4,2,b2-d2-c4\n")
		f.Add(board, "from,to\na1,c3\n\"b2\",c4\n")
		f.Add(board, "path\r\n46-44\r\n")
		f.Add(board, "\ufeffpath,x\n")
		f.Add(board, "path\n\"a1")
	}
	all := fuzzPuzzles(f)
	for _, seed := range foundCSV {
		f.Add(seed.board, seed.text)
	}
	f.Fuzz(func(t *testing.T, board uint8, text string) {
		b := all[int(board)%len(all)].Board
		moves, err := ReadCSV(strings.NewReader(text), b, Limits{Moves: 50})
		checkSyntax(t, text, err)
		if err != nil {
			return
		}
		var out bytes.Buffer
		if err := WriteCSV(&out, b, moves.Line()); err != nil {
			t.Fatal(err)
		}
		again, err := ReadCSV(&out, b, Limits{Moves: 50})
		if err != nil {
			t.Fatalf("%q cannot be read again: %v", text, err)
		}
		for i := range max(moves.Len(), again.Len()) {
			if b.FormatPath(again.Path(i)) != b.FormatPath(moves.Path(i)) {
				t.Fatalf("%q: move %d is another", text, i+1)
			}
		}
	})
}
