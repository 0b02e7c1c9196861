package reports

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles/contest"
	"github.com/halma-solve/halma-solve/reports/internal/solvedtest"
)

// smallDice are games with dice that are solved at once: several men move in a turn, men
// are captured, a man is to be taken off before anybody rolls, and three play.
var smallDice = []struct {
	name    string
	options map[string]string
}{
	{"dice", map[string]string{"size": "3", "men": "2", "faces": "3"}},
	{"rakado", nil},
	{"rakado", map[string]string{"huff": "true"}},
	{"rakado3", map[string]string{"faces": "2", "player": "second"}},
}

// smallChances works out the chances of a game and plays it with the rolls of a seed.
func smallChances(t testing.TB, name string, options map[string]string) (*Chances, contest.ChanceSource) {
	t.Helper()
	file := solvedtest.Chances(t, name, options)
	d := &Chances{Game: file.Game, From: file.From, Seed: 3, Sweeps: 9, Counts: contest.ChanceCounts{Positions: 1234}}
	var err error
	if d.Chance, d.Rolls, err = lookUpChance(d.Game, file, d.From); err != nil {
		t.Fatal(err)
	}
	if d.Line, err = d.Game.ChanceLine(file, d.From, d.Seed, MostChanceTurns); err != nil {
		t.Fatal(err)
	}
	return d, file
}

// TestChancesRoundTrip: what is written is read and written as the same again, with the
// same texts of the page's frames and the men where they stand in the positions.
func TestChancesRoundTrip(t *testing.T) {
	for _, c := range smallDice {
		d, _ := smallChances(t, c.name, c.options)
		var text, again bytes.Buffer
		if err := ChancesJSON(&text, d, JSONOptions{}); err != nil {
			t.Fatal(err)
		}
		read := positiontest.Must(t, ParseChances, text.Bytes())
		var shown bytes.Buffer
		if err := ChancesText(&shown, read, TextOptions{}); err != nil || strings.Contains(shown.String(), "proven") {
			t.Errorf("%s from a file: %v, %s", c.name, err, shown.String())
		}
		if err := ChancesJSON(&again, read, JSONOptions{}); err != nil || again.String() != text.String() {
			t.Errorf("%s: %v\n%.2000s\n%.2000s", d.Game, err, text.String(), again.String())
		}
		s, whole := read.staged(), d.staged()
		most := 0
		for _, scene := range s.scenes {
			n := 0
			for _, set := range scene.Men {
				n += set.Len()
			}
			most = max(most, n)
		}
		if men := standWhere(t, s); c.name == "dice" && men != most {
			t.Errorf("%s: %d men are followed, there are %d", d.Game, men, most)
		}
		for n := range s.scenes {
			if got, want := English.stagedText(s, n), English.stagedText(whole, n); got != want {
				t.Errorf("%s: %q is read back as %q", d.Game, want, got)
			}
		}
		if !s.over {
			t.Errorf("%s: the game does not end", d.Game)
		}
	}
}

func TestParseChanceLineRefuses(t *testing.T) {
	d, _ := smallChances(t, "rakado", nil)
	var text bytes.Buffer
	if err := ChancesJSON(&text, d, JSONOptions{}); err != nil {
		t.Fatal(err)
	}
	i := strings.Index(text.String(), `"line"`)
	before, line := text.String()[:i], text.String()[i:]
	roll := d.Rolls[d.Line[0].Roll].Roll.Name
	turn := d.Game.FormatTurn(d.From, d.Line[0].Turn.After)
	refuses(t, line, func(text []byte) error { _, err := ParseChances([]byte(before + string(text))); return err }, []change{
		{`{"roll":"` + roll + `"`, `{"roll":"9"`, "no such roll"},
		{`{"roll":"` + roll + `"`, `{"roll":null`, "no such roll"},
		{`"turn":"` + turn + `"`, `"turn":"a1-a9"`, "is no turn"},
		{`"position":"`, `"position":"-`, "is no turn"},
		{`"choices":[{"turn":"` + turn, `"choices":[{"turn":"a1-b1`, "is no turn here"},
		{`"rolls":[{"roll":"1","weight":1`, `"rolls":[{"roll":"1","weight":2`, "is not"},
		{`"rolls":[{"roll":"1","weight":1,"turn":"`, `"rolls":[{"roll":"1","weight":1,"turn":"x`, "is no turn here"},
	})
}

