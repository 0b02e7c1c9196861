package site

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/halma-solve/halma-solve/solver"
)

// order is a ranking in one line.
func order(t *testing.T, s *Site, id string) string {
	t.Helper()
	var part rankingPart
	ask("/api/puzzles/"+id+"/ranking").must(t, s, http.StatusOK, &part)
	var out []string
	for _, k := range part.Ranking {
		text := fmt.Sprintf("%s %d/%d", k.Nickname, k.Moves, k.Hops)
		if k.Record {
			text += "!"
		}
		out = append(out, text)
	}
	return strings.Join(out, ", ")
}

func TestRanking(t *testing.T) {
	dir := t.TempDir()
	s, _ := newSite(t, dir, Options{})
	const detour = "a1-c3 b2-d2 d2-c4 c2-d4 d4-b4 c3-a5"
	for _, x := range []struct {
		name, line string
		status     int
		place      int
		record     bool
		after      string
	}{
		{"ann", detour, 201, 1, false, "ann 6/6"},
		{"bob", longer, 201, 1, false, "bob 5/6, ann 6/6"},
		{"cyd", longer, 201, 2, false, "bob 5/6, cyd 5/6, ann 6/6"}, // ties: who came first
		{"ann", longer, 201, 3, false, "bob 5/6, cyd 5/6, ann 5/6"},
		{"bob", longer, 200, 1, false, "bob 5/6, cyd 5/6, ann 5/6"},
		{"bob", detour, 200, 1, false, "bob 5/6, cyd 5/6, ann 5/6"},
		{" CYD ", shortest, 201, 1, false, "CYD 4/6, bob 5/6, ann 5/6"}, // as long as is known: no record
	} {
		var got takenLine
		hand(star1, x.name, x.line).must(t, s, x.status, &got)
		if got.Place != x.place || got.Record != x.record || got.Kept != (x.status == 201) {
			t.Errorf("%s %s: %+v", x.name, x.line, got)
		}
		if is := order(t, s, star1); is != x.after {
			t.Errorf("after %s %s: %s, not %s", x.name, x.line, is, x.after)
		}
	}
	before := order(t, s, star1)
	closeSite(t, s)
	s, _ = newSite(t, dir, Options{})
	if after := order(t, s, star1); after != before {
		t.Errorf("read back: %s, not %s", after, before)
	}
}

// TestRecords hands in lines of a puzzle of which lists know nothing: the first one
// is a record, and each that is shorter.
func TestRecords(t *testing.T) {
	sets := testSets(t)
	sets[0].Puzzles[0].Upper = 6
	s, said := newSite(t, t.TempDir(), Options{Sets: sets})
	for i, x := range []struct {
		line   string
		record bool
	}{{longer, true}, {longer, false}, {shortest, true}, {shortest, false}} {
		var got takenLine
		hand(star1, fmt.Sprint("player ", i), x.line).must(t, s, http.StatusCreated, &got)
		if got.Record != x.record {
			t.Errorf("line %d: record %v", i, got.Record)
		}
	}
	if n := strings.Count(said.String(), "new record"); n != 2 {
		t.Errorf("%d records in the log:\n%s", n, said)
	}
}

// TestTogether hands in lines from many goroutines: none is lost, and one of those
// that are equally short is the record.
func TestTogether(t *testing.T) {
	sets := testSets(t)
	sets[0].Puzzles[0].Upper = 6
	dir := t.TempDir()
	const players = 200
	s, _ := newSite(t, dir, Options{Sets: sets, Limits: Limits{PerAddress: players}})
	var all sync.WaitGroup
	records := make(chan bool, players)
	for i := range players {
		all.Go(func() {
			w := hand(star1, fmt.Sprint("player ", i), shortest).of(s)
			if w.Code != http.StatusCreated {
				t.Errorf("status %d: %s", w.Code, w.Body)
			}
			records <- strings.Contains(w.Body.String(), `"record":true,"verdict"`)
		})
	}
	all.Wait()
	n := 0
	for range players {
		if <-records {
			n++
		}
	}
	if n != 1 {
		t.Errorf("%d records", n)
	}
	closeSite(t, s)
	s, _ = newSite(t, dir, Options{Sets: sets})
	if _, all := s.catalog.find(star1).ranking.top(0, 0); all != players {
		t.Errorf("%d lines were kept", all)
	}
}

// overstated is a store whose proofs say too much.
type overstated struct{}

func (overstated) Get([32]byte) (solver.Record, bool) {
	return solver.Record{Lower: 19, Proof: "a mistake"}, true
}

func (overstated) Put([32]byte, solver.Record) error { return nil }

// bergholt is his solution of the english cross in 18 moves (1912).
const bergholt = "46-44 65-45 57-55 54-56 52-54 73-53 43-63 75-73-53 35-55 15-35 23-43-63-65-45-25 37-57-55-53 31-33 34-32 51-31-33 13-15-35 36-34-32-52-54-34 24-44"

