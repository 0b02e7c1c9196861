package cli

import (
	"os"
	"strings"

	"golang.org/x/term"

	"github.com/halma-solve/halma-solve/reports"
)

// Screen is what a text report is written for.
type Screen struct {
	Width    int
	Terminal bool // and no file or pipe, where lists have a line for each of what they list
	Style    reports.Style
}

// usualWidth is the width of reports that do not go to a terminal.
const usualWidth = 80

// ScreenOf reads --color and looks at standard output, if the report goes there:
// reports in files and pipes are 80 columns wide and plain.
func ScreenOf(c *Context, toStdout bool) Screen {
	s := Screen{Width: usualWidth}
	terminal := toStdout && term.IsTerminal(int(os.Stdout.Fd()))
	if s.Terminal = terminal; terminal {
		s.Width = widthOf(os.Stdout)
		s.Style.Dots = showsDots()
	}
	when := Color.Of(c)
	s.Style.Color = when == "always" || when == "auto" && terminal &&
		os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	return s
}

// widthOf returns the columns of a terminal, within what reports look well in.
func widthOf(f *os.File) int {
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil || width <= 0 {
		return usualWidth
	}
	return min(max(width, 40), 160)
}

// showsDots reports whether ● and · can be drawn in one column each: the locale
// is UTF-8, and none in which such characters are two columns wide.
func showsDots() bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		locale := strings.ToLower(os.Getenv(name))
		if locale == "" {
			continue
		}
		for _, wide := range []string{"zh", "ja", "ko"} {
			if strings.HasPrefix(locale, wide) {
				return false
			}
		}
		return strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8")
	}
	return false
}
