package cli

import (
	"bytes"
	"strings"
	"testing"

	"github.com/halma-solve/halma-solve/positions"
)

// ask runs a command with some options and returns what it says of them.
func ask(t *testing.T, args string) string {
	t.Helper()
	sizes := Option[[]int]{Name: "sizes", Usage: "`N`sizes", Parse: List(func(text string) (int, error) { return WholeNumber(text, 1, 9) })}
	app := App{Commands: []*Command{{
		Name: "ask", Flags: Flags(Jumps, sizes, Quiet, OutFile, Store, Size, Board(positions.CourtShapes(), "", "star"), Prove, Time),
		Action: func(c *Context) error {
			shape, size, err := BoardOf(c, positions.Star)
			if err != nil {
				return err
			}
			limit, err := timeOf(c)
			if err != nil {
				return err
			}
			return UsageError("%v %v %v %q %v %d %v, set: %v %v, given: %q", Jumps.Of(c), sizes.Of(c), Quiet.Of(c), OutFile.Of(c), shape, size, limit,
				OutFile.IsSet(c), Jumps.IsSet(c), FirstGiven(c, "size", "jumps", "output", "quiet"))
		},
	}}}
	var stdout, stderr bytes.Buffer
	if code := app.Run(append([]string{"halma-solve", "ask"}, strings.Split(args, " ")...), &stdout, &stderr); code != ExitUsage {
		t.Errorf("%s: code %d", args, code)
	}
	return strings.TrimSuffix(strings.TrimPrefix(stderr.String(), "halma-solve: "), "\n") + stdout.String()
}

func TestOptions(t *testing.T) {
	for _, c := range []struct{ args, environment, want string }{
		{"-q=false", "", `short [] false "" star 0 15m0s, set: false false, given: "quiet"`},
		{"--jumps super -q -o x", "", `super [] true "x" star 0 15m0s, set: true true, given: "jumps"`},
		{"--output x --sizes 3,5", "", `short [3 5] false "x" star 0 15m0s, set: true false, given: "output"`},
		{"-q=false", "HALMA_JUMPS=super", `super [] false "" star 0 15m0s, set: false true, given: "quiet"`},
		{"--jumps short", "HALMA_JUMPS=supper", `short [] false "" star 0 15m0s, set: false true, given: "jumps"`},
		{"-q=false", "HALMA_JUMPS=supper", `HALMA_JUMPS: unknown jumps "supper" (short or super) (did you mean super?)`},
		{"-q=false", "HALMA_JUMPS=", `short [] false "" star 0 15m0s, set: false false, given: "quiet"`},
		{"--jumps supper", "", `--jumps: unknown jumps "supper" (short or super) (did you mean super?)`},
		{"--jumps ", "", `--jumps: unknown jumps "" (short or super)`},
		{"--sizes 3,x", "", `--sizes: "x" is not a whole number from 1 to 9`},
		{"--quiet=maybe", "", `--quiet: "maybe" is neither true nor false`},
		{"-o ", "", `--output: the name of a file is needed`},
		{"--output ", "", `--output: the name of a file is needed`},
		{"--cache ", "", `--cache: the name of a directory is needed, or none`},
		{"--board square --size 16", "", `short [] false "" square 16 15m0s, set: false false, given: "size"`},
		{"--size 16", "", `--size: "16" is not a whole number from 1 to 4, the sizes of the board star`},
		{"-q", "HALMA_SIZE=16", `HALMA_SIZE: "16" is not a whole number from 1 to 4, the sizes of the board star`},
		{"--prove", "HALMA_TIME=5s", `short [] false "" star 0 0s, set: false false, given: ""`},
		{"--time 3s", "HALMA_PROVE=1", `short [] false "" star 0 3s, set: false false, given: ""`},
		{"--time 3s --prove", "", `--time and --prove exclude each other: --prove searches without time limit; give one of the two`},
	} {
		t.Run(c.args+c.environment, func(t *testing.T) {
			if name, value, ok := strings.Cut(c.environment, "="); ok {
				t.Setenv(name, value)
			}
			if got := ask(t, c.args); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}
