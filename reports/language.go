package reports

import (
	"embed"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
	printing "golang.org/x/text/message"
	"golang.org/x/text/message/catalog"
)

//go:embed words/*.json
var wordFiles embed.FS

// Language is the language of the fixed texts of pages and sheets, as BCP 47 names it;
// "" is English. Notation, proofs and what users wrote stay as they are.
type Language string

// The languages that there are.
const (
	English Language = "en"
	German  Language = "de"
	Spanish Language = "es"
	French  Language = "fr"
	Italian Language = "it"
	Dutch   Language = "nl"
)

// Languages lists them.
func Languages() []Language { return []Language{English, German, Spanish, French, Italian, Dutch} }

// texts are the words of a language: of each the English text, which is the key, and what
// stands for it.
type texts struct {
	catalog catalog.Catalog
	plain   map[string]string // for scripts, and to see what is known
}

// entry is a text, or one for a single thing and one for more.
type entry struct{ one, other string }

// UnmarshalJSON reads "text" or {"one": "text", "other": "text"}.
func (e *entry) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '"' {
		return json.Unmarshal(data, &e.other)
	}
	var both struct{ One, Other string }
	err := json.Unmarshal(data, &both)
	e.one, e.other = both.One, both.Other
	return err
}

// wordsOf reads the words of a language.
func wordsOf(l Language) (map[string]entry, error) {
	data, err := wordFiles.ReadFile("words/" + string(l) + ".json")
	if err != nil {
		return nil, err
	}
	words := make(map[string]entry)
	return words, json.Unmarshal(data, &words)
}

// textsOf makes the texts of each language once. What is embedded is in order, or the
// program does not start to speak: a test looks after it.
var textsOf = func() map[Language]func() texts {
	all := make(map[Language]func() texts)
	for _, l := range Languages() {
		all[l] = sync.OnceValue(func() texts { return makeTexts(l) })
	}
	return all
}()

func makeTexts(l Language) texts {
	words, err := wordsOf(l)
	if err != nil {
		panic(fmt.Sprintf("the words of %s: %v", l, err))
	}
	tag, b := language.MustParse(string(l)), catalog.NewBuilder(catalog.Fallback(language.English))
	plain := make(map[string]string)
	for key, e := range words {
		plain[key] = e.other
		if e.one == "" {
			err = b.SetString(tag, key, e.other)
		} else {
			err = b.Set(tag, key, plural.Selectf(1, "", plural.One, e.one, plural.Other, e.other))
		}
		if err != nil {
			panic(fmt.Sprintf("%q in %s: %v", key, l, err))
		}
	}
	return texts{b, plain}
}

// texts are the words of the language, those of English if there is no such.
func (l Language) texts() texts {
	if t, ok := textsOf[l.or()]; ok {
		return t()
	}
	return textsOf[English]()
}

// or is the language itself, English for "".
func (l Language) or() Language {
	if l == "" {
		return English
	}
	return l
}

// say is a text with values in the language; the English text names it, and its first
// value decides between one and more.
func (l Language) say(text string, values ...any) string {
	return l.printer().Sprintf(text, values...)
}

func (l Language) printer() *printing.Printer {
	return printing.NewPrinter(language.Make(string(l.or())), printing.Catalog(l.texts().catalog))
}

// number is a whole number as the language writes it.
func (l Language) number(n int64) string { return l.printer().Sprint(n) }

// decimals is a number below a thousand, with its unit, as the language writes it: all
// but English have a comma.
func (l Language) decimals(text string) string {
	if l.or() == English {
		return text
	}
	return strings.ReplaceAll(text, ".", ",")
}

// word is a word that comes from elsewhere, as it is unless it is one of [spokenWords].
func (l Language) word(text string) string {
	if said, ok := l.texts().plain[text]; ok && slices.Contains(spokenWords, text) {
		return said
	}
	return text
}

// words are several of [Language.word].
func (l Language) words(list []string) []string {
	said := make([]string, len(list))
	for i, text := range list {
		said[i] = l.word(text)
	}
	return said
}

// spokenWords are words that other packages choose.
var spokenWords = []string{
	"easy", "medium", "hard", "english", "french", "wiegleb", "asymmetric",
	"in a row or a column", "along one of the three kinds of rows", "in a row, a column or a diagonal", "in a row, a column or a diagonal that falls to the right",
	"booklet", "free", "the large set", "the small set", "the XXL set", "the game online",
	"Line", "All", "Proof", "Source", "Claim", "Status", "Stopped", "Rules", "Search",
	"Account", "Needed", "Lost", "Play", "Space", "Longest", "Bounds", "Exactly",
	"Time", "Memory", "Expanded", "Generated", "Duplicates", "Pruned",
	"the first side", "the second side", "the cat side", "the mouse side", "the single side", "the joint side",
	"the first player", "the second player", "the third player", "the fourth player", "the men", "the cats", "the mice",
	"those of which the side to move takes one off, and rolls", "those of which the side to move takes one off, before the other side rolls again",
	"phase", "outcome", "expanded", "widest layer", "time", "depth", "useful", "repeated",
	"solved", "unfinished", "illegal", "unreadable",
	"first", "second", "third", "fourth", "the first", "the second", "the cat", "the mouse", "the single", "the joint",
	"Two players", "Three players", "Four players",
	"any", "own", "hexagon", "cross", "diagonal",
	"star", "square", "rhombus", "triangle", "diamond", "ring", "size", "men", "goal", "target", "from", "to", "board", "positions",
	"moves", "turns", "hops", "moves, super jumps", "hops, super jumps",
	"Played before",
	"Highscore", "Treffhalma", "Treffpunkt", "Connection", "Shortest", "Solo", "Retour", "Other",
}

// moves is "1 move", "27 moves".
func (l Language) moves(n int) string { return l.say("%d moves", n) }

// list is "a", "a and b", "a, b and c".
func (l Language) list(words []string) string {
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return l.say("%s and %s", strings.Join(words[:last], ", "), words[last])
}

// spokenByScript finds what a script says.
var spokenByScript = regexp.MustCompile(`[^\w.]t\("([^"]*)"`)

// forScript are the texts that a script says, nil of English, in which it is written.
func (l Language) forScript(script string) map[string]string {
	if l.or() == English {
		return nil
	}
	plain, words := l.texts().plain, make(map[string]string)
	for _, m := range spokenByScript.FindAllStringSubmatch(script, -1) {
		words[m[1]] = plain[m[1]]
	}
	return words
}
