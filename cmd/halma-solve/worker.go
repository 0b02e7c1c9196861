package main

import (
	"errors"

	"github.com/halma-solve/halma-solve/cache"
	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/solver/cluster"
)

func workerCommand() *cli.Command {
	return &cli.Command{
		Name:     "worker",
		Category: "Cluster",
		Usage:    "do the work of commands that have --cluster",
		Description: `Takes tasks from a NATS server with JetStream ("halma-solve cluster serve" is
one) until Ctrl-C or SIGTERM; what is in hand is then given back at once. Any
number of workers on any number of machines may come and go: a task of one that
dies is given to another, and the result is byte for byte that of one machine.

A worker does tasks for commands of its own build only, and with --shared as
they have it. It waits for the server, and until somebody has set it up.

It makes nothing that it is not asked for, and reads no files that a task might
name. Tables and grades are kept in --cache unless another process has it.`,
		UsageText: "halma-solve worker --cluster URL [options]",
		ArgsUsage: cli.Examples(`halma-solve worker --cluster nats://10.0.0.1:4222
halma-solve worker --cluster nats://10.0.0.1:4222 --token-file token`),
		Flags: cli.Flags(append(connectionOptions, sharedOption,
			cli.Workers.With("how many tasks at once, 1 to 1024", ""), cli.Memory, cli.Store.With("where tables and grades are kept, or none", ""), cli.Quiet)...),
		Action: work,
	}
}

func work(c *cli.Context) (err error) {
	if err := cli.NoArguments(c); err != nil {
		return err
	}
	if !clusterOption.IsSet(c) {
		return cli.UsageError("--cluster is needed: the URL of a NATS server, as in nats://host:4222")
	}
	o, err := clusterOf(c, true)
	if err != nil {
		return err
	}
	limits := cli.MachineOf(c)
	store, err := workerStore(c)
	if err != nil {
		return err
	}
	if store != nil {
		defer func() { err = errors.Join(err, store.Close()) }()
	}
	ctx, stop := cli.Interruptible(c.Context, nil)
	defer stop()
	client, err := cluster.Connect(ctx, o)
	if err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return clusterError(err)
	}
	defer client.Close()
	w := cluster.Worker{Client: client, Parallel: cli.AllWorkers(limits.Workers)}
	w.Kinds = taskKinds(store, limits.Memory, w.Parallel)
	return clusterError(w.Run(ctx))
}

// workerStore opens the store if nobody else has it: workers of one machine share no
// store, and do without.
func workerStore(c *cli.Context) (*cache.Store, error) {
	dir, err := cli.StoreDir(c)
	if err != nil || dir == "" {
		return nil, err
	}
	s, err := cache.Open(storeOptions(dir))
	if errors.Is(err, cache.ErrLocked) || errors.Is(err, cache.ErrReadOnly) {
		return nil, nil
	}
	return s, err
}
