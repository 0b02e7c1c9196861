package cli

import (
	"os"
	"runtime/pprof"

	urfave "github.com/urfave/cli/v2"
)

// profileFlag is an option of all commands that help does not show: "--profile cpu.out"
// writes where the processor time went, for "go tool pprof".
var profileFlag = &urfave.StringFlag{Name: "profile", Hidden: true}

// startProfile begins a profile if one is wanted.
func startProfile(c *Context) error {
	name := c.String(profileFlag.Name)
	if name == "" {
		return nil
	}
	file, err := os.Create(name)
	if err == nil {
		c.App.Metadata[profileFlag.Name] = file
		err = pprof.StartCPUProfile(file)
	}
	return profileError(name, err)
}

// endProfile ends the profile if there is one.
func endProfile(c *Context) error {
	file, ok := c.App.Metadata[profileFlag.Name].(*os.File)
	if !ok {
		return nil
	}
	delete(c.App.Metadata, profileFlag.Name)
	pprof.StopCPUProfile()
	return profileError(file.Name(), file.Close())
}

func profileError(name string, err error) error {
	if err == nil {
		return nil
	}
	return IOError("cannot write the profile %s: %v", Clip(name), Cause(err))
}
