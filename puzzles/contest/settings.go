package contest

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Option is an option of a game.
type Option struct {
	Name    string
	Meaning string
	Default string
	Words   []string // the texts that it takes, nil if any that read takes
	// Later says that the game once did not have the option: with its default it is the
	// same game, with the same fingerprint, as before.
	Later bool
	read  func(text string) error
}

// later is the option as one that was added to a game.
func (o Option) later() Option {
	o.Later = true
	return o
}

// IsSwitch reports whether the option is on or off.
func (o Option) IsSwitch() bool { return slices.Equal(o.Words, offOn) }

var offOn = []string{"false", "true"}

// number is an option for a whole number.
func number(name, meaning string, usual, least, most int) Option {
	return Option{Name: name, Meaning: fmt.Sprintf("%s, %d to %d", meaning, least, most), Default: strconv.Itoa(usual), read: func(text string) error {
		if n, err := strconv.Atoi(text); err != nil || n < least || n > most {
			return fmt.Errorf("%.20q is not a whole number from %d to %d", text, least, most)
		}
		return nil
	}}
}

// choice is an option for one of some words, the first of which is the default.
func choice(name, meaning string, words ...string) Option {
	return Option{Name: name, Meaning: meaning, Default: words[0], Words: words, read: func(text string) error {
		if !slices.Contains(words, text) {
			return fmt.Errorf("%.20q is none of %s", text, strings.Join(words, ", "))
		}
		return nil
	}}
}

// toggle is an option that is on or off.
func toggle(name, meaning string, usual bool) Option {
	o := choice(name, meaning, offOn...)
	o.Default = strconv.FormatBool(usual)
	return o
}

// extent is an option for so many columns and rows, such as "4x6".
func extent(name, meaning, usual string) Option {
	return Option{Name: name, Meaning: meaning, Default: usual, read: func(text string) error {
		_, _, err := readExtent(text)
		return err
	}}
}

// readExtent reads "4x6", or "4" for "4x4".
func readExtent(text string) (w, h int, err error) {
	first, second, two := strings.Cut(strings.ReplaceAll(text, "×", "x"), "x")
	if !two {
		second = first
	}
	w, errW := strconv.Atoi(first)
	h, errH := strconv.Atoi(second)
	if errors.Join(errW, errH) != nil || w < 1 || h < 1 || w > 26 || h > 26 {
		return 0, 0, fmt.Errorf("%.20q is no size: columns x rows, such as 4x6, or one number for both", text)
	}
	return w, h, nil
}

// word is an option for a text that the game reads.
func word(name, meaning, usual string) Option {
	return Option{Name: name, Meaning: meaning, Default: usual, read: func(string) error { return nil }}
}

// Setting is an option with its value.
type Setting struct{ Name, Value string }

// Settings are the values of all options of a game, in the order of its options.
type Settings []Setting

// Get returns the value of an option, "" if the game does not have it.
func (s Settings) Get(name string) string {
	for _, set := range s {
		if set.Name == name {
			return set.Value
		}
	}
	return ""
}

// Int returns the value of an option for a number.
func (s Settings) Int(name string) int {
	n, _ := strconv.Atoi(s.Get(name)) // it was read before
	return n
}

// Is reports whether an option that is on or off is on.
func (s Settings) Is(name string) bool { return s.Get(name) == "true" }

// Extent returns the columns and rows of an option.
func (s Settings) Extent(name string) (w, h int) {
	w, h, _ = readExtent(s.Get(name)) // it was read before
	return w, h
}

// String lists the settings: "size 4x6, rows 1".
func (s Settings) String() string {
	words := make([]string, len(s))
	for i, set := range s {
		words[i] = set.Name + " " + set.Value
	}
	return strings.Join(words, ", ")
}

// SettingError is the error about the value of an option.
type SettingError struct {
	Name string
	Err  error
}

// Error returns "NAME: what is wrong".
func (e *SettingError) Error() string { return e.Name + ": " + e.Err.Error() }

// Unwrap returns the reason.
func (e *SettingError) Unwrap() error { return e.Err }

// refuse is the error about a value that no board or position can have.
func refuse(name, format string, args ...any) error {
	return &SettingError{Name: name, Err: fmt.Errorf(format, args...)}
}
