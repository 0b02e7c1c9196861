package retrograde

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// hall has orders carried out by helpers of this process, whichever is drawn by lot.
type hall struct {
	mu      sync.Mutex
	random  *rand.Rand
	objects map[string][]byte
	used    map[string]bool
	helpers []*Helper
	grain   int
	near    bool // they are asked whom the analysis wants
	strange func(out []byte) []byte
	orders  int
	got     int64 // bytes
	put     int64
}

func newHall(t testing.TB, g *duel.Game, distances bool, helpers, grain int) *hall {
	t.Helper()
	h := &hall{random: rand.New(rand.NewPCG(19, 7)), objects: make(map[string][]byte), used: make(map[string]bool), grain: grain}
	for range helpers {
		helper, err := NewHelper(g, distances, 1<<30)
		if err != nil {
			t.Fatal(err)
		}
		h.helpers = append(h.helpers, helper)
	}
	return h
}

func (h *hall) Put(_ context.Context, data []byte) (string, error) {
	sum := sha256.Sum256(data)
	name := hex.EncodeToString(sum[:])
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.objects[name] == nil {
		h.put += int64(len(data))
	}
	h.objects[name] = data
	return name, nil
}

func (h *hall) Get(_ context.Context, name string) ([]byte, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	data := h.objects[name]
	h.got += int64(len(data))
	if data == nil {
		return nil, fmt.Errorf("no object %s", name)
	}
	return data, nil
}

func (h *hall) Do(ctx context.Context, order []byte, near string, check func(out []byte) error) (string, error) {
	h.mu.Lock()
	h.orders++
	i := h.random.IntN(len(h.helpers))
	helper := h.helpers[i]
	if h.near && near != "" {
		if _, err := fmt.Sscan(near, &i); err == nil {
			helper = h.helpers[i]
		}
	}
	h.mu.Unlock()
	out, err := helper.Do(ctx, order, h)
	if err == nil {
		if h.strange != nil {
			out = h.strange(out)
		}
		err = check(out)
	}
	return fmt.Sprint(i), err
}

func (h *hall) Hands() (names []string) {
	for i := range h.helpers {
		names = append(names, fmt.Sprint(i))
	}
	return names
}

func (h *hall) Used(names ...string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, name := range names {
		h.used[name] = true
	}
}

func (h *hall) Grain() int { return h.grain }

// splitGames are small ones of all rule sets that can be split, and of boards with a
// mirror and without.
func splitGames(t *testing.T) (games []*duel.Game) {
	t.Helper()
	for _, rules := range duel.AllRules() {
		for _, shape := range rules.Armies.Shapes {
			for size := 1; size <= 4; size++ {
				for men := 1; men <= 3; men++ {
					g, err := duel.New(duel.Options{Shape: shape, Size: size, Men: men, Rules: rules})
					if err != nil || Splits(g) != nil {
						continue
					}
					if n := positionsOf(g); n < 1000 || n > 70_000 {
						continue
					}
					games = append(games, g)
				}
			}
		}
	}
	return games
}

// sameAnalysis compares all that an analysis has found.
func sameAnalysis(t *testing.T, got, want *Table) {
	t.Helper()
	if !sameTables(got, want) {
		t.Error("the tables differ")
	}
	if got.Counts != want.Counts || got.Turns != want.Turns || got.Plies != want.Plies || got.longest != want.longest || !slices.Equal(got.Levels, want.Levels) {
		t.Errorf("%+v, %d turns, %d plies, longest %v\nwant %+v, %d turns, %d plies, longest %v", got.Counts, got.Turns, got.Plies, got.longest, want.Counts, want.Turns, want.Plies, want.longest)
	}
}

// Games solved in parts by three helpers, of which any has an order that another one had
// before, are what one process finds.
func TestSplit(t *testing.T) {
	games := splitGames(t)
	rules := map[string]bool{}
	for _, g := range games {
		rules[g.Rules.Base().Name] = true
		t.Run(g.String(), func(t *testing.T) {
			want, err := Solve(t.Context(), g, Options{})
			if err != nil {
				t.Fatal(err)
			}
			h := newHall(t, g, true, 3, 1000)
			got, err := Solve(t.Context(), g, Options{Workers: 2, Elsewhere: h})
			if err != nil {
				t.Fatal(err)
			}
			sameAnalysis(t, got, want)
			for name := range h.objects {
				if !h.used[name] {
					t.Errorf("%s stays", name)
				}
			}
			if h.orders < 4*len(want.Levels) {
				t.Errorf("%d orders for %d levels", h.orders, len(want.Levels))
			}
		})
	}
	for _, r := range duel.AllRules() {
		whole := r == duel.Swap || r == duel.Farben || r == duel.FarbenSimple || r == duel.Online
		if rules[r.Base().Name] == whole {
			t.Errorf("%s: split %t", r, !whole)
		}
	}
}

