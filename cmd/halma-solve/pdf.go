package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
)

// pdfOption is a file for a page that a browser prints.
var pdfOption = cli.NewFile("pdf", cli.ReportCategory, "`FILE`also have a browser print the page into FILE: Chromium, Chrome or Edge, or the one that HALMA_BROWSER names", "none")

// browsers are the names of programs that print pages without a window.
var browsers = []string{
	"chromium", "chromium-headless-shell", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge", "msedge", "chrome",
	"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "/Applications/Chromium.app/Contents/MacOS/Chromium",
	`C:\Program Files\Google\Chrome\Application\chrome.exe`, `C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe`,
}

// printTime is how long a browser may take for a page.
const printTime = 2 * time.Minute

// pdfFile is the output of --pdf.
type pdfFile struct {
	to      cli.Output
	browser string
	asked   bool
}

// pdfOf reads --pdf and looks for the browser, before any work is done.
func pdfOf(c *cli.Context) (f pdfFile, err error) {
	path := pdfOption.Of(c)
	switch {
	case path == "":
		return f, nil
	case path == "-":
		return f, cli.UsageError("--pdf needs the name of a file")
	}
	f.asked = true
	if f.to, err = cli.WritableFile(c, pdfOption); err != nil {
		return f, err
	}
	names := browsers
	if own := os.Getenv("HALMA_BROWSER"); own != "" {
		names = []string{own}
	}
	for _, name := range names {
		if found, err := exec.LookPath(name); err == nil {
			f.browser = found
			return f, nil
		}
	}
	if len(names) == 1 {
		return f, cli.IOError("--pdf: HALMA_BROWSER names %s, which is no program that can be run; name another browser, or unset it to have one looked for", cli.Clip(names[0]))
	}
	return f, cli.IOError("--pdf: no browser was found to print the page: install Chromium or Chrome, or set HALMA_BROWSER to its path; without --pdf the page is HTML, which any browser prints")
}

// save prints a page, if it is asked for.
func (f pdfFile) save(ctx context.Context, page []byte) error {
	if !f.asked {
		return nil
	}
	dir, err := os.MkdirTemp("", "halma-solve-pdf-")
	if err != nil {
		return cli.IOError("--pdf: %v", err)
	}
	defer os.RemoveAll(dir)
	pdf, err := printed(ctx, f.browser, dir, page)
	if err != nil {
		return err
	}
	return f.to.Save(nil, pdf)
}

// printed has a browser print a page, with all files in dir.
func printed(ctx context.Context, browser, dir string, page []byte) ([]byte, error) {
	from, to := filepath.Join(dir, "page.html"), filepath.Join(dir, "page.pdf")
	if err := os.WriteFile(from, page, 0o600); err != nil {
		return nil, cli.IOError("--pdf: %v", err)
	}
	args := []string{
		"--headless", "--disable-gpu", "--no-first-run", "--disable-extensions", "--disable-background-networking",
		"--user-data-dir=" + filepath.Join(dir, "profile"), "--no-pdf-header-footer", "--print-to-pdf=" + to,
	}
	if os.Geteuid() == 0 {
		args = append(args, "--no-sandbox") // Chromium does not start otherwise
	}
	ctx, cancel := context.WithTimeout(ctx, printTime)
	defer cancel()
	run := exec.CommandContext(ctx, browser, append(args, "file://"+filepath.ToSlash(from))...)
	run.WaitDelay = 5 * time.Second
	var said bytes.Buffer
	run.Stderr = &said
	err := run.Run()
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return nil, cli.Stop(cli.ExitInterrupted, "")
	case ctx.Err() != nil:
		return nil, cli.IOError("--pdf: %s did not print the page within %s", browser, printTime)
	case err != nil:
		lines := strings.Split(strings.TrimSpace(said.String()), "\n")
		return nil, cli.IOError("--pdf: %s failed: %v: %s", browser, err, cli.Clip(lines[len(lines)-1]))
	}
	pdf, err := os.ReadFile(to)
	if err == nil && !bytes.HasPrefix(pdf, []byte("%PDF-")) {
		err = fmt.Errorf("what it wrote is no PDF")
	}
	if err != nil {
		return nil, cli.IOError("--pdf: %s printed nothing: %v", browser, cli.Cause(err))
	}
	return pdf, nil
}
