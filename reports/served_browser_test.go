package reports_test

import (
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/reports/internal/solvedtest"
	"github.com/halma-solve/halma-solve/reports/site"
)

// The ways in which a server can fail.
const (
	asItShould = iota
	silent
	gone
	nonsense
	foreignCells
	endless
	busy
	failures
)

// faulty answers for a site, unless it is told to fail.
type faulty struct {
	site http.Handler
	how  atomic.Int32
}

func (f *faulty) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	how := f.how.Load()
	if how == asItShould || !strings.HasPrefix(r.URL.Path, "/api/") {
		f.site.ServeHTTP(w, r)
		return
	}
	switch how {
	case silent:
		<-r.Context().Done()
	case gone:
		panic(http.ErrAbortHandler)
	case nonsense:
		fmt.Fprint(w, `{"position": [`)
	case foreignCells:
		fmt.Fprint(w, `{"position":"<b>x</b>","value":"won","turns":1,"best":[],"claimed":true,"mover":0,"men":[["zz99"],[]],"choices":[]}`)
	case endless:
		for r.Context().Err() == nil {
			if _, err := w.Write(make([]byte, 1<<16)); err != nil {
				return
			}
		}
	case busy:
		w.WriteHeader(http.StatusTooManyRequests)
	}
}

// TestServedInBrowser plays games against a real server on this machine, in a real
// browser.
func TestServedInBrowser(t *testing.T) {
	b := reports.StartBrowser(t)
	race, cats := solvedtest.Race(t), solvedtest.Contest(t, "tippy", map[string]string{"size": "3", "men": "2"})
	star := solvedtest.Contest(t, "gefangen2", map[string]string{"size": "1"})
	dice := solvedtest.Chances(t, "dice", map[string]string{"size": "3", "men": "2", "faces": "3"})
	s, err := site.New(site.Options{
		Tablebases: []site.Tablebase{site.Race("race", race), site.Contest("placing", cats), site.Contest("a star", star), site.Contest("dice", dice)}, Limits: site.Limits{Rate: -1},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	handler := &faulty{site: s}
	on, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := site.Server(handler, slog.New(slog.DiscardHandler))
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(on) }()
	defer func() { _ = server.Close(); <-ended }()
	address := "http://" + on.Addr().String() + "/"
	b.View(1100, 900, "light", true)
	for _, c := range []struct {
		page string
		game reports.Solved
	}{
		{"race", reports.SolvedDuel(race.Game, race)},
		{"placing", reports.SolvedContest(cats.Game, cats, cats.From)},
		{"a%20star", reports.SolvedContest(star.Game, star, star.From)},
	} {
		b.Open(address + "tablebases/" + c.page)
		b.Click(".match-open")
		for side := range 2 {
			playServed(t, b, c.game, side)
			b.Photograph(fmt.Sprintf("served-%s-%d", c.page, side))
			b.Click("[data-act=sides]")
		}
		if said := b.Complaints(); len(said) > 0 {
			t.Errorf("%s: the console says %s", c.page, strings.Join(said, "\n"))
		}
	}
	t.Run("dice", func(t *testing.T) { playDice(t, b, dice, address+"tablebases/dice") })
	t.Run("keys", func(t *testing.T) { playByKeys(t, b, address+"tablebases/race") })
	t.Run("failures", func(t *testing.T) { playFaulty(t, b, handler, address+"tablebases/race") })
}

// settle waits until the page has its answer, and returns what it says.
func settle(b reports.Browser) string {
	b.Eval(`new Promise(r => { const f = () => document.querySelector(".self").getAttribute("aria-busy") === "false" ? r() : setTimeout(f, 5); f(); })`, nil)
	return b.Text(`document.querySelector(".self .now").textContent`)
}

// playServed plays a game with the worst turns there are, from the list, and holds what
// the page shows against the values.
func playServed(t *testing.T, b reports.Browser, game reports.Solved, side int) {
	t.Helper()
	look := func(position string) reports.Scene {
		scene, err := game.Scene(position, "")
		if err != nil {
			t.Fatal(err)
		}
		return scene
	}
	said := settle(b)
	now, mover, gained := look(""), 0, 0
	for turns := 0; len(now.Turns) > 0 && turns < 60; turns++ {
		if now.Mover >= 0 {
			mover = now.Mover
		}
		turn := now.Turns[0]
		if mover == side {
			if got := b.Text(`String(document.querySelectorAll(".turns [data-turn]").length)`); got != fmt.Sprint(len(now.Turns)) {
				t.Fatalf("%s: %s turns are listed, not %d; it says %q", now.Position, got, len(now.Turns), said)
			}
			turn = now.Turns[len(now.Turns)-1]
			b.Eval(fmt.Sprintf(`document.querySelectorAll(".turns [data-turn]")[%d].click()`, len(now.Turns)-1), nil)
			if said = settle(b); !strings.HasPrefix(said, turn.Text) {
				t.Fatalf("after %s it says %q", turn.Text, said)
			}
			gained += turn.Gain
		} else {
			gained -= turn.Gain
			if want := "The server answers " + turn.Text; !strings.Contains(said, want) {
				t.Fatalf("it says %q, want %q", said, want)
			}
		}
		if !turn.Again {
			mover = 1 - mover
		}
		now = look(turn.After)
	}
	if now.Mover >= 0 {
		mover = now.Mover
	}
	want := "a draw"
	switch won := now.Value.Result == "won"; {
	case now.Value.Score != nil && gained > 0:
		want = fmt.Sprintf("you have won by %d", gained)
	case now.Value.Score != nil && gained < 0:
		want = fmt.Sprintf("you have lost by %d", -gained)
	case now.Value.Score != nil || now.Value.Result == "drawn":
	case won == (mover == side):
		want = "you have won"
	default:
		want = "you have lost"
	}
	if !strings.Contains(said, "The game is over: "+want+".") {
		t.Errorf("at the end of the game of side %d it says %q, want %q", side, said, want)
	}
}

// playByKeys makes a turn with the keyboard alone, and takes it back.
func playByKeys(t *testing.T, b reports.Browser, address string) {
	b.Open(address)
	b.Eval(`document.querySelector(".match-open").focus()`, nil)
	b.Press("Enter")
	settle(b)
	b.Press("Enter") // the man on a1
	if got := settle(b); got != "a1 can go to b1, a2." {
		t.Fatalf("the man on a1: %q", got)
	}
	b.Press("ArrowRight")
	if got := settle(b); got != "b1: can be reached." {
		t.Fatalf("the cell beside: %q", got)
	}
	b.Press("Enter")
	if got := settle(b); !strings.HasPrefix(got, "a1-b1 ") || !strings.Contains(got, "The server answers ") {
		t.Fatalf("after the turn: %q", got)
	}
	b.Click("[data-act=undo]")
	if got := b.Text(`document.querySelector(".self .man.first").dataset.cell`); got != "a1" {
		t.Errorf("after it was taken back the man stands on %s", got)
	}
}

// playFaulty: whatever a server does, the reader gets a sentence, keeps the game and may
// try again.
func playFaulty(t *testing.T, b reports.Browser, handler *faulty, address string) {
	for how := int32(silent); how < failures; how++ {
		want := map[int32]string{silent: "takes too long", gone: "cannot be reached", busy: "is busy"}[how]
		if want == "" {
			want = "does not answer as it should"
		}
		handler.how.Store(asItShould)
		b.Open(address)
		b.Click(".match-open")
		settle(b)
		if how == silent { // who is tested has less patience
			b.Eval(`(() => { const real = AbortSignal.timeout.bind(AbortSignal); AbortSignal.timeout = () => real(100); })()`, nil)
		}
		handler.how.Store(how)
		b.Eval(`document.querySelector(".turns [data-turn]").click()`, nil)
		if got := settle(b); !strings.Contains(got, want) || !strings.Contains(got, "Your game stays as it is.") {
			t.Errorf("failure %d: it says %q, want %q", how, got, want)
		}
		handler.how.Store(asItShould)
		b.Eval(`AbortSignal.timeout = () => new AbortController().signal`, nil)
		b.Click("[data-act=retry]")
		if got := settle(b); !strings.Contains(got, "The server answers") {
			t.Errorf("failure %d: after it was tried again it says %q", how, got)
		}
	}
}
