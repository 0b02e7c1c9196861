package submission

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/halma-solve/halma-solve/positions/positiontest"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles"
)

// say is what tests write of a verdict.
func say(dst []byte, v *Verdict) []byte {
	return fmt.Appendf(dst, "%d %d %s %s %d %s\n", v.Number, v.Line, v.ID, v.Status, v.Moves, v.Reason)
}

// mixed is an input of n submissions of every kind, and what is to be said.
func mixed(n int) (input, want string) {
	random := rand.New(rand.NewPCG(1, 2))
	var in, out strings.Builder
	line := 1
	for i := range n {
		fmt.Fprintf(&in, `{"id":%d,`, i)
		verdict := ""
		switch random.IntN(4) {
		case 0:
			in.WriteString(`"line":["a1-c3","b2-c4",["c2","d4","b4"],"c3-a5"]}`)
			verdict = "solved 4 "
		case 1:
			in.WriteString(`"line":["a1-c3"]}`)
			verdict = "unfinished 1 the men do not fill the goal: missing on b4, c4, a5"
		case 2:
			in.WriteString(`"line":["a1-c3","b2-b3","b2-c4"]}`)
			verdict = "illegal 2 there is no man on b2"
		case 3:
			in.WriteString(`"line":["a1-c3",}`)
			verdict = "unreadable 0 unexpected '}'"
		}
		fmt.Fprintf(&out, "%d %d %d %s\n", i+1, line, i, verdict)
		for range 1 + random.IntN(2) {
			in.WriteByte('\n')
			line++
		}
	}
	return in.String(), out.String()
}

// However the input comes in and however many check it: the same verdicts in the
// same order.
func TestEach(t *testing.T) {
	star := must(puzzles.Highscore(puzzles.Options{Size: 1}))
	input, want := mixed(20_000)
	for name, in := range map[string]io.Reader{
		"at once":   strings.NewReader(input),
		"in halves": iotest.HalfReader(strings.NewReader(input)),
		"in pieces": &pieces{text: input, random: rand.New(rand.NewPCG(3, 4))},
	} {
		for _, workers := range []int{1, 2, 7} {
			if s, ok := in.(io.Seeker); ok {
				_, _ = s.Seek(0, io.SeekStart)
			} else if workers > 1 {
				continue
			}
			var out bytes.Buffer
			told := int64(0)
			sum, err := Each(context.Background(), in, &out, StreamOptions{
				Options: Options{Puzzle: star}, Workers: workers, Append: say,
				Progress: func(s Summary) {
					if s.Submissions <= told || s.Bytes > int64(len(input)) {
						t.Errorf("progress %+v after %d", s, told)
					}
					told = s.Submissions
				},
			})
			if err != nil || out.String() != want || told != 20_000 {
				t.Fatalf("%s, %d workers: %v, %d told, %d bytes instead of %d", name, workers, err, told, out.Len(), len(want))
			}
			if sum.Submissions != 20_000 || sum.Solved+sum.Unfinished+sum.Illegal+sum.Unreadable != 20_000 || sum.Solved == 0 || sum.Unfinished == 0 || sum.Illegal == 0 || sum.Unreadable == 0 || sum.Valid() {
				t.Errorf("summary %+v", sum)
			}
		}
	}
}

// pieces is an input that comes in small pieces.
type pieces struct {
	text   string
	random *rand.Rand
}

func (p *pieces) Read(b []byte) (int, error) {
	if p.text == "" {
		return 0, io.EOF
	}
	n := copy(b[:min(len(b), 1+p.random.IntN(2000))], p.text)
	p.text = p.text[n:]
	return n, nil
}

