package main

import (
	"slices"

	"github.com/urfave/cli/v2"
)

func verifyCommand() *cli.Command {
	return &cli.Command{
		Name:     "verify",
		Category: "Look",
		Usage:    "check a proof",
		Description: `Replays the line of a certificate, derives the lower bound from its steps, and
with --recheck recomputes the layers with a second program that shares nothing
with the searches.

Exit codes:
` + exitCodesHelp,
		UsageText: "halma-solve verify --certificate FILE|- [options]",
		ArgsUsage: examples(`halma-solve highscore --men 10 --prove --certificate star10.json
halma-solve verify --certificate star10.json --recheck`),
		Flags: slices.Concat(certificateFlags(), []cli.Flag{formatFlag()}),
		Action: func(c *cli.Context) error {
			if err := noArguments(c); err != nil {
				return err
			}
			if !c.IsSet("certificate") {
				return usageError(`verify needs --certificate FILE; see "halma-solve help verify"`)
			}
			asJSON, err := jsonWanted(c)
			if err != nil {
				return err
			}
			return checkCertificate(c, asJSON)
		},
	}
}
