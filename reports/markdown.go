package reports

import (
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"

	"github.com/halma-solve/halma-solve/solver"
)

// MarkdownOptions chooses what a Markdown report shows.
type MarkdownOptions struct {
	Move     *int     // draw the position after that many moves alone
	Diagrams Diagrams // KeyDiagrams if empty
	Image    string   // a picture to link in the place of diagrams: a path or an address
	Title    string   // of the first heading; the puzzle's name if empty
}

// ErrImage is returned when one picture is to stand for several results.
var ErrImage = errors.New("one picture cannot show several results")

// Markdown writes results as GitHub and its like show them: a heading, a table
// of facts, the moves, diagrams as text or a linked picture. Texts of the results
// are escaped, so that they never are markup. Lines are replayed by the verifier
// first; errors are those of [verify.Replay], [ErrTooLong], [ErrMove], [ErrImage]
// and of the writer.
func Markdown(w io.Writer, results []*solver.Result, o MarkdownOptions) error {
	if o.Image != "" && len(results) > 1 {
		return ErrImage
	}
	var out strings.Builder
	if o.Title != "" && len(results) > 1 {
		out.WriteString("# " + plainMarkdown(o.Title) + "\n\n")
	}
	for i, r := range results {
		if err := Drawable(r); err != nil {
			return err
		}
		if o.Move != nil && (*o.Move < 0 || *o.Move > len(r.Line)) {
			return fmt.Errorf("%w: %d of a line of %s", ErrMove, *o.Move, quantity(len(r.Line), "move"))
		}
		if i > 0 {
			out.WriteByte('\n')
		}
		heading, titled := heading(r.Puzzle), o.Title != "" && len(results) == 1
		if titled {
			heading = o.Title
		}
		out.WriteString("## " + plainMarkdown(heading) + "\n\n")
		writeMarkdown(&out, r, o, titled)
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// writeMarkdown writes what stands below the heading, which is not the puzzle's
// name if titled is set.
func writeMarkdown(out *strings.Builder, r *solver.Result, o MarkdownOptions, titled bool) {
	row := func(name, text string) { fmt.Fprintf(out, "| %s | %s |\n", name, text) }
	row("Result", "**"+plainMarkdown(Headline(r))+"**")
	out.WriteString("|---|---|\n")
	if titled {
		row("Puzzle", plainMarkdown(heading(r.Puzzle)))
	}
	for _, f := range append(factsOf(r), English.searchFacts(r)...) {
		row(f.Name, plainMarkdown(f.Text))
	}
	if o.Image != "" {
		fmt.Fprintf(out, "\n![%s](<%s>)\n", plainMarkdown(pictureTitle(r, o.Title)), imageAddress(o.Image))
	}
	fence := func(text string) { out.WriteString("\n```text\n" + strings.TrimRight(text, "\n") + "\n```\n") }
	if len(r.Line) > 0 {
		fence(moveTable(r.Puzzle.Board, r.Line, Style{}, 80))
	}
	panels := panelsOf(r.Puzzle, r.Line, o.diagrams())
	if o.Move != nil {
		panels = []Panel{PanelAfter(r.Puzzle, r.Line, *o.Move)}
	}
	if len(panels) > 0 {
		fence(Beside(panels, Style{}, 80))
	}
}

func (o MarkdownOptions) diagrams() Diagrams {
	switch {
	case o.Image != "":
		return NoDiagrams
	case o.Diagrams == "":
		return KeyDiagrams
	}
	return o.Diagrams
}

// plainMarkdown escapes a text so that it is shown as it is, in a heading or a
// cell of a table: every sign that may begin markup, and what makes addresses
// links.
func plainMarkdown(text string) string {
	var out strings.Builder
	text = strings.TrimSpace(legible(text))
	for i, r := range text {
		if strings.ContainsRune("\\`*_[]<>#|~&$!{}", r) ||
			r == ':' && strings.HasPrefix(text[i:], "://") ||
			r == '.' && strings.HasSuffix(strings.ToLower(text[:i]), "www") {
			out.WriteByte('\\')
		}
		out.WriteRune(r)
	}
	return out.String()
}

// imageAddress writes a path or an address so that nothing in it ends the link.
func imageAddress(image string) string {
	var out strings.Builder
	for _, b := range []byte(image) {
		if b <= ' ' || b >= 0x7f || strings.IndexByte("<>()\\\"`|", b) >= 0 {
			out.WriteString(url.PathEscape(string([]byte{b})))
			continue
		}
		out.WriteByte(b)
	}
	return out.String()
}
