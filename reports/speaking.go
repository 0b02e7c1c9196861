package reports

import (
	"golang.org/x/text/language"

	"github.com/halma-solve/halma-solve/solver"
)

// LanguageOf is the first of the languages that a reader wants, by an Accept-Language
// header of HTTP; English if there is none of them.
func LanguageOf(accepted string) Language {
	list := Languages()
	tags := make([]language.Tag, len(list))
	for i, l := range list {
		tags[i] = language.MustParse(string(l))
	}
	_, i := language.MatchStrings(language.NewMatcher(tags), accepted)
	return list[i]
}

// Say is a text in the language, which its English text names, with values for its
// verbs; English if the language does not have it.
func (l Language) Say(text string, values ...any) string { return l.say(text, values...) }

// Sentence is what other packages say of a line or a bound in the language, and any
// other text as it is.
func (l Language) Sentence(text string) string { return l.sentence(text) }

// Puzzle is the name of a puzzle, as its String writes it, in the language.
func (l Language) Puzzle(name string) string { return l.puzzleName(name) }

// Game is the name of a game for two or more, as its String writes it, in the language.
func (l Language) Game(name string) string { return l.pieces(name) }

// Headline is [Headline] in the language.
func (l Language) Headline(r *solver.Result) string { return l.headline(r) }
