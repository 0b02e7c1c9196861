package cli

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/halma-solve/halma-solve/positions"
)

// What commands are made of.
type (
	Context = urfave.Context
	Command = urfave.Command
	Flag    = urfave.Flag
)

// The groups of options in help texts.
const (
	PuzzleCategory = "Puzzle"
	SearchCategory = "Search"
	ReportCategory = "Report"
	StoreCategory  = "Store"
	InputCategory  = "Input"
	BatchCategory  = "Batch"
)

// Option is an option whose value is a T; of type bool it is a switch, which needs
// no value.
type Option[T any] struct {
	Name     string
	Alias    string // one letter, or ""
	Category string
	Usage    string // "`PLACEHOLDER`meaning"; a switch has the meaning alone
	Default  string // read if nobody gives the option; "" stands for the zero T
	Shown    string // the default in words, where Default does not say it
	Words    []string
	Open     bool     // other texts than Words are good, too
	Local    bool     // the environment does not set it
	File     bool     // the name of a file
	Written  bool     // which is written
	Holds    []string // the kinds of files of the program that are written there
	Repeated bool     // may come several times: their texts are put together with commas
	// Parse reads what was given. Its error does not name the option.
	Parse func(text string) (T, error)
}

// Definition is an [Option] of any type.
type Definition interface {
	// Called returns the name of the option.
	Called() string
	// With returns the option as another command explains it: what it means there,
	// and its default in words; "" leaves what there is.
	With(meaning, shown string) Definition
	flag() Flag
}

// Called returns the name of the option.
func (o Option[T]) Called() string { return o.Name }

// With returns the option with another explanation.
func (o Option[T]) With(meaning, shown string) Definition {
	if meaning != "" {
		o.Usage = o.Usage[:strings.LastIndex(o.Usage, "`")+1] + meaning
	}
	if shown != "" {
		o.Shown = shown
	}
	return o
}

// Flags makes the flags of a command from options.
func Flags(options ...Definition) []Flag {
	flags := make([]Flag, len(options))
	for i, o := range options {
		flags[i] = o.flag()
	}
	return flags
}

func (o Option[T]) flag() Flag {
	v := &value[T]{option: o, text: o.Default}
	if o.Default != "" {
		v.is, v.err = o.Parse(o.Default)
	}
	f := &optionFlag{setting: v, GenericFlag: urfave.GenericFlag{
		Name: o.Name, Category: o.Category, Usage: o.Usage, DefaultText: o.Shown, TakesFile: o.File, Value: v,
	}}
	if o.Alias != "" {
		f.Aliases = []string{o.Alias}
	}
	if !o.Local {
		f.EnvVars = []string{"HALMA_" + strings.ToUpper(o.Name)}
	}
	return f
}

// Of returns the value of the option, the zero T if the command does not have it.
func (o Option[T]) Of(c *Context) (is T) {
	if v, ok := c.Generic(o.Name).(*value[T]); ok {
		is = v.is
	}
	return is
}

// Refuse returns the error for a value that is of no use to the command.
func (o Option[T]) Refuse(c *Context, err error) error { return Refuse(c, o.Name, err) }

// Given reports whether an option of the command stands on the command line.
func Given(c *Context, name string) bool {
	s, ok := c.Generic(name).(setting)
	return ok && s.source() == fromCommandLine
}

// FirstGiven returns the first of some options that stands on the command line, ""
// if none does.
func FirstGiven(c *Context, names ...string) string {
	for _, name := range names {
		if Given(c, name) {
			return name
		}
	}
	return ""
}

// Refuse returns the error for a bad value of the named option. It names the
// option, or the environment variable if the value comes from there, and the word
// that may have been meant.
func Refuse(c *Context, name string, err error) error {
	source, hint := "--"+name, ""
	if s, ok := c.Generic(name).(setting); ok {
		if s.source() == fromEnvironment {
			source = "HALMA_" + strings.ToUpper(name)
		}
		if words, open := s.words(); !open && !slices.Contains(words, s.String()) {
			hint = DidYouMean(s.String(), words)
		}
	}
	return UsageError("%s: %v%s", source, err, hint)
}

// checkOptions makes sure of all options of a command before it runs.
func checkOptions(c *Context) error {
	for _, f := range c.Command.Flags {
		if f, ok := f.(*optionFlag); ok {
			if err := f.setting.fault(); err != nil {
				return Refuse(c, f.Name, err)
			}
		}
	}
	return checkFiles(c)
}

// Where the value of an option comes from.
type source int

const (
	fromDefault source = iota
	fromEnvironment
	fromCommandLine
)

// setting is what an option is set to in one run of a command.
type setting interface {
	urfave.Generic
	IsBoolFlag() bool
	fault() error // of the value
	source() source
	environment() (used bool) // is where the value comes from
	words() (words []string, open bool)
	writes() (is bool, kinds []string)
	files() []string
}

// optionFlag is an option as urfave/cli takes it.
type optionFlag struct {
	urfave.GenericFlag
	setting setting
}

// String names the flag for urfave/cli.
func (f *optionFlag) String() string { return f.Name }

// TakesValue reports whether the flag is no switch.
func (f *optionFlag) TakesValue() bool { return !f.setting.IsBoolFlag() }

// Apply adds the flag to those that a command line may have, with the value that
// the environment gives. An empty variable is none.
func (f *optionFlag) Apply(set *flag.FlagSet) error {
	err := f.GenericFlag.Apply(set)
	if f.HasBeenSet {
		f.HasBeenSet = f.setting.environment()
	}
	return err
}

