package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"unicode"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/solver"
)

// The exit codes, the same for all commands.
//
// Two more come from outside: a process that writes to a pipe nobody reads any
// more ends silently by SIGPIPE, which shells show as 141, and a second Ctrl-C
// ends the program at once by SIGINT, which they show as 130.
const (
	ExitSolved      = 0   // did what was asked; of a search with a time limit, a line was found
	ExitUsage       = 2   // wrong usage of the command line
	ExitInput       = 3   // bad input file; line and column are named
	ExitIO          = 4   // the store, a file or the disk failed, or a limit of the system
	ExitNo          = 10  // proven impossible, or a submission that is not valid
	ExitLimit       = 12  // a limit came before what was asked; the report has the bounds so far
	ExitInternal    = 70  // a mistake in the program
	ExitInterrupted = 130 // Ctrl-C; the report with the bounds so far is written
)

// ExitCodesHelp is the table of exit codes in the help texts.
const ExitCodesHelp = `   0  did what was asked: of a search, a line was found within the limit, and
      with --prove or --strict the answer is proven
   2  wrong usage
   3  bad input file; line and column are named
   4  the store, a file or the disk failed, or a limit of the system
  10  proven impossible, or a submission that is not valid
  12  a limit came first: no line yet, or with --prove or --strict no proof;
      the report has the bounds so far
 130  interrupted; the report has the bounds so far
`

// Exit is an error with its exit code. Without a message nothing is printed.
type Exit struct {
	Code    int
	Message string
}

// Error returns the message for the user.
func (e *Exit) Error() string { return e.Message }

// Stop returns the error that ends a command with an exit code; the message may
// be "".
func Stop(code int, message string) error { return &Exit{code, message} }

// UsageError is the error for a wrong use of the command line.
func UsageError(format string, args ...any) error {
	return Stop(ExitUsage, fmt.Sprintf(format, args...))
}

// IOError is the error for a file, the store or a disk that failed.
func IOError(format string, args ...any) error {
	return Stop(ExitIO, fmt.Sprintf(format, args...))
}

// InputError is the error for a file that cannot be understood.
func InputError(name string, err error) error {
	var syntax *positions.SyntaxError
	if errors.As(err, &syntax) {
		return Stop(ExitInput, fmt.Sprintf("%s: %v", name, syntax))
	}
	return Stop(ExitInput, fmt.Sprintf("%s: line 1, column 1: %v", name, err))
}

// Outcome turns the status of a result into the error that has its exit code. A line
// is enough, unless the question was to be settled.
func Outcome(r *solver.Result, settle bool) error {
	switch {
	case r.Status == solver.Optimal:
		return nil
	case r.Status == solver.Impossible:
		return Stop(ExitNo, "")
	case r.Interrupted == solver.StoppedByInterrupt:
		return Stop(ExitInterrupted, "")
	case r.Line != nil && !settle:
		return nil
	default:
		return Stop(ExitLimit, "")
	}
}

// exitCode returns the exit code for what a command returned. Errors that
// nobody gave a code are those of the store and the file system, or mistakes of
// this program.
func exitCode(err error) int {
	var known *Exit
	switch {
	case err == nil:
		return ExitSolved
	case errors.As(err, &known):
		return known.Code
	case isIO(err):
		return ExitIO
	default:
		return ExitInternal
	}
}

// messageOf returns what the user is told about an error.
func messageOf(err error) string {
	switch {
	case err == nil:
		return ""
	case exitCode(err) == ExitInternal:
		return "internal error: " + err.Error() + "; please report it"
	default:
		return err.Error()
	}
}

// isIO reports whether an error comes from the store or the operating system.
func isIO(err error) bool {
	for _, sentinel := range []error{
		cache.ErrLocked, cache.ErrReadOnly, cache.ErrCorrupt, cache.ErrForeign,
		cache.ErrVersion, cache.ErrFull, cache.ErrTooLarge, cache.ErrClosed,
	} {
		if errors.Is(err, sentinel) {
			return true
		}
	}
	var path *fs.PathError
	var link *os.LinkError
	var number syscall.Errno
	return errors.As(err, &path) || errors.As(err, &link) || errors.As(err, &number)
}

// Cause strips the operation and the path from an error of package os, where
// the message names them in its own words.
func Cause(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	default:
		return err
	}
}

// OneLine joins the lines of a message and replaces what a terminal would obey: a
// message may quote a file.
func OneLine(text string) string {
	line := strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }), "; ")
	return strings.Map(func(r rune) rune {
		if !unicode.IsGraphic(r) {
			return '?'
		}
		return r
	}, line)
}
