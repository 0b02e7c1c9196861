package main

import (
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/reports/site"
)

func serveCommand() *cli.Command {
	return &cli.Command{
		Name:     "serve",
		Category: "Play",
		Usage:    "a web site to play the puzzles, with rankings, and an API that checks lines",
		Description: `Shows the puzzles of the atlas, and those of --puzzles, as pages to play, in the
language that the browser asks for: English, German, Spanish, French, Italian or
Dutch.
Players hand in their lines; what solves its puzzle is kept in --store with a
nickname and ranked. Programs find all calls described at /openapi.json: verify
(one submission or a stream of them), submissions, rankings, hints, probing of
--tablebase, /healthz, /metrics. It ends with Ctrl-C or SIGTERM, when what is at
work is done, after 10 seconds at the latest.

Each --tablebase has a page on which its game is played against it: the server
always makes a best turn and tells what all turns are worth; dice fall by a
seed, or as the player chooses. That of a game with options of its own is held
in memory, which may take 256 MiB.

Only programs on this machine reach it unless --listen says otherwise. On the
open network use --cert and --key, or a proxy that speaks TLS: then let it write
X-Forwarded-For and give --proxy, or all players share the limits of one.
Nothing is kept but puzzle, line, nickname and time; there are no cookies.

Limits: a body has 1 MiB, a stream of submissions 32 MiB, headers 16 KiB; a
request takes 30 s to come and 60 s to be answered; 1024 connections, 256
requests at work, 64 for each address, --rate a second for each address; 200,000
lines are kept, nicknames have 24 signs. A hint may search for --time.

Proven bounds come from the atlas; those of a file are called claimed. A line
that is shorter than any known is kept as a new record. One that is shorter than
is proven possible is refused, and logged with all that is needed to find out
why.

What is answered as kept survives kill -9 and a power cut. DIR is for one server
and nothing else. With --token the administrator may, with the header
"Authorization: Bearer" and the token:
  GET /api/backup       all lines, JSON Lines that "halma-solve verify" checks
  POST /api/restore     takes a backup in, after replaying each line
  DELETE /api/puzzles/ID/ranking/NICKNAME
and /metrics then needs the token, too. A copy of DIR is a backup as well while
no server uses it.

Exit codes:
` + cli.ExitCodesHelp,
		UsageText: "halma-solve serve [options]",
		ArgsUsage: cli.Examples(`halma-solve serve --store lines
halma-solve serve --puzzles week.jsonl --tablebase rhombus5.tb --store lines
halma-solve serve --listen :8443 --cert cert.pem --key key.pem --store lines
curl --json @line.json localhost:8700/api/verify`),
		Flags: cli.Flags(listenOption, servedPuzzles, servedTables, serveStore, certOption, keyOption, tokenOption,
			proxyOption, rateOption, cli.Time.With("of a search for a hint", "0.5s")),
		Action: serve,
	}
}

const serverCategory = "Server"

// The options of a server.
var (
	listenOption  = cli.Needed(listen(), "an address is needed, such as 127.0.0.1:8700")
	servedPuzzles = fileList("puzzles", serverCategory, "`FILE`puzzles to show beside the atlas, JSON Lines from generate or results; may be given several times, or with commas")
	servedTables  = fileList("tablebase", serverCategory, "`FILE`tablebase to play against, which also answers /api/probe, under the name of the file; may be given several times, or with commas")
	serveStore    = cli.Needed(cli.Text("store", serverCategory, "`DIR`directory for the lines of players", "none are kept"), "the name of a directory is needed").CommandLineOnly()
	certOption    = cli.File("cert", serverCategory, "`FILE`certificate for TLS, in PEM", "no TLS").CommandLineOnly()
	keyOption     = cli.File("key", serverCategory, "`FILE`its key, in PEM", "none").CommandLineOnly()
	tokenOption   = cli.File("token", serverCategory, "`FILE`whose first line is the token of the administrator, of 16 bytes at least", "no administrator").CommandLineOnly()
	proxyOption   = cli.Switch("proxy", serverCategory, "take addresses from the last entry of X-Forwarded-For, which a proxy writes").CommandLineOnly()
	rateOption    = cli.Number("rate", serverCategory, "`N`requests a second for each address, up to 1000000; 0 for any number", "50", 0, 1_000_000).CommandLineOnly()
)

func listen() cli.Option[string] {
	o := cli.Text("listen", serverCategory, "`ADDRESS`host and port; port 0 is a free one", "")
	o.Default = "127.0.0.1:8700"
	return o.CommandLineOnly()
}

// fileList returns an option for files that may come several times.
func fileList(name, category, usage string) cli.Option[[]string] {
	return cli.Option[[]string]{
		Name: name, Category: category, Usage: usage, Shown: "none", Local: true, File: true, Repeated: true,
		Parse: cli.List(func(text string) (string, error) {
			if text == "" {
				return "", errors.New("the name of a file is needed")
			}
			return text, nil
		}),
	}
}

// leastToken is the least length of a token, in bytes.
const leastToken = 16

// serverGarbage is how much garbage a server may have, in percent of what it uses: it
// runs for long, and beside other things.
const serverGarbage = 50

// serverMemory is from where on the garbage collector works harder, in bytes: with a
// thousand connections that a server with its tables holds, some 130 MB are in use, and
// 30 MB beside that are the program itself.
const serverMemory = 144 << 20

