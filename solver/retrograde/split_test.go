package retrograde

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// hall has orders carried out by helpers of this process, whichever is drawn by lot.
type hall struct {
	mu      sync.Mutex
	random  *rand.Rand
	objects map[string][]byte
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
	h := &hall{random: rand.New(rand.NewPCG(19, 7)), objects: make(map[string][]byte), grain: grain}
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
			if h.orders < 4*len(want.Levels) {
				t.Errorf("%d orders for %d levels", h.orders, len(want.Levels))
			}
		})
	}
	if len(rules) < 8 {
		t.Errorf("only the rules %v", slices.Collect(maps.Keys(rules)))
	}
}
