package duel

import (
	"fmt"
	"slices"
	"strings"

	"github.com/halma-solve/halma-solve/positions"
)

// Variant is a point on which printed rules can be read in several ways. What was
// chosen is a part of the rule set's name: "farben:dark=odd".
type Variant struct {
	Name  string
	Words []string // the readings; the first is meant where nobody chooses
	Usage string   // what it is about, in a few words
	// Set changes a copy of the rules to a reading that is not the first; it may be
	// nil, for rules that ask [Rules.Variant]. Words that are not in the list may be
	// good, too, if it has no objection.
	Set func(r *Rules, word string) error
	// Open says in a few words what else than Words is good, "" if nothing is.
	Open string
}

// variants are the readings chosen of a rule set's [Rules.Variants].
type variants struct {
	base  *Rules   // nil for the rule set of the table
	words []string // chosen, as long as Variants; nil: all first ones
}

// Base returns the rule set of the table of which this is a variant, itself if it is
// none.
func (r *Rules) Base() *Rules {
	if r.base != nil {
		return r.base
	}
	return r
}

// Variant returns the reading of the named variant, "" if the rules do not have it.
func (r *Rules) Variant(name string) string {
	for i, v := range r.Variants {
		if v.Name == name {
			if r.words == nil {
				return v.Words[0]
			}
			return r.words[i]
		}
	}
	return ""
}

// String returns the name of the rule set as users write it, with the readings that
// are not the first ones: "farben:dark=odd:free-courts=all".
func (r *Rules) String() string {
	name := r.Name
	for i, word := range r.words {
		if v := r.Variants[i]; word != v.Words[0] {
			name += ":" + v.Name + "=" + word
		}
	}
	return name
}

// ParseRules reads the name of a rule set as [Rules.String] writes it.
func ParseRules(name string) (*Rules, error) {
	name, choices, chosen := strings.Cut(name, ":")
	base, err := positions.ParseName("rules", name, all...)
	if err != nil || !chosen {
		return base, err
	}
	r := *base
	r.base = base
	for _, v := range r.Variants {
		r.words = append(r.words, v.Words[0])
	}
	for choice := range strings.SplitSeq(choices, ":") {
		if err := r.choose(choice); err != nil {
			return nil, err
		}
	}
	if r.String() == base.Name {
		return base, nil
	}
	return &r, nil
}

// choose reads one choice: "dark=odd".
func (r *Rules) choose(choice string) error {
	name, word, _ := strings.Cut(choice, "=")
	for i, v := range r.Variants {
		if v.Name != name {
			continue
		}
		if !slices.Contains(v.Words, word) && v.Open == "" {
			return fmt.Errorf("unknown reading %q of the rules %s (%s)", choice, r.Name, v)
		}
		r.words[i] = word
		if v.Set == nil || word == v.Words[0] {
			return nil
		}
		return v.Set(r, word)
	}
	if len(r.Variants) == 0 {
		return fmt.Errorf("the rules %s have no variants, so no %q", r.Name, choice)
	}
	return fmt.Errorf("the rules %s have no variant %q (%s)", r.Name, name, positions.OneOf(r.Variants))
}

// String lists the readings: "dark=even|odd".
func (v Variant) String() string {
	words := v.Words
	if v.Open != "" {
		words = append(slices.Clone(words), v.Open)
	}
	return v.Name + "=" + strings.Join(words, "|")
}