func serve(c *cli.Context) (err error) {
	if err := cli.NoArguments(c); err != nil {
		return err
	}
	debug.SetGCPercent(serverGarbage)
	o := site.Options{BehindProxy: proxyOption.Of(c), Log: slog.New(slog.NewTextHandler(c.App.ErrWriter, nil))}
	o.Limits.HintTime, o.Limits.Rate = cli.Time.Of(c), float64(rateOption.Of(c))
	if rateOption.IsSet(c) && o.Limits.Rate == 0 {
		o.Limits.Rate = -1
	}
	if o.Token, err = tokenOf(c); err != nil {
		return err
	}
	certificates, err := certificatesOf(c)
	if err != nil {
		return err
	}
	if o.Sets, err = servedSets(c); err != nil {
		return err
	}
	closeTables, err := openServed(c, &o)
	defer closeTables()
	if err != nil {
		return err
	}
	if dir := serveStore.Of(c); dir != "" {
		if o.Store, err = openStore(dir); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, o.Store.Close()) }()
	}
	s, err := site.New(o)
	if err != nil {
		return cli.InputError("serve", err)
	}
	defer s.Close()
	return serveOn(c, s, certificates, o.Log)
}

// The memory of a tablebase that is served: of one that is read by blocks, for those
// that were read; of one that is read as a whole, for all of it.
const (
	servedBlocks = 8 << 20
	servedTable  = 256 << 20
)

// openServed opens the tablebases to be served. closeAll is not nil in any case.
func openServed(c *cli.Context, o *site.Options) (closeAll func(), err error) {
	var closers []func()
	closeAll = func() {
		for _, done := range closers {
			done()
		}
	}
	held := int64(0)
	for _, path := range servedTables.Of(c) {
		name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
		contest, err := readContest(path, servedTable)
		if err != nil {
			return closeAll, err
		}
		if contest != nil {
			held += contest.Bytes()
			o.Tablebases = append(o.Tablebases, site.Contest(name, contest))
			continue
		}
		race, done, err := openTablebase("serve", path, servedBlocks)
		if err != nil {
			return closeAll, err
		}
		closers = append(closers, done)
		o.Tablebases = append(o.Tablebases, site.Race(name, race))
	}
	debug.SetMemoryLimit(serverMemory + held)
	return closeAll, nil
}

// serveOn answers until a signal comes.
func serveOn(c *cli.Context, s *site.Site, certificates []tls.Certificate, log *slog.Logger) error {
	on, err := net.Listen("tcp", listenOption.Of(c))
	if err != nil {
		return cli.IOError("cannot listen on %s: %v", listenOption.Of(c), err)
	}
	scheme := "http"
	if len(certificates) > 0 {
		scheme = "https"
	}
	fmt.Fprintf(c.App.Writer, "%s://%s/\n", scheme, on.Addr())
	if a, ok := on.Addr().(*net.TCPAddr); ok && !a.IP.IsLoopback() && scheme == "http" && !proxyOption.Of(c) {
		log.Warn("other machines may reach this server, and all they say can be read on the way: use --cert and --key, or a proxy")
	}
	ctx, stop := cli.Interruptible(c.Context, nil)
	defer stop()
	return site.Serve(ctx, on, s, certificates, log)
}

// tokenOf reads the token of the administrator.
func tokenOf(c *cli.Context) (string, error) {
	if name := tokenOption.Of(c); name != "" {
		return tokenIn(name)
	}
	return "", nil
}

// tokenIn reads a token from a file.
func tokenIn(name string) (string, error) {
	_, text, err := readFile(name)
	if err != nil {
		return "", err
	}
	token, _, _ := strings.Cut(string(text), "\n")
	if token = strings.TrimSpace(token); len(token) < leastToken {
		return "", cli.InputError(name, fmt.Errorf("its first line has %d bytes; a token has %d at least", len(token), leastToken))
	}
	return token, nil
}

// certificatesOf reads certificate and key, none without.
func certificatesOf(c *cli.Context) ([]tls.Certificate, error) {
	cert, key := certOption.Of(c), keyOption.Of(c)
	switch {
	case cert == "" && key == "":
		return nil, nil
	case cert == "" || key == "":
		return nil, cli.UsageError("--cert and --key belong together")
	}
	for _, name := range []string{cert, key} {
		if _, err := os.Stat(name); err != nil {
			return nil, cli.IOError("cannot read %s: %v", name, cli.Cause(err))
		}
	}
	pair, err := tls.LoadX509KeyPair(cert, key)
	if err != nil {
		return nil, cli.InputError(cert, err)
	}
	return []tls.Certificate{pair}, nil
}

// servedSets are the atlas and a set for each file of puzzles.
func servedSets(c *cli.Context) ([]site.Set, error) {
	sets, err := site.Atlas()
	if err != nil {
		return nil, err
	}
	for _, path := range servedPuzzles.Of(c) {
		name, text, err := readFile(path)
		if err != nil {
			return nil, err
		}
		list, err := readOwn("serve", name, text)
		if err != nil {
			return nil, err
		}
		set := site.Set{Name: filepath.Base(path)}
		for _, r := range list {
			if err := replay(name, r); err != nil {
				return nil, err
			}
			set.Puzzles = append(set.Puzzles, site.Puzzle{Task: r.Puzzle, Line: r.Line, Lower: r.Claim.Lower, Upper: max(r.Upper, 0)})
		}
		sets = append(sets, set)
	}
	return sets, nil
}
