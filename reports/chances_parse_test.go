package reports

import (
	"bytes"
	"math/big"
	"reflect"
	"testing"

	"github.com/halma-solve/halma-solve/puzzles/contest"
)

// fewChances knows that whoever is to move has an even chance.
type fewChances struct{}

func (fewChances) Chance(contest.Position) (contest.Chance, error) {
	return contest.Chance{Lower: 0.25, Upper: 0.75}, nil
}

func TestParseChances(t *testing.T) {
	g, err := contest.New(contest.KindOf("rakado"), map[string]string{"size": "2x3"})
	if err != nil {
		t.Fatal(err)
	}
	d := &Chances{
		Game: g, From: g.Start(), Chance: contest.Chance{Lower: 0.25, Upper: 0.75}, Exact: big.NewRat(1, 3),
		Counts: contest.ChanceCounts{Positions: 9, Kept: 5, Over: 3, Apart: 1}, Sweeps: 7, Rests: true,
	}
	if d.Rolls, err = g.RolledChoices(fewChances{}, d.From); err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := ChancesJSON(&text, d, JSONOptions{}); err != nil {
		t.Fatal(err)
	}
	read, err := ParseChances(text.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if d.FromFile = true; read.Game.Fingerprint() != g.Fingerprint() {
		t.Errorf("%s instead of %s", read.Game, g)
	}
	read.Game = g
	if !reflect.DeepEqual(read, d) {
		t.Errorf("%+v instead of %+v", read, d)
	}
	refuses(t, text.String(), func(text []byte) error { _, err := ParseChances(text); return err }, []change{
		{`"name": "rakado"`, `"name": "tippy"`, "there is no game"},
		{`"version": 1`, `"version": 9`, "version 9"},
		{`"size": "2x3"`, `"size": "2x2"`, "three are the least"},
		{`chances/1`, `chances/9`, "is not known"},
		{`"exact": "1/3"`, `"exact": "1/5"`, "no fraction between the bounds"},
		{`"exact": "1/3"`, `"exact": "1e-1"`, "no fraction between the bounds"},
		{`"exact": "1/3"`, `"exact": "1/0"`, "no fraction between the bounds"},
		{`first","lower":0.25`, `first","lower":0.5`, "the position before them"},
		{`first","lower":0.25,"upper":0.75`, `first","lower":0.25,"upper":0.5`, "the position before them"},
		{`first","lower":0.25`, `first","lower":0.8`, "no chance lies"},
		{`first","lower"`, `second","lower"`, "not of where play begins"},
		{`"turn":"a1-a2"`, `"turn":"a1-a3"`, "is no turn"},
		{`"turn":"a1-a2"`, `"turn":"b1-b2"`, "stands there twice"},
		{`"roll":"2"`, `"roll":"4"`, "it is 2 with"},
		{`"counts": {`, `"counted": {`, "no counts"},
	})
}
