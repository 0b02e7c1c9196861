package cli

import (
	"os"
	"runtime/pprof"

	urfave "github.com/urfave/cli/v2"
)

// profileFlag is an option of all commands that help does not show: "--profile cpu.out"
// writes where the processor time went, for "go tool pprof".
var profileFlag = &urfave.StringFlag{Name: "profile", Hidden: true}

// startProfile begins a profile if one is wanted. It ends with the program.
func startProfile(c *Context) error {
	name := c.String(profileFlag.Name)
	if name == "" {
		return nil
	}
	file, err := os.Create(name)
	if err == nil {
		err = pprof.StartCPUProfile(file)
	}
	if err != nil {
		return IOError("cannot write the profile %s: %v", Clip(name), Cause(err))
	}
	return nil
}
