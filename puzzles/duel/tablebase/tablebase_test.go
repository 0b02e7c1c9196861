package tablebase

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// hashed is a source of values that depend on all of a position but not on which
// of two mirror images it is.
type hashed struct{ n *numbering }

func (h hashed) Lookup(v duel.View) (duel.Value, int, error) {
	if h.n.mirror != nil {
		image := duel.View{Mine: h.n.reflect(v.Mine), Theirs: h.n.reflect(v.Theirs), Marked: h.n.reflect(v.Marked)}
		if cmp.Or(cmp.Compare(image.Mine, v.Mine), cmp.Compare(image.Theirs, v.Theirs), cmp.Compare(image.Marked, v.Marked)) < 0 {
			v = image
		}
	}
	x := uint64(v.Mine)*0x9e3779b97f4a7c15 ^ uint64(v.Theirs)*0xc2b2ae3d27d4eb4f ^ uint64(v.Marked)*0xd6e8feb86659fd93
	value := duel.Value(x >> 40 & 3)
	if value == duel.ValueDrawn || value == duel.ValueIllegal {
		return value, duel.NoPlies, nil
	}
	return value, int(x >> 50 & 255), nil
}

func game(t *testing.T, o duel.Options) (*duel.Game, hashed) {
	t.Helper()
	g := positiontest.Must(t, duel.New, o)
	n, err := newNumbering(g)
	if err != nil {
		t.Fatal(err)
	}
	return g, hashed{n}
}

// written returns a tablebase as bytes.
func written(t *testing.T, g *duel.Game, s duel.Source, distances bool) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "t")
	f := positiontest.Must(t, os.Create, path)
	if err := Write(context.Background(), f, g, s, distances, 2); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	data := positiontest.Must(t, os.ReadFile, path)
	return data
}

func opened(data []byte) (*File, error) {
	return Open(bytes.NewReader(data), int64(len(data)), 1<<20)
}

// games have several blocks, and are with and without mirror.
var games = []duel.Options{
	{Shape: positions.Rhombus, Size: 5, Men: 2, Rules: duel.Paper},
	{Shape: positions.Square, Size: 4, Men: 3, Rules: duel.Booklet},
	{Shape: positions.Star, Size: 1, Men: 3, Rules: duel.Swap},
	{Shape: positions.Square, Size: 3, Men: 3, Rules: duel.Treff},
	{Shape: positions.Star, Size: 1, Men: 2, Rules: duel.TwoColour},
}

func TestHoldsEveryPosition(t *testing.T) {
	for _, o := range games {
		g, s := game(t, o)
		for _, distances := range []bool{true, false} {
			f, err := opened(written(t, g, s, distances))
			if err != nil {
				t.Fatal(err)
			}
			count := 0
			for a := range s.n.ranker.Len() {
				for b := range s.n.ranker.Len() {
					v := duel.View{Mine: duel.Set(s.n.ranker.Unrank(a)[0]), Theirs: duel.Set(s.n.ranker.Unrank(b)[0])}
					if v.Mine&v.Theirs != 0 {
						continue
					}
					for _, v.Marked = range marks(g, v) {
						count++
						value, plies, _ := s.Lookup(v)
						if !distances {
							plies = duel.NoPlies
						}
						got, n, err := f.Lookup(v)
						if err != nil || got != value || n != plies {
							t.Fatalf("%s: %s in %d (%v), want %s in %d", g.Format(g.Position(v, duel.First)), got, n, err, value, plies)
						}
					}
				}
			}
			if int64(count) < f.layout.positions {
				t.Errorf("%d positions looked up, %d in the file", count, f.layout.positions)
			}
		}
	}
}

// marks lists all ways to mark as many men as there are, of each side.
func marks(g *duel.Game, v duel.View) (out []duel.Set) {
	both := v.Mine | v.Theirs
	for m := duel.Set(0); m <= both; m = (m - both) & both { // all subsets
		if (m&v.Mine).Len() == g.Marked && (m&v.Theirs).Len() == g.Marked {
			out = append(out, m)
		}
		if m == both {
			break
		}
	}
	return out
}

func TestRefusesDamage(t *testing.T) {
	g, s := game(t, games[0])
	good := written(t, g, s, true)
	f, err := opened(good)
	if err != nil {
		t.Fatal(err)
	}
	for i := range f.Blocks() { // an altered block is named, the others are read
		bad := bytes.Clone(good)
		offset, length := f.layout.block(i)
		bad[offset+int64(length)/2] ^= 1
		f, err := opened(bad)
		if err != nil {
			t.Fatal(err)
		}
		for j := range f.Blocks() {
			_, err := f.block(j)
			if j != i && err != nil {
				t.Errorf("block %d: %v", j, err)
			}
			if j == i && (!errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), "block "+string(rune('1'+i))+" of")) {
				t.Errorf("block %d altered: %v", i+1, err)
			}
		}
	}
	for _, n := range []int{0, 5, 11, 40, int(f.layout.data) - sha256.Size - 1, int(f.layout.data) - 1, int(f.layout.data) + 10, len(good) - 1} {
		if _, err := opened(good[:n]); !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrFormat) {
			t.Errorf("cut off after %d of %d bytes: %v", n, len(good), err)
		}
	}
	if _, err := opened(append(bytes.Clone(good), 0)); !errors.Is(err, ErrDamaged) {
		t.Errorf("a byte too many: %v", err)
	}
	for at := 0; at < int(f.layout.data); at += 7 { // header, checksums, seal
		bad := bytes.Clone(good)
		bad[at] ^= 1
		if _, err := opened(bad); !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrFormat) {
			t.Errorf("byte %d altered: %v", at, err)
		}
	}
}

func TestRefusesOtherRules(t *testing.T) {
	g, s := game(t, games[0])
	header := string(written(t, g, s, false))
	other := strings.Replace(header, `"rules":"paper"`, `"rules":"swap" `, 1)
	if other == header {
		t.Fatal("the header has no rules")
	}
	_, err := opened([]byte(other))
	if !errors.Is(err, ErrFormat) || !strings.Contains(err.Error(), "other rules") {
		t.Errorf("not refused: %v", err)
	}
}

func FuzzOpen(f *testing.F) {
	g := positiontest.Must(f, duel.New, duel.Options{Shape: positions.Rhombus, Size: 3, Men: 1, Rules: duel.Paper})
	n, err := newNumbering(g)
	if err != nil {
		f.Fatal(err)
	}
	path := filepath.Join(f.TempDir(), "t")
	file := positiontest.Must(f, os.Create, path)
	if err := errors.Join(Write(context.Background(), file, g, hashed{n}, true, 1), file.Close()); err != nil {
		f.Fatal(err)
	}
	data := positiontest.Must(f, os.ReadFile, path)
	f.Add(data)
	f.Add(data[:50])
	f.Add([]byte(magic))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := opened(data)
		if err != nil {
			return
		}
		if _, _, err := file.Lookup(file.Game.View(file.Game.Start())); err != nil && !errors.Is(err, ErrDamaged) {
			t.Error(err)
		}
	})
}
