package tablebase

import (
	"bytes"
	"errors"
	"testing"

	"github.com/halma-solve/halma-solve/puzzles/contest"
)

// fewChances is a table with every second position of a game with dice.
type fewChances struct {
	marks   []contest.Marks
	chances [][]contest.PackedChance
}

func (t fewChances) Level(at int) (*contest.Marks, []contest.PackedChance) {
	return &t.marks[at], t.chances[at]
}
func (fewChances) Symmetric() bool { return false }

// chancesOf makes a table in which the position of a rank has a chance.
func chancesOf(g *contest.Game, chance func(rank uint64) contest.PackedChance) (t fewChances) {
	for _, l := range g.Levels() {
		m := contest.Marks{Words: make([]uint64, contest.MarksWords(l.Codes))}
		for code := uint64(0); code < l.Codes; code += 2 {
			m.Words[code/64] |= 1 << (code % 64)
		}
		m.Close()
		list := make([]contest.PackedChance, m.Count)
		for rank := range list {
			list[rank] = chance(uint64(rank))
		}
		t.marks, t.chances = append(t.marks, m), append(t.chances, list)
	}
	return t
}

func TestChancesAreRead(t *testing.T) {
	g := game(t, "rakado", map[string]string{"size": "2x3"})
	table := chancesOf(g, func(rank uint64) contest.PackedChance {
		return contest.PackedChance{Lower: rank, Upper: contest.ChanceUnit - rank}
	})
	var out bytes.Buffer
	if err := Write(t.Context(), &out, g, g.Start(), table); err != nil {
		t.Fatal(err)
	}
	f, err := Read(bytes.NewReader(out.Bytes()), int64(out.Len()), 0)
	if err != nil {
		t.Fatal(err)
	}
	for at, l := range g.Levels() {
		for code := range l.Codes {
			p := g.At(at, code)
			rank := float64(code / 2)
			want := contest.Chance{Lower: rank / contest.ChanceUnit, Upper: 1 - rank/contest.ChanceUnit}
			got, err := f.Chance(p)
			if code%2 == 0 && (err != nil || got != want) || code%2 == 1 && !errors.Is(err, contest.ErrNotReached) {
				t.Fatalf("%s is %s, %v", g.Format(p), got, err)
			}
			if _, err := f.Lookup(p); !errors.Is(err, contest.ErrNotReached) {
				t.Fatalf("%s has a value without dice: %v", g.Format(p), err)
			}
		}
	}
	for i := 0; i < out.Len(); i += 13 {
		altered := bytes.Clone(out.Bytes())
		altered[i] ^= 0x10
		if _, err := Read(bytes.NewReader(altered), int64(out.Len()), 0); !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrFormat) {
			t.Fatalf("byte %d altered: %v", i, err)
		}
	}
}

// TestImpossibleChancesAreRefused writes files whose seal is right.
func TestImpossibleChancesAreRefused(t *testing.T) {
	g := game(t, "rakado", map[string]string{"size": "2x3"})
	for _, bad := range []contest.PackedChance{{Lower: 2, Upper: 1}, {Lower: 0, Upper: contest.ChanceUnit + 1}} {
		var out bytes.Buffer
		err := Write(t.Context(), &out, g, g.Start(), chancesOf(g, func(rank uint64) contest.PackedChance {
			if rank == 7 {
				return bad
			}
			return contest.PackedChance{Upper: contest.ChanceUnit}
		}))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Read(bytes.NewReader(out.Bytes()), int64(out.Len()), 0); !errors.Is(err, ErrDamaged) {
			t.Errorf("%v: %v", bad, err)
		}
	}
}
