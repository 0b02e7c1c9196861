package main

import (
	"context"
	"fmt"
	"time"

	"github.com/dustin/go-humanize"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/solver/cluster"
)

func jobsCommand() *cli.Command {
	flags := func(more ...cli.Definition) []cli.Flag { return cli.Flags(append(connectionOptions, more...)...) }
	return &cli.Command{
		Name:     "jobs",
		Category: "Cluster",
		Usage:    "look at the jobs of a cluster, or end them",
		Description: `A command with --cluster is a job. It ends when the command has all it needs;
when the command is stopped the workers go on with what is queued, and the same
command, on any machine with the same build, goes on with the rest.

"jobs list" names all jobs, "jobs watch ID" tells how one goes on until it ends,
"jobs cancel ID" ends one, or removes one that has ended; "jobs result ID"
writes what its last command wrote (of generate the puzzles as JSONL, of others
the report or table), as long as the cluster keeps it. The first digits of an ID
will do.`,
		UsageText: "halma-solve jobs list|watch|cancel|result --cluster URL [ID]",
		ArgsUsage: cli.Examples("halma-solve jobs list --cluster nats://10.0.0.1:4222\nhalma-solve jobs watch --cluster nats://10.0.0.1:4222 1a2b"),
		Action:    cli.Group,
		Subcommands: []*cli.Command{
			{
				Name: "list", Usage: "list all jobs",
				UsageText: "halma-solve jobs list --cluster URL", Flags: flags(), Action: jobsList,
			},
			{
				Name: "watch", Usage: "tell how a job goes on, until it ends",
				UsageText: "halma-solve jobs watch --cluster URL ID", Flags: flags(), Action: jobsWatch,
			},
			{
				Name: "cancel", Usage: "end a job, or remove one that has ended",
				UsageText: "halma-solve jobs cancel --cluster URL ID", Flags: flags(), Action: jobsCancel,
			},
			{
				Name: "result", Usage: "write what a job's command wrote",
				UsageText: "halma-solve jobs result --cluster URL [--shared DIR] [--output FILE] ID",
				Flags:     flags(sharedOption, cli.OutFile, cli.Force), Action: jobsResult,
			},
		},
	}
}

// withJobs connects to the cluster of a command.
func withJobs(c *cli.Context, use func(ctx context.Context, client *cluster.Client) error) error {
	return withCluster(c, cluster.Usual, use)
}

// withCluster connects to the cluster of a command, which is set up so unless it is
// already.
func withCluster(c *cli.Context, settings cluster.Settings, use func(ctx context.Context, client *cluster.Client) error) error {
	if !clusterOption.IsSet(c) {
		return cli.UsageError("--cluster is needed: the URL of a NATS server, as in nats://host:4222")
	}
	o, err := clusterOf(c, false)
	if err != nil {
		return err
	}
	o.Settings = settings
	ctx, stop := cli.Interruptible(c.Context, nil)
	defer stop()
	client, err := cluster.Connect(ctx, o)
	if err != nil {
		return clusterError(err)
	}
	defer client.Close()
	err = use(ctx, client)
	if ctx.Err() != nil {
		return cli.Stop(cli.ExitInterrupted, "")
	}
	return clusterError(err)
}

// withJob connects and finds the job that the argument names.
func withJob(c *cli.Context, use func(ctx context.Context, client *cluster.Client, r cluster.Record) error) error {
	id, err := cli.OneArgument(c, "one ID of a job")
	if err != nil {
		return err
	}
	return withJobs(c, func(ctx context.Context, client *cluster.Client) error {
		r, err := client.Job(ctx, id)
		if err != nil {
			return err
		}
		return use(ctx, client, r)
	})
}

func jobsList(c *cli.Context) error {
	if err := cli.NoArguments(c); err != nil {
		return err
	}
	return withJobs(c, func(ctx context.Context, client *cluster.Client) error {
		list, err := client.Jobs(ctx)
		for _, r := range list {
			fmt.Fprintf(c.App.Writer, "%s  %-14s  %s  %s\n", r.ID, humanize.Time(r.Created), jobInWords(r), cli.OneLine(r.Spec.Command))
		}
		return err
	})
}

// jobInWords says where a job is.
func jobInWords(r cluster.Record) string {
	text := fmt.Sprintf("%-9s  %d tasks reported, %d queued", r.State, r.Reported, r.Queued)
	if r.Reason != "" {
		text += ", " + cli.OneLine(r.Reason)
	}
	return text
}

// watchPause is the time between two looks at a job.
const watchPause = time.Second

func jobsWatch(c *cli.Context) error {
	return withJob(c, func(ctx context.Context, client *cluster.Client, r cluster.Record) error {
		for said := ""; ; {
			err := client.Count(ctx, &r)
			if err != nil {
				return err
			}
			if text := jobInWords(r); text != said {
				fmt.Fprintln(c.App.Writer, text)
				said = text
			}
			if r.State != cluster.Running {
				return nil
			}
			select {
			case <-ctx.Done():
				return nil
			case <-time.After(watchPause):
			}
			if r, err = client.Job(ctx, r.ID); err != nil {
				return err
			}
		}
	})
}

func jobsCancel(c *cli.Context) error {
	return withJob(c, func(ctx context.Context, client *cluster.Client, r cluster.Record) error {
		if err := client.Cancel(ctx, r); err != nil {
			return err
		}
		word := "cancelled"
		if r.State != cluster.Running {
			word = "removed"
		}
		fmt.Fprintf(c.App.Writer, "%s is %s\n", r.ID, word)
		return nil
	})
}

func jobsResult(c *cli.Context) error {
	to, err := cli.OutputOf(c)
	if err != nil {
		return err
	}
	return withJob(c, func(ctx context.Context, client *cluster.Client, r cluster.Record) error {
		switch {
		case r.State != cluster.Done:
			return cli.Stop(cli.ExitLimit, fmt.Sprintf("%s is %s; the same command goes on with it: halma-solve %s", r.ID, r.State, r.Spec.Command))
		case r.Result == "":
			return cli.Stop(cli.ExitLimit, fmt.Sprintf("of %s the cluster has the tasks alone; the same command puts them together again: halma-solve %s", r.ID, r.Spec.Command))
		}
		data, err := client.Get(ctx, r.Result)
		if err != nil {
			return err
		}
		return to.Save(c.App.Writer, data)
	})
}