// TestTooGoodToBeTrue hands in a line that is shorter than is proven.
func TestTooGoodToBeTrue(t *testing.T) {
	s, said := newSite(t, t.TempDir(), Options{Known: overstated{}})
	answer := hand(cross, "ann", bergholt).must(t, s, http.StatusUnprocessableEntity, nil)
	if !strings.Contains(answer, "problems/beats-proof") || order(t, s, cross) != "" {
		t.Error(answer, order(t, s, cross))
	}
	for _, want := range []string{"level=ERROR", "a mistake", "d6-d4", `\"board\":\"english\"`, "lower=19", "cost=18", "46-44"} {
		if !strings.Contains(said.String(), want) {
			t.Errorf("%s is not in the log:\n%s", want, said)
		}
	}
	s, said = newSite(t, t.TempDir(), Options{})
	hand(cross, "ann", bergholt).must(t, s, http.StatusCreated, nil)
	if strings.Contains(said.String(), "ERROR") {
		t.Error(said)
	}
}

func TestNoMoreRoom(t *testing.T) {
	s, _ := newSite(t, t.TempDir(), Options{Limits: Limits{Kept: 2}})
	hand(star1, "ann", longer).must(t, s, http.StatusCreated, nil)
	hand(star1, "bob", longer).must(t, s, http.StatusCreated, nil)
	hand(star1, "cyd", longer).must(t, s, http.StatusInsufficientStorage, nil)
	hand(star1, "ann", shortest).must(t, s, http.StatusCreated, nil)
	if is := order(t, s, star1); is != "ann 4/6, bob 5/6" {
		t.Error(is)
	}
}

func TestWithoutStore(t *testing.T) {
	s, _ := newSite(t, "", Options{})
	hand(star1, "ann", shortest).must(t, s, http.StatusNotImplemented, nil)
	if is := order(t, s, star1); is != "" {
		t.Error(is)
	}
}

// TestForm hands in a line as the form of the page does.
func TestForm(t *testing.T) {
	s, _ := newSite(t, t.TempDir(), Options{})
	send := func(name, line string) call {
		return call{"POST", "/puzzles/star1/ranking", typeForm, url.Values{"nickname": {name}, "line": {line}}.Encode(), ""}
	}
	for _, x := range []struct {
		name, line string
		status     int
		want       string
	}{
		{"ann", "1. a1-c3\n2. b2-d2-c4\n3. c2-d4-b4\n4. c3-a5\n", 200, "It is kept, in place 1."},
		{"ann", longer, 200, "ann has one here that is as good, in place 1"},
		{"bob", `[["a1","c3"]]`, 422, "missing on b4, c4, a5"},
		{"<b>&", "a1-<script>", 400, "a1-&lt;script&gt;"},
		{"\u202e", shortest, 422, "it needs a letter or a number"},
	} {
		got := send(x.name, x.line).must(t, s, x.status, nil)
		if !strings.Contains(got, x.want) || strings.Contains(got, "<script") || strings.Contains(got, "<b>") {
			t.Errorf("%s %s: %s", x.name, x.line, got)
		}
	}
	if is := order(t, s, star1); is != "ann 4/6" {
		t.Error(is)
	}
}

func TestCleanNickname(t *testing.T) {
	for text, want := range map[string]string{
		"ann":                             "ann",
		"  Ann\t of \n Green  Gables ":    "Ann of Green Gables",
		"a\u202eb\u200bc\u0000d\ufeff":    "abcd",
		"Žofie Ωmega 名前 7":                "Žofie Ωmega 名前 7",
		"z" + strings.Repeat("\u0301", 9): "z\u0301\u0301",
		"\u0301x":                         "x",
		"\u3164a\u2800":                   "a",
		"":                                "",
		"...":                             "",
		"\xff\xfe":                        "",
		strings.Repeat("x", 24):           strings.Repeat("x", 24),
		strings.Repeat("x", 25):           "",
	} {
		got, err := cleanNickname(text)
		if got != want || (err != nil) != (want == "") {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
}

// TestRefutedClaims: what the file of a puzzle claims is not listed any more once a player has a
// shorter line.
func TestRefutedClaims(t *testing.T) {
	sets := testSets(t)
	sets[0].Puzzles[0].Lower, sets[0].Puzzles[0].Upper = 5, 5
	s, _ := newSite(t, t.TempDir(), Options{Sets: sets})
	listed := func() listedPuzzle {
		var part struct {
			Puzzles []listedPuzzle `json:"puzzles"`
		}
		ask("/api/puzzles?set=small&limit=1").must(t, s, http.StatusOK, &part)
		return part.Puzzles[0]
	}
	if l := listed(); l.Lower != 5 || l.Known != 5 {
		t.Errorf("claimed: %+v", l)
	}
	hand(star1, "ann", longer).must(t, s, http.StatusCreated, nil)
	if l := listed(); l.Lower != 5 {
		t.Errorf("with a line as long: %+v", l)
	}
	hand(star1, "ann", shortest).must(t, s, http.StatusCreated, nil)
	if l := listed(); l.Lower != 0 || l.Known != 4 {
		t.Errorf("with a shorter line: %+v", l)
	}
}
