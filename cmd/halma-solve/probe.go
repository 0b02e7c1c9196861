package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/dustin/go-humanize"
	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles/duel"
	"github.com/halma-solve/halma-solve/puzzles/duel/check"
	"github.com/halma-solve/halma-solve/puzzles/duel/tablebase"
	"github.com/halma-solve/halma-solve/reports"
)

func probeCommand() *cli.Command {
	return &cli.Command{
		Name:     "probe",
		Category: "Two players",
		Usage:    "ask a tablebase for the value and the best turns of positions",
		Description: `FILE is a tablebase as "halma-solve prove --tablebase" writes it. Without
--position it says what the file holds. A position is the cells of the first
side, those of the second and whose turn it is: a1,b1,a2/e5,d5,e4/first. With
--position - positions are read from standard input, one a line, and each is
answered with one line, one that is no position with "error" and the reason;
then the exit code is 3 in the end.

An answer is the value for the side to move, the turns to the end with best
play (- if there is no end, or the file has no distances), and all best turns.

The file is known to be whole and of the rules that it names. Its values are the
word of whoever made it, claimed as long as nobody has checked them.

--check reads the whole file, compares every checksum, and checks every position
against those one turn on, by rules written apart from the solver: with it
anybody can check a proof from the file. A file that is damaged or of other
rules is refused, exit code 3; one whose values are wrong has exit code 10.

GAME is a game that "halma-solve help prove" names, which is solved at once: a
race of up to 100,000,000 positions, or one of those with options of their own,
of which FILE may be a tablebase, too. There a position is the cells of each
kind of men, the side to move if that matters, and the men that both sides still
have in hand if there are any, with slashes: a1,b1/c3/second/hand 5. After the
answer to a single position come all turns with their values. Of games with dice
an answer is the expected score of the side to move (a win 1, a draw half, a
loss 0) between two proven bounds; then comes the best turn with each roll, by
--roll all turns with this one.

Exit codes:
` + cli.ExitCodesHelp,
		UsageText: "halma-solve probe [options] FILE|GAME",
		ArgsUsage: cli.Examples(`halma-solve probe rhombus5.tb
halma-solve probe rhombus5.tb --position a1,b1,a2/e5,d5,e4/first
halma-solve probe rhombus5.tb --position - < positions.txt
halma-solve probe rhombus5.tb --check
halma-solve probe paper --size 4 --men 2
halma-solve probe gomoku --position 'b2/a1/first/hand 6'
halma-solve probe rakado --position a1,b1/a4,b4/first --roll 3`),
		Flags: append(cli.Flags(duelPosition.With("the position, or - for a stream of them", "none"),
			rollOption, checkOption.With("check the whole file and every position", ""),
			cli.Format.With("form of the answers: text, or json: one object a line", ""), cli.Quiet, cli.Memory, cli.Workers), contestFlags()...),
		Action: probe,
	}
}

func probe(c *cli.Context) error {
	name, err := cli.OneArgument(c, "one tablebase or GAME")
	if err != nil {
		return err
	}
	asJSON := cli.JSONWanted(c)
	if c.Bool("check") && c.IsSet("position") {
		return cli.UsageError("--check is about the whole file, --position about some positions; give one of the two")
	}
	limits := cli.MachineOf(c)
	if other, err := openContest(c, name, limits.Memory, onePosition(c)); err != nil || other != nil {
		if err != nil {
			return err
		}
		return probeContest(c, other, asJSON)
	}
	if rollOption.IsSet(c) {
		return rollOption.Refuse(c, errors.New("races have no dice"))
	}
	race, done, err := openRace(c, name, limits.Memory)
	if err != nil {
		return err
	}
	defer done()
	out := bufio.NewWriter(c.App.Writer)
	switch text := c.String("position"); {
	case c.Bool("check"):
		err = race.check(c, out, asJSON, cli.AllWorkers(limits.Workers))
	case text == "-":
		err = probeStream(out, asJSON, func(text string) (func() error, error) {
			p, err := race.game.ParsePosition(text)
			return func() error { return race.answer(out, p, asJSON, false) }, err
		})
	case c.IsSet("position"):
		var p duel.Position
		if p, err = race.game.ParsePosition(text); err != nil {
			return duelPosition.Refuse(c, onOneLine(err))
		}
		err = race.answer(out, p, asJSON, true)
	default:
		err = race.describe(out, asJSON)
	}
	return errors.Join(err, out.Flush())
}

// onOneLine drops the line from a syntax error about a flag's value.
func onOneLine(err error) error {
	var syntax *positions.SyntaxError
	if errors.As(err, &syntax) {
		return fmt.Errorf("at character %d: %s", syntax.Column, syntax.Msg)
	}
	return err
}

// maxPosition is the length of the longest line of a stream, in bytes.
const maxPosition = 1 << 12

// onePosition is what --position says, "" if it does not name one position.
func onePosition(c *cli.Context) string {
	if text := c.String("position"); text != "-" {
		return text
	}
	return ""
}