// A submission is answered before the next one is there.
func TestEachAnswersAtOnce(t *testing.T) {
	star := must(puzzles.Highscore(puzzles.Options{Size: 1}))
	in, feed := io.Pipe()
	answers, out := io.Pipe()
	done := make(chan error)
	go func() {
		_, err := Each(context.Background(), in, out, StreamOptions{Options: Options{Puzzle: star}, Append: say})
		done <- err
	}()
	buffer := make([]byte, 1000)
	for i := range 20 {
		go func() { _, _ = feed.Write([]byte(`{"line":["a1-c3"]}` + "\n")) }()
		n, err := answers.Read(buffer)
		if want := fmt.Sprintf("%d %d  unfinished", i+1, i+1); err != nil || !strings.HasPrefix(string(buffer[:n]), want) {
			t.Fatalf("%q, %v, want %q", buffer[:n], err, want)
		}
	}
	_ = feed.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestEachErrors(t *testing.T) {
	star := must(puzzles.Highscore(puzzles.Options{Size: 1}))
	o := StreamOptions{Options: Options{Puzzle: star}, Append: say}
	const good = `{"line":[]}` + "\n"
	broken := errors.New("broken")

	var out bytes.Buffer
	sum, err := Each(context.Background(), io.MultiReader(strings.NewReader(good), iotest.ErrReader(broken)), &out, o)
	if !errors.Is(err, broken) || !errors.Is(err, ErrInput) || sum.Submissions != 1 || !strings.HasPrefix(out.String(), "1 1 ") {
		t.Errorf("an input that breaks off: %v, %+v, %q", err, sum, out.String())
	}
	out.Reset()
	sum, err = Each(context.Background(), strings.NewReader("[{},\n{} {}]"), &out, o)
	var syntax *positions.SyntaxError
	if !errors.As(err, &syntax) || syntax.Line != 2 || syntax.Column != 4 || sum.Submissions != 2 {
		t.Errorf("a list that cannot be taken apart: %v, %+v", err, sum)
	}
	if _, err = Each(context.Background(), strings.NewReader(good), failing{broken}, o); !errors.Is(err, broken) {
		t.Errorf("an output that is full: %v", err)
	}
	if _, err = Each(context.Background(), endless{}, failing{broken}, o); !errors.Is(err, broken) {
		t.Errorf("an output that is full, an input without end: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	o.Progress = func(s Summary) {
		if s.Submissions > 10_000 {
			cancel()
		}
	}
	if sum, err = Each(ctx, endless{}, io.Discard, o); !errors.Is(err, context.Canceled) || sum.Submissions <= 10_000 {
		t.Errorf("cancelled: %v, %+v", err, sum)
	}
	hanging, _ := io.Pipe()
	ctx, cancel = context.WithCancel(context.Background())
	cancel()
	if _, err = Each(ctx, hanging, io.Discard, o); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled while nothing comes in: %v", err)
	}
	if _, err = Each(context.Background(), strings.NewReader(good), io.Discard, StreamOptions{Options: Options{Puzzle: &puzzles.Puzzle{}}}); err == nil {
		t.Error("a puzzle that cannot be played")
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// endless is an input without end.
type endless struct{}

func (endless) Read(b []byte) (int, error) {
	const line = `{"line":["a1-c3","b2-c4","c2-b4","c3-a5"]}` + "\n"
	n := 0
	for n+len(line) <= len(b) {
		n += copy(b[n:], line)
	}
	return n, nil
}

// Memory does not grow with the input, nor with the length of one line, value or
// list in it.
func TestEachMemory(t *testing.T) {
	positiontest.Long(t)
	const size = 20 << 20
	star := must(puzzles.Highscore(puzzles.Options{Size: 1}))
	for _, c := range []struct {
		name  string
		form  Form
		begin string
		unit  string
		want  Summary // but for Bytes; Submissions 0: any number
	}{
		{"many lines", Auto, "", `{"line":["a1-c3","b2-c4","c2-b4","c3-a5"]}` + "\n", Summary{}},
		{"one list of objects", Auto, "[", `{"line":["a1-c3","b2-c4","c2-b4","c3-a5"]},`, Summary{}},
		{"many lists of moves", Auto, "", "1. a1-c3\n2. b2-c4\n3. c2-b4\n4. c3-a5\n", Summary{}},
		{"one line", JSONLines, `{"x":"`, "xxxxxxxx", Summary{Submissions: 1, Unreadable: 1}},
		{"one value", JSON, `{"x":[`, "[1,2],\n", Summary{Submissions: 1, Unreadable: 1}},
		{"one list", Text, "1. a1-c3\n", "c3-a1 a1-c3\n", Summary{Submissions: 1, Unreadable: 1}},
		{"one line of a list", Text, "1. a1-c3\n", "c3-a1 a1-c3 ", Summary{Submissions: 1, Unreadable: 1}},
		{"one move", Text, "", "a1-c3-", Summary{Submissions: 1, Unreadable: 1}},
		{"one comment", Text, "#", "x", Summary{}},
		{"brackets", Auto, "", "[", Summary{Submissions: 1, Unreadable: 1}},
		{"nothing", Auto, "", " \n", Summary{}},
		{"numbers", JSON, "", "1 ", Summary{Submissions: 1, Unreadable: 1}},
		{"zeros", Auto, "", "\x00", Summary{Submissions: 1, Unreadable: 1}},
	} {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		in := io.MultiReader(strings.NewReader(c.begin), io.LimitReader(&again{unit: []byte(c.unit)}, size))
		written := &counting{}
		sum, err := Each(context.Background(), in, written, StreamOptions{
			Options: Options{Puzzle: star}, Form: c.form, Workers: 2,
			Append: func(dst []byte, v *Verdict) []byte { return append(dst, v.Status.String()...) },
		})
		runtime.ReadMemStats(&after)
		var syntax *positions.SyntaxError
		if err != nil && !errors.As(err, &syntax) {
			t.Errorf("%s: %v", c.name, err)
		}
		if grown := int64(after.HeapSys+after.StackSys) - int64(before.HeapSys+before.StackSys); grown > 18<<20 {
			t.Errorf("%s: %d MiB more memory for %d MiB of input", c.name, grown>>20, size>>20)
		}
		sum.Bytes = 0
		if c.want.Submissions > 0 && sum != c.want || c.want.Submissions == 0 && sum.Submissions > 0 && sum.Solved < size/60 {
			t.Errorf("%s: %+v, want %+v", c.name, sum, c.want)
		}
	}
}

// again is a text over and over.
type again struct {
	unit []byte
	at   int
}

func (a *again) Read(b []byte) (int, error) {
	n := 0
	for n < len(b) {
		k := copy(b[n:], a.unit[a.at:])
		a.at = (a.at + k) % len(a.unit)
		n += k
		if k == len(b)-n && n > 1<<20 {
			break
		}
	}
	return n, nil
}

type counting struct{ n int64 }

func (c *counting) Write(b []byte) (int, error) {
	c.n += int64(len(b))
	return len(b), nil
}

// What the reader is told to be the limit is the limit: to the byte.
func TestReaderLimits(t *testing.T) {
	for form, c := range map[Form]struct{ fits, long, next string }{
		JSONLines: {`[1,2,3,45]`, `[1,2,3,456]`, "{}"},
		JSON:      {`[1,2,3,45]`, `[1,2,3,456]`, "{}"},
		Text:      {"a1-b2-c3-d", "a1-b2-c3-d4", "1. a1-b2"},
	} {
		for text, want := range map[string]string{
			c.fits + "\n" + c.next: "fits",
			c.long + "\n" + c.next: "long",
		} {
			l := Limits{Bytes: 10}
			if form == Text {
				l.Bytes = 11 // with the end of the line
			}
			r := NewReader(strings.NewReader(text), form, l)
			var b Batch
			var items []Item
			for r.Next(&b) == nil {
				items = append(items, b.Items...)
			}
			if len(items) != 2 || items[0].TooLong != (want == "long") || items[1].TooLong || items[1].Line != 2 {
				t.Errorf("%s: %q becomes %+v", form, text, items)
			}
		}
	}
}
