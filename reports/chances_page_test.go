package reports

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
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

// TestChancesRoundTrip: what is written is read and written as the same again, and the men
// of the page's frames stand where they stand in the positions.
func TestChancesRoundTrip(t *testing.T) {
	for _, c := range smallDice {
		d, _ := smallChances(t, c.name, c.options)
		var text, again bytes.Buffer
		if err := ChancesJSON(&text, d, JSONOptions{}); err != nil {
			t.Fatal(err)
		}
		read := positiontest.Must(t, ParseChances, text.Bytes())
		if err := ChancesJSON(&again, read, JSONOptions{}); err != nil || again.String() != text.String() {
			t.Errorf("%s: %v\n%.2000s\n%.2000s", d.Game, err, text.String(), again.String())
		}
		s, whole := read.staged(), d.staged()
		men, at := track(s.scenes, s.moves)
		most := 0
		for _, scene := range s.scenes {
			n := 0
			for _, set := range scene.Men {
				n += set.Len()
			}
			most = max(most, n)
		}
		if c.name == "dice" && len(men) != most {
			t.Errorf("%s: %d men are followed, there are %d", d.Game, len(men), most)
		}
		for n, scene := range s.scenes {
			var sets [4]positions.Bits
			for m, cell := range at[n] {
				if cell != positions.NoCell {
					sets[men[m].set] = sets[men[m].set].With(cell)
				}
			}
			if !slices.Equal(sets[:len(scene.Men)], scene.Men) {
				t.Fatalf("%s: after %d turns the men are %v, not %v", d.Game, n, sets, scene.Men)
			}
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
	d.Rolls, d.Line = d.Rolls[:3], d.Line[:2]
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
			var out bytes.Buffer
			if err := HTML(&out, nil, HTMLOptions{Chances: []*Chances{d}}); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(t.TempDir(), "chances.html")
			if err := os.WriteFile(file, out.Bytes(), 0o600); err != nil {
				t.Fatal(err)
			}
			b.view(1100, 1000, "light", true)
			b.open("file://" + file)
			testChanceFrames(t, b, d)
			photograph(b, fmt.Sprint("chances-", c.name, i), true)
			testChanceMatch(t, b, d)
			if c := b.complaints(); len(c) > 0 {
				t.Errorf("the console says %s", strings.Join(c, "\n"))
			}
		})
	}
}

func testChanceFrames(t *testing.T, b *browser, d *Chances) {
	s := d.staged()
	for n, f := range English.newStagedArticle(s, 1, 0).Player.Frames {
		if n > 0 {
			b.press("ArrowRight")
		}
		var want []string
		for _, men := range s.scenes[n].Men {
			want = append(want, d.Game.Board.Names(men)...)
		}
		slices.Sort(want)
		if got := b.text(`[...document.querySelectorAll(".man:not([visibility])")].map(e => e.dataset.cell).sort().join(" ")`); got != strings.Join(want, " ") {
			t.Fatalf("%s: after %d turns men on %q, want %q", d.Game, n, got, want)
		}
		if got := b.text(`document.querySelector(".now").textContent`); got != f.Text {
			t.Fatalf("%s: after %d turns %q, want %q", d.Game, n, got, f.Text)
		}
		values := ""
		for _, w := range f.Worth {
			values += w.Text + " "
		}
		if got := b.text(`[...document.querySelectorAll(".worth text")].map(e => e.textContent + " ").join("")`); got != values {
			t.Fatalf("%s: after %d turns values %q, want %q", d.Game, n, got, values)
		}
		rolls, fallen := "", "none"
		for i, r := range s.scenes[n].Rolls {
			rolls += r.Name + ","
			if i == s.scenes[n].Roll {
				fallen = r.Name
			}
		}
		got := b.text(`[...document.querySelectorAll(".stage .rolls li")].map(e => e.textContent.split(",")[0] + ",").join("")`)
		now := b.text(`(document.querySelector(".rolls [aria-current]")?.textContent || "none").split(",")[0]`)
		if got != rolls || now != fallen {
			t.Fatalf("%s: after %d turns the rolls are %q and it is %s, want %q and %s", d.Game, n, got, now, rolls, fallen)
		}
	}
}

// testChanceMatch plays the first side's turns of the line from the list of all turns.
func testChanceMatch(t *testing.T, b *browser, d *Chances) {
	s := d.staged()
	b.click(".match-open")
	b.click("[data-see=values]")
	for n := range s.moves {
		if s.mover(n) != 0 {
			continue
		}
		at := slices.IndexFunc(s.scenes[n].Turns, func(turn SceneTurn) bool { return turn.After == s.moves[n].After })
		if got := b.text(`String(document.querySelectorAll(".self .turns [data-turn]").length)`); got != fmt.Sprint(len(s.scenes[n].Turns)) {
			t.Fatalf("%s: turn %d may be one of %s, want %d", d.Game, n+1, got, len(s.scenes[n].Turns))
		}
		b.eval(`document.querySelector(".self .turns").open = true`, nil)
		b.click(fmt.Sprintf(`.self .turns [data-turn="%d"]`, at))
	}
	if got := b.text(`document.querySelector(".self .now").textContent`); !strings.Contains(got, "The game is over") {
		t.Errorf("%s: at the end %q", d.Game, got)
	}
}

// TestFallInBrowser: on a page the same rolls fall as in the terminal.
func TestFallInBrowser(t *testing.T) {
	b := startBrowser(t)
	d, _ := smallChances(t, "dice", map[string]string{"size": "3", "men": "2", "faces": "6"})
	var out bytes.Buffer
	if err := HTML(&out, nil, HTMLOptions{Chances: []*Chances{d}}); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "dice.html")
	if err := os.WriteFile(file, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	b.open("file://" + file)
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
