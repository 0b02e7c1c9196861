package reports_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/puzzles/atlas"
	"github.com/halma-solve/halma-solve/reports"
)

// TestAtlasPage holds atlas.md against the data:
//
//	go run ./cmd/halma-solve atlas --format md --output reports/atlas.md
func TestAtlasPage(t *testing.T) {
	want, err := os.ReadFile("atlas.md")
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	if err := reports.AtlasMarkdown(&got, atlas.Entries(), atlas.Duels()); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Error("atlas.md is not what the atlas has; make it anew")
	}
}

// fewEntries are of two games, with a gap, a value that differs by the rules, and one
// that is missing.
func fewEntries() []*atlas.Entry {
	star := atlas.Question{Game: "highscore", Board: "star", Size: 4, Men: "15", Rules: "free", Count: "moves", Jumps: "short"}
	booklet, hops, solo := star, star, atlas.Question{Game: "solo", Board: "english", From: "d4", To: "d4", Count: "moves"}
	six := solo
	six.Directions = 6
	booklet.Rules = "booklet"
	hops.Count, hops.Men = "hops", "10"
	return []*atlas.Entry{
		{Question: star, Lower: 30, Upper: 30, Command: "made so", Program: "p", Date: "2026-11-22", Seconds: 1.5},
		{Question: booklet, Lower: 31, Upper: 31, Follows: true},
		{Question: hops, Lower: 60, Upper: 61},
		{Question: solo, Lower: 18, Upper: 18},
		{Question: six, Lower: 16, Upper: 17},
	}
}

func fewDuels() []*atlas.Duel {
	turns := 9
	return []*atlas.Duel{
		{Board: "rhombus", Size: 3, Men: 2, Rules: "paper", Value: "won", Turns: &turns, Positions: 1512},
		{Board: "rhombus", Size: 3, Men: 3, Rules: "paper", Value: "drawn", Positions: 3360},
		{Board: "rhombus", Size: 3, Men: 3, Rules: "online", Value: "lost", Turns: &turns, Positions: 3360},
	}
}

func TestAtlasTables(t *testing.T) {
	var text, page bytes.Buffer
	if err := reports.AtlasText(&text, fewEntries(), fewDuels(), reports.TextOptions{}); err != nil {
		t.Fatal(err)
	}
	if err := reports.AtlasMarkdown(&page, fewEntries(), fewDuels()); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"5 puzzles: of 3 the optimum is proven, of 2 bounds and a line; the bounds of 3\nhave certificates. 3 games for two players, solved completely.\n",
		"\nhighscore, star\n  size  men    moves   hops\n  4     15   30 · 31      –\n  4     10         –  60–61\n",
		"\nsolo, english\n  from  to  moves\n  d4    d4     18\n",
		"\nsolo, english, 6 directions\n  from  to  moves\n  d4    d4  16–17\n",
		"\n  board      men  positions   paper  online\n  rhombus 3    2      1,512  1 in 9       ?\n  rhombus 3    3      3,360       =  2 in 9\n",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("there is no\n%s\nin\n%s", want, text.String())
		}
	}
	for _, want := range []string{
		"\n## Highscore, star\n\n| size | men | moves | hops |\n|---|---|---:|---:|\n| 4 | 15 | 30 · 31 | – |\n| 4 | 10 | – | 60–61 |\n",
		"\n| rhombus 3 | 2 | 1,512 | 1 in 9 | ? |\n",
	} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("there is no\n%s\nin\n%s", want, page.String())
		}
	}
}

func TestAtlasForPrograms(t *testing.T) {
	var text bytes.Buffer
	if err := reports.AtlasJSON(&text, fewEntries(), fewDuels()); err != nil {
		t.Fatal(err)
	}
	var read struct {
		Schema  string           `json:"schema"`
		Entries []map[string]any `json:"entries"`
		Duels   []map[string]any `json:"duels"`
	}
	if err := json.Unmarshal(text.Bytes(), &read); err != nil {
		t.Fatalf("%v in %s", err, text.String())
	}
	if read.Schema != reports.AtlasSchema || len(read.Entries) != 5 || len(read.Duels) != 3 {
		t.Errorf("%s", text.String())
	}
	for name, want := range map[string]any{
		"id": "highscore-star4-15-free-moves-short", "status": "optimal", "lower": 30.0, "upper": 30.0, "certified": true, "seconds": 1.5,
		"command": "halma-solve highscore --board star --size 4 --men 15 --rules free --count moves --jumps short --prove --fresh",
	} {
		if got := read.Entries[0][name]; got != want {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
	if got := read.Entries[2]["status"]; got != "bounded" {
		t.Errorf("the status of a gap is %v", got)
	}
	text.Reset()
	if err := reports.AtlasCSV(&text, fewEntries()); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&text).ReadAll()
	if err != nil || len(rows) != 6 || len(rows[0]) != len(rows[5]) {
		t.Fatalf("%d rows, error %v", len(rows), err)
	}
	if got := strings.Join(rows[1], ","); got != "highscore-star4-15-free-moves-short,highscore,star,4,15,,,,,free,moves,short,optimal,30,30,true,p,2026-11-22,1.50," {
		t.Errorf("the first row is %s", got)
	}
	if four, six := rows[4][19], rows[5][19]; four != "" || six != "6" {
		t.Errorf("directions are %q and %q", four, six)
	}
}
