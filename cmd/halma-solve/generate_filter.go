package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/solver/generate"
)

// parseFilter reads an expression. To a name that is none the error has a hint, or
// else the names that there are.
func parseFilter(value string) (*generate.Filter, error) {
	f, err := generate.ParseFilter(value)
	var bad *generate.FilterError
	if !errors.As(err, &bad) || bad.Unknown == "" {
		return f, err
	}
	var names []string
	for _, n := range generate.FilterNames() {
		names = append(names, n.Name)
	}
	hint := cli.DidYouMean(bad.Unknown, names)
	if hint == "" {
		hint = fmt.Sprintf(" (names: %s)", strings.Join(names, ", "))
	}
	return nil, fmt.Errorf("%w%s", err, hint)
}

// filterHelp lists the names for the help text.
func filterHelp() string {
	var out strings.Builder
	for _, n := range generate.FilterNames() {
		fmt.Fprintf(&out, "  %-14s %s\n", n.Name, n.Meaning)
	}
	return out.String()
}