// Lines that nobody can have played by the rules, the seed and the chances are refused.
func TestParseChanceLineIsTheSeeds(t *testing.T) {
	wrong := func(change func(d *Chances), message string) {
		t.Helper()
		d, _ := smallChances(t, "rakado", nil)
		change(d)
		var text bytes.Buffer
		if err := ChancesJSON(&text, d, JSONOptions{}); err != nil {
			t.Fatal(err)
		}
		if _, err := ParseChances(text.Bytes()); err == nil || !strings.Contains(err.Error(), message) {
			t.Errorf("%v, want %q", err, message)
		}
	}
	d, _ := smallChances(t, "rakado", nil)
	rolled := slices.IndexFunc(d.Line, func(s contest.ChanceStep) bool { return s.Roll > 0 })
	poor := slices.IndexFunc(d.Line, func(s contest.ChanceStep) bool {
		return s.Choices()[len(s.Choices())-1].Chance != s.Choices()[0].Chance
	})
	if rolled < 0 || poor < 0 {
		t.Fatal("the line has no turn to be changed")
	}
	wrong(func(d *Chances) { d.Seed = 4 }, "with the seed 4 it is")
	wrong(func(d *Chances) { d.Line = d.Line[:2] }, "the line ends after 2 turns, the game does not")
	wrong(func(d *Chances) {
		s := &d.Line[poor]
		s.Turn = s.Choices()[len(s.Choices())-1]
	}, "is not the best turn with the roll")
	wrong(func(d *Chances) { d.Line[rolled].Rolls[0].Choices[0].Chance = contest.Chance{} }, "the turns are worth")
	d.Line = nil // as in older files
	var text bytes.Buffer
	if err := ChancesJSON(&text, d, JSONOptions{}); err != nil {
		t.Fatal(err)
	}
	if read := positiontest.Must(t, ParseChances, text.Bytes()); read.Line != nil {
		t.Errorf("a line of %d turns comes from nowhere", len(read.Line))
	}
}

// TestHundredths: nothing but what is certain is 0 or 100.
func TestHundredths(t *testing.T) {
	for _, c := range []struct {
		lower, upper float64
		want         string
	}{
		{1, 1, "100"},
		{0, 0, "0"},
		{0.9999, 0.9999, "99"},
		{0.0001, 0.0001, "1"},
		{0.5, 0.5, "50"},
		{0.494, 0.494, "49"},
		{0.25, 0.75, "25–75"},
		{0.501, 0.502, "50"},
		{0, 1, "0–100"},
	} {
		if got := (bounds{&c.lower, &c.upper}).sign(); got != c.want {
			t.Errorf("%g to %g is %s, want %s", c.lower, c.upper, got, c.want)
		}
	}
}

// Games with dice in a real browser: each frame has its men, text, values and rolls, and
// the reader may take each side against the line.
func TestChancesInBrowser(t *testing.T) {
	b := startBrowser(t)
	for i, c := range smallDice {
		b.run(t, fmt.Sprint(c.name, i), func(t *testing.T, b *browser) {
			d, _ := smallChances(t, c.name, c.options)
			address := pageOf(t, nil, HTMLOptions{Chances: []*Chances{d}})
			b.view(1100, 1000, "light", true)
			b.open(address)
			s := d.staged()
			stepsThrough(t, b, s, func(n int) { showsRolls(t, b, s.scenes[n]) })
			photograph(b, fmt.Sprint("chances-", c.name, i), true)
			playsFirstSide(t, b, s)
			if !s.over {
				t.Errorf("%s: the game does not end", d.Game)
			}
			quiet(t, b, address)
		})
	}
}

// showsRolls checks the rolls beside a frame, and which of them has fallen.
func showsRolls(t *testing.T, b *browser, s Scene) {
	t.Helper()
	rolls, fallen := "", "none"
	for i, r := range s.Rolls {
		rolls += r.Name + ","
		if i == s.Roll {
			fallen = r.Name
		}
	}
	got := b.text(`[...document.querySelectorAll(".stage .rolls li")].map(e => e.textContent.split(",")[0] + ",").join("")`)
	now := b.text(`(document.querySelector(".rolls [aria-current]")?.textContent || "none").split(",")[0]`)
	if got != rolls || now != fallen {
		t.Fatalf("the rolls are %q and it is %s, want %q and %s", got, now, rolls, fallen)
	}
}

// TestFallInBrowser: on a page the same rolls fall as in the terminal.
func TestFallInBrowser(t *testing.T) {
	b := startBrowser(t)
	d, _ := smallChances(t, "dice", map[string]string{"size": "3", "men": "2", "faces": "6"})
	b.open(pageOf(t, nil, HTMLOptions{Chances: []*Chances{d}}))
	rolls := d.Game.Rules.(contest.Dice).Rolls()
	var got []int
	b.eval(`(() => { const { rolls } = JSON.parse(document.querySelector(".played").textContent).frames[0], list = [];
		for (const seed of [0, 1, 7, 123456, 999999999, 4294967295, 4294967296, 9007199254740991]) for (let turn = 0; turn < 200; turn++) list.push(Dice.fall(rolls, seed, turn));
		return list; })()`, &got)
	at := 0
	for _, seed := range []uint64{0, 1, 7, 123456, 999999999, 4294967295, 4294967296, 9007199254740991} {
		for turn := range 200 {
			if want := contest.Fall(rolls, seed, turn); got[at] != want {
				t.Fatalf("seed %d, turn %d: roll %d on the page, %d here", seed, turn, got[at], want)
			}
			at++
		}
	}
}
