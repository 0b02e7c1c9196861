package site

import (
	"strings"
	"unicode"
)

const (
	longestNickname = 24 // signs
	marksTogether   = 2  // accents above each other
)

// cleanNickname returns a nickname without what others should not have to see: signs
// that are not drawn or turn the direction of writing, spaces at the ends and several
// together, heaps of accents. It is a problem if nothing is left, or too much.
func cleanNickname(text string) (string, error) {
	var out strings.Builder
	signs, marks, space := 0, 0, false
	for _, r := range text {
		switch {
		case unseen(r):
			continue
		case unicode.IsSpace(r):
			space = out.Len() > 0
			continue
		case unicode.IsMark(r):
			if marks++; marks > marksTogether || out.Len() == 0 {
				continue
			}
		default:
			marks = 0
		}
		if space {
			out.WriteByte(' ')
			signs++
			space = false
		}
		out.WriteRune(r)
		if signs++; signs > longestNickname {
			return "", badNickname.because("it is longer than %d signs", longestNickname)
		}
	}
	if !strings.ContainsFunc(out.String(), func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) {
		return "", badNickname.because("it needs a letter or a number")
	}
	return out.String(), nil
}

// unseen reports whether a sign is not drawn, and is no space.
func unseen(r rune) bool {
	const brailleBlank = '\u2800'
	return r == unicode.ReplacementChar || r == brailleBlank || !unicode.IsGraphic(r) && !unicode.IsSpace(r) ||
		unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// nicknameKey is the same for nicknames that look alike but for upper and lower case.
func nicknameKey(clean string) string { return strings.ToLower(clean) }
