package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/solver"
)

func TestShort(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0", 999: "999", 1000: "1.0k", 1234: "1.2k", 9960: "10k", 12345: "12k", 999_499: "999k",
		999_500: "1.0M", 123_456_789: "123M", 5_000_000_000: "5.0G", 7_000_000_000_000_000: "7000T",
	} {
		if got := short(n); got != want {
			t.Errorf("short(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestStopwatch(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0:00", 65 * time.Second: "1:05", time.Hour + 2*time.Minute + 3*time.Second: "1:02:03",
	} {
		if got := stopwatch(d); got != want {
			t.Errorf("stopwatch(%v) = %q, want %q", d, got, want)
		}
	}
}

func TestFit(t *testing.T) {
	for width, want := range map[int]string{-3: "", 0: "", 2: "×y", 9: "×yz"} {
		if got := fit("×yz", width); got != want {
			t.Errorf("fit(%d) = %q, want %q", width, got, want)
		}
	}
}

func TestShare(t *testing.T) {
	for want, e := range map[int64]solver.Event{
		0:         {Done: 5},
		500:       {Done: 5, Todo: 10},
		steps - 1: {Done: 11, Todo: 10},
	} {
		if got := share(e); got != want {
			t.Errorf("share(%+v) = %d, want %d", e, got, want)
		}
	}
}

func TestRate(t *testing.T) {
	start := time.Now()
	r := rate{since: start}
	for _, step := range []struct {
		after    time.Duration
		expanded int64
		want     int64
	}{
		{50 * time.Millisecond, 1000, 0},
		{500 * time.Millisecond, 1000, 2000},
		{900 * time.Millisecond, 5000, 2000},
		{2500 * time.Millisecond, 5000, 2000},
		{4500 * time.Millisecond, 25000, 10000},
		{6500 * time.Millisecond, 0, 0},
	} {
		r.add(step.expanded, start.Add(step.after))
		if r.perSecond != step.want {
			t.Errorf("after %v: %d a second, want %d", step.after, r.perSecond, step.want)
		}
	}
}

// TestPlainProgress writes events to a file, which is no terminal.
func TestPlainProgress(t *testing.T) {
	log := func(quiet bool, use func(p *Progress)) string {
		f := positiontest.Must(t, os.Create, filepath.Join(t.TempDir(), "log"))
		defer f.Close()
		use(NewProgress(f, time.Minute, quiet))
		text := positiontest.Must(t, os.ReadFile, f.Name())
		return string(text)
	}
	found := solver.Event{
		Phase: "beam 100", Layer: 3, Layers: 9, Doing: solver.Merging, Done: 5, Todo: 9, Expanded: 1234, Bytes: 3 << 20,
		Lower: 5, Upper: 9, Elapsed: 1500 * time.Millisecond, Milestone: "9 moves found",
	}
	searching := solver.Event{Phase: "refute 8", Layer: 2, Lower: 5, Upper: solver.NoUpper}
	merging := solver.Event{Phase: "refute 8", Layer: 2, Doing: solver.Merging, Done: 64, Todo: 256, Lower: 5, Upper: solver.NoUpper}
	got := log(false, func(p *Progress) {
		p.Event(searching) // too early for a line
		p.Event(found)
		p.logged = p.logged.Add(-LogInterval)
		p.Event(searching)
		p.Event(searching)
		p.logged = p.logged.Add(-LogInterval)
		p.Task("2 of 3")
		p.Event(searching)
		p.logged = p.logged.Add(-LogInterval)
		p.Event(merging)
		p.interrupted()
		p.Done()
		p.Event(found)
		p.interrupted()
	})
	got = regexp.MustCompile(`time=[0-9TZ:+-]+ `).ReplaceAllString(got, "time=T ")
	want := `time=T level=INFO msg="9 moves found" elapsed="1.5 s" phase="beam 100" layer=3/9 positions=1234 memory="3 MiB" bounds=5..9
time=T level=INFO msg=searching elapsed="0.00 s" phase="refute 8" layer=2 positions=0 bounds=5..
time=T level=INFO msg=searching task="2 of 3" elapsed="0.00 s" phase="refute 8" layer=2 positions=0 bounds=5..
time=T level=INFO msg=searching task="2 of 3" elapsed="0.00 s" phase="refute 8" layer=2 doing=merging done=25% positions=0 bounds=5..
interrupted, writing the report; once more quits at once
`
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	quiet := log(true, func(p *Progress) {
		p.Event(found)
		p.interrupted()
		p.Done()
	})
	if quiet != "" {
		t.Errorf("quiet progress wrote %q", quiet)
	}
	if strings.ContainsAny(got, "\r\x1b") {
		t.Errorf("control characters in %q", got)
	}
}

// TestDescribe: what a terminal shows, in words.
func TestDescribe(t *testing.T) {
	p := &Progress{limit: time.Minute}
	for want, e := range map[string]solver.Event{
		"0:05/1:00 · best 42 · proven ≥ 27 · ruling out 28 (free), layer 4/28 · 1.2k, 0/s":         {Elapsed: 5 * time.Second, Phase: "refute 28 (free)", Layer: 4, Layers: 28, Lower: 27, Upper: 42, Expanded: 1234},
		"0:05/1:00 · best 42 · proven ≥ 27 · ruling out 28 (free), layer 4/28 merging · 1.2k, 0/s": {Elapsed: 5 * time.Second, Phase: "refute 28 (free)", Layer: 4, Layers: 28, Doing: solver.Merging, Done: 5, Todo: 256, Lower: 27, Upper: 42, Expanded: 1234},
		"0:00/1:00 · no line yet · proven ≥ 1 · beam 100, layer 3 · 0, 0/s · 2.0kB":                {Phase: "beam 100", Layer: 3, Lower: 1, Upper: solver.NoUpper, Bytes: 2000},
		"0:00/1:00 · no line yet · proven ≥ 1 · row abstraction · 0, 0/s":                          {Phase: "row abstraction", Lower: 1, Upper: solver.NoUpper},
		"0:00/1:00 · no line yet · proven ≥ 1 · 0, 0/s":                                            {Lower: 1, Upper: solver.NoUpper},
	} {
		if got := p.describe(e); got != want {
			t.Errorf("got  %q\nwant %q", got, want)
		}
	}
}
