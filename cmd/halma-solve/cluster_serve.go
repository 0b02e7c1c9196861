package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"time"

	"github.com/halma-solve/halma-solve/cmd/halma-solve/internal/cli"
	"github.com/halma-solve/halma-solve/solver/cluster"
	"github.com/halma-solve/halma-solve/solver/cluster/server"
)

func clusterCommand() *cli.Command {
	return &cli.Command{
		Name:     "cluster",
		Category: "Cluster",
		Usage:    "a server that connects workers, without installing one",
		Description: `"cluster serve" is a NATS server with JetStream for a room of machines. Commands
with --cluster URL put their work there, "halma-solve worker" takes it from
there. An existing NATS server or cluster does as well; "cluster setup" makes
streams and buckets there as the options say. Without it the first command makes
them with the usual settings. They hold until the streams are removed.

Only programs on this machine reach the server unless --listen says otherwise.
Then use --token-file, and --cert and --key for TLS. What a client says is
signed by nobody: whoever has the token may do anything to the jobs.

What the server has survives its kill -9; with --sync a power cut, too.`,
		UsageText: "halma-solve cluster serve|setup [options]",
		ArgsUsage: cli.Examples("halma-solve cluster serve --dir jobs\nhalma-solve cluster serve --listen 10.0.0.1:4222 --dir jobs --token-file token\nhalma-solve cluster setup --cluster nats://10.0.0.1:4222 --replicas 3"),
		Action:    cli.Group,
		Subcommands: []*cli.Command{
			{
				Name: "serve", Usage: "run a server until Ctrl-C or SIGTERM",
				UsageText: "halma-solve cluster serve [options]",
				Flags:     append(cli.Flags(clusterListen, clusterDir, serverToken, certOption, keyOption, syncOption), settingFlags()...), Action: clusterServe,
			},
			{
				Name: "setup", Usage: "make streams and buckets on a server that is there",
				UsageText: "halma-solve cluster setup --cluster URL [options]",
				Flags:     append(cli.Flags(append(connectionOptions, replicasOption)...), settingFlags()...), Action: clusterSetup,
			},
		},
	}
}

// The options of a cluster's server, and of what is made there.
var (
	clusterListen = func() cli.Option[string] {
		o := cli.Needed(cli.Text("listen", serverCategory, "`ADDRESS`host and port; port 0 is a free one", ""), "an address is needed, such as 127.0.0.1:4222")
		o.Default = "127.0.0.1:4222"
		return o.CommandLineOnly()
	}()
	clusterDir     = cli.Needed(cli.Text("dir", serverCategory, "`DIR`directory for jobs, tasks and what they make", "halma-cluster"), "the name of a directory is needed").CommandLineOnly()
	serverToken    = cli.File("token-file", serverCategory, "`FILE`whose first line is the token that clients need, of 16 bytes at least", "anybody may").CommandLineOnly()
	syncOption     = cli.Switch("sync", serverCategory, "bring every message to the disk before it is answered: slower").CommandLineOnly()
	replicasOption = cli.Number("replicas", serverCategory, "`N`copies of all on different servers, 1 to 5", "1", 1, 5).CommandLineOnly()
	roomOption     = cli.Option[int64]{
		Name: "max-bytes", Category: serverCategory, Usage: "`SIZE`most that all objects may take, with a unit: 500MB, 20GiB", Shown: "any", Local: true, Parse: cli.ParseMemory,
	}
	keepOption     = durationOption("keep", "`TIME`how long what tasks have made is kept, with a unit: 24h", "168h", time.Minute)
	ackWaitOption  = durationOption("ack-wait", "`TIME`how long a worker may be silent before its task is given to another, with a unit: 10s", "30s", 100*time.Millisecond)
	deliveryOption = cli.Number("deliveries", serverCategory, "`N`how often a task is given to a worker before it is given up, 2 to 1000", "10", 2, 1000).CommandLineOnly()
)

func durationOption(name, usage, usual string, least time.Duration) cli.Option[time.Duration] {
	return cli.Option[time.Duration]{
		Name: name, Category: serverCategory, Usage: usage, Default: usual, Local: true,
		Parse: func(text string) (time.Duration, error) {
			d, err := time.ParseDuration(text)
			if err != nil || d < least {
				return 0, fmt.Errorf("%q is no time from %s on", cli.Clip(text), least)
			}
			return d, nil
		},
	}
}

// settingFlags are about streams and buckets.
func settingFlags() []cli.Flag {
	return cli.Flags(roomOption, keepOption, ackWaitOption, deliveryOption)
}

func settingsOf(c *cli.Context) cluster.Settings {
	s := cluster.Settings{
		Replicas: max(replicasOption.Of(c), 1), Bytes: roomOption.Of(c), Keep: keepOption.Of(c), AckWait: ackWaitOption.Of(c), Deliveries: deliveryOption.Of(c),
	}
	if s.Deliveries == 0 {
		s.Deliveries = cluster.Usual.Deliveries
	}
	return s
}

func clusterServe(c *cli.Context) error {
	if err := cli.NoArguments(c); err != nil {
		return err
	}
	certificates, err := certificatesOf(c)
	if err != nil {
		return err
	}
	token := ""
	if serverToken.IsSet(c) {
		if token, err = tokenIn(serverToken.Of(c)); err != nil {
			return err
		}
	}
	dir := clusterDir.Of(c)
	if dir == "" {
		dir = "halma-cluster"
	}
	o := server.Options{Listen: clusterListen.Of(c), Dir: dir, Token: token, Always: syncOption.Of(c), Log: clusterLog(c)}
	if len(certificates) > 0 {
		o.TLS = &tls.Config{Certificates: certificates, MinVersion: tls.VersionTLS12}
	}
	s, err := server.Start(o)
	if err != nil {
		return cli.IOError("%v", err)
	}
	defer s.Stop()
	if !s.Loopback() && token == "" {
		o.Log.Warn("other machines may reach this server, and anybody there may use it: use --token-file")
	}
	ctx, stop := cli.Interruptible(c.Context, nil)
	defer stop()
	if err := setUp(ctx, s, token, settingsOf(c), o); err != nil {
		return clusterError(err)
	}
	fmt.Fprintln(c.App.Writer, s.URL())
	<-ctx.Done()
	return nil
}

// setUp makes streams and buckets on a server of this process, through it rather
// than the network.
func setUp(ctx context.Context, s *server.Server, token string, settings cluster.Settings, o server.Options) error {
	client, err := cluster.Connect(ctx, cluster.Options{Inside: s, Token: token, Settings: settings, Log: o.Log})
	if err == nil {
		client.Close()
	}
	return err
}

func clusterSetup(c *cli.Context) error {
	if err := cli.NoArguments(c); err != nil {
		return err
	}
	want := settingsOf(c)
	return withCluster(c, want, func(_ context.Context, client *cluster.Client) error {
		if is := client.Settings; is.AckWait != want.AckWait || is.Deliveries != want.Deliveries {
			return errors.Join(cluster.ErrVersion, fmt.Errorf("it is set up already, with --ack-wait %s --deliveries %d; remove its streams first", is.AckWait, is.Deliveries))
		}
		fmt.Fprintln(c.App.Writer, "streams and buckets are there")
		return nil
	})
}
