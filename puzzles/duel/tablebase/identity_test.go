package tablebase

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles/duel"
)

// salted makes the values of one game differ from those of another on the same
// board.
type salted struct {
	hashed
	salt duel.Value
}

func (s salted) Lookup(v duel.View) (duel.Value, int, error) {
	value, plies, err := s.hashed.Lookup(v)
	if value = (value + s.salt) & 3; value == duel.ValueDrawn || value == duel.ValueIllegal {
		return value, duel.NoPlies, err
	}
	return value, max(plies, 0), err
}

// reads opens a file and compares what it says of each position of g with a
// source. It returns how many answers there were, 0 if the file is refused.
func reads(t *testing.T, data []byte, g *duel.Game, s duel.Source) (answers int) {
	t.Helper()
	f, err := opened(data)
	if err != nil {
		if !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrFormat) {
			t.Errorf("refused as %v", err)
		}
		return 0
	}
	if f.Game.Fingerprint() != g.Fingerprint() {
		t.Errorf("it is read as %s, not %s", f.Game, g)
		return 0
	}
	f.numbering.each(0, f.layout.positions, func(v duel.View) {
		value, plies, err := f.Lookup(v)
		if err != nil {
			return
		}
		answers++
		if want, n, _ := s.Lookup(v); value != want || plies != n {
			t.Errorf("%s: %s in %d, want %s in %d", g.Format(g.Position(v, duel.First)), value, plies, want, n)
		}
	})
	return answers
}

// TestEveryBitCounts flips each bit of a file: no answer is given from a block that
// was altered, and none at all if what stands before the blocks was.
func TestEveryBitCounts(t *testing.T) {
	g, h := game(t, duel.Options{Shape: positions.Rhombus, Size: 3, Men: 1, Rules: duel.Paper})
	good := written(t, g, h, true)
	all := reads(t, good, g, h)
	if all == 0 {
		t.Fatal("the file itself is refused")
	}
	for bit := range 8 * len(good) {
		bad := bytes.Clone(good)
		bad[bit/8] ^= 1 << (bit % 8)
		if n := reads(t, bad, g, h); n == all {
			t.Errorf("bit %d of byte %d altered: all %d positions are answered", bit%8, bit/8, n)
		}
	}
}

// TestRefusesForeignParts puts files together from those of two games: header,
// checksums with seal, blocks.
func TestRefusesForeignParts(t *testing.T) {
	type file struct {
		game   *duel.Game
		source salted
		parts  [3][]byte
	}
	var files []file
	for i, o := range []duel.Options{
		{Shape: positions.Rhombus, Size: 3, Men: 1, Rules: duel.Booklet},
		{Shape: positions.Rhombus, Size: 3, Men: 1, Rules: duel.Swap},
		{Shape: positions.Rhombus, Size: 3, Men: 1, Rules: duel.Paper},
		{Shape: positions.Square, Size: 3, Men: 1, Rules: duel.Paper},
		{Shape: positions.Rhombus, Size: 3, Men: 2, Rules: duel.Paper},
	} {
		g, h := game(t, o)
		s := salted{h, duel.Value(i)}
		data := written(t, g, s, true)
		f, err := opened(data)
		if err != nil {
			t.Fatal(err)
		}
		sums := int(f.layout.data) - (f.Blocks()+1)*sha256.Size
		files = append(files, file{g, s, [3][]byte{data[:sums], data[sums:f.layout.data], data[f.layout.data:]}})
	}
	for i, a := range files {
		for j, b := range files {
			for mask := range 1 << 3 { // bit k: part k is of b
				var data []byte
				for part := range 3 {
					data = append(data, [2]file{a, b}[mask>>part&1].parts[part]...)
				}
				claimed := [2]file{a, b}[mask&1]
				whole := i == j || mask == 0 || mask == 7
				if n := reads(t, data, claimed.game, claimed.source); whole != (n > 0) {
					t.Errorf("parts %03b of %s in %s: %d answers", mask, b.game, a.game, n)
				}
			}
		}
	}
}

// TestRefusesLimitOfTurns: a file has one value for each position, so it cannot be
// of a game where that depends on the turns made, whatever its header says.
func TestRefusesLimitOfTurns(t *testing.T) {
	o := duel.Options{Shape: positions.Rhombus, Size: 3, Men: 1, Rules: duel.Online}
	limited, h := game(t, o)
	if err := Write(t.Context(), nil, limited, h, true, 1); !errors.Is(err, ErrFormat) {
		t.Errorf("it is written: %v", err)
	}
	o.Rules = duel.Booklet
	g, h := game(t, o)
	data := written(t, g, h, true)
	f, err := opened(data)
	if err != nil {
		t.Fatal(err)
	}
	header, err := json.Marshal(headerOf(limited, f.numbering, true))
	if err != nil {
		t.Fatal(err)
	}
	forged := append(encode(header, f.sums), data[f.layout.data:]...)
	if _, err := opened(forged); !errors.Is(err, ErrFormat) {
		t.Errorf("a forged file is opened: %v", err)
	}
}