// probeStream answers positions from standard input. read reads one and returns what
// writes its answer.
func probeStream(out *bufio.Writer, asJSON bool, read func(text string) (answer func() error, err error)) error {
	in := bufio.NewReaderSize(os.Stdin, 1<<16)
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, maxPosition), maxPosition)
	n, asked, bad := 0, 0, 0
	for lines.Scan() {
		n++
		text := lines.Text()
		if text == "" || text[0] == '#' {
			continue
		}
		asked++
		answer, err := read(text)
		if err != nil {
			bad++
			err = unanswered(out, n, err, asJSON)
		} else {
			err = answer()
		}
		if err != nil {
			return err
		}
		if in.Buffered() == 0 { // who asks may wait for the answer
			if err := out.Flush(); err != nil {
				return err
			}
		}
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return cli.InputError("standard input", &positions.SyntaxError{Line: n + 1, Column: 1, Msg: fmt.Sprintf("the line is longer than %d bytes", maxPosition)})
	}
	if err := lines.Err(); err != nil {
		return cli.IOError("cannot read standard input: %v", cli.Cause(err))
	}
	if bad > 0 {
		return cli.Stop(cli.ExitInput, fmt.Sprintf("standard input: %d of %d lines are no positions; the answers say why", bad, asked))
	}
	return nil
}

// unanswered writes, in the place of an answer, why line n of a stream has none.
func unanswered(out *bufio.Writer, n int, err error, asJSON bool) error {
	var syntax *positions.SyntaxError
	if !errors.As(err, &syntax) {
		syntax = &positions.SyntaxError{Column: 1, Msg: err.Error()}
	}
	syntax.Line = n
	if asJSON {
		return json.NewEncoder(out).Encode(struct {
			Line   int    `json:"line"`
			Column int    `json:"column"`
			Error  string `json:"error"`
		}{n, syntax.Column, syntax.Msg})
	}
	_, err = fmt.Fprintf(out, "error %v\n", cli.OneLine(syntax.Error()))
	return err
}

// answer writes the value and the best turns of a position, and perhaps all turns.
func (s *raceSource) answer(out *bufio.Writer, p duel.Position, asJSON, all bool) error {
	a, err := reports.ProbeDuel(s.game, s, p, all, s.file != nil)
	if err != nil {
		return s.fail(err)
	}
	if asJSON {
		return json.NewEncoder(out).Encode(a)
	}
	fmt.Fprintln(out, a.Words())
	for _, line := range a.Lines() {
		fmt.Fprintln(out, line)
	}
	return nil
}

// describe writes what there is.
func (s *raceSource) describe(out *bufio.Writer, asJSON bool) error {
	g, file := s.game, s.file
	if file == nil {
		return s.answer(out, g.Start(), asJSON, true)
	}
	start := g.Format(g.Start())
	if asJSON {
		return json.NewEncoder(out).Encode(struct {
			tablebase.Header
			Start   string `json:"start"`
			Seal    string `json:"seal"`
			Claimed bool   `json:"claimed"`
		}{file.Header, start, file.Seal(), true})
	}
	distances := "values and distances"
	if !file.Header.Distances {
		distances = "values without distances"
	}
	kept := "one of each two that a half turn makes the same"
	if g.Mirror() != nil {
		kept = "one of each four that a half turn or the mirror makes the same"
	}
	fmt.Fprintf(out, "%s\n%s of %s positions, %s\nstart %s: ",
		g, distances, humanize.Comma(file.Header.Rows*file.Header.Columns), kept, start)
	if err := s.answer(out, g.Start(), false, false); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out, "seal %s\nclaimed: the values are the word of whoever made the file; --check proves them\n", file.Seal())
	return err
}

// check checks a file as a whole.
func (s *raceSource) check(c *cli.Context, out *bufio.Writer, asJSON bool, workers int) error {
	file := s.file
	if file == nil {
		return cli.UsageError("--check is about a file; \"halma-solve prove %s --check\" solves and checks", s.game.Rules)
	}
	ctx, show, end := cli.Watch(c, 0)
	defer end()
	r, err := check.All(ctx, file.Game, file, workers)
	if ctx.Err() != nil {
		return cli.Stop(cli.ExitInterrupted, "interrupted, not all positions are checked")
	}
	if err != nil {
		return s.fail(err)
	}
	show.Done()
	if asJSON {
		return json.NewEncoder(out).Encode(struct {
			Proven    bool   `json:"proven"`
			Positions int64  `json:"positions"`
			Won       int64  `json:"won"`
			Lost      int64  `json:"lost"`
			Drawn     int64  `json:"drawn"`
			Illegal   int64  `json:"illegal"`
			Turns     int64  `json:"turns"`
			Longest   int    `json:"longest"`
			Seal      string `json:"seal"`
		}{r.Distances, r.Positions, r.Won, r.Lost, r.Drawn, r.Illegal, r.Turns, r.Longest, file.Seal()})
	}
	fmt.Fprintf(out, "%s\n%d blocks whole; %s positions checked with %s turns: won %s, lost %s, drawn %s, illegal %s\n",
		file.Game, file.Blocks(), humanize.Comma(r.Positions), humanize.Comma(r.Turns),
		humanize.Comma(r.Won), humanize.Comma(r.Lost), humanize.Comma(r.Drawn), humanize.Comma(r.Illegal))
	if !r.Distances {
		fmt.Fprintln(out, "the values agree with each other; a proof that every win ends needs the distances, which this file leaves out")
		return out.Flush()
	}
	_, err = fmt.Fprintf(out, "proven: every value and every distance is right; the longest win takes %d turns\n", r.Longest)
	return err
}
