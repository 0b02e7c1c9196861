package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	urfave "github.com/urfave/cli/v2"

	"github.com/halma-solve/halma-solve/cache/files"
)

// manCommand writes the help texts as manual pages, for packages of the program.
func (a App) manCommand() *Command {
	return &Command{
		Name:     "man",
		Category: "About",
		Usage:    "write the manual pages",
		Description: `Writes a page for the program and one for each command into the directory DIR,
which is made: halma-solve.1, halma-solve-highscore.1 and so on. They say what
"halma-solve help" says. man reads one with "man -l FILE".`,
		UsageText: "halma-solve man DIR",
		ArgsUsage: Examples("halma-solve man ~/.local/share/man/man1"),
		Action: func(c *Context) error {
			dir, err := OneArgument(c, "the directory for the pages")
			if err != nil {
				return err
			}
			return a.writeManual(c.App, dir)
		},
	}
}

func (a App) writeManual(app *urfave.App, dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return IOError("cannot make %s: %v", dir, Cause(err))
	}
	pages := map[string][]byte{program: a.manualOfProgram(app)}
	for _, c := range app.Commands {
		if !c.Hidden {
			pages[program+"-"+c.Name] = a.manualOf(c, program+"-"+c.Name)
		}
	}
	for name, text := range pages {
		path := filepath.Join(dir, name+".1")
		if err := files.Write(path, 0o666, text); err != nil {
			return IOError("cannot write %s: %v", path, Cause(err))
		}
	}
	return nil
}

// manual is a page in the language of roff, with the macros of man(7).
type manual struct{ bytes.Buffer }

func (a App) newManual(name, usage string) *manual {
	m := new(manual)
	fmt.Fprintf(m, ".TH %s 1 \"\" \"%s\" \"%s\"\n", strings.ToUpper(roff(name)), program+" "+roff(a.Version), program)
	m.section("NAME")
	fmt.Fprintf(m, "%s \\- %s\n", roff(name), roff(usage))
	return m
}

func (a App) manualOfProgram(app *urfave.App) []byte {
	m := a.newManual(program, a.Usage)
	m.section("SYNOPSIS")
	m.asItIs(program + " COMMAND [options]")
	m.section("DESCRIPTION")
	m.asItIs(a.Description)
	m.section("COMMANDS")
	for _, c := range app.Commands {
		if !c.Hidden {
			m.item(c.Name, c.Usage)
		}
	}
	m.section("EXIT STATUS")
	m.asItIs(ExitCodesHelp)
	m.section("EXAMPLES")
	m.asItIs(a.Examples)
	return m.Bytes()
}

func (a App) manualOf(c *Command, name string) []byte {
	m := a.newManual(name, c.Usage)
	m.section("SYNOPSIS")
	m.asItIs(c.UsageText)
	m.section("DESCRIPTION")
	m.asItIs(c.Description)
	m.options("OPTIONS", c.Flags)
	for _, sub := range c.Subcommands {
		m.section(strings.ToUpper(c.Name + " " + sub.Name))
		fmt.Fprintf(m, "%s\n", roff(sub.Usage))
		m.asItIs(sub.UsageText)
		m.asItIs(sub.Description)
		m.options("", sub.Flags)
	}
	if text, ok := strings.CutPrefix(c.ArgsUsage, examplesMark); ok {
		m.section("EXAMPLES")
		m.asItIs(text)
	}
	m.section("SEE ALSO")
	fmt.Fprintf(m, "%s(1)\n", program)
	return m.Bytes()
}

func (m *manual) section(name string) { fmt.Fprintf(m, ".SH %s\n", roff(name)) }

// asItIs writes a text whose lines are not to be filled anew.
func (m *manual) asItIs(text string) {
	if text = strings.TrimRight(text, "\n"); text != "" {
		fmt.Fprintf(m, ".PP\n.nf\n%s\n.fi\n", roff(text))
	}
}

func (m *manual) item(what, meaning string) {
	fmt.Fprintf(m, ".TP\n\\fB%s\\fR\n%s\n", roff(what), roff(meaning))
}

// options writes what options mean, below a heading unless it is "".
func (m *manual) options(heading string, flags []Flag) {
	for _, f := range flags {
		doc, ok := documented(f)
		if !ok {
			continue
		}
		if heading != "" {
			m.section(heading)
			heading = ""
		}
		left, text := optionInWords(doc)
		m.item(left, text)
	}
}

// roff is a text as roff takes it: no line of it is a request, hyphens can be copied, and
// all is ASCII, which every roff reads.
func roff(text string) string {
	var out strings.Builder
	for _, r := range text {
		switch {
		case r == '\\':
			out.WriteString(`\e`)
		case r == '-':
			out.WriteString(`\-`)
		case r > unicode.MaxASCII:
			fmt.Fprintf(&out, `\[u%04X]`, r)
		default:
			out.WriteRune(r)
		}
	}
	lines := strings.Split(out.String(), "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
