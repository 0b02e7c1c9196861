package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/positions"
	"github.com/halma-solve/halma-solve/puzzles/atlas"
	"github.com/halma-solve/halma-solve/puzzles/contest"
	"github.com/halma-solve/halma-solve/puzzles/duel"
	"github.com/halma-solve/halma-solve/reports"
)

// proveList writes all games with their boards, sizes and what is known of them.
func proveList(c *cli.Context) error {
	if err := cli.NoArguments(c); err != nil {
		return err
	}
	r, err := cli.ReportOf(c)
	if err != nil {
		return err
	}
	if r.JSON || r.CSV {
		return cli.UsageError("--list is for people: --format text")
	}
	var out strings.Builder
	entry := func(indent int, text string) {
		pad := strings.Repeat(" ", indent)
		for _, line := range reports.Wrap(text, r.Screen.Width-indent) {
			fmt.Fprintf(&out, "%s%s\n", pad, line)
		}
	}
	known := map[string][]*atlas.Duel{}
	for _, d := range atlas.Duels() {
		known[d.Rules] = append(known[d.Rules], d)
	}
	for _, rules := range duel.AllRules() {
		fmt.Fprintf(&out, "%s\n", rules)
		entry(2, rules.Words)
		for _, shape := range rules.Armies.Shapes {
			entry(4, duelSizes(rules, shape))
		}
		entry(4, "known: "+knownDuels(known[rules.String()]))
	}
	for _, k := range contest.Kinds() {
		fmt.Fprintf(&out, "%s\n", k)
		entry(2, k.Summary)
		for _, o := range k.Options {
			entry(4, fmt.Sprintf("--%s: %s; default %s", o.Name, o.Meaning, o.Default))
		}
		entry(4, "known: "+knownContests(k))
	}
	return r.File.Save(c.App.Writer, []byte(out.String()))
}

// duelSizes says which sizes and armies a board of a rule set has.
func duelSizes(rules *duel.Rules, shape positions.Shape) string {
	smallest, largest, _ := shape.Sizes()
	text := ""
	for size := smallest; size <= largest; size++ {
		b, err := positions.NewBoard(shape, size)
		if err != nil || b.Len() > duel.MaxCells {
			continue
		}
		men := rules.Armies.Men(b)
		if len(men) == 0 {
			continue
		}
		words := make([]string, len(men))
		for i, n := range men {
			words[i] = strconv.Itoa(n)
		}
		text += fmt.Sprintf("; size %d, men %s", size, strings.Join(words, ","))
	}
	return shape.String() + strings.TrimPrefix(text, ";")
}

// knownDuels says how many games are solved and which is the largest of them.
func knownDuels(list []*atlas.Duel) string {
	if len(list) == 0 {
		return "nothing is kept"
	}
	largest := list[0]
	for _, d := range list {
		if d.Positions > largest.Positions {
			largest = d
		}
	}
	return fmt.Sprintf("%d games in the atlas; the largest, %s %d with %d men, %s positions: %s",
		len(list), largest.Board, largest.Size, largest.Men, humanize.Comma(largest.Positions), largest.Result())
}

// knownContests says what was worked out.
func knownContests(k *contest.Kind) string {
	if len(k.Known) == 0 {
		return "nothing is kept"
	}
	words := make([]string, len(k.Known))
	for i, known := range k.Known {
		options := known.Options
		if options == "" {
			options = "as it is"
		}
		words[i] = fmt.Sprintf("%s %s", options, known.Result)
		if known.Positions > 0 {
			words[i] += fmt.Sprintf(" (%s positions)", humanize.Comma(known.Positions))
		}
	}
	return strings.Join(words, "; ")
}
