// Package cli is what all commands of halma-solve have in common: options with
// types, the limits of a search, files and screens to write to, progress, help,
// completion, and errors with their exit codes. Commands say what they do; how an
// option is written, read and refused is decided here, once for each option.
//
// An [Option] is defined once, as a value of this package or, if one command alone
// has it, in the file of that command:
//
//	var Jumps = Option[positions.Jumps]{Name: "jumps", …, Parse: positions.ParseJumps}
//
// A command lists its options by [Flags] and reads them by [Option.Of], when all of
// them have been found good. Everything else follows from the definition: the help
// text, the words that shells complete, the environment variable, and errors that
// name the option, or the variable, that is to blame.
//
// It is the only package that knows urfave/cli.
package cli
