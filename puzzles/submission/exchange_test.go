package submission

import (
	"bytes"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/positions/positiontest"
	"github.com/halma-solve/halma-solve/puzzles"
)

const englishID = "7x7cross:OOPPPOOOOPPPOOPPPPPPPPPPHPPPPPPPPPPOOPPPOOOOPPPOO"

func TestPegsID(t *testing.T) {
	for text, want := range map[string]string{
		englishID:                   "--ooo--\n--ooo--\nooooooo\nooo.ooo\nooooooo\n--ooo--\n--ooo--\n" + englishID,
		" 3x1:PPH \n":               "oo.\n3x1:PPH",
		"3x1:PPH":                   "oo.\n3x1:PPH",
		"1x3random:PHP":             "o\n.\no\n1x3:PHP",
		"2:PHPP":                    "o.\noo\n2x2:PHPP",
		"4x3:OOOOOPHOOPPO":          "o.\noo\n2x2:PHPP", // the empty edge is cut off
		"7x7octagon:" + octagon:     "--o.o--\n-ooooo-\nooooooo\nooooooo\nooooooo\n-ooooo-\n--ooo--\n7x7octagon:" + octagon,
		"5x7:" + "OPPPO" + five:     "-ooo-\n-ooo-\nooooo\noo.oo\nooooo\n-ooo-\n-ooo-\n5x7cross:OPPPO" + five,
		"5x5:OPPPOPPPPPPPHPP" + end: "-ooo-\nooooo\noo.oo\nooooo\n-ooo-\n5x5:OPPPOPPPPPPPHPP" + end,

		"":                         "1:1 a game ID begins with the size of the board, such as 7x7",
		"cross:PPH":                "1:1 a game ID begins with the size of the board, such as 7x7",
		"7xcross:PPH":              "1:3 a game ID begins with the size of the board, such as 7x7",
		"0x3:PPH":                  "1:3 a frame of 0×3: sides go from 1 to 64",
		"3x65:PPH":                 "1:3 a frame of 3×65: sides go from 1 to 64",
		"99999999999999999999:PPH": "1:1 a frame of 1000000×1000000: sides go from 1 to 64",
		"3x1star:PPH":              `1:4 the type "star" is none of cross, octagon and random`,
		"3x1PPH":                   "1:4 a colon and the places are expected here (an ID with # makes a new game, which only Pegs can do)",
		"7x7cross#123":             "1:9 a colon and the places are expected here (an ID with # makes a new game, which only Pegs can do)",
		"3x1:PP":                   "1:7 2 places, but 3×1 are 3",
		"3x1:PPHH":                 "1:8 more than the 3 places of 3×1",
		"3x1:PpH":                  "1:6 unexpected 'p': P is a peg, H a hole, O neither",
		"3x1:PHH":                  "1:5 a game has two pegs at least, this one 1",
		"3x1:PPP":                  "1:5 a game has a hole at least",
		"9x9random:" + strings.Repeat("P", 80) + "H": "1:75 more than 64 pegs and holes",
		"40x1:" + strings.Repeat("P", 39) + "H":      "1:6 more than 26 columns",
	} {
		b, men, err := ParsePegsID(text)
		got := placed(err)
		if err == nil {
			id, err := FormatPegsID(b, men)
			if err != nil {
				t.Fatal(err)
			}
			got = b.DrawBoard(men) + id
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// placed is an error with its place as "line:column message", "" for none.
func placed(err error) string {
	if err == nil {
		return ""
	}
	text := strings.Replace(strings.Replace(err.Error(), "line ", "", 1), ", column ", ":", 1)
	return strings.Replace(text, ": ", " ", 1)
}

const (
	octagon = "OOPHPOOOPPPPPOPPPPPPPPPPPPPPPPPPPPPOPPPPPOOOPPPOO"
	five    = "OPPPOPPPPPPPHPPPPPPPOPPPOOPPPO"
	end     = "PPPPPOPPPO"
)

// A board is the same whether it is made here or comes from Pegs.
func TestPegsIDIsThePuzzle(t *testing.T) {
	b, men, err := ParsePegsID(englishID)
	if err != nil {
		t.Fatal(err)
	}
	imported := must(puzzles.Solo(puzzles.Options{Board: b, Men: men, To: "d4"}))
	if own := must(puzzles.Solo(puzzles.Options{})); imported.Fingerprint() != own.Fingerprint() {
		t.Error("the central game of Pegs is another puzzle")
	}
	if id, err := FormatPegsID(must(puzzles.Solo(puzzles.Options{})).Board, men); err != nil || id != englishID {
		t.Errorf("%s, %v", id, err)
	}
	star := must(puzzles.Highscore(puzzles.Options{}))
	if id, err := FormatPegsID(star.Board, star.Start); err == nil {
		t.Errorf("the star became %s", id)
	}
	for _, men := range []positions.Bits{positions.BitsOf(3), allOf(b)} {
		if id, err := FormatPegsID(b, men); err == nil {
			t.Errorf("%d pegs became %s", men.Len(), id)
		}
	}
}

func allOf(b *positions.Board) (all positions.Bits) {
	for c := range positions.Cell(b.Len()) {
		all = all.With(c)
	}
	return all
}

func TestBoardFile(t *testing.T) {
	const cross = "--ooo--\n--ooo--\nooooooo\nooo.ooo\nooooooo\n--ooo--\n--ooo--\n"
	for text, want := range map[string]string{
		cross: cross,
		"  ***\n  ***\n*******\n***.***\n*******\n  ***\n  ***":                                                   cross,
		"# Pegs\n\n    x x x\n    x x x\nx x x x x x x\nx x x 0 x x x\nx x x x x x x\n    1 1 1\n    ● @ X\n\n\n": cross,
		"o.\r\noo\r\n":  "o.\noo\n",
		"\ufeffo _\n·○": "o-.\n..-\n",
		"o ○\n":         "o.\n",
		"oo\no":         "oo\no-\n",
		" o\n o o\no":   "-o--\n-o-o\no---\n",

		"":                                       "1:1 there is no row of holes",
		"# o\n\n":                                "3:1 there is no row of holes",
		"oo\n\noo":                               "2:1 an empty line between the rows of a board",
		"oo\n# x\noo":                            "2:1 a comment between the rows of a board",
		"\noo\no\x1bo":                           `3:2 unexpected '\x1b': a man is o, an empty hole is ., no hole is a space or -`,
		"o\to":                                   `1:2 unexpected '\t': a man is o, an empty hole is ., no hole is a space or -`,
		"--\n--":                                 "2:1 the board has no hole",
		"\n" + strings.Repeat("oooooooooo\n", 7): "8:5 more than 64 holes",
		strings.Repeat("o\n", 66):                "65:1 more than 64 rows",
		strings.Repeat("o", 4<<20):               "1:128 more than 127 characters in a row, which are 64 places with a space between",
		strings.Repeat("-\n", 2<<20):             "65:1 more than 64 rows",
		"oo\n" + strings.Repeat("o", 27) + "\noo": "1:27 more than 26 columns",
	} {
		b, men, err := ParseBoardFile(text)
		got := placed(err)
		if err == nil {
			got = b.DrawBoard(men)
		}
		if got != want {
			t.Errorf("%.200q: %q, want %q", text, got, want)
		}
	}
}

func TestCSV(t *testing.T) {
	b := positiontest.Board(t, positions.Square, 16)
	for text, want := range map[string]string{
		"move,from,to,hops,path\n1,a3,e5,2,a3-c5-e5\n2,b1,b2,1,b1-b2\n": "a3-c5-e5 b1-b2",
		"path\na3>c5\n\"b1 - b2\"\n":                                    "a3-c5 b1-b2",
		"to,from\r\nE5,a3\r\n":                                          "a3-e5",
		"\ufefffrom,to,hops\na3,e5,2\n":                                 "a3-e5",
		"path\n":                                                        "",

		"":                                "1:1 there is nothing in it",
		"path,name\n":                     `1:6 unknown column "name": the first row names the columns, which may be move, from, to, hops, path`,
		"path,path\n":                     "1:6 the column path comes twice",
		"move,from\n":                     "1:1 the column path is missing, or from and to",
		"path\na3-q9\n":                   `2:1 no such cell: "q9" is not on the square 16×16 (a1 … p16)`,
		"path\na3-c5 b1-b2\n":             "2:1 unexpected 'b' behind a move",
		"from,to\na3,\n":                  `2:4 "" is no cell of the square 16×16`,
		"from,to\na3,c5,e5\n":             "2:1 wrong number of fields",
		"move,path\n2,a3-c5\n":            `2:1 move is "2", but it should be 1 here`,
		"hops,path\n1,a3-c5-e5\n":         `2:1 hops is "1", but it should be 2 here`,
		"from,path\na4,a3-c5\n":           "2:1 from is a4, but the path has a3 there",
		"path,to\na3-c5,c6\n":             "2:7 to is c6, but the path has c5 there",
		"path\n\"a3-c5\n":                 `2:8 extraneous or missing " in quoted-field`,
		"path\na3-c5\n\x1b[2J\n":          `3:1 unexpected '\x1b': moves are written as a3-c5-e5`,
		"path" + many("\na1-a2", 51):      "52:1 more than 50 moves",
		"from,to" + many("\na1,a2", 51):   "52:1 more than 50 moves",
		"from,to\na3,\"" + many("x", 500): `2:505 extraneous or missing " in quoted-field`,
	} {
		moves, err := ReadCSV(strings.NewReader(text), b, Limits{Moves: 50})
		got := placed(err)
		if err == nil {
			var paths []string
			for _, path := range moves.Line() {
				paths = append(paths, b.FormatPath(path))
			}
			got = strings.Join(paths, " ")
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	var out bytes.Buffer
	line := puzzles.Line{{32, 66, 100}, {1, 17}}
	if err := WriteCSV(&out, b, line); err != nil || out.String() != "move,from,to,hops,path\n1,a3,e7,2,a3-c5-e7\n2,b1,b2,1,b1-b2\n" {
		t.Errorf("%q, %v", out.String(), err)
	}
}

func many(text string, n int) string { return strings.Repeat(text, n) }

// The form of an input shows at its beginning.
func TestFormOf(t *testing.T) {
	for text, want := range map[string]Form{
		"":                             Text,
		" \n":                          Text,
		"1. a1-a2":                     Text,
		"# {\n":                        Text,
		"{}":                           JSON,
		"{}\n":                         JSONLines,
		"\n {\"a\":[1]} \n{}":          JSONLines,
		"{\n}\n":                       JSON,
		"[\"a1-a2\"]\n[]":              JSONLines,
		"[{}]\n":                       JSON,
		"[ \n {}":                      JSON,
		"\"a1-a2\"\n":                  JSONLines,
		"{} {}\n":                      JSON,
		"[[\"a1\",\"a2\"],\n[]]\n[]\n": JSON,
	} {
		if got := formOf([]byte(text), false); got != want {
			t.Errorf("%q is taken for %s, want %s", text, got, want)
		}
	}
	for _, text := range []string{"", "\n", "{", "[ ", "{}"} {
		if got := formOf([]byte(text), true); got != Auto {
			t.Errorf("%q and more is taken for %s", text, got)
		}
	}
}
