package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/puzzles/verify"
	"github.com/halma-solve/halma-solve/reports"
	"github.com/halma-solve/halma-solve/solver"
)

// oneInput reads the one file that is the argument of a command.
func oneInput(c *cli.Context) (name string, text []byte, err error) {
	path, err := cli.OneArgument(c, "one file, or - for standard input")
	if err != nil {
		return "", nil, err
	}
	return readInput(c, path)
}

// converting reads what a command makes a text of, the one file that is its argument,
// once it is sure that the text can be written.
func converting(c *cli.Context) (file cli.Output, name string, text []byte, err error) {
	if file, err = cli.OutputOf(c); err != nil {
		return file, "", nil, err
	}
	name, text, err = oneInput(c)
	return file, name, text, err
}

// openInput opens a file, - for standard input, and returns its name for messages.
func openInput(path string) (in *os.File, name string, err error) {
	if path == "-" {
		return os.Stdin, "standard input", nil
	}
	in, err = os.Open(path)
	if err != nil {
		err = cli.IOError("cannot read %s: %v", path, cli.Cause(err))
	}
	return in, path, err
}

// mostInput is the greatest length in bytes of a file that is read as a whole; the
// readers of its kinds may allow less.
const mostInput = 64 << 20

// readInput reads a file, standard input or a result of the store, and returns its
// name for messages.
func readInput(c *cli.Context, path string) (name string, text []byte, err error) {
	if strings.HasPrefix(path, storePrefix) {
		text, err = readStored(c, path)
		return path, text, err
	}
	return readFile(path)
}

// readFile reads a file or standard input, and returns its name for messages.
func readFile(path string) (name string, text []byte, err error) {
	in, name, err := openInput(path)
	if err != nil {
		return name, nil, err
	}
	defer in.Close()
	text, err = io.ReadAll(io.LimitReader(in, mostInput+1))
	switch {
	case err != nil:
		return name, nil, cli.IOError("cannot read %s: %v", name, cli.Cause(err))
	case len(bytes.TrimSpace(text)) == 0:
		return name, nil, cli.InputError(name, errors.New("there is nothing in it"))
	case len(text) > mostInput:
		return name, nil, cli.InputError(name, fmt.Errorf("it is longer than %s", reports.Bytes(mostInput)))
	}
	return name, text, nil
}

// isObject reports whether a text is a JSON object and no drawing.
func isObject(text []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(text, " \t\r\n"), []byte("{"))
}

// drawingIn returns the text of a drawing, without the mark that some editors put
// before it.
func drawingIn(text []byte) string { return strings.TrimPrefix(string(text), "\ufeff") }

// replay has the verifier look at the line of a result, if it has one.
func replay(name string, r *solver.Result) error {
	if r.Line == nil {
		return nil
	}
	_, err := verify.Replay(r.Puzzle, r.Line)
	var illegal *verify.Illegal
	switch {
	case errors.As(err, &illegal):
		return cli.Stop(cli.ExitNo, fmt.Sprintf("%s: not valid: %v", name, illegal))
	case err != nil:
		return cli.InputError(name, err)
	}
	return nil
}