// splitGame is one in which all kinds of letters are written: the board has a mirror.
func splitGame(t *testing.T) *duel.Game {
	t.Helper()
	return positiontest.Must(t, duel.New, duel.Options{Shape: positions.Rhombus, Size: 4, Men: 3, Rules: duel.Paper})
}

// Values without distances are the same, too, with helpers that can keep no more than one
// part; and those that have again what they had before need less mail than others.
func TestSplitValues(t *testing.T) {
	g := splitGame(t)
	want, err := SolveValues(t.Context(), g, Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := map[bool]int64{}
	for _, near := range []bool{false, true} {
		h := newHall(t, g, false, 3, 10_000)
		h.near = near
		for _, helper := range h.helpers {
			if !near {
				helper.memory = 0
			}
		}
		values, err := SolveValues(t.Context(), g, Options{Elsewhere: h})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(values.table.settled, want.table.settled) || !slices.Equal(values.table.wins, want.table.wins) || values.Counts != want.Counts || values.Plies != want.Plies {
			t.Errorf("near %t: the values differ", near)
		}
		for _, helper := range h.helpers {
			if n := len(helper.kept); !near && n > 1 {
				t.Errorf("%d parts are kept without memory", n)
			}
		}
		got[near] = h.got
	}
	if 2*got[true] > got[false] {
		t.Errorf("%d bytes were read by who had the parts, %d by others", got[true], got[false])
	}
}

// An answer that no part can give ends the analysis with an error.
func TestSplitRefuses(t *testing.T) {
	g := splitGame(t)
	for name, strange := range map[string]func(d *partDone, h *hall){
		"counts":        func(d *partDone, _ *hall) { d.Lost++ },
		"wins":          func(d *partDone, _ *hall) { d.Lost, d.Won = d.Lost+d.Won, 0 },
		"no win":        func(d *partDone, _ *hall) { d.First += 1 << 40 },
		"start":         func(d *partDone, _ *hall) { d.Start = !d.Start },
		"turns":         func(d *partDone, _ *hall) { d.Turns = -1 },
		"no end":        func(d *partDone, _ *hall) { d.Mail[len(d.Mail)-1].To-- },
		"too many":      func(d *partDone, _ *hall) { d.Mail[len(d.Mail)-1].To++ },
		"no mail":       func(d *partDone, _ *hall) { d.Mail[0].Data, d.Mail[0].Name = nil, "" },
		"no object":     func(d *partDone, _ *hall) { d.Mail[0].Data, d.Mail[0].Name = nil, "none" },
		"another label": func(d *partDone, h *hall) { h.change(d, func(text []byte) []byte { text[0]++; return text }) },
		"cut off":       func(d *partDone, h *hall) { h.change(d, func(text []byte) []byte { return text[:len(text)-1] }) },
		"more":          func(d *partDone, h *hall) { h.change(d, func(text []byte) []byte { return append(text, 0) }) },
	} {
		h := newHall(t, g, true, 1, 20_000)
		h.strange = func(out []byte) []byte {
			var d partDone
			if err := json.Unmarshal(out, &d); err != nil {
				t.Error(err)
			}
			if len(d.Mail) > 0 {
				strange(&d, h)
			}
			return positiontest.Must(t, json.Marshal, any(d))
		}
		if _, err := Solve(t.Context(), g, Options{Elsewhere: h}); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
}

// change changes the text of the first piece.
func (h *hall) change(d *partDone, f func(text []byte) []byte) {
	data, err := d.Mail[0].read(context.Background(), h)
	if err == nil {
		d.Mail[0].Data, d.Mail[0].Name = f(slices.Clone(data)), ""
	}
}

// Letters are taken only if somebody can have written them, and once.
func TestLettersAreChecked(t *testing.T) {
	g := splitGame(t)
	a := analysisOf(t, g)
	a.hire()
	a.next = newMail(a.rows, 1, outcomes)
	w := a.workers[0]
	w.start(0, 0)
	for row := range a.rows {
		w.setUp(row)
	}
	all := rowRange{0, a.rows}
	text := w.appendLetters(nil, a.next, all)
	took := func(b *analysis, text []byte, from rowRange) error {
		return b.eachLetter(text, from, all, func(_, row int, sender uint32) error { return b.settleTold(row, sender, 0) })
	}
	b := analysisOf(t, g)
	b.hire()
	for row := range b.rows {
		b.workers[0].setUpIllegal(row)
	}
	if err := took(b, text, all); err != nil || !slices.Equal(a.settled, b.settled) {
		t.Errorf("the letters do not tell what was settled: %v", err)
	}
	if err := took(b, text, all); !errors.Is(err, errMail) {
		t.Errorf("told twice: %v", err)
	}

	letter := func(row int, senders ...uint64) []byte {
		out := binary.AppendUvarint(nil, uint64(row+1))
		out = binary.AppendUvarint(out, uint64(len(senders)))
		last := uint64(0)
		for _, n := range senders {
			out = binary.AppendUvarint(out, n-last)
			last = n
		}
		return append(out, 0, 0)
	}
	free := func(row int, own bool) uint64 { // a row that may write to it
		for at := range uint64(a.rows) {
			if a.own(int(at)) == own && a.sender(uint32(2*at)).set&a.turned(a.sets[row]).set == 0 {
				return at
			}
		}
		t.Fatal("there is no such row")
		return 0
	}
	mine, other := slices.Index(a.owns, true), slices.Index(a.owns, false)
	overlapping := uint64(a.byRank[a.rank(a.turned(a.sets[other]))] >> 1)
	last := uint64(a.rows - 1)
	for name, c := range map[string]struct {
		text []byte
		from rowRange
		good bool
	}{
		"one":                    {letter(other, 2*free(other, false)), all, true},
		"two of a pair":          {letter(mine, 2*free(mine, false), 2*free(mine, false)+1), all, true},
		"one of a pair":          {letter(mine, 2*free(mine, false)), all, false},
		"the other of a pair":    {letter(mine, 2*free(mine, false)+1), all, false},
		"the image of itself":    {letter(other, 2*free(other, true)+1), all, false},
		"the same twice":         {letter(other, 2*free(other, false), 2*free(other, false)), all, false},
		"of a row that is not":   {letter(other, 2*last+2), all, false},
		"of a row of others":     {letter(other, 2*free(other, false)), rowRange{int(free(other, false)) + 1, a.rows}, false},
		"to a row that is not":   {letter(a.rows, 2*free(other, false)), all, false},
		"to a row without any":   {letter(other), all, false},
		"of armies that overlap": {letter(other, 2*overlapping), all, false},
		"nothing":                {nil, all, false},
		"no end":                 {[]byte{0}, all, false},
		"more":                   {[]byte{0, 0, 0}, all, false},
	} {
		if err := took(analysisOf(t, g), c.text, c.from); (err == nil) != c.good || !c.good && !errors.Is(err, errMail) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A helper does only what an analysis asks for, with records that fit.
func TestHelperRefuses(t *testing.T) {
	g := splitGame(t)
	h := newHall(t, g, true, 1, 20_000)
	helper := h.helpers[0]
	for _, text := range []string{
		"", "{}", `{"part":4,"parts":4,"level":0}`, `{"part":-1,"parts":4,"level":0}`, `{"part":0,"parts":100000,"level":0}`,
		`{"part":0,"parts":4,"level":0,"after":"a"}`, `{"part":0,"parts":4,"level":1}`, `{"part":0,"parts":4,"level":256,"after":"a"}`,
		`{"part":0,"parts":4,"level":1,"after":"none"}`,
	} {
		if _, err := helper.Do(t.Context(), []byte(text), h); err == nil {
			t.Errorf("%s is done", text)
		}
	}
	for name, r := range map[string]record{
		"of another game":  {Game: []byte("another"), Parts: make([]partDone, 4)},
		"of another level": {Game: helper.label, Level: 1, Before: "a", Parts: make([]partDone, 4)},
		"of other parts":   {Game: helper.label, Parts: make([]partDone, 3)},
		"with another":     {Game: helper.label, Before: "a", Parts: make([]partDone, 4)},
		"with wrong mail":  {Game: helper.label, Parts: []partDone{{Mail: []piece{{To: 1, Name: "a"}}}, {}, {}, {}}},
	} {
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		object, _ := h.Put(t.Context(), text)
		if _, err := helper.Do(t.Context(), fmt.Appendf(nil, `{"part":0,"parts":4,"level":1,"after":%q}`, object), h); err == nil {
			t.Errorf("a record %s is taken", name)
		}
	}
	if _, err := NewHelper(positiontest.Must(t, duel.New, duel.Options{Shape: positions.Rhombus, Size: 4, Men: 2, Rules: duel.Swap}), true, 0); err == nil {
		t.Error("there is a helper for swap")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Solve(ctx, g, Options{Elsewhere: h}); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}
