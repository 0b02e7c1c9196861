package cli

import (
	"io"
	"os"
	"path/filepath"
	"slices"
)

// Force allows what [checkFiles] refuses.
var Force = Switch("force", ReportCategory, "write over a file that is read here, that another output is written to, or that this program wrote as something else (a puzzle, a certificate)").CommandLineOnly()

// reportKinds are the kinds of files that commands write as --output, as JSON.
var reportKinds = map[string][]string{
	"highscore": {"result"}, "treffhalma": {"result"}, "treffpunkt": {"result"}, "connection": {"result"}, "solve": {"result"},
	"solo": {"result", "exploration"}, "retour": {"result"}, "import": {"result"},
	"generate": {"generated"}, "prove": {"duel", "contest", "chances", "duel-table"}, "analyze": {"analysis", "hints"}, "verify": {"verdict"}, "table": {"table"}, "atlas": {"atlas"}, "show": {"result"},
	"bench": {"bench"},
}

// fileUse is an option or an argument of a command that names a file.
type fileUse struct {
	option  string // "" of an argument
	path    string
	written bool
	holds   []string // the kinds that are written there
}

// checkFiles makes sure that no file which a command writes is one of the others
// that it reads or writes, or a file of the program of another kind.
func checkFiles(c *Context) error {
	uses, printed := filesOf(c)
	if len(printed) > 1 {
		return UsageError("--%s and --%s both go to standard output: name a file for one of them", printed[0], printed[1])
	}
	for i, out := range uses {
		if !out.written {
			continue
		}
		for j, other := range uses {
			switch {
			case i == j || !samePath(out.path, other.path):
			case Force.Of(c):
			case other.written:
				return UsageError("--%s and --%s name the same file", uses[min(i, j)].option, uses[max(i, j)].option)
			default:
				return UsageError("--%s: %s is read here and would be lost; --force writes over it", out.option, Clip(out.path))
			}
		}
		if kind := kindAt(out.path); kind != "" && !slices.Contains(out.holds, kind) && !Force.Of(c) {
			return UsageError("--%s: %s is %s, which would be lost; name another file, or --force writes over it", out.option, Clip(out.path), Kinds[kind])
		}
	}
	return nil
}

// filesOf lists the files that a call of a command names, and the options whose output goes to
// standard output.
func filesOf(c *Context) (uses []fileUse, printed []string) {
	for _, f := range c.Command.Flags {
		f, ok := f.(*optionFlag)
		if !ok || !f.TakesFile {
			continue
		}
		u := fileUse{option: f.Name}
		u.written, u.holds = f.setting.writes()
		if format := c.String("format"); f.Name == OutFile.Name && (format == "json" || format == "jsonl" || c.Command.Name == "import") {
			u.holds = reportKinds[c.Command.Name]
		}
		for _, u.path = range f.setting.files() {
			switch {
			case u.path == "-" && u.written, u.path == "" && f.Name == OutFile.Name:
				printed = append(printed, f.Name)
			case u.path != "" && u.path != "-":
				uses = append(uses, u)
			}
		}
	}
	for _, path := range c.Args().Slice() {
		uses = append(uses, fileUse{path: path})
	}
	return uses, printed
}

// kindAt is the kind of the file at a path, "" if there is none or it is no file of
// the program. A pipe is not touched.
func kindAt(path string) string {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	f, err := os.Open(path)
	if err != nil {
		return "" // writing will say more
	}
	defer f.Close()
	begin := make([]byte, 1<<16)
	n, _ := io.ReadFull(f, begin) // what cannot be read is of no kind
	return KindOf(begin[:n])
}

// samePath reports whether two names are of one file, there or not.
func samePath(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	if errX == nil && errY == nil {
		return x.Mode().IsRegular() && os.SameFile(x, y)
	}
	a, errX = filepath.Abs(a)
	b, errY = filepath.Abs(b)
	return errX == nil && errY == nil && a == b
}