// value is the setting of an option.
type value[T any] struct {
	option Option[T]
	text   string
	from   source
	twice  bool // with different texts
	is     T
	err    error
}

// Set reads a text. What is wrong with it the check before the command tells.
func (v *value[T]) Set(text string) error {
	if v.from == fromCommandLine && text != v.text { // that of an alias comes twice
		if !v.option.Repeated {
			v.twice = true
			return nil
		}
		text = v.text + "," + text
	}
	v.text, v.from = text, fromCommandLine
	v.is, v.err = v.option.Parse(text)
	return nil
}

// String returns the text.
func (v *value[T]) String() string { return v.text }

// IsBoolFlag says whether the option is a switch.
func (v *value[T]) IsBoolFlag() bool {
	_, is := any(v.is).(bool)
	return is
}

func (v *value[T]) writes() (bool, []string) { return v.option.Written, v.option.Holds }

// files are those that the option names, if it names files.
func (v *value[T]) files() []string {
	if list, ok := any(v.is).([]string); ok {
		return list
	}
	return []string{v.text}
}

func (v *value[T]) fault() error {
	if v.twice {
		return errors.New("it is given twice")
	}
	return v.err
}

func (v *value[T]) source() source { return v.from }

// environment says where the value comes from. One that the option has elsewhere, but
// not in this command, is meant for others.
func (v *value[T]) environment() (used bool) {
	v.from = fromEnvironment
	if words := v.option.Words; v.err != nil || words == nil || v.option.Open || slices.Contains(words, v.text) {
		return true
	}
	v.text, v.from = v.option.Default, fromDefault
	var none T
	if v.is = none; v.text != "" {
		v.is, v.err = v.option.Parse(v.text)
	}
	return false
}

func (v *value[T]) words() ([]string, bool) {
	return v.option.Words, v.option.Open || v.option.Words == nil
}

// Switch returns an option that is on or off.
func Switch(name, category, usage string) Option[bool] {
	return Option[bool]{Name: name, Category: category, Usage: usage, Parse: func(text string) (bool, error) {
		is, err := strconv.ParseBool(text)
		if err != nil {
			return false, fmt.Errorf("%q is neither true nor false", Clip(text))
		}
		return is, nil
	}}
}

// Number returns an option for a whole number within limits.
func Number(name, category, usage, shown string, smallest, largest int) Option[int] {
	return Option[int]{Name: name, Category: category, Usage: usage, Shown: shown, Parse: func(text string) (int, error) {
		return WholeNumber(text, smallest, largest)
	}}
}

// Text returns an option that takes any text; shown says what stands for none.
func Text(name, category, usage, shown string) Option[string] {
	return Option[string]{Name: name, Category: category, Usage: usage, Shown: shown, Parse: func(text string) (string, error) { return text, nil }}
}

// Needed returns the option so that it refuses an empty text.
func Needed(o Option[string], message string) Option[string] {
	o.Parse = func(text string) (string, error) {
		if text == "" {
			return "", errors.New(message)
		}
		return text, nil
	}
	return o
}

// CommandLineOnly returns the option so that the environment does not set it.
func (o Option[T]) CommandLineOnly() Option[T] {
	o.Local = true
	return o
}

// In returns the option in another group of help texts.
func (o Option[T]) In(category string) Option[T] {
	o.Category = category
	return o
}

// IsSet reports whether the option is set, on the command line or in the
// environment.
func (o Option[T]) IsSet(c *Context) bool { return c.IsSet(o.Name) }

// File returns an option for the name of a file.
func File(name, category, usage, shown string) Option[string] {
	o := Needed(Text(name, category, usage, shown), "the name of a file is needed")
	o.File = true
	return o
}

// NewFile returns an option for the name of a file that is written, which holds one
// of some kinds; see [Kinds].
func NewFile(name, category, usage, shown string, holds ...string) Option[string] {
	o := File(name, category, usage, shown)
	o.Written, o.Holds = true, holds
	return o
}

// Choice returns an option that takes the words of some values, of which the first
// is the default.
func Choice[T any](name, category, usage string, values ...T) Option[T] {
	words := Names(values...)
	return Option[T]{
		Name: name, Category: category, Usage: usage, Default: words[0], Words: words,
		Parse: func(text string) (T, error) {
			if i := slices.Index(words, text); i >= 0 {
				return values[i], nil
			}
			var none T
			return none, fmt.Errorf("unknown %s %q (%s)", name, Clip(text), positions.OneOf(words))
		},
	}
}

// WholeNumber reads a number from smallest to largest.
func WholeNumber(text string, smallest, largest int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < smallest || n > largest {
		return 0, fmt.Errorf("%q is not a whole number from %d to %d", Clip(text), smallest, largest)
	}
	return n, nil
}

// List returns a parser of several values with commas between them.
func List[T any](parse func(string) (T, error)) func(string) ([]T, error) {
	return func(text string) (list []T, err error) {
		for item := range strings.SplitSeq(text, ",") {
			value, err := parse(item)
			if err != nil {
				return nil, err
			}
			list = append(list, value)
		}
		return list, nil
	}
}

// Names are the words of values.
func Names[T any](values ...T) []string {
	names := make([]string, len(values))
	for i, v := range values {
		names[i] = fmt.Sprint(v)
	}
	return names
}
