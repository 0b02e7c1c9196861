package reports

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/halma-solve/halma-solve/solver"
)

// The limits of what is read beside the answer itself.
const (
	maxWords  = 2000 // characters of a sentence: a proof, the outcome of a phase
	maxPhases = 1000
	maxDigits = 200 // of the number of solutions
)

// stats returns a reader for the statistics. Fields that this version does not
// know are passed over: they are no part of the answer.
func (d *decoder) stats(r *solver.Result) func() error {
	var cached bool
	var seconds float64
	s := &r.Stats
	return func() error {
		err := d.looseObject(map[string]func() error{
			"cached":     d.truth(&cached),
			"expanded":   d.counter(&s.Expanded),
			"generated":  d.counter(&s.Generated),
			"duplicates": d.counter(&s.Duplicates),
			"pruned":     d.counter(&s.Pruned),
			"peak_bytes": d.counter(&s.PeakBytes),
			"seconds":    d.seconds(&seconds),
			"phases":     func() error { return d.Array(d.phase(s)) },
			"known":      func() error { return d.Array(d.knownAt(s)) },
		})
		r.Cached, s.Elapsed = cached, fromSeconds(seconds)
		return err
	}
}

func (d *decoder) phase(s *solver.Stats) func() error {
	return func() error {
		at := d.At()
		if len(s.Phases) == maxPhases {
			return d.Fail(at, "more than %d phases", maxPhases)
		}
		var ph solver.Phase
		var name, outcome word
		var seconds float64
		err := d.looseObject(map[string]func() error{
			"name":     d.sentence(&name),
			"outcome":  d.sentence(&outcome),
			"expanded": d.counter(&ph.Expanded),
			"widest":   d.counter(&ph.Widest),
			"seconds":  d.seconds(&seconds),
			"layers":   func() error { return d.Array(d.layer(&ph)) },
		})
		ph.Name, ph.Outcome, ph.Elapsed = name.Text, outcome.Text, fromSeconds(seconds)
		s.Phases = append(s.Phases, ph)
		return err
	}
}

// knownAt returns a reader for the bounds at some time of a search.
func (d *decoder) knownAt(s *solver.Stats) func() error {
	return func() error {
		at := d.At()
		if len(s.Known) == maxPhases {
			return d.Fail(at, "more than %d changes of bounds", maxPhases)
		}
		var lower, upper number
		var seconds float64
		err := d.looseObject(map[string]func() error{
			"seconds": d.seconds(&seconds),
			"lower":   d.Number(&lower),
			"upper":   d.NumberOrNull(&upper),
		}, "seconds", "lower", "upper")
		k := solver.KnownAt{Elapsed: fromSeconds(seconds), Lower: lower.N, Upper: solver.NoUpper}
		if upper.OK {
			k.Upper = upper.N
		}
		s.Known = append(s.Known, k)
		return err
	}
}

func fromSeconds(s float64) time.Duration {
	return time.Duration(s * float64(time.Second)).Round(time.Millisecond)
}

// solutions returns a reader for the number of solutions.
func (d *decoder) solutions(r *solver.Result) func() error {
	return func() error {
		var s solver.Solutions
		err := d.Object(map[string]func() error{
			"sequences":      d.bigNumber(&s.Sequences),
			"up_to_symmetry": d.bigNumber(&s.UpToSymmetry),
		}, "sequences", "up_to_symmetry")
		r.Solutions = &s
		return err
	}
}

// looseObject reads an object whose unknown fields are skipped. One that is known
// in another case is an error all the same: it was meant.
func (d *decoder) looseObject(readers map[string]func() error, needed ...string) error {
	return d.Fields(readers, func(at int, name string) error {
		if readers[strings.ToLower(name)] != nil {
			return d.Fail(at, "unknown field %.40q", name)
		}
		return d.Skip()
	}, needed...)
}

// sentence returns a reader for words that are shown to people: without control
// characters, which could reach a terminal, and not endless.
func (d *decoder) sentence(into *word) func() error {
	return func() error {
		if err := d.Word(into)(); err != nil {
			return err
		}
		if n := utf8.RuneCountInString(into.Text); n > maxWords {
			return d.Fail(into.At, "a text of %d characters (at most %d)", n, maxWords)
		}
		for _, r := range into.Text {
			if !unicode.IsPrint(r) {
				return d.Fail(into.At, "the character %U does not print and is not allowed here", r)
			}
		}
		return nil
	}
}

// truth returns a reader for true or false.
func (d *decoder) truth(into *bool) func() error {
	return d.Value("true or false is expected", func(t json.Token, _ int) (ok bool) {
		*into, ok = t.(bool)
		return ok
	})
}

// counter returns a reader for a whole number below 2^63.
func (d *decoder) counter(into *int64) func() error {
	return d.Value("a whole number is expected, not negative and below 2^63", func(t json.Token, _ int) bool {
		digits, _ := t.(json.Number)
		n, err := strconv.ParseUint(digits.String(), 10, 63)
		*into = int64(n)
		return err == nil
	})
}

// seconds returns a reader for a time of at most a hundred years.
func (d *decoder) seconds(into *float64) func() error {
	const century = 100 * 366 * 24 * 3600
	return d.Value("a time in seconds is expected, not negative and of at most a hundred years", func(t json.Token, _ int) bool {
		digits, _ := t.(json.Number)
		n, err := digits.Float64()
		*into = n
		return err == nil && n >= 0 && n <= century
	})
}

// bigNumber returns a reader for a whole number of any size that makes sense.
func (d *decoder) bigNumber(into **big.Int) func() error {
	expected := fmt.Sprintf("a whole number is expected, not negative and of at most %d digits", maxDigits)
	return d.Value(expected, func(t json.Token, _ int) bool {
		digits, _ := t.(json.Number)
		if len(digits) > maxDigits {
			return false
		}
		n, ok := new(big.Int).SetString(digits.String(), 10)
		*into = n
		return ok && n.Sign() >= 0
	})
}
